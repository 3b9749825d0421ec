//! Pairs of floats: their errors on both machines, in both eras and as cards calculate; what has no
//! digits to lose; and that a float alone is far worse.

use crate::machine;
use gristmill::algorithms::double_single::{self, PairOperation, double_single, errors, joined, reference, split};
use gristmill::algorithms::{Workload, epsilon};
use gristmill::{Device, Era, Profile};

/// The elements of the dot product.
const MANY: usize = 1_000_000;

fn told(name: &str, errors: [f64; 5], alone: f64) {
    let bits = errors.map(|error| if error == 0.0 { "exact".to_string() } else { format!("{:.1}", -error.log2()) });
    let [add, multiply, divide, root, dot] = bits;
    println!("{name:44} {add:>6} {multiply:>8} {divide:>6} {root:>6} {dot:>6}   {:.0}", -alone.log2());
    let worst = errors.into_iter().fold(0.0, f64::max);
    assert!(worst < 32.0 * alone.powi(2), "{name}: {worst:e}");
}

/// Bits that are right at the worst element: of a sum, a product, a quotient, a root and a dot product.
#[test]
fn pairs_have_twice_the_bits_of_a_float() {
    let name = "bits right of pairs";
    println!("{name:44} {:>6} {:>8} {:>6} {:>6} {:>6}   a float", "sum", "product", "quot.", "root", "dot");
    for device in machine::devices() {
        let size = if machine::is_slow(&device) { MANY / 16 } else { MANY };
        let workload = Workload::new(size, 1);
        let rung = match device.era() {
            Era::Fragment => double_single::fragment,
            Era::Compute => double_single::compute,
        };
        let name = format!("{} era, {}", device.era(), device.info().name);
        told(&name, errors(&device, &workload, rung, double_single::dot).unwrap(), epsilon(&device));
    }
}

/// The same as three cards calculate, in GLSL 1.10. A GeForce 6800 cuts sums off, a Radeon 9700 everything, of 17 bits.
#[cfg(feature = "emulator")]
#[test]
fn pairs_of_the_cards() {
    for card in ["radeon-9700", "geforce-6800", "radeon-x1800"] {
        let device = Device::emulator(Era::Fragment).unwrap();
        let device = device.with_card(Profile::named(card).unwrap()).unwrap();
        let workload = Workload::new(MANY, 1);
        let errors = errors(&device, &workload, double_single::fragment_2005, double_single::dot_2005).unwrap();
        told(card, errors, epsilon(&device));
    }
}

#[test]
fn what_has_no_digits_to_lose() {
    let a = [0.0, -0.0, 1.0, 3.0, -7.0, 1e10, 1e-10, 65_536.0, 4.0];
    let b = [1.0, 2.0, -1.0, 3.0, 7.0, -1e10, 2e-10, 0.5, 4.0];
    for device in machine::devices() {
        let [left, right] = [a, b].map(|numbers| device.stream(&split(&numbers)).unwrap());
        for operation in PairOperation::ALL {
            let given = joined(&double_single(&device, operation, &left, &right).unwrap().read().unwrap());
            // The split numbers are a little off already.
            let wanted = reference(operation, &joined(&split(&a)), &joined(&split(&b)));
            for (i, (given, wanted)) in given.iter().zip(&wanted).enumerate() {
                let near = (given - wanted).abs() <= 1e-13 * wanted.abs().max(f64::MIN_POSITIVE);
                assert!(near, "{operation:?} of {:e} and {:e} is {given:e}, not {wanted:e}", a[i], b[i]);
            }
        }
        for numbers in [vec![], vec![2.0], vec![1.0; 257]] {
            let stream = device.stream(&split(&numbers)).unwrap();
            let wanted: f64 = numbers.iter().map(|number| number * number).sum();
            assert_eq!(double_single::dot(&device, &stream, &stream).unwrap(), wanted);
        }
    }
}

/// A million tenths: floats alone lose the fourth digit, pairs none of the first twelve.
#[test]
fn sums_that_floats_cannot_make() {
    let tenths = vec![0.1_f64; 100_000];
    let alone = tenths.iter().fold(0.0_f32, |sum, tenth| sum + *tenth as f32);
    assert!((f64::from(alone) - 10_000.0).abs() > 0.5, "{alone}");
    for device in machine::devices() {
        let [tenths, ones] = [&tenths, &vec![1.0; 100_000]].map(|numbers| device.stream(&split(numbers)).unwrap());
        let sum = double_single::dot(&device, &tenths, &ones).unwrap();
        assert!((sum - 10_000.0).abs() < 1e-8, "{sum}");
    }
}
