//! The abilities of a dispatch of the compute era: groups, indirect counts, images, textures,
//! shared memory, atomics, updates, barriers.

use crate::machine::{chosen, device, skip};
use gristmill::trace::Event;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice, Result};

fn kernel(name: &'static str, text: &'static str) -> KernelSource {
    KernelSource::new(name).compute(text)
}

fn compute() -> Option<Device> {
    device(Era::Compute)
}

const NUMBER: &str = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 8) in;
layout(std430, binding = 0) writeonly buffer Result { uint result[]; };
void main() { int i = element(); if (i < element_count) result[i] = uint(i) * 3u + 1u; }";

#[test]
fn more_groups_than_fit_along_x_go_to_rows() {
    let Some(device) = compute() else { return };
    // 8 invocations per group: 65535 groups along x end at 524,280 elements.
    for count in [0, 1, 7, 8, 9, 524_279, 524_280, 524_281, 1_000_003] {
        let mut result = device.empty::<u32>(count).unwrap();
        device
            .kernel(&kernel("number", NUMBER))
            .unwrap()
            .call()
            .output("result", &mut result)
            .run()
            .unwrap();
        let wanted: Vec<u32> = (0..count as u32).map(|i| i * 3 + 1).collect();
        assert!(result.read().unwrap() == wanted, "{count} elements");
    }
}

#[test]
fn the_largest_group_count_is_legal() {
    let Some(device) = compute() else { return };
    let limit = device.limits().groups[0] as u32;
    if limit > 1 << 20 {
        return; // a GPU allows 2^31: nothing here could tell
    }
    let mut result = device.empty::<u32>(limit as usize * 8).unwrap();
    let number = device.kernel(&kernel("number", NUMBER)).unwrap();
    number.call().output("result", &mut result).groups([limit, 1, 1]).run().unwrap();
    assert_eq!(result.read().unwrap().last(), Some(&((limit * 8 - 1) * 3 + 1)));
    let error = number
        .call()
        .output("result", &mut result)
        .groups([limit + 1, 1, 1])
        .run()
        .unwrap_err();
    let sentence = format!(
        "number.comp: work groups along x: {} given, the limit is {limit}; give each group more elements",
        limit + 1
    );
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn the_gpu_says_how_many_groups_to_launch() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer Counts { uint counts[]; };
void main() { counts[1] = 5u; counts[2] = 1u; counts[3] = 1u; }";
    let mut counts = device.stream(&[9_u32; 4]).unwrap();
    let mut result = device.empty::<u32>(100).unwrap();
    let (_, trace) = device
        .trace(|| {
            device
                .kernel(&kernel("counts", text))?
                .call()
                .output("counts", &mut counts)
                .groups([1, 1, 1])
                .run()?;
            let number = device.kernel(&kernel("number", NUMBER))?;
            number.call().output("result", &mut result).indirect(&counts, 1).run()
        })
        .unwrap();
    let result = result.read().unwrap();
    assert_eq!(result[39], 39 * 3 + 1);
    assert_eq!(result[40], 0, "five groups of eight");
    let command = trace
        .events
        .iter()
        .any(|event| matches!(event, Event::Barrier { names, .. } if names == &["COMMAND"]));
    assert!(command, "the counts were stored by a kernel: {:?}", trace.events);
}

#[test]
fn images_and_textures_are_read_and_written() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
layout(local_size_x = 8, local_size_y = 4) in;
uniform ivec4 output_shape;
uniform isampler2D table;
layout(rgba32f) readonly uniform image2D source;
layout(rgba32f) writeonly uniform image2D result;
void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(place, output_shape.xy))) return;
    imageStore(result, place, imageLoad(source, place) * float(texelFetch(table, place, 0).r));
}";
    let count = 13 * 7;
    let values: Vec<[f32; 4]> = (0..count).map(|i| [i as f32, 1.0, 2.0, -(i as f32)]).collect();
    let factors: Vec<i32> = (0..count).map(|i| i % 5 - 2).collect();
    let source = device.stream_in(Layout::Packed, [13, 7], &values).unwrap();
    let table = device.stream_in(Layout::Packed, [13, 7], &factors).unwrap();
    let mut result = device.empty_in::<[f32; 4]>(Layout::Packed, [13, 7]).unwrap();
    let scale = device.kernel(&kernel("scale", text)).unwrap();
    scale
        .call()
        .input("source", &source)
        .input("table", &table)
        .output("result", &mut result)
        .run()
        .unwrap();
    let wanted: Vec<[f32; 4]> = values
        .iter()
        .zip(&factors)
        .map(|(value, factor)| value.map(|lane| lane * *factor as f32))
        .collect();
    assert_eq!(result.read().unwrap(), wanted);
    // A stored image is then read as a texture, drawn over, and copied: each after the barrier it needs.
    let copy = device.copy_of(&result).unwrap();
    assert_eq!(copy.read().unwrap(), wanted);
}

#[test]
fn a_group_shares_memory_and_all_share_atomics() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Total { uint total[]; };
shared uint sum;
uniform int source_count;
void main() {
    if (gl_LocalInvocationIndex == 0u) sum = 0u;
    barrier();                                        // the sum is zero for all
    int i = element();
    if (i < source_count) atomicAdd(sum, source[i]);
    barrier();                                        // every lane has added
    if (gl_LocalInvocationIndex == 0u) atomicAdd(total[0], sum);
}";
    let numbers: Vec<u32> = (0..10_007).map(|i| gristmill::random::pcg(i) % 1_000).collect();
    let source = device.stream(&numbers).unwrap();
    let mut total = device.empty::<u32>(1).unwrap();
    let sum = device.kernel(&kernel("sum", text)).unwrap();
    sum.call()
        .gather("source", &source)
        .update("total", &mut total)
        .elements(numbers.len())
        .run()
        .unwrap();
    assert_eq!(total.read().unwrap(), [numbers.iter().sum::<u32>()]);
}

#[test]
fn an_update_works_in_place_and_barriers_are_issued_once() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Values { int values[]; };
void main() { int i = element(); if (i < element_count) values[i] = values[i] * 2 + 1; }";
    let mut values = device.stream(&(0..1_000).collect::<Vec<i32>>()).unwrap();
    let double = device.kernel(&kernel("double", text)).unwrap();
    let (_, trace) = device
        .trace(|| {
            for _ in 0..3 {
                double.call().update("values", &mut values).run()?;
            }
            values.read()?;
            values.read()
        })
        .unwrap();
    assert_eq!(values.read().unwrap()[10], ((10 * 2 + 1) * 2 + 1) * 2 + 1);
    let names: Vec<_> = trace
        .events
        .iter()
        .filter_map(|event| if let Event::Barrier { names, .. } = event { Some(names.join("+")) } else { None })
        .collect();
    assert_eq!(names, ["SHADER_STORAGE", "SHADER_STORAGE", "BUFFER_UPDATE"], "{:?}", trace.events);
}

#[test]
fn three_vectors_lie_in_storage_buffers_as_std430_says() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Source { vec3 source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { result[0] = source[1].x; result[1] = source[2].z; }";
    let vectors = [1.0_f32, 4.0, 7.0].map(|x| nalgebra::Vector3::new(x, x + 1.0, x + 2.0));
    let source = device.stream(&vectors).unwrap();
    let mut result = device.empty::<f32>(2).unwrap();
    let pick = device.kernel(&kernel("pick", text)).unwrap();
    pick.call()
        .gather("source", &source)
        .output("result", &mut result)
        .run()
        .unwrap();
    assert_eq!(result.read().unwrap(), [4.0, 9.0], "a vec3 is aligned to 16 bytes");
}

#[test]
fn an_image_of_a_volume_is_written() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
uniform ivec4 output_shape;
layout(r32ui) writeonly uniform uimage3D result;
void main() {
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (all(lessThan(p, output_shape.xyz))) imageStore(result, p, uvec4(p.x + 10 * p.y + 100 * p.z));
}";
    let mut result = device.empty_in::<u32>(Layout::Volume, [5, 6, 7]).unwrap();
    device
        .kernel(&kernel("fill", text))
        .unwrap()
        .call()
        .output("result", &mut result)
        .run()
        .unwrap();
    let wanted: Vec<u32> = (0..210).map(|i| i % 5 + 10 * (i / 5 % 6) + 100 * (i / 30)).collect();
    assert_eq!(result.read().unwrap(), wanted);
}

/// The driver and the emulator.
fn both_machines() -> impl Iterator<Item = Device> {
    let choices = [MachineChoice::Driver, MachineChoice::Emulator];
    choices.into_iter().filter_map(|choice| chosen(choice, Era::Compute))
}

/// Words 0 to 63, of which a kernel of the cases asks whether they are odd.
fn sixty_four(device: &Device) -> Result<gristmill::Stream<u32>> {
    device.stream(&(0..64).collect::<Vec<u32>>())
}

#[test]
fn atomic_counters_are_streams_of_their_names() -> Result<()> {
    let text = include_str!("../cases/mission/atomic.comp");
    for device in both_machines() {
        let (a, mut hits, mut b) = (sixty_four(&device)?, device.stream(&[0_u32])?, device.stream(&[0_u32; 64])?);
        let kernel = device.kernel(&kernel("atomic", text))?;
        let call = kernel.call().gather("a", &a).update("hits", &mut hits).update("b", &mut b);
        call.groups([1, 1, 1]).run()?;
        let mut odd = b.read()?;
        odd[..32].sort_unstable();
        let expected: Vec<u32> = (0..32).map(|i| 2 * i + 1).chain([0; 32]).collect();
        assert_eq!((hits.read()?, odd), (vec![32], expected), "{}", device.info().name);
    }
    let parameter = "#version 430\nlayout(local_size_x = 1) in;\nvoid f(atomic_uint c) {}\nvoid main() {}";
    let error = kernel("counter", parameter).check(Era::Compute).unwrap_err().to_string();
    assert!(error.contains("declare each counter in a statement of its own") && error.contains("counter.comp:3"));
    Ok(())
}

#[test]
fn ballots_count_the_lanes_of_a_subgroup() -> Result<()> {
    let text = include_str!("../cases/mission/ballot.comp");
    for device in both_machines() {
        let (a, mut b) = (sixty_four(&device)?, device.stream(&[0_u32; 64])?);
        let kernel = match device.kernel(&kernel("ballot", text)) {
            Ok(kernel) => kernel,
            // A driver may lack the extension, and says which.
            Err(error) => {
                assert!(error.to_string().contains("GL_ARB_shader_ballot"), "{error}");
                skip(&error.to_string());
                continue;
            }
        };
        kernel.call().gather("a", &a).output("b", &mut b).groups([1, 1, 1]).run()?;
        let counts = b.read()?;
        assert!(counts[0] > 0 && counts.iter().all(|count| *count == counts[0]), "{}: {counts:?}", device.info().name);
    }
    Ok(())
}
