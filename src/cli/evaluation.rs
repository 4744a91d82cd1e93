//! The options that choose the evaluation, of every command that searches for its user.

use super::error::CommandError;
use crate::eval::Evaluation;
use crate::eval::nnue::Network;
use std::path::PathBuf;
use std::sync::Arc;

/// Which evaluation is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// The network of the rule; the classic evaluation where there is none
    Nnue,
    /// Sums over pattern classes
    Classic,
}

/// Arguments about the evaluation.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct EvaluationArgs {
    /// What values positions [default: nnue]
    #[arg(long, value_name = "KIND")]
    pub eval: Option<Kind>,

    /// Value positions with the network of this file, in games of its rule
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl EvaluationArgs {
    /// The evaluation that is asked for.
    ///
    /// # Errors
    /// A file that cannot be read or is refused, and a file together with the classic evaluation.
    pub fn evaluation(&self) -> Result<Evaluation, CommandError> {
        match (self.eval, &self.weights) {
            (Some(Kind::Classic), Some(_)) => {
                Err(CommandError::input("--weights is for a network: leave --eval classic out"))
            }
            (Some(Kind::Classic), None) => Ok(Evaluation::Classic),
            (_, None) => Ok(Evaluation::Network),
            (_, Some(file)) => {
                let wrong = |error: &dyn std::fmt::Display| {
                    CommandError::input(format!("{}: {error}", file.display()))
                };
                let bytes = std::fs::read(file).map_err(|error| wrong(&error))?;
                let network = Network::read(&bytes).map_err(|error| wrong(&error))?;
                Ok(Evaluation::Loaded(Arc::new(network)))
            }
        }
    }
}
