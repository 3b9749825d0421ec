//! A self-test of a device's timer: a load that the host can time, timed by both clocks.
//!
//! Some drivers answer timer queries wrongly without an error. So before the first launch that is timed, a load is timed
//! at single and at double length.

use crate::{
    Backend, BackendProgram, Blueprint, Dispatch, Draw, Geometry, GroupCounts, KernelStages, LaunchClock, MemoryId,
    Region, Value,
};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::Result;
use gristmill_shader::{self as shader, SourceFile, Stage};
use std::time::{Duration, Instant};

/// The time of one launch by both clocks.
#[derive(Debug, Clone, Copy)]
pub struct ClockReading {
    /// The difference of the device's two timestamps.
    pub device: Duration,
    /// The host's time until the device had finished.
    pub host: Duration,
}

/// Times a launch by both clocks, until the device has finished it.
pub type ReadClocks<'a> = dyn FnMut(&mut dyn FnMut() -> Result<()>) -> Result<ClockReading> + 'a;

/// Tests a device's timer with passes, and with dispatches if it has compute shaders. Returns the clock to trust.
///
/// `read_clocks` runs a launch to its end and returns its time by both clocks.
///
/// # Errors
/// Errors of the backend or of `read_clocks`.
pub fn test_timer(backend: &dyn Backend, read_clocks: &mut ReadClocks) -> Result<LaunchClock> {
    let passes = test_load(backend, &TimerLoad::for_passes(backend)?, read_clocks)?;
    if passes != LaunchClock::Device || !backend.device_info().has_compute() {
        return Ok(passes);
    }
    test_load(backend, &TimerLoad::for_dispatches(backend)?, read_clocks)
}

fn test_load(backend: &dyn Backend, load: &TimerLoad, read_clocks: &mut ReadClocks) -> Result<LaunchClock> {
    let verdict = time_load(backend, load, read_clocks);
    backend.destroy_memory(load.memory);
    verdict
}

/// Times a load and one twice as long, and ends early on a device that takes far longer than the load is meant to.
fn time_load(backend: &dyn Backend, load: &TimerLoad, read_clocks: &mut ReadClocks) -> Result<LaunchClock> {
    let size = load.find_size(backend)?;
    let mut readings = [vec![], vec![]];
    for (times, readings) in readings.iter_mut().enumerate() {
        let size = LoadSize { launches: (1 + times) * size.launches, ..size };
        for _ in 0..TRIES {
            let reading = read_clocks(&mut || load.run(backend, size))?;
            if let Some(clock) = refuse_slow_load(reading.host) {
                return Ok(clock);
            }
            readings.push(reading);
        }
    }
    let [once, twice] = &readings;
    Ok(choose_clock(once, twice))
}

/// Chooses the clock to trust, from readings of a load and of one twice as long.
///
/// Other work on the computer makes readings of both clocks longer, so only the shortest reading counts.
fn choose_clock(once: &[ClockReading], twice: &[ClockReading]) -> LaunchClock {
    let [short, long] = [find_shortest_reading(once), find_shortest_reading(twice)];
    for [device, host] in [short, long] {
        let off = (device - host) / host;
        if !(-0.5..=0.1).contains(&off) {
            return LaunchClock::Host(format!("the driver's timer was off by {:.0} %", 100.0 * off.abs()));
        }
    }
    let [device, host] = [0, 1].map(|clock| long[clock] / short[clock]);
    if !(0.75..=1.25).contains(&(device / host)) {
        let sentence = format!("the driver's timer reported {device:.1} times the time for {host:.1} times the work");
        return LaunchClock::Host(sentence);
    }
    LaunchClock::Device
}

/// Returns the seconds of the shortest reading, on the device and on the host.
fn find_shortest_reading(readings: &[ClockReading]) -> [f64; 2] {
    let reading = readings.iter().min_by_key(|reading| reading.host);
    reading.map_or([0.0; 2], |reading| [reading.device, reading.host].map(|time| time.as_secs_f64()))
}

/// Returns the host's clock if a load took so long that the rest of the test would be waited for.
fn refuse_slow_load(host: Duration) -> Option<LaunchClock> {
    let sentence = || format!("the test of the driver's timer took {:.1} s for a single load", host.as_secs_f64());
    (host > MAX_LOAD_TIME).then(|| LaunchClock::Host(sentence()))
}

/// Number of readings; the shortest counts.
const TRIES: usize = 4;
/// Shortest time of a load that is measured: far longer than a finish takes.
const MIN_LOAD_TIME: Duration = Duration::from_millis(2);
/// Longest time of a load. A load takes a few milliseconds; once, an NVIDIA H200 took seconds.
const MAX_LOAD_TIME: Duration = Duration::from_secs(1);
/// Side of the target in texels: many tiles of a tile-based rasteriser.
const SIDE: usize = 256;
/// Most turns of a loop: llvmpipe stops at 65,535.
const MAX_TURNS: usize = 1 << 14;
/// Most launches; a device that is still too fast is tested with this load.
const MAX_LAUNCHES: usize = 1 << 14;

/// A load for testing the timer.
struct TimerLoad {
    program: BackendProgram,
    memory: MemoryId,
    compute: bool,
}

/// The size of a load.
#[derive(Debug, Clone, Copy)]
struct LoadSize {
    turns: usize,
    launches: usize,
}

const COVER_KERNEL: &str = "#version 330 core
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4((corner * 4.0) - 1.0, 0.0, 1.0);
}";
const PASS_KERNEL: &str = "#version 330 core
uniform int turns;
out float result;
void main() {
    float x = gl_FragCoord.x;
    for (int turn = 0; turn < turns; turn++) x = x * 0.999 + gl_FragCoord.y;
    result = x;
}";
const DISPATCH_KERNEL: &str = "#version 430 core
layout(local_size_x = 64) in;
uniform int turns;
layout(std430) writeonly buffer Result { float result[]; };
void main() {
    float x = float(gl_LocalInvocationID.x);
    for (int turn = 0; turn < turns; turn++) x = x * 0.999 + float(gl_WorkGroupID.x);
    result[gl_GlobalInvocationID.x] = x;
}";

impl TimerLoad {
    fn for_passes(backend: &dyn Backend) -> Result<TimerLoad> {
        let format = Format { scalar: Scalar::F32, lanes: 1 };
        let program = compile_program(backend, &[(Stage::Vertex, COVER_KERNEL), (Stage::Fragment, PASS_KERNEL)])?;
        let memory = backend.create_memory(&Blueprint::Texture { format, width: SIDE, height: SIDE, levels: 1 })?;
        Ok(TimerLoad { program, memory, compute: false })
    }

    fn for_dispatches(backend: &dyn Backend) -> Result<TimerLoad> {
        let program = compile_program(backend, &[(Stage::Compute, DISPATCH_KERNEL)])?;
        let memory = backend.create_memory(&Blueprint::Buffer { words: SIDE * SIDE, each: 1 })?;
        Ok(TimerLoad { program, memory, compute: true })
    }

    fn run(&self, backend: &dyn Backend, size: LoadSize) -> Result<()> {
        let uniforms = [("turns", Value::Int(size.turns as i32))];
        let whole = [Region { x: 0, y: 0, z: 0, width: SIDE, height: SIDE }];
        for _ in 0..size.launches {
            if self.compute {
                backend.dispatch(&Dispatch {
                    program: &self.program,
                    uniforms: &uniforms,
                    given: 0,
                    remember: None,
                    textures: &[],
                    images: &[],
                    buffers: &[("Result", self.memory)],
                    groups: GroupCounts::Direct([(SIDE * SIDE / 64) as u32, 1, 1]),
                })?;
            } else {
                backend.draw_pass(&Draw {
                    program: &self.program,
                    uniforms: &uniforms,
                    given: 0,
                    remember: None,
                    textures: &[],
                    targets: &[("result", self.memory, 0)],
                    depth_stencil: None,
                    geometry: Geometry::Regions(&whole),
                    blend: None,
                    query: None,
                    condition: None,
                    arithmetic: None,
                })?;
            }
        }
        Ok(())
    }

    /// Finds a size that takes long enough for the host's clock.
    fn find_size(&self, backend: &dyn Backend) -> Result<LoadSize> {
        let mut size = LoadSize { turns: 4, launches: 1 };
        self.run(backend, size)?;
        backend.wait_idle()?;
        loop {
            let start = Instant::now();
            self.run(backend, size)?;
            backend.wait_idle()?;
            if start.elapsed() >= MIN_LOAD_TIME || size.launches >= MAX_LAUNCHES {
                return Ok(size);
            }
            if size.turns < MAX_TURNS { size.turns *= 2 } else { size.launches *= 2 }
        }
    }
}

fn compile_program(backend: &dyn Backend, stages: &[(Stage, &'static str)]) -> Result<BackendProgram> {
    let stages = stages
        .iter()
        .map(|(stage, text)| {
            let file = SourceFile { name: format!("timer.{stage}"), text: (*text).into() };
            shader::expand(&file, *stage, &|_| None, &[])
        })
        .collect::<Result<Vec<_>>>()?;
    let module = shader::compile(&stages.iter().collect::<Vec<_>>())?;
    let [vertex, fragment, compute] = [Stage::Vertex, Stage::Fragment, Stage::Compute]
        .map(|wanted| stages.iter().find(|stage| stage.stage == wanted));
    backend.compile_program(&KernelStages { vertex, fragment, compute, cover: None, module: &module })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip_readings(device: &[u64], host: &[u64]) -> Vec<ClockReading> {
        let times = device.iter().zip(host);
        times
            .map(|(&device, &host)| ClockReading {
                device: Duration::from_micros(device),
                host: Duration::from_micros(host),
            })
            .collect()
    }

    fn host_clock(sentence: &str) -> LaunchClock {
        LaunchClock::Host(sentence.to_string())
    }

    #[test]
    fn a_true_timer_is_taken() {
        let once = zip_readings(&[3_900, 4_100, 9_000], &[4_000, 4_200, 9_100]);
        assert_eq!(
            choose_clock(&once, &zip_readings(&[7_900, 8_500, 8_100], &[8_000, 8_600, 8_200])),
            LaunchClock::Device
        );
        // The cost of a finish appears only on the host's clock.
        let short = zip_readings(&[3_000; 3], &[4_000; 3]);
        assert_eq!(choose_clock(&short, &zip_readings(&[6_000; 3], &[7_000; 3])), LaunchClock::Device);
        // Another program occupies the processor during these readings.
        assert_eq!(choose_clock(&once, &zip_readings(&[19_000; 3], &[19_100; 3])), LaunchClock::Device);
    }

    #[test]
    fn a_false_timer_is_not() {
        let right = zip_readings(&[4_000; 3], &[4_000; 3]);
        let twice = zip_readings(&[8_000; 3], &[8_000; 3]);
        assert_eq!(choose_clock(&right, &twice), LaunchClock::Device);
        assert_eq!(choose_clock(&zip_readings(&[120, 130, 140], &[4_000; 3]), &twice), expect_timer_off_by("97"));
        assert_eq!(choose_clock(&zip_readings(&[400_000; 3], &[4_000; 3]), &twice), expect_timer_off_by("9900"));
        assert_eq!(choose_clock(&zip_readings(&[0; 3], &[4_000; 3]), &twice), expect_timer_off_by("100"));
        assert_eq!(choose_clock(&right, &zip_readings(&[16_000; 3], &[8_000; 3])), expect_timer_off_by("100"));
        let same = host_clock("the driver's timer reported 1.0 times the time for 2.0 times the work");
        assert_eq!(choose_clock(&right, &zip_readings(&[4_000; 3], &[8_000; 3])), same);
        assert!(matches!(choose_clock(&[], &[]), LaunchClock::Host(_)));
    }

    #[test]
    fn a_load_that_takes_long_ends_the_test() {
        assert_eq!(refuse_slow_load(Duration::from_millis(8)), None);
        let slow = host_clock("the test of the driver's timer took 1.5 s for a single load");
        assert_eq!(refuse_slow_load(Duration::from_millis(1_500)), Some(slow));
    }

    fn expect_timer_off_by(by: &str) -> LaunchClock {
        host_clock(&format!("the driver's timer was off by {by} %"))
    }
}
