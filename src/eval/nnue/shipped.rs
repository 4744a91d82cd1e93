//! The networks that the program is built with.

use super::network::Network;
use crate::board::Size;
use crate::rules::RuleKind;
use std::sync::{Arc, OnceLock};

/// One of them: its file, and the boards on which it is better than the classic evaluation.
struct Shipped {
    file: &'static [u8],
    /// Shortest and longest side of a board.
    sides: (u8, u8),
}

/// The network of a rule, where there is one.
const fn shipped_for(rule: RuleKind) -> Option<Shipped> {
    match rule {
        RuleKind::Renju => {
            Some(Shipped { file: include_bytes!("nets/renju.bin"), sides: (15, 15) })
        }
        RuleKind::Freestyle => {
            Some(Shipped { file: include_bytes!("nets/freestyle.bin"), sides: (15, 20) })
        }
        RuleKind::Standard => {
            Some(Shipped { file: include_bytes!("nets/standard.bin"), sides: (15, 15) })
        }
        // None is trained for these.
        RuleKind::Caro | RuleKind::ExactCaro | RuleKind::Nendzyu(_) => None,
    }
}

/// Whether there is a network for games under `rule` on boards of `size`.
pub fn is_shipped(rule: RuleKind, size: Size) -> bool {
    let (width, height) = (size.width(), size.height());
    shipped_for(rule).is_some_and(|Shipped { sides: (least, most), .. }| {
        width.min(height) >= least && width.max(height) <= most
    })
}

/// The network for games under `rule` on boards of `size`, if there is one. It is read once and kept:
/// reading it again and again, as games of other rules come between, would take time and leave holes
/// in the memory.
pub fn shipped(rule: RuleKind, size: Size) -> Option<Arc<Network>> {
    static NETWORKS: [OnceLock<Option<Arc<Network>>>; RuleKind::ALL.len()] =
        [const { OnceLock::new() }; RuleKind::ALL.len()];
    let shipped = shipped_for(rule).filter(|_| is_shipped(rule, size))?;
    let read = || match Network::read(shipped.file) {
        Ok(network) => Some(Arc::new(network)),
        Err(error) => {
            log::error!("the network of {rule} is damaged: {error}");
            None
        }
    };
    NETWORKS[rule.index()].get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_whole_and_of_their_rule() {
        for rule in RuleKind::ALL {
            if let Some(shipped) = shipped_for(rule) {
                assert_eq!(Network::read(shipped.file).unwrap().rule(), rule);
            }
        }
    }

    #[test]
    fn networks_are_used_on_the_boards_that_they_know() {
        let has = |rule, width, height| {
            let size = Size::new(width, height).unwrap();
            assert_eq!(shipped(rule, size).is_some(), is_shipped(rule, size), "{rule} {size}");
            is_shipped(rule, size)
        };
        for (width, height, freestyle) in [
            (14, 15, false),
            (15, 15, true),
            (15, 20, true),
            (19, 19, true),
            (20, 20, true),
            (20, 21, false),
            (32, 32, false),
        ] {
            assert_eq!(has(RuleKind::Freestyle, width, height), freestyle, "{width}x{height}");
            let is_usual = (width, height) == (15, 15);
            assert_eq!(has(RuleKind::Renju, width, height), is_usual, "{width}x{height}");
            assert_eq!(has(RuleKind::Standard, width, height), is_usual, "{width}x{height}");
            assert!(!has(RuleKind::Caro, width, height), "{width}x{height}");
        }
    }
}
