//! A fountain against the parabola that its particles fall along.

use crate::machine;
use gristmill::Era;
use gristmill::algorithms::particles::{self, Fountain, Particles, particles};

/// Semi-implicit Euler gains half a tick of gravity a tick on the parabola, exactly.
#[test]
fn physics_particles_fall_along_parabolas() -> gristmill::Result<()> {
    let fountain = Fountain::default();
    let start = fountain.running(1_001);
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: the height of 1,001 particles against the parabola, metres");
        println!("{:>6} {:>10} {:>10}", "ticks", "worst", "bound");
        for ticks in [1, 8, 32] {
            let now = particles(&device, &Particles::new(&device, &start)?, &fountain, ticks)?.read()?;
            let n = ticks as f32;
            let mut worst = 0.0_f32;
            let mut judged = 0;
            for ((place, speed), now) in start.position.iter().zip(&start.velocity).zip(&now.position) {
                if place.w <= n {
                    continue; // born again meanwhile
                }
                let seconds = n * fountain.interval;
                let lag = 0.5 * fountain.gravity.y * fountain.interval * seconds;
                let exact = place.y + speed.y * seconds + 0.5 * fountain.gravity.y * seconds * seconds + lag;
                worst = worst.max((exact - now.y).abs());
                judged += 1;
            }
            let bound = particles::bound(ticks) as f32;
            println!("{ticks:>6} {worst:>10.2e} {bound:>10.2e}");
            assert!(judged > 500, "{judged} particles lived so long");
            assert!(worst <= bound);
        }
    }
    Ok(())
}

#[test]
fn a_table_of_starts_has_columns_and_rows() -> gristmill::Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let fountain = Fountain::default();
    let particles = Particles::new(&device, &fountain.running(5))?;
    for starts in [device.stream(&fountain.starts(4))?, device.stream_of([0, 4], &[])?] {
        let error = particles::fragment_2005(&device, &particles, &fountain, &starts, 1)
            .unwrap_err()
            .to_string();
        assert!(error.contains("give it columns and rows, one of each at least"), "{error}");
    }
    Ok(())
}
