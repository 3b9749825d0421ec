//! The states of a sampler: `{ MinFilter = Linear; Texture = <picture>; }`. The host sets them; they are read only to
//! find what no compiler takes.

use super::Parser;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind};
use crate::token::TokenKind;

impl Parser {
    /// Reads the braces of a sampler's states.
    pub(super) fn read_sampler_states(&mut self) -> CgResult<Expression> {
        let place = self.require_symbol("{", "the name of the sampler")?;
        while !self.accept_symbol("}") {
            self.read_sampler_state()?;
        }
        Ok(Expression { kind: ExpressionKind::SamplerState, place, depth: 1 })
    }

    /// Reads `NAME = VALUE;`. The name may be a word of the language, as `Texture` is.
    fn read_sampler_state(&mut self) -> CgResult<()> {
        let name = self.next_token();
        if name.kind != TokenKind::Word {
            let found = name.describe_token();
            return Err(CgError::new(name.place, format!("expected a state, as MinFilter = Linear;, found {found}")));
        }
        if self.peek_token().is_symbol("[") {
            self.skip_brackets("[", "]")?;
        }
        let state = format!("the state '{}'", name.text);
        self.require_symbol("=", &state)?;
        if self.accept_symbol("<") {
            self.require_name("the name of a texture")?;
            self.require_symbol(">", "the name of the texture")?;
        } else {
            self.read_initializer()?;
        }
        self.require_symbol(";", &state).map(|_| ())
    }
}
