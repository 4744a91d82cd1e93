//! Memory that a process and its children have used at most.

/// Sum of the peak resident sizes of process `id` and its children, in bytes; `None` where the
/// system does not tell, or when the process has gone.
#[cfg(target_os = "linux")]
pub fn peak_of_tree(id: u32) -> Option<u64> {
    let own = peak(id)?;
    let mut sum = own;
    let mut waiting = children(id);
    // An engine with more processes than this is beyond what the figure is for.
    const MOST: usize = 64;
    for _ in 0..MOST {
        let Some(child) = waiting.pop() else { break };
        sum += peak(child).unwrap_or(0);
        waiting.extend(children(child));
    }
    Some(sum)
}

/// Nothing is known on this system.
#[cfg(not(target_os = "linux"))]
pub fn peak_of_tree(_id: u32) -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
fn peak(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    // Every thread has its own list of the children that it started.
    let Ok(threads) = std::fs::read_dir(format!("/proc/{id}/task")) else { return Vec::new() };
    let lists = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let parse = |list: String| -> Vec<u32> {
        list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
    };
    lists.flat_map(parse).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn our_own_peak_is_at_least_what_we_have_touched() {
        let touched = vec![1_u8; 32 << 20];
        let sum: u64 = touched.iter().map(|&byte| u64::from(byte)).sum();
        assert!(peak_of_tree(std::process::id()).unwrap() >= sum);
        assert_eq!(peak_of_tree(u32::MAX), None);
    }
}
