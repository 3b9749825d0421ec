//! Blocks of states: `{ MinFilter = Linear; Texture = <picture>; }`. The host sets them; they are read only to find what
//! no compiler takes. In HLSL every variable may have one, or one for each component in a list.

use super::Parser;
use crate::request::Language;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind, Length};
use crate::token::{Place, TokenKind};
use crate::types::Type;

/// The functions of effects that set states, with the least and the most of their arguments.
const STATE_FUNCTIONS: [(&str, usize, usize); 10] = [
    ("SetBlendState", 3, 3),
    ("SetDepthStencilState", 2, 2),
    ("SetRasterizerState", 1, 1),
    ("SetVertexShader", 1, 1),
    ("SetDomainShader", 1, 1),
    ("SetHullShader", 1, 1),
    ("SetGeometryShader", 1, 1),
    ("SetPixelShader", 1, 1),
    ("SetComputeShader", 1, 1),
    ("OMSetRenderTargets", 2, 9),
];

impl Parser {
    /// Reads the states of a variable: a block, or a list of blocks in HLSL.
    pub(super) fn read_state_blocks(&mut self, kind: &Type, lengths: &[Length]) -> CgResult<Expression> {
        let place = self.require_symbol("{", "the name of the variable")?;
        if self.language == Language::Hlsl && self.peek_token().is_symbol("{") {
            let found = self.read_block_list()?;
            if let Some(wanted) = count_blocks(kind, lengths).filter(|wanted| *wanted != found) {
                let message = format!("expected {wanted} blocks of states, one for each component, found {found}");
                return Err(CgError::new(place, message));
            }
        } else {
            self.read_states()?;
        }
        Ok(Expression { kind: ExpressionKind::SamplerState, place, depth: 1 })
    }

    /// Reads blocks with commas between them, to the brace after the last; returns their number.
    fn read_block_list(&mut self) -> CgResult<usize> {
        let mut count = 0;
        loop {
            self.require_symbol("{", "the list of blocks of states")?;
            self.read_states()?;
            count += 1;
            if !self.accept_symbol(",") {
                break;
            }
        }
        self.require_symbol("}", "the last block of states").map(|_| count)
    }

    /// Reads states, to the brace after them.
    fn read_states(&mut self) -> CgResult<()> {
        while !self.accept_symbol("}") {
            self.read_state()?;
        }
        Ok(())
    }

    /// Reads `NAME = VALUE;`. The name may be a word of the language, as `Texture` is.
    fn read_state(&mut self) -> CgResult<()> {
        let name = self.next_token();
        if name.kind != TokenKind::Word {
            let found = name.describe_token();
            return Err(CgError::new(name.place, format!("expected a state, as MinFilter = Linear;, found {found}")));
        }
        let state = format!("the state '{}'", name.text);
        if self.language == Language::Hlsl && self.peek_token().is_symbol("(") {
            self.read_state_call(&name.text, name.place)?;
            return self.require_symbol(";", &state).map(|_| ());
        }
        if self.accept_symbol("[") {
            let number = self.next_token();
            if number.kind != TokenKind::Number {
                let found = number.describe_token();
                let message = format!("expected a whole number as the index of a state, found {found}");
                return Err(CgError::new(number.place, message));
            }
            self.require_symbol("]", "the index of the state")?;
        }
        self.require_symbol("=", &state)?;
        if self.accept_symbol("<") {
            self.require_name("the name of a texture")?;
            self.require_symbol(">", "the name of the texture")?;
        } else {
            let value = self.read_initializer()?;
            self.refuse_state_value(&value)?;
        }
        self.require_symbol(";", &state).map(|_| ())
    }

    /// Reads the arguments of a function that sets a state.
    fn read_state_call(&mut self, name: &str, place: Place) -> CgResult<()> {
        let Some((_, least, most)) = STATE_FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            let message = format!("'{name}' is not a function that sets a state; write it as NAME = VALUE;");
            return Err(CgError::new(place, message));
        };
        let arguments = self.read_arguments()?;
        if !(*least..=*most).contains(&arguments.len()) {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format!("expected {wanted} arguments of {name}, found {}", arguments.len());
            return Err(CgError::new(place, message));
        }
        for argument in &arguments {
            self.refuse_state_value(argument)?;
        }
        Ok(())
    }

    /// Refuses what no state's value has. A name that stands for nothing is taken as a number.
    fn refuse_state_value(&self, value: &Expression) -> CgResult<()> {
        if self.language != Language::Hlsl {
            return Ok(());
        }
        let parts: Vec<&Expression> = match &value.kind {
            ExpressionKind::Call { name, arguments } => {
                let is_known = self.program.functions.iter().any(|function| function.name == *name)
                    || crate::writer::is_function(name);
                if !is_known {
                    let message = format!("there is no function '{name}' for the value of a state; define it above");
                    return Err(CgError::new(value.place, message));
                }
                arguments.iter().collect()
            }
            ExpressionKind::Cast { kind: Type::Sampler(_) | Type::Host, .. } => {
                return Err(CgError::new(value.place, "a state's value is not cast to a sampler; leave the cast out"));
            }
            ExpressionKind::Index { of, .. } if self.is_undeclared(of) => {
                return Err(CgError::new(value.place, "this name is not an array; leave the index out"));
            }
            ExpressionKind::Member { of, name } if self.is_undeclared(of) && !matches!(&**name, "x" | "r") => {
                return Err(CgError::new(value.place, format!("this name is one number, which has no '.{name}'")));
            }
            ExpressionKind::Construct { arguments, .. } | ExpressionKind::List(arguments) => arguments.iter().collect(),
            ExpressionKind::Cast { value, .. } | ExpressionKind::Unary { value, .. } => vec![&**value],
            ExpressionKind::Binary { left, right, .. } => vec![&**left, &**right],
            _ => Vec::new(),
        };
        parts.into_iter().try_for_each(|part| self.refuse_state_value(part))
    }

    /// Returns true for a name that no variable outside of functions has.
    fn is_undeclared(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Name(name) => !self.program.globals.iter().any(|global| global.name == *name),
            _ => false,
        }
    }
}

/// Returns the number of components of a variable; `None` for structs, and for lengths that are not numbers.
fn count_blocks(kind: &Type, lengths: &[Length]) -> Option<usize> {
    let mut count = match kind {
        Type::Number(_, shape) => shape.component_count(),
        Type::Struct(_) => return None,
        _ => 1,
    };
    for length in lengths {
        match &length.as_ref()?.kind {
            ExpressionKind::Number { value, .. } => count = count.saturating_mul(*value as usize),
            _ => return None,
        }
    }
    Some(count)
}
