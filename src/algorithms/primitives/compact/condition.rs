//! The condition, as a piece of the kernels, and the flags of the elements that meet it.

use crate::algorithms::scan::{Number, for_number_type};
use crate::{Device, Error, KernelSource, Result, Stream, kernel_pair};

const ONES: KernelSource = kernel_pair!("primitives/compact_ones");

/// Specialises a kernel for elements of type `T` and for the condition.
pub(in crate::algorithms::primitives) fn with_condition<T: Number>(
    kernel: &KernelSource,
    condition: &str,
) -> Result<KernelSource> {
    match condition
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .find(|word| word.starts_with("gl_"))
    {
        None => Ok(for_number_type::<T>(kernel).define("KEEP", condition)),
        Some(name) => Err(Error::call(
            kernel.name(),
            format!(
                "the condition {condition} depends on {name}, which differs from rung to rung; \
                 let it depend on `value` alone (see the chapter on compact)"
            ),
        )),
    }
}

/// Computes 1 for each element that is kept, otherwise 0.
pub(in crate::algorithms::primitives) fn flag_kept<T: Number>(
    device: &Device,
    source: &Stream<T>,
    condition: &str,
) -> Result<Stream<u32>> {
    let mut ones = device.empty(source.shape())?;
    let kernel = device.kernel(&with_condition::<T>(&ONES, condition)?)?;
    kernel.call().input("source", source).output("result", &mut ones).run()?;
    Ok(ones)
}

/// Copies the last of the sums to a stream of one; 0 if there is none.
pub(in crate::algorithms::primitives) fn copy_last<T: Number>(device: &Device, sums: &Stream<T>) -> Result<Stream<T>> {
    let mut count = device.empty(1)?;
    if !sums.is_empty() {
        count.copy_range(0, sums, sums.len() - 1..sums.len())?;
    }
    Ok(count)
}
