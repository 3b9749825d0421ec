//! The options of a kernel's preprocessor: folders for included files, and names.

use clap::Args;
use gristmill::Result;
#[cfg(feature = "emulator")]
use gristmill::check::KernelCheck;
use gristmill::includes::IncludeFolders;
use std::path::{Path, PathBuf};

/// The option `--include`.
#[derive(Args, Default)]
pub struct IncludeOptions {
    /// A folder for `#include`, which is looked in after that of the file that includes; may be repeated
    #[arg(long, value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
}

/// The option `--define`.
#[derive(Args, Default)]
pub struct DefineOptions {
    /// A name for the preprocessor of GLSL, Cg and HLSL; its value is 1 if none is given
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
}

impl DefineOptions {
    /// Defines the names for a kernel's preprocessor.
    #[cfg(feature = "emulator")]
    pub fn define_names(&self, kernel: KernelCheck) -> KernelCheck {
        self.define.iter().fold(kernel, |kernel, define| {
            let (name, value) = define.split_once('=').unwrap_or((define, "1"));
            kernel.define(name, value)
        })
    }
}

impl IncludeOptions {
    /// Refuses a folder that is none.
    #[cfg(feature = "emulator")]
    pub fn check_folders(&self) -> Result<()> {
        self.open_folders(IncludeFolders::default()).map(|_| ())
    }

    /// Returns the folders from which a file may include others.
    pub fn folders_of(&self, file: &Path) -> Result<IncludeFolders> {
        self.open_folders(IncludeFolders::of_file(file))
    }

    fn open_folders(&self, own: IncludeFolders) -> Result<IncludeFolders> {
        self.include.iter().try_fold(own, |folders, folder| folders.open_folder(folder))
    }

    /// Reads a kernel file, which may include files of the folders.
    #[cfg(feature = "emulator")]
    pub fn read_kernel(&self, file: &Path) -> Result<KernelCheck> {
        let mut kernel = KernelCheck::file(file)?;
        for folder in &self.include {
            kernel = kernel.include_folder(folder)?;
        }
        Ok(kernel)
    }
}
