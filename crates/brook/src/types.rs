//! The types of Brook: numbers of one to four components, structs, pointers, arrays, streams.

use std::rc::Rc;

/// The kind of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Bool,
    Char,
    Byte,
    Short,
    Word,
    Int,
    UInt,
    Long,
    ULong,
    /// A byte that kernels see as a number of 0 to 1.
    Fixed,
    Float,
    Double,
}

impl Kind {
    /// Returns its name in a program.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Char => "char",
            Kind::Byte => "uchar",
            Kind::Short => "short",
            Kind::Word => "ushort",
            Kind::Int => "int",
            Kind::UInt => "uint",
            Kind::Long => "long",
            Kind::ULong => "ulong",
            Kind::Fixed => "fixed",
            Kind::Float => "float",
            Kind::Double => "double",
        }
    }

    /// Returns the bytes of one number in the host's memory.
    pub fn size(self) -> usize {
        match self {
            Kind::Bool | Kind::Char | Kind::Byte | Kind::Fixed => 1,
            Kind::Short | Kind::Word => 2,
            Kind::Int | Kind::UInt | Kind::Float => 4,
            Kind::Long | Kind::ULong | Kind::Double => 8,
        }
    }

    pub fn is_real(self) -> bool {
        matches!(self, Kind::Fixed | Kind::Float | Kind::Double)
    }

    pub fn is_unsigned(self) -> bool {
        matches!(self, Kind::Bool | Kind::Byte | Kind::Word | Kind::UInt | Kind::ULong)
    }

    /// Returns the kind that arithmetic computes in, as C's promotions.
    pub fn promote_kind(self) -> Kind {
        match self {
            Kind::Bool | Kind::Char | Kind::Byte | Kind::Short | Kind::Word => Kind::Int,
            Kind::Fixed => Kind::Float,
            other => other,
        }
    }

    /// Returns the kind of an operation of two, as C's conversions.
    pub fn join_kinds(self, other: Kind) -> Kind {
        const ORDER: [Kind; 5] = [Kind::Double, Kind::Float, Kind::ULong, Kind::Long, Kind::UInt];
        let (left, right) = (self.promote_kind(), other.promote_kind());
        ORDER
            .into_iter()
            .find(|&kind| left == kind || right == kind)
            .unwrap_or(Kind::Int)
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Void,
    Number {
        kind: Kind,
        lanes: u8,
    },
    /// A struct by its place in the table.
    Struct(usize),
    Pointer(Rc<Type>),
    Array(Rc<Type>, usize),
    /// A stream of elements of this type.
    Stream(Rc<Type>),
    /// A gather of a kernel: elements by their indices.
    Gather(Rc<Type>, usize),
}

impl Type {
    pub const INT: Type = Type::Number { kind: Kind::Int, lanes: 1 };
    pub const FLOAT: Type = Type::Number { kind: Kind::Float, lanes: 1 };
    pub const DOUBLE: Type = Type::Number { kind: Kind::Double, lanes: 1 };
    pub const BOOL: Type = Type::Number { kind: Kind::Bool, lanes: 1 };
    pub const ULONG: Type = Type::Number { kind: Kind::ULong, lanes: 1 };

    /// Returns a number's kind and its components.
    pub fn as_number(&self) -> Option<(Kind, u8)> {
        match self {
            Type::Number { kind, lanes } => Some((*kind, *lanes)),
            _ => None,
        }
    }

    pub fn of_numbers(kind: Kind, lanes: u8) -> Type {
        Type::Number { kind, lanes }
    }

    /// Returns the type that a pointer or array leads to.
    pub fn pointer_target(&self) -> Option<&Rc<Type>> {
        match self {
            Type::Pointer(target) | Type::Array(target, _) => Some(target),
            _ => None,
        }
    }
}

/// A member of a struct.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member {
    pub name: String,
    pub ty: Type,
    /// Bytes before it in the host's memory.
    pub offset: usize,
}

/// A struct.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Struct {
    pub name: String,
    pub members: Vec<Member>,
    pub size: usize,
    pub align: usize,
}

/// A number or vector in an element of a stream: each is a stream of the library.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leaf {
    /// The members that lead to it; empty if the element is a number.
    pub path: Vec<String>,
    pub kind: Kind,
    pub lanes: u8,
    /// Bytes before it in an element.
    pub offset: usize,
}

/// The structs of a program, and what depends on them.
#[derive(Debug, Default, Clone)]
pub(crate) struct TypeTable {
    pub structs: Vec<Struct>,
}

/// The most bytes of one variable: an array of arrays grows fast.
pub(crate) const MOST_BYTES: usize = 1 << 30;

impl TypeTable {
    /// Returns the bytes and the alignment of a type in the host's memory. Sizes stop at [`MOST_BYTES`].
    pub fn size_align(&self, ty: &Type) -> (usize, usize) {
        match ty {
            Type::Void => (1, 1),
            Type::Number { kind, lanes } => (kind.size() * usize::from(*lanes), kind.size()),
            Type::Struct(at) => self.structs.get(*at).map_or((0, 1), |known| (known.size, known.align)),
            Type::Pointer(_) | Type::Stream(_) | Type::Gather(..) => (8, 8),
            Type::Array(of, length) => {
                let (size, align) = self.size_align(of);
                (size.saturating_mul(*length).min(MOST_BYTES + 1), align)
            }
        }
    }

    pub fn size(&self, ty: &Type) -> usize {
        self.size_align(ty).0
    }

    /// Returns the numbers and vectors of an element, or the type in it that no stream can have.
    pub fn list_leaves(&self, ty: &Type) -> Result<Vec<Leaf>, Type> {
        let mut leaves = Vec::new();
        self.add_leaves(ty, &mut Vec::new(), 0, &mut leaves)?;
        Ok(leaves)
    }

    fn add_leaves(&self, ty: &Type, path: &mut Vec<String>, offset: usize, leaves: &mut Vec<Leaf>) -> Result<(), Type> {
        match ty {
            Type::Number { kind, lanes } => {
                leaves.push(Leaf { path: path.clone(), kind: *kind, lanes: *lanes, offset });
                Ok(())
            }
            Type::Struct(at) => {
                for member in self.structs.get(*at).map(|known| known.members.as_slice()).unwrap_or_default() {
                    path.push(member.name.clone());
                    self.add_leaves(&member.ty, path, offset + member.offset, leaves)?;
                    path.pop();
                }
                Ok(())
            }
            other => Err(other.clone()),
        }
    }

    /// Returns a type as a program writes it.
    pub fn describe_type(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_string(),
            Type::Number { kind, lanes: 1 } => kind.name().to_string(),
            Type::Number { kind, lanes } => format!("{}{lanes}", kind.name()),
            Type::Struct(at) => self
                .structs
                .get(*at)
                .map_or_else(String::new, |known| format!("struct {}", known.name)),
            Type::Pointer(to) => format!("{}*", self.describe_type(to)),
            Type::Array(of, length) => format!("{}[{length}]", self.describe_type(of)),
            Type::Stream(of) => format!("{}<>", self.describe_type(of)),
            Type::Gather(of, rank) => self.describe_type(of) + &"[]".repeat(*rank),
        }
    }
}

/// Returns the kind and the components of a number's name, such as `float4`.
pub(crate) fn named_number(name: &str) -> Option<(Kind, u8)> {
    let (base, lanes) = match name.as_bytes().last() {
        Some(digit @ b'1'..=b'4') => (name.get(..name.len() - 1)?, digit - b'0'),
        _ => (name, 1),
    };
    let kind = match base {
        "bool" if lanes == 1 => Kind::Bool,
        "char" => Kind::Char,
        "uchar" => Kind::Byte,
        "short" => Kind::Short,
        "ushort" => Kind::Word,
        "int" => Kind::Int,
        "uint" => Kind::UInt,
        "long" if lanes == 1 => Kind::Long,
        "ulong" if lanes == 1 => Kind::ULong,
        "size_t" if lanes == 1 => Kind::ULong,
        "fixed" => Kind::Fixed,
        "float" | "half" => Kind::Float,
        "double" if lanes <= 2 => Kind::Double,
        "clock_t" | "time_t" if lanes == 1 => Kind::Long,
        _ => return None,
    };
    Some((kind, lanes))
}
