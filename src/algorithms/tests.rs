//! Whether the emulator sees a mistake in a kernel: every kernel of the compute era with a barrier left out, or a guard weakened or gone, must
//! be found wrong. And it must find nothing wrong with any kernel as it is.
#![cfg(feature = "emulator")]

mod mutations;
mod pages;
mod pictures;

use super::scan::exclusive;
use super::{
    Check, Rung, TABLE, Trial, Workload, boids, fft, fluid, fluid_volume, gather, heat, histogram, life, list_rank,
    matmul, reduce, scatter_add, summed_area, tree_depth,
};
use crate::kernel::swapped;
use crate::{Device, Era, Error, Pointer, Scene, Stream, random};
use mutations::{Mutant, mutants};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sizes that end inside a group, inside a four and inside a word; the last has several tiles of scan_lookback.comp.
const SIZES: [usize; 6] = [1_000, 4_097, 255, 1, 43, 16_385];

/// What makes a kernel go ways that it goes on a busy machine alone: a piece of its text, and what stands there instead.
const DRIVEN: &[(&str, &[(&str, &str)])] = &[
    // All tiles before are silent for too long, so they are counted here.
    (
        "compact_lookback",
        &[(
            "uint before = look_back(tile, lane);",
            "uint before = 0u;
             for (int other = 0; other < tile; other++) before += total_of(other, lane);",
        )],
    ),
    // The two tiles before are silent for too long, so they are added up here.
    (
        "scan_lookback",
        &[(
            "bool complete = tile == 0;",
            "bool complete = tile == 0;
             for (int adds = 0; adds < 2 && nearest != -1; adds++) {
                 before = total_of(nearest, lane) + before;
                 nearest--;
             }
             complete = nearest == -1;",
        )],
    ),
    // Every other tile never tells anything that is heard, so it is counted again.
    (
        "sort_onesweep",
        &[(
            "atomicOr(states[nearest * LANES + lane], 0u)",
            "(nearest % 2 == 0 ? 0u : atomicOr(states[nearest * LANES + lane], 0u))",
        )],
    ),
    // The tiles before know their totals alone, and there are more of them than are looked at together.
    (
        "scan_lookback",
        &[
            ("const int WINDOW = 32;", "const int WINDOW = 2; "),
            ("atomicExchange(states[tile], PREFIX);", "if (tile == -1) atomicExchange(states[tile], PREFIX);"),
        ],
    ),
];

/// Mutants that compute the same: the kernel, a piece of the line as it is then, and why.
const HARMLESS: &[(&str, &str, &str)] = &[
    ("distance_field", "i <= 9", "one more cell is asked, and these floods have no error that it could mend"),
    ("distance_field_columns", "<= squared(above", "of two seeds as near either may be named"),
    (
        "volume_columns",
        "int end = (source_shape.z);",
        "a column goes on to the top, and writes what those above it write",
    ),
    ("fft_shared", "if (at > element_count / LANES) return;", "more groups than lines are only where they fill rows"),
    ("fft_shared", "if (false) return;", "more groups than lines are only where they fill rows"),
    ("matmul_blocks", "start <= last", "one round more, in which there are only zeros to add"),
    ("matmul_tiled", "start <= last", "one round more, in which there are only zeros to add"),
    ("mandelbrot_refilled", "round <= 8", "how many rounds lie between two looks"),
    ("mandelbrot_refilled", "if (turn > turns) return;", "which lane draws, not what is drawn"),
    ("mandelbrot_refilled", "if (false) return;", "which lane draws, not what is drawn"),
    ("compact_chunk_counts", "if (i > element_count) return;", "there are as many lanes as chunks, 256"),
    ("compact_chunk_counts", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("compact_chunks", "if (i > totals_count) return;", "there are as many lanes as chunks, 256"),
    ("compact_chunks", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("compact_chunks", "int end = (source_count / 4);", "behind its chunk a lane has no places to store at"),
    ("compact_lookback", "if (tile > states_count) return;", "more groups than tiles are only where they fill rows"),
    ("compact_lookback", "if (false) return;", "more groups than tiles are only where they fill rows"),
    ("compact_lookback", "stride <= gl_WorkGroupSize.x", "one round more, in which no lane is so far right"),
    ("reduce", "int end = (whole);", "lanes take turns here: a share ends where the source does"),
    ("reduce_image", "int turns = ((source_count", "lanes take turns here: a share ends where the source does"),
    ("reduce_image", "if (at.x > width)", "so few texels are one turn of all lanes, so none goes on"),
    ("reduce_shared", "int(group()) <= result_count", "more groups than results are only where they fill rows"),
    ("reduce_shared", "if (lane == 0u && true)", "more groups than results are only where they fill rows"),
    ("scan", "stride <= gl_WorkGroupSize.x", "one round more, in which no lane is so far right"),
    ("scan", "group() <= uint(block_totals_count)", "more groups than totals are only where they fill rows"),
    ("scan", "if (last && true)", "more groups than totals are only where they fill rows"),
    ("scan_chunk_totals", "if (i > element_count) return;", "there are as many lanes as chunks, 256"),
    ("scan_chunk_totals", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("scan_chunks", "if (i > totals_count) return;", "there are as many lanes as chunks, 256"),
    ("scan_chunks", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("select_digit", "stride <= DIGITS", "one round more, in which no lane is so far left"),
    ("sort_onesweep", "if (false) return;", "more groups than tiles are only where they fill rows"),
    ("sort_onesweep", "looks > PATIENCE", "how long a silent tile is waited for"),
    ("sort_onesweep", "if (true) {", "how long a silent tile is waited for"),
    ("sort_onesweep", "state > PREFIX", "before a tile that knows of no key there is none"),
    ("sort", "block - 1 <= last_block", "blocks are powers of two"),
    ("sort", "comparator <= TILE / 2", "one comparator more, whose upper side lies behind the tile"),
    ("sort_count", "if (i > chunks) return;", "there are as many lanes as chunks"),
    ("sort_count", "if (false) return;", "there are as many lanes as chunks"),
    ("sort_scatter", "if (i > chunks) return;", "there are as many lanes as chunks"),
    ("sort_scatter", "if (false) return;", "there are as many lanes as chunks"),
    (
        "scan_lookback",
        "uint state = true ?",
        "`max` keeps the index in range, and tile 0 knows its prefix as no tile does",
    ),
    ("scan_lookback", "atomicOr(states[(other)], 0u)", "the condition before it keeps the index in range too"),
    ("scan_lookback", "if (true && state == TOTAL)", "what lies before tile 0 counts as a prefix, never as a total"),
    ("scan_lookback", "looks = seen >= 0 ?", "how long a silent tile is waited for"),
    ("scan_lookback", "looks = true ?", "how long a silent tile is waited for"),
    ("scan_lookback", "looks > PATIENCE", "how long a silent tile is waited for"),
    ("scan_lookback", "if (!complete && true)", "how long a silent tile is waited for"),
    ("scan_lookback", "if (tile > totals_count) return;", "more groups than tiles are only where they fill rows"),
    ("scan_lookback", "if (false) return;", "more groups than tiles are only where they fill rows"),
    ("scan_lookback", "stride <= gl_WorkGroupSize.x", "one round more, in which no lane is so far right"),
    ("level_set_needs", "if (lane <= 8", "there is no bit 8"),
    ("multigrid_prolong", "column <= side", "cycles gain less, as tests/multigrid.rs would see, and still enough here"),
    ("segmented_scan", "stride <= gl_WorkGroupSize.x", "one round more, in which no lane is so far right"),
    ("segmented_scan", "group() > uint(block_totals_count)", "more groups than totals are only where they fill rows"),
    ("segmented_scan", "if (false) return;", "more groups than totals are only where they fill rows"),
    ("segmented_scan", "!begun[(lane) - 1u]", "the condition before it keeps the index in range too"),
    ("segmented_scan_chunk_totals", "if (i > element_count) return;", "there are as many lanes as chunks, 256"),
    ("segmented_scan_chunk_totals", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("segmented_scan_chunks", "if (i > totals_count) return;", "there are as many lanes as chunks, 256"),
    ("segmented_scan_chunks", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("split_chunks", "if (i > totals_count) return;", "there are as many lanes as chunks, 256"),
    ("split_chunks", "if (false) return;", "there are as many lanes as chunks, 256"),
    ("dispatch_indirect_groups", "groups[0] = true ?", "without rows along y nothing is launched, whatever is along x"),
    ("dispatch_indirect_groups", "rows >= 0u ?", "without rows along y nothing is launched, whatever is along x"),
    ("spmv_merge", "int row = (0);", "the search begins further up, and ends at the same row"),
    ("spmv_merge", "int high = (result_count);", "the search begins further down, and ends at the same row"),
    ("spmv_merge_carries", "at <= carries_count", "the last lane carries to no row, so the loop ends there"),
    ("spmv_vector", "row <= result_count) result", "one zero more, into what fills the buffer up to whole fours"),
    ("summed_area", "if (row > height) return;", "more groups than rows are only where they fill rows of groups"),
    ("summed_area", "if (false) return;", "more groups than rows are only where they fill rows of groups"),
    ("summed_area", "first <= width", "one round more, behind the row's end"),
    ("summed_area", "stride <= lanes", "one round more, in which no lane is so far right"),
    ("convolve", "if (line > lines) return;", "more groups than tiles are only where they fill rows of groups"),
    ("convolve", "if (false) return;", "more groups than tiles are only where they fill rows of groups"),
    ("hash_grid_near", "row <= 9", "a row of cells two off, where no point is near"),
    ("boids_grid", "row <= 9", "a row of cells two off, where no bird is in sight"),
    ("boids_shared", "start <= element_count", "one tile more, in which there is no bird"),
    ("hash_grid_starts", "if (i > element_count) return;", "buckets are whole groups"),
    ("nbody", "other + 4 - 1 <= last", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_images", "if (other <= last)", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_images", "if (true) {", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_shared", "start <= last", "one tile more, in which nothing has a mass"),
    ("nbody_registers", "start <= last", "one tile more, in which nothing has a mass"),
    ("photon_map_count", "place.w <= 7.0", "an entry on the mirror is in a cell, and on no point's wall"),
    ("photon_map_link", "place.w <= 7.0", "an entry on the mirror is in a cell, and on no point's wall"),
    ("reaction_diffusion_tiled", "i <= TILE", "one cell more, a corner of the rim that nobody reads"),
    ("reaction_diffusion_tiled", "(cell.y) < rim", "the rim's columns are wrong sooner, and still not near the tile"),
    (
        "reaction_diffusion_tiled",
        "(cell.y) >= RIMMED",
        "the rim's columns are wrong sooner, and still not near the tile",
    ),
    ("fluid_dye", "place = (vec2(cell) - interval", "a place outside the grid has what is at its edge"),
    ("fluid_volume", "between((vec3(cell) - interval", "a place outside the volume has what is at its edge"),
    ("fluid_pressure", "/ (open);", "a cell without an open face takes no quotient"),
    ("transpose_blocks", "if (i > element_count) return;", "a block behind the last has no rows"),
    ("transpose_blocks", "if (false) return;", "a block behind the last has no rows"),
];

/// What makes a scene of that many cells or so.
type Made = fn(&Device, [usize; 2]) -> crate::Result<Box<dyn Scene>>;

/// A scene's picture in the compute era against the fragment era's.
fn pictured(device: &Device, workload: &Workload, scene: Made) -> crate::Result<Trial> {
    let side = workload.size.isqrt().clamp(1, 40);
    let size = [side + 3, side];
    let lanes = |device: &Device| {
        let picture = scene(device, [side, side + 2])?.picture(size)?.read()?;
        Ok::<_, Error>(picture.iter().flat_map(|colour| colour.iter().copied()).collect::<Vec<f32>>())
    };
    let wanted = lanes(&device.with_era(Era::Fragment)?)?;
    let device = device.clone();
    let picture = move || scene(&device, [side, side + 2])?.picture(size);
    Ok(Trial::new(picture, move |picture| {
        let given: Vec<f32> = picture.read()?.iter().flat_map(|colour| colour.iter().copied()).collect();
        Ok(Check::within(&given, &wanted, 1e-5))
    }))
}

/// Ways that the table of algorithms does not go.
const FURTHER: &[(&str, Rung)] = &[
    ("page_table", further("compute, of too many pages", pages::too_many)),
    ("level_set", further("compute, with blank pages inside", pages::grown)),
    ("level_set", further("compute, drawn", pages::surface)),
    (
        "life",
        further("compute, its picture", |device, workload| {
            pictured(device, workload, |device, size| {
                let cells: Vec<u32> = (0..(size[0] * size[1]) as u32).map(|i| random::word(1, i, 0) & 1).collect();
                Ok(Box::new(life::Board::new(device, device.stream_of(size, &cells)?)?))
            })
        }),
    ),
    (
        "fluid",
        further("compute, its picture", |device, workload| {
            pictured(device, workload, |device, [columns, rows]| {
                let (mut state, setting) = fluid::Fields::jets([columns, rows]);
                let lanes = (0..).zip(&mut state.dye).map(|(i, dye)| (random::uniform(1, i, 0), dye));
                lanes.for_each(|(lane, dye)| dye.fill(lane));
                Ok(Box::new(fluid::Fluid::new(device, &state, setting)?))
            })
        }),
    ),
    (
        "fluid_volume",
        further("compute, its picture", |device, workload| {
            pictured(device, workload, |device, [columns, rows]| {
                let (mut state, setting) = fluid_volume::Smoke::chimney([columns, rows, 3]);
                (0..)
                    .zip(&mut state.cells)
                    .for_each(|(i, cell)| cell.w = random::uniform(1, i, 0));
                Ok(Box::new(fluid_volume::Volume::new(device, &state, setting)?))
            })
        }),
    ),
    (
        "heat",
        further("compute, its picture", |device, workload| {
            pictured(device, workload, |device, [columns, rows]| {
                let cells: Vec<f32> = (0..columns * rows).map(|i| random::uniform(1, i as u32, 0)).collect();
                Ok(Box::new(heat::Plate::new(device, [columns, rows], &cells, 1)?))
            })
        }),
    ),
    ("volume", further("compute, between the cells", pictures::sampled)),
    ("distance_field", further("compute, distances", pictures::distances)),
    ("distance_field", further("compute, drawn", pictures::regions)),
    ("photon_map", further("compute, drawn", pictures::room)),
    ("reaction_diffusion", further("compute, drawn", pictures::dish)),
    ("lattice_boltzmann", further("compute, drawn", pictures::wake)),
    (
        "tree_depth",
        further("compute, all in a circle", |device, workload| {
            // As many nodes as a power of two, so that the last jump comes to exactly as many steps.
            let nodes = workload.size.next_power_of_two();
            let parents: Vec<Pointer> = (1..=nodes).map(|node| Pointer::to(node % nodes)).collect();
            let (depth, _) = tree_depth::reference(&parents);
            let (device, parents) = (device.clone(), device.stream(&parents)?);
            let run = move || tree_depth::compute(&device, &parents);
            Ok(Trial::new(run, move |forest| Ok(Check::exact(&forest.depth.read()?, &depth))))
        }),
    ),
    (
        "fft",
        further("compute_registers, of a rectangle", |device, workload| {
            fft::trial(device, workload, |_| fft::Method::Registers, true)
        }),
    ),
    (
        "matmul",
        further("compute_blocks, of several blocks", |device, workload| {
            matmul::product_trial(device, [130, workload.size.min(9), 131], workload.seed, matmul::compute_blocks)
        }),
    ),
    (
        "scan",
        further("exclusive::compute_blocks", |device, workload| shifted(device, workload, exclusive::compute_blocks)),
    ),
    (
        "scan",
        further("exclusive::compute_chunks", |device, workload| shifted(device, workload, exclusive::compute_chunks)),
    ),
    (
        "scan",
        further("exclusive::compute_lookback", |device, workload| {
            shifted(device, workload, exclusive::compute_lookback)
        }),
    ),
    ("reduce", further("compute_levels, of minima", least)),
    ("boids", further("a picture", drawn)),
    (
        "histogram",
        further("compute_shared, of one value", |device, workload| {
            let values = vec![0.5; workload.size];
            let wanted = histogram::reference(&values, 3);
            let (device, source) = (device.clone(), device.stream(&values)?);
            let run = move || histogram::compute_shared(&device, &source, 3);
            Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
        }),
    ),
    (
        "scatter_add",
        further("compute_fixed, of numbers too large", |device, workload| {
            let count = workload.size;
            let wanted = vec![2_147_483_520.0 / 16.0; count];
            let places: Vec<Pointer> = (0..count).map(Pointer::to).collect();
            let (device, source) = (device.clone(), device.stream(&vec![1e30; count])?);
            let places = device.stream(&places)?;
            let run = move || scatter_add::compute_fixed(&device, &source, &places, count, 4);
            Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
        }),
    ),
    (
        "gather",
        further("compute, with pointers to the end", |device, workload| {
            let (table, pointers) = (workload.floats(0), ends(workload));
            let wanted = gather::reference(&table, &pointers, 0.0);
            let (device, table, pointers) = (device.clone(), device.stream(&table)?, device.stream(&pointers)?);
            let run = move || gather::compute(&device, &table, &pointers);
            Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
        }),
    ),
    (
        "list_rank",
        further("compute, with pointers to the end", |device, workload| {
            let pointers = ends(workload);
            let wanted = list_rank::reference(&pointers);
            let (device, pointers) = (device.clone(), device.stream(&pointers)?);
            let run = move || list_rank::compute(&device, &pointers);
            Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
        }),
    ),
    (
        "list_rank",
        further("compute_packed, with pointers to the end", |device, workload| {
            let pointers = ends(workload);
            let wanted = list_rank::reference(&pointers);
            let (device, pointers) = (device.clone(), device.stream(&pointers)?);
            let run = move || list_rank::compute_packed(&device, &pointers);
            let ranks = |links: Vec<[u32; 2]>| links.iter().map(|[_, rank]| *rank).collect::<Vec<_>>();
            Ok(Trial::new(run, move |result: &Stream<[u32; 2]>| Ok(Check::exact(&ranks(result.read()?), &wanted))))
        }),
    ),
    (
        "summed_area",
        further("compute_rows, of rows longer than a group", |device, workload| {
            let pixels = workload.integers(0, 256);
            let (shape, wanted) = ([workload.size, 1], summed_area::reference(&pixels, workload.size));
            let (device, source) = (device.clone(), device.stream_of(shape, &pixels)?);
            let run = move || summed_area::compute_rows(&device, &source);
            Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
        }),
    ),
];

/// A flock that is drawn from the corners that a compute kernel wrote, against one that is drawn from textures.
fn drawn(device: &Device, workload: &Workload) -> crate::Result<Trial> {
    let state = boids::HostBirds::new(workload.size.min(300), workload.seed);
    let flock = |device: &Device| boids::Flock::new(device, &state, boids::Rules::default());
    let wanted = flock(&device.with_era(Era::Fragment)?)?.picture([32, 24])?.read()?;
    let mut flock = flock(device)?;
    let run = move || flock.picture([32, 24]);
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// Each element points to the next, the last one just behind the end.
fn ends(workload: &Workload) -> Vec<Pointer> {
    (1..=workload.size).map(Pointer::to).collect()
}

/// The least of numbers of which none is as small as the zeros that lie behind them.
fn least(device: &Device, workload: &Workload) -> crate::Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| number + 2.0).collect();
    let wanted = numbers.iter().copied().fold(f32::INFINITY, f32::min);
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    let run = move || reduce::compute_levels(&device, reduce::Operation::Min, &source);
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &[wanted]))))
}

const fn further(name: &'static str, prepare: fn(&Device, &Workload) -> crate::Result<Trial>) -> Rung {
    Rung {
        name,
        era: Era::Compute,
        method: "",
        cost: "",
        source: "",
        alias: None,
        turns: |_| crate::algorithms::FEW_TURNS,
        prepare,
    }
}

fn shifted(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Stream<u32>) -> crate::Result<Stream<u32>>,
) -> crate::Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let wanted = exclusive::reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// What one run on a watching emulator says.
#[derive(Debug, PartialEq)]
enum Verdict {
    Right,
    /// The first finding.
    Found(String),
    /// An error, or a result that is wrong.
    Wrong(String),
    /// No GLSL.
    Stillborn,
}

fn run(rung: &Rung, size: usize) -> Verdict {
    let device = Device::emulator(rung.era).unwrap();
    let check = (rung.prepare)(&device, &Workload::new(size, 7)).and_then(|mut trial| trial.check());
    let findings = device.findings().unwrap();
    match check {
        Err(Error::Source { .. }) => Verdict::Stillborn,
        _ if !findings.is_empty() => Verdict::Found(findings[0].to_string()),
        Err(error) => Verdict::Wrong(error.to_string()),
        Ok(check) if !check.passed() => Verdict::Wrong(format!("off by {}, {} allowed", check.error, check.bound)),
        Ok(_) => Verdict::Right,
    }
}

/// A kernel file of the compute era, and the rungs that run it.
struct Kernel {
    name: String,
    text: String,
    rungs: Vec<&'static Rung>,
}

impl Kernel {
    fn file(&self) -> String {
        format!("{}.comp", self.name)
    }

    /// The text, and as the ways of [`DRIVEN`] have it.
    fn ways(&self, text: &str) -> Vec<String> {
        let mut ways = vec![text.to_string()];
        for (_, pieces) in DRIVEN.iter().filter(|(name, _)| *name == self.name) {
            ways.push(pieces.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to)));
        }
        ways
    }

    /// The first run that goes wrong with that text, or that nothing does.
    fn judge(&self, text: &str) -> Verdict {
        for way in self.ways(text) {
            for size in SIZES {
                // Only tiles that look back, and bins that fill shared memory, are so large.
                let tiled = |name: &str| name.starts_with("scan") || name.starts_with("histogram_shared");
                if size > 5_000 && !tiled(&self.name) && !self.name.ends_with("lookback") {
                    continue;
                }
                for rung in &self.rungs {
                    let (verdict, _) = swapped::with(&self.file(), &way, || run(rung, size));
                    if verdict != Verdict::Right {
                        return verdict;
                    }
                }
            }
        }
        Verdict::Right
    }
}

fn all_rungs() -> impl Iterator<Item = (&'static str, &'static Rung)> {
    let further = FURTHER.iter().map(|(name, rung)| (*name, rung));
    TABLE
        .iter()
        .flat_map(|algorithm| algorithm.rungs.iter().map(|rung| (algorithm.name, rung)))
        .chain(further)
}

fn kernels() -> Vec<Kernel> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("compute_kernels");
    let mut kernels = Vec::new();
    let parts = std::fs::read_dir(folder).unwrap().map(|part| part.unwrap().path());
    for entry in parts.flat_map(|part| std::fs::read_dir(part).unwrap()) {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "comp") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            kernels.push(Kernel { name, text: std::fs::read_to_string(path).unwrap(), rungs: Vec::new() });
        }
    }
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    for kernel in &mut kernels {
        for (algorithm, rung) in all_rungs().filter(|(_, rung)| rung.era == Era::Compute) {
            let ours = kernel.name.starts_with(algorithm);
            if ours && swapped::with(&kernel.file(), &kernel.text, || run(rung, 1_000)).1 > 0 {
                kernel.rungs.push(rung);
            }
        }
        assert!(!kernel.rungs.is_empty(), "no rung runs {}", kernel.file());
    }
    kernels
}

/// Does each piece of work on one of the machine's threads.
fn on_all_threads<T: Sync>(work: &[T], task: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(work.len());
    let turns = || {
        while let Some(piece) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            task(piece);
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(turns))));
}

/// What became of a kernel's mutants.
#[derive(Default, Clone)]
struct Tally {
    mutants: usize,
    found: usize,
    wrong: usize,
    harmless: usize,
    unseen: Vec<String>,
}

fn tally(kernel: &Kernel, mutants: &[&Mutant]) -> Tally {
    let mut tally = Tally::default();
    for mutant in mutants {
        let known = HARMLESS
            .iter()
            .any(|(name, piece, _)| *name == kernel.name && mutant.now.contains(piece));
        let place = format!("{}:{}: {}", kernel.file(), mutant.line, mutant.now);
        match kernel.judge(&mutant.text) {
            Verdict::Stillborn => panic!("{place} is no GLSL"),
            Verdict::Found(_) => tally.found += 1,
            Verdict::Wrong(_) => tally.wrong += 1,
            Verdict::Right if known => tally.harmless += 1,
            Verdict::Right => tally.unseen.push(place),
        }
        tally.mutants += 1;
    }
    tally
}

#[test]
fn mutants_are_seen() {
    let kernels = kernels();
    let tallies = Mutex::new(vec![[Tally::default(), Tally::default()]; kernels.len()]);
    let places: Vec<usize> = (0..kernels.len()).collect();
    on_all_threads(&places, |&at| {
        let kernel = &kernels[at];
        let mutants = mutants(&kernel.text);
        let (barriers, guards): (Vec<&Mutant>, Vec<&Mutant>) = mutants.iter().partition(|mutant| mutant.barrier);
        let counted = [tally(kernel, &barriers), tally(kernel, &guards)];
        tallies.lock().unwrap()[at] = counted;
    });
    let tallies = tallies.into_inner().unwrap();
    let line = |name: &str, what: &str, tally: &Tally| {
        let Tally { mutants, found, wrong, harmless, unseen } = tally;
        println!("{name:24} {what:9} {mutants:7} {found:8} {wrong:6} {harmless:8} {:6}", unseen.len());
    };
    println!("{:24} {:9} mutants findings result harmless unseen", "kernel", "without");
    let mut total = Tally::default();
    for (kernel, of_kernel) in kernels.iter().zip(&tallies) {
        for (what, tally) in ["a barrier", "a guard"].iter().zip(of_kernel) {
            if tally.mutants > 0 {
                line(&kernel.name, what, tally);
            }
            total.mutants += tally.mutants;
            total.found += tally.found;
            total.wrong += tally.wrong;
            total.harmless += tally.harmless;
            total.unseen.extend(tally.unseen.iter().cloned());
        }
    }
    line("all", "", &total);
    total.unseen.iter().for_each(|place| println!("unseen: {place}"));
    assert!(total.mutants >= 150, "{} mutants are too few to say anything", total.mutants);
    let seen = total.mutants - total.unseen.len();
    assert!(seen * 100 >= total.mutants * 98, "{seen} of {} mutants seen or named harmless", total.mutants);
}

#[test]
fn kernels_as_they_are_have_no_findings() {
    let rungs: Vec<_> = all_rungs().collect();
    let faults = Mutex::new(Vec::new());
    on_all_threads(&rungs, |(algorithm, rung)| {
        for size in [0, 1, 3, 255, 1_000, 4_097, 16_385] {
            let verdict = run(rung, size);
            if verdict != Verdict::Right {
                faults
                    .lock()
                    .unwrap()
                    .push(format!("{algorithm}::{} of {size}: {verdict:?}", rung.name));
            }
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn driven_ways_are_right() {
    for kernel in kernels()
        .iter()
        .filter(|kernel| DRIVEN.iter().any(|(name, _)| *name == kernel.name))
    {
        let ways = kernel.ways(&kernel.text);
        assert!(ways.iter().skip(1).all(|way| *way != kernel.text), "{} has changed", kernel.file());
        assert_eq!(kernel.judge(&kernel.text), Verdict::Right);
    }
}
