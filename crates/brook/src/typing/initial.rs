//! Declarations of variables, with their first values.

use super::Typer;
use super::declared::host_type;
use crate::fault::{Fault, Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{Declaration, Derivation, Expression, ExpressionKind};
use crate::tree::{Initial, Line, LineKind, Named, Node, Op, Variable};
use crate::types::{Kind, Type};
use std::rc::Rc;

/// The most values of an initialiser.
const MOST_VALUES: usize = 1 << 20;

impl Typer<'_> {
    /// Types the declaration of a variable, and adds it to its scope.
    pub(super) fn type_declaration(&mut self, declaration: &Declaration, is_global: bool) -> Outcome<Line> {
        let at = declaration.at;
        let specifier = &declaration.type_name.specifier;
        let mut ty = self.resolve_type(&declaration.type_name)?;
        if !self.in_kernel() {
            ty = host_variable(ty);
        }
        let is_stream = matches!(declaration.type_name.derivations.as_slice(), [Derivation::Stream(_)]);
        if is_stream && self.in_kernel() {
            return refuse_text(
                at,
                "expected a variable of a kernel, found a stream; streams are declared in host functions",
            );
        }
        if specifier.is_iterator && !is_stream {
            return refuse_text(
                at,
                "expected `<extents>` after the name of an iterator; write as iter float i<10> = iter(0, 10)",
            );
        }
        // A variable is known in its own first value, as in `float *p = malloc(sizeof *p)`.
        let named = Named { name: declaration.name.clone(), ty: ty.clone(), at };
        let variable = match is_global {
            false => Variable::Local(self.add_local(named)?),
            true => Variable::Global(self.add_global(named)?),
        };
        let initial = match declaration.type_name.derivations.as_slice() {
            [Derivation::Stream(extents)] => Some(self.type_stream(declaration, extents)?),
            _ => self.type_first_value(declaration, &mut ty)?,
        };
        self.check_variable(&ty, initial.is_some() || specifier.is_extern, at)?;
        let place = match variable {
            Variable::Local(local) => self.current.locals.get_mut(local),
            Variable::Global(global) => self.globals.get_mut(global),
        };
        if let Some(named) = place {
            named.ty = ty;
        }
        Ok(Line { at, kind: LineKind::Declare(variable, initial) })
    }

    /// Checks that a variable may have a type.
    fn check_variable(&self, ty: &Type, has_value: bool, at: Position) -> Outcome<()> {
        let fault = |sentence: &str| refuse_text(at, sentence);
        match ty {
            Type::Void => fault("a variable of type void has no value; give it a type such as float"),
            Type::Array(_, 0) if !has_value => {
                fault("expected the length of this array; write it between the brackets")
            }
            Type::Pointer(_) | Type::Stream(_) if self.in_kernel() => fault(
                "expected a number, vector, struct or array as a kernel's variable, found a pointer; kernels have no pointers",
            ),
            _ => Ok(()),
        }
    }

    fn add_global(&mut self, named: Named) -> Outcome<usize> {
        let at = self.globals.len();
        if self.function_names.contains_key(&named.name) || self.global_names.insert(named.name.clone(), at).is_some() {
            let name = shorten_name(&named.name);
            return refuse_text(named.at, format!("{name} is declared twice; rename one"));
        }
        self.globals.push(named);
        Ok(at)
    }

    /// Types the extents of a stream, and the range of an iterator.
    fn type_stream(&mut self, declaration: &Declaration, extents: &[Expression]) -> Outcome<Initial> {
        let at = declaration.at;
        if extents.is_empty() || extents.len() > 4 {
            let (name, found) = (shorten_name(&declaration.name), extents.len());
            return refuse_text(
                at,
                format!("the stream {name} expects 1 to 4 extents, found {found}; write as {name}<100>"),
            );
        }
        let mut typed = Vec::new();
        for extent in extents {
            let node = self.type_value(extent)?;
            match node.ty.as_number() {
                Some((kind, 1)) if !kind.is_real() => {
                    typed.push(super::conversions::convert_number(node, Kind::Long, 1))
                }
                _ => {
                    return Err(self.mismatch_fault(
                        node.at,
                        &Type::INT,
                        &node.ty,
                        "give a whole number as the extent",
                    ));
                }
            }
        }
        let Some(initial) = &declaration.initial else {
            return match declaration.type_name.specifier.is_iterator {
                false => Ok(Initial::Stream(typed)),
                true => refuse_text(at, "expected `= iter(from, to)` after an iterator; add its range"),
            };
        };
        let arguments = match &initial.kind {
            ExpressionKind::Call(callee, arguments) if matches!(&callee.kind, ExpressionKind::Name(name) if name == "iter") => {
                arguments
            }
            _ => {
                return refuse_text(
                    initial.at,
                    "a stream has no first value; fill it by streamRead, or declare it `iter float s<n> = iter(from, to)`",
                );
            }
        };
        let [from, to] = arguments.as_slice() else {
            let found = arguments.len();
            return refuse_text(
                initial.at,
                format!("iter expects two arguments, found {found}; give the first value and the one after the last"),
            );
        };
        let element = match self.resolve_type(&declaration.type_name)? {
            Type::Stream(element) => (*element).clone(),
            other => other,
        };
        if !matches!(element.as_number(), Some((Kind::Float, _))) {
            return Err(self.mismatch_fault(
                at,
                &Type::FLOAT,
                &element,
                "iterators are float, float2, float3 or float4",
            ));
        }
        let (from, to) = (self.type_value(from)?, self.type_value(to)?);
        let range = Box::new((self.convert_node(from, &element)?, self.convert_node(to, &element)?));
        Ok(Initial::Iterator(typed, range))
    }

    /// Types the first value of a variable; an array without a length gets that of its values.
    fn type_first_value(&mut self, declaration: &Declaration, ty: &mut Type) -> Outcome<Option<Initial>> {
        let Some(initial) = &declaration.initial else { return Ok(None) };
        if let (ExpressionKind::Text(bytes), Type::Array(of, length)) = (&initial.kind, &*ty)
            && of.as_number().is_some_and(|(kind, _)| kind.size() == 1)
        {
            let mut bytes = bytes.clone();
            bytes.push(0);
            let length = if *length == 0 { bytes.len() } else { *length };
            bytes.truncate(length);
            *ty = Type::Array(of.clone(), length);
            return Ok(Some(Initial::Bytes(bytes)));
        }
        let ExpressionKind::List(values) = &initial.kind else {
            let value = self.type_value(initial)?;
            return Ok(Some(Initial::Value(self.convert_node(value, ty)?)));
        };
        if let Type::Number { kind, lanes } = ty {
            let (kind, lanes) = (*kind, *lanes);
            return self
                .type_vector_list(values, kind, lanes, initial.at)
                .map(|node| Some(Initial::Value(node)));
        }
        if let Type::Array(of, 0) = &*ty {
            *ty = Type::Array(of.clone(), values.len());
        }
        if self.in_kernel() {
            return refuse_text(
                initial.at,
                "expected a value, found values in braces; assign the elements one by one in a kernel",
            );
        }
        let mut filled = Vec::new();
        self.fill_members(values, ty, 0, initial.at, &mut filled)?;
        Ok(Some(Initial::Fill(filled)))
    }

    fn type_vector_list(&mut self, values: &[Expression], kind: Kind, lanes: u8, at: Position) -> Outcome<Node> {
        let mut parts = Vec::new();
        for value in values {
            let part = self.type_value(value)?;
            parts.push(self.convert_node(part, &Type::of_numbers(kind, 1))?);
        }
        if parts.len() > usize::from(lanes) {
            let found = parts.len();
            return refuse_text(
                at,
                format!("expected at most {lanes} values for this vector, found {found}; leave some out"),
            );
        }
        while parts.len() < usize::from(lanes) {
            let zero = Node { at, ty: Type::INT, op: Op::Whole(0) };
            parts.push(super::conversions::convert_number(zero, kind, 1));
        }
        match lanes {
            1 => parts
                .into_iter()
                .next()
                .ok_or_else(|| Fault::new(at, "expected a value in these braces")),
            _ => Ok(Node { at, ty: Type::of_numbers(kind, lanes), op: Op::Construct(parts) }),
        }
    }

    /// Places values of braces at their bytes. Inner braces may be left out, as in C.
    fn fill_members(
        &mut self,
        values: &[Expression],
        ty: &Type,
        offset: usize,
        at: Position,
        filled: &mut Vec<(usize, Node)>,
    ) -> Outcome<()> {
        let mut slots = Vec::new();
        let flat = !values.iter().any(|value| matches!(value.kind, ExpressionKind::List(_)));
        match (ty, flat) {
            (Type::Array(of, length), _)
                if !flat || of.as_number().is_some() || matches!(**of, Type::Pointer(_) | Type::Struct(_)) =>
            {
                let size = self.types.size(of);
                slots.extend((0..*length).take(values.len() + 1).map(|i| ((**of).clone(), offset + i * size)));
            }
            (Type::Struct(_), false) => {
                slots.extend(self.list_members(ty).into_iter().map(|(ty, inner)| (ty, offset + inner)));
            }
            _ => self.add_slots(ty, offset, values.len() + 1, &mut slots),
        }
        if values.len() > slots.len() || filled.len() > MOST_VALUES {
            let (of, found) = (self.describe_type(ty), values.len());
            return refuse_text(
                at,
                format!("expected at most {} values for {of}, found {found}; leave some out", slots.len()),
            );
        }
        for (value, (ty, offset)) in values.iter().zip(slots) {
            match &value.kind {
                ExpressionKind::List(inner) if ty.as_number().is_none() => {
                    self.fill_members(inner, &ty, offset, value.at, filled)?
                }
                ExpressionKind::List(inner) => {
                    let (kind, lanes) = ty.as_number().unwrap_or((Kind::Int, 1));
                    let node = self.type_vector_list(inner, kind, lanes, value.at)?;
                    filled.push((offset, node));
                }
                _ => {
                    let node = self.type_value(value)?;
                    filled.push((offset, self.convert_node(node, &ty)?));
                }
            }
        }
        Ok(())
    }

    fn list_members(&self, ty: &Type) -> Vec<(Type, usize)> {
        let Type::Struct(index) = ty else { return Vec::new() };
        let known = self.types.structs.get(*index);
        known
            .map_or(Vec::new(), |known| known.members.iter().map(|member| (member.ty.clone(), member.offset)).collect())
    }

    /// Lists the numbers of a type in order, at most `most`.
    fn add_slots(&self, ty: &Type, offset: usize, most: usize, slots: &mut Vec<(Type, usize)>) {
        match ty {
            Type::Array(of, length) => {
                let size = self.types.size(of);
                for i in 0..*length {
                    if slots.len() >= most || size == 0 {
                        return;
                    }
                    self.add_slots(of, offset + i * size, most, slots);
                }
            }
            Type::Struct(_) => {
                for (ty, inner) in self.list_members(ty) {
                    if slots.len() < most {
                        self.add_slots(&ty, offset + inner, most, slots);
                    }
                }
            }
            other => slots.push((other.clone(), offset)),
        }
    }
}

/// Returns the type of a host variable: numbers of 0 to 1 are bytes there, streams keep them.
fn host_variable(ty: Type) -> Type {
    match ty {
        Type::Array(of, length) => Type::Array(Rc::new(host_variable((*of).clone())), length),
        Type::Pointer(of) if !matches!(*of, Type::Stream(_)) => Type::Pointer(Rc::new(host_variable((*of).clone()))),
        other => host_type(other),
    }
}
