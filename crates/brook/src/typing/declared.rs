//! Declared types: from words to types, structs, constants.

use super::Typer;
use crate::fault::{Fault, Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{BaseType, Declaration, Derivation, Expression, Flow, TypeName};
use crate::tree::{Node, Op, Role};
use crate::types::{Kind, MOST_BYTES, Member, Struct, Type, named_number};
use std::rc::Rc;

/// The most names of types that stand for each other.
const MOST_NAMES: usize = 32;

impl Typer<'_> {
    pub(super) fn define_constants(&mut self) -> Outcome<()> {
        let mut next = 0_i64;
        for (name, at, value) in &self.syntax.constants {
            if let Some(value) = value {
                next = self.evaluate_constant(value)?;
            }
            if self.constants.insert(name.clone(), next).is_some() {
                return refuse_text(*at, format!("the constant {} is defined twice; rename one", shorten_name(name)));
            }
            next = next.wrapping_add(1);
        }
        Ok(())
    }

    pub(super) fn define_structs(&mut self) -> Outcome<()> {
        for syntax in &self.syntax.structs {
            let mut members: Vec<Member> = Vec::new();
            let (mut size, mut align) = (0_usize, 1);
            for member in &syntax.members {
                let ty = self.resolve_type(&member.type_name)?;
                if matches!(ty, Type::Void | Type::Stream(_)) {
                    let found = self.describe_type(&ty);
                    return refuse_text(
                        member.at,
                        format!(
                            "expected a number, struct, array or pointer as a member, found {found}; change its type"
                        ),
                    );
                }
                if members.iter().any(|known| known.name == member.name) {
                    let name = shorten_name(&member.name);
                    return refuse_text(member.at, format!("the member {name} is there twice; rename one"));
                }
                let (bytes, alignment) = self.types.size_align(&ty);
                let offset = size.next_multiple_of(alignment);
                size = offset.saturating_add(bytes);
                align = align.max(alignment);
                if size > MOST_BYTES {
                    return refuse_text(
                        member.at,
                        format!("this struct has more than {MOST_BYTES} bytes; make its arrays smaller"),
                    );
                }
                members.push(Member { name: member.name.clone(), ty, offset });
            }
            let size = size.next_multiple_of(align);
            self.types
                .structs
                .push(Struct { name: syntax.name.clone(), members, size, align });
        }
        // A struct without a name has that of its typedef.
        for (name, of) in &self.syntax.type_names {
            if let (BaseType::Struct(at), true) = (&of.specifier.base, of.derivations.is_empty())
                && let Some(known) = self.types.structs.get_mut(*at)
            {
                known.name.clone_from(name);
            }
        }
        Ok(())
    }

    /// Returns the type that a declaration writes.
    pub(super) fn resolve_type(&self, name: &TypeName) -> Outcome<Type> {
        self.resolve_at_depth(name, 0)
    }

    fn resolve_at_depth(&self, name: &TypeName, depth: usize) -> Outcome<Type> {
        let at = name.specifier.at;
        let mut ty = match &name.specifier.base {
            BaseType::Struct(index) => Type::Struct(*index),
            BaseType::Named(base) => self.resolve_name(base, at, depth)?,
        };
        for derivation in &name.derivations {
            ty = match derivation {
                Derivation::Pointer => Type::Pointer(Rc::new(ty)),
                Derivation::Array(None) => Type::Array(Rc::new(ty), 0),
                Derivation::Array(Some(length)) => self.resolve_array(ty, length)?,
                Derivation::Stream(_) => Type::Stream(Rc::new(self.check_element(ty, at)?)),
            };
        }
        Ok(ty)
    }

    fn resolve_name(&self, name: &str, at: Position, depth: usize) -> Outcome<Type> {
        if let Some((kind, lanes)) = named_number(name) {
            return Ok(Type::of_numbers(kind, lanes));
        }
        if name == "void" {
            return Ok(Type::Void);
        }
        if depth > MOST_NAMES {
            return refuse_text(at, format!("the type {} stands for itself; define it by another", shorten_name(name)));
        }
        match self.syntax.type_names.iter().find(|(known, _)| known == name) {
            Some((_, of)) => self.resolve_at_depth(of, depth + 1),
            None => refuse_text(at, format!("the type {} is not defined; define it by typedef", shorten_name(name))),
        }
    }

    fn resolve_array(&self, of: Type, length: &Expression) -> Outcome<Type> {
        let value = self.evaluate_constant(length)?;
        let ty = usize::try_from(value).ok().map(|length| Type::Array(Rc::new(of), length));
        match ty.filter(|ty| self.types.size(ty) <= MOST_BYTES) {
            Some(ty) => Ok(ty),
            None => refuse_text(
                length.at,
                format!("expected a length of 0 to {MOST_BYTES} bytes, found {value}; use malloc for larger arrays"),
            ),
        }
    }

    /// Checks that a stream may have such elements.
    fn check_element(&self, ty: Type, at: Position) -> Outcome<Type> {
        let found = match self.types.list_leaves(&ty) {
            Ok(leaves) if leaves.is_empty() => self.describe_type(&ty),
            Ok(leaves) => match leaves.iter().find(|leaf| matches!(leaf.kind, Kind::Long | Kind::ULong)) {
                None => return Ok(ty),
                Some(_) => "a whole number of 64 bits".to_string(),
            },
            Err(found) => self.describe_type(&found),
        };
        refuse_text(
            at,
            format!(
                "expected a number, vector or struct of them as a stream's element, found {found}; change its type"
            ),
        )
    }

    /// Returns the type and the role of a kernel's parameter.
    pub(super) fn kernel_parameter(&self, parameter: &Declaration) -> Outcome<(Type, Role)> {
        let specifier = &parameter.type_name.specifier;
        let element = TypeName { specifier: specifier.clone(), derivations: Vec::new() };
        let element = self.check_element(self.resolve_type(&element)?, specifier.at)?;
        let derivations = &parameter.type_name.derivations;
        let is_stream = matches!(derivations.as_slice(), [Derivation::Stream(_)]);
        let arrays = derivations
            .iter()
            .filter(|derivation| matches!(derivation, Derivation::Array(_)))
            .count();
        let role = match (specifier.flow, is_stream) {
            (Flow::Out, _) if arrays == 0 => Role::Out,
            (Flow::Reduce, _) if arrays == 0 => Role::Reduce,
            (Flow::Push, _) if arrays == 0 => Role::Push,
            (Flow::In, true) => Role::Stream,
            (Flow::In, false) if arrays == derivations.len() && arrays > 0 => {
                if arrays > 4 {
                    return refuse_text(
                        parameter.at,
                        format!("expected a gather of 1 to 4 dimensions, found {arrays}; fold the last ones into one"),
                    );
                }
                return Ok((Type::Gather(Rc::new(element), arrays), Role::Gather));
            }
            (Flow::In, false) if derivations.is_empty() => Role::Constant,
            _ => {
                return refuse_text(
                    parameter.at,
                    "expected a number, a stream `x<>` or a gather `x[]` as a kernel's parameter, found another type; kernels have no pointers",
                );
            }
        };
        let known = derivations.is_empty() || is_stream;
        match known {
            true => Ok((element, role)),
            false => refuse_text(
                parameter.at,
                "expected `<>` after this parameter, found a pointer or array; kernels have no pointers",
            ),
        }
    }

    pub(super) fn host_parameter(&self, parameter: &Declaration) -> Outcome<Type> {
        let flow = parameter.type_name.specifier.flow;
        if flow != Flow::In {
            return refuse_text(
                parameter.at,
                "`out`, `reduce` and `vout` are for kernels; begin this function with `kernel`, or remove the word",
            );
        }
        Ok(match self.resolve_type(&parameter.type_name)? {
            Type::Array(of, _) => Type::Pointer(of),
            other => host_type(other),
        })
    }

    /// Returns the value of a constant expression of whole numbers.
    pub(super) fn evaluate_constant(&self, expression: &Expression) -> Outcome<i64> {
        let node = self.type_constant(expression)?;
        fold_constant(&node).ok_or_else(|| {
            Fault::new(
                expression.at,
                "expected a whole number that is known before the run, found another value; use a number or a #define",
            )
        })
    }
}

/// Returns the type that the host has where kernels have numbers of 0 to 1: bytes.
pub(super) fn host_type(ty: Type) -> Type {
    match ty {
        Type::Number { kind: Kind::Fixed, lanes } => Type::of_numbers(Kind::Byte, lanes),
        other => other,
    }
}

/// Returns the value of a node that has one before the run.
pub(super) fn fold_constant(node: &Node) -> Option<i64> {
    use crate::syntax::BinaryOperator as Binary;
    match &node.op {
        Op::Whole(value) => Some(*value),
        Op::Convert(of) if of.ty.as_number().is_some_and(|(kind, lanes)| !kind.is_real() && lanes == 1) => {
            let value = fold_constant(of)?;
            match node.ty.as_number()? {
                (kind, 1) if !kind.is_real() => Some(crate::numbers::wrap_integer(kind, value)),
                _ => None,
            }
        }
        Op::Convert(of) => match (&of.op, node.ty.as_number()?) {
            (Op::Real(value), (kind, 1)) if !kind.is_real() => Some(*value as i64),
            _ => None,
        },
        Op::Negate(of) => fold_constant(of)?.checked_neg(),
        Op::Complement(of) => Some(!fold_constant(of)?),
        Op::Not(of) => Some(i64::from(fold_constant(of)? == 0)),
        Op::Select(condition, yes, no) => fold_constant(if fold_constant(condition)? != 0 { yes } else { no }),
        Op::Binary(operator, left, right) => {
            let (left, right) = (fold_constant(left)?, fold_constant(right)?);
            Some(match operator {
                Binary::Add => left.checked_add(right)?,
                Binary::Subtract => left.checked_sub(right)?,
                Binary::Multiply => left.checked_mul(right)?,
                Binary::Divide => left.checked_div(right)?,
                Binary::Remainder => left.checked_rem(right)?,
                Binary::ShiftLeft => left.checked_shl(u32::try_from(right).ok()?)?,
                Binary::ShiftRight => left.checked_shr(u32::try_from(right).ok()?)?,
                Binary::BitAnd => left & right,
                Binary::BitOr => left | right,
                Binary::BitXor => left ^ right,
                Binary::Less => i64::from(left < right),
                Binary::Greater => i64::from(left > right),
                Binary::LessEqual => i64::from(left <= right),
                Binary::GreaterEqual => i64::from(left >= right),
                Binary::Equal => i64::from(left == right),
                Binary::NotEqual => i64::from(left != right),
                Binary::And => i64::from(left != 0 && right != 0),
                Binary::Or => i64::from(left != 0 || right != 0),
            })
        }
        _ => None,
    }
}
