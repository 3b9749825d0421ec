//! The host part of a program: a small interpreter of C over the library's streams.

mod arithmetic;
mod evaluate;
mod kernel_cache;
mod kernel_calls;
mod library;
mod lines;
mod mathematics;
mod memory;
mod operators;
mod places;
mod printing;
mod pushes;
mod random;
mod reductions;
mod stream_calls;
mod streams;
mod transfers;

use crate::fault::{Fault, Position};
use crate::lexer::shorten_name;
use crate::tree::{Role, Tree};
use crate::types::{Kind, Type};
use gristmill::{Device, Era};
use kernel_cache::KernelCache;
pub(crate) use kernel_cache::kernel_source;
use memory::{FrameLayout, Memory, Value, lay_out_frame};
use random::Random;
use std::io::Write;
use std::rc::Rc;
use streams::StreamTable;

/// Limits of a run, and what the program is given.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// The arguments of `main`, after the program's name.
    pub arguments: Vec<String>,
    /// Statements and calls that the host part may run: a loop without an end stops there.
    pub steps: u64,
    /// Bytes that the host part may hold.
    pub bytes: usize,
}

impl Default for RunOptions {
    /// No arguments, 4,000 million steps, 1 GiB.
    fn default() -> RunOptions {
        RunOptions { arguments: Vec::new(), steps: 4_000_000_000, bytes: 1 << 30 }
    }
}

/// Why a run ends before its end.
pub(crate) enum Stop {
    Fault(Fault),
    Exit(i32),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

pub(crate) type Run<T> = Result<T, Stop>;

/// Ends a run by a fault.
fn end_run<T>(at: Position, sentence: impl Into<String>) -> Run<T> {
    Err(Fault::of_run(at, sentence).into())
}

/// The effect of a statement on those after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
    /// To a label of this function.
    Goto(usize),
}

/// The most calls and operations that stand in each other: each takes a piece of the stack.
const MOST_NESTED: usize = 700;

pub(crate) struct Interpreter<'r> {
    tree: &'r Tree,
    device: &'r Device,
    options: &'r RunOptions,
    out: &'r mut dyn Write,
    errors: &'r mut dyn Write,
    memory: Memory,
    layouts: Rc<Vec<FrameLayout>>,
    /// The address of each global.
    globals: Vec<u64>,
    /// The address of each text.
    texts: Vec<u64>,
    /// The block of the function that runs, and its number.
    frame: u64,
    function: usize,
    streams: StreamTable,
    kernels: KernelCache,
    random: Random,
    steps: u64,
    depth: usize,
}

/// Runs a program on a device. Returns what `main` returns.
pub(crate) fn run_program(
    tree: &Tree,
    device: &Device,
    options: &RunOptions,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<i32, Fault> {
    let layouts = tree
        .functions
        .iter()
        .map(|function| lay_out_frame(function, &tree.types))
        .collect();
    let mut interpreter = Interpreter {
        tree,
        device,
        options,
        out,
        errors,
        memory: Memory::default(),
        layouts: Rc::new(layouts),
        globals: Vec::new(),
        texts: Vec::new(),
        frame: 0,
        function: usize::MAX,
        streams: StreamTable::default(),
        kernels: KernelCache::default(),
        random: Random::new(1),
        steps: 0,
        depth: 0,
    };
    let result = interpreter.run_main();
    let flushed = interpreter.out.flush().and_then(|()| interpreter.errors.flush());
    match result {
        Ok(code) | Err(Stop::Exit(code)) => {
            flushed
                .map_err(|error| Fault::of_run(Position::default(), format!("the output was not written: {error}")))?;
            Ok(code)
        }
        Err(Stop::Fault(fault)) => Err(Fault { is_of_run: true, ..fault }),
    }
}

impl<'r> Interpreter<'r> {
    fn is_compute(&self) -> bool {
        self.device.era() == Era::Compute
    }

    fn run_main(&mut self) -> Run<i32> {
        let tree = self.tree;
        let Some(main) = tree
            .functions
            .iter()
            .position(|function| function.name == "main" && function.body.is_some())
        else {
            let own = tree.functions.iter().find(|function| function.at.file == 0);
            let at = own.map_or(Position { file: 0, line: 1, column: 1 }, |function| function.at);
            return end_run(
                at,
                "the program has no function main, so nothing runs; write int main(), or check its kernels by `gristmill check`",
            );
        };
        for text in &tree.texts {
            let address = self.allocate_block(text.len() + 1, Position::default())?;
            self.store_bytes(address, text, Position::default())?;
            self.texts.push(address);
        }
        for global in &tree.globals {
            let size = tree.types.size(&global.ty);
            let address = self.allocate_block(size, global.at)?;
            self.globals.push(address);
        }
        for line in &tree.initials {
            self.run_line(line)?;
        }
        let at = tree.functions.get(main).map_or(Position::default(), |function| function.at);
        let arguments = self.main_arguments(main, at)?;
        match self.call_function(main, &arguments, at)? {
            Value::Whole(code) => Ok(code as i32),
            _ => Ok(0),
        }
    }

    /// Returns `argc` and `argv`.
    fn main_arguments(&mut self, main: usize, at: Position) -> Run<Vec<Value>> {
        let wanted = self.tree.functions.get(main).map_or(0, |function| function.roles.len());
        let options = self.options;
        let names: Vec<&str> = std::iter::once("program")
            .chain(options.arguments.iter().map(String::as_str))
            .collect();
        let list = self.allocate_block(8 * (names.len() + 1), at)?;
        let pointer = Type::Pointer(Rc::new(Type::of_numbers(Kind::Char, 1)));
        for (i, name) in names.iter().enumerate() {
            let address = self.allocate_block(name.len() + 1, at)?;
            self.store_bytes(address, name.as_bytes(), at)?;
            self.store_value(memory::move_address(list, 8 * i as i64), &pointer, Value::Address(address), at)?;
        }
        let both = [Value::Whole(names.len() as i64), Value::Address(list)];
        Ok(both.into_iter().take(wanted).collect())
    }

    fn allocate_block(&mut self, size: usize, at: Position) -> Run<u64> {
        self.memory.allocate_block(size, self.options.bytes).ok_or_else(|| {
            let limit = self.options.bytes;
            Fault::of_run(
                at,
                format!("{size} more bytes are asked for, the limit of the host part is {limit}; use smaller arrays"),
            )
            .into()
        })
    }

    fn store_bytes(&mut self, address: u64, bytes: &[u8], at: Position) -> Run<()> {
        match self.memory.write(address, bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(self.bad_address(address, bytes.len(), at)),
        }
    }

    fn load_value(&self, address: u64, ty: &Type, at: Position) -> Run<Value> {
        self.memory
            .load_value(address, ty)
            .ok_or_else(|| self.bad_address(address, self.tree.types.size(ty), at))
    }

    fn store_value(&mut self, address: u64, ty: &Type, value: Value, at: Position) -> Run<()> {
        match self.memory.store_value(address, ty, value, &self.tree.types) {
            Some(()) => Ok(()),
            None => Err(self.bad_address(address, self.tree.types.size(ty), at)),
        }
    }

    /// Returns true if `main` has parameters.
    fn reads_arguments(&self) -> bool {
        let main = self.tree.functions.iter().find(|function| function.name == "main");
        main.is_some_and(|main| main.parameters().next().is_some())
    }

    /// Builds the error of an address that holds nothing.
    fn bad_address(&self, address: u64, length: usize, at: Position) -> Stop {
        let offset = address as u32 as i32;
        let start = address & !0xffff_ffff;
        let sentence = match self.memory.read_rest(start) {
            _ if address == 0 && self.options.arguments.is_empty() && self.reads_arguments() => {
                "this pointer is null; let it point to a variable or to memory of malloc, or give the program the arguments that main reads, after --"
                    .to_string()
            }
            _ if address == 0 => "this pointer is null; let it point to a variable or to memory of malloc".to_string(),
            None => "this pointer leads to memory that is gone, or that was never there; let it point to a variable"
                .to_string(),
            Some(block) => format!(
                "expected a place in an array of {} bytes, found bytes {offset} to {}; stay inside the array",
                block.len(),
                i64::from(offset) + length as i64
            ),
        };
        Fault::of_run(at, sentence).into()
    }

    /// Counts a step, and ends a run that has too many.
    fn count_step(&mut self, at: Position) -> Run<()> {
        self.steps += 1;
        match self.steps > self.options.steps {
            true => {
                let limit = self.options.steps;
                end_run(
                    at,
                    format!(
                        "the program has run {limit} steps and has not ended; give its loop an end, or allow more steps"
                    ),
                )
            }
            false => Ok(()),
        }
    }

    /// Runs work one level deeper.
    fn run_nested<T>(&mut self, at: Position, work: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        if self.depth >= MOST_NESTED {
            return end_run(at, format!("calls and operations stand more than {MOST_NESTED} deep; end the recursion"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Calls a host function with values of its parameters.
    fn call_function(&mut self, number: usize, arguments: &[Value], at: Position) -> Run<Value> {
        self.count_step(at)?;
        let tree = self.tree;
        let Some(function) = tree.functions.get(number) else { return Ok(Value::Void) };
        let Some(body) = &function.body else {
            let name = shorten_name(&function.name);
            return end_run(
                at,
                format!("the function {name} is declared, and nowhere defined; define it in this program"),
            );
        };
        self.run_in_frame(number, arguments, at, |run| match run.run_line(body)? {
            // It is in a block of the frame, which is freed.
            Flow::Return(Value::Address(address)) if matches!(function.result, Type::Struct(_)) => {
                run.keep_struct(address, &function.result, at)
            }
            Flow::Return(value) => Ok(value),
            Flow::Goto(_) => end_run(at, "a goto of this function leads into a block; put its label outside of blocks"),
            _ => Ok(Value::Void),
        })
    }

    /// Runs work with a block for a function's locals, of which the parameters have these values.
    fn run_in_frame<T>(
        &mut self,
        number: usize,
        arguments: &[Value],
        at: Position,
        work: impl FnOnce(&mut Self) -> Run<T>,
    ) -> Run<T> {
        let (tree, layouts) = (self.tree, self.layouts.clone());
        let (Some(function), Some(layout)) = (tree.functions.get(number), layouts.get(number)) else {
            return end_run(at, "there is no such function; call another");
        };
        let frame = self.allocate_block(layout.size.max(1), at)?;
        let outer = (std::mem::replace(&mut self.frame, frame), std::mem::replace(&mut self.function, number));
        let result = self.run_nested(at, |run| {
            for (place, own) in &layout.locals {
                if let Some(size) = own {
                    let block = run.allocate_block(*size, at)?;
                    run.store_bytes(memory::move_address(frame, *place as i64), &block.to_le_bytes(), at)?;
                }
            }
            for (value, (local, named, role)) in arguments.iter().zip(function.parameters()) {
                if role != Role::Gather {
                    let address = run.local_address(local);
                    run.store_value(address, &named.ty, *value, at)?;
                }
            }
            work(run)
        });
        self.release_frame(number, frame, layout);
        (self.frame, self.function) = outer;
        result
    }

    /// Copies a struct that a function returns out of its block.
    fn keep_struct(&mut self, address: u64, ty: &Type, at: Position) -> Run<Value> {
        let size = self.tree.types.size(ty);
        let copy = self.allocate_block(size.max(1), at)?;
        match self.memory.copy_bytes(copy, address, size) {
            Some(()) => Ok(Value::Address(copy)),
            None => Err(self.bad_address(address, size, at)),
        }
    }

    /// Frees a function's block, its arrays and the streams that it declared.
    fn release_frame(&mut self, number: usize, frame: u64, layout: &FrameLayout) {
        let tree = self.tree;
        if let Some(function) = tree.functions.get(number) {
            let parameters = function.roles.len();
            for (local, named) in function.locals.iter().enumerate().skip(parameters) {
                if let (Type::Stream(_), Some(Value::Whole(stream))) =
                    (&named.ty, self.memory.load_value(self.local_address_in(frame, layout, local), &named.ty))
                {
                    self.streams.release_stream(stream);
                }
            }
        }
        for (place, own) in &layout.locals {
            if own.is_some() {
                let slot = memory::move_address(frame, *place as i64);
                if let Some(Value::Whole(block)) = self.memory.load_number(slot, Kind::Long) {
                    self.memory.release_block(block as u64);
                }
            }
        }
        self.memory.release_block(frame);
    }

    fn local_address_in(&self, frame: u64, layout: &FrameLayout, local: usize) -> u64 {
        let Some((place, own)) = layout.locals.get(local) else { return 0 };
        let slot = memory::move_address(frame, *place as i64);
        match own {
            None => slot,
            Some(_) => match self.memory.load_number(slot, Kind::Long) {
                Some(Value::Whole(block)) => block as u64,
                _ => 0,
            },
        }
    }

    fn local_address(&self, local: usize) -> u64 {
        match self.layouts.get(self.function) {
            Some(layout) => self.local_address_in(self.frame, layout, local),
            None => 0,
        }
    }
}
