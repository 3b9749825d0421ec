//! Statements.

use super::memory::{Value, move_address};
use super::{Flow, Interpreter, Run};
use crate::fault::Position;
use crate::tree::{Initial, Line, LineKind, Node, Variable};
use crate::types::Type;

impl Interpreter<'_> {
    /// Runs a statement.
    pub(super) fn run_line(&mut self, line: &Line) -> Run<Flow> {
        self.count_step(line.at)?;
        match &line.kind {
            LineKind::Empty => Ok(Flow::Next),
            LineKind::Evaluate(node) => {
                self.evaluate_node(node)?;
                self.streams.close_domains();
                Ok(Flow::Next)
            }
            LineKind::Block(lines, _) | LineKind::Several(lines) => {
                self.run_nested(line.at, |run| run.run_lines(lines))
            }
            LineKind::Declare(variable, initial) => {
                self.run_nested(line.at, |run| run.declare_variable(*variable, initial.as_ref(), line.at))?;
                Ok(Flow::Next)
            }
            LineKind::If(condition, yes, no) => {
                if self.is_true(condition)? {
                    self.run_nested(line.at, |run| run.run_line(yes))
                } else if let Some(no) = no {
                    self.run_nested(line.at, |run| run.run_line(no))
                } else {
                    Ok(Flow::Next)
                }
            }
            LineKind::While(..) | LineKind::DoWhile(..) | LineKind::For(..) => {
                self.run_nested(line.at, |run| run.run_loop(line))
            }
            LineKind::Switch(value, lines, cases) => {
                self.run_nested(line.at, |run| run.run_switch(value, lines, cases))
            }
            LineKind::Label(_) => Ok(Flow::Next),
            LineKind::Goto(label) => Ok(Flow::Goto(*label)),
            LineKind::Break => Ok(Flow::Break),
            LineKind::Continue => Ok(Flow::Continue),
            LineKind::Return(None) | LineKind::Discard => Ok(Flow::Return(Value::Void)),
            LineKind::Return(Some(value)) => {
                let value = self.evaluate_node(value)?;
                self.streams.close_domains();
                Ok(Flow::Return(value))
            }
        }
    }

    fn run_lines(&mut self, lines: &[Line]) -> Run<Flow> {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            let flow = self.run_line(line)?;
            if let Flow::Goto(label) = flow
                && let Some(place) = lines
                    .iter()
                    .position(|line| matches!(line.kind, LineKind::Label(of) if of == label))
            {
                at = place;
                continue;
            }
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn is_true(&mut self, condition: &Node) -> Run<bool> {
        let holds = self.evaluate_node(condition)? != Value::Whole(0);
        self.streams.close_domains();
        Ok(holds)
    }

    fn run_loop(&mut self, line: &Line) -> Run<Flow> {
        let (first, condition, step, body, runs_first) = match &line.kind {
            LineKind::While(condition, body) => (None, Some(condition), None, body, false),
            LineKind::DoWhile(body, condition) => (None, Some(condition), None, body, true),
            LineKind::For(first, condition, step, body) => {
                (Some(first), condition.as_ref(), step.as_ref(), body, false)
            }
            _ => return Ok(Flow::Next),
        };
        if let Some(first) = first {
            self.run_line(first)?;
        }
        let mut is_first = runs_first;
        loop {
            let goes_on = match condition {
                Some(condition) if !is_first => self.is_true(condition)?,
                _ => true,
            };
            is_first = false;
            if !goes_on {
                return Ok(Flow::Next);
            }
            match self.run_line(body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::Goto(label) => return Ok(Flow::Goto(label)),
                Flow::Next | Flow::Continue => {}
            }
            if let Some(step) = step {
                self.evaluate_node(step)?;
            }
            self.count_step(line.at)?;
        }
    }

    fn run_switch(&mut self, value: &Node, lines: &[Line], cases: &[(Option<i64>, usize)]) -> Run<Flow> {
        let Value::Whole(value) = self.evaluate_node(value)? else { return Ok(Flow::Next) };
        let case = cases.iter().find(|(case, _)| *case == Some(value));
        let Some((_, first)) = case.or_else(|| cases.iter().find(|(case, _)| case.is_none())) else {
            return Ok(Flow::Next);
        };
        match self.run_lines(lines.get(*first..).unwrap_or_default())? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }

    fn declare_variable(&mut self, variable: Variable, initial: Option<&Initial>, at: Position) -> Run<()> {
        let tree = self.tree;
        let (address, named) = match variable {
            Variable::Local(local) => {
                let named = tree
                    .functions
                    .get(self.function)
                    .and_then(|function| function.locals.get(local));
                (self.local_address(local), named)
            }
            Variable::Global(global) => (self.globals.get(global).copied().unwrap_or(0), tree.globals.get(global)),
        };
        let Some(named) = named else { return Ok(()) };
        match initial {
            None => Ok(()),
            Some(Initial::Value(value)) => {
                let value = self.evaluate_node(value)?;
                self.store_value(address, &named.ty, value, at)
            }
            Some(Initial::Fill(values)) => {
                let size = tree.types.size(&named.ty);
                if let Some(bytes) = self.memory.write(address, size) {
                    bytes.fill(0);
                }
                for (offset, value) in values {
                    let result = self.evaluate_node(value)?;
                    self.store_value(move_address(address, *offset as i64), &value.ty, result, value.at)?;
                }
                Ok(())
            }
            Some(Initial::Bytes(bytes)) => self.store_bytes(address, bytes, at),
            Some(Initial::Stream(extents)) => {
                let stream = self.create_stream(&named.ty, extents, at)?;
                self.replace_stream(address, stream, at)
            }
            Some(Initial::Iterator(extents, range)) => {
                let stream = self.create_iterator(&named.ty, extents, &range.0, &range.1, at)?;
                self.replace_stream(address, stream, at)
            }
        }
    }

    /// Puts a stream in a variable, and frees the one that a former turn of a loop left there.
    fn replace_stream(&mut self, address: u64, stream: i64, at: Position) -> Run<()> {
        let ty = Type::Stream(std::rc::Rc::new(Type::Void));
        if let Ok(Value::Whole(old)) = self.load_value(address, &ty, at) {
            self.streams.release_stream(old);
        }
        self.store_value(address, &ty, Value::Whole(stream), at)
    }
}
