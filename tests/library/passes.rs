//! The abilities of a pass of the fragment era: regions, points, vertex streams, several outputs,
//! blending, masks, queries, slices.

use crate::machine::device;
use gristmill::{
    Blend, Compare, DepthStencilState, Device, Era, KernelSource, Layout, StencilUpdate, TexelRect, Topology,
};

fn kernel(name: &'static str, text: &'static str) -> KernelSource {
    KernelSource::new(name).fragment(text)
}

const VALUE: &str = "#version 330 core
#include \"stream.glsl\"
uniform float value;
out float result;
void main() { result = value; }";

fn fragment() -> Device {
    device(Era::Fragment).expect("the fragment era needs only OpenGL 3.3")
}

#[test]
fn regions_are_drawn_and_nothing_else() {
    let device = fragment();
    let mut grid = device.empty::<f32>([7, 5]).unwrap();
    let regions = [TexelRect { x: 0, y: 0, width: 7, height: 1 }, TexelRect { x: 2, y: 3, width: 3, height: 2 }];
    let value = device.kernel(&kernel("value", VALUE)).unwrap();
    value
        .call()
        .uniform("value", 1.0)
        .output("result", &mut grid)
        .regions(&regions)
        .run()
        .unwrap();
    let wanted: Vec<f32> = (0..35)
        .map(|i| (i % 7, i / 7))
        .map(|(x, y)| if y == 0 || ((2..5).contains(&x) && y >= 3) { 1.0 } else { 0.0 })
        .collect();
    assert_eq!(grid.read().unwrap(), wanted);
    value
        .call()
        .uniform("value", 2.0)
        .output("result", &mut grid)
        .regions(&[])
        .run()
        .unwrap();
    assert_eq!(grid.read().unwrap(), wanted);
}

#[test]
fn eight_outputs_are_written_at_once() {
    let device = fragment();
    let text = "#version 330 core
#include \"stream.glsl\"
layout(location = 0) out float a;
layout(location = 1) out ivec2 b;
layout(location = 2) out uvec4 c;
layout(location = 3) out vec4 d;
void main() { a = float(element()); b = ivec2(element(), -element()); c = uvec4(element()); d = vec4(element()) / 2.0; }";
    let mut a = device.empty::<f32>(100).unwrap();
    let mut b = device.empty::<[i32; 2]>(100).unwrap();
    let mut c = device.empty::<[u32; 4]>(100).unwrap();
    let mut d = device.empty::<[f32; 4]>(100).unwrap();
    let kernel = device.kernel(&kernel("several", text)).unwrap();
    // The order of the call does not matter: outputs are found by name.
    kernel
        .call()
        .output("d", &mut d)
        .output("b", &mut b)
        .output("a", &mut a)
        .output("c", &mut c)
        .run()
        .unwrap();
    assert_eq!(a.read().unwrap()[99], 99.0);
    assert_eq!(b.read().unwrap()[98], [98, -98]);
    assert_eq!(c.read().unwrap()[97], [97; 4]);
    assert_eq!(d.read().unwrap()[96], [48.0; 4]);
}

/// Places point i at the element that a texture names: scatter, by a vertex kernel that fetches.
const SCATTER: &str = "#version 330 core
#include \"gather.glsl\"
uniform usampler2D targets;
uniform sampler2D source;
uniform ivec4 source_shape;
uniform int output_width;
uniform float rows;
flat out float value;
void main() {
    int i = int(fetch(targets, gl_VertexID).r);
    vec2 texel = vec2(place(i, output_width)) + 0.5;
    gl_Position = vec4(texel / vec2(output_width, rows) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    value = fetch(source, gl_VertexID).r;
}";
const CARRY: &str = "#version 330 core
flat in float value;
out float result;
void main() { result = value; }";

#[test]
fn points_scatter_and_blending_combines_them() {
    let device = fragment();
    let scatter = device.kernel(&kernel("scatter", CARRY).vertex(SCATTER)).unwrap();
    let count = 1_000;
    let targets: Vec<u32> = (0..count as u32).map(|i| gristmill::random::pcg(i) % 37).collect();
    let values: Vec<f32> = (0..count).map(|i| (i % 11) as f32 - 5.0).collect();
    let fold = |start: f32, fold: fn(f32, f32) -> f32| {
        let mut bins = vec![start; 37];
        for (target, value) in targets.iter().zip(&values) {
            bins[*target as usize] = fold(bins[*target as usize], *value);
        }
        bins
    };
    let (target_stream, source) = (device.stream(&targets).unwrap(), device.stream(&values).unwrap());
    for (blend, wanted) in
        [(Blend::Add, fold(0.0, |a, b| a + b)), (Blend::Min, fold(0.0, f32::min)), (Blend::Max, fold(0.0, f32::max))]
    {
        let mut bins = device.empty::<f32>(37).unwrap();
        let call = scatter.call().uniform("rows", bins.plan().size()[1] as f32);
        call.gather("targets", &target_stream)
            .gather("source", &source)
            .output("result", &mut bins)
            .points(count)
            .blend(blend)
            .run()
            .unwrap();
        assert_eq!(bins.read().unwrap(), wanted, "{blend:?}");
    }
}

const PLACED: &str = "#version 330 core
in vec4 position;
in float weight;
flat out float value;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); gl_PointSize = 1.0; value = weight; }";

#[test]
fn vertices_come_from_streams_and_streams_are_rendered_to_vertices() {
    let device = fragment();
    // A pass computes positions into a texture; a copy on the device makes them a vertex stream.
    let text = "#version 330 core
#include \"stream.glsl\"
out vec4 position;
void main() { position = vec4((float(element()) + 0.5) / 5.0 - 1.0, 0.0, 0.0, 1.0); }";
    let mut positions = device.empty::<[f32; 4]>(3).unwrap();
    device
        .kernel(&kernel("line", text))
        .unwrap()
        .call()
        .output("position", &mut positions)
        .run()
        .unwrap();
    let mut vertices = device.empty_in::<[f32; 4]>(Layout::Linear, 3).unwrap();
    vertices.copy_from(&positions).unwrap();
    let weights = device.stream_in(Layout::Linear, 3, &[5.0, 6.0, 7.0]).unwrap();

    let mut row = device.empty::<f32>([10, 1]).unwrap();
    let draw = device.kernel(&kernel("draw", CARRY).vertex(PLACED)).unwrap();
    let call = draw
        .call()
        .vertex_stream("weight", &weights)
        .vertex_stream("position", &vertices);
    call.output("result", &mut row).points(3).run().unwrap();
    assert_eq!(row.read().unwrap(), [5.0, 6.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    let call = draw
        .call()
        .vertex_stream("weight", &weights)
        .vertex_stream("position", &vertices);
    let error = call.output("result", &mut row).points(4).run().unwrap_err();
    assert_eq!(error.to_string(), "draw.frag: 4 vertices asked for, weight has 3; draw 3 at most");
}

#[test]
fn triangles_are_filled() {
    let device = fragment();
    let corners = [[-1.0_f32, -1.0, 0.0, 1.0], [1.0, -1.0, 0.0, 1.0], [-1.0, 1.0, 0.0, 1.0]];
    let position = device.stream_in(Layout::Linear, 3, &corners).unwrap();
    let weight = device.stream_in(Layout::Linear, 3, &[1.0, 1.0, 1.0]).unwrap();
    let mut grid = device.empty::<f32>([8, 8]).unwrap();
    let draw = device.kernel(&kernel("draw", CARRY).vertex(PLACED)).unwrap();
    let call = draw
        .call()
        .vertex_stream("weight", &weight)
        .vertex_stream("position", &position);
    call.output("result", &mut grid).vertices(Topology::Triangles, 3).run().unwrap();
    let grid = grid.read().unwrap();
    let (inside, outside) = ((0..8).map(|i| grid[i * 8 + 6 - i.min(6)]).sum::<f32>(), grid[63]);
    assert!(inside >= 7.0 && outside == 0.0, "{grid:?}");
}

const EVEN: &str = "#version 330 core
#include \"stream.glsl\"
out float result;
void main() { if (element() % 2 == 1) discard; result = 1.0; }";

#[test]
fn queries_count_elements_and_passes_depend_on_them() {
    let device = fragment();
    let (even, value) =
        (device.kernel(&kernel("even", EVEN)).unwrap(), device.kernel(&kernel("value", VALUE)).unwrap());
    let mut query = device.query().unwrap();
    for count in [0, 1, 7, 100, 1_001] {
        let mut stream = device.empty::<f32>(count).unwrap();
        even.call().output("result", &mut stream).count(&mut query).run().unwrap();
        if count > 0 {
            // 1001 elements lie in 32 rows of 32: padding is not counted.
            assert_eq!(query.fragments().unwrap() as usize, count.div_ceil(2), "of {count}");
            assert_eq!(query.fragments().unwrap() as usize, count.div_ceil(2), "asked again");
        }
    }
    // Without asking, so that the device decides.
    for (drawn, wanted) in
        [(TexelRect { x: 0, y: 0, width: 2, height: 1 }, 9.0), (TexelRect { x: 1, y: 0, width: 1, height: 1 }, 0.0)]
    {
        for asked in [false, true] {
            let mut stream = device.empty::<f32>(4).unwrap();
            even.call()
                .output("result", &mut stream)
                .regions(&[drawn])
                .count(&mut query)
                .run()
                .unwrap();
            if asked {
                query.fragments().unwrap();
            }
            let mut result = device.empty::<f32>(1).unwrap();
            value
                .call()
                .uniform("value", 9.0)
                .output("result", &mut result)
                .when(&query)
                .run()
                .unwrap();
            assert_eq!(result.read().unwrap(), [wanted], "host asked: {asked}");
        }
    }
}

#[test]
fn a_stencil_marks_and_masks() {
    let device = fragment();
    let (even, value) =
        (device.kernel(&kernel("even", EVEN)).unwrap(), device.kernel(&kernel("value", VALUE)).unwrap());
    let mut stream = device.empty::<f32>(10).unwrap();
    let mut mask = device.depth_stencil(10, 1).unwrap();
    let mark = DepthStencilState { on_pass: StencilUpdate::Increment, ..DepthStencilState::default() };
    for _ in 0..2 {
        even.call()
            .output("result", &mut stream)
            .depth_stencil(&mut mask, mark)
            .run()
            .unwrap();
    }
    let marked = DepthStencilState { stencil: Compare::Equal, reference: 2, ..DepthStencilState::default() };
    value
        .call()
        .uniform("value", 5.0)
        .output("result", &mut stream)
        .depth_stencil(&mut mask, marked)
        .run()
        .unwrap();
    assert_eq!(stream.read().unwrap(), [5.0, 0.0, 5.0, 0.0, 5.0, 0.0, 5.0, 0.0, 5.0, 0.0]);

    mask.clear(1.0, 2).unwrap();
    let once = DepthStencilState {
        stencil: Compare::Equal,
        reference: 2,
        on_pass: StencilUpdate::Decrement,
        ..DepthStencilState::default()
    };
    for value_now in [6.0, 7.0] {
        value
            .call()
            .uniform("value", value_now)
            .output("result", &mut stream)
            .depth_stencil(&mut mask, once)
            .run()
            .unwrap();
    }
    assert_eq!(stream.read().unwrap(), [6.0; 10]);
}

#[test]
fn depth_keeps_the_nearest() {
    let device = fragment();
    let text = "#version 330 core
#include \"stream.glsl\"
uniform sampler2D depth;
uniform float value;
out float result;
void main() { gl_FragDepth = here(depth).r; result = value; }";
    let layer = device.kernel(&kernel("layer", text)).unwrap();
    let mut nearest = device.empty::<f32>(4).unwrap();
    let mut mask = device.depth_stencil(4, 1).unwrap();
    let masking = DepthStencilState { depth: Compare::Less, write_depth: true, ..DepthStencilState::default() };
    for (value, depths) in [(1.0, [0.5, 0.5, 0.5, 0.5]), (2.0, [0.2, 0.8, 0.5, 0.4]), (3.0, [0.3, 0.1, 0.9, 0.6])] {
        let depth = device.stream(&depths).unwrap();
        let call = layer.call().uniform("value", value).input("depth", &depth);
        call.output("result", &mut nearest)
            .depth_stencil(&mut mask, masking)
            .run()
            .unwrap();
    }
    assert_eq!(nearest.read().unwrap(), [2.0, 3.0, 1.0, 2.0]);

    // Always passing still writes the depth.
    mask.clear(1.0, 0).unwrap();
    let always = DepthStencilState { depth: Compare::Always, write_depth: true, ..DepthStencilState::default() };
    let never_less = DepthStencilState { depth: Compare::Less, ..DepthStencilState::default() };
    let depth = device.stream(&[0.0; 4]).unwrap();
    for (value, masking) in [(4.0, always), (5.0, never_less)] {
        let call = layer.call().uniform("value", value).input("depth", &depth);
        call.output("result", &mut nearest)
            .depth_stencil(&mut mask, masking)
            .run()
            .unwrap();
    }
    assert_eq!(nearest.read().unwrap(), [4.0; 4]);
}

/// The sum of a cell and those above and below it, three ways to hold the volume.
#[test]
fn a_volume_is_computed_in_all_its_layouts() {
    let device = fragment();
    let shape = [5, 4, 6];
    let data: Vec<f32> = (0..120).map(|i| (gristmill::random::pcg(i) % 100) as f32).collect();
    let at = |x: usize, y: usize, z: isize| data[x + 5 * (y + 4 * z.clamp(0, 5) as usize)];
    let wanted: Vec<f32> = (0..120)
        .map(|i| (i % 5, i / 5 % 4, (i / 20) as isize))
        .map(|(x, y, z)| at(x, y, z - 1) + at(x, y, z) + at(x, y, z + 1))
        .collect();

    let slices = "#version 330 core
#include \"stream.glsl\"
uniform sampler2D below;
uniform sampler2D source;
uniform sampler2D above;
out float result;
void main() { result = here(below).r + here(source).r + here(above).r; }";
    let source = device.stream_in(Layout::Slices, shape, &data).unwrap();
    let mut result = device.empty_in::<f32>(Layout::Slices, shape).unwrap();
    let kernel_of = |name, text| device.kernel(&kernel(name, text)).unwrap();
    let column = kernel_of("column", slices);
    let call = column
        .call()
        .slice("below", &source, -1)
        .input("source", &source)
        .slice("above", &source, 1);
    call.output("result", &mut result).run().unwrap();
    assert_eq!(result.read().unwrap(), wanted);

    let volume = "#version 330 core
#include \"stream.glsl\"
uniform sampler3D source;
uniform int slice;
out float result;
float cell(int z) { return texelFetch(source, ivec3(here(), clamp(z, 0, textureSize(source, 0).z - 1)), 0).r; }
void main() { result = cell(slice - 1) + cell(slice) + cell(slice + 1); }";
    let source = device.stream_in(Layout::Volume, shape, &data).unwrap();
    let mut result = device.empty_in::<f32>(Layout::Volume, shape).unwrap();
    let column = kernel_of("column_volume", volume);
    let (outcome, trace) = device
        .trace(|| column.call().gather("source", &source).output("result", &mut result).run())
        .unwrap();
    let () = outcome;
    assert_eq!(trace.passes(), 6, "one pass per slice");
    assert_eq!(result.read().unwrap(), wanted);
    // The framebuffer that the slices borrowed is whole again.
    let mut plane = device.empty::<f32>([5, 4]).unwrap();
    kernel_of("value", VALUE)
        .call()
        .uniform("value", 3.0)
        .output("result", &mut plane)
        .run()
        .unwrap();
    assert_eq!(plane.read().unwrap(), [3.0; 20]);
    assert_eq!(result.read().unwrap(), wanted);

    let flat = "#version 330 core
#include \"stream.glsl\"
#include \"addressing.glsl\"
uniform sampler2D source;
uniform ivec4 output_shape;
uniform int output_columns;
out float result;
float cell(ivec3 p) {
    p.z = clamp(p.z, 0, output_shape.z - 1);
    return fetch(source, by_slice_texel(p, output_shape.xy, output_columns)).r;
}
void main() {
    ivec3 p = by_slice_position(here(), output_shape.xy, output_columns);
    result = cell(p + ivec3(0, 0, -1)) + cell(p) + cell(p + ivec3(0, 0, 1));
}";
    let source = device.stream_in(Layout::BySlice, shape, &data).unwrap();
    let mut result = device.empty_in::<f32>(Layout::BySlice, shape).unwrap();
    kernel_of("column_flat", flat)
        .call()
        .gather("source", &source)
        .output("result", &mut result)
        .run()
        .unwrap();
    assert_eq!(result.read().unwrap(), wanted);

    let line = "#version 330 core
#include \"stream.glsl\"
#include \"addressing.glsl\"
uniform sampler2D source;
uniform ivec4 source_shape;
out float result;
float cell(ivec3 p) {
    p.z = clamp(p.z, 0, source_shape.z - 1);
    return fetch(source, index_3d(p, source_shape.xyz)).r;
}
void main() {
    ivec3 p = position_3d(element(), source_shape.xyz);
    result = cell(p + ivec3(0, 0, -1)) + cell(p) + cell(p + ivec3(0, 0, 1));
}";
    let source = device.stream_of(shape, &data).unwrap();
    let mut result = device.empty::<f32>(shape).unwrap();
    kernel_of("column_line", line)
        .call()
        .gather("source", &source)
        .output("result", &mut result)
        .run()
        .unwrap();
    assert_eq!(result.read().unwrap(), wanted);
}

#[test]
fn kernels_are_specialised_by_definitions() {
    let device = fragment();
    let text = "#version 330 core
#include \"stream.glsl\"
#include \"mine.glsl\"
#ifndef FACTOR
#define FACTOR 1
#endif
out float result;
void main() { result = mine(FACTOR); }";
    let mine = kernel("special", text).include("mine.glsl", "float mine(int factor) { return float(10 * factor); }");
    for (source, wanted) in [(mine.clone(), 10.0), (mine.clone().define("FACTOR", 7), 70.0), (mine, 10.0)] {
        let mut result = device.empty::<f32>(1).unwrap();
        device
            .kernel(&source)
            .unwrap()
            .call()
            .output("result", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), [wanted]);
    }
}

#[test]
fn uniforms_of_every_type_arrive() {
    let device = fragment();
    let text = "#version 330 core
uniform float a; uniform vec2 b; uniform vec3 c; uniform vec4 d;
uniform int e; uniform ivec2 f; uniform uint g; uniform uvec3 h; uniform bool i;
uniform mat2 j; uniform mat3 k; uniform mat4 l; uniform float weights[3];
out vec4 result;
void main() {
    float vectors = a + b.y + c.z + d.w;
    float integers = float(e + f.y) + float(g + h.z) + (i ? 1000.0 : 0.0);
    float matrices = (j * vec2(1, 0)).y + (k * vec3(0, 0, 1)).x + (l * vec4(0, 1, 0, 0)).w;
    result = vec4(vectors, integers, matrices, weights[0] + 10.0 * weights[1] + 100.0 * weights[2]);
}";
    let mut result = device.empty::<[f32; 4]>(1).unwrap();
    let kernel = device.kernel(&kernel("uniforms", text)).unwrap();
    let matrix = nalgebra::Matrix4::from_fn(|row, column| (row * 4 + column) as f32);
    kernel
        .call()
        .uniform("a", 1.0)
        .uniform("b", [0.0, 2.0])
        .uniform("c", nalgebra::Vector3::new(0.0, 0.0, 3.0))
        .uniform("d", [0.0, 0.0, 0.0, 4.0])
        .uniform("e", -5)
        .uniform("f", [0, 6])
        .uniform("g", 7_u32)
        .uniform("h", [0, 0, 8_u32])
        .uniform("i", true)
        .uniform("j", nalgebra::Matrix2::new(1.0, 2.0, 3.0, 4.0))
        .uniform("k", nalgebra::Matrix3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0))
        .uniform("l", matrix)
        .uniform("weights[0]", 1.0)
        .uniform("weights[1]", 2.0)
        .uniform("weights[2]", 3.0)
        .output("result", &mut result)
        .run()
        .unwrap();
    assert_eq!(result.read().unwrap(), [[10.0, 1016.0, 3.0 + 3.0 + 13.0, 321.0]]);
}

#[test]
fn arrays_of_which_one_item_is_used_arrive() {
    let device = fragment();
    let text = "#version 330 core
uniform float one[1]; uniform float first[3]; uniform ivec2 pair[1];
out vec4 result;
void main() { result = vec4(one[0], first[0], pair[0]); }";
    let kernel = device.kernel(&kernel("arrays", text)).unwrap();
    let mut result = device.empty::<[f32; 4]>(1).unwrap();
    let call = kernel
        .call()
        .uniform("one[0]", 1.0)
        .uniform("first[0]", 2.0)
        .uniform("first[1]", 9.0);
    call.uniform("first[2]", 9.0)
        .uniform("pair[0]", [3, 4])
        .output("result", &mut result)
        .run()
        .unwrap();
    assert_eq!(result.read().unwrap(), [[1.0, 2.0, 3.0, 4.0]]);
}

#[test]
fn an_output_need_not_write_channels_that_its_stream_lacks() {
    let text = "void main() { gl_FragColor.x = 2.0 * gl_FragCoord.x; }";
    let device = Device::emulator(Era::Fragment).unwrap();
    let one = device.kernel(&kernel("one", text)).unwrap();
    let mut row = device.empty::<f32>([4, 1]).unwrap();
    one.call().output("gl_FragColor", &mut row).run().unwrap();
    assert_eq!(row.read().unwrap(), [1.0, 3.0, 5.0, 7.0]);
    assert_eq!(device.findings().unwrap(), []);
    let mut pairs = device.empty::<[f32; 2]>([4, 1]).unwrap();
    one.call().output("gl_FragColor", &mut pairs).run().unwrap();
    assert_eq!(device.findings().unwrap()[0].name, "gl_FragColor");
}
