//! The rung of 2005: Verlet's rule, and a batch of constraints per pass.

use super::{Batch, Fabric, Particles, check_shape};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const PREDICT: KernelSource = fragment_kernel!("simulations/cloth_predict_2005");
const PROJECT: KernelSource = fragment_kernel!("simulations/cloth_2005");
const FINISH: KernelSource = fragment_kernel!("simulations/cloth_finish_2005");
const SAXPY: KernelSource = fragment_kernel!("streams/saxpy_2005");

type Positions = Stream<Vector4<f32>>;

/// Solves a batch per pass by kernels of GLSL 1.10, for any card that computes in floats.
///
/// The state of a step is where the particles are and where they were, so no pass has more than one output. Velocities
/// become places before the first step, and places become velocities after the last.
///
/// Source: Zeller, Cloth Simulation on the GPU, 2005; Jakobsen, Advanced Character Physics, 2001.
///
/// # Errors
/// As [`super::cloth`].
pub fn fragment_2005(device: &Device, start: &Particles, fabric: &Fabric, steps: usize) -> Result<Particles> {
    fabric.check_values()?;
    let device = device.with_era(Era::Fragment)?;
    let shape = check_shape(start.position.shape())?;
    let [predict, project, finish] = [PREDICT, PROJECT, FINISH].map(|kernel| device.kernel(&kernel));
    let (predict, project, finish) = (predict?, project?, finish?);
    let mut before = add_scaled(&device, -fabric.interval, &start.velocity, &start.position)?;
    let mut position = device.copy_of(&start.position)?;
    let mut predicted = PingPong::<Vector4<f32>>::new(device.uninit(shape)?, device.uninit(shape)?);
    // ANCHOR: steps_2005
    for _ in 0..steps {
        predicted.step(|_, next| {
            let call = predict
                .call()
                .uniform("fall", fabric.gravity * fabric.interval * fabric.interval);
            let call = call.input("position", &position).input("before", &before);
            call.output("gl_FragColor", next).run()
        })?;
        for batch in fabric.batches() {
            predicted.step(|particles, next| {
                let call = project.call().uniform("span", batch.span.map(|span| span as f32));
                let call = call.uniform("along", along_span(&batch));
                let call = call.uniform("half_colour", 0.5 * batch.colour as f32);
                let call = call.uniform("rest", batch.rest).uniform("softness", batch.softness);
                call.gather("particles", particles).output("gl_FragColor", next).run()
            })?;
        }
        let call = finish.call().uniform("ball", fabric.ball).uniform("ground", fabric.ground);
        let call = call.uniform("friction", fabric.friction);
        let call = call.input("position", &position).input("predicted", predicted.now());
        call.output("gl_FragColor", &mut before).run()?; // nobody needs what it was any more
        std::mem::swap(&mut position, &mut before);
    }
    // ANCHOR_END: steps_2005
    let way = add_scaled(&device, -1.0, &before, &position)?;
    let velocity = add_scaled(&device, 1.0 / fabric.interval, &way, &device.empty(shape)?)?;
    Ok(Particles { position, velocity })
}

/// Returns the factor by which columns and rows are counted in spans: along the columns if the span has any.
fn along_span(batch: &Batch) -> [f32; 2] {
    match batch.span {
        [0, down] => [0.0, 1.0 / down as f32],
        [across, _] => [1.0 / across as f32, 0.0],
    }
}

/// Computes `factor * x + y` in all four channels.
fn add_scaled(device: &Device, factor: f32, x: &Positions, y: &Positions) -> Result<Positions> {
    let mut sum = device.uninit(x.shape())?;
    let call = device.kernel(&SAXPY)?;
    let call = call.call().uniform("alpha", factor).input("x", x).input("y", y);
    call.output("gl_FragColor", &mut sum).run()?;
    Ok(sum)
}
