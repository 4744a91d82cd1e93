//! What the classes are worth.
