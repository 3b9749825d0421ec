//! Translates a preprocessed text of an older dialect to today's core profile, token by token.

use super::builtin::{self, ARRAY_ITEMS, NAME_PREFIX};
use super::lexer::{Token, TokenKind, split_tokens};
use super::{Dialect, later_words};
use crate::Stage;
use std::collections::{BTreeMap, BTreeSet};

/// The core profile version of translations.
const TARGET_VERSION: u32 = 450;

/// A text translated to the core profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedText {
    /// The version of the core profile.
    pub version: u32,
    /// The lines before the text: extensions and declarations.
    pub preamble: String,
    /// The text, without `#version`; each line is the translation of the author's line of that number.
    pub text: String,
    /// The author's names for names that the translation replaces.
    pub names: BTreeMap<String, String>,
}

/// Translates a preprocessed text that glslang accepted in its dialect.
pub fn translate(preprocessed: &str, stage: Stage, dialect: Dialect) -> TranslatedText {
    let tokens = split_tokens(preprocessed);
    let mut translation = DialectTranslation {
        colors: written_colors(&tokens, stage),
        defined: defined_functions(&tokens),
        variables: used_without_call(&tokens),
        whole: whole_arrays(&tokens),
        extensions: extension_lines(&tokens, dialect),
        tokens,
        dialect,
        stage,
        at: 0,
        out: String::with_capacity(preprocessed.len() + 64),
        open: vec![],
        braces: 0,
        closing: None,
        declarations: BTreeSet::new(),
        names: BTreeMap::new(),
    };
    translation.translate_all();
    translation.declare_fronts();
    translation.clamp_colors();
    let declarations: Vec<String> = translation.declarations.into_iter().collect();
    TranslatedText {
        version: TARGET_VERSION.max(if dialect.is_es() { 0 } else { dialect.version }),
        preamble: format!("{}{}\n", translation.extensions, declarations.join("\n")),
        text: translation.out,
        names: translation.names,
    }
}

/// Returns the `#extension` lines, which go before everything else. Extensions of ES are part of today's core profile.
fn extension_lines(tokens: &[Token], dialect: Dialect) -> String {
    let lines = tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Directive && !dialect.is_es());
    let lines = lines.filter(|line| line.text.trim_start_matches(['#', ' ', '\t']).starts_with("extension"));
    lines.map(|line| format!("{}\n", line.text)).collect()
}

/// Returns the functions that the author declares: a type, a name and a parenthesis at top level.
fn defined_functions(tokens: &[Token]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut braces = 0_i32;
    let mut before = [None::<Token>; 2];
    for token in tokens.iter().filter(|token| !token.is_blank()) {
        match token.text {
            "{" => braces += 1,
            "}" => braces -= 1,
            "(" if braces == 0 => {
                if let [Some(of), Some(name)] = before
                    && name.kind == TokenKind::Word
                    && (of.kind == TokenKind::Word || of.text == "]")
                {
                    names.insert(name.text.to_string());
                }
            }
            _ => {}
        }
        before = [before[1], Some(*token)];
    }
    names
}

/// Returns the words that occur somewhere without a parenthesis after them: there, names of
/// functions are names of variables.
fn used_without_call(tokens: &[Token]) -> BTreeSet<String> {
    let meaningful: Vec<&Token> = tokens.iter().filter(|token| !token.is_blank()).collect();
    let words = meaningful.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word);
    words
        .filter(|(at, _)| !is_called(&meaningful, *at))
        .map(|(_, token)| token.text.to_string())
        .collect()
}

fn is_called(meaningful: &[&Token], at: usize) -> bool {
    meaningful.get(at + 1).is_some_and(|next| next.text == "(")
}

/// Returns the built-in arrays that are used somewhere without a plain number as index.
fn whole_arrays(tokens: &[Token]) -> BTreeSet<String> {
    let meaningful: Vec<&str> = tokens
        .iter()
        .filter(|token| !token.is_blank())
        .map(|token| token.text)
        .collect();
    let mut names = BTreeSet::new();
    for (at, word) in meaningful.iter().enumerate() {
        let plain = read_text(&meaningful, at + 2)
            .parse::<u32>()
            .is_ok_and(|number| number < ARRAY_ITEMS);
        // `varying vec4 gl_TexCoord[4];` declares the length.
        let declared = read_text(&meaningful, at + 4) == ";" && at > 0 && read_text(&meaningful, at - 1) == "vec4";
        if ["gl_TexCoord", "gl_FragData", "gl_TextureMatrix"].contains(word)
            && !(read_text(&meaningful, at + 1) == "[" && plain && read_text(&meaningful, at + 3) == "]")
            && !declared
        {
            names.insert(word.to_string());
        }
    }
    names
}

fn read_text<'t>(meaningful: &[&'t str], at: usize) -> &'t str {
    meaningful.get(at).copied().unwrap_or("")
}

/// Returns the colours that a vertex kernel writes: the fixed pipeline clamps them to between 0 and 1.
fn written_colors(tokens: &[Token], stage: Stage) -> Vec<&'static str> {
    let all = ["gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor"];
    all.into_iter()
        .filter(|color| stage == Stage::Vertex && tokens.iter().any(|token| token.text == *color))
        .collect()
}

struct DialectTranslation<'t> {
    tokens: Vec<Token<'t>>,
    colors: Vec<&'static str>,
    dialect: Dialect,
    stage: Stage,
    defined: BTreeSet<String>,
    /// Words used without a call.
    variables: BTreeSet<String>,
    /// Built-in arrays used other than with plain numbers as indices.
    whole: BTreeSet<String>,
    extensions: String,
    /// The token to translate next.
    at: usize,
    out: String,
    /// The text to write after each open parenthesis when it closes.
    open: Vec<&'static str>,
    braces: u32,
    /// The text to write after the next parenthesis when that closes.
    closing: Option<&'static str>,
    declarations: BTreeSet<String>,
    names: BTreeMap<String, String>,
}

impl DialectTranslation<'_> {
    fn translate_all(&mut self) {
        let mut begins = true;
        while let Some(token) = self.tokens.get(self.at).copied() {
            let outside = self.braces == 0 && self.open.is_empty();
            if begins && outside && token.kind == TokenKind::Word && self.is_redeclaration() {
                self.skip_statement();
                continue;
            }
            match token.kind {
                TokenKind::Word => self.translate_word(token.text),
                TokenKind::Directive => self.write_directive(token.text),
                TokenKind::Sign => self.write_sign(token.text),
                _ => self.out.push_str(token.text),
            }
            if !token.is_blank() && token.kind != TokenKind::Directive {
                begins = matches!(token.text, ";" | "{" | "}");
            }
            self.at += 1;
        }
    }

    /// Renames the author's `main` and adds, on the last line, a `main` that calls it and clamps the colours.
    fn clamp_colors(&mut self) {
        if self.colors.is_empty() {
            return;
        }
        let clamped = self.colors.iter().map(|color| {
            let name = color.replacen("gl_", NAME_PREFIX, 1);
            format!(" {name} = clamp({name}, 0.0, 1.0);")
        });
        let clamped: String = clamped.collect();
        self.out.truncate(self.out.trim_end().len());
        self.out
            .push_str(&format!(" void main() {{ {NAME_PREFIX}main();{clamped} }}\n"));
    }

    /// Declares the front colours if the kernel writes back colours: a fragment kernel reads the
    /// front ones in any case.
    fn declare_fronts(&mut self) {
        for (back, front) in [("BackColor", "gl_FrontColor"), ("BackSecondaryColor", "gl_FrontSecondaryColor")] {
            let given = self.declarations.iter().any(|declaration| declaration.contains(back));
            if let (true, Some(variable)) = (given, builtin::find_variable(front, self.stage)) {
                self.declarations.insert(variable.declaration);
            }
        }
    }

    /// Writes a directive, except `#version` and `#extension`, which went before the text.
    fn write_directive(&mut self, line: &str) {
        let words = line.trim_start_matches(['#', ' ', '\t']);
        if !["version", "extension", "line"].iter().any(|gone| words.starts_with(gone)) {
            self.out.push_str(line);
        }
    }

    fn write_sign(&mut self, sign: &str) {
        self.out.push_str(sign);
        match sign {
            "(" => self.open.push(self.closing.take().unwrap_or("")),
            ")" => self.out.push_str(self.open.pop().unwrap_or("")),
            "{" => self.braces += 1,
            "}" => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
    }

    /// Returns the token `count` meaningful tokens ahead, and its index.
    fn peek_ahead(&self, count: usize) -> Option<(usize, Token<'_>)> {
        let behind = self.tokens.iter().enumerate().skip(self.at + 1);
        behind
            .filter(|(_, token)| !token.is_blank())
            .nth(count)
            .map(|(at, token)| (at, *token))
    }

    fn is_ahead(&self, count: usize, text: &str) -> bool {
        self.peek_ahead(count).is_some_and(|(_, token)| token.text == text)
    }

    /// Returns true if the statement that begins here redeclares a built-in that the translation
    /// declares by itself, or sets a precision, which has no effect in the core profile.
    fn is_redeclaration(&self) -> bool {
        let rest = self.tokens[self.at..].iter().filter(|token| !token.is_blank());
        let statement: Vec<&str> = rest
            .map(|token| token.text)
            .take_while(|text| !matches!(*text, ";" | "(" | "{" | "="))
            .collect();
        let fragment = self.stage == Stage::Fragment;
        self.begins_with(&statement, "precision")
            || statement.contains(&"gl_TexCoord")
            || fragment
                && self.begins_with(&statement, "invariant")
                && !["varying", "in", "centroid", "out"]
                    .into_iter()
                    .any(|word| statement.contains(&word))
            || statement.contains(&"varying")
                && statement.iter().any(|word| builtin::find_variable(word, self.stage).is_some())
    }

    /// Returns true if a keyword of the dialect comes first.
    fn begins_with(&self, statement: &[&str], word: &str) -> bool {
        statement.first() == Some(&word) && !later_words::is_later_keyword(word, self.dialect, "")
    }

    /// Leaves out a statement except for its line breaks.
    fn skip_statement(&mut self) {
        let rest = self.tokens[self.at..].iter().position(|token| token.text == ";");
        let end = rest.map_or(self.tokens.len(), |length| self.at + length + 1);
        self.skip_to(end);
    }

    /// Leaves out the tokens before `end` except for their line breaks.
    fn skip_to(&mut self, end: usize) {
        let skipped = self.tokens.get(self.at..end).unwrap_or_default();
        let lines: usize = skipped.iter().map(|token| token.text.matches('\n').count()).sum();
        self.out.push_str(&"\n".repeat(lines));
        self.at = end;
    }

    fn translate_word(&mut self, word: &str) {
        let fragment = self.stage == Stage::Fragment;
        let later = later_words::is_later_keyword(word, self.dialect, &self.extensions);
        match word {
            _ if later => self.rename_word(word),
            "main" if !self.colors.is_empty() => self.rename_word(word),
            "attribute" => self.out.push_str("in"),
            "varying" => self.out.push_str(if fragment { "in" } else { "out" }),
            // Inputs are not declared invariant today.
            "invariant" if fragment => {}
            "highp" | "mediump" | "lowp" => {}
            "gl_FragDepthEXT" => self.out.push_str("gl_FragDepth"),
            "gl_TexCoord" => {
                let how = if fragment { "in" } else { "out" };
                self.write_items(word, "TexCoord", |name| format!("{how} vec4 {name};"));
            }
            "gl_FragData" => self.write_frag_data(),
            "gl_TextureMatrix" => self.write_items(word, "TextureMatrix", |name| match name.strip_suffix("[8]") {
                Some(all) => format!("uniform mat4 {all}[8] = mat4[8]({});", ["mat4(1.0)"; 8].join(", ")),
                None => format!("uniform mat4 {name} = mat4(1.0);"),
            }),
            "ftransform" => {
                let [of, vertex] = ["gl_ModelViewProjectionMatrix", "gl_Vertex"].map(|name| self.declare_old(name));
                let of = of.unwrap_or_default();
                let vertex = vertex.unwrap_or_default();
                self.declarations
                    .insert(format!("#define {NAME_PREFIX}ftransform() ({of} * {vertex})"));
                self.out.push_str(&format!("{NAME_PREFIX}ftransform"));
            }
            _ if self.is_authors_variable(word) => self.rename_word(word),
            _ if self.defined.contains(word) => {
                if later_words::is_later_function(word, self.dialect) {
                    self.rename_word(word);
                } else {
                    self.out.push_str(word);
                }
            }
            _ => self.translate_built_in(word),
        }
    }

    /// Returns true if a word that names a function today names a variable of the author here:
    /// always in a dialect that lacks the function, and if it is not called in one that has it.
    fn is_authors_variable(&self, word: &str) -> bool {
        if !self.variables.contains(word) || !later_words::is_function(word) {
            return false;
        }
        later_words::is_later_function(word, self.dialect) || !self.is_ahead(0, "(")
    }

    /// Translates an old function or variable, or any other word.
    fn translate_built_in(&mut self, word: &str) {
        if self.is_ahead(0, "(") {
            if let Some((today, shadow)) = builtin::texture_function(word) {
                if shadow {
                    // It returned a colour, like a luminance texture.
                    self.out.push_str("vec4(vec3(");
                    self.closing = Some("), 1.0)");
                }
                self.out.push_str(&today);
                return;
            }
            if let Some(functions) = builtin::noise_functions(word) {
                self.declarations.insert(functions);
                self.rename_word(word);
                return;
            }
        }
        match self.declare_old(word) {
            Some(name) => self.out.push_str(&name),
            None => self.out.push_str(word),
        }
    }

    /// Declares the replacement of an old variable and returns its name.
    fn declare_old(&mut self, word: &str) -> Option<String> {
        let old = builtin::find_variable(word, self.stage)?;
        self.declarations.insert(old.declaration);
        self.names.insert(old.stands_for_it.clone(), word.to_string());
        Some(old.stands_for_it)
    }

    /// Renames a name of the author that is a keyword today.
    fn rename_word(&mut self, word: &str) {
        let name = format!("{NAME_PREFIX}{word}");
        self.out.push_str(&name);
        self.names.insert(name, word.to_string());
    }

    /// Writes `gl_FragData`: separate outputs if all indices are plain numbers, so that unwritten
    /// ones are not declared.
    fn write_frag_data(&mut self) {
        self.write_items("gl_FragData", "FragData", |name| {
            let location = name.rsplit_once("Data_").map_or("0", |(_, number)| number);
            format!("layout(location = {location}) out vec4 {name};")
        });
    }

    /// Writes an item of an old built-in array: as a variable of its own for a plain index, else as
    /// part of the whole array.
    fn write_items(&mut self, word: &str, bare: &str, declare: impl Fn(&str) -> String) {
        let plain = self.peek_ahead(1).filter(|_| self.is_ahead(0, "[") && self.is_ahead(2, "]"));
        let number = plain.and_then(|(_, token)| token.text.parse::<u32>().ok().filter(|number| *number < ARRAY_ITEMS));
        if let (Some(number), Some((end, _)), false) = (number, self.peek_ahead(2), self.whole.contains(word)) {
            let name = format!("{NAME_PREFIX}{bare}_{number}");
            self.declarations.insert(declare(&name));
            self.out.push_str(&name);
            self.names.insert(name, format!("{word}[{number}]"));
            self.skip_to(end);
        } else {
            let name = format!("{NAME_PREFIX}{bare}");
            self.declarations.insert(declare(&format!("{name}[{ARRAY_ITEMS}]")));
            self.out.push_str(&name);
            self.names.insert(name, word.to_string());
        }
    }
}
