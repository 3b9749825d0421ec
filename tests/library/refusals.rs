//! Every refusal is one sentence: the thing, what was given against which limit, the next step. Here is the
//! ledger of them.

use crate::machine::device;
use gristmill::{
    DepthStencilState, Device, Element, Era, Error, KernelSource, Layout, Missing, Result, Shape, TexelRect,
};

const VALUE: &str = "#version 330 core
#include \"stream.glsl\"
uniform float value;
uniform sampler2D source;
out float result;
void main() { result = value + here(source).r; }";
const PLUS: &str = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 32) in;
uniform float value;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] + value; }";

fn fragment(name: &'static str, text: impl Into<String>) -> KernelSource {
    KernelSource::new(name).fragment(text.into())
}

/// One line a case: what was tried, and the sentence. The machine's own limits are named, not numbered.
struct Ledger(String, Vec<(String, &'static str)>);

impl Ledger {
    fn new(device: &Device) -> Ledger {
        let limits = device.limits();
        let side = limits.texture_side;
        let names = vec![
            ((side + 1).to_string(), "<texture side + 1>"),
            (side.to_string(), "<texture side>"),
            (limits.volume_side.to_string(), "<volume side>"),
        ];
        Ledger(String::new(), names)
    }

    fn refused<T>(&mut self, what: &str, result: Result<T>) {
        let sentence = match result {
            Ok(_) => panic!("{what} was accepted"),
            Err(error) => error.to_string(),
        };
        let named = self.name_limits(&sentence);
        self.0 += &format!("{what}\n    {}\n", named.replace('\n', "\n    "));
    }

    fn name_limits(&self, sentence: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for letter in sentence.chars() {
            match words.last_mut() {
                Some(word) if letter.is_ascii_digit() && word.ends_with(|last: char| last.is_ascii_digit()) => {
                    word.push(letter)
                }
                _ => words.push(letter.to_string()),
            }
        }
        let known = |word: &String| {
            self.1
                .iter()
                .find(|(number, _)| number == word)
                .map(|(_, name)| name.to_string())
        };
        words.iter().map(|word| known(word).unwrap_or(word.clone())).collect()
    }
}

#[test]
fn shapes_and_data() {
    let device = device(Era::Fragment).unwrap();
    let mut ledger = Ledger::new(&device);
    let side = device.limits().texture_side;
    let empty = |layout, shape: Shape| device.empty_in::<f32>(layout, shape);
    ledger.refused("no dimension", Shape::new(&[]));
    ledger.refused("five dimensions", Shape::new(&[1, 2, 3, 4, 5]));
    ledger.refused("a shape that overflows", device.empty::<f32>([usize::MAX, 3]));
    ledger.refused("more elements than an int counts", device.empty::<f32>(usize::MAX));
    ledger.refused("a 2D stream wider than a texture", empty(Layout::Packed, [side + 1, 2].into()));
    ledger.refused("a row wider than a texture", empty(Layout::PackedAt(side + 1), 5.into()));
    ledger.refused("a row of no width", empty(Layout::PackedAt(0), 5.into()));
    ledger.refused("a slice wider than a texture", empty(Layout::BySlice, [side + 1, 1, 2].into()));
    ledger.refused("a billion textures", empty(Layout::Slices, [1, 1, 1_000_000_000].into()));
    ledger.refused("a mask of no place", device.depth_stencil(0, 4));
    ledger.refused("a mask wider than a texture", device.depth_stencil(side + 1, 4));
    ledger.refused("too few elements", device.stream_of([2, 3], &[1.0; 5]));
    let mut stream = device.stream(&[1, 2, 3]).unwrap();
    ledger.refused("writing too many", stream.write(&[1, 2, 3, 4]));
    ledger.refused("writing beyond the end", stream.write_range(2, &[1, 2]));
    ledger.refused("writing beyond every end", stream.write_range(usize::MAX, &[1, 2]));
    ledger.refused("reading beyond the end", stream.read_range(1..4));
    let four = device.stream(&[1, 2, 3, 4]).unwrap();
    ledger.refused("copying another length", stream.copy_from(&four));
    let other = Device::open(Era::Fragment).unwrap();
    ledger.refused("copying from another machine", stream.copy_from(&other.stream(&[1, 2, 3]).unwrap()));
    ledger.refused("a picture of one dimension", device.stream(&[image::Rgba([0_u8; 4])]).unwrap().to_image());
    assert_eq!(stream.read().unwrap(), [1, 2, 3], "nothing was lost");
    insta::assert_snapshot!(ledger.0);
}

#[test]
fn calls_of_the_fragment_era() {
    let device = device(Era::Fragment).unwrap();
    let mut ledger = Ledger::new(&device);
    let value = device.kernel(&fragment("value", VALUE)).unwrap();
    let source = device.stream(&[1.0, 2.0]).unwrap();
    let mut result = device.empty::<f32>(2).unwrap();
    let mut one = device.empty::<f32>(1).unwrap();
    macro_rules! call {
        () => {
            value.call().uniform("value", 1.0)
        };
    }

    ledger.refused(
        "an unknown uniform",
        value
            .call()
            .uniform("valve", 1.0)
            .input("source", &source)
            .output("result", &mut result)
            .run(),
    );
    ledger.refused("a missing uniform", value.call().input("source", &source).output("result", &mut result).run());
    ledger.refused(
        "a uniform of another type",
        value
            .call()
            .uniform("value", 1)
            .input("source", &source)
            .output("result", &mut result)
            .run(),
    );
    ledger.refused(
        "a uniform twice",
        call!()
            .uniform("value", 2.0)
            .input("source", &source)
            .output("result", &mut result)
            .run(),
    );
    ledger.refused(
        "a uniform of the library's",
        call!()
            .uniform("element_count", 2)
            .input("source", &source)
            .output("result", &mut result)
            .run(),
    );
    let two = "#version 330 core\nuniform float a, b;\nout float result;\nvoid main() { result = a + b; }";
    let two = device.kernel(&fragment("two", two)).unwrap();
    let twice = two.call().uniform("a", 1.0).uniform("a", 2.0).output("result", &mut result);
    ledger.refused("one uniform twice, another never", twice.run());
    let elsewhere = Device::open(Era::Fragment).unwrap();
    let theirs = elsewhere.stream(&[1.0, 2.0]).unwrap();
    let foreign = call!().input("source", &theirs).output("result", &mut result);
    ledger.refused("a stream of another machine", foreign.run());
    let mut their_mask = elsewhere.depth_stencil(2, 1).unwrap();
    let masked = call!().input("source", &source).output("result", &mut result);
    ledger.refused(
        "a mask of another machine",
        masked.depth_stencil(&mut their_mask, DepthStencilState::default()).run(),
    );
    let their_query = elsewhere.query().unwrap();
    let conditional = call!()
        .input("source", &source)
        .output("result", &mut result)
        .when(&their_query);
    ledger.refused("a query of another machine", conditional.run());
    ledger.refused("an unknown stream", call!().input("sorce", &source).output("result", &mut result).run());
    ledger.refused("a missing stream", call!().output("result", &mut result).run());
    ledger.refused(
        "a stream twice",
        call!()
            .input("source", &source)
            .gather("source", &source)
            .output("result", &mut result)
            .run(),
    );
    ledger.refused("an unknown output", call!().input("source", &source).output("reslut", &mut result).run());
    ledger.refused("no output", call!().input("source", &source).run());
    ledger.refused("another element count", call!().input("source", &source).output("result", &mut one).run());
    let grid = device.empty::<f32>([2, 1]).unwrap();
    ledger.refused("another dimension", call!().input("source", &grid).output("result", &mut result).run());
    let narrow = device.stream_in(Layout::PackedAt(1), 2, &[1.0, 2.0]).unwrap();
    ledger.refused("another layout", call!().input("source", &narrow).output("result", &mut result).run());
    let buffer = device.stream_in(Layout::Linear, 2, &[1.0, 2.0]).unwrap();
    ledger.refused("a buffer as a texture", call!().gather("source", &buffer).output("result", &mut result).run());
    let integers = device.stream(&[1, 2]).unwrap();
    ledger.refused("integers as floats", call!().gather("source", &integers).output("result", &mut result).run());
    let volume = device.empty_in::<f32>(Layout::Volume, [2, 1, 1]).unwrap();
    ledger.refused("a volume as a texture", call!().gather("source", &volume).output("result", &mut result).run());
    let stack = device.empty_in::<f32>(Layout::Slices, [2, 1, 3]).unwrap();
    ledger.refused("any slice of a stack", call!().gather("source", &stack).output("result", &mut result).run());
    ledger.refused("one slice of no stack", call!().slice("source", &source, 1).output("result", &mut result).run());
    let mut linear = device.empty_in::<f32>(Layout::Linear, 2).unwrap();
    ledger.refused("a buffer as a target", call!().input("source", &source).output("result", &mut linear).run());
    let mut wide = device.empty::<[f32; 4]>(2).unwrap();
    ledger.refused("fewer lanes than the stream", call!().gather("source", &source).output("result", &mut wide).run());
    let mut whole = device.empty::<i32>(2).unwrap();
    ledger.refused("floats into integers", call!().gather("source", &source).output("result", &mut whole).run());
    ledger.refused("an update", call!().input("source", &source).update("result", &mut result).run());
    ledger.refused(
        "points without a vertex kernel",
        call!().input("source", &source).output("result", &mut result).points(3).run(),
    );
    ledger.refused(
        "work groups",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .groups([1, 1, 1])
            .run(),
    );
    let outside = [TexelRect { x: 1, y: 0, width: 2, height: 1 }];
    ledger.refused(
        "a region outside",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .regions(&outside)
            .run(),
    );
    let mut mask = device.depth_stencil(3, 1).unwrap();
    ledger.refused(
        "a mask of another size",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .depth_stencil(&mut mask, DepthStencilState::default())
            .run(),
    );
    ledger.refused(
        "a vertex stream of none",
        call!().vertex_stream("source", &buffer).output("result", &mut result).run(),
    );
    let pair = "#version 330 core
layout(location = 0) out float a;
layout(location = 1) out float b;
void main() { a = 1.0; b = 2.0; }";
    let pair = device.kernel(&fragment("pair", pair)).unwrap();
    ledger.refused("an output left out", pair.call().output("a", &mut result).run());
    ledger.refused("outputs of two shapes", pair.call().output("a", &mut result).output("b", &mut one).run());
    insta::assert_snapshot!(ledger.0);
    // After all that the kernel still works.
    call!().input("source", &source).output("result", &mut result).run().unwrap();
    assert_eq!(result.read().unwrap(), [2.0, 3.0]);
}

#[test]
fn calls_of_the_compute_era() {
    let Some(device) = device(Era::Compute) else { return };
    let mut ledger = Ledger::new(&device);
    let plus = device.kernel(&KernelSource::new("plus").compute(PLUS)).unwrap();
    let source = device.stream(&[1.0, 2.0]).unwrap();
    let mut result = device.empty::<f32>(2).unwrap();
    let mut one = device.empty::<f32>(1).unwrap();
    macro_rules! call {
        () => {
            plus.call().uniform("value", 1.0)
        };
    }

    ledger.refused("an unknown stream", call!().input("sorce", &source).output("result", &mut result).run());
    ledger.refused("an unknown output", call!().input("source", &source).output("reslut", &mut result).run());
    ledger.refused("a missing stream", call!().output("result", &mut result).run());
    ledger.refused("another element count", call!().input("source", &source).output("result", &mut one).run());
    ledger.refused("writing what is readonly", call!().output("source", &mut one).output("result", &mut result).run());
    ledger.refused("reading what is writeonly", call!().input("source", &source).input("result", &source).run());
    let texture = device.stream_in(Layout::Packed, 2, &[1.0, 2.0]).unwrap();
    ledger.refused("a texture as a buffer", call!().input("source", &texture).output("result", &mut result).run());
    let integers = device.stream(&[1, 2]).unwrap();
    ledger.refused("integers as floats", call!().input("source", &integers).output("result", &mut result).run());
    ledger.refused("points", call!().input("source", &source).output("result", &mut result).points(2).run());
    ledger.refused(
        "regions",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .regions(&[])
            .run(),
    );
    ledger.refused(
        "blending",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .blend(gristmill::Blend::Add)
            .run(),
    );
    ledger.refused(
        "too many elements",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .elements(1 << 40)
            .run(),
    );
    let counts = device.stream(&[1_u32, 1, 1]).unwrap();
    ledger.refused(
        "group counts beyond the stream",
        call!()
            .input("source", &source)
            .output("result", &mut result)
            .indirect(&counts, 1)
            .run(),
    );
    let fragment_only = device
        .with_era(Era::Compute)
        .unwrap()
        .kernel(&fragment("value", VALUE))
        .map(|_| ());
    ledger.refused("a kernel without this era", fragment_only);
    ledger.refused(
        "the other era's kernel",
        device
            .with_era(Era::Fragment)
            .unwrap()
            .kernel(&KernelSource::new("plus").compute(PLUS)),
    );
    let limit = device.limits().group_invocations;
    let huge = PLUS.replace("local_size_x = 32", &format!("local_size_x = {}", limit + 8));
    let huge = device
        .kernel(&KernelSource::new("huge").compute(huge))
        .map(|_| ())
        .unwrap_err()
        .to_string();
    let sentence = format!(
        "invocations of a work group: {} given, the limit is {limit}; give local_size smaller numbers",
        limit + 8
    );
    assert_eq!(huge, format!("huge.comp: {sentence}"));
    let shared = PLUS.replace("uniform float value;", "uniform float value; shared vec4 block[1000000];");
    let shared = device
        .kernel(&KernelSource::new("shared").compute(shared))
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(shared.starts_with("shared.comp: bytes of shared memory: 16000000 given, the limit is "), "{shared}");
    insta::assert_snapshot!(ledger.0);
    call!().input("source", &source).output("result", &mut result).run().unwrap();
    assert_eq!(result.read().unwrap(), [2.0, 3.0]);
}

#[test]
fn kernels_that_do_not_compile() {
    let device = device(Era::Fragment).unwrap();
    let mut ledger = Ledger::new(&device);
    let kernel = |name, text: &str| device.kernel(&fragment(name, text.to_string())).map(|_| ());
    let main = "void main() { result = 1.0; }";
    ledger.refused("no version", kernel("version", &format!("out float result;\n{main}")));
    ledger.refused("nothing", kernel("nothing", ""));
    ledger.refused("an undeclared name", kernel("undeclared", &format!("#version 330 core\n{main}")));
    ledger.refused(
        "a missing semicolon",
        kernel("semicolon", "#version 330 core\nout float result;\nvoid main() {\n    result = 1.0\n}"),
    );
    ledger.refused("no main", kernel("main", "#version 330 core\nout float result;"));
    ledger.refused(
        "no output",
        kernel("output", "#version 330 core\nvoid main() {}").and_then(|()| {
            let kernel = device.kernel(&fragment("output", "#version 330 core\nvoid main() {}"))?;
            kernel.call().run()
        }),
    );
    ledger.refused(
        "an unknown include",
        kernel("include", &format!("#version 330 core\n#include \"steam.glsl\"\nout float result;\n{main}")),
    );
    ledger.refused(
        "an include above",
        kernel("above", &format!("#version 330 core\n#include \"../stream.glsl\"\n{main}")),
    );
    let many = device.limits().outputs + 1;
    let outputs: String = (0..many)
        .map(|at| format!("layout(location = {at}) out float o{at};\n"))
        .collect();
    let sums: String = (0..many).map(|at| format!("o{at} = 1.0; ")).collect();
    let many_outputs = kernel("many", &format!("#version 330 core\n{outputs}void main() {{ {sums} }}"));
    let sentence =
        format!("outputs of one pass: {many} given, the limit is {}; write the rest in a second pass", many - 1);
    assert_eq!(many_outputs.unwrap_err().to_string(), format!("many.frag: {sentence}"));
    ledger.refused(
        "a whole number of a vertex kernel that is not there",
        device.kernel(&fragment(
            "varying",
            "#version 330 core\nflat in int value;\nout float result;\nvoid main() { result = float(value); }",
        )),
    );
    insta::assert_snapshot!(ledger.0);
}

#[test]
fn errors_know_their_exit_code() {
    assert_eq!(Error::no_device(Missing::Driver, "none").exit_code(), 3);
    assert_eq!(Error::data("truncated").exit_code(), 2);
    assert_eq!("neither".parse::<Era>().unwrap_err().exit_code(), 2);
    assert_eq!(<[f32; 4]>::FORMAT.to_string(), "RGBA32F");
}
