//! Bodies on the processor's vectors, by all its threads.

use gristmill::algorithms::nbody::HostBodies;
use rayon::prelude::*;

/// Bodies of a block, in four vectors of AVX-512.
const BLOCK: usize = 64;

/// The pull on the bodies of a block, by direction.
type Pull = [[f32; BLOCK]; 3];

/// Adds the pull of all bodies on a block of them, from this body on.
pub type Pulls = fn(&Cloud, f32, usize, &mut Pull);

/// Bodies by their lanes.
#[derive(Clone, Default)]
pub struct Cloud {
    place: [Vec<f32>; 3],
    mass: Vec<f32>,
    speed: [Vec<f32>; 3],
}

impl Cloud {
    pub fn new(bodies: &HostBodies) -> Cloud {
        Cloud {
            place: [0, 1, 2].map(|lane| bodies.position.iter().map(|place| place[lane]).collect()),
            mass: bodies.position.iter().map(|place| place.w).collect(),
            speed: [0, 1, 2].map(|lane| bodies.velocity.iter().map(|speed| speed[lane]).collect()),
        }
    }

    /// Returns the bodies as positions with masses, then velocities.
    pub fn lanes(&self) -> Vec<f64> {
        let [x, y, z] = &self.place;
        let [u, v, w] = &self.speed;
        let places = (0..x.len()).flat_map(|i| [x[i], y[i], z[i], self.mass[i]]);
        let speeds = (0..u.len()).flat_map(|i| [u[i], v[i], w[i], 0.0]);
        places.chain(speeds).map(f64::from).collect()
    }

    pub fn leap(&mut self, pulls: Pulls, softening: f32, kick: f32, drift: f32) {
        let blocks: Vec<Pull> = (0..self.mass.len() / BLOCK)
            .into_par_iter()
            .map(|block| {
                let mut pull = [[0.0; BLOCK]; 3];
                pulls(self, softening, BLOCK * block, &mut pull);
                pull
            })
            .collect();
        for lane in 0..3 {
            let pulls = blocks.iter().flat_map(|pull| &pull[lane]);
            for ((place, speed), pull) in self.place[lane].iter_mut().zip(&mut self.speed[lane]).zip(pulls) {
                *speed += kick * pull;
                *place += drift * *speed;
            }
        }
    }

    fn block(&self, first: usize) -> [[f32; BLOCK]; 3] {
        [0, 1, 2].map(|lane| std::array::from_fn(|k| self.place[lane][first + k]))
    }

    /// All bodies: where they are, and their masses.
    fn bodies(&self) -> impl Iterator<Item = [f32; 4]> {
        let [x, y, z] = &self.place;
        x.iter()
            .zip(y)
            .zip(z)
            .zip(&self.mass)
            .map(|(((x, y), z), mass)| [*x, *y, *z, *mass])
    }
}

crate::widest!(pub fn pulls(cloud: &Cloud, softening: f32, first: usize, pull: &mut Pull) by plain);

#[inline(always)]
fn plain(cloud: &Cloud, softening: f32, first: usize, pull: &mut Pull) {
    let place = cloud.block(first);
    for [x, y, z, mass] in cloud.bodies() {
        for k in 0..BLOCK {
            let [u, v, w] = [x - place[0][k], y - place[1][k], z - place[2][k]];
            let inverse = 1.0 / (u * u + v * v + w * w + softening).max(1e-24).sqrt();
            let factor = mass * inverse * inverse * inverse;
            pull[0][k] += u * factor;
            pull[1][k] += v * factor;
            pull[2][k] += w * factor;
        }
    }
}

/// The same by hand, where the processor has AVX-512: with its estimate of the inverse root, mended once.
pub fn by_hand() -> Option<Pulls> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has what the function was compiled for.
        return Some(|cloud, softening, first, pull| unsafe { avx512::pulls(cloud, softening, first, pull) });
    }
    None
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{BLOCK, Cloud, Pull};
    use std::arch::x86_64::*;

    const VECTORS: usize = BLOCK / 16;

    #[target_feature(enable = "avx512f")]
    fn load(block: &[f32; BLOCK]) -> [__m512; VECTORS] {
        // SAFETY: a block has so many vectors.
        std::array::from_fn(|k| unsafe { _mm512_loadu_ps(block[16 * k..].as_ptr()) })
    }

    #[target_feature(enable = "avx512f")]
    pub fn pulls(cloud: &Cloud, softening: f32, first: usize, pull: &mut Pull) {
        let block = cloud.block(first);
        let [x, y, z] = [load(&block[0]), load(&block[1]), load(&block[2])];
        let mut sums = [[_mm512_setzero_ps(); VECTORS]; 3];
        let [softening, half, three_halves] = [softening, 0.5, 1.5].map(|number| _mm512_set1_ps(number));
        for [u, v, w, mass] in cloud.bodies() {
            let [u, v, w, mass] = [u, v, w, mass].map(|lane| _mm512_set1_ps(lane));
            for k in 0..VECTORS {
                let [u, v, w] = [_mm512_sub_ps(u, x[k]), _mm512_sub_ps(v, y[k]), _mm512_sub_ps(w, z[k])];
                let square = _mm512_fmadd_ps(w, w, _mm512_fmadd_ps(v, v, _mm512_fmadd_ps(u, u, softening)));
                let guess = _mm512_rsqrt14_ps(square);
                let halved = _mm512_mul_ps(_mm512_mul_ps(square, half), guess);
                let inverse = _mm512_mul_ps(guess, _mm512_fnmadd_ps(halved, guess, three_halves));
                let factor = _mm512_mul_ps(_mm512_mul_ps(mass, inverse), _mm512_mul_ps(inverse, inverse));
                sums[0][k] = _mm512_fmadd_ps(u, factor, sums[0][k]);
                sums[1][k] = _mm512_fmadd_ps(v, factor, sums[1][k]);
                sums[2][k] = _mm512_fmadd_ps(w, factor, sums[2][k]);
            }
        }
        for (to, sums) in pull.iter_mut().zip(sums) {
            for (k, sum) in sums.into_iter().enumerate() {
                // SAFETY: a block has so many vectors.
                unsafe { _mm512_storeu_ps(to[16 * k..].as_mut_ptr(), sum) };
            }
        }
    }
}
