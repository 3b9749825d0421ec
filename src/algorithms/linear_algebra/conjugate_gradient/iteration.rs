//! The iteration itself, for any way to multiply.

use super::{CHECK, Goal, STEP, Solution, TURN};
use crate::algorithms::reduce;
use crate::algorithms::saxpy::saxpy;
use crate::{Device, Error, PingPong, Result, Stream};

type Multiply<'a> = dyn Fn(&Stream<f32>) -> Result<Stream<f32>> + 'a;

/// From zero on, until the true residual is small enough.
pub(super) fn solve(device: &Device, multiply: &Multiply, b: &Stream<f32>, goal: Goal) -> Result<Solution> {
    if !(goal.tolerance > 0.0 && goal.tolerance < 1.0) {
        return Err(Error::data(format!("the tolerance is {:e}; give one above 0 and below 1", goal.tolerance)));
    }
    let length = |stream: &Stream<f32>| Ok::<f64, Error>(scalar(&reduce::dot(device, stream, stream)?)?.sqrt());
    let mut x = device.empty(b.shape())?;
    let whole = length(b)?;
    if !whole.is_finite() {
        return Err(Error::data(format!(
            "the length of b is {whole}; its elements must be finite, and their squares too"
        )));
    }
    if whole == 0.0 {
        return Ok(Solution { x, iterations: 0, residual: 0.0 });
    }
    let (mut iterations, mut before) = (0, f64::INFINITY);
    loop {
        let rest = saxpy(device, -1.0, &multiply(&x)?, b)?;
        let residual = length(&rest)? / whole;
        if residual <= goal.tolerance {
            return Ok(Solution { x, iterations, residual });
        }
        // A fresh start that gains nothing: rounding is all that is left.
        let stuck = residual > before / 2.0;
        if stuck || iterations >= goal.iterations {
            let reason = if stuck { "32 bits come no nearer" } else { "allow more, or precondition the matrix" };
            return Err(Error::data(format!(
                "conjugate gradients after {iterations} iterations: the residual is {residual:.2e} of b, {:e} wanted; {reason}",
                goal.tolerance
            )));
        }
        before = residual;
        x = descend(device, multiply, x, rest, whole, goal, &mut iterations)?;
    }
}

/// Iterations from `x` on, whose residual is `rest`, until the residual that they carry along is small enough.
fn descend(
    device: &Device,
    multiply: &Multiply,
    x: Stream<f32>,
    rest: Stream<f32>,
    whole: f64,
    goal: Goal,
    iterations: &mut usize,
) -> Result<Stream<f32>> {
    let (step, turn) = (device.kernel(&STEP)?, device.kernel(&TURN)?);
    let twin = |stream: Stream<f32>| Ok::<_, Error>(PingPong::new(stream, device.empty(rest.shape())?));
    let mut direction = twin(device.copy_of(&rest)?)?;
    let (mut x, mut residual) = (twin(x)?, twin(device.copy_of(&rest)?)?);
    let mut squared = reduce::dot(device, residual.now(), residual.now())?;
    let mut last = scalar(&squared)?;
    loop {
        // ANCHOR: iterations
        let mut seen = Vec::new();
        for _ in 0..CHECK {
            let image = multiply(direction.now())?;
            let curvature = reduce::dot(device, direction.now(), &image)?;
            x.step(|x, next_x| {
                residual.step(|residual, next_residual| {
                    let call = step.call().gather("squared", &squared).gather("curvature", &curvature);
                    let call = call.input("direction", direction.now()).input("image", &image);
                    let call = call.input("x", x).input("residual", residual);
                    call.output("next_x", next_x).output("next_residual", next_residual).run()
                })
            })?;
            let next_squared = reduce::dot(device, residual.now(), residual.now())?;
            direction.step(|direction, next_direction| {
                let call = turn.call().gather("squared", &squared).gather("next_squared", &next_squared);
                let call = call.input("direction", direction).input("residual", residual.now());
                call.output("next_direction", next_direction).run()
            })?;
            seen.push((curvature, std::mem::replace(&mut squared, next_squared)));
        }
        // ANCHOR_END: iterations
        for (at, (curvature, before)) in seen.iter().enumerate() {
            last = scalar(before)?;
            if last.sqrt() <= goal.tolerance * whole {
                break;
            }
            let curvature = scalar(curvature)?;
            if curvature.is_nan() || curvature <= 0.0 {
                let iteration = *iterations + at + 1;
                return Err(Error::data(format!(
                    "conjugate gradients: in iteration {iteration} a direction times the matrix times itself is {curvature:.2e}, so the matrix is \
                     not positive definite; take another solver"
                )));
            }
        }
        *iterations += CHECK;
        last = last.min(scalar(&squared)?);
        if last.sqrt() <= goal.tolerance * whole || *iterations >= goal.iterations {
            return Ok(x.into_now());
        }
    }
}

fn scalar(stream: &Stream<f32>) -> Result<f64> {
    Ok(stream.read()?.first().copied().map_or(0.0, f64::from))
}
