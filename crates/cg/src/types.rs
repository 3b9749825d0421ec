//! Types, and which becomes which.

use std::rc::Rc;

/// The type of a number. Numbers in the text are of a loose type, which takes that of what it meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Base {
    Bool,
    LooseInt,
    Int,
    /// A whole number that is an `int` in GLSL; only the choice of a function tells it apart.
    Uint,
    LooseFloat,
    Fixed,
    Half,
    Float,
}

impl Base {
    pub(crate) fn is_float(self) -> bool {
        self >= Base::LooseFloat
    }

    pub(crate) fn is_whole(self) -> bool {
        matches!(self, Base::LooseInt | Base::Int | Base::Uint)
    }

    /// Returns the type that a variable takes from a value of this type: a literal has no type of its own.
    pub(crate) fn settle_base(self) -> Base {
        match self {
            Base::LooseInt => Base::Int,
            Base::LooseFloat => Base::Float,
            other => other,
        }
    }

    /// Returns the type in which a function of floats takes it.
    pub(crate) fn to_float(self) -> Base {
        match self {
            Base::Bool | Base::LooseInt | Base::Int | Base::Uint | Base::LooseFloat => Base::Float,
            other => other,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Base::Bool => "bool",
            Base::LooseInt | Base::Int => "int",
            Base::Uint => "uint",
            Base::Fixed => "fixed",
            Base::Half => "half",
            Base::LooseFloat | Base::Float => "float",
        }
    }
}

/// The shape of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    /// 2 to 4 components, and 1 in HLSL. In Cg one with a single component is a scalar.
    Vector(u8),
    /// Rows and columns, each from 1 to 4.
    Matrix(u8, u8),
}

impl Shape {
    /// Returns the shape of a vector of 1 to 4 components.
    pub(crate) fn with_components(count: usize) -> Shape {
        if count <= 1 { Shape::Scalar } else { Shape::Vector(count.min(4) as u8) }
    }

    /// Returns the number of its components.
    pub(crate) fn component_count(self) -> usize {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(count) => count.into(),
            Shape::Matrix(rows, columns) => usize::from(rows) * usize::from(columns),
        }
    }
}

/// The kind of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SamplerKind {
    /// `sampler`, whose reads say what it is.
    Any,
    OneD,
    TwoD,
    ThreeD,
    Cube,
    Rect,
    OneDShadow,
    TwoDShadow,
    RectShadow,
}

impl SamplerKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            SamplerKind::Any => "sampler",
            SamplerKind::OneD => "sampler1D",
            SamplerKind::TwoD => "sampler2D",
            SamplerKind::ThreeD => "sampler3D",
            SamplerKind::Cube => "samplerCUBE",
            SamplerKind::Rect => "samplerRECT",
            SamplerKind::OneDShadow => "sampler1DShadow",
            SamplerKind::TwoDShadow => "sampler2DShadow",
            SamplerKind::RectShadow => "samplerRECTShadow",
        }
    }

    /// Returns the type in GLSL.
    pub(crate) fn glsl_word(self) -> &'static str {
        match self {
            SamplerKind::Any | SamplerKind::TwoD => "sampler2D",
            SamplerKind::OneD => "sampler1D",
            SamplerKind::ThreeD => "sampler3D",
            SamplerKind::Cube => "samplerCube",
            SamplerKind::Rect => "sampler2DRect",
            SamplerKind::OneDShadow => "sampler1DShadow",
            SamplerKind::TwoDShadow => "sampler2DShadow",
            SamplerKind::RectShadow => "sampler2DRectShadow",
        }
    }

    /// Returns the kind that compares with a depth.
    pub(crate) fn with_comparison(self) -> SamplerKind {
        match self {
            SamplerKind::OneD => SamplerKind::OneDShadow,
            SamplerKind::TwoD => SamplerKind::TwoDShadow,
            SamplerKind::Rect => SamplerKind::RectShadow,
            other => other,
        }
    }

    /// Returns the number of a coordinate's components.
    pub(crate) fn coordinate_count(self) -> usize {
        match self {
            SamplerKind::OneD | SamplerKind::OneDShadow => 1,
            SamplerKind::ThreeD | SamplerKind::Cube => 3,
            _ => 2,
        }
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Void,
    Number(Base, Shape),
    Sampler(SamplerKind),
    /// The number of a struct.
    Struct(usize),
    Array(Rc<Type>, usize),
    /// A text, or a texture of an effect: only the host uses it.
    Host,
}

impl Type {
    pub(crate) const FLOAT: Type = Type::Number(Base::Float, Shape::Scalar);
    pub(crate) const INT: Type = Type::Number(Base::Int, Shape::Scalar);
    pub(crate) const BOOL: Type = Type::Number(Base::Bool, Shape::Scalar);

    pub(crate) fn vector(base: Base, count: usize) -> Type {
        Type::Number(base, Shape::with_components(count))
    }
}

/// Returns the number type that a word names, as `half3` or `float4x4`.
pub(crate) fn number_type(word: &str) -> Option<Type> {
    const WORDS: [(&str, Base); 10] = [
        ("float", Base::Float),
        ("half", Base::Half),
        ("fixed", Base::Fixed),
        ("int", Base::Int),
        ("bool", Base::Bool),
        ("double", Base::Float),
        ("uint", Base::Uint),
        ("short", Base::Int),
        ("dword", Base::Int),
        ("real", Base::Float),
    ];
    if word == "DWORD" {
        return Some(Type::INT);
    }
    let (name, base) = WORDS.into_iter().find(|(name, _)| word.starts_with(name))?;
    let size: Vec<u8> = word.get(name.len()..)?.bytes().collect();
    let digit = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'0');
    let shape = match size.as_slice() {
        [] => Shape::Scalar,
        [count] => Shape::with_components(digit(*count)?.into()),
        [rows, b'x', columns] => Shape::Matrix(digit(*rows)?, digit(*columns)?),
        _ => return None,
    };
    Some(Type::Number(base, shape))
}

/// Returns the kind of a sampler by its word.
pub(crate) fn sampler_kind(word: &str) -> Option<SamplerKind> {
    Some(match word {
        "sampler" => SamplerKind::Any,
        "sampler1D" => SamplerKind::OneD,
        "sampler2D" => SamplerKind::TwoD,
        "sampler3D" => SamplerKind::ThreeD,
        "samplerCUBE" | "samplerCube" => SamplerKind::Cube,
        "samplerRECT" => SamplerKind::Rect,
        "sampler1DShadow" => SamplerKind::OneDShadow,
        "sampler2DShadow" => SamplerKind::TwoDShadow,
        "samplerRECTShadow" | "samplerRectShadow" => SamplerKind::RectShadow,
        _ => return None,
    })
}
