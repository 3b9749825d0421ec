//! The driver's own timer, used only if it proves correct.
//!
//! Timestamps are read before and after a launch (`GL_TIMESTAMP`, which does not disturb a
//! program's own timer queries). Some drivers answer them wrongly without an error. So before the
//! first launch a load that the host can time is timed by both clocks, once at single and once at
//! double length.

use super::Gl;
use glow::{HasContext, NativeQuery};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, BackendProgram, Blueprint, Dispatch, Draw, Geometry, GroupCounts, KernelStages, LaunchClock, MemoryId,
    Region, Value,
};
use gristmill_shader::{self as shader, SourceFile, Stage};
use std::cell::OnceCell;
use std::time::{Duration, Instant};

/// Two timer queries, and the result of the self-test.
pub(super) struct DriverTimer {
    queries: [NativeQuery; 2],
    tested: OnceCell<LaunchClock>,
}

/// The time of one launch by both clocks.
#[derive(Debug, Clone, Copy)]
struct ClockReading {
    device: Duration,
    host: Duration,
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

impl DriverTimer {
    /// Creates a timer that is not yet tested. The context must be current.
    pub(super) fn new(gl: &glow::Context) -> Result<DriverTimer> {
        // SAFETY: the context is current on this thread; queries are of OpenGL 1.5.
        let query = || unsafe { gl.create_query() }.map_err(|message| Error::driver("making a timer", message));
        Ok(DriverTimer { queries: [query()?, query()?], tested: OnceCell::new() })
    }

    /// Deletes the queries. The context must be current.
    pub(super) fn free_queries(&self, gl: &glow::Context) {
        for query in self.queries {
            // SAFETY: the query is ours and not used again.
            unsafe { gl.delete_query(query) }
        }
    }
}

impl Gl {
    /// Runs a launch to its end and measures its time.
    pub(super) fn measure_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        let clock = match self.clock.tested.get() {
            Some(clock) => clock,
            None => {
                let tested = self.test_timer().unwrap_or_else(|error| LaunchClock::Host(error.to_string()));
                self.clock.tested.get_or_init(|| tested)
            }
        };
        let ClockReading { device, host } = self.read_clocks(launch)?;
        Ok((if *clock == LaunchClock::Device { device } else { host }, clock.clone()))
    }

    /// Measures one launch with both clocks.
    fn read_clocks(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<ClockReading> {
        let [before, after] = self.clock.queries;
        let start = Instant::now();
        self.record_timestamp(before, true)?;
        launch()?;
        self.record_timestamp(after, false)?;
        self.wait_idle()?;
        let host = start.elapsed();
        let _entered = self.current.enter()?;
        // SAFETY: the context is current; both queries have a result, since the device has finished.
        let [before, after] =
            [before, after].map(|query| unsafe { self.glow.get_query_parameter_u64(query, glow::QUERY_RESULT) });
        Ok(ClockReading { device: Duration::from_nanos(after.saturating_sub(before)), host })
    }

    fn record_timestamp(&self, query: NativeQuery, flush: bool) -> Result<()> {
        let _entered = self.current.enter()?;
        // SAFETY: the context is current; timestamps are of OpenGL 3.3.
        unsafe {
            self.glow.query_counter(query, glow::TIMESTAMP);
            if flush {
                // A tile-based rasteriser would otherwise record the timestamp when it draws a tile, which is too late.
                self.glow.flush();
            }
        }
        Ok(())
    }

    /// Tests the timer with passes, and with dispatches if the driver has compute shaders.
    fn test_timer(&self) -> Result<LaunchClock> {
        let passes = self.test_load(&TimerLoad::for_passes(self)?)?;
        if passes != LaunchClock::Device || !self.info.has_compute() {
            return Ok(passes);
        }
        self.test_load(&TimerLoad::for_dispatches(self)?)
    }

    fn test_load(&self, load: &TimerLoad) -> Result<LaunchClock> {
        let verdict = self.time_load(load);
        self.destroy_memory(load.memory);
        verdict
    }

    /// Times a load and one twice as long, and ends early on a device that takes far longer than the load is meant to.
    fn time_load(&self, load: &TimerLoad) -> Result<LaunchClock> {
        let size = load.find_size(self)?;
        let mut readings = [vec![], vec![]];
        for (times, readings) in readings.iter_mut().enumerate() {
            let size = LoadSize { launches: (1 + times) * size.launches, ..size };
            for _ in 0..TRIES {
                let reading = self.read_clocks(&mut || load.run(self, size))?;
                if let Some(clock) = refuse_slow_load(reading.host) {
                    return Ok(clock);
                }
                readings.push(reading);
            }
        }
        let [once, twice] = &readings;
        Ok(choose_clock(once, twice))
    }
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
    fn for_passes(gl: &Gl) -> Result<TimerLoad> {
        let format = Format { scalar: Scalar::F32, lanes: 1 };
        let program = compile_program(gl, &[(Stage::Vertex, super::cover::COVER), (Stage::Fragment, PASS_KERNEL)])?;
        let memory = gl.create_memory(&Blueprint::Texture { format, width: SIDE, height: SIDE, levels: 1 })?;
        Ok(TimerLoad { program, memory, compute: false })
    }

    fn for_dispatches(gl: &Gl) -> Result<TimerLoad> {
        let program = compile_program(gl, &[(Stage::Compute, DISPATCH_KERNEL)])?;
        let memory = gl.create_memory(&Blueprint::Buffer { words: SIDE * SIDE, each: 1 })?;
        Ok(TimerLoad { program, memory, compute: true })
    }

    fn run(&self, gl: &Gl, size: LoadSize) -> Result<()> {
        let uniforms = [("turns", Value::Int(size.turns as i32))];
        let whole = [Region { x: 0, y: 0, z: 0, width: SIDE, height: SIDE }];
        for _ in 0..size.launches {
            if self.compute {
                gl.dispatch(&Dispatch {
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
                gl.draw_pass(&Draw {
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
    fn find_size(&self, gl: &Gl) -> Result<LoadSize> {
        let mut size = LoadSize { turns: 4, launches: 1 };
        self.run(gl, size)?;
        gl.wait_idle()?;
        loop {
            let start = Instant::now();
            self.run(gl, size)?;
            gl.wait_idle()?;
            if start.elapsed() >= MIN_LOAD_TIME || size.launches >= MAX_LAUNCHES {
                return Ok(size);
            }
            if size.turns < MAX_TURNS { size.turns *= 2 } else { size.launches *= 2 }
        }
    }
}

fn compile_program(gl: &Gl, stages: &[(Stage, &'static str)]) -> Result<BackendProgram> {
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
    gl.compile_program(&KernelStages { vertex, fragment, compute, cover: None, module: &module })
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
