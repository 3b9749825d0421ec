//! Declarations: types, names, functions.

use super::Parser;
use crate::fault::{Fault, Outcome, Position, refuse_text};
use crate::lexer::{Word, shorten_name};
use crate::syntax::{
    BaseType, Declaration, Derivation, Flow, FunctionKind, FunctionSyntax, Specifier, Statement, StructSyntax, TypeName,
};
use crate::types::named_number;

/// Words that may be before a type.
const QUALIFIERS: [&str; 18] = [
    "const", "volatile", "register", "static", "extern", "inline", "auto", "unsigned", "signed", "struct", "enum",
    "union", "out", "reduce", "iter", "vout", "long", "short",
];

/// The most pointers and brackets of a type.
const MOST_DERIVATIONS: usize = 16;

/// A declarator: its name, if it has one, its place, and its steps from the base type outwards.
type Declarator = (Option<String>, Position, Vec<Derivation>);

impl Parser<'_> {
    /// Returns true if the word so many ahead begins a type.
    pub(super) fn is_type_ahead(&self, ahead: usize) -> bool {
        match &self.peek_at(ahead).word {
            Word::Name(name) => {
                let is_word = QUALIFIERS.contains(&name.as_str()) && !self.peek_at(ahead + 1).is_sign("(");
                let is_type = is_number_name(name) || name == "void" || self.type_names.contains(name);
                let next = self.peek_at(ahead + 1);
                let makes_value = next.is_sign("(") && !self.peek_at(ahead + 2).is_sign("*");
                is_word || (is_type && !makes_value)
            }
            _ => false,
        }
    }

    pub(super) fn is_declaration_ahead(&self) -> bool {
        let Word::Name(name) = &self.peek_token().word else { return false };
        match name.as_str() {
            "iter" => !self.peek_at(1).is_sign("("),
            "typedef" => true,
            _ => self.is_type_ahead(0),
        }
    }

    /// Reads what is outside of functions: a type, variables or a function.
    pub(super) fn read_external(&mut self) -> Outcome<()> {
        if self.take_sign(";") {
            return Ok(());
        }
        if self.take_name("typedef") {
            return self.read_type_definition();
        }
        let start = self.current_position();
        let mut kind = match &self.peek_token().word {
            Word::Name(name) if name == "kernel" => FunctionKind::Kernel,
            Word::Name(name) if name == "reduce" => FunctionKind::Reduction,
            _ => FunctionKind::Host,
        };
        self.at += usize::from(kind != FunctionKind::Host);
        let implicit = matches!(self.peek_token().word, Word::Name(_))
            && self.peek_at(1).is_sign("(")
            && kind == FunctionKind::Host;
        let specifier = match implicit {
            true => plain_specifier("int", start),
            false => self.read_specifier()?,
        };
        if self.take_sign(";") {
            return Ok(());
        }
        if self.take_name("kernel") {
            kind = FunctionKind::Kernel;
        }
        let (name, at, derivations) = self.read_declarator()?;
        let Some(name) = name else { return Err(self.unexpected_fault("a name")) };
        let type_name = TypeName { specifier, derivations };
        if self.peek_token().is_sign("(") {
            return self.read_function(kind, start, type_name, name, at);
        }
        if kind != FunctionKind::Host {
            return Err(self.unexpected_fault("`(` and the parameters of this kernel"));
        }
        let globals = self.read_more_declarators(type_name, name, at)?;
        self.program.globals.extend(globals);
        Ok(())
    }

    /// Reads the declarations of one statement, and its `;`.
    pub(super) fn read_declarations(&mut self) -> Outcome<Vec<Declaration>> {
        if self.take_name("typedef") {
            self.read_type_definition()?;
            return Ok(Vec::new());
        }
        let specifier = self.read_specifier()?;
        if self.take_sign(";") {
            return Ok(Vec::new());
        }
        let (name, at, derivations) = self.read_declarator()?;
        let Some(name) = name else { return Err(self.unexpected_fault("a name")) };
        if self.peek_token().is_sign("(") {
            return Err(
                self.unexpected_fault("`;` or `=` after this name: a function is declared outside of functions")
            );
        }
        self.read_more_declarators(TypeName { specifier, derivations }, name, at)
    }

    /// Reads the initial value of a name, then the other names of the declaration.
    fn read_more_declarators(&mut self, first: TypeName, name: String, at: Position) -> Outcome<Vec<Declaration>> {
        let specifier = first.specifier.clone();
        let mut declarations = vec![Declaration { name, at, type_name: first, initial: None }];
        loop {
            if std::mem::take(&mut self.has_open_assignment) || self.take_sign("=") {
                let initial = self.read_initialiser()?;
                if let Some(last) = declarations.last_mut() {
                    last.initial = Some(initial);
                }
            }
            if self.take_sign(";") {
                return Ok(declarations);
            }
            self.expect_sign(",", "or `;` after this declaration")?;
            let (name, at, derivations) = self.read_declarator()?;
            let Some(name) = name else { return Err(self.unexpected_fault("a name")) };
            let type_name = TypeName { specifier: specifier.clone(), derivations };
            declarations.push(Declaration { name, at, type_name, initial: None });
        }
    }

    fn read_type_definition(&mut self) -> Outcome<()> {
        let specifier = self.read_specifier()?;
        loop {
            let (name, _, derivations) = self.read_declarator()?;
            let Some(name) = name else { return Err(self.unexpected_fault("the name of the new type")) };
            self.type_names.insert(name.clone());
            let type_name = TypeName { specifier: specifier.clone(), derivations };
            self.program.type_names.push((name, type_name));
            if self.take_sign(";") {
                return Ok(());
            }
            self.expect_sign(",", "or `;` after this typedef")?;
        }
    }

    /// Reads a type without a name, as in a conversion.
    pub(super) fn read_type_name(&mut self) -> Outcome<TypeName> {
        let specifier = self.read_specifier()?;
        let (name, at, derivations) = self.read_declarator()?;
        match name {
            Some(name) => {
                refuse_text(at, format!("expected `)` after a type, found {}; close it", shorten_name(&name)))
            }
            None => Ok(TypeName { specifier, derivations }),
        }
    }

    /// Reads the words before a declarator.
    fn read_specifier(&mut self) -> Outcome<Specifier> {
        let at = self.current_position();
        let mut found = plain_specifier("", at);
        let (mut is_unsigned, mut is_signed, mut base) = (false, false, None);
        let (mut longs, mut is_short) = (0, false);
        while let Word::Name(name) = self.peek_token().word.clone() {
            match name.as_str() {
                "const" | "volatile" | "register" | "inline" | "auto" | "restrict" => {}
                "static" => found.is_static = true,
                "extern" => found.is_extern = true,
                "unsigned" => is_unsigned = true,
                "signed" => is_signed = true,
                "long" => longs += 1,
                "short" => is_short = true,
                "out" => found.flow = Flow::Out,
                "reduce" => found.flow = Flow::Reduce,
                "iter" => found.is_iterator = true,
                "vout" => {
                    found.flow = Flow::Push;
                    if self.peek_at(1).is_sign("[") {
                        self.at += 2;
                        if !self.peek_token().is_sign("]") {
                            self.read_assignment()?;
                        }
                        if !self.peek_token().is_sign("]") {
                            return Err(self.unexpected_fault("`]` after `vout[`"));
                        }
                    }
                }
                "struct" | "union" | "enum" if base.is_none() => {
                    base = Some(self.read_nested(|parser| parser.read_struct_or_enum(&name))?);
                    continue;
                }
                _ if base.is_none() && (is_number_name(&name) || name == "void" || self.type_names.contains(&name)) => {
                    base = Some(BaseType::Named(name));
                }
                _ => break,
            }
            self.next();
        }
        let sized = longs > 0 || is_short;
        found.base = match base {
            None if is_unsigned || is_signed || sized => BaseType::Named("int".to_string()),
            None => return Err(self.missing_type()),
            Some(base) => base,
        };
        if let BaseType::Named(name) = &mut found.base {
            *name = combine_words(name, is_unsigned, longs > 0, is_short);
        }
        Ok(found)
    }

    /// Builds the error where a type belongs.
    fn missing_type(&self) -> Fault {
        match &self.peek_token().word {
            Word::Name(name)
                if name != "FILE"
                    && matches!(self.peek_at(1).word, Word::Name(_))
                    && !super::CPP_WORDS.contains(&name.as_str()) =>
            {
                let sentence =
                    format!("{} is not a type; define it by typedef, or use one such as float4", shorten_name(name));
                Fault::new(self.current_position(), sentence)
            }
            _ => self.unexpected_fault("a type such as float"),
        }
    }

    fn read_struct_or_enum(&mut self, word: &str) -> Outcome<BaseType> {
        let at = self.next().at;
        let name = match &self.peek_token().word {
            Word::Name(name) => {
                let name = name.clone();
                self.next();
                name
            }
            _ => String::new(),
        };
        if word == "union" {
            return refuse_text(at, "a union has no place in a stream; use a struct");
        }
        if word == "enum" {
            if self.take_sign("{") {
                self.read_constants()?;
            }
            return Ok(BaseType::Named("int".to_string()));
        }
        if self.take_sign("{") {
            let mut members = Vec::new();
            while !self.take_sign("}") {
                members.extend(self.read_declarations()?);
            }
            let known = self
                .program
                .structs
                .iter()
                .position(|known| known.name == name && !name.is_empty());
            if known.is_some() {
                return refuse_text(at, format!("the struct {} is defined twice; rename one", shorten_name(&name)));
            }
            self.program.structs.push(StructSyntax { name, at, members });
            return Ok(BaseType::Struct(self.program.structs.len() - 1));
        }
        let known = self
            .program
            .structs
            .iter()
            .position(|known| known.name == name && !name.is_empty());
        known.map(BaseType::Struct).ok_or_else(|| {
            Fault::new(at, format!("the struct {} is not defined before this; define it", shorten_name(&name)))
        })
    }

    fn read_constants(&mut self) -> Outcome<()> {
        while !self.take_sign("}") {
            let (name, at) = self.expect_name("the name of a constant")?;
            let value = match self.take_sign("=") {
                true => Some(self.read_assignment()?),
                false => None,
            };
            self.program.constants.push((name, at, value));
            if !self.take_sign(",") && !self.peek_token().is_sign("}") {
                return Err(self.unexpected_fault("`,` or `}` after this constant"));
            }
        }
        Ok(())
    }

    fn read_declarator(&mut self) -> Outcome<Declarator> {
        self.read_nested(|parser| {
            let mut derivations = Vec::new();
            while parser.take_sign("*") {
                derivations.push(Derivation::Pointer);
                while parser.take_name("const") || parser.take_name("restrict") {}
            }
            let mut at = parser.current_position();
            let (mut name, mut inner) = (None, Vec::new());
            if parser.peek_token().is_sign("(") && (parser.peek_at(1).is_sign("*") || parser.peek_at(1).is_sign("(")) {
                parser.next();
                (name, at, inner) = parser.read_declarator()?;
                parser.expect_sign(")", "after this name")?;
            } else if let Word::Name(found) = &parser.peek_token().word {
                name = Some(found.clone());
                parser.next();
            }
            let mut suffixes = parser.read_suffixes()?;
            suffixes.reverse();
            derivations.extend(suffixes);
            derivations.extend(inner);
            if derivations.len() > MOST_DERIVATIONS {
                return refuse_text(
                    at,
                    format!("this type has more than {MOST_DERIVATIONS} pointers and brackets; use fewer"),
                );
            }
            Ok((name, at, derivations))
        })
    }

    /// Reads `[..]` and `<..>` after a name.
    fn read_suffixes(&mut self) -> Outcome<Vec<Derivation>> {
        let mut suffixes = Vec::new();
        loop {
            if self.take_sign("[") {
                if self.take_sign("]") {
                    suffixes.push(Derivation::Array(None));
                    continue;
                }
                let extent = self.read_expression()?;
                self.expect_sign("]", "after the length of this array")?;
                suffixes.push(Derivation::Array(Some(extent)));
            } else if self.take_sign("<") {
                let mut extents = Vec::new();
                while !self.peek_token().is_sign(">") {
                    extents.push(self.read_extent()?);
                    if self.peek_token().is_sign(">=") || !self.take_sign(",") {
                        break;
                    }
                }
                // In `iter float s<10>=iter(..)` the two signs are read as one.
                if self.take_sign(">=") {
                    self.has_open_assignment = true;
                } else {
                    self.expect_sign(">", "after the extents of this stream")?;
                }
                suffixes.push(Derivation::Stream(extents));
            } else {
                return Ok(suffixes);
            }
        }
    }

    fn read_function(
        &mut self,
        kind: FunctionKind,
        start: Position,
        result: TypeName,
        name: String,
        at: Position,
    ) -> Outcome<()> {
        self.expect_sign("(", "after the name of a function")?;
        let mut parameters = Vec::new();
        let is_void = self.is_name("void") && self.peek_at(1).is_sign(")");
        self.at += usize::from(is_void);
        while !self.take_sign(")") {
            if self.take_sign("...") {
                self.expect_sign(")", "after `...`")?;
                break;
            }
            let specifier = self.read_specifier()?;
            let (name, at, derivations) = self.read_declarator()?;
            let type_name = TypeName { specifier, derivations };
            parameters.push(Declaration { name: name.unwrap_or_default(), at, type_name, initial: None });
            if !self.peek_token().is_sign(")") {
                self.expect_sign(",", "or `)` after this parameter")?;
            }
        }
        let body = match self.peek_token().is_sign("{") {
            true => self.read_body(at)?,
            false => {
                // Other names may follow a prototype: `int f(), g();`.
                while self.take_sign(",") {
                    self.read_declarator()?;
                    if self.take_sign("(") {
                        self.expect_sign(")", "after this prototype")?;
                    }
                }
                self.expect_sign(";", "or `{` after this function")?;
                None
            }
        };
        self.program
            .functions
            .push(FunctionSyntax { kind, name, at, start, result, parameters, body });
        Ok(())
    }
}

impl Parser<'_> {
    /// Reads the body of a function. A function of an included file that is not C is an error where it is called only, so
    /// that headers with assembly do not hide a program's kernels.
    fn read_body(&mut self, at: Position) -> Outcome<Option<Statement>> {
        let start = self.at;
        match self.read_block() {
            Err(_) if at.file != 0 => {
                self.at = start;
                self.depth = 0;
                self.skip_block();
                Ok(None)
            }
            body => body.map(Some),
        }
    }

    fn skip_block(&mut self) {
        let mut depth = 0_usize;
        loop {
            let token = self.next();
            match token.word {
                Word::Sign("{") => depth += 1,
                Word::Sign("}") => depth = depth.saturating_sub(1),
                Word::End => {
                    self.at = self.tokens.len().saturating_sub(1);
                    return;
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

fn plain_specifier(name: &str, at: Position) -> Specifier {
    let base = BaseType::Named(name.to_string());
    Specifier { at, base, is_extern: false, is_static: false, is_iterator: false, flow: Flow::In }
}

/// Returns true if a name is of a number or vector.
fn is_number_name(name: &str) -> bool {
    named_number(name).is_some()
}

/// Returns the name of a type that is written in several words, as `unsigned int`.
fn combine_words(name: &str, is_unsigned: bool, is_long: bool, is_short: bool) -> String {
    let plain = match (name, is_long, is_short) {
        ("int", true, _) => "long",
        ("int", _, true) => "short",
        _ => name,
    };
    match is_unsigned && !plain.starts_with('u') {
        true if named_number(&format!("u{plain}")).is_some() => format!("u{plain}"),
        _ => plain.to_string(),
    }
}
