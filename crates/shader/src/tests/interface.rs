use super::*;
use crate::compile;
use crate::interface::{
    Attribute, DeclaredSampler, Dimension, Image, Interface, InterfaceBlock, Member, Output, Uniform, UniformKind,
};
use gristmill_base::element::Scalar::{self, F32, I32, U32};

/// Returns the interface of kernels without includes.
fn compile_interface(kernels: &[(&str, &str)]) -> Result<Interface> {
    let stages: Vec<ExpandedKernel> = kernels
        .iter()
        .map(|(name, text)| expand_kernel(name, text, &[], &[]).unwrap())
        .collect();
    compile(&stages.iter().collect::<Vec<_>>()).map(|module| module.interface)
}

fn build_uniform(name: &str, kind: UniformKind, array: Option<usize>) -> Uniform {
    Uniform { name: name.to_string(), kind, array }
}

fn vector_kind(scalar: Scalar, lanes: u8) -> UniformKind {
    UniformKind::Vector { scalar, lanes }
}

/// Returns a member that is an array as long as its buffer.
fn stream_member(name: &str, scalar: Scalar, lanes: u8, offset: u32, stride: u32) -> Member {
    let name = name.to_string();
    let array_stride = Some(stride);
    Member { name, scalar: Some(scalar), lanes, columns: 1, offset, array_stride, array: None, unsized_array: true }
}

#[test]
fn a_fragment_kernel() {
    let kernel = "\
#version 330 core
uniform float rate;
uniform bool reset;
uniform ivec2 size;
uniform isampler2D pointers;
uniform sampler2DArray slices;
layout(location = 1) out ivec2 velocity;
layout(location = 0) out vec4 place;
void main() {
    ivec2 at = texelFetch(pointers, size, 0).xy;
    place = reset ? vec4(rate) : texelFetch(slices, ivec3(at, 0), 0);
    velocity = at;
}
";
    let interface = compile_interface(&[("particles.frag", kernel)]).unwrap();
    let mut uniforms = interface.uniforms;
    uniforms.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(
        uniforms,
        [
            build_uniform("rate", vector_kind(F32, 1), None),
            build_uniform("reset", UniformKind::Bool { lanes: 1 }, None),
            build_uniform("size", vector_kind(I32, 2), None),
        ]
    );
    assert_eq!(interface.samplers, [build_sampler("pointers", I32, false), build_sampler("slices", F32, true)]);
    assert_eq!(interface.outputs, [build_output("place", 0, F32, 4), build_output("velocity", 1, I32, 2)]);
    assert!(interface.attributes.is_empty() && interface.images.is_empty() && interface.blocks.is_empty());
    assert_eq!((interface.local_size, interface.shared_bytes), ([1; 3], 0));
}

fn build_output(name: &str, location: u32, scalar: Scalar, lanes: u8) -> Output {
    Output { name: name.to_string(), location, scalar, lanes }
}

fn build_sampler(name: &str, scalar: Scalar, arrayed: bool) -> DeclaredSampler {
    let name = name.to_string();
    DeclaredSampler { name, scalar, dimension: Dimension::D2, arrayed, shadow: false, array: None }
}

#[test]
fn a_vertex_and_a_fragment_kernel_share_their_names() {
    let vertex = "\
#version 330 core
uniform mat4 view;
uniform float scale;
uniform sampler2D places;
layout(location = 2) in vec3 normal;
layout(location = 0) in ivec2 cell;
out vec3 colour;
void main() {
    gl_Position = view * texelFetch(places, cell, 0) * scale + float(gl_VertexID);
    colour = normal;
}
";
    let fragment = "\
#version 330 core
uniform float scale;
uniform mat2x3 tint;
uniform sampler2D places;
in vec3 colour;
out vec4 result;
void main() {
    result = vec4(colour * scale + tint * vec2(1.0), texelFetch(places, ivec2(0), 0).r);
}
";
    let interface = compile_interface(&[("a.vert", vertex), ("a.frag", fragment)]).unwrap();
    let mut uniforms = interface.uniforms;
    uniforms.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(
        uniforms,
        [
            build_uniform("scale", vector_kind(F32, 1), None),
            build_uniform("tint", UniformKind::Matrix { columns: 2, rows: 3 }, None),
            build_uniform("view", UniformKind::Matrix { columns: 4, rows: 4 }, None),
        ]
    );
    assert_eq!(interface.samplers.len(), 1);
    assert_eq!(interface.attributes, [build_attribute("cell", 0, I32, 2), build_attribute("normal", 2, F32, 3)]);
    assert_eq!(interface.outputs.iter().map(|output| output.name.as_str()).collect::<Vec<_>>(), ["result"]);
}

fn build_attribute(name: &str, location: u32, scalar: Scalar, lanes: u8) -> Attribute {
    Attribute { name: name.to_string(), location, scalar, lanes }
}

#[test]
fn a_compute_kernel() {
    let kernel = "\
#version 430 core
layout(local_size_x = 64, local_size_y = 2) in;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint count; vec3 result[]; };
layout(std430, binding = 2) buffer Both { int both[]; } instance;
layout(std140) uniform Rules { float rate; mat4 view; bool on[2]; };
layout(rgba32f) readonly uniform image2D picture;
layout(r32ui) uniform uimage3D counts;
writeonly uniform iimage2DArray layers;
uniform samplerBuffer table;
shared float block[gl_WorkGroupSize.x];
shared struct { vec3 place; bool seen; } pair[2];
void main() {
    block[gl_LocalInvocationID.x] = source[0] * rate;
    pair[0].seen = on[0];
    barrier();
    result[0] = vec3(block[1]);
}
";
    let interface = compile_interface(&[("scan.comp", kernel)]).unwrap();
    assert_eq!(interface.local_size, [64, 2, 1]);
    assert_eq!(interface.shared_bytes, 64 * 4 + 2 * (12 + 4));

    let member = vec![stream_member("source", F32, 1, 0, 4)];
    let source =
        InterfaceBlock { name: "Source".to_string(), members: member, storage: true, readable: true, writable: false };
    assert_eq!(*find_block(&interface, "Source"), source);
    assert_eq!((find_block(&interface, "Result").readable, find_block(&interface, "Result").writable), (false, true));
    assert_eq!(find_block(&interface, "Result").members[1], stream_member("result", F32, 3, 16, 16));
    assert_eq!(find_block(&interface, "Result").members[0].scalar, Some(U32));
    assert_eq!((find_block(&interface, "Both").readable, find_block(&interface, "Both").writable), (true, true));
    assert_eq!(find_block(&interface, "Both").members, [stream_member("both", I32, 1, 0, 4)]);
    let rules = find_block(&interface, "Rules");
    assert_eq!((rules.storage, rules.readable, rules.writable), (false, true, false));
    let member = |place: usize| {
        let member = &rules.members[place];
        (
            member.name.as_str(),
            member.scalar,
            member.lanes,
            member.columns,
            member.offset,
            member.array_stride,
            member.array,
        )
    };
    assert_eq!(member(0), ("rate", Some(F32), 1, 1, 0, None, None));
    assert_eq!(member(1), ("view", Some(F32), 4, 4, 16, None, None));
    assert_eq!(member(2), ("on", Some(U32), 1, 1, 80, Some(16), Some(2)));

    let name = "picture".to_string();
    let format = Some("rgba32f".to_string());
    let dimension = Dimension::D2;
    let readable = true;
    let writable = false;
    assert_eq!(
        find_image(&interface, "picture"),
        Image { name, scalar: F32, dimension, arrayed: false, format, readable, writable, array: None }
    );
    let counts = find_image(&interface, "counts");
    assert_eq!((counts.scalar, counts.dimension, counts.readable, counts.writable), (U32, Dimension::D3, true, true));
    assert_eq!(counts.format.as_deref(), Some("r32ui"));
    let layers = find_image(&interface, "layers");
    assert_eq!((layers.scalar, layers.arrayed, layers.format, layers.readable), (I32, true, None, false));
    assert_eq!(interface.samplers[0].dimension, Dimension::Buffer);
}

fn find_image(interface: &Interface, name: &str) -> Image {
    interface.images.iter().find(|image| image.name == name).unwrap().clone()
}

fn find_block<'i>(interface: &'i Interface, name: &str) -> &'i InterfaceBlock {
    interface.blocks.iter().find(|block| block.name == name).unwrap()
}

#[test]
fn what_is_declared_and_not_used_is_listed() {
    let kernel = "\
#version 430 core
layout(local_size_x = 1) in;
uniform float rate;
uniform mat4 view;
uniform vec2 weights[7];
uniform usampler2DRect source;
layout(rgba8_snorm) uniform image2D picture;
buffer Result { float result[]; };
shared int block[4];
void main() {}
";
    let interface = compile_interface(&[("k.comp", kernel)]).unwrap();
    assert_eq!(
        interface.uniforms,
        [
            build_uniform("rate", vector_kind(F32, 1), None),
            build_uniform("view", UniformKind::Matrix { columns: 4, rows: 4 }, None),
            build_uniform("weights", vector_kind(F32, 2), Some(7)),
        ]
    );
    assert_eq!((interface.samplers[0].scalar, interface.samplers[0].dimension), (U32, Dimension::TexelRect));
    assert_eq!(interface.images[0].format.as_deref(), Some("rgba8_snorm"));
    assert_eq!(interface.blocks[0].name, "Result");
    assert_eq!(interface.shared_bytes, 16);
}

#[test]
fn outputs_and_attributes_of_arrays_are_listed_by_item() {
    let kernel = "#version 330 core\nlayout(location = 2) out vec2 parts[2];\nvoid main() { parts[0] = vec2(1.0); }\n";
    let outputs = compile_interface(&[("k.frag", kernel)]).unwrap().outputs;
    assert_eq!(outputs, [build_part(0), build_part(1)]);
}

fn build_part(place: u32) -> Output {
    Output { name: format!("parts[{place}]"), location: 2 + place, scalar: F32, lanes: 2 }
}

#[test]
fn what_nothing_can_fill_is_refused_by_name() {
    for (declaration, says) in [
        ("struct Light { float a; }; uniform Light light;", "light is a struct"),
        ("struct Light { float a; }; uniform Light lights[3];", "lights is a struct"),
        ("uniform float table[2][3];", "table is an array of arrays"),
        ("uniform double far;", "far has a type of 64 bits"),
        ("uniform sampler2DMS samples;", "samples is multisampled"),
        ("layout(binding = 0) uniform atomic_uint count;", "count is an atomic_uint"),
        ("buffer Parts { float part[]; } parts[2];", "Parts is an array of blocks"),
    ] {
        let kernel = format!("#version 430 core\nlayout(local_size_x = 1) in;\n{declaration}\nvoid main() {{}}\n");
        let report = error_report(compile_interface(&[("k.comp", &kernel)]));
        assert!(report.contains(says), "{declaration}: {report}");
    }
}

#[test]
fn outputs_without_a_location_stand_beside_those_that_have_one() {
    let kernel = "#version 330 core\nlayout(location = 1) out vec4 a;\nout vec4 b[2];\nout vec4 c;\nvoid main() { a = vec4(0.0); }\n";
    let outputs = compile_interface(&[("k.frag", kernel)]).unwrap().outputs;
    let found: Vec<(&str, u32)> = outputs.iter().map(|output| (output.name.as_str(), output.location)).collect();
    assert_eq!(found, [("c", 0), ("a", 1), ("b[0]", 2), ("b[1]", 3)]);
}
