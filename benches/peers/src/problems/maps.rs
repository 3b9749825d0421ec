//! Ten maps, one after another: each halves and adds.

use super::*;
use crate::race::{PageTask, way};
use gristmill::{KernelSource, Layout, PingPong};
use rayon::prelude::*;

const COUNT: usize = 1 << 20;
const MAPS: usize = 10;

const MAP: KernelSource = KernelSource::of_files(
    "map",
    None,
    Some(
        "#version 330 core
#include \"stream.glsl\"
uniform sampler2D source;
uniform float value;
layout(location = 0) out vec4 result;
void main() { result = here(source) * 0.5 + value; }",
    ),
    Some(
        "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
uniform float value;
layout(std430, binding = 0) readonly  buffer Source { vec4 source[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] * 0.5 + value; }",
    ),
);

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let data = floats(COUNT, 0);
    let truth = data
        .iter()
        .map(|&number| (0..MAPS).fold(f64::from(number), |now, map| now * 0.5 + map as f64))
        .collect();
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let data = data.clone();
        ways.ours(era, move |device| {
            let (shape, fours) = (COUNT / 4, data.as_chunks::<4>().0);
            let source = match era {
                Era::Fragment => device.stream_in(Layout::Packed, shape, fours)?,
                Era::Compute => device.stream(fours)?,
            };
            let kernel = device.kernel(&MAP)?;
            let turns = PingPong::new(device.copy_of(&source)?, device.copy_of(&source)?);
            let run = move |turns: &mut PingPong<_>| {
                for map in 0..MAPS {
                    turns.step(|now, next| {
                        let now = if map == 0 { &source } else { now };
                        kernel
                            .call()
                            .uniform("value", map as f32)
                            .input("source", now)
                            .output("result", next)
                            .run()
                    })?;
                }
                Ok(device.finish()?)
            };
            Ok(way(turns, run, |turns| Ok(wide(turns.now().read()?.as_flattened()))))
        });
    }
    let given = data.clone();
    ways.plain("rayon", move || {
        let run = move |numbers: &mut Vec<f32>| {
            numbers.copy_from_slice(&given);
            for map in 0..MAPS {
                let chunks = numbers.par_chunks_mut(1 << 16);
                chunks.for_each(|chunk| chunk.iter_mut().for_each(|number| *number = *number * 0.5 + map as f32));
            }
            Ok(())
        };
        Ok(way(vec![0.0; COUNT], run, |numbers| Ok(wide(numbers))))
    });
    let page = Some(PageTask { problem: "maps", inputs: vec![("x", data.to_vec())] });
    let title = "Ten maps of 2^20 floats, each a pass of its own".to_string();
    Ok(Problem {
        name: "maps",
        ours: "a kernel of one line, four numbers per element",
        title,
        truth,
        allowed: 1e-5,
        contenders: ways.contenders,
        goals: vec![],
        page,
    })
}
