//! The functions of C's library, and those of streams.

use super::mathematics::compute_builtin;
use super::memory::{Value, move_address};
use super::printing::write_formatted;
use super::random::Random;
use super::{Interpreter, Run, Stop, end_run};
use crate::builtins::{Builtin, BuiltinRow, Form};
use crate::fault::{Fault, Position};
use crate::tree::Node;
use crate::types::Kind;

impl Interpreter<'_> {
    pub(super) fn call_builtin(&mut self, row: &BuiltinRow, arguments: &[Node], node: &Node) -> Run<Value> {
        let builtin = row.builtin;
        match row.form {
            Form::Stream => return self.call_stream_function(builtin, arguments, node),
            Form::Formatted => return self.print_formatted(builtin, arguments, node.at),
            _ => {}
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.evaluate_node(argument)?);
        }
        if let Form::Host(..) = row.form {
            return self.call_system(builtin, &values, arguments, node.at);
        }
        let first = arguments.first().and_then(|argument| argument.ty.as_number());
        let (kind, lanes) = first.unwrap_or((Kind::Double, 1));
        Ok(compute_builtin(builtin, kind, lanes, &values))
    }

    fn call_stream_function(&mut self, builtin: Builtin, arguments: &[Node], node: &Node) -> Run<Value> {
        let at = node.at;
        match (builtin, arguments) {
            (Builtin::StreamRead | Builtin::StreamWrite, [stream, array]) => {
                let number = self.stream_number(stream)?;
                let Value::Address(address) = self.evaluate_node(array)? else { return Ok(Value::Void) };
                match builtin {
                    Builtin::StreamRead => self.read_stream(number, address, at)?,
                    _ => self.write_stream(number, address, at)?,
                }
            }
            (Builtin::StreamPrint, [stream, ..]) => {
                let number = self.stream_number(stream)?;
                self.print_stream(number, at)?;
            }
            (Builtin::StreamSwap, [left, right]) => {
                let (first, second) = (self.find_address(left)?, self.find_address(right)?);
                let (one, other) = (self.load_value(first, &left.ty, at)?, self.load_value(second, &right.ty, at)?);
                self.store_value(first, &left.ty, other, at)?;
                self.store_value(second, &right.ty, one, at)?;
            }
            (Builtin::StreamSize, [stream]) => {
                let number = self.stream_number(stream)?;
                let extents = self.find_stream(number, at)?.extents();
                return Ok(Value::Vector(extents.map(|extent| extent as u32)));
            }
            _ => self.run_operator(arguments, builtin == Builtin::StreamGather, at)?,
        }
        Ok(Value::Void)
    }

    /// Writes to the program's output.
    pub(super) fn print_bytes(&mut self, bytes: &[u8], at: Position) -> Run<()> {
        self.out.write_all(bytes).map_err(|error| {
            Fault::of_run(at, format!("the output was not written: {error}; give it another place")).into()
        })
    }

    fn text_at(&self, address: u64, at: Position) -> Run<&[u8]> {
        self.memory.read_text(address).ok_or_else(|| self.bad_address(address, 1, at))
    }

    fn print_formatted(&mut self, builtin: Builtin, arguments: &[Node], at: Position) -> Run<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.evaluate_node(argument)?);
        }
        let (target, rest) = match (builtin, values.split_first()) {
            (Builtin::Printf, _) | (_, None) => (Value::Whole(1), values.as_slice()),
            (_, Some((target, rest))) => (*target, rest),
        };
        let Some((Value::Address(format), rest)) = rest.split_first() else {
            return end_run(at, "expected a text as the format, found a number; give a text");
        };
        let text = write_formatted(self.text_at(*format, at)?, rest, &self.memory)
            .map_err(|sentence| Fault::of_run(at, sentence))?;
        let length = text.len() as i64;
        match (builtin, target) {
            (Builtin::Sprintf, Value::Address(address)) => {
                let mut text = text;
                text.push(0);
                self.store_bytes(address, &text, at)?;
            }
            (_, Value::Whole(2) | Value::Address(2)) => {
                self.errors.write_all(&text).map_err(|error| {
                    Fault::of_run(at, format!("the errors were not written: {error}; give them another place"))
                })?;
            }
            _ => self.print_bytes(&text, at)?,
        }
        Ok(Value::Whole(length))
    }

    fn call_system(&mut self, builtin: Builtin, values: &[Value], arguments: &[Node], at: Position) -> Run<Value> {
        let whole = |place: usize| match values.get(place) {
            Some(Value::Whole(whole)) => *whole,
            Some(Value::Address(address)) => *address as i64,
            _ => 0,
        };
        let size = |place: usize| usize::try_from(whole(place)).unwrap_or(usize::MAX);
        Ok(match builtin {
            Builtin::Puts => {
                let mut text = self.text_at(whole(0) as u64, at)?.to_vec();
                text.push(b'\n');
                self.print_bytes(&text, at)?;
                Value::Whole(1)
            }
            Builtin::Putchar => {
                self.print_bytes(&[whole(0) as u8], at)?;
                Value::Whole(whole(0))
            }
            // Nothing is typed: the end of the input.
            Builtin::Getchar => Value::Whole(-1),
            Builtin::Flush => Value::Whole(0),
            Builtin::Malloc => Value::Address(self.allocate_block(size(0), at)?),
            Builtin::Calloc => Value::Address(self.allocate_block(size(0).saturating_mul(size(1)), at)?),
            Builtin::Realloc => {
                let (old, new) = (whole(0) as u64, self.allocate_block(size(1), at)?);
                if old != 0 {
                    let kept = self.memory.read_rest(old).map_or(0, <[u8]>::len).min(size(1));
                    self.memory.copy_bytes(new, old, kept);
                    self.memory.release_block(old);
                }
                Value::Address(new)
            }
            Builtin::Free => {
                let address = whole(0) as u64;
                if address != 0 && !self.memory.release_block(address) {
                    return end_run(
                        at,
                        "free expects a pointer of malloc that was not freed, found another; free it once",
                    );
                }
                Value::Void
            }
            Builtin::Exit => return Err(Stop::Exit(whole(0) as i32)),
            Builtin::Assert if whole(0) == 0 => {
                let place = arguments.first().map_or(at, |argument| argument.at);
                return end_run(place, "the program's assert failed: its condition is 0; see its values by printf");
            }
            Builtin::Rand => Value::Whole(self.random.next()),
            Builtin::Srand => {
                self.random = Random::new(whole(0) as u32);
                Value::Void
            }
            // The steps stand for time, so that a program prints the same each time.
            Builtin::Time => Value::Whole((self.steps / 1_000_000) as i64),
            Builtin::Clock => Value::Whole(self.steps as i64),
            Builtin::Assert => Value::Void,
            _ => return self.call_memory(builtin, values, at),
        })
    }

    fn call_memory(&mut self, builtin: Builtin, values: &[Value], at: Position) -> Run<Value> {
        let number = |place: usize| match values.get(place) {
            Some(Value::Whole(whole)) => *whole as u64,
            Some(Value::Address(address)) => *address,
            _ => 0,
        };
        let (first, second, third) = (number(0), number(1), number(2) as usize);
        Ok(match builtin {
            Builtin::Atoi => {
                let text = String::from_utf8_lossy(self.text_at(first, at)?).into_owned();
                Value::Whole(i64::from(leading_number(&text, false) as i32))
            }
            Builtin::Atof => {
                let text = String::from_utf8_lossy(self.text_at(first, at)?).into_owned();
                Value::Real(leading_number(&text, true))
            }
            Builtin::Strcmp | Builtin::Strncmp => {
                let most = if builtin == Builtin::Strncmp { third } else { usize::MAX };
                let cut = |text: &[u8]| text.get(..most.min(text.len())).unwrap_or_default().to_vec();
                let order = cut(self.text_at(first, at)?).cmp(&cut(self.text_at(second, at)?));
                Value::Whole(order as i64)
            }
            Builtin::Strlen => Value::Whole(self.text_at(first, at)?.len() as i64),
            Builtin::Strcpy | Builtin::Strncpy | Builtin::Strcat => {
                let mut text = self.text_at(second, at)?.to_vec();
                let start = if builtin == Builtin::Strcat { self.text_at(first, at)?.len() as i64 } else { 0 };
                match builtin == Builtin::Strncpy && third <= text.len() {
                    true => text.truncate(third),
                    false => text.push(0),
                }
                self.store_bytes(move_address(first, start), &text, at)?;
                Value::Address(first)
            }
            Builtin::Memcpy => match self.memory.copy_bytes(first, second, third) {
                Some(()) => Value::Address(first),
                None if self.memory.read(second, third).is_none() => return Err(self.bad_address(second, third, at)),
                None => return Err(self.bad_address(first, third, at)),
            },
            _ => {
                match self.memory.write(first, third) {
                    Some(bytes) => bytes.fill(second as u8),
                    None => return Err(self.bad_address(first, third, at)),
                }
                Value::Address(first)
            }
        })
    }
}

/// Returns the number at the start of a text, 0 if there is none.
fn leading_number(text: &str, is_real: bool) -> f64 {
    let text = text.trim_start();
    let mut end = 0;
    for (i, c) in text.char_indices() {
        let is_sign = i == 0 && (c == '-' || c == '+');
        if !(c.is_ascii_digit() || is_sign || (is_real && c == '.')) {
            break;
        }
        end = i + c.len_utf8();
    }
    text.get(..end).and_then(|number| number.parse().ok()).unwrap_or(0.0)
}
