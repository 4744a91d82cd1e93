//! The class of every empty point in every direction, kept stone by stone.
