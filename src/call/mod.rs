//! Calls: a kernel with its streams and uniforms, checked, then run in its era.
//!
//! `builder` puts a call together of what `bindings` holds. `cached_launch` replays an equal earlier call. `checks`
//! and `automatic_uniforms` serve both eras; `pass` draws in the fragment era, `vertex_kernel` runs a vertex kernel
//! alone there, `dispatch` dispatches in the compute era, each after its own checks.

mod automatic_uniforms;
mod bindings;
mod builder;
mod cached_launch;
mod card_checks;
mod checks;
mod dispatch;
mod dispatch_checks;
mod pass;
mod pass_checks;
mod vertex_kernel;

use gristmill_base::era::Era;
use gristmill_base::error::Result;

#[cfg(feature = "emulator")]
pub(crate) use automatic_uniforms::automatic_value;
pub use bindings::TexelRect;
#[cfg(feature = "emulator")]
pub(crate) use bindings::{BoundStream, StreamRole};
pub use builder::Call;
use cached_launch::CacheLookup;

impl Call<'_> {
    /// Checks the call against the kernel, the era and the device, then runs it. It may return before the work is
    /// done.
    ///
    /// # Errors
    /// [`crate::Error::Name`] for a name that the kernel does not have, [`crate::Error::Call`] for arguments that are
    /// missing or do not fit, [`crate::Error::Limit`] for more than the device allows.
    pub fn run(mut self) -> Result<()> {
        let uniforms = &self.kernel.machine.uniforms;
        if uniforms.is_active() {
            // An error of the host's code is reported before an error of a pinned uniform.
            checks::check_names(&self)?;
            uniforms.note_and_override(self.kernel.name(), &mut self.uniforms)?;
        }
        let before = cached_launch::replay_call(&self)?;
        if let CacheLookup::Replayed = before {
            return Ok(());
        }
        checks::check_names(&self)?;
        checks::check_machine(&self)?;
        match self.kernel.era() {
            Era::Fragment if self.kernel.compiled.writes_vertices => vertex_kernel::run_vertex_kernel(&self),
            Era::Fragment => pass::run_pass(&self, &before),
            Era::Compute => dispatch::run_dispatch(&self, &before),
        }
    }
}
