//! Gather: elements of a table, read through a stream of pointers.
//!
//! | era | method | passes | bytes an element |
//! |---|---|---|---|
//! | fragment | a fetch of the pointer, and one where it points | 1 | 12 |
//! | fragment, coordinates | the pointer is a texture coordinate | 1 | 16 |
//! | fragment, packed | four pointers in the lanes of a texel | 1 | 12 |
//! | compute | an index into a buffer | 1 | 12 |
//! | compute, texture | four elements an invocation, the table in a texture | 1 | 12 |
//!
//! Sources: Lefohn, Kniss and Owens, GPU Gems 2, chapter 33 (section 33.2.3, pointer streams); Buck et al., Brook for GPUs, SIGGRAPH 2004
//! (gather streams).

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Device, Element, Era, Error, Format, KernelSource, Layout, Plan, Pointer, Result, Scalar, Stream, compute_kernel,
    fragment_kernel, kernel_pair,
};

const GATHER: KernelSource = kernel_pair!("streams/gather");
const COORDINATES: KernelSource = fragment_kernel!("streams/gather_coordinates");
const PACKED: KernelSource = fragment_kernel!("streams/gather_packed");
const TEXTURE: KernelSource = compute_kernel!("streams/gather_texture");

/// The elements that the pointers name, in the device's era; shaped like the pointers.
///
/// A pointer to nowhere, and one to an element that the table does not have, gives zero in every lane. The table may have any shape:
/// a pointer is the element's index, x fastest.
///
/// # Errors
/// [`crate::Error::Call`] where the table lies by slice or in several textures, or in the other era's memory.
pub fn gather<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, table, pointers),
        Era::Compute => compute(device, table, pointers),
    }
}

// ANCHOR: reference
/// The same by a loop. `nothing` is what a pointer to no element of the table gives; on the device it is zero.
pub fn reference<T: Copy>(table: &[T], pointers: &[Pointer], nothing: T) -> Vec<T> {
    let follow = |pointer: &Pointer| pointer.target().and_then(|index| table.get(index)).copied().unwrap_or(nothing);
    pointers.iter().map(follow).collect()
}
// ANCHOR_END: reference

/// A fetch of the pointer, then a fetch where it points.
///
/// # Errors
/// As [`gather`].
pub fn fragment<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    if !matches!(table.layout(), Layout::Packed | Layout::PackedAt(_)) {
        return Err(Error::call(
            "gather.frag",
            "its pointers name elements of a table of Layout::Packed; copy it to one",
        ));
    }
    run(&device.with_era(Era::Fragment)?, table, pointers)
}

/// The pointer is an index into a buffer.
///
/// # Errors
/// As [`gather`].
pub fn compute<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    run(&device.with_era(Era::Compute)?, table, pointers)
}

fn run<T: Element>(device: &Device, table: &Stream<T>, pointers: &Stream<Pointer>) -> Result<Stream<T>> {
    let mut result = device.empty(pointers.shape())?;
    let kernel = device.kernel(&typed(&GATHER, device.era(), T::FORMAT))?;
    kernel
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// A kernel for elements of that form: a texture's class matters to a fragment, a buffer's very type to an invocation.
pub(in crate::algorithms) fn typed(kernel: &KernelSource, era: Era, Format { scalar, lanes }: Format) -> KernelSource {
    let kernel = kernel.clone();
    let (sampler, vector) = match scalar {
        Scalar::F32 | Scalar::Unorm8 => ("sampler2D", "vec"),
        Scalar::I32 => ("isampler2D", "ivec"),
        Scalar::U32 => ("usampler2D", "uvec"),
    };
    let element = match (scalar, lanes) {
        (Scalar::Unorm8, _) | (Scalar::U32, 1) => "uint".to_string(), // four bytes move as one word
        (Scalar::F32, 1) => "float".to_string(),
        (Scalar::I32, 1) => "int".to_string(),
        _ => format!("{vector}{lanes}"),
    };
    match era {
        Era::Fragment => kernel.define("SAMPLER", sampler).define("ELEMENT", format!("{vector}4")),
        Era::Compute => kernel.define("ELEMENT", element),
    }
}

/// The pointers are texture coordinates, as the era stored them: see [`coordinates`].
///
/// # Errors
/// [`crate::Error::Call`] where a stream lies in a buffer or in several textures.
pub fn fragment_coordinates(device: &Device, table: &Stream<f32>, pointers: &Stream<[f32; 2]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(pointers.shape())?;
    let kernel = device.kernel(&COORDINATES)?;
    kernel
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Pointers as the texels where a table of that plan has their elements; -1 where it has none.
pub fn coordinates(table: &Plan, pointers: &[Pointer]) -> Vec<[f32; 2]> {
    let texel = |pointer: &Pointer| match pointer.target().filter(|index| *index < table.shape().len()) {
        Some(index) => {
            let address = table.address(index);
            [address.x as f32, address.y as f32]
        }
        None => [-1.0; 2],
    };
    pointers.iter().map(texel).collect()
}

/// Four pointers in the lanes of a texel, in the order of the elements; so is the result.
///
/// # Errors
/// [`crate::Error::Call`] where a stream lies in a buffer or in several textures.
pub fn fragment_packed(device: &Device, table: &Stream<f32>, pointers: &Stream<[u32; 4]>) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(pointers.shape())?;
    let kernel = device.kernel(&PACKED)?;
    kernel
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Pointers by fours for [`fragment_packed`]; the last four is filled up with pointers to nowhere.
pub fn packed(pointers: &[Pointer]) -> Vec<[u32; 4]> {
    let words = Pointer::words(pointers);
    let four = |chunk: &[u32]| std::array::from_fn(|lane| chunk.get(lane).copied().unwrap_or(u32::MAX));
    words.chunks(4).map(four).collect()
}

/// Four pointers an invocation; the table is a texture ([`Layout::Packed`]), the pointers and the result are buffers.
///
/// # Errors
/// [`crate::Error::Call`] where a stream lies in the wrong memory.
pub fn compute_texture(device: &Device, table: &Stream<f32>, pointers: &Stream<Pointer>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(pointers.shape())?;
    let kernel = device.kernel(&TEXTURE)?;
    kernel
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .elements(pointers.len().div_ceil(4))
        .run()?;
    Ok(result)
}

/// Numbers, and pointers in no order: about one in sixteen is null, one in sixteen is beyond the table.
fn made(workload: &Workload) -> (Vec<f32>, Vec<Pointer>) {
    let size = workload.size;
    let bound = (size + size / 16 + 1).min(u32::MAX as usize) as u32;
    let pointer = |(index, null): (u32, u32)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(index as usize) };
    let pointers = workload
        .integers(1, bound)
        .into_iter()
        .zip(workload.integers(2, 16))
        .map(pointer)
        .collect();
    (workload.floats(0), pointers)
}

type Scalars = fn(&Device, &Stream<f32>, &Stream<Pointer>) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, layout: Layout, rung: Scalars) -> Result<Trial> {
    let (table, pointers) = made(workload);
    let wanted = reference(&table, &pointers, 0.0);
    let (table, pointers) = (device.stream_in(layout, table.len(), &table)?, device.stream(&pointers)?);
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &table, &pointers), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

fn coordinates_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers) = made(workload);
    let wanted = reference(&table, &pointers, 0.0);
    let table = device.stream(&table)?;
    let pointers = device.stream(&coordinates(table.plan(), &pointers))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_coordinates(&device, &table, &pointers),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers) = made(workload);
    let wanted = reference(&table, &pointers, 0.0);
    let (table, pointers) = (device.stream(&table)?, device.stream(&packed(&pointers))?);
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_packed(&device, &table, &pointers),
        move |result| Ok(Check::exact(&result.read()?.as_flattened()[..wanted.len()], &wanted)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "gather",
    part: "streams",
    summary: "elements read through a stream of pointers",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a fetch where a fetch points",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, fragment),
        },
        Rung {
            name: "fragment_coordinates",
            era: Era::Fragment,
            method: "pointers are texture coordinates",
            source: "GPU Gems 2, section 33.2.3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: coordinates_trial,
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four pointers a texel",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: packed_trial,
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "an index into a buffer",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute),
        },
        Rung {
            name: "compute_texture",
            era: Era::Compute,
            method: "four an invocation, table in a texture",
            source: "texture cache",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, compute_texture),
        },
    ],
};
