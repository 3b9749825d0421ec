//! One dispatch of the compute era, bound by glium and launched through our hook.

use super::bindings::Bindings;
use super::hooks::{self, HookedLaunch, ReplacedBindings};
use super::memory::GlMemory;
use super::transfer::with_bound_buffer;
use super::{Gl, GlProgram, LinkedProgram};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Dispatch, GroupCounts};

impl Gl {
    pub(super) fn dispatch_groups(&self, dispatch: &Dispatch) -> Result<()> {
        let memories = self.memories.borrow();
        let linked = dispatch.program.0.downcast_ref();
        let Some(linked @ LinkedProgram { program: Some(GlProgram::Compute(program)), interface, .. }) = linked else {
            return Err(Error::driver("dispatching", "the program has no compute stage"));
        };
        let mut bindings = Bindings::new();
        bindings.add_uniforms(dispatch.uniforms.iter().copied());
        for (name, memory, sampling) in dispatch.textures {
            bindings.add_texture(name, memories.get(*memory)?, *sampling)?;
        }
        let borders = self.borders.prepare_samplers(&self.glow, &bindings.borders)?;
        let replaced = ReplacedBindings { borders, rectangles: bindings.rectangles.clone() };
        for (name, memory) in dispatch.images {
            bindings.add_image(name, memories.get(*memory)?, interface)?;
        }
        for (block, memory) in dispatch.buffers {
            bindings.add_block(block, memories.get(*memory)?)?;
        }
        linked.settle_uniforms(&self.glow)?;
        // glium panics on errors here. Types and units were checked above the backend, by glslang's reflection.
        match dispatch.groups {
            GroupCounts::Direct(groups) => {
                hooks::with_launch(&self.glow, HookedLaunch::Groups(groups), &replaced, || {
                    program.execute(&bindings, 1, 1, 1)
                });
            }
            GroupCounts::Indirect(buffer, word) => {
                let GlMemory::Buffer { id, .. } = memories.get(buffer)? else {
                    return Err(Error::driver("dispatching", "the group counts must be in a buffer"));
                };
                with_bound_buffer(&self.glow, glow::DISPATCH_INDIRECT_BUFFER, *id, || {
                    let launch = HookedLaunch::Indirect(word as i32 * 4);
                    hooks::with_launch(&self.glow, launch, &replaced, || program.execute(&bindings, 1, 1, 1));
                });
            }
        }
        linked.note_uniforms(dispatch.uniforms.iter().copied());
        self.record_dispatch(linked, dispatch, &memories)
    }
}
