//! Experiment: the rounding of this device, and of the cards.
//!
//! After Hillesland and Lastra, GPU Floating-Point Paranoia (2004): kernels calculate with operands that the device
//! represents exactly, and the host computes the expected results in 64 bits.

use super::{Answer, Datum, Tabulation};
use crate::card::{Profile, Rounding};
use crate::{Device, DeviceKind, Era, KernelSource, Layout, Result, fragment_kernel, random};
use std::fmt;

const OPERATIONS_KERNEL: KernelSource = fragment_kernel!("experiments/paranoia_2005", vertex);
/// Texels in a row of the results: a power of two, so that positions are exact on every card.
const RESULT_WIDTH: usize = 64;

/// Names of the operations on two numbers, and the host's exact versions.
const OPERATION_NAMES: [&str; 5] = ["add", "subtract", "multiply", "divide", "product inside mix"];
const EXACT_OPERATIONS: [fn(f64, f64) -> f64; 5] =
    [|a, b| a + b, |a, b| a - b, |a, b| a * b, |a, b| a / b, |a, b| a * b];
const ADD: usize = 0;
const SUBTRACT: usize = 1;
const MULTIPLY: usize = 2;
const DIVIDE: usize = 3;
const PRODUCT_OF_SUM: usize = 4;

/// Cards that each calculate differently.
#[cfg(feature = "emulator")]
const CARDS: [&str; 4] = ["radeon-9700", "geforce-fx-5900", "geforce-6800", "geforce-8800"];

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let count = if quick { 1 << 8 } else { 1 << 16 };
    let own = device.with_era(Era::Fragment)?;
    let emulated = own.info().kind == DeviceKind::Emulator;
    // A driver that plays a card calculates in its own numbers.
    let mut machines =
        vec![(own.info().name.clone(), own.card().filter(|_| emulated), measure_arithmetic(&own, count)?)];
    machines.extend(measure_emulated(count, emulated)?);
    let mut answer = Answer::default();
    for (name, card, machine) in &machines {
        match card {
            Some(card) => check_card_data(&mut answer, machine, card),
            None => check_glsl_accuracy(&mut answer, name, machine),
        }
    }
    answer.tables = vec![errors_table(&machines, count), properties_table(&machines)];
    Ok(answer)
}

/// A name, the played card, and the measurement.
type MeasuredMachine = (String, Option<&'static Profile>, MeasuredArithmetic);

/// Measures the emulator, unless it is the device itself, and the cards that it plays.
fn measure_emulated(count: usize, asked: bool) -> Result<Vec<MeasuredMachine>> {
    #[cfg(feature = "emulator")]
    {
        let mut machines = Vec::new();
        if !asked {
            machines.push(("emulator".into(), None, measure_arithmetic(&open_emulator()?, count)?));
        }
        for name in CARDS {
            let card = Profile::named(name)?;
            machines.push((name.into(), Some(card), measure_arithmetic(&open_emulator()?.with_card(card)?, count)?));
        }
        Ok(machines)
    }
    #[cfg(not(feature = "emulator"))]
    {
        let _ = (count, asked);
        Ok(Vec::new())
    }
}

#[cfg(feature = "emulator")]
fn open_emulator() -> Result<Device> {
    Device::choose(Era::Fragment, crate::MachineChoice::Emulator)
}

/// Arithmetic of a device, derived from its results.
struct MeasuredArithmetic {
    /// Bits of a significand, including the first one.
    bits: i32,
    /// Errors of each operation.
    errors: [OperationErrors; 5],
    /// Values halfway between two numbers are rounded to the one whose last bit is 0.
    halves_to_even: bool,
    /// The difference of neighbouring numbers is exact.
    guard_bit: bool,
    /// The smallest positive number is 2 to the power of minus this.
    least: i32,
    /// True if that number has fewer bits than others: a denormal.
    denormals: bool,
    /// Overflow results in infinity.
    infinities: bool,
}

/// The errors of one operation, in units of the last place.
#[derive(Clone, Copy)]
struct OperationErrors {
    low: f64,
    high: f64,
    /// The same for magnitudes: a result too small in magnitude has a negative error.
    size_low: f64,
    size_high: f64,
    finite: bool,
}

impl OperationErrors {
    const NONE: OperationErrors = OperationErrors { low: 0.0, high: 0.0, size_low: 0.0, size_high: 0.0, finite: true };

    fn with_sample(self, given: f64, exact: f64, bits: i32) -> OperationErrors {
        let unit = 2f64.powi(binary_exponent(exact) + 1 - bits);
        let error = (given - exact) / unit;
        let size = (given.abs() - exact.abs()) / unit;
        OperationErrors {
            low: self.low.min(error),
            high: self.high.max(error),
            size_low: self.size_low.min(size),
            size_high: self.size_high.max(size),
            finite: self.finite && given.is_finite(),
        }
    }

    /// Returns the rounding that explains these errors, or `None`.
    fn detect_rounding(self) -> Option<Rounding> {
        if !self.finite {
            None
        } else if self.size_low >= -0.5 && self.size_high <= 0.5 {
            Some(Rounding::Nearest)
        } else if self.size_low > -1.0 && self.size_high <= 0.0 {
            Some(Rounding::TowardZero)
        } else {
            None
        }
    }
}

impl fmt::Display for OperationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} to {:.3}", self.low, self.high)
    }
}

fn binary_exponent(number: f64) -> i32 {
    ((number.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

fn measure_arithmetic(device: &Device, count: usize) -> Result<MeasuredArithmetic> {
    // Finds the smallest bit below 1 that still arrives in the sum.
    let depths: Vec<f32> = (0..50).map(raise_half).collect();
    let sums = compute_pairs(device, &[1.0; 50], &depths)?;
    let arrived = |(sum, depth): (&[f32; 5], &f32)| f64::from(sum[ADD]) == 1.0 + f64::from(*depth);
    let bits = sums.iter().zip(&depths).take_while(|pair| arrived(*pair)).count();
    let bits = (bits as i32).clamp(2, 24); // at most the bits that a result can show

    let (a, b) = operand_pairs(bits, count);
    let mut errors = [OperationErrors::NONE; 5];
    for ((given, a), b) in compute_pairs(device, &a, &b)?.iter().zip(&a).zip(&b) {
        for (operation, errors) in errors.iter_mut().enumerate() {
            let exact = EXACT_OPERATIONS[operation](f64::from(*a), f64::from(*b));
            if exact != 0.0 {
                *errors = errors.with_sample(given[operation].into(), exact, bits);
            }
        }
    }

    let unit = 2f32.powi(1 - bits);
    let below = 1.0 - unit / 2.0;
    let small: Vec<f32> = (0..150).map(raise_half).collect();
    let edges = compute_pairs(device, &[1.0, 1.0 + unit, 1.0, 2f32.powi(127)], &[unit / 2.0, unit / 2.0, below, 2.0])?;
    let halved = compute_pairs(device, &small, &[0.5; 150])?;
    let least = (1..).zip(&halved).filter(|(_, product)| product[MULTIPLY] > 0.0);
    let least = least.map(|(exponent, _)| exponent).max().unwrap_or(0);
    Ok(MeasuredArithmetic {
        bits,
        errors,
        halves_to_even: edges[0][ADD] == 1.0 && edges[1][ADD] == 1.0 + 2.0 * unit,
        guard_bit: edges[2][SUBTRACT] == unit / 2.0,
        least,
        denormals: has_denormals(device, least, bits)?,
        infinities: edges[3][MULTIPLY].is_infinite(),
    })
}

fn raise_half(exponent: i32) -> f32 {
    2f64.powi(-exponent) as f32
}

/// Returns true if there are denormals: the numbers between the smallest one and its double are missing, because
/// denormals have no room for further bits.
fn has_denormals(device: &Device, least: i32, bits: i32) -> Result<bool> {
    let twice = 2f64.powi(1 - least) as f32;
    let longer = compute_pairs(device, &[twice], &[1.0 - 2f32.powi(-bits)])?;
    Ok(longer[0][MULTIPLY] == twice || longer[0][MULTIPLY] == twice / 2.0)
}

/// Computes all operations on a device, for each pair of numbers.
fn compute_pairs(device: &Device, a: &[f32], b: &[f32]) -> Result<Vec<[f32; 5]>> {
    let height = a.len().div_ceil(RESULT_WIDTH).next_power_of_two();
    let places: Vec<[f32; 2]> = (0..a.len())
        .map(|i| [locate_centre(i % RESULT_WIDTH, RESULT_WIDTH), locate_centre(i / RESULT_WIDTH, height)])
        .collect();
    let numbers: Vec<[f32; 4]> = a.iter().zip(b).map(|(a, b)| [*a, *b, 0.0, 0.0]).collect();
    let places = device.stream_in(Layout::Linear, a.len(), &places)?;
    let numbers = device.stream_in(Layout::Linear, a.len(), &numbers)?;
    let results = [OPERATIONS_KERNEL, OPERATIONS_KERNEL.define("PRODUCT", 1)].map(|kernel| -> Result<Vec<[f32; 4]>> {
        let mut results = device.empty::<[f32; 4]>([RESULT_WIDTH, height])?;
        let kernel = device.kernel(&kernel)?;
        let call = kernel.call().vertex_stream("place", &places).vertex_stream("numbers", &numbers);
        call.points(a.len()).output("gl_FragColor", &mut results).run()?;
        results.read()
    });
    let [four, product] = results;
    let four = four?;
    let product = product?;
    let both = four.iter().zip(&product).take(a.len());
    Ok(both
        .map(|(four, product)| [four[0], four[1], four[2], four[3], product[0]])
        .collect())
}

fn locate_centre(i: usize, side: usize) -> f32 {
    (2 * i + 1) as f32 / side as f32 - 1.0
}

/// Returns positive numbers of this many bits: edge cases, then random ones.
fn operand_pairs(bits: i32, count: usize) -> (Vec<f32>, Vec<f32>) {
    let unit = 2f32.powi(1 - bits);
    let edges = [
        1.0,
        1.0 + unit,
        1.0 + 2.0 * unit,
        1.5,
        1.5 - unit,
        1.5 + unit,
        2.0 - unit,
        2.0 - 2.0 * unit,
        unit,
        unit / 2.0,
    ];
    let pairs = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b)));
    pairs
        .chain((0..count as u32).map(|i| (draw_operand(i, 0, bits, unit), draw_operand(i, 2, bits, unit))))
        .unzip()
}

fn draw_operand(i: u32, draw: u32, bits: i32, unit: f32) -> f32 {
    let fraction = (random::word(9, i, draw) >> (33 - bits)) as f32 * unit;
    (1.0 + fraction) * 2f32.powi((random::word(9, i, draw + 1) % 17) as i32 - 8)
}

/// Checks the measurement against the card's data.
fn check_card_data(answer: &mut Answer, machine: &MeasuredArithmetic, card: &Profile) {
    let told = card.arithmetic.value;
    let bias = (1 << (told.format.exponent_bits() - 1)) - 1;
    let below = if told.denormals { told.format.mantissa_bits() as i32 } else { 0 };
    let pairs = [
        ("the sum", machine.errors[ADD].detect_rounding() == Some(told.add)),
        ("the difference", machine.errors[SUBTRACT].detect_rounding() == Some(told.add)),
        ("the product", machine.errors[MULTIPLY].detect_rounding() == Some(told.multiply)),
        ("the product inside a multiply-add", machine.errors[PRODUCT_OF_SUM].detect_rounding() == Some(told.product)),
        ("the significand", machine.bits == told.format.mantissa_bits() as i32 + 1),
        ("the least number", machine.least == bias - 1 + below),
        ("what is below the least normal number", machine.denormals == told.denormals),
        ("what is too large", machine.infinities == told.infinities),
        ("halves", machine.halves_to_even == (told.add == Rounding::Nearest)),
    ];
    for (what, same) in pairs {
        answer.hold(same, || format!("{what} differs from the data of {}", card.title));
    }
}

/// Checks the requirements of GLSL 4.60 (section 4.7.1): sums and products rounded to a neighbour, quotients within
/// 2.5 units.
fn check_glsl_accuracy(answer: &mut Answer, name: &str, machine: &MeasuredArithmetic) {
    for (operation, most) in [(ADD, 1.0), (SUBTRACT, 1.0), (MULTIPLY, 1.0), (DIVIDE, 2.5), (PRODUCT_OF_SUM, 1.0)] {
        let errors = machine.errors[operation];
        let within = errors.finite && errors.low >= -most && errors.high <= most;
        answer.hold(within, || format!("{} of {name} is off by {errors} units", OPERATION_NAMES[operation]));
    }
    answer.hold(machine.bits == 24, || format!("a float of {name} has {} bits, not 24", machine.bits));
}

fn errors_table(machines: &[MeasuredMachine], count: usize) -> Tabulation {
    let mut columns = vec!["operation"];
    columns.extend(machines.iter().map(|(name, ..)| name.as_str()));
    let title = format!("error in units of the last place, the lowest and the highest of {count} pairs and 100 edges");
    let mut table = Tabulation::new(title, &columns);
    for (operation, name) in OPERATION_NAMES.iter().enumerate() {
        let intervals = machines
            .iter()
            .map(|(.., machine)| Datum::Words(machine.errors[operation].to_string()));
        table.row(std::iter::once(Datum::from(*name)).chain(intervals));
    }
    table
}

fn properties_table(machines: &[MeasuredMachine]) -> Tabulation {
    let columns =
        ["machine", "bits", "sums", "products", "halves", "guard bit", "least number", "denormals", "too large"];
    let mut table = Tabulation::new("what follows from the errors", &columns);
    for (name, _, machine) in machines {
        table.row([
            Datum::Words(name.clone()),
            Datum::Count(machine.bits as u64),
            describe_rounding(machine.errors[ADD].detect_rounding()),
            describe_rounding(machine.errors[MULTIPLY].detect_rounding()),
            if machine.halves_to_even { "to even" } else { "not to even" }.into(),
            if machine.guard_bit { "yes" } else { "no" }.into(),
            Datum::Words(format!("2^-{}", machine.least)),
            if machine.denormals { "kept" } else { "zero" }.into(),
            if machine.infinities { "infinite" } else { "the largest" }.into(),
        ]);
    }
    table
}

fn describe_rounding(rounding: Option<Rounding>) -> Datum {
    Datum::Words(rounding.map_or("neither".into(), |rounding| rounding.to_string()))
}
