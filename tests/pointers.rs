//! What the agreement table does not ask of gather, list_rank, particles and life.

use gristmill::algorithms::{TABLE, Workload};
use gristmill::{Device, Era};

/// Both eras, where the machine has them.
fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(|era| Device::open(era).ok()).collect()
}

#[test]
fn agreement_here() {
    for algorithm in TABLE {
        if !["gather", "list_rank", "particles", "life"].contains(&algorithm.name) {
            continue;
        }
        for rung in algorithm.rungs {
            let device = Device::open(rung.era).unwrap();
            for size in [0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 256, 257, 1000, 1023, 4095, 4097, 65537, 1000003] {
                let start = std::time::Instant::now();
                let mut trial = (rung.prepare)(&device, &Workload::new(size, 1)).unwrap();
                let check = trial.check().unwrap();
                println!("{} {} {size} {check:?} {:?}", algorithm.name, rung.name, start.elapsed());
                assert!(check.passed());
            }
        }
    }
}

#[test]
fn pictures() {
    for (name, size) in [("particles", 100_000), ("particles", 0), ("life", 20_000), ("life", 0)] {
        for rung in gristmill::algorithms::Algorithm::find(name).unwrap().rungs {
            let device = Device::open(rung.era).unwrap();
            let mut trial = (rung.prepare)(&device, &Workload::new(size, 1)).unwrap();
            let picture = trial.picture().unwrap().unwrap();
            picture.save(format!("/tmp/{name}_{}_{size}.png", rung.name)).ok();
        }
    }
}
