//! The beginning of a file of games.

use super::error::{DataError, DataErrorKind};
use crate::board::Size;
use crate::rules::RuleKind;

/// How every file begins.
pub(super) const MAGIC: &[u8; 8] = b"TNGNDATA";
const VERSION: u16 = 1;
/// Bytes before the recipe.
pub(super) const FIXED: usize = 20;
/// The longest recipe, in bytes: of merged files it has those of all.
pub(super) const LONGEST_RECIPE: u32 = 1 << 20;

/// The rules of which there are such files, by their numbers.
pub const RULES: [RuleKind; 3] = [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju];

/// The number of a rule; `None` for rules of which there are no such files.
pub fn rule_code(rule: RuleKind) -> Option<u8> {
    RULES.iter().position(|&known| known == rule).map(|code| code as u8)
}

/// What all games of a file have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule.
    rule: RuleKind,
    /// The board.
    size: Size,
    /// What made the games.
    recipe: String,
}

impl Header {
    /// A header. `None` when there are no such files of the rule, or when the recipe has more than
    /// 2^20 bytes.
    pub fn new(rule: RuleKind, size: Size, recipe: String) -> Option<Header> {
        let fits = recipe.len() <= LONGEST_RECIPE as usize && rule_code(rule).is_some();
        fits.then_some(Header { rule, size, recipe })
    }

    /// The rule of the games.
    pub fn rule(&self) -> RuleKind {
        self.rule
    }

    /// Their board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What made them: lines of text.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// The header as a file has it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        // A header is not made of another rule.
        bytes.push(rule_code(self.rule).unwrap_or_default());
        bytes.extend([self.size.width(), self.size.height(), 0, 0, 0]);
        bytes.extend((self.recipe.len() as u32).to_le_bytes());
        bytes.extend(self.recipe.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The header without its recipe, and the recipe's length.
    pub(super) fn parse_fixed(bytes: &[u8; FIXED]) -> Result<(Header, u32), DataError> {
        let failed = |offset, kind| Err(DataError { offset, kind });
        if bytes[..8] != *MAGIC {
            return failed(0, DataErrorKind::Magic);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return failed(8, DataErrorKind::Version(version));
        }
        let Some(&rule) = RULES.get(usize::from(bytes[10])) else {
            return failed(10, DataErrorKind::Rule(bytes[10]));
        };
        let Ok(size) = Size::new(bytes[11], bytes[12]) else {
            return failed(11, DataErrorKind::Size(bytes[11], bytes[12]));
        };
        if let Some(at) = (13..16).find(|&at| bytes[at] != 0) {
            return failed(at as u64, DataErrorKind::Reserved(bytes[at]));
        }
        let length = u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
        if length > LONGEST_RECIPE {
            return failed(16, DataErrorKind::RecipeLength(length));
        }
        Ok((Header { rule, size, recipe: String::new() }, length))
    }

    /// The same header with a recipe.
    pub(super) fn with_recipe(self, recipe: Vec<u8>) -> Result<Header, DataError> {
        match String::from_utf8(recipe) {
            Ok(recipe) => Ok(Header { recipe, ..self }),
            Err(_) => Err(DataError { offset: FIXED as u64, kind: DataErrorKind::RecipeText }),
        }
    }
}
