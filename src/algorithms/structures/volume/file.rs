//! Volumes from files.

use crate::{Error, Result};

/// Reads the cells of a file of 16-bit numbers, the low byte first, as scanners write them, with its *last* axis the
/// fastest. Returns their shape, reversed so that the first axis is the fastest, and each cell.
///
/// ```
/// use gristmill::algorithms::volume::of_file;
/// let (shape, cells) = of_file(&[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255], [1, 2, 3])?;
/// assert_eq!((shape, cells), ([3, 2, 1], vec![1.0, 2.0, 3.0, 4.0, 5.0, -1.0]));
/// assert_eq!(
///     of_file(&[0; 10], [1, 2, 3]).unwrap_err().to_string(),
///     "a volume of 1x2x3 numbers of 16 bits has 12 bytes, the file 10; give the shape that the file was written with"
/// );
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the file has more or fewer bytes than such a volume.
pub fn of_file(bytes: &[u8], [slowest, middle, fastest]: [usize; 3]) -> Result<([usize; 3], Vec<f32>)> {
    let needed = [2, slowest, middle, fastest]
        .iter()
        .map(|count| *count as u128)
        .product::<u128>();
    if bytes.len() as u128 != needed {
        return Err(Error::data(format!(
            "a volume of {slowest}x{middle}x{fastest} numbers of 16 bits has {needed} bytes, the file {}; give the shape that the file was written with",
            bytes.len()
        )));
    }
    let cells = bytes
        .chunks_exact(2)
        .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    Ok(([fastest, middle, slowest], cells))
}
