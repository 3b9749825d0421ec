//! 1D and cube textures as layouts of a stream: read, written, as images, and what they cannot.

use crate::machine::machines;
use gristmill::{Device, Element, Era, Kernel, KernelSource, Layout, Sampling, Stream};

fn kernel(device: &Device, name: &'static str, text: &str) -> Kernel {
    let source = KernelSource::new(name);
    let source = match device.era() {
        Era::Fragment => source.fragment(text.to_string()),
        Era::Compute => source.compute(text.to_string()),
    };
    device.kernel(&source).unwrap_or_else(|error| panic!("{error}"))
}

/// The machines in one era.
fn of(era: Era) -> impl Iterator<Item = Device> {
    machines().into_iter().filter(move |device| device.era() == era)
}

const SIZES: [usize; 7] = [1, 2, 3, 5, 7, 64, 1021];

fn row_there_and_back<T: Element + PartialEq + std::fmt::Debug>(device: &Device, sampler: &str, kind: &str, all: &[T]) {
    let text = format!(
        "#version 330 core
#include \"stream.glsl\"
uniform {sampler} same;
uniform {sampler} other;
out {kind}4 result;
void main() {{ result = element() % 2 == 0 ? here(same) : fetch(other, element_count - 1 - element()); }}"
    );
    let kernel = kernel(device, "turned", &text);
    for size in SIZES {
        let elements: Vec<T> = all.iter().copied().cycle().take(size).collect();
        let stream = device.stream_in(Layout::Row, size, &elements).unwrap();
        let mut result = device.empty_in::<T>(Layout::Row, size).unwrap();
        let call = kernel.call().input("same", &stream).gather("other", &stream);
        call.output("result", &mut result).run().unwrap();
        let wanted: Vec<T> = (0..size)
            .map(|i| if i % 2 == 0 { elements[i] } else { elements[size - 1 - i] })
            .collect();
        assert_eq!(result.read().unwrap(), wanted, "{} of {size}", T::FORMAT);
    }
}

#[test]
fn a_pass_reads_and_writes_rows_of_every_class() {
    for device in of(Era::Fragment) {
        row_there_and_back(&device, "sampler1D", "vec", &[1.5_f32, -2.0, 3.25, 0.0, 7.0, 11.0, -13.5]);
        row_there_and_back(&device, "sampler1D", "vec", &[[1.0_f32, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0; 4]]);
        row_there_and_back(&device, "isampler1D", "ivec", &[i32::MIN, -1, 0, 1, i32::MAX]);
        row_there_and_back(&device, "isampler1D", "ivec", &[[-1_i32, 5], [7, -9], [11, 13]]);
        row_there_and_back(&device, "usampler1D", "uvec", &[0_u32, 1, 2, u32::MAX, 17]);
    }
}

/// A shape of several dimensions lies in a row by its linear index; regions of it are drawn.
#[test]
fn rows_of_any_shape_and_parts_of_them() {
    let text = "#version 330 core
#include \"stream.glsl\"
out float result;
void main() { result = float(element()); }";
    for device in of(Era::Fragment) {
        let kernel = kernel(&device, "indices", text);
        let mut result = device.empty_in::<f32>(Layout::Row, [3, 2, 5]).unwrap();
        let part = [gristmill::TexelRect { x: 4, y: 0, width: 9, height: 1 }];
        kernel.call().regions(&part).output("result", &mut result).run().unwrap();
        let wanted: Vec<f32> = (0..30).map(|i| if (4..13).contains(&i) { i as f32 } else { 0.0 }).collect();
        assert_eq!(result.read().unwrap(), wanted);
        kernel.call().output("result", &mut result).run().unwrap();
        assert_eq!(result.read_range(3..30).unwrap(), (3..30).map(|i| i as f32).collect::<Vec<_>>());
    }
}

#[test]
fn a_dispatch_reads_and_writes_rows() {
    let text = "#version 430 core
layout(local_size_x = 32) in;
uniform isampler1D source;
layout(r32i) uniform iimage1D result;
void main() {
    int i = int(gl_GlobalInvocationID.x);
    int size = imageSize(result);
    if (i < size) imageStore(result, i, imageLoad(result, i) + texelFetch(source, size - 1 - i, 0));
}";
    for device in of(Era::Compute) {
        let kernel = kernel(&device, "turned", text);
        for size in SIZES {
            let elements: Vec<i32> = (0..size as i32).map(|i| i * i - 5).collect();
            let source = device.stream_in(Layout::Row, size, &elements).unwrap();
            let mut result = device.stream_in(Layout::Row, size, &elements).unwrap();
            kernel
                .call()
                .gather("source", &source)
                .update("result", &mut result)
                .run()
                .unwrap();
            let wanted: Vec<i32> = (0..size).map(|i| elements[i] + elements[size - 1 - i]).collect();
            assert_eq!(result.read().unwrap(), wanted, "{device:?} {size}");
        }
    }
}

/// Returns the numbers that the texels of a cube of that side are to hold.
fn numbered(side: usize) -> Vec<f32> {
    (0..6 * side * side)
        .map(|i| (i % side + 100 * (i / side % side) + 10_000 * (i / side / side)) as f32)
        .collect()
}

/// Twelve directions, each well within a face: two of each.
fn looks() -> Vec<[f32; 4]> {
    (0..6)
        .flat_map(|face| [(face, [0.3, 0.4]), (face, [-0.9, 0.7])])
        .map(|(face, [a, b])| {
            let sign = if face % 2 == 0 { 2.0 } else { -2.0 };
            let mut look = [2.0 * a, 2.0 * b, 2.0 * a * b, 0.0];
            look[face / 2] = sign;
            look
        })
        .collect()
}

/// The text of `texture(cube, direction)` for each direction of a stream, in both eras.
fn looking(device: &Device) -> Kernel {
    let fragment = "#version 330 core
#include \"stream.glsl\"
uniform samplerCube cube;
uniform sampler2D looks;
out float result;
void main() { result = texture(cube, here(looks).xyz).r; }";
    let compute = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 32) in;
uniform samplerCube cube;
layout(std430, binding = 0) readonly buffer Looks { vec4 looks[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = texture(cube, looks[i].xyz).r; }";
    kernel(device, "looking", if device.era() == Era::Fragment { fragment } else { compute })
}

fn seen(device: &Device, cube: &Stream<f32>) -> Vec<f32> {
    let looks = device.stream(&looks()).unwrap();
    let mut result = device.empty::<f32>(looks.shape()).unwrap();
    let call = looking(device);
    let call = call.call().gather("cube", cube).input("looks", &looks);
    call.output("result", &mut result).run().unwrap();
    result.read().unwrap()
}

#[test]
fn a_pass_or_a_dispatch_writes_a_cube_face_by_face() {
    for device in machines() {
        for side in [1, 2, 3, 5, 7, 64] {
            let fragment = "#version 330 core
#include \"stream.glsl\"
uniform int slice;
out float result;
void main() { result = float(here().x + 100 * here().y + 10000 * slice); }";
            let compute = "#version 430 core
layout(local_size_x = 8, local_size_y = 8) in;
uniform ivec4 output_shape;
layout(r32f) writeonly uniform imageCube result;
void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    if (all(lessThan(at, output_shape.xyz))) {
        imageStore(result, at, vec4(at.x + 100 * at.y + 10000 * at.z));
    }
}";
            let kernel = kernel(&device, "numbered", if device.era() == Era::Fragment { fragment } else { compute });
            let mut cube = device.empty_in::<f32>(Layout::Cube, [side, side, 6]).unwrap();
            let ((), trace) = device.trace(|| kernel.call().output("result", &mut cube).run()).unwrap();
            if device.era() == Era::Fragment {
                assert_eq!(trace.passes(), 6);
            }
            assert_eq!(cube.read().unwrap(), numbered(side), "{device:?}: a cube of {side}");
            // The cube is as the host would have written it, for a sampler too.
            let given = device.stream_in(Layout::Cube, [side, side, 6], &numbered(side)).unwrap();
            assert_eq!(seen(&device, &cube), seen(&device, &given), "{device:?}: a cube of {side}");
            let faces: Vec<usize> = seen(&device, &cube).iter().map(|seen| *seen as usize / 10_000).collect();
            assert_eq!(faces, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "{device:?}: a cube of {side}");
        }
    }
}

/// A pass that writes two cubes, and then one that writes a plane: glium's framebuffers stay right.
#[test]
fn two_cubes_are_written_in_one_pass() {
    let text = "#version 330 core
#include \"stream.glsl\"
uniform int slice;
layout(location = 0) out float one;
layout(location = 1) out float two;
void main() { one = float(slice); two = float(10 * slice + here().x); }";
    for device in of(Era::Fragment) {
        let kernel = kernel(&device, "two", text);
        let shape = [2, 2, 6];
        let mut one = device.empty_in::<f32>(Layout::Cube, shape).unwrap();
        let mut two = device.empty_in::<f32>(Layout::Cube, shape).unwrap();
        for _ in 0..2 {
            kernel.call().output("one", &mut one).output("two", &mut two).run().unwrap();
        }
        assert_eq!(one.read().unwrap(), (0..24).map(|i| (i / 4) as f32).collect::<Vec<_>>());
        assert_eq!(two.read().unwrap(), (0..24).map(|i| (i / 4 * 10 + i % 2) as f32).collect::<Vec<_>>());
        let (mut a, mut b) = (device.empty::<f32>([3, 1]).unwrap(), device.empty::<f32>([3, 1]).unwrap());
        kernel.call().output("one", &mut a).output("two", &mut b).run().unwrap();
        assert_eq!((a.read().unwrap(), b.read().unwrap()), (vec![0.0; 3], vec![0.0, 1.0, 2.0]));
    }
}

fn said(result: gristmill::Result<()>, sentence: &str) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains(sentence), "{error}");
}

#[test]
fn what_rows_and_cubes_cannot_is_said() {
    for device in machines() {
        let limits = device.limits();
        let empty =
            |layout, shape: &[usize]| device.empty_in::<f32>(layout, gristmill::Shape::new(shape).unwrap()).map(drop);
        let (side, faces) = (limits.texture_side, limits.cube_side.min(limits.texture_side));
        said(
            empty(Layout::Row, &[side + 1]),
            &format!(
                "elements of a stream of {0} in one row: {0} given, the limit is {side}; use Layout::Packed (see the chapter on arrays in textures)",
                side + 1
            ),
        );
        said(
            empty(Layout::Cube, &[faces + 1, faces + 1, 6]),
            &format!("{} given, the limit is {faces}; use smaller faces", faces + 1),
        );
        said(
            empty(Layout::Cube, &[2, 3, 6]),
            "a cube has six square faces, a stream of 2x3x6 does not; give it the shape [side, side, 6]",
        );

        let looks = device.stream(&looks()).unwrap();
        let mut result = device.empty::<f32>(looks.shape()).unwrap();
        let kernel = looking(&device);
        let cube = device.stream_in(Layout::Cube, [1, 1, 6], &[0.0; 6]).unwrap();
        let row = device.stream_in(Layout::Row, 6, &[0.0; 6]).unwrap();
        let mut call = |stream: &Stream<f32>, is_input| {
            let call = kernel.call().input("looks", &looks);
            let call = if is_input { call.input("cube", stream) } else { call.gather("cube", stream) };
            call.output("result", &mut result).run()
        };
        said(
            call(&cube, true),
            "cube is a cube, which is read by a direction and has no element at a place; use sampled or gather, and texture(cube, direction)",
        );
        said(call(&row, false), "cube is declared a cube sampler, but its stream is a 1D texture");
        call(&cube, false).unwrap();
        let (fragment, compute) = ("out float result;", "layout(local_size_x = 1) in; float result;");
        let (version, declared) = if device.era() == Era::Fragment { ("330", fragment) } else { ("430", compute) };
        for call in ["fetch(cube, 0)", "texelFetch(cube, ivec3(0), 0)"] {
            let text = format!(
                "#version {version} core\n#include \"stream.glsl\"\nuniform samplerCube cube;\n{declared}\nvoid main() {{ result = {call}.r; }}"
            );
            let source = KernelSource::new("placed").fragment(text.clone()).compute(text);
            let sentence =
                format!("{} cannot read a cube map; write texture(cube, direction)", call.split('(').next().unwrap());
            said(device.kernel(&source).map(drop), &sentence);
        }
        if device.era() == Era::Fragment {
            let text = "#version 330 core
uniform sampler1D source;
out float result;
void main() { result = texture(source, 0.5).r; }";
            let kernel = self::kernel(&device, "row", text);
            let mut one = device.empty::<f32>(1).unwrap();
            let packed = device.stream_in(Layout::Packed, 6, &[0.0; 6]).unwrap();
            let mut call = |stream: &Stream<f32>| {
                kernel
                    .call()
                    .sampled("source", stream, Sampling::linear())
                    .output("result", &mut one)
                    .run()
            };
            said(call(&packed), "source is declared a 1D sampler, but its stream is a 2D texture");
            said(call(&cube), "source is declared a 1D sampler, but its stream is a cube");
            call(&row).unwrap();
            let text = text.replace("sampler1D", "sampler2DArray").replace("0.5", "vec3(0.5)");
            let array = self::kernel(&device, "array", &text);
            let call = array.call().gather("source", &packed).output("result", &mut one);
            said(call.run(), "source is declared a 2D array sampler, but its stream is a 2D texture");
        }
    }
}
