//! The problems, each with Gristmill's ways and those of its peers.

mod fft;
mod jacobi;
mod life;
mod maps;
mod matmul;
mod nbody;
mod saxpy;
mod scan;
mod sort;
mod sum;

use crate::opencl::OpenCl;
use crate::race::{Contender, Outcome, Problem, Side, Way};
use crate::webgpu::WebGpu;
use gristmill::{Device, Era, random};
use std::rc::Rc;
use std::sync::Arc;

/// The peers that take part, or the reason why one does not.
pub struct Peers {
    pub ours: Device,
    /// The peers of WebGPU, by the short names of their backends.
    pub webgpu: Vec<(&'static str, Result<Rc<WebGpu>, String>)>,
    pub opencl: Result<Rc<OpenCl>, String>,
}

pub type Setup = fn(&Peers) -> Outcome<Problem>;

/// Every problem by its name.
pub const ALL: [(&str, Setup); 12] = [
    ("sum-20", |peers| sum::problem(peers, 20)),
    ("sum-24", |peers| sum::problem(peers, 24)),
    ("scan-20", |peers| scan::problem(peers, 20)),
    ("scan-24", |peers| scan::problem(peers, 24)),
    ("sort", sort::problem),
    ("saxpy", saxpy::problem),
    ("maps", maps::problem),
    ("matmul", matmul::problem),
    ("fft", fft::problem),
    ("nbody", nbody::problem),
    ("jacobi", jacobi::problem),
    ("life", life::problem),
];

/// Gathers the ways of a problem.
struct Ways<'a> {
    peers: &'a Peers,
    contenders: Vec<Contender>,
}

impl<'a> Ways<'a> {
    fn new(peers: &'a Peers) -> Ways<'a> {
        Ways { peers, contenders: Vec::new() }
    }

    fn add(&mut self, name: String, side: Side, prepare: impl FnOnce() -> Outcome<Box<dyn Way>> + 'static) {
        self.contenders.push(Contender { name, side, prepare: Box::new(prepare) });
    }

    /// One of Gristmill's, on its device in that era.
    fn ours(&mut self, era: Era, prepare: impl FnOnce(Device) -> Outcome<Box<dyn Way>> + 'static) {
        let (name, side) = match era {
            Era::Fragment => ("ours, fragments", Side::Fragment),
            Era::Compute => ("ours, compute", Side::Compute),
        };
        let device = self.peers.ours.with_era(era);
        self.add(name.to_string(), side, move || prepare(device?));
    }

    /// One for each backend of wgpu.
    fn webgpu(&mut self, shape: &str, prepare: impl FnOnce(Rc<WebGpu>) -> Outcome<Box<dyn Way>> + Clone + 'static) {
        for (backend, gpu) in &self.peers.webgpu {
            let (gpu, prepare) = (gpu.clone(), prepare.clone());
            self.add(format!("wgpu {backend}, {shape}"), Side::Peer, move || prepare(gpu?));
        }
    }

    fn opencl(&mut self, shape: &str, prepare: impl FnOnce(Rc<OpenCl>) -> Outcome<Box<dyn Way>> + 'static) {
        let opencl = self.peers.opencl.clone();
        self.add(format!("OpenCL, {shape}"), Side::Peer, move || prepare(opencl?));
    }

    fn plain(&mut self, name: &str, prepare: impl FnOnce() -> Outcome<Box<dyn Way>> + 'static) {
        self.add(name.to_string(), Side::Peer, prepare);
    }
}

const TEXTBOOK: &str = "textbook";
const OURS: &str = "our shape";

/// Numbers between -1 and 1 in sixteenths, whose sums are exact in 32 bits.
fn sixteenths(count: usize) -> Arc<[f32]> {
    (0..count as u32)
        .map(|i| ((random::uniform(1, i, 0) * 2.0 - 1.0) * 16.0).round() / 16.0)
        .collect()
}

/// Numbers between -1 and 1.
fn floats(count: usize, draw: u32) -> Arc<[f32]> {
    (0..count as u32).map(|i| random::uniform(1, i, draw) * 2.0 - 1.0).collect()
}

fn wide(numbers: &[f32]) -> Vec<f64> {
    numbers.iter().copied().map(f64::from).collect()
}

/// Splits work groups into rows that no backend finds too long. It returns the length of a row and
/// the number of rows.
fn in_rows(groups: usize) -> [usize; 2] {
    let columns = groups.min(1 << 15);
    [columns, groups.div_ceil(columns)]
}
