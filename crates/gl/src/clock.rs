//! The driver's own timer, used only if it proves correct.
//!
//! Timestamps are read before and after a launch (`GL_TIMESTAMP`, which does not disturb a
//! program's own timer queries).

use super::Gl;
use glow::{HasContext, NativeQuery};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Backend, ClockReading, LaunchClock, test_timer};
use std::cell::OnceCell;
use std::time::{Duration, Instant};

/// Two timer queries, and the result of the self-test.
pub(super) struct DriverTimer {
    queries: [NativeQuery; 2],
    tested: OnceCell<LaunchClock>,
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
                let tested = test_timer(self, &mut |launch| self.read_clocks(launch));
                let tested = tested.unwrap_or_else(|error| LaunchClock::Host(error.to_string()));
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
}
