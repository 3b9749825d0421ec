//! A backend that computes nothing: it writes down the commands of the host for a device elsewhere.

use super::command_log::CommandState;
use super::launch_record::{describe_dispatch, describe_pass, list_written};
use super::recording::{CapturedLaunch, CapturedOutput, CapturedProgram};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, BackendProgram, Barriers, Blueprint, DeviceInfo, DeviceKind, Dispatch, Draw, InitialContents,
    KernelStages, Limits, MemoryId, PendingRead, Region,
};
use std::rc::Rc;
use std::time::Duration;

/// A backend of commands alone.
pub(crate) struct CommandBackend {
    info: DeviceInfo,
    state: Rc<CommandState>,
}

impl CommandBackend {
    /// Creates a backend for a device with these limits. It runs the kernels that the emulator would run, so that one
    /// can be held against the other.
    pub(crate) fn new(limits: Limits, state: Rc<CommandState>) -> CommandBackend {
        let info = DeviceInfo {
            name: "commands for WebGPU".to_string(),
            version: format!("Gristmill {}", env!("CARGO_PKG_VERSION")),
            opengl: None,
            kind: DeviceKind::Emulator,
            opened_in: Duration::ZERO,
            limits,
        };
        CommandBackend { info, state }
    }

    fn note_launch(&self, program: &BackendProgram, launch: CapturedLaunch, outputs: &[(&str, MemoryId, usize)]) {
        if let Ok(texts) = program.0.clone().downcast::<CapturedProgram>() {
            let outputs = outputs.iter().map(|(name, id, slice)| CapturedOutput {
                name: name.to_string(),
                memory: id.0,
                slice: *slice,
                words: None,
            });
            self.state
                .push_launch(&texts, CapturedLaunch { outputs: outputs.collect(), ..launch });
        }
    }
}

fn refuse_read() -> Error {
    Error::data("commands are written down here and nothing is computed, so nothing can be read; use the emulator")
}

impl Backend for CommandBackend {
    fn device_info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        Ok(self.state.create_memory(blueprint))
    }

    fn reset_memory(&self, memory: MemoryId, _: &Blueprint, contents: InitialContents) -> Result<()> {
        if contents == InitialContents::Zero {
            self.state.push_zero(memory);
        }
        Ok(())
    }

    fn destroy_memory(&self, memory: MemoryId) {
        self.state.destroy_memory(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.state.push_write(memory, region, words);
        Ok(())
    }

    fn read(&self, _: MemoryId, _: &[Region], _: &mut [u32]) -> Result<()> {
        Err(refuse_read())
    }

    fn read_later(&self, _: MemoryId, _: &[Region]) -> Result<Box<dyn PendingRead>> {
        Err(refuse_read())
    }

    fn copy_region(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()> {
        self.state.push_copy((from.0, *from.1), (to.0, *to.1));
        Ok(())
    }

    fn compile_program(&self, code: &KernelStages) -> Result<BackendProgram> {
        Ok(BackendProgram(Rc::new(CapturedProgram::of_stages(code))))
    }

    fn draw_pass(&self, draw: &Draw) -> Result<()> {
        self.note_launch(draw.program, describe_pass(draw, &|id| id.0), draw.targets);
        Ok(())
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        if let Ok(texts) = dispatch.program.0.clone().downcast::<CapturedProgram>() {
            let written = list_written(dispatch, &texts);
            self.note_launch(dispatch.program, describe_dispatch(dispatch, &|id| id.0), &written);
        }
        Ok(())
    }

    // WebGPU orders launches by itself.
    fn issue_barrier(&self, _: Barriers) {}

    fn wait_idle(&self) -> Result<()> {
        Ok(())
    }
}
