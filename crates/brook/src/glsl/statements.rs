//! Statements of a kernel in GLSL, each on the line of its author.

use super::instances::Printer;
use super::names::type_name;
use crate::fault::{Outcome, refuse_text};
use crate::tree::{Initial, Line, LineKind, Node, Op, Variable};

impl Printer<'_> {
    /// Prints a statement, indented so deep.
    pub(super) fn print_line(&mut self, line: &Line, depth: usize) -> Outcome<()> {
        let at = line.at.line;
        match &line.kind {
            LineKind::Empty => self.lines.add_line(at, depth, ";"),
            LineKind::Block(lines, end) => {
                self.lines.add_line(at, depth, "{");
                for inner in lines {
                    self.print_line(inner, depth + 1)?;
                }
                self.lines.add_line(end.line, depth, "}");
            }
            LineKind::Several(lines) => {
                for inner in lines {
                    self.print_line(inner, depth)?;
                }
            }
            LineKind::Declare(variable, initial) => {
                let text = self.print_declaration(*variable, initial.as_ref(), line)? + ";";
                self.lines.add_line(at, depth, text);
            }
            LineKind::Evaluate(node) => {
                let text = self.print_value(node, 0)? + ";";
                self.lines.add_line(at, depth, text);
            }
            LineKind::If(condition, yes, no) => {
                let text = format!("if ({})", self.print_value(condition, 0)?);
                self.lines.add_line(at, depth, text);
                self.print_inner(yes, depth)?;
                if let Some(no) = no {
                    self.lines.add_line(0, depth, "else");
                    self.print_inner(no, depth)?;
                }
            }
            LineKind::While(condition, body) => {
                let text = format!("while ({})", self.print_value(condition, 0)?);
                self.lines.add_line(at, depth, text);
                self.print_inner(body, depth)?;
            }
            LineKind::DoWhile(body, condition) => {
                self.lines.add_line(at, depth, "do");
                self.print_inner(body, depth)?;
                let text = format!("while ({});", self.print_value(condition, 0)?);
                self.lines.add_line(condition.at.line, depth, text);
            }
            LineKind::For(first, condition, step, body) => {
                let first = self.print_first(first)?;
                let condition = self.print_optional(condition.as_ref())?;
                let step = self.print_optional(step.as_ref())?;
                self.lines.add_line(at, depth, format!("for ({first}; {condition}; {step})"));
                self.print_inner(body, depth)?;
            }
            LineKind::Switch(value, lines, cases) => self.print_switch(line, value, lines, cases, depth)?,
            LineKind::Break => self.lines.add_line(at, depth, "break;"),
            LineKind::Continue => self.lines.add_line(at, depth, "continue;"),
            LineKind::Label(_) | LineKind::Goto(_) => {}
            LineKind::Return(None) => self.lines.add_line(at, depth, "return;"),
            LineKind::Return(Some(value)) => {
                let text = format!("return {};", self.print_value(value, 0)?);
                self.lines.add_line(at, depth, text);
            }
            LineKind::Discard => {
                self.discards = true;
                let text = if self.is_compute { "{ brook_is_discarded = true; return; }" } else { "discard;" };
                self.lines.add_line(at, depth, text);
            }
        }
        Ok(())
    }

    /// Prints the statement of a loop or condition: a declaration alone gets braces, and so does a push, which is an `if`.
    fn print_inner(&mut self, line: &Line, depth: usize) -> Outcome<()> {
        let pushes = matches!(&line.kind, LineKind::Evaluate(Node { op: Op::Push(_), .. }));
        if !pushes && !matches!(line.kind, LineKind::Several(_)) {
            let deeper = if matches!(line.kind, LineKind::Block(..)) { depth } else { depth + 1 };
            return self.print_line(line, deeper);
        }
        self.lines.add_line(0, depth, "{");
        self.print_line(line, depth + 1)?;
        self.lines.add_line(0, depth, "}");
        Ok(())
    }

    fn print_optional(&mut self, node: Option<&Node>) -> Outcome<String> {
        node.map_or(Ok(String::new()), |node| self.print_value(node, 0))
    }

    /// Prints the first part of a `for`.
    fn print_first(&mut self, line: &Line) -> Outcome<String> {
        match &line.kind {
            LineKind::Evaluate(node) => self.print_value(node, 0),
            LineKind::Several(lines) => {
                let mut text = String::new();
                for (i, inner) in lines.iter().enumerate() {
                    let LineKind::Declare(variable, initial) = &inner.kind else { continue };
                    let whole = self.print_declaration(*variable, initial.as_ref(), inner)?;
                    match i {
                        0 => text = whole,
                        // The type is written once.
                        _ => text += &format!(", {}", whole.split_once(' ').map_or("", |(_, rest)| rest)),
                    }
                }
                Ok(text)
            }
            _ => Ok(String::new()),
        }
    }

    fn print_declaration(&mut self, variable: Variable, initial: Option<&Initial>, line: &Line) -> Outcome<String> {
        let Variable::Local(local) = variable else {
            return refuse_text(
                line.at,
                "expected a variable of the kernel, found one of the host; declare it in the kernel",
            );
        };
        let function = self.tree.functions.get(self.current.function);
        let Some(named) = function.and_then(|function| function.locals.get(local)) else { return Ok(String::new()) };
        let (ty, brackets) = type_name(&self.tree.types, &named.ty);
        let name = self.locals.get(local).cloned().unwrap_or_default();
        Ok(match initial {
            Some(Initial::Value(value)) => format!("{ty} {name}{brackets} = {}", self.print_value(value, 1)?),
            _ => format!("{ty} {name}{brackets}"),
        })
    }

    fn print_switch(
        &mut self,
        line: &Line,
        value: &Node,
        lines: &[Line],
        cases: &[(Option<i64>, usize)],
        depth: usize,
    ) -> Outcome<()> {
        let text = format!("switch ({}) {{", self.print_value(value, 0)?);
        self.lines.add_line(line.at.line, depth, text);
        for (i, inner) in lines.iter().enumerate() {
            self.print_labels(cases, i, depth);
            self.print_line(inner, depth + 1)?;
        }
        self.print_labels(cases, lines.len(), depth);
        self.lines.add_line(0, depth, "break; }");
        Ok(())
    }

    fn print_labels(&mut self, cases: &[(Option<i64>, usize)], at: usize, depth: usize) {
        for (case, _) in cases.iter().filter(|(_, first)| *first == at) {
            match case {
                Some(value) => self.lines.add_line(0, depth, format!("case {}:", *value as i32)),
                None => self.lines.add_line(0, depth, "default:"),
            }
        }
    }
}
