//! Types: the registers of a value and its form in memory.

use super::super::number::NumberType;
use super::error::{LowerResult, check_limit, not_emulated};
use super::module::{SpirvModule, declared_number, id_operand, id_operands, literal_operand};
use gristmill_base::element::Scalar;
use gristmill_shader::{Dimension, glsl_format};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Dim, ImageFormat, Op, StorageClass, Word};
use std::collections::HashMap;

/// Maximum number of registers of a value.
const MAX_VALUE_WORDS: u64 = 1 << 16;

/// Maximum depth of nested types.
const MAX_TYPE_DEPTH: u32 = 64;

/// Maximum number of parts of a type, all nested members counted: any walk through a type visits this many.
const MAX_TYPE_PARTS: u64 = 1 << 12;

/// A type.
#[derive(Debug, Clone)]
pub(super) enum Type {
    Void,
    Bool,
    Int {
        signed: bool,
    },
    Float,
    /// A number of other than 32 bits.
    Number(NumberType),
    Vector {
        item: Word,
        count: u32,
    },
    Matrix {
        column: Word,
        columns: u32,
    },
    /// `stride` is in bytes, for an array in memory.
    Array {
        item: Word,
        count: u32,
        stride: Option<u32>,
    },
    /// A runtime array, the one without a length.
    RuntimeArray {
        item: Word,
        stride: u32,
    },
    Struct(Vec<StructMember>),
    Image(ImageType),
    Sampler {
        image: Word,
    },
    /// A sampler without a texture.
    LoneSampler,
    Pointer {
        class: StorageClass,
        to: Word,
    },
    Unsupported(Op),
}

/// A member of a struct. Values in bytes are 0 if they were not declared.
#[derive(Debug, Clone)]
pub(super) struct StructMember {
    pub of: Word,
    pub first: u32,
    pub form: MemoryForm,
}

/// Layout rules of a value in memory. A *place* is a word, or a byte of a memory that is addressed in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct MemoryForm {
    /// Places between columns of a matrix, or between rows; in a struct member it is in bytes, as declared.
    pub stride: u32,
    pub row_major: bool,
    /// True if everything is packed, whatever the declaration: shared memory.
    pub tight: bool,
    /// Places between lanes of a vector that is a column of a row-major matrix; else 0.
    pub lane: u32,
    /// True if addresses are in bytes: the memory has numbers of 8 or 16 bits.
    pub in_bytes: bool,
}

/// A texture or an image.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ImageType {
    pub dimension: Dimension,
    pub arrayed: bool,
    pub shadow: bool,
    pub many_samples: bool,
    /// True if it is read as a texture, false for a storage image.
    pub sampled: bool,
    pub scalar: Scalar,
    pub format: Option<String>,
}

/// A type with facts that are computed once, because they need a walk through all its parts.
struct KnownType {
    kind: Type,
    /// Registers of a value; also its words in packed memory.
    words: u64,
    /// Depth of nested types.
    depth: u32,
    /// Number of types in it, itself included; those of an array's item count once.
    parts: u64,
    /// True if it contains numbers of less than 32 bits.
    narrow: bool,
}

/// All types by id.
#[derive(Default)]
pub(super) struct Types {
    types: HashMap<Word, KnownType>,
    /// True if there are numbers of other than 32 bits.
    pub others: bool,
}

impl Types {
    /// Adds the type that an instruction declares. `length` returns the values of the constants so far.
    pub(super) fn add_type(
        &mut self,
        module: &SpirvModule,
        made: &Instruction,
        length: impl Fn(Word) -> Option<u32>,
    ) -> LowerResult<()> {
        let Some(of) = made.result_id else { return Ok(()) };
        let mut depth = 0;
        let mut parts = 1_u64;
        let mut narrow = false;
        let mut words = |types: &Types, inner: Word| {
            let inner = types.known_type(inner)?;
            depth = depth.max(inner.depth + 1);
            narrow |= inner.narrow;
            parts = parts.saturating_add(inner.parts);
            Ok(inner.words)
        };
        let (kind, words) = match made.class.opcode {
            Op::TypeVoid => (Type::Void, 0),
            Op::TypeBool => (Type::Bool, 1),
            Op::TypeInt if literal_operand(made, 0)? == 32 => (Type::Int { signed: literal_operand(made, 1)? == 1 }, 1),
            Op::TypeFloat if literal_operand(made, 0)? == 32 => (Type::Float, 1),
            Op::TypeInt | Op::TypeFloat if declared_number(made)?.is_some() => {
                self.others = true;
                let number = declared_number(made)?.unwrap_or(NumberType::Uint(32));
                (Type::Number(number), number.register_count().into())
            }
            Op::TypeVector => {
                let item = id_operand(made, 0)?;
                let count = literal_operand(made, 1)?;
                if !(2..=4).contains(&count)
                    || !matches!(self.get(item)?, Type::Bool | Type::Int { .. } | Type::Float | Type::Number(_))
                {
                    (self.unsupported_composite(item, Op::TypeVector)?, 1)
                } else {
                    (Type::Vector { item, count }, words(self, item)? * u64::from(count))
                }
            }
            Op::TypeMatrix => {
                let column = id_operand(made, 0)?;
                let columns = literal_operand(made, 1)?;
                let float = matches!(self.get(column)?, Type::Vector { item, .. } if matches!(self.get(*item)?, Type::Float | Type::Number(NumberType::Float(_))));
                if !float || !(2..=4).contains(&columns) {
                    (self.unsupported_composite(column, Op::TypeMatrix)?, 1)
                } else {
                    (Type::Matrix { column, columns }, words(self, column)? * u64::from(columns))
                }
            }
            Op::TypeArray => {
                let item = id_operand(made, 0)?;
                let count = match length(id_operand(made, 1)?) {
                    Some(count) if count > 0 => count,
                    _ => return module.refuse_empty_array(of, id_operand(made, 1)?, length),
                };
                let stride = module.decoration_value(of, None, Decoration::ArrayStride);
                let all = words(self, item)?.saturating_mul(u64::from(count));
                (Type::Array { item, count, stride }, all)
            }
            Op::TypeRuntimeArray => {
                let item = id_operand(made, 0)?;
                words(self, item)?;
                let stride = module.decoration_value(of, None, Decoration::ArrayStride).unwrap_or(0);
                (Type::RuntimeArray { item, stride }, 0)
            }
            Op::TypeStruct => {
                let mut members = vec![];
                let mut all = 0u64;
                for (number, member) in (0..).zip(id_operands(made, 0)?) {
                    all = all.saturating_add(words(self, member)?);
                    let form = MemoryForm {
                        stride: module.decoration_value(of, Some(number), Decoration::MatrixStride).unwrap_or(0),
                        row_major: module.has_decoration(of, Some(number), Decoration::RowMajor),
                        ..MemoryForm::default()
                    };
                    members.push(StructMember {
                        of: member,
                        first: module.decoration_value(of, Some(number), Decoration::Offset).unwrap_or(0),
                        form,
                    });
                }
                (Type::Struct(members), all)
            }
            Op::TypeImage => match self.image_type(made)? {
                Some(image) => (Type::Image(image), 1),
                None => (Type::Unsupported(Op::TypeImage), 1),
            },
            Op::TypeSampledImage => {
                words(self, id_operand(made, 0)?)?;
                (Type::Sampler { image: id_operand(made, 0)? }, 1)
            }
            Op::TypeSampler => (Type::LoneSampler, 1),
            Op::TypePointer => match made.operands.first() {
                Some(Operand::StorageClass(class)) => (Type::Pointer { class: *class, to: id_operand(made, 1)? }, 0),
                _ => return not_emulated("a pointer has no storage class"),
            },
            other => (Type::Unsupported(other), 1),
        };
        if depth > MAX_TYPE_DEPTH {
            return not_emulated(format!("types are nested more than {MAX_TYPE_DEPTH} deep; flatten them"));
        }
        if parts > MAX_TYPE_PARTS {
            return not_emulated(format!("a type has more than {MAX_TYPE_PARTS} parts; make arrays of its members"));
        }
        // A type declared twice could contain itself.
        let narrow = narrow || matches!(kind, Type::Number(number) if number.bit_width() < 32);
        match self.types.insert(of, KnownType { kind, words, depth, parts, narrow }) {
            None => Ok(()),
            Some(_) => not_emulated(format!("the type %{of} is declared twice")),
        }
    }

    fn image_type(&self, made: &Instruction) -> LowerResult<Option<ImageType>> {
        let Some(scalar) = self.scalar_type(id_operand(made, 0)?) else { return Ok(None) };
        let dimension = match made.operands.get(1) {
            Some(Operand::Dim(Dim::Dim1D)) => Dimension::D1,
            Some(Operand::Dim(Dim::Dim2D)) => Dimension::D2,
            Some(Operand::Dim(Dim::Dim3D)) => Dimension::D3,
            Some(Operand::Dim(Dim::DimCube)) => Dimension::Cube,
            Some(Operand::Dim(Dim::DimRect)) => Dimension::TexelRect,
            Some(Operand::Dim(Dim::DimBuffer)) => Dimension::Buffer,
            _ => return Ok(None),
        };
        let format = match made.operands.get(6) {
            Some(Operand::ImageFormat(format)) if *format != ImageFormat::Unknown => Some(glsl_format(*format)),
            _ => None,
        };
        Ok(Some(ImageType {
            dimension,
            arrayed: literal_operand(made, 3)? == 1,
            shadow: literal_operand(made, 2)? == 1,
            many_samples: literal_operand(made, 4)? == 1,
            sampled: literal_operand(made, 5)? == 1,
            scalar,
            format,
        }))
    }

    /// Returns a type.
    pub(super) fn get(&self, of: Word) -> LowerResult<&Type> {
        self.known_type(of).map(|known| &known.kind)
    }

    fn known_type(&self, of: Word) -> LowerResult<&KnownType> {
        self.types
            .get(&of)
            .map_or_else(|| not_emulated(format!("there is no type %{of}")), Ok)
    }

    /// Returns the words of a packed value. They are not yet checked against the limit.
    pub(super) fn tight_words(&self, of: Word) -> LowerResult<u64> {
        self.known_type(of).map(|known| known.words)
    }

    /// True if the type contains numbers of less than 32 bits.
    pub(super) fn is_narrow(&self, of: Word) -> LowerResult<bool> {
        self.known_type(of).map(|known| known.narrow)
    }

    /// Returns the number of registers of a value of that type.
    pub(super) fn word_count(&self, of: Word) -> LowerResult<u32> {
        let KnownType { kind, words, .. } = self.known_type(of)?;
        match kind {
            Type::Unsupported(op) => return not_emulated(self.type_refusal(*op)),
            Type::Pointer { .. } | Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler => {
                return not_emulated("a pointer, image or sampler is used as a value");
            }
            _ => {}
        }
        check_limit(
            "the words of a variable or value",
            *words,
            MAX_VALUE_WORDS,
            "make its arrays shorter, or put them into a buffer",
        )?;
        Ok(*words as u32)
    }

    /// Returns the unsupported type to report: the item's, if that is unsupported itself.
    fn unsupported_composite(&self, item: Word, of: Op) -> LowerResult<Type> {
        match self.get(item)? {
            Type::Unsupported(item) => Ok(Type::Unsupported(*item)),
            _ => Ok(Type::Unsupported(of)),
        }
    }

    pub(super) fn type_refusal(&self, op: Op) -> String {
        match op {
            Op::TypeFloat | Op::TypeInt => {
                "a number of another width than 8, 16, 32 and 64 bits, which the emulator has".to_string()
            }
            Op::TypeImage => {
                "a texture or image of a kind that OpenGL lacks, or of numbers of 64 bits: the emulator has those of 32"
                    .to_string()
            }
            _ => format!("the emulator has no Op{op:?} of this kind"),
        }
    }

    /// Returns storage class and target type of a pointer.
    pub(super) fn pointee(&self, of: Word) -> LowerResult<(StorageClass, Word)> {
        match self.get(of)? {
            Type::Pointer { class, to } => Ok((*class, *to)),
            _ => not_emulated("expected a pointer, found a value"),
        }
    }

    /// Returns the scalar type of a lane. A `bool` is a `U32`.
    pub(super) fn scalar_type(&self, of: Word) -> Option<Scalar> {
        match &self.types.get(&of)?.kind {
            Type::Bool | Type::Int { signed: false } => Some(Scalar::U32),
            Type::Int { signed: true } => Some(Scalar::I32),
            Type::Float => Some(Scalar::F32),
            Type::Vector { item, .. } => self.scalar_type(*item),
            Type::Matrix { column, .. } => self.scalar_type(*column),
            _ => None,
        }
    }

    /// True for a `bool` or a vector of them.
    pub(super) fn is_bool(&self, of: Word) -> bool {
        match self.types.get(&of).map(|known| &known.kind) {
            Some(Type::Bool) => true,
            Some(Type::Vector { item, .. }) => self.is_bool(*item),
            _ => false,
        }
    }

    /// Returns the number of lanes of a scalar or vector.
    pub(super) fn lane_count(&self, of: Word) -> LowerResult<usize> {
        match self.get(of)? {
            Type::Bool | Type::Int { .. } | Type::Float | Type::Number(_) => Ok(1),
            Type::Vector { count, .. } => Ok(*count as usize),
            Type::Unsupported(op) => not_emulated(self.type_refusal(*op)),
            _ => not_emulated("expected a scalar or a vector"),
        }
    }

    /// Returns columns and rows of a matrix.
    pub(super) fn matrix_size(&self, of: Word) -> LowerResult<(usize, usize)> {
        match self.get(of)? {
            Type::Matrix { column, columns } => Ok((*columns as usize, self.lane_count(*column)?)),
            _ => not_emulated("there is no matrix where one must be"),
        }
    }

    /// Returns the type of a part of a composite, and the place of its first register.
    pub(super) fn locate_part(&self, of: Word, index: u32) -> LowerResult<(Word, u32)> {
        match self.get(of)? {
            Type::Vector { item, count } | Type::Matrix { column: item, columns: count } if index < *count => {
                Ok((*item, index * self.word_count(*item)?))
            }
            Type::Vector { count, .. } | Type::Matrix { columns: count, .. } => {
                not_emulated(format!("index {index} is out of range; there are {}", *count as usize))
            }
            Type::Array { item, count, .. } if index < *count => {
                Ok((*item, index.saturating_mul(self.word_count(*item)?)))
            }
            Type::Array { count, .. } => {
                not_emulated(format!("index {index} is out of range; there are {}", *count as usize))
            }
            Type::Struct(members) => {
                let Some(member) = members.get(index as usize) else {
                    return not_emulated(format!("index {index} is out of range; there are {}", members.len()));
                };
                let before = members.iter().take(index as usize).map(|member| self.word_count(member.of));
                let first = before.sum::<LowerResult<u32>>()?;
                Ok((member.of, first))
            }
            _ => not_emulated("only a vector, matrix, array or struct can be indexed"),
        }
    }
}
