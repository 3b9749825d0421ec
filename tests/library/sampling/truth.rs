//! The meaning of sampling, in exact arithmetic as far as `f64` has it, and independent of how
//! machines do it.

use gristmill::Wrap;

/// A texture, and how it is to be read.
pub struct Truth<'a> {
    pub size: [usize; 3],
    /// The number of axes that have a position.
    pub axes: usize,
    pub texels: &'a [[f64; 4]],
    pub wraps: [Wrap; 3],
    pub border: [f64; 4],
    pub linear: bool,
}

/// A sample, and how far apart the texels are that a machine with rounded weights may mix.
pub struct Sampled {
    pub value: [f64; 4],
    pub differ: [f64; 4],
}

impl Truth<'_> {
    /// The sample at that place.
    pub fn sample(&self, at: [f32; 4]) -> Sampled {
        let place = |axis: usize| f64::from(at[axis]) * self.size[axis] as f64;
        let reach = |axis: usize| if axis < self.axes { -1..3 } else { 0..1 };
        let shift = if self.linear { 0.5 } else { 0.0 };
        let lower = [0, 1, 2].map(|axis| if axis < self.axes { (place(axis) - shift).floor() as i64 } else { 0 });
        let weight =
            [0, 1, 2].map(|axis| if axis < self.axes { place(axis) - shift - lower[axis] as f64 } else { 0.0 });
        let (mut value, mut least, mut most) = ([0.0; 4], [f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
        for z in reach(2) {
            for y in reach(1) {
                for x in reach(0) {
                    let part: f64 = [x, y, z]
                        .iter()
                        .zip(weight)
                        .map(|(&step, weight)| match step {
                            0 if self.linear => 1.0 - weight,
                            0 => 1.0,
                            1 if self.linear => weight,
                            _ => 0.0,
                        })
                        .product();
                    let texel = self.texel([lower[0] + x, lower[1] + y, lower[2] + z]);
                    for lane in 0..4 {
                        value[lane] += part * texel[lane];
                        least[lane] = texel[lane].min(least[lane]);
                        most[lane] = texel[lane].max(most[lane]);
                    }
                }
            }
        }
        Sampled { value, differ: [0, 1, 2, 3].map(|lane| most[lane] - least[lane]) }
    }

    fn texel(&self, at: [i64; 3]) -> [f64; 4] {
        let mut index = 0;
        for axis in [2, 1, 0] {
            match wrapped(self.wraps[axis], at[axis], self.size[axis] as i64) {
                Some(at) => index = index * self.size[axis] + at as usize,
                None => return self.border,
            }
        }
        self.texels[index]
    }
}

/// The texel that stands for one outside, step by step.
fn wrapped(wrap: Wrap, mut at: i64, size: i64) -> Option<i64> {
    while at < 0 || at >= size {
        at = match wrap {
            Wrap::Clamp if at < 0 => 0,
            Wrap::Clamp => size - 1,
            Wrap::Repeat if at < 0 => at + size,
            Wrap::Repeat => at - size,
            Wrap::Mirror if at < 0 => -1 - at,
            Wrap::Mirror => 2 * size - 1 - at,
            Wrap::Border => return None,
        }
    }
    Some(at)
}
