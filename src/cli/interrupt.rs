//! Ctrl-C that ends a search, not the program: what has been found is told.

use crate::search::StopFlag;
use std::sync::{Arc, Mutex, PoisonError};

/// What an interrupt stops. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    interrupted: bool,
    current: Option<StopFlag>,
}

impl Interrupt {
    /// Takes over the interrupt of this process. A second one ends it at once.
    pub fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        let told = interrupt.clone();
        let handler = move || {
            if !told.interrupt() {
                std::process::exit(130);
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            log::warn!("an interrupt will end the program at once: {error}");
        }
        interrupt
    }

    /// Stops what runs now and what comes later. Says whether this was the first interrupt.
    fn interrupt(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = &state.current {
            flag.stop();
        }
        !std::mem::replace(&mut state.interrupted, true)
    }

    /// Whether there was one.
    pub fn is_interrupted(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).interrupted
    }

    /// The flag of the next search.
    pub fn next_flag(&self) -> StopFlag {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let flag = StopFlag::new();
        if state.interrupted {
            flag.stop();
        }
        state.current = Some(flag.clone());
        flag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_this_search_and_all_later_ones() {
        let interrupt = Interrupt::default();
        let first = interrupt.next_flag();
        assert!(!first.is_stopped() && !interrupt.is_interrupted());
        assert!(interrupt.interrupt());
        assert!(first.is_stopped() && interrupt.next_flag().is_stopped());
        assert!(!interrupt.interrupt());
    }
}
