//! The Gomocup protocol: text in, text out, around an [`Engine`](crate::engine::Engine).
