//! A table on a device, and the passes that read it.

use super::read_pattern::{READS_PER_ELEMENT, ReadPattern};
use crate::experiments::{Answer, Stopwatch};
#[cfg(feature = "emulator")]
use crate::finding::Listening;
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, kernel_pair};

const CHAIN_KERNEL: KernelSource = kernel_pair!("experiments/dependent_reads");

/// A table of positions in one era, and room for a result.
pub(super) struct TableReading<'a> {
    device: Device,
    words: &'a [u32],
    row_bits: u32,
    table: Stream<u32>,
    result: Stream<u32>,
}

impl<'a> TableReading<'a> {
    /// Creates a table of `words`, as many as a power of two, that `elements` elements will read.
    pub(super) fn new(device: &Device, words: &'a [u32], elements: usize) -> Result<TableReading<'a>> {
        let bits = words.len().ilog2();
        let row_bits = bits.div_ceil(2);
        let sides = [1_usize << row_bits, 1 << (bits - row_bits)];
        let table = device.stream_of(sides, words)?;
        let result = device.empty(elements)?;
        Ok(TableReading { device: device.clone(), words, row_bits, table, result })
    }

    fn run_pass(&mut self, kernel: &Kernel, pattern: &ReadPattern) -> Result<()> {
        let call = kernel
            .call()
            .uniform("beside", pattern.beside)
            .uniform("further", pattern.further)
            .uniform("fold", pattern.fold)
            .uniform("factor", pattern.factor)
            .uniform("last", self.words.len() as u32 - 1)
            .gather("table", &self.table)
            .output("result", &mut self.result);
        match self.device.era() {
            Era::Fragment => call.uniform("row_bits", self.row_bits).run(),
            Era::Compute => call.run(),
        }
    }

    fn compile_kernel(&self, pattern: &ReadPattern) -> Result<Kernel> {
        self.device.kernel(&CHAIN_KERNEL.define("LEVELS", pattern.levels))
    }

    /// Returns nanoseconds per read; the sums are compared with the host's.
    pub(super) fn time_per_read(
        &mut self,
        stopwatch: &Stopwatch,
        pattern: &ReadPattern,
        name: &str,
        answer: &mut Answer,
    ) -> Result<Option<f64>> {
        let kernel = self.compile_kernel(pattern)?;
        let device = self.device.clone();
        let time = stopwatch.time(&device, || self.run_pass(&kernel, pattern))?;
        let right = (0..self.result.len() as u32).map(|element| pattern.expected_sum(element, self.words));
        let era = self.device.era();
        answer.hold(self.result.read()?.into_iter().eq(right), || {
            format!("{name}, chains of {}, in the {era} era: the sums are wrong", pattern.levels)
        });
        Ok(time.map(|time| time.as_secs_f64() * 1e9 / (self.result.len() as f64 * f64::from(READS_PER_ELEMENT))))
    }

    /// Returns the hit rates of the emulator's texture cache for `elements` fragments: row by row, and in tiles.
    #[cfg(feature = "emulator")]
    pub(super) fn hit_rates(words: &[u32], elements: usize, pattern: &ReadPattern) -> Result<Option<[f64; 2]>> {
        let device = Device::emulator(Era::Fragment)?;
        device.listen(Some(Listening::COUNTERS))?;
        let mut reading = TableReading::new(&device, words, elements)?;
        let kernel = reading.compile_kernel(pattern)?;
        reading.run_pass(&kernel, pattern)?;
        Ok(Some(device.counters()?.total.hit_rates()))
    }

    /// Without the emulator there are no counts.
    #[cfg(not(feature = "emulator"))]
    pub(super) fn hit_rates(_: &[u32], _: usize, _: &ReadPattern) -> Result<Option<[f64; 2]>> {
        Ok(None)
    }
}
