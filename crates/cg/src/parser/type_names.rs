//! Types as they are written.

use super::Parser;
use crate::request::Language;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Expression, ExpressionKind, Length};
use crate::token::{Token, TokenKind};
use crate::types::{Base, Shape, Type, number_type, sampler_kind};
use gristmill_base::nearest_names::nearest;

/// Words of Direct3D 10 and later, by their beginnings.
const LATER_WORDS: [&str; 25] = [
    "BlendState",
    "DepthStencilState",
    "RasterizerState",
    "cbuffer",
    "tbuffer",
    "Texture1D",
    "Texture2D",
    "Texture3D",
    "TextureCube",
    "SamplerState",
    "SamplerComparisonState",
    "ConstantBuffer",
    "StructuredBuffer",
    "ByteAddressBuffer",
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "RWTexture",
    "RWBuffer",
    "RWStructuredBuffer",
    "RWByteAddressBuffer",
    "Buffer",
    "PointStream",
    "TriangleStream",
    "LineStream",
    "groupshared",
];

/// Words of GLSL, each with that of this language.
const GLSL_WORDS: [(&str, &str); 17] = [
    ("vec2", "float2"),
    ("vec3", "float3"),
    ("vec4", "float4"),
    ("ivec2", "int2"),
    ("ivec3", "int3"),
    ("ivec4", "int4"),
    ("bvec2", "bool2"),
    ("bvec3", "bool3"),
    ("bvec4", "bool4"),
    ("mat2", "float2x2"),
    ("mat3", "float3x3"),
    ("mat4", "float4x4"),
    ("samplerCube", "samplerCUBE"),
    ("sampler2DRect", "samplerRECT"),
    ("attribute", "a parameter with a semantic"),
    ("highp", "float"),
    ("mediump", "half"),
];

/// Returns the sentence about a word of Direct3D 10 or later, if it is one.
pub(crate) fn explain_later_word(word: &str) -> Option<String> {
    let is_semantic = word.len() > 3 && word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("SV_"));
    let is_word = LATER_WORDS.iter().any(|later| word.starts_with(later)) || word == "numthreads";
    if !(is_semantic || is_word) {
        return None;
    }
    let instead = match word {
        _ if is_semantic && word.to_ascii_lowercase().starts_with("sv_target") => "write COLOR",
        _ if is_semantic && word.eq_ignore_ascii_case("sv_position") => "write POSITION, or VPOS in a fragment program",
        _ if is_semantic && word.to_ascii_lowercase().starts_with("sv_depth") => "write DEPTH",
        _ if word.starts_with("Texture") => "write sampler2D or another sampler, and tex2D to read it",
        _ if word.starts_with("Sampler") => "write sampler2D or another sampler",
        "cbuffer" | "tbuffer" => "write uniform parameters, or variables outside of functions",
        _ => "Cg and Direct3D 9 have nothing like it",
    };
    Some(format!(
        "'{word}' is of HLSL of Direct3D 10 (2006) and later, and this is Cg or HLSL of Direct3D 9; {instead}"
    ))
}

/// Profiles of NVIDIA's compiler, which may stand before a function that is for one of them.
const PROFILE_WORDS: [&str; 10] =
    ["arbfp1", "arbvp1", "fp20", "fp30", "fp40", "vp20", "vp30", "vp40", "ps_2_0", "vs_2_0"];

impl Parser {
    /// Returns true if a type begins at a token.
    pub(super) fn is_type(&self, token: &Token) -> bool {
        let word = &*token.text;
        token.kind == TokenKind::Word
            && (is_type_word(word) || self.is_own_type(word) || self.glsl_type(word).is_some())
    }

    /// Returns the type that a word of GLSL names, which NVIDIA's compiler takes in Cg.
    fn glsl_type(&self, word: &str) -> Option<Type> {
        let own = [("ivec", "int"), ("bvec", "bool"), ("vec", "float"), ("mat", "float")];
        let (glsl, name) = own.into_iter().find(|(glsl, _)| word.starts_with(glsl))?;
        if self.language == Language::Hlsl {
            return None;
        }
        let size = word.get(glsl.len()..)?;
        match (glsl, size.len()) {
            ("mat", 1) => number_type(&format!("float{size}x{size}")),
            ("mat", 3) | ("vec" | "ivec" | "bvec", 1) if size != "1" => number_type(&format!("{name}{size}")),
            _ => None,
        }
    }

    /// Returns true if an array of values is next, as `float[](1.0, 2.0)`.
    pub(super) fn is_array_value(&self) -> bool {
        let mut ahead = 1;
        while self.peek_at(ahead).is_symbol("[") {
            let is_empty = self.peek_at(ahead + 1).is_symbol("]");
            ahead += if is_empty { 2 } else { 3 };
        }
        ahead > 1 && self.peek_at(ahead).is_symbol("(")
    }

    pub(super) fn is_own_type(&self, word: &str) -> bool {
        self.types.contains_key(word) || self.structure_names.contains_key(word)
    }

    /// Reads a type, with the lengths of arrays that stand right after it.
    pub(super) fn read_type(&mut self) -> CgResult<(Type, Vec<Length>)> {
        let order = self.majority.take();
        let name = self.peek_token().text.clone();
        let (kind, lengths) = self.read_plain_type()?;
        let Some(order) = order.filter(|_| self.language == Language::Hlsl) else { return Ok((kind, lengths)) };
        if !matches!(kind, Type::Number(_, Shape::Matrix(..))) || !lengths.is_empty() {
            let message = format!("'{}' is the order of a matrix, and this type is none; leave it out", order.text);
            return Err(CgError::new(order.place, message));
        }
        match self.ordered_types.get(&name).filter(|known| **known != order.text) {
            Some(known) => {
                let message = format!("'{name}' is {known} already, and cannot be {}; leave one out", order.text);
                Err(CgError::new(order.place, message))
            }
            None => Ok((kind, lengths)),
        }
    }

    fn read_plain_type(&mut self) -> CgResult<(Type, Vec<Length>)> {
        let token = self.peek_token().clone();
        if token.is_word("struct") {
            return self.read_struct().map(|kind| (kind, Vec::new()));
        }
        if let Some((kind, lengths)) = self.types.get(&token.text).cloned() {
            self.next_token();
            return Ok((kind, lengths));
        }
        let kind = match &*token.text {
            _ if token.kind != TokenKind::Word => {
                return Err(CgError::new(token.place, format!("expected a type, found {}", token.describe_token())));
            }
            word if self.structure_names.contains_key(word) => {
                Type::Struct(self.structure_names.get(word).copied().unwrap_or(0))
            }
            "vector" | "matrix" => return self.read_generic_type(),
            "unsigned" | "signed" => {
                self.next_token();
                if !self.peek_token().is_word("int") {
                    return Ok((Type::INT, Vec::new()));
                }
                Type::INT
            }
            "void" => Type::Void,
            word => match builtin_type(word).or_else(|| self.glsl_type(word)) {
                // Only Direct3D's compiler tells a vector of one component from a number.
                Some(Type::Number(base, Shape::Scalar)) if word.ends_with('1') && self.language == Language::Hlsl => {
                    Type::Number(base, Shape::Vector(1))
                }
                Some(kind) => kind,
                None => return Err(self.explain_no_type(&token)),
            },
        };
        self.next_token();
        let lengths = self.read_lengths()?;
        Ok((kind, lengths))
    }

    /// Reads `vector<float, 3>` and `matrix<float, 4, 4>`.
    fn read_generic_type(&mut self) -> CgResult<(Type, Vec<Length>)> {
        let word = self.next_token();
        let is_matrix = word.is_word("matrix");
        let full = if is_matrix { Shape::Matrix(4, 4) } else { Shape::Vector(4) };
        if !self.accept_symbol("<") {
            return Ok((Type::Number(Base::Float, full), Vec::new()));
        }
        let of = self.next_token();
        let Some(Type::Number(base, Shape::Scalar)) = number_type(&of.text) else {
            let message = format!("expected float, half, fixed, int or bool, found {}", of.describe_token());
            return Err(CgError::new(of.place, message));
        };
        let mut sizes = Vec::new();
        for _ in 0..if is_matrix { 2 } else { 1 } {
            self.require_symbol(",", "the type of the components")?;
            let size = self.next_token();
            match size.text.parse::<u8>() {
                Ok(count @ 1..=4) => sizes.push(count),
                _ => {
                    let message = format!("expected a size from 1 to 4, found {}", size.describe_token());
                    return Err(CgError::new(size.place, message));
                }
            }
        }
        self.require_symbol(">", "the sizes")?;
        let shape = match *sizes.as_slice() {
            [rows, columns] => Shape::Matrix(rows, columns),
            [1, ..] if self.language == Language::Hlsl => Shape::Vector(1),
            [count, ..] => Shape::with_components(count.into()),
            [] => full,
        };
        Ok((Type::Number(base, shape), Vec::new()))
    }

    /// Reads lengths in brackets.
    pub(super) fn read_lengths(&mut self) -> CgResult<Vec<Length>> {
        let mut lengths = Vec::new();
        while self.accept_symbol("[") {
            if self.accept_symbol("]") {
                lengths.push(None);
                continue;
            }
            let place = self.peek_token().place;
            let length = self.read_assignment()?;
            self.require_symbol("]", "the length of an array")?;
            lengths.push(Some(Expression { place, ..length }));
        }
        Ok(lengths)
    }

    /// Builds the error for a word that is not a type.
    fn explain_no_type(&self, token: &Token) -> CgError {
        let word = &*token.text;
        if let Some(sentence) = explain_later_word(word) {
            return CgError::new(token.place, sentence);
        }
        if let Some((_, own)) = GLSL_WORDS.iter().find(|(glsl, _)| *glsl == word) {
            return CgError::new(token.place, format!("'{word}' is a word of GLSL; in Cg and HLSL write {own}"));
        }
        if PROFILE_WORDS.contains(&word) {
            let message =
                format!("functions for one profile are not read here; write it for all, and leave '{word}' out");
            return CgError::new(token.place, message);
        }
        let mut known: Vec<String> = ["float", "half", "fixed", "int", "bool"]
            .iter()
            .flat_map(|base| {
                let sizes = ["", "2", "3", "4", "2x2", "3x3", "4x4"];
                sizes.map(|size| format!("{base}{size}"))
            })
            .collect();
        known.extend(["sampler2D", "samplerRECT", "sampler3D", "samplerCUBE", "sampler1D", "void"].map(String::from));
        known.extend(self.structure_names.keys().chain(self.types.keys()).map(ToString::to_string));
        known.sort();
        let near = nearest(word, &known).map_or(String::new(), |near| format!("; did you mean {near}?"));
        CgError::new(token.place, format!("there is no type '{word}'{near}"))
    }
}

fn builtin_type(word: &str) -> Option<Type> {
    match word {
        "string" | "texture" | "texture1D" | "texture2D" | "texture3D" | "textureCUBE" | "textureRECT"
        | "pixelshader" | "PixelShader" | "vertexshader" | "VertexShader" | "pixelfragment" | "vertexfragment"
        | "stateblock" | "Texture" | "cgprogram" => Some(Type::Host),
        _ => number_type(word).or_else(|| sampler_kind(word).map(Type::Sampler)),
    }
}

fn is_type_word(word: &str) -> bool {
    matches!(word, "struct" | "void" | "vector" | "matrix" | "unsigned" | "signed") || builtin_type(word).is_some()
}

/// Returns the expression of a number.
pub(super) fn number_expression(token: &Token) -> CgResult<ExpressionKind> {
    let text = &*token.text;
    let wrong = || {
        let message = format!("'{text}' is not a number of the language; write 1, 1.5, 1e-3, 0x1F, 1.5f, 1.5h or 1.5x");
        CgError::new(token.place, message)
    };
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let value = u64::from_str_radix(hex.trim_end_matches(['u', 'U', 'l', 'L']), 16).map_err(|_| wrong())?;
        return Ok(ExpressionKind::Number { value: value as f64, base: Base::LooseInt });
    }
    let (digits, suffix) = match text.find(|letter: char| letter.is_alphabetic() && !matches!(letter, 'e' | 'E')) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let is_float = digits.contains(['.', 'e', 'E']);
    let base = match suffix {
        "f" | "F" => Base::Float,
        "h" | "H" => Base::Half,
        "x" | "X" => Base::Fixed,
        "" | "d" | "D" | "l" | "L" if is_float => Base::LooseFloat,
        "d" | "D" => Base::LooseFloat,
        "" | "u" | "U" | "l" | "L" | "ul" | "UL" => Base::LooseInt,
        _ => return Err(wrong()),
    };
    let is_octal = base == Base::LooseInt && digits.len() > 1 && digits.starts_with('0');
    let value = match is_octal {
        true => u64::from_str_radix(digits, 8).map_err(|_| wrong())? as f64,
        false => digits.parse().map_err(|_| wrong())?,
    };
    Ok(ExpressionKind::Number { value, base })
}
