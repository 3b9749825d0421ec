//! The ledger of SPIR-V, row by row: each row is tried once.

mod kernels;

use super::super::lower_stage;
use super::expand_kernel;
use gristmill_base::error::Error;
use gristmill_shader::ledger::{LedgerEntry, Treatment};
use gristmill_shader::{ExpandedKernel, Stage, compile_stage};
use kernels::KERNELS;
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ImageOperands, MemoryAccess, Op};

/// A kernel that adds one, by a load and a store, with an input, an image and a fetch.
const PLAIN: &str = "#version 450
layout(local_size_x = 7) in;
layout(std430, binding = 2) buffer Numbers { uint numbers[]; };
uniform sampler2D photo;
void main() {
    uint i = gl_LocalInvocationIndex;
    numbers[i] = numbers[i] + 1u + uint(texelFetch(photo, ivec2(0), 0).x);
}";

fn compile_words(stage: Stage, text: &str) -> (ExpandedKernel, Vec<u32>) {
    let expanded = expand_kernel(stage, text);
    let words = compile_stage(&expanded).unwrap_or_else(|error| panic!("{error}"));
    (expanded, words)
}

/// Returns the watched code of a module, or the reason why there is none.
fn watched_code(expanded: &ExpandedKernel, words: &[u32]) -> Result<String, String> {
    match lower_stage(expanded, words, true) {
        Ok(assembly) => Ok(format!("{assembly:?}")),
        Err(Error::Source { report, .. } | Error::NotEmulated { report, .. }) => Err(report),
        Err(other) => Err(other.to_string()),
    }
}

/// Splits a module into instructions, each with its opcode and operands.
fn split_instructions(words: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![];
    let mut at = 5;
    while at < words.len() {
        let length = (words[at] >> 16) as usize;
        all.push([&[words[at] & 0xffff], &words[at + 1..at + length]].concat());
        at += length;
    }
    all
}

fn join_instructions(words: &[u32], instructions: &[Vec<u32>]) -> Vec<u32> {
    let mut all = words[..5].to_vec();
    for made in instructions {
        all.push((made.len() as u32) << 16 | made[0]);
        all.extend(&made[1..]);
    }
    all
}

fn has_opcode(made: &[u32], op: Op) -> bool {
    made[0] == op as u32
}

/// Returns the module with one more instruction before the first of that opcode.
fn insert_before(words: &[u32], before: Op, made: Vec<u32>) -> Vec<u32> {
    let mut all = split_instructions(words);
    let place = all.iter().position(|known| has_opcode(known, before)).unwrap();
    all.insert(place, made);
    join_instructions(words, &all)
}

/// Returns the module with each instruction of that opcode changed.
fn change_instructions(words: &[u32], op: Op, change: impl Fn(&mut Vec<u32>)) -> Vec<u32> {
    let mut all = split_instructions(words);
    all.iter_mut().filter(|made| has_opcode(made, op)).for_each(change);
    join_instructions(words, &all)
}

/// Returns the module without the instructions that match; `None` if none does.
fn remove_instructions(words: &[u32], unwanted: impl Fn(&[u32]) -> bool) -> Option<Vec<u32>> {
    let all = split_instructions(words);
    let kept: Vec<Vec<u32>> = all.iter().filter(|made| !unwanted(made)).cloned().collect();
    (kept.len() < all.len()).then(|| join_instructions(words, &kept))
}

/// Tries all rows: a refused row must return its sentence, a row without effect the same code.
fn feed_rows<T: LedgerEntry>(plain: &str, feed: impl Fn(T) -> Result<String, String>) {
    for &(thing, treatment) in T::ROWS {
        let fed = feed(thing);
        match treatment {
            Treatment::Refuses(refusal) => {
                let report = fed.expect_err(&format!("{thing:?} is refused"));
                assert!(report.contains(&refusal.to_sentence()), "{thing:?}: {report}");
            }
            Treatment::HasNoEffect(why) => {
                assert!(!why.is_empty());
                assert_eq!(fed.as_deref(), Ok(plain), "{thing:?} has no effect");
            }
            Treatment::Does => {}
        }
    }
}

/// Asserts that each row with an effect changes the code of a kernel that has it.
fn assert_honoured<T: LedgerEntry>(is_of: impl Fn(&[u32], T) -> bool, elsewhere: &[T]) {
    let kernels: Vec<_> = KERNELS.iter().map(|&(stage, text)| compile_words(stage, text)).collect();
    for &(thing, treatment) in T::ROWS {
        if treatment != Treatment::Does || elsewhere.contains(&thing) {
            continue;
        }
        let mut with_it = kernels
            .iter()
            .filter_map(|(expanded, words)| {
                Some((expanded, words, remove_instructions(words, |made| is_of(made, thing))?))
            })
            .peekable();
        assert!(with_it.peek().is_some(), "no kernel has {thing:?}");
        let changes =
            with_it.any(|(expanded, words, without)| watched_code(expanded, words) != watched_code(expanded, &without));
        assert!(changes, "{thing:?} changes nothing");
    }
}

/// Returns the id of the buffer's variable, and of the sum.
fn buffer_and_sum_ids(words: &[u32]) -> (u32, u32) {
    let all = split_instructions(words);
    let buffer = all.iter().find(|made| has_opcode(made, Op::Variable) && made[3] == 12).unwrap()[2];
    let sum = all.iter().find(|made| has_opcode(made, Op::IAdd)).unwrap()[2];
    (buffer, sum)
}

#[test]
fn capabilities() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let plain = watched_code(&expanded, &words).unwrap();
    let fed = |capability: Capability| {
        watched_code(&expanded, &insert_before(&words, Op::MemoryModel, vec![Op::Capability as u32, capability as u32]))
    };
    feed_rows(&plain, fed);
    // An accepted capability allows what other rows do.
    for &(capability, treatment) in Capability::ROWS {
        assert!(treatment != Treatment::Does || fed(capability).as_deref() == Ok(&plain), "{capability:?}");
    }
}

#[test]
fn decorations() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let plain = watched_code(&expanded, &words).unwrap();
    let (buffer, sum) = buffer_and_sum_ids(&words);
    feed_rows(&plain, |decoration: Decoration| {
        let (op, operands) = match decoration {
            Decoration::UserSemantic | Decoration::UserTypeGOOGLE => (Op::DecorateString, vec![0x61]),
            Decoration::CounterBuffer | Decoration::UniformId => (Op::DecorateId, vec![buffer]),
            Decoration::Stream | Decoration::XfbBuffer | Decoration::XfbStride => (Op::Decorate, vec![0]),
            Decoration::FPRoundingMode | Decoration::InputAttachmentIndex => (Op::Decorate, vec![0]),
            _ => (Op::Decorate, vec![]),
        };
        let mut fed = words.clone();
        for id in [buffer, sum] {
            let decorate = [&[op as u32, id, decoration as u32], &operands[..]].concat();
            fed = insert_before(&fed, Op::TypeVoid, decorate);
        }
        watched_code(&expanded, &fed)
    });
    assert_honoured(is_decoration, &[Decoration::BufferBlock, Decoration::Volatile]);
    // glslang writes Coherent in addition to Volatile.
    let (stage, text) = KERNELS[0];
    let (expanded, words) = compile_words(stage, text);
    let volatile = remove_instructions(&words, |made| is_decoration(made, Decoration::Coherent)).unwrap();
    let neither = remove_instructions(&volatile, |made| is_decoration(made, Decoration::Volatile)).unwrap();
    assert_ne!(watched_code(&expanded, &volatile), watched_code(&expanded, &neither));
    // Compilers of before 2019 write a storage block as a uniform block with this decoration.
    let text = PLAIN
        .replace("std430, binding = 2) buffer", "std140, binding = 2) uniform")
        .replace("numbers[]", "numbers[4]");
    let text = text.replace("numbers[i] =", "uint sum =");
    let (expanded, words) = compile_words(Stage::Compute, &text);
    let block =
        change_instructions(&words, Op::Decorate, |made| made[2] += u32::from(made[2] == Decoration::Block as u32));
    assert_ne!(watched_code(&expanded, &words), watched_code(&expanded, &block));
}

fn is_decoration(made: &[u32], decoration: Decoration) -> bool {
    match made[0] {
        op if op == Op::Decorate as u32 => made[2] == decoration as u32,
        op if op == Op::MemberDecorate as u32 => made[3] == decoration as u32,
        _ => false,
    }
}

#[test]
fn execution_modes() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let plain = watched_code(&expanded, &words).unwrap();
    let main = split_instructions(&words)
        .iter()
        .find(|made| has_opcode(made, Op::EntryPoint))
        .unwrap()[2];
    feed_rows(&plain, |mode: ExecutionMode| {
        let bits = match mode {
            ExecutionMode::DenormPreserve
            | ExecutionMode::DenormFlushToZero
            | ExecutionMode::SignedZeroInfNanPreserve
            | ExecutionMode::RoundingModeRTE
            | ExecutionMode::RoundingModeRTZ => vec![32],
            _ => vec![],
        };
        let made = [&[Op::ExecutionMode as u32, main, mode as u32], &bits[..]].concat();
        watched_code(&expanded, &insert_before(&words, Op::ExecutionMode, made))
    });
    assert_honoured(
        |made: &[u32], mode: ExecutionMode| has_opcode(made, Op::ExecutionMode) && made[2] == mode as u32,
        &[ExecutionMode::LocalSize, ExecutionMode::LocalSizeId],
    );
    // The variable gl_WorkGroupSize states the size as well, and takes precedence.
    let words = remove_instructions(&words, |made: &[u32]| {
        has_opcode(made, Op::Decorate) && made[3..] == [BuiltIn::WorkgroupSize as u32]
    })
    .unwrap_or(words);
    let one = split_instructions(&words)
        .iter()
        .find(|made| has_opcode(made, Op::Constant) && made[3] == 1)
        .unwrap()[2];
    let by_id = change_instructions(&words, Op::ExecutionMode, |made| {
        made.truncate(2);
        made.extend([ExecutionMode::LocalSizeId as u32, one, one, one]);
    });
    assert_eq!(lower_stage(&expanded, &words, false).unwrap().local_size, [7, 1, 1]);
    assert_eq!(lower_stage(&expanded, &by_id, false).unwrap().local_size, [1, 1, 1]);
}

#[test]
fn built_in_variables() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let plain = watched_code(&expanded, &words).unwrap();
    feed_rows(&plain, |built_in: BuiltIn| {
        let index = BuiltIn::LocalInvocationIndex as u32;
        watched_code(
            &expanded,
            &change_instructions(&words, Op::Decorate, |made| {
                if is_built_in_decoration(made) && made[3] == index {
                    made[3] = built_in as u32;
                }
            }),
        )
    });
    assert_honoured(
        |made: &[u32], built_in: BuiltIn| {
            let is_member = has_opcode(made, Op::MemberDecorate) && made[3] == Decoration::BuiltIn as u32;
            is_built_in_decoration(made) && made[3] == built_in as u32 || is_member && made[4] == built_in as u32
        },
        &[],
    );
}

fn is_built_in_decoration(made: &[u32]) -> bool {
    has_opcode(made, Op::Decorate) && made[2] == Decoration::BuiltIn as u32
}

#[test]
fn operands_of_memory_and_of_images() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let plain = watched_code(&expanded, &words).unwrap();
    feed_rows(&plain, |operand: MemoryAccess| {
        let more = if operand == MemoryAccess::ALIGNED { vec![4] } else { vec![] };
        let mut fed = words.clone();
        for op in [Op::Load, Op::Store] {
            fed = change_instructions(&fed, op, |made| made.extend([&[operand.bits()], &more[..]].concat()));
        }
        watched_code(&expanded, &fed)
    });
    feed_rows(&plain, |operand: ImageOperands| {
        let takes_id = !matches!(
            operand,
            ImageOperands::VOLATILE_TEXEL
                | ImageOperands::SIGN_EXTEND
                | ImageOperands::ZERO_EXTEND
                | ImageOperands::NONTEMPORAL
        );
        watched_code(
            &expanded,
            &change_instructions(&words, Op::ImageFetch, |made| {
                // The level, of which there is only one.
                let level = made[6];
                made.truncate(5);
                made.push(ImageOperands::LOD.bits() | operand.bits());
                made.push(level);
                if takes_id {
                    made.push(level);
                }
            }),
        )
    });
    let all: Vec<Vec<u32>> = KERNELS
        .iter()
        .flat_map(|&(stage, text)| split_instructions(&compile_words(stage, text).1))
        .collect();
    for (op, place, operand) in [
        (Op::ImageSampleImplicitLod, 5, ImageOperands::BIAS),
        (Op::ImageSampleExplicitLod, 5, ImageOperands::LOD),
        (Op::ImageSampleExplicitLod, 5, ImageOperands::GRAD),
        (Op::ImageSampleImplicitLod, 5, ImageOperands::CONST_OFFSET),
        (Op::ImageGather, 6, ImageOperands::OFFSET),
        (Op::ImageGather, 6, ImageOperands::CONST_OFFSETS),
    ] {
        let found = all
            .iter()
            .any(|made| has_opcode(made, op) && made.get(place).is_some_and(|bits| bits & operand.bits() != 0));
        assert!(found, "{operand:?}");
    }
    let (stage, text) = KERNELS[8];
    let (expanded, words) = compile_words(stage, text);
    let code = watched_code(&expanded, &words).unwrap();
    for part in ["Implicit(Some(", "Explicit(", "Gradients(", "offset: Some(", "offsets: Some("] {
        assert!(code.contains(part), "{part}: {code}");
    }
}

#[test]
fn what_is_not_in_the_ledger_is_refused_by_its_name() {
    let (expanded, words) = compile_words(Stage::Compute, PLAIN);
    let (buffer, _) = buffer_and_sum_ids(&words);
    let decorated = |decoration: u32| {
        watched_code(&expanded, &insert_before(&words, Op::TypeVoid, vec![Op::Decorate as u32, buffer, decoration]))
            .unwrap_err()
    };
    let report = decorated(9999);
    assert!(report.contains("the decoration 9999 is not known") && report.contains("test.comp:7"), "{report}");
    let report = decorated(Decoration::SIMTCallINTEL as u32);
    assert!(report.contains("the decoration SIMTCallINTEL is not known"), "{report}");
    let report =
        watched_code(&expanded, &insert_before(&words, Op::MemoryModel, vec![Op::Capability as u32, 7])).unwrap_err();
    assert!(report.contains("the capability Vector16 is not known"), "{report}");
    let store = insert_before(&words, Op::Store, vec![Op::AssumeTrueKHR as u32, 1]);
    let report = watched_code(&expanded, &store).unwrap_err();
    assert!(
        report.contains("the instruction OpAssumeTrueKHR is not known") && report.contains("test.comp:6"),
        "{report}"
    );
}

#[test]
fn the_ledger_is_long_enough_and_has_each_thing_once() {
    fn count_rows<T: LedgerEntry>() -> usize {
        for (at, (thing, _)) in T::ROWS.iter().enumerate() {
            assert!(T::ROWS[..at].iter().all(|(known, _)| known != thing), "{thing:?} has two rows");
        }
        T::ROWS.len()
    }
    let all = [
        count_rows::<Capability>(),
        count_rows::<Decoration>(),
        count_rows::<ExecutionMode>(),
        count_rows::<BuiltIn>(),
    ];
    let operands = [count_rows::<MemoryAccess>(), count_rows::<ImageOperands>()];
    println!("{all:?} {operands:?}");
    assert!(all.iter().chain(&operands).sum::<usize>() > 300);
}
