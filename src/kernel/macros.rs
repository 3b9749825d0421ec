//! Macros that name kernel files, one for each set of eras that a kernel has.

/// The kernel `name` of your crate in both eras, from the files `fragment_kernels/name.frag` and
/// `compute_kernels/name.comp` next to your `Cargo.toml`; a missing twin does not compile. With `vertex`,
/// `fragment_kernels/name.vert` places the fragment side's points. With `cg` or `hlsl`, the fragment side is the file
/// `fragment_kernels/name.cg` or `.hlsl`. A name may have folders, as in `streams/saxpy`. The library's own kernels are
/// in [`kernels`](crate::kernels).
///
/// ```
/// use gristmill::{Era, KernelSource, kernel_pair};
/// const SAXPY: KernelSource = kernel_pair!("streams/saxpy");
/// SAXPY.check(Era::Fragment)?;
/// SAXPY.check(Era::Compute)?;
/// const ALIGNMENT: KernelSource = kernel_pair!("museum/alignment", cg);
/// ALIGNMENT.check(Era::Fragment)?;
/// ALIGNMENT.check(Era::Compute)?;
/// # Ok::<(), gristmill::Error>(())
/// ```
#[macro_export]
macro_rules! kernel_pair {
    ($name:literal) => {
        $crate::KernelSource::of_files(
            $name,
            None,
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".frag")),
            Some($crate::kernel_file!("compute_kernels", "/", $name, ".comp")),
        )
    };
    ($name:literal, vertex) => {
        $crate::KernelSource::of_files(
            $name,
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".vert")),
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".frag")),
            Some($crate::kernel_file!("compute_kernels", "/", $name, ".comp")),
        )
    };
    ($name:literal, $language:ident) => {
        $crate::KernelSource::of_cg_files(
            $name,
            $crate::kernel_file!("fragment_kernels", "/", $name, ".", stringify!($language)),
            stringify!($language),
            Some($crate::kernel_file!("compute_kernels", "/", $name, ".comp")),
        )
    };
}

/// A kernel of your crate for the fragment era only, from `fragment_kernels/name.frag`, and with `vertex` from
/// `fragment_kernels/name.vert` too. With `cg` or `hlsl`, the file is `fragment_kernels/name.cg` or `.hlsl`.
///
/// ```
/// use gristmill::{Era, KernelSource, fragment_kernel};
/// const STEP: KernelSource = fragment_kernel!("primitives/scan");
/// STEP.check(Era::Fragment)?;
/// assert!(STEP.check(Era::Compute).is_err());
/// const LIFE: KernelSource = fragment_kernel!("museum/life", hlsl);
/// LIFE.check(Era::Fragment)?;
/// # Ok::<(), gristmill::Error>(())
/// ```
#[macro_export]
macro_rules! fragment_kernel {
    ($name:literal) => {
        $crate::KernelSource::of_files(
            $name,
            None,
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".frag")),
            None,
        )
    };
    ($name:literal, vertex) => {
        $crate::KernelSource::of_files(
            $name,
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".vert")),
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".frag")),
            None,
        )
    };
    ($name:literal, $language:ident) => {
        $crate::KernelSource::of_cg_files(
            $name,
            $crate::kernel_file!("fragment_kernels", "/", $name, ".", stringify!($language)),
            stringify!($language),
            None,
        )
    };
}

/// A kernel of your crate for the compute era only, from `compute_kernels/name.comp`.
///
/// ```
/// use gristmill::{Era, KernelSource, compute_kernel};
/// const STEP: KernelSource = compute_kernel!("primitives/scan_lookback");
/// STEP.check(Era::Compute)?;
/// # Ok::<(), gristmill::Error>(())
/// ```
#[macro_export]
macro_rules! compute_kernel {
    ($name:literal) => {
        $crate::KernelSource::of_files(
            $name,
            None,
            None,
            Some($crate::kernel_file!("compute_kernels", "/", $name, ".comp")),
        )
    };
}

/// A kernel of your crate that writes vertex streams, for the fragment era only, from `fragment_kernels/name.vert`.
///
/// ```
/// use gristmill::{Era, KernelSource, vertex_kernel};
/// const MOVE: KernelSource = vertex_kernel!("streams/transform_feedback");
/// MOVE.check(Era::Fragment)?;
/// assert!(MOVE.check(Era::Compute).is_err());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[macro_export]
macro_rules! vertex_kernel {
    ($name:literal) => {
        $crate::KernelSource::of_files(
            $name,
            Some($crate::kernel_file!("fragment_kernels", "/", $name, ".vert")),
            None,
            None,
        )
    };
}
