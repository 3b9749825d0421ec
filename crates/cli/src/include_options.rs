//! The option that opens folders for included files.

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
        let kernel = KernelCheck::file(file)?;
        self.include
            .iter()
            .try_fold(kernel, |kernel, folder| kernel.include_folder(folder))
    }
}
