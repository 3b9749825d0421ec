//! Expressions of a kernel in GLSL.

use super::instances::{Printer, uses_index};
use super::names::{member_name, number_name, scalar_name};
use crate::fault::{Outcome, refuse_text};
use crate::syntax::BinaryOperator;
use crate::tree::{Node, Op, Role};
use crate::types::Kind;
use crate::typing::conversions::convert_number;

/// The level of an expression that needs no brackets. Operators bind less tightly and have lower levels; an operand
/// of a lower level than its operator gets brackets.
const PRIMARY: u8 = 20;
const UNARY: u8 = 17;
const POSTFIX: u8 = 18;
const ADDITION: u8 = 11;
const SHIFT: u8 = 10;
const BIT_AND: u8 = 7;
const CHOICE: u8 = 2;
const ASSIGNMENT: u8 = 1;
const COMMA: u8 = 0;

/// Returns how tightly an operator binds among these levels.
fn operator_level(operator: BinaryOperator) -> u8 {
    operator.binding_level() + CHOICE
}

impl Printer<'_> {
    /// Returns an expression, in brackets if it binds less tightly than `level`.
    pub(super) fn print_value(&mut self, node: &Node, level: u8) -> Outcome<String> {
        let (text, own) = self.print_bare(node)?;
        Ok(if own < level { format!("({text})") } else { text })
    }

    fn print_bare(&mut self, node: &Node) -> Outcome<(String, u8)> {
        Ok(match &node.op {
            Op::Whole(value) => print_whole(*value, node),
            Op::Real(value) => print_real(*value, node),
            Op::Local(local) => (self.locals.get(*local).cloned().unwrap_or_default(), PRIMARY),
            Op::IndexOf(parameter) => (self.index_of(*parameter), PRIMARY),
            Op::Element { base, index, .. } => {
                let base = self.print_value(base, PRIMARY)?;
                (format!("{base}[{}]", self.print_value(index, 0)?), PRIMARY)
            }
            Op::Member { base, name, .. } => {
                (format!("{}.{}", self.print_value(base, PRIMARY)?, member_name(name)), PRIMARY)
            }
            Op::Swizzle { base, lanes } => self.print_swizzle(base, lanes)?,
            Op::Convert(of) => self.print_conversion(of, node)?,
            Op::Negate(of) => (format!("-{}", self.print_value(of, UNARY + 1)?), UNARY),
            Op::Complement(of) => (format!("~{}", self.print_value(of, UNARY + 1)?), UNARY),
            Op::Not(of) => match of.ty.as_number() {
                Some((_, lanes)) if lanes > 1 => (format!("not({})", self.print_value(of, 0)?), PRIMARY),
                _ => (format!("!{}", self.print_value(of, UNARY + 1)?), UNARY),
            },
            Op::Binary(operator, left, right) => self.print_binary(*operator, left, right)?,
            Op::Select(condition, yes, no) => self.print_select(condition, yes, no)?,
            Op::Comma(left, right) => {
                (format!("{}, {}", self.print_value(left, ASSIGNMENT)?, self.print_value(right, ASSIGNMENT)?), COMMA)
            }
            Op::Assign(place, value) => {
                let place = self.print_value(place, PRIMARY)?;
                (format!("{place} = {}", self.print_value(value, ASSIGNMENT)?), ASSIGNMENT)
            }
            Op::Update { place, operator, operand } => self.print_update(place, *operator, operand)?,
            Op::Step { place, by, is_postfix } => {
                let sign = if *by < 0 { "--" } else { "++" };
                let place = self.print_value(place, PRIMARY)?;
                if *is_postfix { (format!("{place}{sign}"), POSTFIX) } else { (format!("{sign}{place}"), UNARY) }
            }
            Op::Construct(parts) => {
                let (kind, lanes) = node.ty.as_number().unwrap_or((Kind::Float, 1));
                let parts = self.print_list(parts)?;
                (format!("{}({parts})", number_name(kind, lanes)), PRIMARY)
            }
            Op::Call { function, arguments } => self.print_call(*function, arguments)?,
            Op::Library(row, arguments) => self.print_library(row, arguments, node)?,
            Op::Gather { parameter, index } => self.print_gather(*parameter, index, node)?,
            Op::Push(parameter) => self.print_push(*parameter),
            Op::Text(_)
            | Op::Global(_)
            | Op::Dereference(_)
            | Op::Move { .. }
            | Op::Between { .. }
            | Op::AddressOf(_)
            | Op::Domain { .. } => {
                return refuse_text(
                    node.at,
                    "expected numbers in a kernel, found pointers or streams of the host; give the value as a parameter",
                );
            }
        })
    }

    pub(super) fn print_list(&mut self, nodes: &[Node]) -> Outcome<String> {
        let parts: Outcome<Vec<String>> = nodes.iter().map(|node| self.print_value(node, 1)).collect();
        Ok(parts?.join(", "))
    }

    fn print_swizzle(&mut self, base: &Node, lanes: &[u8]) -> Outcome<(String, u8)> {
        if let (Some((kind, 1)), true) = (base.ty.as_number(), lanes.len() > 1) {
            let base = self.print_value(base, 0)?;
            return Ok((format!("{}({base})", number_name(kind, lanes.len() as u8)), PRIMARY));
        }
        if let Some((_, 1)) = base.ty.as_number() {
            return self.print_bare(base);
        }
        let names: String = lanes.iter().filter_map(|&lane| "xyzw".chars().nth(usize::from(lane))).collect();
        let base = self.print_value(base, PRIMARY)?;
        Ok((format!("{base}.{names}"), PRIMARY))
    }

    fn print_conversion(&mut self, of: &Node, node: &Node) -> Outcome<(String, u8)> {
        let (Some((from, from_lanes)), Some((to, lanes))) = (of.ty.as_number(), node.ty.as_number()) else {
            return refuse_text(
                node.at,
                "expected a number to convert in a kernel, found another value; convert numbers",
            );
        };
        let same = scalar_name(from) == scalar_name(to) && from_lanes == lanes;
        let inner = match same {
            true => self.print_bare(of)?,
            false => (format!("{}({})", number_name(to, lanes), self.print_value(of, 0)?), PRIMARY),
        };
        if from == to || has_room_for(to, from) {
            return Ok(inner);
        }
        let (text, level) = inner;
        let bracketed = |wanted: u8| if level < wanted { format!("({text})") } else { text.clone() };
        Ok(match to {
            Kind::Char => (format!("({} << 24) >> 24", bracketed(SHIFT + 1)), SHIFT),
            Kind::Short => (format!("({} << 16) >> 16", bracketed(SHIFT + 1)), SHIFT),
            Kind::Byte => (format!("{} & 255", bracketed(BIT_AND + 1)), BIT_AND),
            Kind::Word => (format!("{} & 65535", bracketed(BIT_AND + 1)), BIT_AND),
            Kind::Fixed => (format!("clamp({text}, 0.0, 1.0)"), PRIMARY),
            _ => (text, level),
        })
    }

    fn print_binary(&mut self, operator: BinaryOperator, left: &Node, right: &Node) -> Outcome<(String, u8)> {
        let (kind, lanes) = left.ty.as_number().unwrap_or((Kind::Float, 1));
        if operator.is_comparison() && lanes > 1 {
            let name = match operator {
                BinaryOperator::Less => "lessThan",
                BinaryOperator::Greater => "greaterThan",
                BinaryOperator::LessEqual => "lessThanEqual",
                BinaryOperator::GreaterEqual => "greaterThanEqual",
                BinaryOperator::Equal => "equal",
                _ => "notEqual",
            };
            return Ok((format!("{name}({}, {})", self.print_value(left, 1)?, self.print_value(right, 1)?), PRIMARY));
        }
        if operator.is_logical() && lanes > 1 {
            let sign = if operator == BinaryOperator::And { "*" } else { "+" };
            let (left, right) = (self.print_value(left, 0)?, self.print_value(right, 0)?);
            return Ok((format!("notEqual(ivec{lanes}({left}) {sign} ivec{lanes}({right}), ivec{lanes}(0))"), PRIMARY));
        }
        if operator == BinaryOperator::Remainder && kind.is_real() {
            let name = self.use_function("brook_fmod");
            return Ok((format!("{name}({}, {})", self.print_value(left, 1)?, self.print_value(right, 1)?), PRIMARY));
        }
        // GLSL leaves the remainder of negative numbers open.
        if operator == BinaryOperator::Remainder && kind != Kind::UInt {
            let name = self.use_function("brook_remainder");
            return Ok((format!("{name}({}, {})", self.print_value(left, 1)?, self.print_value(right, 1)?), PRIMARY));
        }
        let level = operator_level(operator);
        let left = self.print_value(left, level)?;
        let right = self.print_value(right, level + 1)?;
        Ok((format!("{left} {} {right}", operator.operator_sign()), level))
    }

    fn print_select(&mut self, condition: &Node, yes: &Node, no: &Node) -> Outcome<(String, u8)> {
        let several = matches!(condition.ty.as_number(), Some((_, lanes)) if lanes > 1);
        if !several {
            let condition = self.print_value(condition, CHOICE + 1)?;
            let (yes, no) = (self.print_value(yes, CHOICE)?, self.print_value(no, CHOICE)?);
            return Ok((format!("{condition} ? {yes} : {no}"), CHOICE));
        }
        let kind = yes.ty.as_number().map_or(Kind::Float, |(kind, _)| kind);
        let (condition, yes, no) =
            (self.print_value(condition, 1)?, self.print_value(yes, 1)?, self.print_value(no, 1)?);
        let name = match scalar_name(kind) {
            "float" | "double" => return Ok((format!("mix({no}, {yes}, {condition})"), PRIMARY)),
            "uint" => self.use_function("brook_choose_uint"),
            "bool" => self.use_function("brook_choose_bool"),
            _ => self.use_function("brook_choose_int"),
        };
        Ok((format!("{name}({condition}, {yes}, {no})"), PRIMARY))
    }

    /// Prints `place op= operand`; written out if the operation is of another type than the place.
    fn print_update(&mut self, place: &Node, operator: BinaryOperator, operand: &Node) -> Outcome<(String, u8)> {
        let kind = place.ty.as_number().map_or(Kind::Float, |(kind, _)| kind);
        let is_plain = place.ty == operand.ty && kind.promote_kind() == kind && operator != BinaryOperator::Remainder;
        if is_plain && !operator.is_logical() {
            let place = self.print_value(place, PRIMARY)?;
            return Ok((
                format!("{place} {}= {}", operator.operator_sign(), self.print_value(operand, ASSIGNMENT)?),
                ASSIGNMENT,
            ));
        }
        let Some((of, lanes)) = operand.ty.as_number() else { return Ok((String::new(), PRIMARY)) };
        let (own, own_lanes) = place.ty.as_number().unwrap_or((of, lanes));
        let left = convert_number(place.clone(), of, lanes);
        let op = Op::Binary(operator, Box::new(left), Box::new(operand.clone()));
        let whole = Node { at: place.at, ty: operand.ty.clone(), op };
        let whole = convert_number(whole, own, own_lanes);
        let place = self.print_value(place, PRIMARY)?;
        Ok((format!("{place} = {}", self.print_value(&whole, ASSIGNMENT)?), ASSIGNMENT))
    }

    /// Prints a call of another kernel. Gathers are not arguments in GLSL: the function's text names them.
    fn print_call(&mut self, function: usize, arguments: &[Node]) -> Outcome<(String, u8)> {
        let Some(callee) = self.tree.functions.get(function) else { return Ok((String::new(), PRIMARY)) };
        let mut printed = Vec::new();
        let mut gathers = Vec::new();
        for (argument, (at, _, role)) in arguments.iter().zip(callee.parameters()) {
            let local = if let Op::Local(local) = argument.op { Some(local) } else { None };
            if role == Role::Gather {
                gathers.push(local.and_then(|local| self.current.gathers.get(local).copied().flatten()));
                continue;
            }
            gathers.push(None);
            printed.push(self.print_value(argument, 1)?);
            if role == Role::Stream && uses_index(self.tree, function, at) {
                printed.push(local.map_or("brook_index".to_string(), |local| self.index_of(local)));
            }
        }
        let name = self.instance_name(function, gathers)?;
        Ok((format!("{name}({})", printed.join(", ")), PRIMARY))
    }

    fn print_gather(&mut self, parameter: usize, index: &Node, node: &Node) -> Outcome<(String, u8)> {
        let Some(own) = self.current.gathers.get(parameter).copied().flatten() else {
            return refuse_text(
                node.at,
                "expected a gather of the kernel, found another value; give one of its parameters",
            );
        };
        self.read_gathers.insert(own);
        let (kind, lanes) = index.ty.as_number().unwrap_or((Kind::Float, 1));
        let index = self.print_value(index, 1)?;
        let (vector, zero) = if kind.is_real() { ("vec4", "0.0") } else { ("ivec4", "0") };
        let padded = match lanes {
            4 => index,
            lanes => format!("{vector}({index}{})", format!(", {zero}").repeat(4 - usize::from(lanes))),
        };
        Ok((format!("brook_gather_{own}({padded})"), PRIMARY))
    }

    fn print_push(&self, parameter: usize) -> (String, u8) {
        let value = self.locals.get(parameter).cloned().unwrap_or_default();
        match self.pushed {
            Some((of, true)) if of == parameter => ("brook_pushed++".to_string(), PRIMARY),
            Some((of, false)) if of == parameter => {
                (format!("if (brook_pushed++ == brook_wanted) brook_kept = {value}"), PRIMARY)
            }
            _ => (String::new(), PRIMARY),
        }
    }
}

/// Returns true if every number of the second kind is one of the first.
fn has_room_for(to: Kind, from: Kind) -> bool {
    match to {
        Kind::Char | Kind::Short => {
            from == Kind::Bool || (to == Kind::Short && matches!(from, Kind::Char | Kind::Byte))
        }
        Kind::Byte => from == Kind::Bool,
        Kind::Word => matches!(from, Kind::Bool | Kind::Byte),
        Kind::Fixed => from == Kind::Bool,
        _ => true,
    }
}

fn print_whole(value: i64, node: &Node) -> (String, u8) {
    match node.ty.as_number().map(|(kind, _)| scalar_name(kind)) {
        Some("uint") => (format!("{}u", value as u32), PRIMARY),
        Some("bool") => ((value != 0).to_string(), PRIMARY),
        _ => match value as i32 {
            i32::MIN => ("-2147483647 - 1".to_string(), ADDITION),
            value => (value.to_string(), if value < 0 { UNARY } else { PRIMARY }),
        },
    }
}

fn print_real(value: f64, node: &Node) -> (String, u8) {
    let is_double = matches!(node.ty.as_number(), Some((Kind::Double, _)));
    let level = if value.is_sign_negative() { UNARY } else { PRIMARY };
    if is_double && value.is_finite() {
        return (format!("{value:?}lf"), level);
    }
    let single = value as f32;
    match single.is_finite() {
        true => (format!("{single:?}"), level),
        false => (format!("uintBitsToFloat({}u)", single.to_bits()), PRIMARY),
    }
}
