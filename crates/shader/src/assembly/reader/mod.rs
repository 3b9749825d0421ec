//! Parses a program by the grammars of ARB_fragment_program and ARB_vertex_program, and of the options that extend them.
//!
//! An error is reported at the first token that breaks the grammar or a rule of the extension. Errors that show only in the whole text are reported
//! at its end.

mod bindings;
mod blocks;
mod declarations;
mod instructions;
mod operands;
mod state;

use super::fault::{Fault, Read};
use super::lexer::{Kind, Token, tokens};
use super::opcode::Level;
use super::program::{Attribute, Fog, Output, Parameter, Program, Size};
use std::collections::HashMap;

/// The meaning of a name in the program.
#[derive(Debug, Clone)]
enum Variable {
    Temporary(usize, Option<Size>),
    Address(usize),
    Attribute(Attribute),
    Parameter(Parameter),
    Array(usize),
    Output(Output, Option<Size>),
}

impl Variable {
    /// Returns the kind of the variable, in words.
    fn kind(&self) -> &'static str {
        match self {
            Variable::Temporary(..) => "a temporary",
            Variable::Address(_) => "an address register",
            Variable::Attribute(_) => "an attribute",
            Variable::Parameter(_) => "a parameter",
            Variable::Array(_) => "an array of parameters",
            Variable::Output(..) => "a result",
        }
    }
}

/// The state of the parser.
pub(super) struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// Length of the text in bytes.
    length: usize,
    program: Program,
    variables: HashMap<&'t str, Variable>,
    /// The target of each image unit in use.
    targets: HashMap<u32, super::program::TextureTarget>,
    /// The declared size of each written result.
    sizes: Vec<(Output, Option<Size>)>,
    blocks: blocks::Blocks,
    /// Labels that CAL names, with their positions.
    called: Vec<(&'t str, usize)>,
}

/// The first bytes of each kind of program; true for a fragment program.
pub(super) const HEADERS: [(&str, bool); 2] = [("!!ARBfp1.0", true), ("!!ARBvp1.0", false)];

/// Parses a program.
pub(super) fn read(text: &str) -> Read<Program> {
    let header = HEADERS.iter().find(|(header, _)| text.starts_with(header));
    let Some((header, fragment)) = header else { return Err(Fault::new(0, name_head(text))) };
    let level = Level { fragment: *fragment, ..Level::default() };
    let reader = Reader {
        tokens: tokens(text, header.len()),
        at: 0,
        length: text.len(),
        program: Program { level, ..Program::default() },
        variables: HashMap::new(),
        targets: HashMap::new(),
        sizes: vec![],
        blocks: blocks::Blocks::default(),
        called: vec![],
    };
    reader.program()
}

impl<'t> Reader<'t> {
    fn program(mut self) -> Read<Program> {
        while self.is("OPTION") {
            self.option()?;
        }
        loop {
            let token = self.peek();
            match token.kind {
                Kind::Word if token.text == "END" => break,
                Kind::Word => self.statement()?,
                Kind::End => return Err(Fault::new(token.at, "the program does not end with END")),
                _ => return Err(self.unexpected("an instruction, a declaration or END")),
            }
        }
        self.program.end = self.next().at;
        let behind = self.peek();
        if behind.kind != Kind::End {
            return Err(Fault::new(behind.at, format!("'{}' stands behind END, where nothing may stand", behind.text)));
        }
        self.whole()?;
        Ok(self.program)
    }

    /// Checks the rules that need the whole text.
    fn whole(&self) -> Read<()> {
        let fault = |message: String| Err(Fault::new(self.length, message));
        if let Some(open) = self.blocks.open() {
            return fault(format!("{open} is not closed"));
        }
        for (label, _) in &self.called {
            if !self.program.labels.iter().any(|(known, ..)| known == label) {
                return fault(format!("there is no label '{label}' for CAL"));
            }
        }
        // An address register finds a vector by its index in an array, so the vector has to have one index.
        let mut seen: Vec<&Parameter> = vec![];
        let arrays = self.program.arrays.iter().filter(|array| array.relative);
        for (array, item) in arrays.flat_map(|array| array.items.iter().map(move |item| (array, item))) {
            if !matches!(item, Parameter::Constant(_)) && seen.contains(&item) {
                let name = &array.name;
                return fault(format!(
                    "a vector of '{name}' is bound twice in arrays that an address register indexes; bind it once"
                ));
            }
            seen.push(item);
        }
        Ok(())
    }

    /// Reads `OPTION name;`.
    fn option(&mut self) -> Read<()> {
        self.next();
        let name = self.word("the name of an option")?;
        self.program.declared.push((name.text.to_string(), name.at));
        let fragment = self.program.level.fragment;
        let twice =
            |what: &str| Err(Fault::new(name.at, format!("a program has one option for {what}; leave one out")));
        let options = &mut self.program.options;
        let level = &mut self.program.level;
        match name.text {
            "ARB_fog_exp" | "ARB_fog_exp2" | "ARB_fog_linear" if fragment => {
                let fog = match name.text {
                    "ARB_fog_exp" => Fog::Exp,
                    "ARB_fog_exp2" => Fog::Exp2,
                    _ => Fog::Linear,
                };
                if options.fog.replace(fog).is_some_and(|before| before != fog) {
                    return twice("fog");
                }
            }
            "ARB_precision_hint_fastest" | "ARB_precision_hint_nicest" if fragment => {
                let fastest = name.text.ends_with("fastest");
                if options.precision.replace(fastest).is_some_and(|before| before != fastest) {
                    return twice("precision");
                }
            }
            "ARB_fragment_program_shadow" if fragment => options.shadow = true,
            "ARB_draw_buffers" | "ATI_draw_buffers" if fragment => options.draw_buffers = true,
            "ARB_fragment_coord_origin_upper_left" if fragment => options.upper_left = true,
            "ARB_fragment_coord_pixel_center_integer" if fragment => options.whole_place = true,
            "NV_fragment_program" if fragment => level.option1 = true,
            "NV_fragment_program2" if fragment => (level.option1, level.option2) = (true, true),
            "ARB_position_invariant" if !fragment => options.position_invariant = true,
            other => {
                let known = if fragment { FRAGMENT_OPTIONS } else { "ARB_position_invariant alone" };
                let kind = if fragment { "fragment" } else { "vertex" };
                let message = format!("there is no option '{other}' for {kind} programs here; there is {known}");
                return Err(Fault::new(name.at, message));
            }
        }
        self.sign(";")
    }

    /// Reads `instruction;`, `declaration;` or `label:`.
    fn statement(&mut self) -> Read<()> {
        let word = self.peek();
        match word.text {
            "ATTRIB" => self.attribute_statement()?,
            "PARAM" => self.parameter_statement()?,
            "TEMP" => self.temporary_statement(None)?,
            "OUTPUT" => self.output_statement(None)?,
            "ALIAS" => self.alias_statement()?,
            "ADDRESS" if !self.program.level.fragment => self.address_statement()?,
            "SHORT" | "LONG" if self.program.level.option1 && matches!(self.ahead(1).text, "TEMP" | "OUTPUT") => {
                self.next();
                let size = if word.text == "SHORT" { Size::Short } else { Size::Long };
                if self.is("TEMP") { self.temporary_statement(Some(size))? } else { self.output_statement(Some(size))? }
            }
            "OPTION" => {
                return Err(Fault::new(word.at, "options stand before all else; move this one up"));
            }
            _ if self.program.level.option2 && self.ahead(1).text == ":" => return self.label(),
            _ => self.instruction()?,
        }
        self.sign(";")
    }

    fn peek(&self) -> Token<'t> {
        self.ahead(0)
    }

    /// Returns the token `count` tokens ahead, or the last token.
    fn ahead(&self, count: usize) -> Token<'t> {
        let last = self.tokens.last();
        let token = self.tokens.get(self.at + count).or(last);
        token.copied().unwrap_or(Token { kind: Kind::End, text: "", at: self.length })
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Returns true if the next token is `text`.
    fn is(&self, text: &str) -> bool {
        self.peek().text == text
    }

    /// Skips the next token if it is `text`; returns true if so.
    fn take(&mut self, text: &str) -> bool {
        let is = self.is(text);
        if is {
            self.next();
        }
        is
    }

    fn sign(&mut self, text: &str) -> Read<()> {
        if self.take(text) { Ok(()) } else { Err(self.unexpected(&format!("'{text}'"))) }
    }

    fn word(&mut self, what: &str) -> Read<Token<'t>> {
        if self.peek().kind == Kind::Word { Ok(self.next()) } else { Err(self.unexpected(what)) }
    }

    /// Builds the error for a token that may not be here.
    fn unexpected(&self, wanted: &str) -> Fault {
        let token = self.peek();
        let message = match token.kind {
            Kind::End => format!("the program ends where {wanted} must stand"),
            Kind::Wrong => format!("no program has the character '{}'", token.text),
            _ => format!("'{}' stands where {wanted} must stand", token.text),
        };
        Fault::new(token.at, message)
    }

    /// Reads `[number]`, below a limit.
    fn index(&mut self, what: &str, limit: u32) -> Read<u32> {
        self.sign("[")?;
        let index = self.number(what, limit)?;
        self.sign("]")?;
        Ok(index)
    }

    /// Reads an optional `[number]`; 0 if there is none.
    fn optional_index(&mut self, what: &str, limit: u32) -> Read<u32> {
        if self.is("[") { self.index(what, limit) } else { Ok(0) }
    }

    /// Reads an integer below a limit.
    fn number(&mut self, what: &str, limit: u32) -> Read<u32> {
        let token = self.peek();
        if token.kind != Kind::Integer {
            return Err(self.unexpected(&format!("the number of {what}")));
        }
        match token.text.parse::<u32>() {
            Ok(number) if number < limit => {
                self.next();
                Ok(number)
            }
            _ => {
                let most = limit - 1;
                Err(Fault::new(token.at, format!("{what} {} given, {most} is the last; use a lower one", token.text)))
            }
        }
    }
}

/// The options that a fragment program may have.
const FRAGMENT_OPTIONS: &str = "ARB_fog_exp, ARB_fog_exp2, ARB_fog_linear, ARB_precision_hint_fastest, \
    ARB_precision_hint_nicest, ARB_fragment_program_shadow, ARB_draw_buffers, ARB_fragment_coord_origin_upper_left, \
    ARB_fragment_coord_pixel_center_integer, NV_fragment_program and NV_fragment_program2";

/// Explains why a program with another header is refused.
fn name_head(text: &str) -> String {
    let head = text.split(|c: char| c.is_whitespace() || c == '#').next().unwrap_or("");
    match head {
        "!!FP1.0" => {
            "programs with NV_fragment_program's own head, !!FP1.0, are not read; write !!ARBfp1.0 and OPTION \
            NV_fragment_program;, which has the same instructions on other names"
                .to_string()
        }
        _ if head.starts_with("!!VP") || head.starts_with("!!VSP") => {
            format!("programs of NV_vertex_program, with the head {head}, are not read; write it as !!ARBvp1.0")
        }
        _ => "a program begins with !!ARBfp1.0 or !!ARBvp1.0, without a blank before it".to_string(),
    }
}
