//! A kernel for WebGL 2.

use super::{KernelSource, PreparedStages};
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_shader::{self as shader, ShortNumbers, WebProgram};

impl KernelSource {
    /// Translates the stages of its fragment side to WebGL 2, and has glslang check them as GLSL ES 3.00.
    ///
    /// ```
    /// use gristmill::KernelSource;
    /// let text = "#version 330 core
    /// out float result;
    /// void main() { result = 1; }"; // ES turns no integer into a float by itself
    /// let error = KernelSource::new("one").fragment(text).web().unwrap_err();
    /// assert!(error.to_string().contains("not valid GLSL ES 3.00"), "{error}");
    /// ```
    ///
    /// # Errors
    /// [`crate::Error::Source`] if it does not compile, or uses something that GLSL ES 3.00 lacks.
    pub fn web(&self) -> Result<WebProgram> {
        let PreparedStages { stages, module, .. } = self.prepare_stages(Era::Fragment, ShortNumbers::Halves)?;
        shader::web_program(&stages, &module)
    }
}
