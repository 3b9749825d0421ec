//! Every kernel on WebGPU, against the emulator, on made inputs: integers are equal, floats as near as a card's are.
//! Where there is no adapter, nothing is compared, and the test says so.

mod kernel_files;
mod made_launch;

use gristmill_base::error::{Error, Result};
use gristmill_base::log::{FindingsLog, RunBounds};
use gristmill_emulator::machine::Emulator;
use gristmill_machine::Backend;
use gristmill_shader::{ExpandedKernel, SourceFile, Stage, compile, expand};
use gristmill_webgpu::WebGpu;
use kernel_files::{list_kernels, read_kernel};
use made_launch::{LaunchedKernel, Outputs, launch};
use std::rc::Rc;

/// Instructions of a warp until it is stopped.
const STEPS: u64 = 300_000;

/// The covering stage of fragment kernels.
fn read_cover() -> ExpandedKernel {
    let text = include_str!("../../../fragment_kernels/include/cover.vert");
    let file = SourceFile { name: "cover.vert".to_string(), text: text.into() };
    expand(&file, Stage::Vertex, &|_| None, &[]).unwrap()
}

fn run_on_emulator(kernel: &LaunchedKernel) -> Result<Outputs> {
    let log = Rc::new(FindingsLog::default());
    log.bounds.set(Some(RunBounds { launches: 1, steps: STEPS }));
    launch(&Emulator::open(log), kernel)
}

/// Returns true if two words are equal, or floats whose difference is small. A small integer is a denormal float: it has
/// to be equal.
fn is_near(own: u32, other: u32) -> bool {
    let [a, b] = [own, other].map(f32::from_bits);
    if own == other || a.is_nan() && b.is_nan() {
        return true;
    }
    !a.is_subnormal() && !b.is_subnormal() && (a - b).abs() <= 1e-4 * (1.0 + a.abs())
}

/// Compares every kernel of a stage. Returns how many agree, and the reasons why others do not.
fn compare_all(device: &WebGpu, ending: &str) -> (usize, Vec<String>) {
    let cover = read_cover();
    let mut agree = 0;
    let mut others = vec![];
    for paths in list_kernels(ending).iter().filter(|paths| paths.len() == 1) {
        let stages = read_kernel(paths);
        let result = compile(&[&stages[0]]).and_then(|module| {
            let kernel = LaunchedKernel { cover: Some(&cover), main: &stages[0], module: &module, buffer: None };
            let own = run_on_emulator(&kernel).map_err(|error| Error::data(format!("on the emulator: {error}")))?;
            Ok((own, launch(device, &kernel)?))
        });
        match result {
            Err(error) => others.push(format!("{}: {error}", paths[0])),
            Ok((own, other)) => {
                let pairs = own.iter().zip(&other).flat_map(|((name, own), (_, other))| {
                    own.iter().zip(other).enumerate().map(move |(at, (a, b))| (name, at, *a, *b))
                });
                let differ: Vec<_> = pairs.filter(|(_, _, a, b)| !is_near(*a, *b)).collect();
                match differ.first() {
                    None => agree += 1,
                    Some((name, at, a, b)) => others.push(format!(
                        "{}: {} words differ, the first is {name}[{at}]: {a} ({}), {b} ({})",
                        paths[0],
                        differ.len(),
                        f32::from_bits(*a),
                        f32::from_bits(*b)
                    )),
                }
            }
        }
    }
    println!("{ending}: {agree} kernels agree on {}\n{}", device.device_info().name, others.join("\n"));
    (agree, others)
}

#[test]
fn kernels_agree_with_the_emulator() {
    let device = match WebGpu::open() {
        Ok(device) => device,
        Err(error) => return println!("skipped: {error}"),
    };
    for (ending, least) in [("comp", 225), ("frag", 258)] {
        let (agree, others) = compare_all(&device, ending);
        assert!(agree >= least, "{agree} kernels agree, {} do not", others.len());
    }
}
