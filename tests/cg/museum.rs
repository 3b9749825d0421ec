//! The programs of the book's museum: each on three cards, against the same computed here in doubles, and the table of
//! the page, whose rows are those of these runs.

use gristmill::check::KernelCheck;
use gristmill::{Device, Era, Kernel, KernelSource, Profile, Result, Sampling};

/// The page of the table.
const PAGE: &str = include_str!("../../book/src/museum.md");

/// The cards of the table, in the order of its columns.
const CARDS: [&str; 3] = ["radeon-9700", "geforce-fx-5900", "geforce-6800"];

/// The columns and rows of the programs on grids: no powers of two, and no square.
const GRID: [usize; 2] = [WIDTH, HEIGHT];
const WIDTH: usize = 13;
const HEIGHT: usize = 9;

type Cell = [f32; 4];

/// A program of the museum.
struct Exhibit {
    /// The name of its file in `fragment_kernels/museum`, and of its row.
    file: &'static str,
    text: &'static str,
    /// True if its textures are rectangles.
    reads_rectangles: bool,
    /// The instructions that NVIDIA's compiler, Cg 3.1, makes of it for the GeForce 6800 (profile fp40).
    nvidia_count: u64,
    run: fn(&Device, &Kernel) -> Result<Outcome>,
}

/// The passes of a run, and the greatest difference from the same in doubles, as a part of the greatest result.
pub(super) struct Outcome {
    pub passes: usize,
    pub error: f64,
}

macro_rules! exhibit {
    ($file:literal, $rectangles:literal, $nvidia_count:literal, $run:path) => {
        Exhibit {
            file: $file,
            text: include_str!(concat!("../../fragment_kernels/museum/", $file)),
            reads_rectangles: $rectangles,
            nvidia_count: $nvidia_count,
            run: $run,
        }
    };
}

const EXHIBITS: [Exhibit; 15] = [
    exhibit!("life.hlsl", false, 27, run_life),
    exhibit!("reaction_diffusion.cg", false, 27, run_reaction_diffusion),
    exhibit!("bitonic.cg", true, 36, run_bitonic),
    exhibit!("level_set.cg", true, 37, run_level_set),
    exhibit!("advect.cg", true, 21, run_advect),
    exhibit!("relax.cg", true, 23, run_relax),
    exhibit!("matmul.hlsl", false, 25, run_matmul),
    exhibit!("mandelbrot.hlsl", false, 14, run_mandelbrot),
    exhibit!("fetches.cg", true, 7, run_fetches),
    exhibit!("black_scholes.cg", true, 48, run_black_scholes),
    exhibit!("listing_33_1.cg", true, 6, run_array),
    exhibit!("listing_33_2.cg", false, 7, run_array),
    exhibit!("listing_33_3.cg", false, 11, run_volume),
    exhibit!("listing_33_4.cg", true, 13, run_volume),
    exhibit!("alignment.cg", true, 27, super::alignment::run_alignment),
];

impl Exhibit {
    fn source(&self) -> KernelSource {
        let (name, ending) = self.file.rsplit_once('.').unwrap();
        let source = KernelSource::new(name);
        if ending == "hlsl" { source.fragment_hlsl(self.text, None) } else { source.fragment_cg(self.text, None) }
    }

    /// Returns the instructions that a card needs, its loops written out, or what it refuses.
    fn count_on(&self, card: &'static Profile) -> std::result::Result<u64, &'static str> {
        let fit = KernelCheck::source(self.file, self.text).flat().unwrap().fit(card);
        if let Some(refusal) = fit.refusals().next() {
            return Err(refusal.thing);
        }
        let is_of_slots = |thing: &str| ["arithmetic slots", "texture slots"].contains(&thing);
        Ok(fit
            .demands
            .iter()
            .filter(|demand| is_of_slots(demand.thing))
            .map(|demand| demand.given)
            .sum())
    }

    /// Returns the cell of a card: its instructions and error, or what it refuses.
    fn describe_on(&self, card: &'static Profile) -> String {
        let count = match self.count_on(card) {
            Ok(count) => count,
            Err(thing) => return format!("refused: {thing}"),
        };
        let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
        let device = device.with_rectangles(self.reads_rectangles);
        let ran = device.kernel(&self.source()).and_then(|kernel| (self.run)(&device, &kernel));
        match ran {
            Ok(Outcome { error, .. }) => format!("{count}, {}", describe_error(error)),
            // "life.hlsl: float textures: cells is .."
            Err(error) => format!("refused: {}", error.to_string().split(": ").nth(1).unwrap()),
        }
    }
}

fn describe_error(error: f64) -> String {
    if error == 0.0 { "exact".to_string() } else { format!("{error:.0e}") }
}

/// Returns a number from 0 to 1 by lot, the same in each run.
fn number(at: usize) -> f32 {
    let mixed = (at as u32).wrapping_add(1).wrapping_mul(0x9E37_79B1);
    f32::from(((mixed ^ (mixed >> 15)) >> 8) as u16) / 65_536.0
}

fn numbers(count: usize, first: usize) -> Vec<f32> {
    (first..first + count).map(number).collect()
}

fn grid_size() -> [f32; 2] {
    [WIDTH as f32, HEIGHT as f32]
}

/// Returns the greatest difference, as a part of the greatest wanted value.
pub(super) fn find_error(got: &[f32], wanted: &[f64]) -> f64 {
    assert_eq!(got.len(), wanted.len());
    let scale = wanted.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let differences = got.iter().zip(wanted).map(|(got, wanted)| (f64::from(*got) - wanted).abs());
    let greatest = differences.fold(0.0_f64, f64::max);
    if greatest == 0.0 { 0.0 } else { greatest / scale }
}

/// Returns the value of a cell of the grid, or of the nearest one inside.
fn at(cells: &[f64], row: i64, column: i64) -> f64 {
    let row = row.clamp(0, HEIGHT as i64 - 1) as usize;
    let column = column.clamp(0, WIDTH as i64 - 1) as usize;
    cells[row * WIDTH + column]
}

fn map_grid(value: impl Fn(i64, i64) -> f64) -> Vec<f64> {
    let cells = (0..HEIGHT * WIDTH).map(|cell| ((cell / WIDTH) as i64, (cell % WIDTH) as i64));
    cells.map(|(row, column)| value(row, column)).collect()
}

fn widen(cells: &[f32]) -> Vec<f64> {
    cells.iter().map(|x| f64::from(*x)).collect()
}

fn run_life(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let start: Vec<f32> = numbers(HEIGHT * WIDTH, 3).iter().map(|x| f32::from(*x < 0.4)).collect();
    let mut cells = device.stream_of(GRID, &start.iter().map(|x| [*x; 4]).collect::<Vec<Cell>>())?;
    let mut next = device.empty::<Cell>(GRID)?;
    let size = grid_size();
    let mut wanted = widen(&start);
    let passes = 8;
    for _ in 0..passes {
        let call = kernel.call().sampled("cells", &cells, Sampling::nearest().repeat());
        call.uniform("cell", [1.0 / size[0], 1.0 / size[1]])
            .output("COLOR0", &mut next)
            .run()?;
        std::mem::swap(&mut cells, &mut next);
        let before = wanted;
        let wrapped = |row: i64, column: i64| {
            let (row, column) = (row.rem_euclid(HEIGHT as i64), column.rem_euclid(WIDTH as i64));
            at(&before, row, column)
        };
        wanted = map_grid(|row, column| {
            let offsets = (0..9).filter(|place| *place != 4);
            let alive: f64 = offsets.map(|place| wrapped(row + place / 3 - 1, column + place % 3 - 1)).sum();
            f64::from(alive == 3.0 || (alive == 2.0 && wrapped(row, column) > 0.0))
        });
    }
    let got: Vec<f32> = cells.read()?.iter().map(|cell| cell[0]).collect();
    Ok(Outcome { passes, error: find_error(&got, &wanted) })
}

fn run_reaction_diffusion(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let start: Vec<[f32; 2]> = numbers(HEIGHT * WIDTH, 7).iter().map(|x| [1.0 - x / 2.0, x / 4.0]).collect();
    let mut cells = device.stream_of(GRID, &start)?;
    let mut next = device.empty::<[f32; 2]>(GRID)?;
    let size = grid_size();
    let rates = [0.16_f32, 0.08, 0.035, 0.06];
    let [spread_a, spread_b, feed, kill] = rates.map(f64::from);
    let mut wanted: [Vec<f64>; 2] = [0, 1].map(|part| start.iter().map(|cell| f64::from(cell[part])).collect());
    let passes = 10;
    for _ in 0..passes {
        let call = kernel.call().sampled("chemicals", &cells, Sampling::nearest().repeat());
        let call = call.uniform("cell", [1.0 / size[0], 1.0 / size[1]]).uniform("rates", rates);
        call.output("COLOR0", &mut next).run()?;
        std::mem::swap(&mut cells, &mut next);
        let before = wanted;
        let part = |which: usize, row: i64, column: i64| {
            at(&before[which], row.rem_euclid(HEIGHT as i64), column.rem_euclid(WIDTH as i64))
        };
        let spread = |which: usize, row: i64, column: i64| {
            let sides = part(which, row - 1, column) + part(which, row + 1, column);
            sides + part(which, row, column - 1) + part(which, row, column + 1) - 4.0 * part(which, row, column)
        };
        let reacts = |row, column| part(0, row, column) * part(1, row, column) * part(1, row, column);
        let first = map_grid(|row, column| {
            let here = part(0, row, column);
            here + spread_a * spread(0, row, column) - reacts(row, column) + feed * (1.0 - here)
        });
        let second = map_grid(|row, column| {
            let here = part(1, row, column);
            here + spread_b * spread(1, row, column) + reacts(row, column) - (feed + kill) * here
        });
        wanted = [first, second];
    }
    let got = cells.read()?;
    let parts = [0, 1].map(|which| find_error(&got.iter().map(|cell| cell[which]).collect::<Vec<_>>(), &wanted[which]));
    Ok(Outcome { passes, error: parts[0].max(parts[1]) })
}

fn run_bitonic(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let shape = [32, 8];
    // Whole numbers, which all three cards hold exactly.
    let start: Vec<f32> = numbers(256, 11).iter().map(|x| (x * 2000.0).floor()).collect();
    let mut sorted = device.stream_of(shape, &start)?;
    let mut next = device.empty::<f32>(shape)?;
    let mut passes = 0;
    for stage in 1..=8 {
        for distance in (0..stage).rev().map(|power| 1 << power) {
            let call = kernel.call().gather("numbers", &sorted).uniform("width", 32.0);
            let call = call.uniform("distance", distance as f32).uniform("run", (1 << stage) as f32);
            call.output("COLOR0", &mut next).run()?;
            std::mem::swap(&mut sorted, &mut next);
            passes += 1;
        }
    }
    let mut wanted = widen(&start);
    wanted.sort_by(f64::total_cmp);
    Ok(Outcome { passes, error: find_error(&sorted.read()?, &wanted) })
}

fn run_level_set(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let distance = |row: i64, column: i64| ((row as f64 - 4.0).hypot(column as f64 - 6.0) - 2.5) as f32;
    let start: Vec<f32> = map_grid(|row, column| distance(row, column).into())
        .iter()
        .map(|x| *x as f32)
        .collect();
    let mut field = device.stream_of(GRID, &start)?;
    let mut next = device.empty::<f32>(GRID)?;
    let mut wanted = widen(&start);
    let passes = 10;
    for turn in 0..passes {
        let speed = if turn < 5 { 1.0_f32 } else { -1.0 };
        let call = kernel.call().gather("distance", &field).uniform("size", grid_size());
        call.uniform("speed", speed)
            .uniform("step", 0.25)
            .output("COLOR0", &mut next)
            .run()?;
        std::mem::swap(&mut field, &mut next);
        let before = wanted;
        wanted = map_grid(|row, column| {
            let here = at(&before, row, column);
            let differences = [
                (here - at(&before, row, column - 1), at(&before, row, column + 1) - here),
                (here - at(&before, row - 1, column), at(&before, row + 1, column) - here),
            ];
            let side = |(back, ahead): (f64, f64)| match speed > 0.0 {
                true => back.max(0.0).max(-ahead),
                false => ahead.max(0.0).max(-back),
            };
            here - 0.25 * f64::from(speed) * side(differences[0]).hypot(side(differences[1]))
        });
    }
    Ok(Outcome { passes, error: find_error(&field.read()?, &wanted) })
}

fn run_advect(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let count = HEIGHT * WIDTH;
    let speeds: Vec<[f32; 2]> = (0..count)
        .map(|cell| [3.0 * number(cell) - 1.5, 3.0 * number(cell + 500) - 1.5])
        .collect();
    let start: Vec<Cell> = (0..count)
        .map(|cell| [0, 1, 2, 3].map(|part| number(4 * cell + part)))
        .collect();
    let velocity = device.stream_of(GRID, &speeds)?;
    let quantity = device.stream_of(GRID, &start)?;
    let mut carried = device.empty::<Cell>(GRID)?;
    let call = kernel.call().gather("velocity", &velocity).gather("quantity", &quantity);
    call.uniform("size", grid_size())
        .uniform("step", 1.0)
        .output("COLOR0", &mut carried)
        .run()?;
    let got = carried.read()?;
    let mut error = 0.0_f64;
    for part in 0..4 {
        let before: Vec<f64> = start.iter().map(|cell| f64::from(cell[part])).collect();
        let wanted = map_grid(|row, column| {
            let [across, up] = speeds[row as usize * WIDTH + column as usize].map(f64::from);
            let from = |place: i64, speed: f64, side: usize| (place as f64 - speed).clamp(0.0, side as f64 - 1.0);
            let (x, y) = (from(column, across, WIDTH), from(row, up, HEIGHT));
            let (left, low) = (x.floor() as i64, y.floor() as i64);
            let mix = |row: i64| at(&before, row, left) * (1.0 - x.fract()) + at(&before, row, left + 1) * x.fract();
            mix(low) * (1.0 - y.fract()) + mix(low + 1) * y.fract()
        });
        error = error.max(find_error(&got.iter().map(|cell| cell[part]).collect::<Vec<_>>(), &wanted));
    }
    Ok(Outcome { passes: 1, error })
}

fn run_relax(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let count = HEIGHT * WIDTH;
    let right_side = numbers(count, 21);
    let given = device.stream_of(GRID, &right_side)?;
    let mut x = device.stream_of(GRID, &vec![0.0_f32; count])?;
    let mut next = device.empty::<f32>(GRID)?;
    let mut wanted = vec![0.0; count];
    let passes = 20;
    for _ in 0..passes {
        let call = kernel.call().gather("x", &x).gather("right_side", &given);
        call.uniform("size", grid_size()).output("COLOR0", &mut next).run()?;
        std::mem::swap(&mut x, &mut next);
        let before = wanted;
        wanted = map_grid(|row, column| {
            let across = at(&before, row, column - 1) + at(&before, row, column + 1);
            let up = at(&before, row - 1, column) + at(&before, row + 1, column);
            (across + up - f64::from(right_side[row as usize * WIDTH + column as usize])) / 4.0
        });
    }
    Ok(Outcome { passes, error: find_error(&x.read()?, &wanted) })
}

fn run_matmul(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    // Of 12 x 12 elements, four in a texel.
    let side = 12;
    let (left, right) = (numbers(side * side, 31), numbers(side * side, 631));
    let pack = |matrix: &[f32]| -> Vec<Cell> { matrix.chunks(4).map(|four| four.try_into().unwrap()).collect() };
    let shape = [side / 4, side];
    let given = [device.stream_of(shape, &pack(&left))?, device.stream_of(shape, &pack(&right))?];
    let mut sum = device.stream_of(shape, &vec![[0.0_f32; 4]; side * side / 4])?;
    let mut next = device.empty::<Cell>(shape)?;
    let passes = side / 4;
    for block in 0..passes {
        let middle = [(block as f32 + 0.5) / passes as f32; 2];
        let call = kernel.call().sampled("left", &given[0], Sampling::nearest());
        let call = call
            .sampled("right", &given[1], Sampling::nearest())
            .sampled("sum", &sum, Sampling::nearest());
        call.uniform("middle", middle)
            .uniform("row", 1.0 / side as f32)
            .output("COLOR0", &mut next)
            .run()?;
        std::mem::swap(&mut sum, &mut next);
    }
    let product = |row: usize, column: usize| -> f64 {
        (0..side)
            .map(|k| f64::from(left[row * side + k]) * f64::from(right[k * side + column]))
            .sum()
    };
    let wanted: Vec<f64> = (0..side * side).map(|cell| product(cell / side, cell % side)).collect();
    Ok(Outcome { passes, error: find_error(&sum.read()?.concat(), &wanted) })
}

fn run_mandelbrot(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let shape = [16, 16];
    let mut turns = device.empty::<Cell>(shape)?;
    // Steps of 1/8 from -2.0625: no point lies so near to the border that rounding counts.
    let plane = [-2.0625_f32 - 0.0625, -1.0625, 2.0, 2.0];
    kernel.call().uniform("plane", plane).output("COLOR0", &mut turns).run()?;
    let count = |pixel: usize| {
        let place = |at: usize| (at as f64 + 0.5) / 16.0;
        let x = f64::from(plane[0]) + place(pixel % 16) * 2.0;
        let y = f64::from(plane[1]) + place(pixel / 16) * 2.0;
        let mut z = (0.0_f64, 0.0_f64);
        let mut turns = 0.0;
        while turns < 64.0 && z.0 * z.0 + z.1 * z.1 <= 4.0 {
            z = (z.0 * z.0 - z.1 * z.1 + x, 2.0 * z.0 * z.1 + y);
            turns += 1.0;
        }
        turns
    };
    let wanted: Vec<f64> = (0..256).map(count).collect();
    let got: Vec<f32> = turns.read()?.iter().map(|cell| cell[0]).collect();
    Ok(Outcome { passes: 1, error: find_error(&got, &wanted) })
}

fn run_fetches(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let (width, height) = (WIDTH, HEIGHT);
    let place = |at: usize| {
        let cell = (at * 7 + 5) % (width * height);
        [(cell % width) as f32 + 0.5, (cell / width) as f32 + 0.5, cell as f32, 1.0]
    };
    let places: Vec<Cell> = (0..width * height).map(place).collect();
    let given = device.stream_of(GRID, &places)?;
    let mut sums = device.empty::<Cell>(GRID)?;
    kernel.call().gather("places", &given).output("COLOR0", &mut sums).run()?;
    let follow = |first: usize| {
        let mut sum = [0.0_f64; 4];
        let mut cell = first;
        for _ in 0..4 {
            (0..4).for_each(|part| sum[part] += f64::from(places[cell][part]));
            cell = places[cell][2] as usize;
        }
        sum
    };
    let wanted: Vec<f64> = (0..width * height).flat_map(follow).collect();
    Ok(Outcome { passes: 1, error: find_error(&sums.read()?.concat(), &wanted) })
}

/// Returns the normal distribution by Simpson's rule over its density.
fn distribute_normally(x: f64) -> f64 {
    let density = |t: f64| (-0.5 * t * t).exp() / std::f64::consts::TAU.sqrt();
    let (steps, low) = (4000, -12.0);
    let width = (x - low) / f64::from(steps);
    let weight = |step: i32| if step == 0 || step == steps { 1.0 } else { f64::from(2 + 2 * (step % 2)) };
    (0..=steps)
        .map(|step| weight(step) * density(low + f64::from(step) * width))
        .sum::<f64>()
        * width
        / 3.0
}

fn run_black_scholes(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let count = HEIGHT * WIDTH;
    let part = |at: usize, low: f32, high: f32| low + (high - low) * number(at);
    let option = |at: usize| {
        [part(at, 20.0, 60.0), part(at + 200, 20.0, 60.0), part(at + 400, 0.25, 5.0), part(at + 600, 0.1, 0.5)]
    };
    let options: Vec<Cell> = (0..count).map(option).collect();
    let given = device.stream_of(GRID, &options)?;
    let mut prices = device.empty::<f32>(GRID)?;
    let call = kernel.call().gather("options", &given).uniform("rate", 0.03125);
    call.output("COLOR0", &mut prices).run()?;
    let price = |option: &Cell| {
        let [stock, strike, years, volatility] = option.map(f64::from);
        let spread = volatility * years.sqrt();
        let first = ((stock / strike).ln() + (0.03125 + volatility * volatility / 2.0) * years) / spread;
        stock * distribute_normally(first) - strike * (-0.03125 * years).exp() * distribute_normally(first - spread)
    };
    let wanted: Vec<f64> = options.iter().map(price).collect();
    Ok(Outcome { passes: 1, error: find_error(&prices.read()?, &wanted) })
}

/// The texture of the chapter's listings: its sides are powers of two, for which they are right.
const TABLE: [usize; 2] = [16, 8];

fn table_size() -> [f32; 2] {
    TABLE.map(|side| side as f32)
}

/// Runs listing 33-1 or 33-2 on an array of 128 elements.
fn run_array(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let index = |at: usize| (at * 37 + 11) % (TABLE[0] * TABLE[1]);
    let indices: Vec<Cell> = (0..HEIGHT * WIDTH).map(|at| [index(at) as f32; 4]).collect();
    let elements: Vec<Cell> = (0..TABLE[0] * TABLE[1]).map(|at| [number(at); 4]).collect();
    let (given, table) = (device.stream_of(GRID, &indices)?, device.stream_of(TABLE, &elements)?);
    let mut found = device.empty::<Cell>(GRID)?;
    let call = kernel.call().sampled("indices", &given, Sampling::nearest());
    let call = call.sampled("table", &table, Sampling::nearest()).uniform("size", table_size());
    call.output("COLOR0", &mut found).run()?;
    let got: Vec<f32> = found.read()?.iter().map(|cell| cell[0]).collect();
    let wanted: Vec<f64> = (0..HEIGHT * WIDTH).map(|at| number(index(at)).into()).collect();
    Ok(Outcome { passes: 1, error: find_error(&got, &wanted) })
}

/// Runs listing 33-3, whose cells follow one another, or 33-4, whose slices lie side by side, on 4 x 4 x 8 cells.
fn run_volume(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let cell = |at: usize| {
        let index = (at * 37 + 11) % 128;
        [index % 4, index / 4 % 4, index / 16]
    };
    let places: Vec<Cell> = (0..HEIGHT * WIDTH)
        .map(|at| {
            let [x, y, z] = cell(at).map(|side| side as f32);
            [x, y, z, 0.0]
        })
        .collect();
    let are_sliced = kernel.name().contains("33_4");
    let stored = |[x, y, z]: [usize; 3]| {
        if are_sliced { (z / 4 * 4 + y) * TABLE[0] + z % 4 * 4 + x } else { (z * 4 + y) * 4 + x }
    };
    let mut texels = vec![[0.0_f32; 4]; TABLE[0] * TABLE[1]];
    for index in 0..128 {
        texels[stored([index % 4, index / 4 % 4, index / 16])] = [number(index); 4];
    }
    let (given, volume) = (device.stream_of(GRID, &places)?, device.stream_of(TABLE, &texels)?);
    let mut found = device.empty::<Cell>(GRID)?;
    let call = kernel.call().sampled("places", &given, Sampling::nearest());
    let call = call
        .sampled("volume", &volume, Sampling::nearest())
        .uniform("cells", [4.0, 4.0, 8.0]);
    call.uniform("size", table_size()).output("COLOR0", &mut found).run()?;
    let got: Vec<f32> = found.read()?.iter().map(|cell| cell[0]).collect();
    let index = |[x, y, z]: [usize; 3]| (z * 4 + y) * 4 + x;
    let wanted: Vec<f64> = (0..HEIGHT * WIDTH).map(|at| number(index(cell(at))).into()).collect();
    Ok(Outcome { passes: 1, error: find_error(&got, &wanted) })
}

/// Returns the rows of the page's table: cells without their bars.
fn page_rows() -> Vec<Vec<&'static str>> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `") || line.starts_with("| [`"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// The row of an exhibit on the page: file, year and language, passes, then a cell for each card and one for Cg 3.1.
#[test]
fn the_table_is_printed_by_runs() {
    let rows = page_rows();
    let mut differences = vec![];
    for exhibit in &EXHIBITS {
        let cells = CARDS.map(|card| exhibit.describe_on(Profile::named(card).unwrap()));
        let device = Device::emulator(Era::Fragment)
            .unwrap()
            .with_rectangles(exhibit.reads_rectangles);
        let outcome = device
            .kernel(&exhibit.source())
            .and_then(|kernel| (exhibit.run)(&device, &kernel));
        let outcome = outcome.unwrap_or_else(|error| panic!("{}: {error}", exhibit.file));
        assert!(outcome.error < 1e-5, "{}: {}", exhibit.file, outcome.error);
        let [first, second, third] = cells;
        let printed = [outcome.passes.to_string(), first, second, third, exhibit.nvidia_count.to_string()];
        let row = rows.iter().find(|row| row[0].contains(exhibit.file));
        if row.is_none_or(|row| row[2..7] != printed) {
            differences.push(format!("| `{}` | | {} |", exhibit.file, printed.join(" | ")));
        }
    }
    assert!(differences.is_empty(), "these rows of museum.md differ:\n{}", differences.join("\n"));
    assert_eq!(rows.len(), EXHIBITS.len());
}

/// Our counts for the GeForce 6800 beside those of its maker's compiler: the median of their ratios is near 1. The
/// worst is a loop, which a 6800 does not write out.
#[test]
fn counts_are_near_those_of_the_cards_compiler() {
    let card = Profile::named("geforce-6800").unwrap();
    let ratio = |exhibit: &Exhibit| exhibit.count_on(card).unwrap() as f64 / exhibit.nvidia_count as f64;
    let mut ratios: Vec<f64> = EXHIBITS.iter().map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    assert!((0.9..=1.1).contains(&median), "{ratios:?}");
    let near = ratios.iter().filter(|ratio| (0.9..=1.1).contains(*ratio)).count();
    assert!(2 * near > ratios.len(), "{ratios:?}");
    assert!(ratios[0] > 0.8 && ratios[ratios.len() - 2] < 1.5, "{ratios:?}");
}

/// The chapter's listings as printed: two of them do not compile, each at the line that the page names.
#[test]
fn two_listings_do_not_compile_as_printed() {
    let text = |file: &str| EXHIBITS.iter().find(|exhibit| exhibit.file == file).unwrap().text;
    let printed = [
        ("listing_33_2.cg", "texSize.y) );", "texSize.y );", "listing_33_2.cg:9:"),
        ("listing_33_4.cg", "return address3D.xy + offset;", "return addr3D.xy + offset;", "listing_33_4.cg:15:"),
    ];
    for (file, mended, as_printed, place) in printed {
        assert!(text(file).contains(mended), "{file}");
        let error = KernelCheck::source(file, text(file).replace(mended, as_printed))
            .compile()
            .unwrap_err();
        assert!(error.to_string().contains(place), "{error}");
    }
    for file in ["listing_33_1.cg", "listing_33_3.cg"] {
        KernelCheck::source(file, text(file)).compile().unwrap();
    }
}
