//! A view: the camera's position, target and size, and the lamp.

use super::{Grid, grid};
use crate::{Call, Error, Result};
use nalgebra::{Point3, Vector3};

/// Largest number of mirrors in a row.
pub const MOST_BOUNCES: u32 = 8;

/// A pinhole camera and a lamp.
///
/// ```
/// use gristmill::algorithms::ray_grid::{Grid, Mesh, Camera, ray_grid};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let grid = Grid::new(&device, &Mesh::cornell_box()?)?;
/// let blind = Camera { eye: [f32::NAN; 3].into(), ..Camera::default() };
/// let error = ray_grid(&device, &grid, &blind).err().map(|error| error.to_string()).unwrap_or_default();
/// assert_eq!(error, "the view's eye is (NaN, NaN, NaN); give finite numbers");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Columns and rows.
    pub size: [usize; 2],
    /// Position of the camera.
    pub eye: Point3<f32>,
    /// Point that it looks at; up is y.
    pub target: Point3<f32>,
    /// Vertical field of view, in degrees, more than 0 and less than 180.
    pub angle: f32,
    /// Shift of all rays to the right and down, in pixels.
    pub jitter: [f32; 2],
    /// Position of the lamp, a point.
    pub lamp: Point3<f32>,
    /// Power of the lamp: the light that a white surface scatters which faces it from a distance of 1.
    pub power: f32,
    /// Mirrors in a row, [`MOST_BOUNCES`] at most; reflections in the last one are left out.
    pub bounces: u32,
}

impl Default for Camera {
    /// A view into [`super::Mesh::cornell_box`], whose lamp hangs from the ceiling.
    fn default() -> Camera {
        Camera {
            size: [256, 256],
            eye: Point3::new(0.0, 0.0, 3.6),
            target: Point3::origin(),
            angle: 41.0,
            jitter: [0.0; 2],
            lamp: Point3::new(0.0, 0.96, 0.0),
            power: 1.3,
            bounces: 2,
        }
    }
}

/// A view in the units of a grid: the uniforms of the kernels.
pub(super) struct GridView {
    eye: [f32; 3],
    corner: [f32; 3],
    right: [f32; 3],
    down: [f32; 3],
    lamp: [f32; 3],
    power: f32,
    bounces: i32,
    unit: f32,
    sides: [i32; 3],
}

impl Camera {
    /// Returns the same view with another position within each pixel and within the lamp, which is `width` wide: the
    /// `sample`th of `samples`.
    #[must_use]
    pub fn jittered(self, sample: u32, samples: u32, width: f32) -> Camera {
        // The points of Hammersley and of R2 (Roberts 2018), which fill a square evenly.
        let across = (sample as f32 + 0.5) / samples.max(1) as f32;
        let lamp =
            self.lamp + Vector3::new((across - 0.5) * width, 0.0, compute_jitter(0.618_033_988_75, sample) * width);
        Camera {
            jitter: [compute_jitter(0.754_877_666_25, sample), compute_jitter(0.569_840_291, sample)],
            lamp,
            ..self
        }
    }

    /// Returns the largest number of rays of a pixel in a row: each view ray is followed by one to the lamp.
    pub(super) fn ray_count(&self) -> usize {
        2 * (self.bounces as usize + 1)
    }

    /// Returns the vectors from the eye to the centre of the first pixel, from there to the next column, and to the
    /// next row.
    pub(super) fn view_vectors(&self) -> [Vector3<f64>; 3] {
        let ahead = (self.target - self.eye).map(f64::from).normalize();
        let side = ahead.cross(&Vector3::y());
        let side = if side.norm() > 1e-9 { side.normalize() } else { Vector3::x() };
        let [width, height] = self.size.map(|side| side.max(1) as f64);
        let pixel = 2.0 * libm::tan(f64::from(self.angle).to_radians() / 2.0) / height;
        let right = side * pixel;
        let down = ahead.cross(&side) * pixel;
        let [x, y] = self.jitter.map(f64::from);
        [ahead + right * (0.5 + x - width / 2.0) + down * (0.5 + y - height / 2.0), right, down]
    }

    pub(super) fn check(&self) -> Result<()> {
        for (name, place) in [("eye", self.eye), ("target", self.target), ("lamp", self.lamp)] {
            if !place.iter().all(|lane| lane.is_finite()) {
                let [x, y, z] = [place.x, place.y, place.z];
                return Err(Error::data(format!("the view's {name} is ({x}, {y}, {z}); give finite numbers")));
            }
        }
        if (self.target - self.eye).map(f64::from).norm() < 1e-30 {
            return Err(Error::data("the view's eye is its target, so it looks nowhere; move one of them"));
        }
        if !(self.angle > 0.0 && self.angle < 180.0) {
            let angle = self.angle;
            return Err(Error::data(format!(
                "the view's angle is {angle} degrees; give more than 0 and less than 180"
            )));
        }
        if ![self.power, self.jitter[0], self.jitter[1]]
            .iter()
            .all(|number| number.is_finite())
        {
            return Err(Error::data("the view's power or jitter is not finite; give finite numbers"));
        }
        if self.bounces > MOST_BOUNCES {
            let given = u128::from(self.bounces);
            let limit = u128::from(MOST_BOUNCES);
            return Err(Error::limit("mirrors in a row", given, limit, "ask for fewer"));
        }
        Ok(())
    }

    /// Converts the view to a grid's units.
    pub(super) fn in_cells(&self, grid: &Grid) -> Result<GridView> {
        self.to_grid_view(grid.corner, grid.unit, grid.sides, grid::FARTHEST)
    }

    /// Converts the view to cells of side `unit`, from the corner `first`; the eye may be at most `farthest` from it.
    pub(super) fn to_grid_view(
        self,
        first: Point3<f64>,
        unit: f64,
        sides: [usize; 3],
        farthest: f64,
    ) -> Result<GridView> {
        self.check()?;
        let eye = to_cells(self.eye, first, unit);
        if eye.amax() > farthest {
            let given = eye.amax() as u128;
            let limit = farthest as u128;
            return Err(Error::limit("cells from the eye to the grid's corner", given, limit, "go nearer"));
        }
        let [corner, right, down] = self.view_vectors().map(narrow_vector);
        Ok(GridView {
            eye: narrow_vector(eye),
            corner,
            right,
            down,
            lamp: narrow_vector(to_cells(self.lamp, first, unit)),
            power: (f64::from(self.power) / unit.powi(2)) as f32,
            bounces: self.bounces as i32,
            unit: unit as f32,
            sides: sides.map(|side| side as i32),
        })
    }
}

fn to_cells(place: Point3<f32>, first: Point3<f64>, unit: f64) -> Vector3<f64> {
    (place.map(f64::from) - first) / unit
}

fn narrow_vector(vector: Vector3<f64>) -> [f32; 3] {
    [vector.x as f32, vector.y as f32, vector.z as f32]
}

fn compute_jitter(step: f64, sample: u32) -> f32 {
    (0.5 + step * f64::from(sample)).fract() as f32 - 0.5
}

impl GridView {
    /// Sets the camera, for kernels that send the first rays.
    pub(super) fn set_camera<'a>(&self, call: Call<'a>) -> Call<'a> {
        let call = call.uniform("eye", self.eye).uniform("corner", self.corner);
        call.uniform("right", self.right).uniform("down", self.down)
    }

    /// Sets the grid's size, for kernels that traverse it.
    pub(super) fn set_sides<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("sides", self.sides)
    }

    /// Sets the lamp and the mirrors, for kernels that compute light.
    pub(super) fn set_lights<'a>(&self, call: Call<'a>) -> Call<'a> {
        let call = self.set_lamp(call).uniform("power", self.power);
        call.uniform("bounces", self.bounces).uniform("unit", self.unit)
    }

    /// Sets the grid's size as floats, for kernels without integers.
    pub(super) fn set_float_sides<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("sides", self.sides.map(|side| side as f32))
    }

    /// Sets the lamp and the mirrors, for kernels that find the hit of a ray.
    pub(super) fn set_float_lights<'a>(&self, call: Call<'a>) -> Call<'a> {
        self.set_lamp(call).uniform("bounces", self.bounces as f32)
    }

    /// Sets the power of the lamp.
    pub(super) fn set_power<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("power", self.power)
    }

    /// Sets the side of a cell.
    pub(super) fn set_unit<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("unit", self.unit)
    }

    /// Sets the position of the lamp, for rays towards it.
    pub(super) fn set_lamp<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("lamp", self.lamp)
    }
}
