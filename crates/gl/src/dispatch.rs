//! One dispatch of the compute era, bound by glium and launched through our hook.

use super::bindings::Bindings;
use super::hooks::{self, Launch};
use super::memory::Memory;
use super::transfer::bound_buffer;
use super::{Gl, Linked, Program};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Dispatch, Groups};

impl Gl {
    pub(super) fn dispatch_groups(&self, dispatch: &Dispatch) -> Result<()> {
        let memories = self.memories.borrow();
        let linked = dispatch.program.0.downcast_ref();
        let Some(linked @ Linked { program: Some(Program::Compute(program)), interface, .. }) = linked else {
            return Err(Error::driver("dispatching", "the program has no compute stage"));
        };
        let mut bindings = Bindings::new();
        bindings.uniforms(dispatch.uniforms.iter().copied());
        for (name, memory, sampling) in dispatch.textures {
            bindings.texture(name, memories.get(*memory)?, *sampling)?;
        }
        let borders = self.borders.samplers(&self.glow, &bindings.borders)?;
        for (name, memory) in dispatch.images {
            bindings.image(name, memories.get(*memory)?, interface)?;
        }
        for (block, memory) in dispatch.buffers {
            bindings.block(block, memories.get(*memory)?)?;
        }
        linked.settle(&self.glow)?;
        // glium panics on errors here. Types and units were checked above the backend, by glslang's reflection.
        match dispatch.groups {
            Groups::Direct(groups) => {
                hooks::with(&self.glow, Launch::Groups(groups), &borders, || program.execute(&bindings, 1, 1, 1));
            }
            Groups::Indirect(buffer, word) => {
                let Memory::Buffer { id, .. } = memories.get(buffer)? else {
                    return Err(Error::driver("dispatching", "the group counts must lie in a buffer"));
                };
                bound_buffer(&self.glow, glow::DISPATCH_INDIRECT_BUFFER, *id, || {
                    let launch = Launch::Indirect(word as i32 * 4);
                    hooks::with(&self.glow, launch, &borders, || program.execute(&bindings, 1, 1, 1));
                });
            }
        }
        linked.believed(dispatch.uniforms.iter().copied());
        self.record_dispatch(linked, dispatch, &memories)
    }
}
