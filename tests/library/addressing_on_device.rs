//! Address translation as the device computes it: every index below 2^24, on nine widths (on three where the
//! device takes its time), in both eras.
//!
//! `tests/library/addressing.rs` counts the same with the host's floats. A device may round a division or an
//! `a * b + c` otherwise, so what the printed listings get wrong is shown, not demanded; the corrected form
//! must get nothing wrong anywhere.

use crate::machine;
use gristmill::{Device, Era, KernelSource};

const FLOAT_LIMIT: usize = 1 << 24;
const WIDTHS: [usize; 9] = [1, 3, 17, 1000, 1023, 1024, 3000, 4093, 4096];

/// Counts the indices that each form sends to a wrong texel: corrected, 33-1, 33-2, 33-2 with a
/// half added.
fn wrong(device: &Device, width: usize) -> gristmill::Result<[usize; 4]> {
    let source = KernelSource::new("addresses")
        .fragment(include_str!("../book/addresses.frag"))
        .compute(include_str!("../book/addresses.comp"));
    let mut wrong = device.empty::<u32>(FLOAT_LIMIT)?;
    let size = [width as f32, FLOAT_LIMIT.div_ceil(width) as f32];
    device
        .kernel(&source)?
        .call()
        .uniform("texture_size", size)
        .output("wrong", &mut wrong)
        .run()?;
    let mut counts = [0; 4];
    for bits in wrong.read()? {
        for (form, count) in counts.iter_mut().enumerate() {
            *count += (bits >> form & 1) as usize;
        }
    }
    Ok(counts)
}

#[test]
fn the_corrected_form_is_exact_on_the_device() {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era on {}: wrong of {FLOAT_LIMIT} indices", device.info().name);
        println!("{:>5}  {:>9}  {:>9}  {:>9}  {:>15}", "width", "corrected", "33-1", "33-2", "33-2 and a half");
        let every = if machine::is_slow(&device) { 3 } else { 1 };
        for width in WIDTHS.into_iter().skip(every / 2).step_by(every) {
            let [corrected, l33_1, l33_2, half] = wrong(&device, width).unwrap();
            println!("{width:5}  {corrected:9}  {l33_1:9}  {l33_2:9}  {half:15}");
            assert_eq!(corrected, 0, "width {width} in the {era} era");
        }
    }
}
