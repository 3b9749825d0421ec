//! Checks of photons and of light from a device: each flight alone, and each estimate for the photons given.

use super::reference::{disc_area, nearest_entries};
use super::routing::KEPT_ENTRIES;
use super::routing_2005::COUNTED_ENTRIES;
use super::{HostPhotons, Room, Search};
use nalgebra::{Vector3, Vector4};

/// Largest error of a place (in metres) or a direction after one flight.
///
/// Numbers are off by 2^-23 at first; if a ray grazes a ball, or glass reflects nearly all light, a root enlarges that
/// to 2^-12, and the ball's curvature enlarges it several times in the next step.
const FLIGHT: f64 = 1.0 / 512.0;

/// Difference of two floats below which a device may compare them either way.
const NUDGE: f64 = 2e-5;

/// Returns the error of the worst flight of some photons, relative to the allowed one; infinite if a photon is in an
/// impossible place.
///
/// A ball amplifies a difference in the last place, so whole paths cannot agree. Each flight is
/// judged from the previous place of the device's own photon; if the reference compares two numbers
/// that are nearly equal, both outcomes are right.
pub(super) fn worst_flight(some: &[usize], given: &HostPhotons, room: &Room, bounces: usize, seed: u32) -> f64 {
    let HostPhotons { position, direction, power, count } = given;
    if [position, direction, power].iter().any(|some| some.len() != count * bounces) {
        return f64::INFINITY;
    }
    let emitted = (room.light.power / (*count).max(1) as f32).cast::<f64>();
    let mut worst = 0.0_f64;
    for &i in some {
        let (mut place, heading) = room.leave_light(seed, i as u32);
        let mut ways = vec![Some((heading, emitted))];
        for bounce in 0..bounces {
            let entry = bounce * count + i;
            let [end, flown, carried] = [&position[entry], &direction[entry], &power[entry]].map(|v| v.cast::<f64>());
            worst = worst.max(nearest_way(&ways, &flown, &carried, &end));
            if flown == Vector4::zeros() {
                ways = vec![None];
                continue;
            }
            let heading = flown.xyz();
            let arrivals =
                [0.0, NUDGE, -NUDGE].map(|nudge| end_difference(&end, &room.flight_end(&place, &heading, nudge)));
            worst = worst.max(arrivals.into_iter().fold(f64::INFINITY, f64::min));
            if end.w < 1.0 || end.w > 8.0 {
                return f64::INFINITY;
            }
            place = end.xyz();
            let power = carried.xyz();
            ways = [0.0, NUDGE, -NUDGE]
                .map(|nudge| {
                    room.leave_surface(&end, &heading, (seed, i as u32, bounce as u32), nudge)
                        .map(|(heading, share): (Vector3<f64>, Vector3<f64>)| (heading, power.component_mul(&share)))
                })
                .to_vec();
        }
    }
    worst
}

/// Returns the difference of a photon's heading and power from the nearest of its possible ways, relative to the
/// allowed one.
fn nearest_way(
    ways: &[Option<(Vector3<f64>, Vector3<f64>)>],
    flown: &Vector4<f64>,
    carried: &Vector4<f64>,
    end: &Vector4<f64>,
) -> f64 {
    ways.iter()
        .map(|way: &Option<(Vector3<f64>, Vector3<f64>)>| match way {
            None if [flown, carried, end].iter().all(|lanes| **lanes == Vector4::zeros()) => 0.0,
            None => f64::INFINITY,
            Some((heading, power)) => {
                // Two products and a quotient are rounded per bounce.
                let off = (carried.xyz() - power).amax() / (power.amax() * 4.0 * f64::from(f32::EPSILON));
                ((flown.xyz() - heading).amax() / FLIGHT).max(off)
            }
        })
        .fold(f64::INFINITY, f64::min)
}

/// Returns the difference of two ends of a flight, relative to the allowed one; infinite if they are on two surfaces.
fn end_difference(given: &Vector4<f64>, wanted: &Vector4<f64>) -> f64 {
    if given.w == wanted.w { (given.xyz() - wanted.xyz()).amax() / FLIGHT } else { f64::INFINITY }
}

/// The differences that an estimate may have from the reference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tolerance {
    /// Distance from 1 to the next larger number.
    pub rounding: f64,
    /// Relative difference of two squares of distances that counts as none.
    pub distance: f64,
}

impl Tolerance {
    /// That of floats of 32 bits.
    pub(super) const FLOATS: Tolerance = Tolerance { rounding: f32::EPSILON as f64, distance: 1e-5 };
}

/// Returns the error of the worst estimate, relative to the allowed one, for the photons given.
///
/// A sum of k powers and a distance are off by `(k + 16) 2^-23` of themselves at most, or by as many units of a card's
/// floats. An entry whose distance equals that of the last neighbour up to a rounding may be in or out.
pub(super) fn worst_estimate(
    given: &[Vector4<f32>],
    photons: &HostPhotons,
    points: &[Vector4<f32>],
    search: &Search,
    tolerance: Tolerance,
) -> f64 {
    let wanted = super::reference(photons, points, search);
    if given.len() != wanted.len() {
        return f64::INFINITY;
    }
    let share = (search.neighbours as f64 + 16.0) * tolerance.rounding;
    let most = f64::from(search.radius).powi(2);
    let mut worst = 0.0_f64;
    for ((given, wanted), point) in given.iter().zip(&wanted).zip(points) {
        let given = given.cast::<f64>();
        let wanted = wanted.cast::<f64>();
        let difference = (given - wanted).map(f64::abs);
        if difference.amax() == 0.0 {
            continue;
        }
        if point.w == 0.0 {
            return f64::INFINITY; // no point, no light
        }
        let area = disc_area(point, wanted.w);
        let near = nearest_entries(photons, point, search);
        let last = near
            .get(search.neighbours.saturating_sub(1))
            .map_or(most, |(square, _)| square.min(most));
        let doubtful = near
            .iter()
            .filter(|(square, _)| (square - last).abs() <= tolerance.distance * last + 1e-12);
        let doubtful: Vec<_> = doubtful.skip(usize::from(last < most)).collect();
        let doubt = doubtful.iter().map(|(_, power)| power / area);
        let doubt = doubt.fold(Vector4::zeros(), |sum: Vector4<f64>, power| sum + power);
        // With another last entry the disc is another one, too.
        let share = if doubtful.is_empty() { share } else { share + tolerance.distance };
        for lane in 0..4 {
            let bound = share * wanted[lane] + doubt[lane] * 1.01 + 1e-9;
            let off = difference[lane] / bound;
            worst = worst.max(if off.is_nan() { f64::INFINITY } else { off });
        }
    }
    worst
}

/// The entries of a full cell that routing keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// The last ones, with the power of all that came.
    Last,
    /// The first ones, with the power of all that came, of 255 at most.
    First,
}

/// Returns the photons that routing keeps: of each cell sixteen.
pub(super) fn routed_entries(photons: &HostPhotons, search: &Search, stay: Kept) -> HostPhotons {
    let mut came = vec![0; search.side.pow(3)];
    list_entries(photons, search)
        .filter_map(|(_, place)| find_cell(place, search))
        .for_each(|cell| came[cell] += 1);
    let mut kept = photons.clone();
    let mut passed = vec![0; came.len()];
    for (entry, place) in list_entries(photons, search) {
        let Some(cell) = find_cell(place, search).filter(|cell| came[*cell] > KEPT_ENTRIES) else { continue };
        passed[cell] += 1;
        let (stays, counted) = match stay {
            Kept::Last => (passed[cell] > came[cell] - KEPT_ENTRIES, came[cell]),
            Kept::First => (passed[cell] <= KEPT_ENTRIES, came[cell].min(COUNTED_ENTRIES)),
        };
        if stays {
            kept.power[entry] *= counted as f32 / KEPT_ENTRIES as f32;
        } else {
            kept.position[entry] = Vector4::zeros();
        }
    }
    kept
}

fn list_entries<'a>(photons: &'a HostPhotons, search: &Search) -> impl Iterator<Item = (usize, &'a Vector4<f32>)> {
    photons.position.iter().enumerate().skip(search.first_entry(photons.count))
}

fn find_cell(place: &Vector4<f32>, search: &Search) -> Option<usize> {
    let lies = place.w > 0.0 && place.w < 7.0;
    let at = place.xyz().map(|at| ((at * search.side as f32) as usize).min(search.side - 1));
    lies.then_some((at.z * search.side + at.y) * search.side + at.x)
}
