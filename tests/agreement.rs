//! Every rung of every algorithm against its reference, on awkward sizes.

use gristmill::algorithms::{TABLE, Workload};
use gristmill::{Device, Era};

#[test]
fn smoke() {
    for algorithm in TABLE {
        for rung in algorithm.rungs {
            let device = Device::open(rung.era).unwrap();
            for size in [0, 1, 2, 3, 5, 1000, 4097] {
                let mut trial = (rung.prepare)(&device, &Workload::new(size, 1)).unwrap();
                let check = trial.check().unwrap();
                println!("{} {} {size} {check:?}", algorithm.name, rung.name);
                assert!(check.passed());
            }
        }
    }
    let _ = Era::ALL;
}
