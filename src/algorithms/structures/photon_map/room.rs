//! The room that photons fly through.

use crate::{Call, Error, Result};
use nalgebra::{Point3, Vector3, Vector4};

/// A ball in the room.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    /// Its centre, in metres.
    pub centre: Point3<f32>,
    /// Its radius; 0 means that there is none.
    pub radius: f32,
}

/// A square on the ceiling that shines downward, with an intensity proportional to the cosine of the direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Position of its centre: x and z.
    pub centre: [f32; 2],
    /// Half its side, in metres.
    pub half_side: f32,
    /// Total power, in watts of red, green and blue.
    pub power: Vector3<f32>,
}

/// A cube of a metre, x to the right, y up, z towards the eye, with a mirror ball and a glass ball in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Share of red, green and blue light that the walls reflect, 0 to 1: left, right, floor, ceiling, back, front. The
    /// eye sees through the front.
    pub walls: [Vector3<f32>; 6],
    /// A perfect mirror.
    pub mirror: Sphere,
    /// Glass of the refractive index 1.5, clear.
    pub glass: Sphere,
    /// The only light.
    pub light: Light,
}

impl Room {
    /// Builds the Cornell box: a red wall, a green wall, a mirror and a caustic under the glass.
    ///
    /// Source: Goral, Torrance, Greenberg and Battaile, Modeling the Interaction of Light Between Diffuse
    /// Surfaces, SIGGRAPH 1984.
    pub fn cornell() -> Room {
        let white = Vector3::new(0.76, 0.75, 0.72);
        Room {
            walls: [Vector3::new(0.66, 0.09, 0.07), Vector3::new(0.12, 0.47, 0.12), white, white, white, white * 0.6],
            mirror: Sphere { centre: Point3::new(0.28, 0.19, 0.30), radius: 0.19 },
            glass: Sphere { centre: Point3::new(0.68, 0.20, 0.60), radius: 0.17 },
            light: Light { centre: [0.5, 0.5], half_side: 0.12, power: Vector3::new(1.0, 0.86, 0.66) },
        }
    }

    /// Builds an empty room whose walls all reflect that share of light; a white light of one watt is in the middle of
    /// the ceiling.
    pub fn empty(given_back: f32) -> Room {
        let none = Sphere { centre: Point3::new(0.5, 0.5, 0.5), radius: 0.0 };
        Room {
            walls: [Vector3::repeat(given_back); 6],
            mirror: none,
            glass: none,
            light: Light { centre: [0.5, 0.5], half_side: 0.05, power: Vector3::repeat(1.0) },
        }
    }

    /// Checks that the balls are inside the room, the light is on its ceiling, and no wall emits light.
    pub(super) fn check(&self) -> Result<()> {
        for (name, Sphere { centre, radius }) in [("mirror", self.mirror), ("glass", self.glass)] {
            if !(radius >= 0.0 && centre.iter().all(|at| *at >= radius && *at <= 1.0 - radius)) {
                let x = centre.x;
                let y = centre.y;
                let z = centre.z;
                return Err(Error::data(format!(
                    "the {name} at ({x}, {y}, {z}) of radius {radius} leaves the room of one metre; move it, or make it smaller"
                )));
            }
        }
        let Light { centre, half_side, .. } = self.light;
        if !(half_side > 0.0 && centre.iter().all(|at| *at >= half_side && *at <= 1.0 - half_side)) {
            let [x, z] = centre;
            return Err(Error::data(format!(
                "the light at ({x}, {z}) of half side {half_side} is not on the ceiling of one metre; move it, or make it smaller"
            )));
        }
        if !self
            .walls
            .iter()
            .flat_map(Vector3::iter)
            .all(|share| (0.0..1.0).contains(share))
        {
            return Err(Error::data("a wall reflects a share of light from 0 to below 1; give each wall such colours"));
        }
        Ok(())
    }

    /// Sets the uniforms of photon_room.glsl and photon_scatter.glsl.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>, seed: u32) -> Call<'a> {
        let Light { centre: [x, z], half_side, .. } = self.light;
        call.uniform("light", [x, z, half_side])
            .uniform("seed", seed)
            .uniforms("spheres", &[pack_sphere(self.mirror), pack_sphere(self.glass)])
            .uniforms("walls", &self.walls)
    }
}

fn pack_sphere(Sphere { centre, radius }: Sphere) -> Vector4<f32> {
    centre.coords.push(radius)
}
