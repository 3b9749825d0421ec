//! Declarations: structs, types, variables and functions.

use super::type_names::explain_later_word;
use super::{Parser, ShadowedType};
use crate::request::Language;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{
    Block, Expression, ExpressionKind, Function, Length, Name, Qualifiers, Semantic, Structure, Variable,
};
use crate::token::{Place, Token, TokenKind};
use crate::types::Type;

/// Most structs of a text.
const MAX_STRUCTURES: usize = 4096;

impl Parser {
    /// Reads what stands outside of functions.
    pub(super) fn read_declaration(&mut self) -> CgResult<()> {
        let token = self.peek_token().clone();
        if self.accept_symbol(";") {
            return Ok(());
        }
        match &*token.text {
            "typedef" => return self.read_typedef(),
            "technique" | "technique10" | "technique11" | "Technique" if token.kind == TokenKind::Word => {
                return self.read_technique();
            }
            "interface" => {
                let message = "interfaces of Cg 1.2 are not read here; write a function for each of its kinds";
                return Err(CgError::new(token.place, message));
            }
            "pixelfragment" | "vertexfragment" => {}
            "asm" => {
                return Err(CgError::new(
                    token.place,
                    "asm { } is not read here; give the program as a file of its own",
                ));
            }
            "precision" => {
                return Err(CgError::new(
                    token.place,
                    "'precision' is a word of GLSL ES; in Cg the types half and fixed say it",
                ));
            }
            _ => {}
        }
        let attributes = self.peek_token().place;
        let has_attributes = self.read_attributes()?;
        if let Some(sentence) = explain_later_word(&token.text).filter(|_| token.kind == TokenKind::Word) {
            return Err(CgError::new(token.place, sentence));
        }
        let qualifiers = self.read_qualifiers()?;
        let defines = self.peek_token().is_word("struct");
        let (kind, lengths) = self.read_type()?;
        if defines && !self.peek_token().is_symbol(";") && self.is_type(self.peek_token()) {
            self.require_symbol(";", "the struct")?;
        }
        // const may stand after the type.
        let later = self.read_qualifiers()?;
        let qualifiers = Qualifiers { is_const: qualifiers.is_const || later.is_const, ..qualifiers };
        if self.peek_token().is_symbol(";") && defines && self.is_nameless(&kind) {
            let message =
                "a struct without a name is of use to a variable alone; give it a name, or declare a variable";
            return Err(CgError::new(self.peek_token().place, message));
        }
        if self.accept_symbol(";") {
            return Ok(());
        }
        let next = self.peek_at(1);
        if next.is_symbol("(") {
            if self.language == Language::Hlsl && (qualifiers.is_uniform || qualifiers.is_in || qualifiers.is_out) {
                let message =
                    "uniform, in and out are for variables and parameters; leave the word out before a function";
                return Err(CgError::new(self.peek_token().place, message));
            }
            return self.read_function(kind, lengths);
        }
        if has_attributes {
            return Err(CgError::new(
                attributes,
                "an attribute as [numthreads] belongs to a function; leave it out here",
            ));
        }
        self.refuse_global_qualifiers(qualifiers)?;
        let variables = self.read_variables(&kind, &lengths, qualifiers)?;
        self.program.globals.extend(variables);
        Ok(())
    }

    /// Returns true for a struct of HLSL without a name.
    fn is_nameless(&self, kind: &Type) -> bool {
        let Type::Struct(number) = kind else { return false };
        self.language == Language::Hlsl && !self.structure_names.values().any(|known| known == number)
    }

    /// Refuses words before a variable outside of functions that HLSL has there not.
    fn refuse_global_qualifiers(&self, qualifiers: Qualifiers) -> CgResult<()> {
        let place = self.peek_token().place;
        if self.language != Language::Hlsl {
            return Ok(());
        }
        if qualifiers.is_in || qualifiers.is_out {
            return Err(CgError::new(
                place,
                "in and out are for parameters; this variable stands outside of functions",
            ));
        }
        if qualifiers.is_static && qualifiers.is_uniform {
            return Err(CgError::new(place, "a variable is static or uniform, not both; leave one of the words out"));
        }
        Ok(())
    }

    /// Reads attributes as `[unroll]` and `[loop(4)]`, which are hints; returns true if there are any.
    pub(super) fn read_attributes(&mut self) -> CgResult<bool> {
        let mut names: Vec<Name> = Vec::new();
        while self.peek_token().is_symbol("[") {
            self.next_token();
            let (name, place) = self.require_name("the name of an attribute")?;
            if names.contains(&name) {
                return Err(CgError::new(place, format!("the attribute '{name}' stands twice; leave one out")));
            }
            let is_group_size = &*name == "numthreads";
            names.push(name);
            if self.accept_symbol("(") {
                loop {
                    let value = self.read_assignment()?;
                    if is_group_size {
                        self.refuse_group_size(&value)?;
                    }
                    if !self.accept_symbol(",") {
                        break;
                    }
                }
                self.require_symbol(")", "the values of the attribute")?;
            }
            self.require_symbol("]", "the attribute")?;
        }
        Ok(!names.is_empty())
    }

    /// Refuses a side of a work group that is no number or constant.
    fn refuse_group_size(&self, value: &Expression) -> CgResult<()> {
        let is_known = match &value.kind {
            ExpressionKind::Name(name) => self.program.globals.iter().any(|global| global.name == *name),
            ExpressionKind::Construct { .. } => false,
            _ => true,
        };
        match is_known {
            true => Ok(()),
            false => Err(CgError::new(value.place, "a side of [numthreads] is no constant; write a whole number")),
        }
    }

    /// Reads the words before a type.
    pub(super) fn read_qualifiers(&mut self) -> CgResult<Qualifiers> {
        let mut found = Qualifiers::default();
        let mut seen: Vec<Name> = Vec::new();
        self.majority = None;
        loop {
            let word = self.peek_token().text.clone();
            if self.language == Language::Hlsl && seen.contains(&word) && self.peek_token().kind == TokenKind::Word {
                let message = format!("'{word}' stands twice before one type; leave one out");
                return Err(CgError::new(self.peek_token().place, message));
            }
            if matches!(&*word, "row_major" | "column_major") {
                self.majority = Some(self.peek_token().clone());
            }
            seen.push(word);
            match &*self.peek_token().text {
                "in" => found.is_in = true,
                "out" => found.is_out = true,
                "inout" => (found.is_in, found.is_out) = (true, true),
                "uniform" => found.is_uniform = true,
                "varying" => found.is_varying = true,
                "const" => found.is_const = true,
                "static" => found.is_static = true,
                "extern" | "row_major" | "column_major" | "inline" | "__inline" | "volatile" | "shared"
                | "nointerpolation" | "linear" | "centroid" | "noperspective" | "packed" | "precise" | "__packed" => {}
                "attribute" if self.peek_at(1).kind == TokenKind::Word => {
                    let message = "'attribute' is a word of GLSL; in Cg write a parameter with a semantic, as float4 p : POSITION";
                    return Err(CgError::new(self.peek_token().place, message));
                }
                _ => return Ok(found),
            }
            if self.peek_token().kind != TokenKind::Word {
                return Ok(found);
            }
            self.next_token();
        }
    }

    pub(super) fn read_typedef(&mut self) -> CgResult<()> {
        self.next_token();
        self.read_qualifiers()?;
        let order = self.majority.clone().map(|word| word.text);
        let (kind, outer) = self.read_type()?;
        loop {
            let (name, place) = self.require_name("the name of the type")?;
            let mut lengths = self.read_lengths()?;
            lengths.extend(outer.iter().cloned());
            if self.language == Language::Hlsl && lengths.iter().any(Option::is_none) {
                return Err(CgError::new(place, "an array's type has its length; write it between [ and ]"));
            }
            let before = match &order {
                Some(order) => self.ordered_types.insert(name.clone(), order.clone()),
                None => self.ordered_types.remove(&name),
            };
            let kind = self.types.insert(name.clone(), (kind.clone(), lengths));
            self.shadowed_types.push(ShadowedType { name, kind, order: before });
            if !self.accept_symbol(",") {
                break;
            }
        }
        self.require_symbol(";", "the typedef").map(|_| ())
    }

    /// Reads a struct, or the use of one as `struct NAME`.
    pub(super) fn read_struct(&mut self) -> CgResult<Type> {
        let word = self.next_token();
        let named = self.peek_token().kind == TokenKind::Word;
        let (name, place): (Name, Place) =
            if named { self.require_name("the name of the struct")? } else { ("struct".into(), word.place) };
        if self.peek_token().is_symbol(":") {
            let message = "a struct that implements an interface (Cg 1.2) is not read here; leave the interface out";
            return Err(CgError::new(self.peek_token().place, message));
        }
        if !self.peek_token().is_symbol("{") {
            return match self.structure_names.get(&name) {
                Some(number) => Ok(Type::Struct(*number)),
                None => Err(CgError::new(place, format!("there is no struct '{name}'; declare it before"))),
            };
        }
        if self.program.structures.len() >= MAX_STRUCTURES {
            return Err(CgError::new(place, format!("the text has more than {MAX_STRUCTURES} structs")));
        }
        self.enter_level()?;
        self.next_token();
        let mut members: Vec<Variable> = Vec::new();
        while !self.accept_symbol("}") {
            let qualifiers = self.read_qualifiers()?;
            let (kind, lengths) = self.read_type()?;
            if self.peek_at(1).is_symbol("(") {
                let message = "functions in a struct (Cg 1.2) are not read here; write them outside of it";
                return Err(CgError::new(self.peek_token().place, message));
            }
            for member in self.read_variables(&kind, &lengths, qualifiers)? {
                if members.iter().any(|other| other.name == member.name) {
                    let message = format!("the struct has two members '{}'; rename one", member.name);
                    return Err(CgError::new(member.place, message));
                }
                members.push(member);
            }
        }
        self.leave_level();
        if let Some(before) = self.structure_names.get(&name).copied().filter(|_| named) {
            // NVIDIA's compiler takes the same struct twice.
            let is_same = self
                .program
                .structures
                .get(before)
                .is_some_and(|one| has_same_members(&one.members, &members));
            return match is_same {
                true => Ok(Type::Struct(before)),
                false => Err(CgError::new(place, format!("the struct '{name}' is declared twice; rename one"))),
            };
        }
        let number = self.program.structures.len();
        if named {
            self.structure_names.insert(name.clone(), number);
        }
        self.program.structures.push(Structure { name, members });
        Ok(Type::Struct(number))
    }

    /// Reads variables of a type, to the semicolon.
    pub(super) fn read_variables(
        &mut self,
        kind: &Type,
        outer: &[Length],
        qualifiers: Qualifiers,
    ) -> CgResult<Vec<Variable>> {
        let mut variables = Vec::new();
        loop {
            variables.push(self.read_variable(kind, outer, qualifiers)?);
            if !self.accept_symbol(",") {
                break;
            }
        }
        let after = variables
            .last()
            .map_or(String::new(), |last| format!("the declaration of '{}'", last.name));
        let had_block = matches!(
            variables.last().and_then(|last| last.value.as_ref()),
            Some(Expression { kind: ExpressionKind::SamplerState, .. })
        );
        // Cg takes a block of states without the semicolon.
        let is_ended = had_block && self.language != Language::Hlsl && !self.peek_token().is_symbol(";");
        if !is_ended {
            self.require_symbol(";", &after)?;
        }
        Ok(variables)
    }

    /// Reads a variable or a parameter after its type.
    fn read_variable(&mut self, kind: &Type, outer: &[Length], qualifiers: Qualifiers) -> CgResult<Variable> {
        let (name, place) = self.require_name("a name")?;
        let mut lengths = self.read_lengths()?;
        lengths.extend(outer.iter().cloned());
        let mut semantic = self.read_semantic()?;
        let is_annotated =
            self.peek_token().is_symbol("<") && (self.is_type(self.peek_at(1)) || self.peek_at(1).is_symbol(">"));
        if is_annotated {
            self.skip_annotations()?;
            semantic = semantic.or(self.read_semantic()?);
        }
        let is_for_host = matches!(kind, Type::Sampler(_) | Type::Host);
        let value = if self.accept_symbol("=") {
            Some(self.read_initial_value(kind, &lengths)?)
        } else if self.peek_token().is_symbol("{") && (is_for_host || self.language == Language::Hlsl) {
            Some(self.read_state_blocks(kind, &lengths)?).filter(|_| is_for_host)
        } else {
            None
        };
        if *kind == Type::Void {
            return Err(CgError::new(place, format!("'{name}' cannot be void; give it a type")));
        }
        Ok(Variable { name, place, kind: kind.clone(), lengths, qualifiers, semantic, value })
    }

    fn read_initial_value(&mut self, kind: &Type, lengths: &[Length]) -> CgResult<Expression> {
        if self.peek_token().is_word("sampler_state") {
            self.next_token();
            return self.read_state_blocks(kind, lengths);
        }
        if self.peek_token().is_word("compile") || self.peek_token().is_word("asm") {
            let message = "a program in a variable is not read here; name the function in a pass";
            return Err(CgError::new(self.peek_token().place, message));
        }
        self.read_initializer()
    }

    /// Reads `: SEMANTIC` and `: register(c0)`; returns the semantic.
    pub(super) fn read_semantic(&mut self) -> CgResult<Option<Semantic>> {
        let mut found = None;
        while self.accept_symbol(":") {
            let token = self.peek_token().clone();
            if token.kind != TokenKind::Word {
                let message = format!("expected a semantic after :, as TEXCOORD0, found {}", token.describe_token());
                return Err(CgError::new(token.place, message));
            }
            self.next_token();
            if self.peek_token().is_symbol("(") {
                self.skip_brackets("(", ")")?;
                continue;
            }
            found.get_or_insert(Semantic { name: token.text, place: token.place });
        }
        Ok(found)
    }

    /// Skips annotations in angle brackets.
    pub(super) fn skip_annotations(&mut self) -> CgResult<()> {
        let open = self.next_token();
        let mut braces = 0_usize;
        loop {
            let token = self.next_token();
            match &*token.text {
                _ if token.kind == TokenKind::End => {
                    return Err(CgError::new(
                        open.place,
                        "the annotations that begin here never end; close them with >",
                    ));
                }
                "{" if token.kind == TokenKind::Symbol => braces += 1,
                "}" if token.kind == TokenKind::Symbol => braces = braces.saturating_sub(1),
                ">" if token.kind == TokenKind::Symbol && braces == 0 => return Ok(()),
                _ => {}
            }
        }
    }

    /// Skips brackets and what is between them.
    pub(super) fn skip_brackets(&mut self, open: &str, close: &str) -> CgResult<()> {
        let first = self.peek_token().clone();
        self.require_symbol(open, "this")?;
        let mut depth = 1_usize;
        while depth > 0 {
            let token = self.next_token();
            if token.kind == TokenKind::End {
                let message = format!("this {open} is never closed; add {close}");
                return Err(CgError::new(first.place, message));
            }
            depth += usize::from(token.is_symbol(open));
            depth -= usize::from(token.is_symbol(close));
        }
        Ok(())
    }

    /// Reads a function after the type of its result.
    fn read_function(&mut self, result: Type, lengths: Vec<Length>) -> CgResult<()> {
        let (name, place) = self.require_name("the name of the function")?;
        if !lengths.is_empty() {
            let message =
                format!("'{name}' returns an array, which GLSL 3.30 can only in part; put the array into a struct");
            return Err(CgError::new(place, message));
        }
        self.next_token();
        let mut parameters: Vec<Variable> = Vec::new();
        let mut nameless = None;
        if self.peek_token().is_word("void") && self.peek_at(1).is_symbol(")") {
            self.next_token();
        }
        while !self.accept_symbol(")") {
            if !parameters.is_empty() {
                self.require_symbol(",", "a parameter")?;
            }
            let (parameter, has_name) = self.read_parameter(parameters.len())?;
            if !has_name {
                nameless = nameless.or(Some(parameter.place));
            }
            if parameters.iter().any(|other| other.name == parameter.name) {
                let message = format!("'{name}' has two parameters '{}'; rename one", parameter.name);
                return Err(CgError::new(parameter.place, message));
            }
            parameters.push(parameter);
        }
        let semantic = self.read_semantic()?;
        let body = if self.accept_symbol(";") { None } else { Some(self.read_body(&name)?) };
        if let (Some(_), Some(place)) = (&body, nameless) {
            return Err(CgError::new(place, "a parameter of a function with a body needs a name; give it one"));
        }
        self.program
            .functions
            .push(Function { name, place, result, semantic, parameters, body });
        Ok(())
    }

    /// Reads a parameter; returns also whether it has a name.
    fn read_parameter(&mut self, number: usize) -> CgResult<(Variable, bool)> {
        let qualifiers = self.read_qualifiers()?;
        let (kind, lengths) = self.read_type()?;
        let later = self.read_qualifiers()?;
        let qualifiers = Qualifiers { is_const: qualifiers.is_const || later.is_const, ..qualifiers };
        let token: Token = self.peek_token().clone();
        if qualifiers.is_const && qualifiers.is_out {
            return Err(CgError::new(token.place, "a parameter that is const cannot be out; leave one of them out"));
        }
        if qualifiers.is_uniform && qualifiers.is_out {
            return Err(CgError::new(token.place, "a parameter that is uniform cannot be out; leave one of them out"));
        }
        // A parameter of a function that is only announced needs no name.
        if token.is_symbol(",") || token.is_symbol(")") {
            let name = format!("parameter{number}").into();
            let place = token.place;
            let parameter = Variable { name, place, kind, lengths, qualifiers, semantic: None, value: None };
            return Ok((parameter, false));
        }
        Ok((self.read_variable(&kind, &lengths, qualifiers)?, true))
    }

    fn read_body(&mut self, name: &str) -> CgResult<Block> {
        if !self.peek_token().is_symbol("{") {
            let message =
                format!("expected {{ or ; after the head of '{name}', found {}", self.peek_token().describe_token());
            return Err(CgError::new(self.peek_token().place, message));
        }
        self.read_block()
    }
}

fn has_same_members(one: &[Variable], other: &[Variable]) -> bool {
    let is_same = |(one, other): (&Variable, &Variable)| {
        one.name == other.name && one.kind == other.kind && one.lengths.len() == other.lengths.len()
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}
