//! Tests of launches with hand-made code: bindings, differences between schedules, refusals.

use super::*;
use gristmill_base::element::Scalar;
use gristmill_base::finding::FindingKind;
use gristmill_emulator::assembly::{
    Assembly, Instruction, MemorySlot, MemorySpace, StageInput, TypeLayout, UniformSlot,
};
use gristmill_emulator::storage::AtomicOp;
use gristmill_shader as shader;
use std::time::Duration;

/// Each group puts `n` plus its number into `last[1]`, with groups of one lane.
fn last_assembly(instructions: Vec<Instruction>) -> Assembly {
    let items = TypeLayout::Array { item: Box::new(TypeLayout::Scalar(Scalar::U32)), stride: 4, items: 2 };
    let code = instructions.len();
    Assembly {
        instructions,
        lines: vec![2; code],
        registers: 6,
        constants: vec![(3, 1)],
        uniforms: vec![UniformSlot {
            name: "n".into(),
            first: 0,
            words: 1,
            items: 1,
            scalar: Scalar::U32,
            boolean: false,
            wide: None,
        }],
        inputs: vec![(1, StageInput::Group(0))],
        memories: vec![MemorySlot {
            name: "Last".into(),
            space: MemorySpace::Buffer,
            binding: None,
            set: 0,
            layout: TypeLayout::Struct(vec![("last".into(), 0, items)]),
            words: 2,
            open_end: None,
            readonly: false,
            coherent: false,
        }],
        lists: vec![2],
        ..Assembly::new(Stage::Compute)
    }
}

fn checked_kernel(comments: &str, assembly: Assembly) -> Checked {
    let text = format!("#version 430 core\nvoid main() {{}}\n{comments}\n");
    let file = SourceFile { name: "last.comp".into(), text: text.clone().into() };
    let expanded = shader::expand(&file, Stage::Compute, &|_| None, &[]).unwrap();
    let comments = settings::parse_comments("last.comp", &text).unwrap();
    let checked = Checked::new("last.comp".into(), vec![expanded], vec![], vec![], comments, None).unwrap();
    let stage = &checked.stages[0];
    assert!(stage.plain.set(assembly.clone()).is_ok() && stage.watched.set(assembly).is_ok());
    checked
}

fn exchange_code() -> Vec<Instruction> {
    use gristmill_emulator::assembly::Binary;
    let atomic = AtomicOp::Exchange;
    vec![
        Instruction::Binary { op: Binary::AddInt, to: 2, a: 0, b: 1 },
        Instruction::Atomic { memory: 0, op: atomic, used: false, words: 1, to: 4, address: 3, offset: 0, operands: 0 },
        Instruction::End,
    ]
}

#[test]
fn what_is_given_arrives_and_what_is_written_comes_back() {
    let kernel = checked_kernel("// run: groups 3\n// run: buffer last=[7,8]", last_assembly(exchange_code()));
    for n in [10, 20] {
        let report = kernel.launch(&set_count(n)).unwrap();
        assert_eq!(report.output("Last"), Some(&[7, n + 2, 0, 0][..2]));
        assert!(report.is_right() && report.schedules == 1, "{:?}", report.findings);
    }
    let report = kernel.launch(&set_count(5).groups([1, 1, 1]).buffer("Last", vec![1])).unwrap();
    assert_eq!(report.output("Last"), Some(&[1, 5][..]));
    let quick = kernel.launch(&set_count(5).unwatched()).unwrap();
    assert_eq!(quick.output("Last"), Some(&[7, 7][..]));
}

fn set_count(n: u32) -> LaunchOptions {
    LaunchOptions::new().uniform("n", vec![n])
}

#[test]
fn a_result_that_depends_on_the_order_is_found() {
    let kernel = checked_kernel("// run: groups 3", last_assembly(exchange_code()));
    let report = kernel
        .launch(&LaunchOptions::new().uniform("n", vec![0]).schedules(20))
        .unwrap();
    let finding = &report.findings[0];
    assert_eq!((finding.kind, finding.name.as_str()), (FindingKind::Order, "last"));
    assert_eq!(finding.place, "buffer `last[1]`");
    let told = "it is 2 in order and 1 in turns:2.0; replay it with --schedule turns:2.0@";
    assert!(finding.mend.starts_with(told), "{}", finding.mend);
    assert_eq!((report.findings.len(), report.schedules, report.replay.as_deref()), (1, 20, Some("reversed")));
    assert_eq!(
        kernel
            .launch(&LaunchOptions::new().groups([1; 3]).schedules(20))
            .unwrap()
            .replay,
        None
    );

    // The same seed is the same run.
    let print = kernel.fingerprint().to_string();
    let seed = |seed: &str| kernel.launch(&LaunchOptions::new().option("schedule", seed).unwrap());
    let once = seed(&format!("random:3@{print}")).unwrap();
    assert_eq!(once.outputs, seed("random:3").unwrap().outputs);
    let other = seed("random:3@000000").unwrap_err().to_string();
    assert!(other.contains("belongs to another version of this kernel"), "{other}");
}

#[test]
fn a_run_without_end_is_a_finding() {
    let mut endless = vec![Instruction::Loop, Instruction::Continue, Instruction::Repeat { start: 1 }];
    endless.extend([Instruction::EndLoop, Instruction::End]);
    let kernel = checked_kernel("// run: groups 3", last_assembly(endless));
    let report = kernel.launch(&LaunchOptions::new().steps(1000)).unwrap();
    assert_eq!(report.findings.len(), 1, "{:?}", report.findings);
    let finding = &report.findings[0];
    assert_eq!((finding.kind, finding.witnesses[0].line), (FindingKind::Steps, 2));
    assert!(!report.is_right() && report.unfinished.is_none());
    // A deadline is not a fault of the kernel.
    let short = LaunchOptions::new().steps(u64::MAX).deadline(Duration::from_millis(50));
    let report = kernel.launch(&short).unwrap();
    assert!(report.findings.is_empty() && !report.is_judged(), "{:?}", report.findings);
    assert!(report.verdict().contains("not finished after 0.05 s"), "{}", report.verdict());
    let late = kernel
        .launch(&LaunchOptions::new().steps(1000).unwatched())
        .unwrap_err()
        .to_string();
    assert!(late.contains("a warp was stopped after 1000 steps at last.comp:2"), "{late}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let kernel = checked_kernel("", last_assembly(exchange_code()));
    assert_eq!(fail_to_launch(&kernel, "buffer", "Lost=zero:1"), "last.comp has no buffer Lost; it has Last");
    assert_eq!(fail_to_launch(&kernel, "uniform", "m=1"), "last.comp has no uniform m; it has n");
    assert_eq!(fail_to_launch(&kernel, "uniform", "n=1,2"), "last.comp: the uniform n takes 1 numbers, 2 are given");
    assert_eq!(fail_to_launch(&kernel, "uniform", "n=0.5"), "last.comp: the uniform n: 0.5 is not a whole number");
    assert_eq!(
        fail_to_launch(&kernel, "output", "colour=photo"),
        "last.comp has no sampler or image photo; it has none"
    );
    assert_eq!(
        fail_to_launch(&kernel, "buffer", "Last=[1,2,3]"),
        "last.comp: the buffer Last: found 3 numbers, expected at most 2"
    );
    let most = u64::from(u32::MAX) * 12;
    let large = fail_to_launch(&kernel, "buffer", "Last=zero:4294967295");
    assert!(large.contains(&format!("{most} given, the limit is 536870912")), "{large}");
    // Shadow memory needs room too, if the run is watched.
    let watched = fail_to_launch(&kernel, "buffer", "Last=zero:10000000");
    assert!(watched.contains("the limit is 536870912"), "{watched}");
    let unwatched = LaunchOptions::new().option("buffer", "Last=zero:10000000").unwrap().unwatched();
    assert!(kernel.launch(&unwatched).is_ok());
    let wide = Assembly { local_size: [1024, 8, 1], ..last_assembly(exchange_code()) };
    let wide = checked_kernel("", wide).launch(&LaunchOptions::new()).unwrap_err().to_string();
    assert!(wide.contains("invocations of a work group: 8192 given, the limit is 4096"), "{wide}");
}

fn fail_to_launch(kernel: &Checked, word: &str, value: &str) -> String {
    kernel
        .launch(&LaunchOptions::new().option(word, value).unwrap())
        .unwrap_err()
        .to_string()
}

/// A vertex kernel alone returns the words of each of its outputs, and its faults are found.
#[test]
fn a_vertex_kernel_alone_writes_its_outputs() {
    let text = "#version 430 core
// run: buffer Table=index:3
// run: size 2x2
layout(std430) readonly buffer Table { int table[]; };
flat out ivec2 pair;
out float half_of_it;
void main() { pair = ivec2(gl_VertexID, table[gl_VertexID]); half_of_it = float(gl_VertexID) / 2.0; }";
    let check = BareKernelCheck::source("numbers.vert", text);
    let report = check.run(&LaunchOptions::new().vertices(3)).unwrap();
    assert!(report.is_right(), "{:?}", report.findings);
    assert_eq!(report.output("pair"), Some(&[0, 0, 1, 1, 2, 2][..]));
    let floats = [0.0_f32, 0.5, 1.0].map(f32::to_bits);
    assert_eq!(report.output("half_of_it"), Some(&floats[..]));

    // As many as there would be fragments, one more than the table has.
    let report = check.run(&LaunchOptions::new()).unwrap();
    assert_eq!(report.output("half_of_it").map(<[u32]>::len), Some(4));
    assert!(report.findings.iter().any(|finding| finding.kind == FindingKind::Bounds), "{:?}", report.findings);
    let checked = check.compile().unwrap();
    assert_eq!(
        checked.outputs().map(|(name, _, lanes)| (name, lanes)).collect::<Vec<_>>(),
        [("pair", 2), ("half_of_it", 1)]
    );
}

/// Two blocks of one binding see one memory: its initial content, its writes, and its length.
#[test]
fn blocks_of_one_binding_are_one_memory() {
    let text = "#version 430 core
layout(local_size_x = 1) in;
layout(std430, binding = 4) buffer Words { uint words[]; };
layout(std430, binding = 4) buffer Floats { float first; float floats[]; };
layout(std430) buffer Other { uint other[]; };
void main() { floats[0] *= 2.0; other[0] = words[1] + uint(words.length()); }";
    let kernel = BareKernelCheck::source("views.comp", text).compile().unwrap();
    let one = 1.0_f32.to_bits();
    let two = 2.0_f32.to_bits();
    let given = LaunchOptions::new().buffer("Words", vec![7, one, 9]);
    let report = kernel.launch(&given).unwrap();
    for name in ["Words", "Floats"] {
        assert_eq!(report.output(name), Some(&[7, two, 9][..]), "{name}");
    }
    assert_eq!(report.output("Other").map(|words| words[0]), Some(two + 3));
    assert_eq!(report.made_up, ["one work group", "Other of 1024 zeros"]); // nothing reads it
    let nothing = kernel.launch(&LaunchOptions::new()).unwrap();
    assert!(nothing.made_up.iter().any(|taken| taken.starts_with("Floats and Words = ")), "{:?}", nothing.made_up);

    let same = given.clone().buffer("Floats", vec![7, one, 9]);
    assert!(kernel.launch(&same).is_ok());
    let other = given.buffer("Floats", vec![7, two, 9]);
    assert_eq!(
        kernel.launch(&other).unwrap_err().to_string(),
        "views.comp: Floats and Words share one binding and are given different contents; set only one of them"
    );
}

/// A vertex kernel reads the given vertex streams; the number of vertices is that of the shortest list, if not set.
#[test]
fn vertex_streams_are_given_by_name() {
    let text = "#version 330 core
in vec2 place;
in int number;
in vec4 silent;
out vec4 moved;
void main() { moved = vec4(place * float(number), silent.zw); }";
    let kernel = BareKernelCheck::source("moves.vert", text).compile().unwrap();
    let given = LaunchOptions::new()
        .buffer("place", to_bits(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
        .buffer("number", vec![2, 3, u32::MAX, 9]);
    let report = kernel.launch(&given).unwrap();
    let wanted = to_bits(&[2.0, 4.0, 0.0, 1.0, 9.0, 12.0, 0.0, 1.0, -5.0, -6.0, 0.0, 1.0]);
    assert_eq!(report.output("moved"), Some(&wanted[..]));
    assert_eq!(report.made_up, ["silent = 0, 0, 0, 1 at every vertex"]);
    let error = kernel.launch(&given.clone().vertices(4)).unwrap_err().to_string();
    assert!(error.contains("the vertex stream place: found 6 numbers, expected 8 for 4 vertices"), "{error}");
    let error = kernel
        .launch(&LaunchOptions::new().buffer("plaice", vec![]))
        .unwrap_err()
        .to_string();
    assert!(error.contains("plaice") && error.contains("place"), "{error}");

    // As triangles before a fragment kernel: the left half is drawn, the rest stays.
    let fragment = "#version 330 core
flat in int passed;
out int seen;
void main() { seen = passed; }";
    let vertex = "#version 330 core
in vec2 place;
in int number;
flat out int passed;
void main() { gl_Position = vec4(place, 0.0, 1.0); passed = number; }";
    let corners = [[-1.0, -1.0], [0.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [0.0, -1.0], [0.0, 1.0]];
    let launch = LaunchOptions::new()
        .size([2, 1])
        .buffer("place", to_bits(corners.as_flattened()))
        .option("buffer", "number=5:6")
        .unwrap();
    let kernel = BareKernelCheck::source("half.frag", fragment).vertex(vertex).compile().unwrap();
    let report = kernel.launch(&launch.clone().drawn_over("seen", vec![7; 8])).unwrap();
    assert_eq!(report.unreached, [], "the end of a kernel is no line of its own");
    let seen = report.output("seen").unwrap();
    assert_eq!((seen[0], seen[4]), (5, 7));
    let error = kernel.launch(&launch.drawn_over("seen", vec![7])).unwrap_err().to_string();
    assert!(error.contains("seen is drawn over 1 words, 2 x 1 texels take 8"), "{error}");
}

fn to_bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect::<Vec<u32>>()
}

const SPECIAL_KERNEL: &str = "#version 450
layout(local_size_x_id = 7) in;
layout(constant_id = 0) const int more = 1;
layout(constant_id = 1) const bool twice = false;
layout(constant_id = 2) const float half_of = 0.5;
layout(push_constant) uniform Given { uint base; vec2 pair; } given;
layout(set = 1, binding = 0, std430) buffer Result { uint result[]; };
layout(set = 0, binding = 0, std430) buffer Other { uint other[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = (given.base + uint(more) + at) * (twice ? 2u : 1u) + uint(half_of * 100.0) + uint(given.pair.y);
    other[at] = gl_WorkGroupSize.x;
}";

#[test]
fn what_is_said_stands_in_the_place_of_a_constant() {
    let check = BareKernelCheck::source("k.comp", SPECIAL_KERNEL);
    let zeros = [("uniform", "base=0"), ("uniform", "pair=0,0")];
    let report = check.run(&build_options(&zeros)).unwrap();
    assert_eq!(report.output("Result"), Some(&[51, 0, 0, 0][..]));
    let constants =
        [("constant", "more=10"), ("constant", "twice=true"), ("constant", "half_of=0.25"), ("constant", "7=4")];
    let given = [("uniform", "base=100"), ("uniform", "pair=0,7")];
    let report = check.run(&build_options(&[&constants[..], &given].concat())).unwrap();
    assert_eq!(report.output("Result"), Some(&[252, 254, 256, 258][..]));
    assert_eq!(report.output("Other"), Some(&[4; 4][..]));
    let says = |value: &str| check.run(&build_options(&[("constant", value)])).unwrap_err().to_string();
    assert!(says("mroe=1").contains("mroe") && says("mroe=1").contains("more"), "{}", says("mroe=1"));
    for wrong in ["more=1.5", "more=1,2", "twice=2.5"] {
        let said = says(wrong);
        assert!(said.contains(wrong.split('=').next().unwrap()), "{said}");
    }
}

fn build_options(options: &[(&str, &str)]) -> LaunchOptions {
    let all = [("buffer", "Result=zero:4"), ("buffer", "Other=zero:4")].iter().chain(options);
    all.fold(LaunchOptions::new(), |launch, (word, value)| launch.option(word, value).unwrap())
}

/// An output that a vertex kernel leaves unwritten is only reported if the fragment kernel reads it.
#[test]
fn an_output_that_nobody_reads_need_not_be_written() {
    let vertex = "#version 410 core
layout(location = 0) in vec2 place;
layout(location = 2) out vec4 idle;
layout(location = 1) out vec4 used;
void main() { gl_Position = vec4(place, 0.0, 1.0); WRITTEN }";
    let fragment = "#version 410 core
layout(location = 1) in vec4 used;
layout(location = 0) out vec4 seen;
void main() { seen = used; }";
    let corners = "place=[-1,-1,3,-1,-1,3]";
    let found = |written: &str| {
        let kernel = BareKernelCheck::source("k.frag", fragment).vertex(vertex.replace("WRITTEN", written));
        let launch = LaunchOptions::new().size([2, 2]).option("buffer", corners).unwrap();
        let report = kernel.run(&launch).unwrap();
        report.findings.iter().map(|finding| finding.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("used = vec4(1.0);"), [""; 0]);
    assert!(found("idle = vec4(1.0);").iter().any(|name| name.starts_with("used")), "{:?}", found("idle = vec4(1.0);"));
}

/// Raw words in register layout fill 64-bit uniforms; an extension brings compute kernels to older versions.
#[test]
fn uniforms_of_64_bits_take_two_words_each() {
    let text = "#version 330
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 1) in;
uniform dvec2 pair;
layout(std430) buffer Result { float result[]; };
void main() { result[0] = float(pair.x - pair.y); }";
    let words = [3.5_f64, 1.25]
        .map(f64::to_bits)
        .map(|bits| [bits as u32, (bits >> 32) as u32])
        .concat();
    let launch = LaunchOptions::new().uniform("pair", words).buffer("Result", vec![0]);
    let report = BareKernelCheck::source("k.comp", text).run(&launch).unwrap();
    assert_eq!(report.output("Result"), Some(&[2.25_f32.to_bits()][..]));
}

/// Outputs match inputs by name, whatever else the vertex kernel writes and in any order.
#[test]
fn outputs_without_locations_meet_by_name() {
    let fragment = "#version 330 core
in vec4 used;
out vec4 seen;
void main() { seen = used; }";
    for outputs in ["out vec4 idle; out vec4 used;", "out vec4 used; out vec4 idle;", "out mat4 idle; out vec4 used;"] {
        for writes in ["used = vec4(5.0); idle *= 0.0;", "idle *= 0.0; used = vec4(5.0);", "used = vec4(5.0);"] {
            let writes = writes.replace(
                "idle *= 0.0;",
                if outputs.contains("mat4") { "idle = mat4(9.0);" } else { "idle = vec4(9.0);" },
            );
            let vertex = format!(
                "#version 330 core\nin vec2 place;\n{outputs}\nvoid main() {{ gl_Position = vec4(place, 0.0, 1.0); {writes} }}"
            );
            let launch = LaunchOptions::new()
                .size([1, 1])
                .option("buffer", "place=[-1,-1,3,-1,-1,3]")
                .unwrap();
            let report = BareKernelCheck::source("k.frag", fragment)
                .vertex(vertex.clone())
                .run(&launch)
                .unwrap();
            assert_eq!(report.output("seen"), Some(&[5.0_f32.to_bits(); 4][..]), "{vertex}");
            assert_eq!(report.findings.len(), 0, "{vertex}: {:?}", report.findings);
        }
    }
}

/// A uniform that one stage declares with a value has it in the other stage too.
#[test]
fn a_value_by_declaration_is_of_all_stages() {
    let fragment = "#version 330 core
uniform vec2 shade;
out vec2 seen;
void main() { seen = shade; }";
    let vertex = "#version 330 core
uniform vec2 shade = vec2(3.0, 4.0);
in vec2 place;
void main() { gl_Position = vec4(place + shade * 0.0, 0.0, 1.0); }";
    let launch = LaunchOptions::new()
        .size([1, 1])
        .option("buffer", "place=[-1,-1,3,-1,-1,3]")
        .unwrap();
    let check = BareKernelCheck::source("k.frag", fragment).vertex(vertex);
    let report = check.run(&launch).unwrap();
    assert_eq!(report.output("seen"), Some(&[3.0_f32.to_bits(), 4.0_f32.to_bits(), 0, 0][..]));
    let report = check.run(&launch.uniform("shade", vec![0, 0])).unwrap();
    assert_eq!(report.output("seen"), Some(&[0; 4][..]));
}
