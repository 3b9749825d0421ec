//! Parallel work on many things, with results in the order of the things.

use crate::terminal::EarlyExit;
use gristmill::{Error, Result, check};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Bytes of address space for one worker: its stack, its compiler's, and its data. Only used pages take memory.
const WORKER_BYTES: u64 = 480 << 20;

/// The most results that may wait for an earlier one, so that one slow kernel does not let the later results fill the
/// memory.
const MAX_WAITING: usize = 64;

/// Returns the number of workers: one for each processor, fewer if the address space is limited.
///
/// # Errors
/// [`Error::Shortage`] if there is no room for one worker.
pub fn worker_count(things: usize) -> Result<usize> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let room = check::addresses_left().map_or(usize::MAX, |left| (left / WORKER_BYTES) as usize);
    if room == 0 {
        let least = format!("nothing was judged, because {} MiB of address space are needed", WORKER_BYTES >> 20);
        return Err(Error::shortage(least, "memory (ulimit -v)"));
    }
    Ok(processors.min(room).min(things).max(1))
}

/// The progress of the work.
struct WorkProgress<R> {
    /// Index of the first thing not begun.
    next: usize,
    /// Number of results taken.
    taken: usize,
    /// Results that wait for an earlier one.
    done: BTreeMap<usize, R>,
    /// True if no more results are taken.
    is_over: bool,
}

struct SharedProgress<R> {
    progress: Mutex<WorkProgress<R>>,
    changed: Condvar,
}

impl<R> SharedProgress<R> {
    fn lock(&self) -> MutexGuard<'_, WorkProgress<R>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_change<'g>(&self, progress: MutexGuard<'g, WorkProgress<R>>) -> MutexGuard<'g, WorkProgress<R>> {
        self.changed.wait(progress).unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of the next thing to work on; `None` if there is none left.
    fn begin_next(&self, things: usize) -> Option<usize> {
        let mut progress = self.lock();
        while !progress.is_over && progress.next >= progress.taken + MAX_WAITING {
            progress = self.wait_for_change(progress);
        }
        let at = progress.next;
        progress.next += 1;
        (!progress.is_over && at < things).then_some(at)
    }

    fn store_result(&self, at: usize, result: R) {
        self.lock().done.insert(at, result);
        self.changed.notify_all();
    }

    /// Waits for the next result in order.
    fn take_next(&self) -> R {
        let mut progress = self.lock();
        loop {
            let at = progress.taken;
            if let Some(result) = progress.done.remove(&at) {
                progress.taken += 1;
                self.changed.notify_all();
                return result;
            }
            progress = self.wait_for_change(progress);
        }
    }

    fn stop(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }
}

/// Calls `work` for each thing, on one thread per tool, and passes the results to `take` in order. The result of `work`
/// must not depend on the tool.
///
/// # Errors
/// Those of `take`, which end the work.
pub fn work_in_order<W: Sync, T, R: Send>(
    things: &[T],
    tools: &[W],
    work: impl Fn(&W, &T) -> R + Sync,
    mut take: impl FnMut(&T, R) -> Result<(), EarlyExit>,
) -> Result<(), EarlyExit>
where
    T: Sync,
{
    let progress = WorkProgress { next: 0, taken: 0, done: BTreeMap::new(), is_over: false };
    let shared = SharedProgress { progress: Mutex::new(progress), changed: Condvar::new() };
    let serve = |tool: &W| {
        while let Some(at) = shared.begin_next(things.len()) {
            if let Some(thing) = things.get(at) {
                shared.store_result(at, work(tool, thing));
            }
        }
    };
    let serve = &serve;
    thread::scope(|scope| {
        let mut started = 0;
        for tool in tools {
            // If a thread does not start, the others do its work.
            let spawned = thread::Builder::new().spawn_scoped(scope, move || serve(tool));
            started += usize::from(spawned.is_ok());
        }
        let ended = things.iter().try_for_each(|thing| {
            let result = match tools.first() {
                Some(tool) if started == 0 => work(tool, thing),
                _ => shared.take_next(),
            };
            take(thing, result)
        });
        shared.stop();
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_none_is_lost() {
        let things: Vec<usize> = (0..300).collect();
        for tools in [1, 2, 5] {
            let mut taken = vec![];
            let work = |tool: &usize, thing: &usize| {
                // Early things take longest.
                thread::sleep(std::time::Duration::from_micros((300 - *thing as u64) * (*tool as u64 % 2)));
                thing * 2
            };
            let tools: Vec<usize> = (0..tools).collect();
            assert!(
                work_in_order(&things, &tools, work, |thing: &usize, result| {
                    taken.push((*thing, result));
                    Ok(())
                })
                .is_ok()
            );
            assert!(taken.iter().copied().eq((0..300).map(|thing| (thing, thing * 2))));
        }
    }

    #[test]
    fn nobody_works_on_when_nobody_takes() {
        let begun = Mutex::new(0);
        let things: Vec<usize> = (0..10_000).collect();
        let ended = work_in_order(
            &things,
            &[(), ()],
            |(): &(), _: &usize| *begun.lock().unwrap() += 1,
            |_, ()| Err(EarlyExit::PipeClosed),
        );
        assert!(matches!(ended, Err(EarlyExit::PipeClosed)));
        assert!(*begun.lock().unwrap() <= MAX_WAITING + 3, "{begun:?}");
    }
}
