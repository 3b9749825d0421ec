//! Vertex streams that a vertex kernel writes alone, on both machines: which words arrive, how many, and where.

use crate::machine::{chosen, device, watched};
use gristmill::trace::Event;
use gristmill::{Device, Element, Era, KernelSource, Layout, MachineChoice, Result, Stream};
use nalgebra::{Point3, Vector3};
use std::fmt::Debug;

fn kernel(text: impl Into<String>) -> KernelSource {
    KernelSource::new("numbers").vertex(format!("#version 330 core\n{}", text.into()))
}

/// The driver and the emulator.
fn machines() -> impl Iterator<Item = Device> {
    let choices = [MachineChoice::Driver, MachineChoice::Emulator];
    choices.into_iter().filter_map(|choice| chosen(choice, Era::Fragment))
}

/// Every word of a stream goes through a vertex kernel as it is.
fn carried<T: Element + PartialEq>(device: &Device, kind: &str, values: &[T]) -> Result<()> {
    let text = format!("in {kind} source;\nflat out {kind} result;\nvoid main() {{ result = source; }}");
    let source = device.stream_in(Layout::Linear, values.len(), values)?;
    let mut result = device.empty_in::<T>(Layout::Linear, values.len())?;
    let call = device.kernel(&kernel(text))?;
    call.call()
        .vertex_stream("source", &source)
        .output("result", &mut result)
        .run()?;
    assert!(result.read()? == values, "{kind}, {} elements on {}", values.len(), device.info().name);
    Ok(())
}

#[test]
fn every_format_is_written() -> Result<()> {
    // Around a warp, a work group, what softpipe splits, a row of the largest texture.
    for device in machines() {
        for count in [0, 1, 2, 3, 5, 31, 32, 33, 64, 100, 4_097, 16_385] {
            let word = |i: usize| gristmill::random::pcg(i as u32);
            let float = |i: usize| (word(i) as i32 >> 7) as f32 / 64.0;
            macro_rules! carry {
                ($kind:literal, $of:expr) => {
                    carried(&device, $kind, &(0..count).map($of).collect::<Vec<_>>())?
                };
            }
            carry!("float", float);
            carry!("vec2", |i| [float(2 * i), float(2 * i + 1)]);
            carry!("vec4", |i| [0, 1, 2, 3].map(|lane| float(4 * i + lane)));
            carry!("int", |i| word(i) as i32);
            carry!("ivec2", |i| [word(2 * i) as i32, word(2 * i + 1) as i32]);
            carry!("ivec4", |i| [0, 1, 2, 3].map(|lane| word(4 * i + lane) as i32));
            carry!("uint", word);
            carry!("uvec2", |i| [word(2 * i), word(2 * i + 1)]);
            carry!("uvec4", |i| [0, 1, 2, 3].map(|lane| word(4 * i + lane)));
            carry!("vec4", |i| Point3::new(float(i), float(i + 1), float(i + 2)));
            carry!("vec4", |i| Vector3::new(float(i), float(i + 1), float(i + 2)));
        }
    }
    Ok(())
}

/// A kernel that writes the number of each vertex to three streams of three formats, and the values
/// of an attribute and of a texture.
const SEVERAL: &str = "uniform int first;
uniform int element_count;
uniform sampler2D table;
in int source;
flat out ivec2 pair;
flat out uint number;
out vec4 four;
out float looked;
void main() {
    pair = ivec2(first + gl_VertexID, -gl_VertexID);
    number = uint(gl_VertexID * element_count);
    four = vec4(source, 2 * source, 0.25, gl_VertexID);
    looked = texelFetch(table, ivec2(gl_VertexID % 3, 0), 0).r;
}";

struct Streams {
    pairs: Stream<[i32; 2]>,
    numbers: Stream<u32>,
    fours: Stream<[f32; 4]>,
    looked: Stream<f32>,
}

impl Streams {
    fn new(device: &Device, count: usize) -> Result<Streams> {
        let layout = Layout::Linear;
        Ok(Streams {
            pairs: device.stream_in(layout, count, &vec![[7; 2]; count])?,
            numbers: device.stream_in(layout, count, &vec![7; count])?,
            fours: device.stream_in(layout, count, &vec![[7.0; 4]; count])?,
            looked: device.stream_in(layout, count, &vec![7.0; count])?,
        })
    }

    /// The words of element `i`, if it was written, and those that were there before.
    fn is_right(&self, written: usize, source: &[i32]) -> Result<()> {
        let (pairs, numbers) = (self.pairs.read()?, self.numbers.read()?);
        let (fours, looked) = (self.fours.read()?, self.looked.read()?);
        for i in 0..numbers.len() {
            let wanted = if i < written {
                let (n, s) = (i as i32, source[i] as f32);
                let product = (i * numbers.len()) as u32;
                ([100 + n, -n], product, [s, 2.0 * s, 0.25, n as f32], [1.5, -2.5, 3.5][i % 3])
            } else {
                ([7; 2], 7, [7.0; 4], 7.0)
            };
            assert_eq!((pairs[i], numbers[i], fours[i], looked[i]), wanted, "element {i} of {written} written");
        }
        Ok(())
    }
}

#[test]
fn several_streams_are_written_as_far_as_is_said() -> Result<()> {
    for device in machines() {
        let kernel = device.kernel(&kernel(SEVERAL))?;
        let table = device.stream(&[1.5, -2.5, 3.5])?;
        for (count, points) in [(5, Some(0)), (5, Some(3)), (1, None), (65, None), (1_001, Some(1_000)), (1_001, None)]
        {
            let source: Vec<i32> = (0..count as i32).map(|i| i * 37 % 101 - 50).collect();
            let vertices = device.stream_in(Layout::Linear, count, &source)?;
            let mut streams = Streams::new(&device, count)?;
            let call = kernel.call().uniform("first", 100).gather("table", &table);
            let call = call
                .output("looked", &mut streams.looked)
                .output("pair", &mut streams.pairs)
                .vertex_stream("source", &vertices)
                .output("four", &mut streams.fours)
                .output("number", &mut streams.numbers);
            match points {
                Some(points) => call.points(points).run()?,
                None => call.run()?,
            }
            streams.is_right(points.unwrap_or(count), &source)?;
        }
    }
    Ok(())
}

/// A watched run on one thread gives the same as a plain run on all threads, and nothing is found.
#[test]
fn many_vertices_are_right_watched_or_not() {
    watched(|device| {
        if device.era() == Era::Compute {
            return;
        }
        let count = 200_003; // more than the emulator holds at a time
        let source: Vec<u32> = (0..count as u32).collect();
        let vertices = device.stream_in(Layout::Linear, count, &source).unwrap();
        let mut result = device.empty_in::<u32>(Layout::Linear, count).unwrap();
        let text = "in uint source;\nflat out uint result;\nvoid main() { result = source * 2654435761u; }";
        let call = device.kernel(&kernel(text)).unwrap();
        call.call()
            .vertex_stream("source", &vertices)
            .output("result", &mut result)
            .run()
            .unwrap();
        let wanted: Vec<u32> = source.iter().map(|i| i.wrapping_mul(2_654_435_761)).collect();
        assert!(result.read().unwrap() == wanted);
    });
}

#[test]
fn items_of_an_array_are_streams_of_their_own() -> Result<()> {
    let text = "flat out uint early[2];
out float late;
void main() { early[0] = 1u; early[1] = uint(gl_VertexID); late = 0.5; }";
    for device in machines() {
        let mut late = device.empty_in::<f32>(Layout::Linear, 3)?;
        let [mut one, mut other] = [device.empty_in::<u32>(Layout::Linear, 3)?, device.empty_in(Layout::Linear, 3)?];
        let kernel = device.kernel(&kernel(text))?;
        let call = kernel.call().output("early[1]", &mut other).output("late", &mut late);
        call.output("early[0]", &mut one).run()?;
        assert_eq!((one.read()?, other.read()?, late.read()?), (vec![1; 3], vec![0, 1, 2], vec![0.5; 3]));
    }
    Ok(())
}

const COUNT_UP: &str = "in float source;\nout float result;\nvoid main() { result = source + 1.0; }";

/// A stream goes round: written by a vertex kernel, read by one, drawn with, copied to a texture.
#[test]
fn what_is_written_is_a_stream_like_others() -> Result<()> {
    for device in machines() {
        let up = device.kernel(&kernel(COUNT_UP))?;
        let mut streams = [device.stream_in(Layout::Linear, 3, &[1.0, 2.0, 3.0])?, device.empty_in(Layout::Linear, 3)?];
        for turn in 0..4 {
            let [one, other] = &mut streams;
            let (from, to) = if turn % 2 == 0 { (one, other) } else { (other, one) };
            up.call().vertex_stream("source", from).output("result", to).run()?;
        }
        let mut texture = device.empty::<f32>(3)?;
        texture.copy_from(&streams[0])?;
        assert_eq!(texture.read()?, [5.0, 6.0, 7.0]);

        // Passes before and after are drawn as ever: nothing is left switched off.
        let place = "#version 330 core
in float result;
void main() { gl_Position = vec4((result - 6.0) / 1.5, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }";
        let one = "#version 330 core\nout float drawn;\nvoid main() { drawn = 1.0; }";
        let draw = device.kernel(&KernelSource::new("draw").vertex(place).fragment(one))?;
        let mut drawn = device.stream_of([3, 1], &[0.0; 3])?;
        draw.call()
            .vertex_stream("result", &streams[0])
            .output("drawn", &mut drawn)
            .points(2)
            .run()?;
        assert_eq!(drawn.read()?, [1.0, 1.0, 0.0]);
    }
    Ok(())
}

#[test]
fn a_count_of_nothing_leaves_the_stream() -> Result<()> {
    for device in machines() {
        let draw = "#version 330 core\nuniform bool empty;\nout float result;\nvoid main() { if (empty) discard; result = 1.0; }";
        let draw = device.kernel(&KernelSource::new("draw").fragment(draw))?;
        let up = device.kernel(&kernel(COUNT_UP))?;
        let source = device.stream_in(Layout::Linear, 2, &[1.0, 2.0])?;
        for (empty, wanted) in [(true, [7.0, 7.0]), (false, [2.0, 3.0])] {
            let (mut query, mut target) = (device.query()?, device.empty::<f32>([2, 2])?);
            draw.call()
                .uniform("empty", empty)
                .count(&mut query)
                .output("result", &mut target)
                .run()?;
            let mut result = device.stream_in(Layout::Linear, 2, &[7.0, 7.0])?;
            up.call()
                .when(&query)
                .vertex_stream("source", &source)
                .output("result", &mut result)
                .run()?;
            assert_eq!(result.read()?, wanted, "{}", device.info().name);
        }
    }
    Ok(())
}

#[test]
fn a_launch_is_traced_with_its_streams() -> Result<()> {
    for device in machines() {
        let up = device.kernel(&kernel(COUNT_UP))?;
        let source = device.stream_in(Layout::Linear, 5, &[1.0; 5])?;
        let mut result = device.empty_in::<f32>(Layout::Linear, 6)?;
        let run = || {
            up.call()
                .vertex_stream("source", &source)
                .output("result", &mut result)
                .points(4)
                .run()
        };
        let (_, trace) = device.trace(run)?;
        let launch = trace.launches().next().expect("a launch");
        assert_eq!((launch.kernel.as_str(), launch.era), ("numbers.vert", Era::Fragment));
        assert_eq!((launch.elements, launch.invocations, launch.groups), (4, 4, None));
        let names = |uses: &[gristmill::trace::Use]| -> Vec<_> {
            uses.iter().map(|usage| (usage.name.clone(), usage.bytes)).collect()
        };
        // Four vertices of five are read, and four elements of six written.
        assert_eq!(names(&launch.inputs), [("source".to_string(), 16)]);
        assert_eq!(names(&launch.outputs), [("result".to_string(), 16)]);
    }
    Ok(())
}

/// A compute kernel's stores are made visible to a vertex kernel that writes the same stream, and what that
/// writes is there for a compute kernel.
#[test]
fn both_eras_write_one_stream() -> Result<()> {
    let number = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Result { float result[]; };
void main() { result[gl_GlobalInvocationID.x] += 0.5; }";
    for choice in [MachineChoice::Driver, MachineChoice::Emulator] {
        let Some(compute) = chosen(choice, Era::Compute) else { continue };
        let fragment = compute.with_era(Era::Fragment)?;
        let number = compute.kernel(&KernelSource::new("number").compute(number))?;
        let up = fragment.kernel(&kernel(COUNT_UP))?;
        let source = fragment.stream_in(Layout::Linear, 8, &[1.0; 8])?;
        let mut result = compute.stream(&[0.0_f32; 8])?;
        let ((), trace) = compute.trace(|| {
            number.call().update("result", &mut result).run()?;
            up.call()
                .vertex_stream("source", &source)
                .output("result", &mut result)
                .points(6)
                .run()?;
            number.call().update("result", &mut result).run()
        })?;
        assert_eq!(result.read()?, [2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 1.0, 1.0]);
        let barriers = trace.events.iter().filter_map(|event| match event {
            Event::Barrier { names, .. } => Some(names.clone()),
            _ => None,
        });
        assert_eq!(barriers.collect::<Vec<_>>(), [vec!["TRANSFORM_FEEDBACK"], vec!["SHADER_STORAGE"]]);
    }
    Ok(())
}

/// A kernel writes at most as many streams as the machine says.
#[test]
fn as_many_streams_as_the_machine_has_are_written() -> Result<()> {
    for device in machines() {
        let most = device.limits().vertex_outputs;
        assert!(most >= 4, "{most} on {}", device.info().name);
        let text = |count: usize| {
            let declared: String = (0..count).map(|at| format!("out float o{at};\n")).collect();
            let written: String = (0..count).map(|at| format!("o{at} = {at}.0 + float(gl_VertexID); ")).collect();
            format!("{declared}void main() {{ {written} }}")
        };
        let names: Vec<String> = (0..most).map(|at| format!("o{at}")).collect();
        let mut streams = (0..most)
            .map(|_| device.empty_in::<f32>(Layout::Linear, 2))
            .collect::<Result<Vec<_>>>()?;
        let kernel_of_most = device.kernel(&kernel(text(most)))?;
        let call = kernel_of_most.call();
        let call = names
            .iter()
            .zip(&mut streams)
            .fold(call, |call, (name, stream)| call.output(name, stream));
        call.run()?;
        for (at, stream) in streams.iter().enumerate() {
            assert_eq!(stream.read()?, [at as f32, at as f32 + 1.0]);
        }
        let error = device.kernel(&kernel(text(most + 1))).unwrap_err().to_string();
        let wanted = format!(
            "numbers.vert: vertex streams that it writes: {} given, the limit is {most}; write the rest in a second pass",
            most + 1
        );
        assert_eq!(error, wanted);
    }
    Ok(())
}

fn says<T: Debug>(result: Result<T>, wanted: &str) {
    assert_eq!(result.unwrap_err().to_string(), format!("numbers.vert: {wanted}"));
}

#[test]
fn what_does_not_fit_is_said() -> Result<()> {
    let device = device(Era::Fragment).expect("the fragment era needs only OpenGL 3.3");
    let up = device.kernel(&kernel(COUNT_UP))?;
    let linear = |count: usize| device.stream_in(Layout::Linear, count, &vec![1.0_f32; count]);
    let (source, mut result, mut short) = (linear(4)?, linear(4)?, linear(3)?);
    macro_rules! call {
        () => {
            up.call().vertex_stream("source", &source)
        };
    }
    says(
        call!().output("result", &mut device.empty::<f32>(4)?).run(),
        "the output result is in a texture, which a vertex kernel cannot write; give it Layout::Linear, or the kernel \
         a .frag (see the chapter on the stream model)",
    );
    says(
        call!().output("result", &mut device.empty_in::<i32>(Layout::Linear, 4)?).run(),
        "result is declared float, but its stream is R32I; declare it int",
    );
    says(
        call!()
            .output("result", &mut device.empty_in::<Point3<f32>>(Layout::Linear, 4)?)
            .run(),
        "result is declared float, but its stream is RGBA32F; declare it vec4",
    );
    says(
        call!()
            .output("result", &mut device.empty_in::<image::Rgba<u8>>(Layout::Linear, 4)?)
            .run(),
        "result is declared float, but its stream is RGBA8, and a vertex kernel writes whole words; give it a stream of them",
    );
    says(
        call!().output("result", &mut short).points(4).run(),
        "4 points asked for, the output result has 3 elements; write 3 at most",
    );
    says(call!().output("result", &mut linear(5)?).run(), "5 vertices asked for, source has 4; draw 4 at most");
    says(call!().run(), "the output result is not bound; add .output(\"result\", &mut ...)");
    says(
        call!().update("result", &mut result).run(),
        "the fragment era cannot read the stream it writes (result); see the chapter on ping-pong",
    );
    says(
        call!().output("result", &mut result).blend(gristmill::Blend::Add).run(),
        "its vertex kernel writes streams and draws nothing, so it cannot use blending; add a .frag (see the chapter \
         on the stream model)",
    );
    says(
        call!().output("result", &mut result).count(&mut device.query()?).run(),
        "its vertex kernel writes streams and draws nothing, so it cannot use fragments to count; add a .frag (see the \
         chapter on the stream model)",
    );
    says(
        call!().output("result", &mut result).regions(&[]).run(),
        "its vertex kernel writes streams, which have no regions; say how many elements with points",
    );
    says(
        call!()
            .output("result", &mut result)
            .vertices(gristmill::Topology::Triangles, 3)
            .run(),
        "its vertex kernel writes streams and draws nothing, so its vertices make no lines or triangles; use points",
    );
    says(
        call!().output("result", &mut result).groups([1; 3]).run(),
        "the fragment era draws: it has no elements, groups or indirect dispatch; use regions or points (see the chapter on work groups)",
    );
    let error = call!().output("reslut", &mut result).run().unwrap_err().to_string();
    assert_eq!(error, "numbers.vert has no output reslut; it has result");

    let two = device.kernel(&kernel("out float a;\nout float b;\nvoid main() { a = 1.0; b = 2.0; }"))?;
    says(
        two.call().output("a", &mut result).output("b", &mut short).run(),
        "the output a has 4 elements, b has 3; say how many to write with points",
    );
    let three = device.kernel(&kernel("out vec3 a;\nvoid main() { a = vec3(1.0); }"))?;
    says(
        three
            .call()
            .output("a", &mut device.empty_in::<Vector3<f32>>(Layout::Linear, 4)?)
            .run(),
        "a is declared vec3, but its stream is RGBA32F; declare it vec4",
    );
    let none = device.kernel(&kernel("void main() { gl_Position = vec4(0.0); }"))?;
    says(none.call().points(3).run(), "it writes no output, so it computes nothing; declare `out float result;`");
    let matrix = device.kernel(&kernel("out mat2 a;\nvoid main() { a = mat2(1.0); }"));
    let error = matrix.unwrap_err().to_string();
    assert_eq!(error, "numbers.vert does not compile\na is a matrix; make each of its columns a vector of its own");
    let compute = kernel(COUNT_UP).check(Era::Compute).unwrap_err().to_string();
    assert_eq!(compute, "numbers: it has no .comp, so it runs only in the fragment era");
    // After all that the kernel still works.
    call!().output("result", &mut result).run()?;
    assert_eq!(result.read()?, [2.0; 4]);
    Ok(())
}

#[test]
fn two_vertex_streams_may_change_places() {
    let Some(device) = device(Era::Fragment) else { return };
    let kernel = KernelSource::new("places")
        .vertex(
            "#version 330 core
in float tens;
in float ones;
flat out float value;
void main() { value = tens * 10.0 + ones; gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }",
        )
        .fragment(
            "#version 330 core
flat in float value;
out float result;
void main() { result = value; }",
        );
    let kernel = device.kernel(&kernel).unwrap();
    let [one, two] = [1.0_f32, 2.0].map(|value| device.stream_in(Layout::Linear, 1, &[value]).unwrap());
    let mut result = device.empty::<f32>(1).unwrap();
    for _ in 0..3 {
        for (tens, ones, wanted) in [(&one, &two, 12.0), (&two, &one, 21.0), (&one, &one, 11.0)] {
            let call = kernel.call().vertex_stream("tens", tens).vertex_stream("ones", ones);
            call.points(1).output("result", &mut result).run().unwrap();
            assert_eq!(result.read().unwrap(), [wanted]);
        }
    }
}
