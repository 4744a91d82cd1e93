//! What managers load: speaks the Gomocup protocol at once.

fn main() {}
