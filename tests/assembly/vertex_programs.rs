//! Whole programs in NVIDIA's vertex languages: branches, subroutines, stacks, addresses, parameters and attributes,
//! run on the emulator and on the driver, and what is counted of them.

use crate::machine::chosen;
use gristmill::check::{KernelCheck, LaunchOptions, program_counts};
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice, Shape};

type Vector = [f32; 4];

fn devices() -> impl Iterator<Item = Device> {
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    machines.into_iter().filter_map(|choice| chosen(choice, Era::Fragment))
}

/// Parameters and results of a program that nobody gave: zeros, and streams that nobody reads.
#[derive(Default)]
struct Unnamed {
    parameters: Vec<String>,
    results: Vec<String>,
}

impl Unnamed {
    /// Adds what a refusal asks for; returns false if it asks for nothing of these.
    fn add(&mut self, refusal: &str) -> bool {
        let words: Vec<&str> = refusal.split(' ').collect();
        let behind = |word: &str| words.iter().position(|one| *one == word).and_then(|at| words.get(at + 1));
        if refusal.contains("is not set") {
            self.parameters.extend(behind("vec4").map(|name| name.to_string()));
            return true;
        }
        let is_result = refusal.contains("is not bound");
        self.results
            .extend(behind("output").filter(|_| is_result).map(|name| name.to_string()));
        is_result
    }
}

/// Runs a program on vertices, with parameters by their names; returns a stream that it writes.
pub(super) fn run(
    device: &Device,
    text: &str,
    parameters: &[(&str, Vector)],
    streams: &[(&str, &[Vector])],
    output: &str,
) -> Vec<Vector> {
    let mut unnamed = Unnamed::default();
    loop {
        match run_with(device, text, (parameters, &unnamed), streams, output) {
            Ok(result) => return result,
            Err(error) => assert!(unnamed.add(&error.to_string()), "{error}\n{text}"),
        }
    }
}

fn run_with(
    device: &Device,
    text: &str,
    (parameters, unnamed): (&[(&str, Vector)], &Unnamed),
    streams: &[(&str, &[Vector])],
    output: &str,
) -> gristmill::Result<Vec<Vector>> {
    let count = streams.first().map_or(1, |(_, values)| values.len());
    let kernel = device.kernel(&KernelSource::new("program").vertex(text.to_string()))?;
    let mut given = vec![];
    for (name, values) in streams {
        given.push((name, device.stream_in(Layout::Linear, count, values)?));
    }
    let mut result = device.empty_in::<Vector>(Layout::Linear, count)?;
    let vectors = unnamed.results.iter().filter(|name| !is_scalar_result(name));
    let mut others = vec![];
    for name in vectors {
        others.push((name, device.empty_in::<Vector>(Layout::Linear, count)?));
    }
    let scalars = unnamed.results.iter().filter(is_scalar_result);
    let mut scalar_others = vec![];
    for name in scalars {
        scalar_others.push((name, device.empty_in::<f32>(Layout::Linear, count)?));
    }
    let mut call = kernel.call();
    for (name, value) in parameters {
        call = call.uniform(name, *value);
    }
    for name in &unnamed.parameters {
        call = call.uniform(name, [0.0_f32; 4]);
    }
    for (name, stream) in &given {
        call = call.vertex_stream(name, stream);
    }
    for (name, stream) in &mut others {
        call = call.output(name, stream);
    }
    for (name, stream) in &mut scalar_others {
        call = call.output(name, stream);
    }
    call.output(output, &mut result).run()?;
    result.read()
}

fn is_scalar_result(name: &&String) -> bool {
    ["FOGC", "PSIZ", "CLP", "fogcoord", "pointsize"]
        .iter()
        .any(|word| name.contains(word))
}

fn executed(text: &str) -> Option<u64> {
    program_counts("program.vp", text)
        .unwrap_or_else(|error| panic!("{error}"))
        .executed
}

/// Each vertex goes round as often as its own number says.
#[test]
fn a_branch_back_is_a_loop() {
    let text = "!!VP2.0
# The sum of 1 to n, and the turns.
MOV o[HPOS], v[OPOS];
MOVC R1.x, v[OPOS].x;
BRA done (LE.x);
again:
ADD R0.x, R0, R1.x;
ADD R0.y, R0, c[0].x;
ADDC R1.x, R1, -c[0].x;
BRA again (GT.x);
done:
MOV o[TEX0], R0;
END";
    let given = [5.0, 0.0, 1.0, -3.0, 100.0].map(|n| [n, 0.0, 0.0, 1.0]);
    let wanted = [[15.0, 5.0], [0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [5050.0, 100.0]];
    for device in devices() {
        let got = run(&device, text, &[("c[0]", [1.0; 4])], &[("v[OPOS]", &given)], "o[TEX0]");
        // Registers begin with zeros.
        assert_eq!(got, wanted.map(|[sum, turns]| [sum, turns, 0.0, 0.0]), "{}", device.info().name);
    }
    // The data say how often.
    assert_eq!(executed(text), None);
    assert_eq!(executed(&text.replace("BRA again (GT.x);\n", "")), Some(7));
}

#[test]
fn subroutines_return_behind_their_calls() {
    let text = "!!VP2.0
BRA main;
twice:
ADD R0, R0, R0;
MOVC CC, c[1];
RET (GT.x);
more:
ADD R0, R0, c[0].x;
RET;
main:
MOV o[HPOS], v[OPOS];
MOV R0, v[OPOS];
CAL twice;
CAL more;
CAL more (LT.y);
MOV o[TEX0], R0;
END";
    for device in devices() {
        let run = |flag: Vector| {
            let parameters = [("c[0]", [1.0; 4]), ("c[1]", flag)];
            run(&device, text, &parameters, &[("v[OPOS]", &[[5.0; 4]])], "o[TEX0]")
        };
        // The condition code of the subroutine is the caller's, too.
        assert_eq!(run([1.0, 0.0, 0.0, 0.0]), [[11.0; 4]]);
        assert_eq!(run([-1.0; 4]), [[13.0; 4]]);
    }
    // Two calls of at most 5 and 2, one that may be of 2, and the six instructions of main.
    assert_eq!(executed(text), Some(6 + 5 + 2 + 2));
}

/// NV_vertex_program2, 2.14.2.3: a call with four entries on the stack ends the program, and so does RET with none.
#[test]
fn a_full_stack_ends_the_program_with_what_is_written() {
    let text = "!!VP2.0
MOV o[HPOS], v[0];
MOV o[TEX0], R0;
down:
ADD R0, R0, c[0];
MOV o[TEX0], R0;
CAL down (TR);
MOV o[TEX0], -R0;
END";
    for device in devices() {
        let got = run(&device, text, &[("c[0]", [1.0; 4])], &[("v[0]", &[[0.0; 4]])], "o[TEX0]");
        // Down by falling in, and four times by calls; the fifth call ends it.
        assert_eq!(got, [[5.0; 4]]);
    }
    let returns = "!!VP2.0\nMOV o[HPOS], v[0];\nMOV o[TEX0], v[0];\nRET (EQ.x);\nMOV o[TEX0], -v[0];\nend:\nEND";
    for device in devices() {
        assert_eq!(run(&device, returns, &[], &[("v[0]", &[[3.0; 4]])], "o[TEX0]"), [[3.0; 4]]);
    }
}

/// The program ends after 65,536 instructions, and the vertex has what was written until then.
#[test]
fn an_endless_loop_ends() {
    let text = "!!VP2.0
MOV o[HPOS], v[0];
again:
ADD R0, R0, c[0];
MOV o[TEX0], R0;
BRA again;
END";
    assert_eq!(executed(text), None);
    let turns = (65_536 - 1) / 3;
    for device in devices() {
        let got = run(&device, text, &[("c[0]", [1.0; 4])], &[("v[0]", &[[0.0; 4]])], "o[TEX0]");
        assert_eq!(got, [[turns as f32; 4]], "{}", device.info().name);
    }
}

/// The limit falls within a turn, and jumps leave sections before their ends: 1 before the loop, then turns of 5.
#[test]
fn an_endless_loop_ends_at_its_instruction() {
    for before in 0..5 {
        let moves = "MOV R2, v[0];\n".repeat(before);
        let text = format!(
            "!!VP2.0\nMOV o[HPOS], v[0];\n{moves}again:\nADD R0, R0, c[0];\nMOV o[TEX0].x, R0;\nADD R1, R1, c[0];\n\
             MOV o[TEX0].y, R1;\nBRA again (TR);\nMOV o[TEX0].z, R1;\nMOV o[TEX0].w, R1;\nEND"
        );
        let left = 65_536 - 1 - before;
        let sums = |place: usize| (left / 5 + usize::from(left % 5 > place)) as f32;
        let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
        let got = run(&device, &text, &[("c[0]", [1.0; 4])], &[("v[0]", &[[0.0; 4]])], "o[TEX0]");
        assert_eq!([got[0][0], got[0][1]], [sums(1), sums(3)], "{before}");
    }
}

/// The example of NV_vertex_program2, 2.14.2.3: a condition is any of the four.
#[test]
fn a_branch_is_taken_by_any_component() {
    let text = "!!VP2.0
MOV o[HPOS], v[0];
MOVC CC, c[0];
BRA label1 (LT.xyzw);
ADD R0.x, R0, c[1];
label1:
BRA label2 (LT.wyzw);
ADD R0.y, R0, c[1];
label2:
MOV o[TEX0], R0;
END";
    let parameters = [("c[0]", [-2.0, 0.0, 2.0, f32::NAN]), ("c[1]", [1.0; 4])];
    let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    let got = run(&device, text, &parameters, &[("v[0]", &[[0.0; 4]])], "o[TEX0]");
    assert_eq!(got, [[0.0, 1.0, 0.0, 0.0]]);
    assert_eq!(executed(text), Some(7));
}

/// Address registers of four components: floor, round to even, sums, the range of `!!VP2.0`, conditions and codes.
#[test]
fn address_registers_hold_whole_numbers() {
    let items: String = (0..16).map(|n| format!("{n}.0, ")).collect();
    let items = items.trim_end_matches(", ");
    let cases: [(&str, Vector); 7] = [
        ("ARL a, v;", [0.0, 2.0, 1.0, 3.0]),
        ("ARR a, v;", [0.0, 2.0, 2.0, 3.0]),
        ("ARL a, v;\nARA a, a;", [1.0, 5.0, 1.0, 5.0]),
        ("ARL a, v;\nARA a.yz, a;", [0.0, 5.0, 1.0, 3.0]),
        ("ARL a, v;\nMOVC CC, -v;\nARL a (LT), 7.0;", [0.0, 7.0, 7.0, 7.0]),
        ("ARL a, 0.0;\nARLC a.xy, v;\nARL a (GT), 7.0;", [0.0, 7.0, 0.0, 0.0]),
        ("ARL a, v;\nARAC a (EQ.x), a;\nARL a.w (EQ.x), 9.0;", [1.0, 5.0, 1.0, 5.0]),
    ];
    for (statements, wanted) in cases {
        let text = format!(
            "!!ARBvp1.0\nOPTION NV_vertex_program2;\nADDRESS a;\nPARAM items[] = {{ {items} }};\nATTRIB v = vertex.attrib[1];\n\
             {statements}\nMOV result.texcoord[0].x, items[a.x];\nMOV result.texcoord[0].y, items[a.y];\n\
             MOV result.texcoord[0].z, items[a.z];\nMOV result.texcoord[0].w, items[a.w];\nEND"
        );
        for device in devices() {
            let given = [[0.0, 2.25, 1.5, 3.0]];
            let got = run(&device, &text, &[], &[("vertex.attrib[1]", &given)], "result.texcoord[0]");
            assert_eq!(got, [wanted], "{text}");
        }
    }
    // A component is from -512 to 511.
    let text = "!!VP2.0
MOV o[HPOS], v[0];
ARL A0, v[0];
ARA A1, A0;
MOV o[TEX0].x, c[A0.x-256];
MOV o[TEX0].y, c[A0.y+255];
MOV o[TEX0].z, c[A1.x-256];
MOV o[TEX0].w, c[A1.w+254];
END";
    let parameters = [("c[255]", [9.0; 4]), ("c[0]", [3.0; 4])];
    let given = [[1e9, -255.0, 1.0, 1.0]];
    for device in devices() {
        // 1e9 is held at 511, and 511 + 1 too; -255 + 255 and -255 + 1 + 254 are 0.
        let got = run(&device, text, &parameters, &[("v[0]", &given)], "o[TEX0]");
        assert_eq!(got, [[9.0, 3.0, 9.0, 3.0]]);
    }
}

/// `!!VP1.0` reads zeros outside of its 96 parameters; `!!VP2.0` does not say what it reads.
#[test]
fn parameters_outside_are_zeros_where_the_text_says_so() {
    let text = "!!VP1.0
MOV o[HPOS], v[0];
ARL A0.x, v[0].x;
MOV R0, c[95];
MOV o[TEX0], c[A0.x+63];
END";
    let given = [32.0, 33.0, -63.0, -64.0, 1e6, -1e6, 31.9].map(|x| [x, 0.0, 0.0, 1.0]);
    for device in devices() {
        let parameters = [("c[95]", [5.0; 4]), ("c[94]", [4.0; 4]), ("c[0]", [2.0; 4])];
        let got = run(&device, text, &parameters, &[("v[0]", &given)], "o[TEX0]");
        assert_eq!(got.map_first(), [5.0, 0.0, 2.0, 0.0, 0.0, 0.0, 4.0]);
    }
    let check = |head: &str, at: f32| {
        let text = text.replace("!!VP1.0", head);
        let bits: Vec<u32> = [at, 0.0, 0.0, 1.0].map(f32::to_bits).to_vec();
        let launch = LaunchOptions::new().vertices(1).buffer("v[0]", bits);
        let report = KernelCheck::source("outside.vp", text).run(&launch).unwrap();
        let lines = report.findings.iter().filter(|finding| finding.kind == FindingKind::Bounds);
        lines
            .map(|finding| finding.witnesses.first().map_or(0, |seen| seen.line))
            .collect::<Vec<_>>()
    };
    assert!(check("!!VP1.0", 200.0).is_empty());
    assert!(check("!!VP2.0", 30.0).is_empty());
    assert_eq!(check("!!VP2.0", 200.0), [5]);
}

trait MapFirst {
    fn map_first(&self) -> Vec<f32>;
}

impl MapFirst for Vec<Vector> {
    /// Returns the first component of each.
    fn map_first(&self) -> Vec<f32> {
        self.iter().map(|vector| vector[0]).collect()
    }
}

/// `v[OPOS]` and `v[0]` are one attribute, by the name that is written first.
#[test]
fn names_and_numbers_of_an_attribute_are_one() {
    let text = "!!VP1.1\nADD o[TEX0], v[NRML], v[2];\nMOV o[HPOS], v[2];\nMOV o[FOGC].x, v[NRML].y;\nEND";
    for device in devices() {
        let got = run(&device, text, &[], &[("v[NRML]", &[[1.0, 2.0, 3.0, 4.0]])], "o[TEX0]");
        assert_eq!(got, [[2.0, 4.0, 6.0, 8.0]]);
    }
    assert_eq!(program_counts("program.vp", text).unwrap().attributes, 1);
}

/// A result begins as (0, 0, 0, 1), a clip distance as 0.
#[test]
fn results_begin_as_the_text_says() {
    let text = "!!VP2.0\nMOV o[HPOS].x, v[0];\nMOV o[TEX1].y, v[0];\nMOV o[COL0] (GT.x), v[0];\nEND";
    for device in devices() {
        let given: [Vector; 1] = [[7.0; 4]];
        assert_eq!(run(&device, text, &[], &[("v[0]", &given)], "o[TEX1]"), [[0.0, 7.0, 0.0, 1.0]]);
        assert_eq!(run(&device, text, &[], &[("v[0]", &given)], "o[COL0]"), [[0.0, 0.0, 0.0, 1.0]]);
    }
}

/// A clip distance is a stream of its own; nothing here enables a clip plane.
#[test]
fn clip_distances_are_written() {
    let text = "!!VP2.0\nMOV o[HPOS], v[0];\nDP4 o[CLP3].x, v[0], c[2];\nMOV o[CLP1].yzw, v[0];\nEND";
    let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    let kernel = device.kernel(&KernelSource::new("clip").vertex(text)).unwrap();
    let given = device.stream_in(Layout::Linear, 1, &[[1.0_f32, 2.0, 3.0, 1.0]]).unwrap();
    let mut distances = [0, 1].map(|_| device.empty_in::<f32>(Layout::Linear, 1).unwrap());
    let [third, first] = &mut distances;
    kernel
        .call()
        .vertex_stream("v[0]", &given)
        .uniform("c[2]", [1.0_f32, 1.0, 0.0, -4.0])
        .output("o[CLP3]", third)
        .output("o[CLP1]", first)
        .run()
        .unwrap();
    assert_eq!(distances[0].read().unwrap(), [-1.0]);
    assert_eq!(distances[1].read().unwrap(), [0.0]);
}

/// The address stack of NV_vertex_program3 is that of calls.
#[test]
fn address_registers_are_saved_over_calls() {
    let text = "!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS a;
PARAM items[] = { 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0 };
TEMP sum;
ARL a, vertex.attrib[1];
MOV sum, 0.0;
CAL deeper;
MOV result.texcoord[0].x, items[a.x];
MOV result.texcoord[0].y, sum.x;
MOV result.texcoord[0].zw, items[a.w];
RET;
deeper:
PUSHA a;
ARL a, 7.0;
ADD sum.x, sum, items[a.x];
POPA a;
ADD sum.x, sum, items[a.y];
RET;
END";
    for device in devices() {
        let given = [[1.0, 2.0, 3.0, 4.0]];
        let got = run(&device, text, &[], &[("vertex.attrib[1]", &given)], "result.texcoord[0]");
        assert_eq!(got, [[1.0, 9.0, 4.0, 4.0]]);
    }
    // An address register where RET wants a place, and the other way round, end the program.
    for (statements, wanted) in [("PUSHA a;\nRET;", 1.0), ("POPA a;", 1.0), ("PUSHA a;\nPOPA a;", 2.0)] {
        let text = format!(
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS a;\nARL a, 1.0;\nMOV result.texcoord[0], 1.0;\n\
             {statements}\nMOV result.texcoord[0], 2.0;\nEND"
        );
        for device in devices() {
            assert_eq!(run(&device, &text, &[], &[], "result.texcoord[0]"), [[wanted; 4]], "{text}");
        }
    }
}

/// `vertex.attrib[a.x + n]` reads the attribute of that number, by whichever name the program binds it.
#[test]
fn attributes_and_results_are_indexed() {
    let text = "!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS a;
ARL a, vertex.position;
MOV result.fogcoord.x, vertex.normal;
MOV result.color.secondary, vertex.attrib[a.x + 1];
MOV result.color, vertex.texcoord[a.z];
MOV result.color.back, vertex.attrib[a.x];
END";
    let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    let given = [[2.0, 1.0, 3.0, 0.0]];
    let names: Vec<String> = (0..16).map(|n| format!("vertex.attrib[{n}]")).collect();
    let values: Vec<[Vector; 1]> = (0..16).map(|n| [[n as f32 * 10.0, 1.0, 2.0, 3.0]]).collect();
    let mut streams: Vec<(&str, &[Vector])> = vec![("vertex.position", &given)];
    for (n, name) in names.iter().enumerate().skip(1) {
        let name = if n == 2 { "vertex.normal" } else { name.as_str() };
        streams.push((name, &values[n]));
    }
    let text_of = |output: &str| run(&device, text, &[], &streams, output);
    // Attribute 2 is the normal, whose fourth component is 1.
    assert_eq!(text_of("result.color.back"), [[20.0, 1.0, 2.0, 1.0]]);
    assert_eq!(text_of("result.color.secondary"), [[30.0, 1.0, 2.0, 3.0]]);
    // Coordinate 3 is attribute 11.
    assert_eq!(text_of("result.color"), [[110.0, 1.0, 2.0, 3.0]]);
}

/// The two condition codes of NV_vertex_program3 are apart.
#[test]
fn two_condition_codes_are_apart() {
    let text = "!!ARBvp1.0
OPTION NV_vertex_program3;
TEMP t;
MOVC0 CC, { -1, 0, 1, 2 };
MOVC1 CC, { 1, -1, 0, 2 };
MOV t, 0.0;
MOV t (LT0), 1.0;
MOV t (LT1), 2.0;
MOV t (GT.zzzz), 4.0;
MOV t.w (GT1.y), 8.0;
MOV result.texcoord[0], t;
END";
    for device in devices() {
        assert_eq!(run(&device, text, &[], &[], "result.texcoord[0]"), [[4.0; 4]]);
        let plain = text.replace("MOV t (GT.zzzz), 4.0;\n", "");
        assert_eq!(run(&device, &plain, &[], &[], "result.texcoord[0]"), [[1.0, 2.0, 0.0, 0.0]]);
    }
}

/// A vertex has no derivatives: TEX reads level 0, TXL and TXB the level that w says.
#[test]
fn vertices_read_textures() {
    let texels: Vec<Vector> = (0..8).map(|n| [n as f32, 1.0, -2.0, 0.5]).collect();
    for (read, at) in [("TEX", 1.0), ("TXL", 0.0), ("TXB", 0.0), ("TXP", 1.0)] {
        let text = format!(
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP at, got;\nMOV at, vertex.attrib[1];\nMOV at.w, {at:.1};\n\
             {read}_SAT got.xyz, at, texture[15], 2D;\n{read} got.x, at, texture[15], 2D;\nMOV got.w, 9.0;\n\
             MOV result.texcoord[0], got;\nEND"
        );
        for device in devices() {
            let kernel = device.kernel(&KernelSource::new("read").vertex(text.clone())).unwrap();
            let texture = device.stream_of(Shape::from([4, 2]), &texels).unwrap();
            let places = [[0.125, 0.25, 0.0, 1.0], [0.625, 0.75, 0.0, 1.0_f32]];
            let places = device.stream_in(Layout::Linear, 2, &places).unwrap();
            let mut result = device.empty_in::<Vector>(Layout::Linear, 2).unwrap();
            let call = kernel
                .call()
                .vertex_stream("vertex.attrib[1]", &places)
                .gather("texture[15]", &texture);
            call.output("result.texcoord[0]", &mut result).run().unwrap();
            assert_eq!(result.read().unwrap(), [[0.0, 1.0, 0.0, 9.0], [6.0, 1.0, 0.0, 9.0]], "{text}");
        }
    }
}

/// A loop as NVIDIA's compiler writes it, by labels and condition codes.
#[test]
fn a_section_that_two_ways_enter_runs_once() {
    let text = "!!VP2.0
MOV o[HPOS], v[0];
MOV R2.x, c[1];
SLTC CC.x, R2, v[0];
BRA out (EQ.x);
turn:
SGTC CC.x, R0, c[1].y;
MUL R1, R0, c[1].z;
ADD R1 (EQ.x), c[1].w, R0;
ADD R2.x, c[1].y, R2;
MOV R0, R1;
SLTC CC.x, R2, v[0];
BRA turn (NE.x);
out:
MOV o[TEX0], R0;
END";
    // The same in Rust.
    let plain = |turns: f32| {
        let (mut value, mut turn) = (0.0_f32, 0.0_f32);
        while turn < turns {
            value = if value > 1.0 { value * 0.5 } else { 0.3 + value };
            turn += 1.0;
        }
        value
    };
    let given = [0.0, 1.0, 3.0, 17.0].map(|x| [x, 0.0, 0.0, 1.0]);
    for device in devices() {
        let got = run(&device, text, &[("c[1]", [0.0, 1.0, 0.5, 0.3])], &[("v[0]", &given)], "o[TEX0]");
        for (vector, [turns, ..]) in got.iter().zip(given) {
            assert_eq!(vector[0], plain(turns), "{turns}");
        }
    }
}

#[test]
fn findings_name_what_the_author_wrote() {
    let text = "!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP set, unset;
MOV set, vertex.position;
MOV result.position, set;
ADD result.texcoord[0], set, unset;
END";
    let report = KernelCheck::source("unset.vp", text)
        .run(&LaunchOptions::new().vertices(2))
        .unwrap();
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.name.as_str(), finding.witnesses.first().map(|seen| seen.line)))
        .collect();
    assert_eq!(found, [(FindingKind::Uninitialised, "unset", Some(6))]);
    // The registers of !!VP2.0 are zeros at first.
    let text = "!!VP2.0\nMOV o[HPOS], v[0];\nADD o[TEX0], v[0], R7;\nEND";
    let report = KernelCheck::source("zeros.vp", text)
        .run(&LaunchOptions::new().vertices(2))
        .unwrap();
    assert!(report.is_right(), "{}", report.verdict());
}
