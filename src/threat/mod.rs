//! The solver of forcing fours.
