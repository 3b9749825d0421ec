//! One tick of bodies that pull each other: the pull of all pairs, twice.

mod processor;

use super::*;
use crate::opencl::Argument;
use crate::race::{Goal, way};
use crate::webgpu::Bound;
use gristmill::algorithms::nbody::{self, Bodies, HostBodies, Motion};
use processor::{Cloud, Pulls};

const WGSL: &str = include_str!("../../kernels/nbody.wgsl");
const OPENCL: &str = include_str!("../../kernels/nbody.cl");
const BODIES: usize = 4096;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let motion = Motion::default();
    let start = HostBodies::ball(BODIES, 1);
    let truth = wide(&lanes(&nbody::reference(&start, &motion, 1)).concat());
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let start = start.clone();
        ways.ours(era, move |device| {
            let start = Bodies::new(&device, &start)?;
            let run = move |result: &mut Option<Bodies>| {
                *result = Some(nbody::nbody(&device, &start, &motion, 1)?);
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| {
                let bodies = result.as_ref().ok_or("no run")?.read()?;
                Ok(wide(&lanes(&bodies).concat()))
            }))
        });
    }
    let softening = motion.softening * motion.softening;
    let leaps = [[motion.interval / 2.0, motion.interval], [motion.interval / 2.0, 0.0]];
    for shape in [TEXTBOOK, OURS] {
        let start = start.clone();
        ways.webgpu(shape, move |gpu| {
            let columns: usize = 64;
            let image = gpu.texture(columns, &[0.0; 4 * BODIES]);
            let mut now = lanes(&start).map(|lanes| gpu.buffer(&lanes));
            let mut steps = Vec::new();
            for [kick, drift] in leaps {
                let next = [(); 2].map(|()| gpu.empty(16 * BODIES));
                let mut constants =
                    vec![("softening", f64::from(softening)), ("kick", kick.into()), ("drift", drift.into())];
                let [position, velocity, new_position, new_velocity] =
                    [&now[0], &now[1], &next[0], &next[1]].map(Bound::Buffer);
                let mut bound = vec![position, velocity, new_position, new_velocity];
                if shape == TEXTBOOK {
                    steps.push(gpu.dispatch(WGSL, "tiles", &constants, &bound, [BODIES / 256, 1]));
                } else {
                    constants.extend([("columns", columns as f64), ("row_bits", columns.ilog2().into())]);
                    bound.push(Bound::Texture(&image));
                    steps.push(gpu.copy(&now[0], &image));
                    steps.push(gpu.dispatch(WGSL, "images", &constants, &bound, [BODIES / 256, 1]));
                }
                now = next;
            }
            let run = move |(gpu, _): &mut (Rc<WebGpu>, _)| gpu.run(&steps);
            Ok(way((gpu, now), run, |(gpu, [position, velocity])| {
                Ok([gpu.read(position)?, gpu.read(velocity)?].concat())
            }))
        });
    }
    for (shape, name, lanes_per_body) in [(TEXTBOOK, "tiles", (1, 256)), (OURS, "fours", (4, 64))] {
        let start = start.clone();
        ways.opencl(shape, move |opencl| {
            let [position, velocity] = lanes(&start);
            let mut now = [opencl.buffer(&position)?, opencl.buffer(&velocity)?];
            let mut launches = Vec::new();
            for [kick, drift] in leaps {
                let next = [opencl.empty(4 * BODIES)?, opencl.empty(4 * BODIES)?];
                let arguments = [
                    Argument::Buffer(&now[0]),
                    Argument::Buffer(&now[1]),
                    Argument::Buffer(&next[0]),
                    Argument::Buffer(&next[1]),
                    Argument::Int(BODIES),
                    Argument::Float(softening),
                    Argument::Float(kick),
                    Argument::Float(drift),
                ];
                let (each, group) = lanes_per_body;
                // Its quotients may be off by a little, as those of GLSL may.
                let options = "-cl-fast-relaxed-math";
                launches.push(opencl.launch(OPENCL, options, name, &arguments, [BODIES / each, 1], [group, 1])?);
                now = next;
            }
            let run = move |opencl: &mut Rc<OpenCl>| opencl.run(&launches);
            Ok(way(opencl, run, move |opencl| {
                let [position, velocity] = &now;
                let lanes = [opencl.read(position, 4 * BODIES)?, opencl.read(velocity, 4 * BODIES)?];
                Ok(wide(&lanes.concat()))
            }))
        });
    }
    for (name, pulls) in
        [("rayon, plain Rust", Some(processor::pulls as Pulls)), ("rayon, AVX-512", processor::by_hand())]
    {
        let start = Cloud::new(&start);
        ways.plain(name, move || {
            let pulls = pulls.ok_or("the processor has no AVX-512")?;
            let run = move |cloud: &mut Cloud| {
                *cloud = start.clone();
                for [kick, drift] in leaps {
                    cloud.leap(pulls, softening, kick, drift);
                }
                Ok(())
            };
            Ok(way(Cloud::default(), run, |cloud| Ok(cloud.lanes())))
        });
    }

    let goals = vec![Goal { ours: Some(Side::Compute), peer: "rayon, AVX-512", least: 0.5 }];
    let title = "A tick of 4,096 bodies: all pairs, twice".to_string();
    let (allowed, contenders) = (nbody::bound(&motion, BODIES, 1), ways.contenders);
    Ok(Problem {
        name: "nbody",
        ours: "nbody::nbody in both eras",
        title,
        truth,
        allowed,
        contenders,
        goals,
        page: None,
    })
}

/// The lanes of positions, and those of velocities.
fn lanes(bodies: &HostBodies) -> [Vec<f32>; 2] {
    [&bodies.position, &bodies.velocity]
        .map(|fours| fours.iter().flat_map(|four| [four.x, four.y, four.z, four.w]).collect())
}
