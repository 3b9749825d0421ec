//! The entry points of a kernel in WGSL, SPIR-V or HLSL.

use super::module_source::{self, Language};
use super::settings::{self, RunSetting};
use super::source::{IncludeFiles, KernelFileCheck};
use gristmill_base::error::Result;
use gristmill_shader as shader;

impl<L: IncludeFiles> KernelFileCheck<L> {
    /// Returns the names of the entry points of a kernel in WGSL or SPIR-V, or of a compute kernel in HLSL, from which
    /// `entry` of a launch chooses one; none for other languages.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "@compute @workgroup_size(1) fn one() {} @compute @workgroup_size(1) fn two() {}";
    /// assert_eq!(KernelCheck::source("both.wgsl", text).list_entry_points()?, ["one", "two"]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Call`](gristmill_base::error::Error::Call) for bytes that are no module.
    pub fn list_entry_points(&self) -> Result<Vec<String>> {
        match module_source::find_language(&self.name) {
            Some(Language::Wgsl) => Ok(shader::list_wgsl_entries(&self.text)),
            Some(Language::SpirV) => shader::list_spirv_entries(&self.name, &self.bytes),
            None if self.is_hlsl_compute() => Ok(self.list_hlsl_entries()),
            None => Ok(vec![]),
        }
    }

    /// Lists the compute kernels of its text and of what it includes. An include that is not there is told when the kernel
    /// is compiled.
    fn list_hlsl_entries(&self) -> Vec<String> {
        let own = shader::list_hlsl_entries(&self.text);
        let expanded = self.expand_main(own.first().map(String::as_str), &self.defines);
        expanded.map_or(own, |expanded| shader::list_hlsl_entries(&expanded.text))
    }

    /// Returns true if its comments choose an entry point.
    #[doc(hidden)]
    pub fn has_chosen_entry(&self) -> bool {
        let comments = settings::parse_comments(&self.name, &self.text).unwrap_or_default();
        comments.iter().any(|(_, setting)| matches!(setting, RunSetting::Entry(_)))
    }
}
