//! Grids, lists, pages and narrow bands.

use super::drawing::{BoxContent, Drawing, PICTURE_WIDTH, Tone, box_contents};
use gristmill::algorithms::hash_grid::compute as hash_grid;
use gristmill::algorithms::level_set::{self, LevelSet, SurfaceMotion};
use gristmill::algorithms::page_table::{self, PageTable};
use gristmill::nalgebra::Vector4;
use gristmill::{Device, Era, Result};

/// Draws points in buckets by counting: starts and order.
pub fn draw_hash_grid(device: &Device) -> Result<Drawing> {
    let side = 4_usize;
    let places = [
        [1.4, 1.6],
        [3.45, 0.5],
        [2.66, 2.28],
        [0.55, 2.6],
        [3.5, 3.4],
        [2.75, 2.73],
        [1.6, 3.5],
        [0.5, 0.6],
        [2.35, 2.75],
    ];
    let device = device.with_era(Era::Compute)?;
    let points = places.map(|[x, y]| Vector4::new(x, y, 0.5, 0.0));
    let count = points.len();
    let grid = hash_grid(&device, &device.stream(&points)?, 1.0)?;
    let order = grid.order.read()?;
    let starts = grid.starts.read()?;
    let mut drawing = Drawing::new(
        "Points sorted by cells",
        format!(
            "{count} points in a grid of {side} x {side} cells. The points are listed cell by cell, and each cell knows where its part of the list begins."
        ),
    );
    drawing.explain_tone(Tone::Read, "a cell and its points");
    drawing.explain_tone(Tone::Active, "points");
    drawing.add_paragraph("Points in cells; each cell is a bucket, and its number is in the corner.");
    let pixel = 66.0;
    let place = [(PICTURE_WIDTH - side as f64 * pixel) / 2.0, drawing.low];
    let bucket = |i: usize| starts.partition_point(|start| *start as usize <= i) - 1;
    let chosen = (0..side * side)
        .max_by_key(|cell| starts[cell + 1] - starts[*cell])
        .unwrap_or(0);
    for cell in 0..side * side {
        let at = [place[0] + (cell % side) as f64 * pixel, place[1] + (cell / side) as f64 * pixel];
        drawing.draw_box(
            at,
            [pixel, pixel],
            &BoxContent::new("", if cell == chosen { Tone::Read } else { Tone::Plain }),
        );
        drawing.draw_label([at[0] + 4.0, at[1] + 11.0], cell);
    }
    // A cell is slightly wider than the radius.
    let unit = pixel * 256.0 / 257.0;
    for (i, point) in points.iter().enumerate() {
        let at = [place[0] + f64::from(point.x) * unit, place[1] + f64::from(point.y) * unit];
        let low = [
            at[0].clamp(place[0] + 14.0, place[0] + side as f64 * pixel - 14.0),
            at[1].clamp(place[1] + 14.0, place[1] + side as f64 * pixel - 14.0),
        ];
        drawing.draw_circle(low, 11.0, &BoxContent::new((b'a' + i as u8) as char, Tone::Active));
    }
    drawing.low = place[1] + side as f64 * pixel + 10.0;
    drawing.add_paragraph("The points in the order of their cells:");
    let names: Vec<char> = order.iter().map(|i| (b'a' + *i as u8) as char).collect();
    drawing.add_row(&box_contents(&names, |i| if bucket(i) == chosen { Tone::Read } else { Tone::Plain }));
    drawing.add_paragraph("Where each cell's part begins (cell 0 on the left):");
    let shown: Vec<u32> = starts.iter().take(side * side + 1).copied().collect();
    drawing.add_row(&box_contents(&shown, |i| if i == chosen || i == chosen + 1 { Tone::Read } else { Tone::Plain }));
    drawing.add_paragraph(format!(
        "Cell {chosen} is blue: its points are from place {} up to before place {}.",
        starts[chosen],
        starts[chosen + 1]
    ));
    Ok(drawing)
}

/// A flat scene: triangles over a grid of cells.
const GRID_SIDES: [usize; 2] = [6, 4];
const TRIANGLES: [[[f64; 2]; 3]; 4] = [
    [[0.2, 0.2], [1.8, 0.5], [0.4, 1.6]],
    [[2.2, 1.1], [3.8, 1.4], [2.5, 2.6]],
    [[4.2, 0.2], [5.7, 0.6], [4.4, 1.6]],
    [[3.3, 2.3], [5.6, 2.5], [4.3, 3.4]],
];

/// Returns the triangles whose bounding boxes touch a cell.
fn triangles_in_cell(cell: usize) -> Vec<usize> {
    let low = [cell % GRID_SIDES[0], cell / GRID_SIDES[0]].map(|at| at as f64);
    (0..TRIANGLES.len()).filter(|i| touches_cell(&TRIANGLES[*i], low)).collect()
}

/// Returns true if the bounding box of a triangle touches the cell with that low corner.
fn touches_cell(triangle: &[[f64; 2]; 3], low: [f64; 2]) -> bool {
    (0..2).all(|axis| {
        let along = triangle.map(|corner| corner[axis]);
        let least = along.iter().copied().fold(f64::MAX, f64::min);
        let most = along.iter().copied().fold(f64::MIN, f64::max);
        least < low[axis] + 1.0 && most > low[axis]
    })
}

/// Draws the cells and the triangles over them; returns the origin of the grid and the width of a cell.
fn draw_scene(drawing: &mut Drawing, tone: impl Fn(usize) -> Tone) -> ([f64; 2], f64) {
    let pixel = 62.0;
    let at = [(PICTURE_WIDTH - GRID_SIDES[0] as f64 * pixel) / 2.0, drawing.low];
    let boxes: Vec<BoxContent> = (0..GRID_SIDES[0] * GRID_SIDES[1])
        .map(|cell| BoxContent::new("", tone(cell)))
        .collect();
    drawing.draw_boxes(at, [pixel, pixel], GRID_SIDES[0], &boxes);
    for (i, triangle) in TRIANGLES.iter().enumerate() {
        let corners = triangle.map(|corner| [at[0] + corner[0] * pixel, at[1] + corner[1] * pixel]);
        for side in 0..3 {
            drawing.draw_line(corners[side], corners[(side + 1) % 3], Tone::Plain);
        }
        let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0);
        drawing.draw_centred(middle, (b'A' + i as u8) as char);
    }
    drawing.low = at[1] + GRID_SIDES[1] as f64 * pixel + 10.0;
    (at, pixel)
}

/// Draws the three streams of listing 33-8.
pub fn draw_grid_lists(_: &Device) -> Result<Drawing> {
    let lists: Vec<Vec<usize>> = (0..GRID_SIDES[0] * GRID_SIDES[1]).map(triangles_in_cell).collect();
    let mut list: Vec<String> = Vec::new();
    let mut firsts = Vec::new();
    for own in &lists {
        if own.is_empty() {
            firsts.push("-".to_string());
            continue;
        }
        firsts.push(list.len().to_string());
        list.extend(own.iter().map(|i| ((b'A' + *i as u8) as char).to_string()));
        list.push("end".to_string());
    }
    let chosen = (0..lists.len()).max_by_key(|cell| lists[*cell].len()).unwrap_or(0);
    let first: usize = firsts[chosen].parse().unwrap_or(0);
    let mut drawing = Drawing::new(
        "A grid and its lists",
        format!(
            "Four triangles in a grid of {} x {} cells. Each cell points to the first entry of its list; the list names triangles and has an end; the triangles lie in a third stream. The marked cell lists {} triangles.",
            GRID_SIDES[0],
            GRID_SIDES[1],
            lists[chosen].len()
        ),
    );
    drawing.add_paragraph(
        "A flat grid over four triangles. A cell lists a triangle if the box around it reaches into the cell.",
    );
    draw_scene(&mut drawing, |cell| {
        if cell == chosen {
            Tone::Read
        } else if lists[cell].is_empty() {
            Tone::Idle
        } else {
            Tone::Plain
        }
    });
    drawing.add_paragraph("First stream: for each cell the place of its list. Grey: nothing there.");
    drawing.add_grid(
        GRID_SIDES[0],
        [48.0, 24.0],
        &box_contents(&firsts, |cell| {
            if cell == chosen {
                Tone::Read
            } else if lists[cell].is_empty() {
                Tone::Idle
            } else {
                Tone::Plain
            }
        }),
    );
    drawing.add_paragraph("Second stream: the lists, one after the other.");
    let columns = 12;
    drawing.add_grid(
        columns,
        [32.0, 24.0],
        &box_contents(
            &list,
            |i: usize| if (first..=first + lists[chosen].len()).contains(&i) { Tone::Read } else { Tone::Plain },
        ),
    );
    drawing.add_paragraph("Third stream: the triangles' corners, once each, however many cells list them.");
    Ok(drawing)
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn subtract(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Returns the distance along a ray to its first intersection with a side of a triangle.
fn ray_hit_distance(triangle: &[[f64; 2]; 3], origin: [f64; 2], way: [f64; 2]) -> Option<f64> {
    let sides = (0..3).map(|i| (triangle[i], subtract(triangle[(i + 1) % 3], triangle[i])));
    let hits = sides.filter_map(|(corner, side)| {
        let apart = cross(way, side);
        let from = subtract(corner, origin);
        let far = cross(from, side) / apart;
        let along = cross(from, way) / apart;
        (far > 0.0 && (0.0..=1.0).contains(&along)).then_some(far)
    });
    hits.min_by(f64::total_cmp)
}

/// Draws a ray from cell to cell.
pub fn draw_ray_walk(_: &Device) -> Result<Drawing> {
    let (origin, way): ([f64; 2], [f64; 2]) = ([0.0, 3.3], [6.0, -1.3]);
    let hit = (0..TRIANGLES.len())
        .filter_map(|i| ray_hit_distance(&TRIANGLES[i], origin, way))
        .fold(1.0, f64::min);
    let mut cell = origin.map(|at| at as usize);
    let mut next = [0, 1].map(|axis| {
        let wall = if way[axis] > 0.0 { cell[axis] as f64 + 1.0 } else { cell[axis] as f64 };
        (wall - origin[axis]) / way[axis]
    });
    let mut visited = vec![cell[0] + cell[1] * GRID_SIDES[0]];
    loop {
        let axis = if next[0] < next[1] { 0 } else { 1 };
        if next[axis] > hit {
            break;
        }
        let step = cell[axis].checked_add_signed(if way[axis] > 0.0 { 1 } else { -1 });
        match step.filter(|at| *at < GRID_SIDES[axis]) {
            Some(at) => cell[axis] = at,
            None => break,
        }
        next[axis] += 1.0 / way[axis].abs();
        visited.push(cell[0] + cell[1] * GRID_SIDES[0]);
    }
    let looked: usize = visited.iter().map(|cell| triangles_in_cell(*cell).len()).sum();
    let mut drawing = Drawing::new(
        "A ray walks through the grid",
        format!(
            "A ray goes through {} cells of {}, in order, and looks only at the triangles in their lists. It ends at the first triangle that it hits.",
            visited.len(),
            GRID_SIDES[0] * GRID_SIDES[1]
        ),
    );
    drawing.explain_tone(Tone::Active, "entered, empty");
    drawing.explain_tone(Tone::Read, "entered, with a list");
    drawing.explain_tone(Tone::Written, "the ray");
    drawing.add_paragraph(
        "The ray steps to whichever wall of its cell comes first, and looks at the list of each cell that it enters.",
    );
    let (at, pixel) = draw_scene(&mut drawing, |cell| match visited.contains(&cell) {
        true if triangles_in_cell(cell).is_empty() => Tone::Active,
        true => Tone::Read,
        false => Tone::Plain,
    });
    let on = |far: f64| [at[0] + (origin[0] + far * way[0]) * pixel, at[1] + (origin[1] + far * way[1]) * pixel];
    drawing.draw_arrow(on(0.0), on(hit), Tone::Written);
    for (number, cell) in visited.iter().enumerate() {
        let corner = [at[0] + (cell % GRID_SIDES[0]) as f64 * pixel, at[1] + (cell / GRID_SIDES[0]) as f64 * pixel];
        drawing.draw_label([corner[0] + 4.0, corner[1] + 11.0], number + 1);
    }
    drawing.add_paragraph(format!("It enters {} cells and looks at {looked} entries of lists.", visited.len()));
    drawing.add_paragraph("The nearest hit inside a cell ends the walk: what lies in later cells is farther away.");
    Ok(drawing)
}

/// Draws virtual pages, the table, and memory.
pub fn draw_page_table(device: &Device) -> Result<Drawing> {
    let device = device.with_era(Era::Compute)?;
    let extent = [32, 24, 1];
    let capacity = 6;
    let page = 8;
    let [columns, rows] = [extent[0] / page, extent[1] / page];
    // Requested cells, one in each page of a bent line.
    let wanted = [[3, 20], [5, 11], [12, 9], [18, 3], [27, 6]];
    let asked: Vec<[i32; 4]> = wanted.iter().map(|[x, y]| [*x, *y, 0, 0]).collect();
    let mut pages = PageTable::new(&device, extent, capacity, &[0.0])?;
    let mut memory = pages.memory()?;
    let stream = device.stream(&asked)?;
    let mut wants = pages.wants(&stream)?;
    let marks = wants.read()?;
    pages.keep(&mut wants, &mut memory)?;
    let values: Vec<f32> = (1..=asked.len()).map(|i| i as f32).collect();
    pages.write(&mut memory, &stream, &device.stream(&values)?)?;
    // The final position of a value shows the page that its cell's page was mapped to.
    let held = memory.read()?;
    let physical = |value: f32| held.iter().position(|held| *held == value).map_or(0, |at| at / (page * page));
    let virtual_page = |cell: &[i32; 2]| cell[0] as usize / page + cell[1] as usize / page * columns;
    let table: Vec<usize> = (0..marks.len())
        .map(|own| {
            wanted
                .iter()
                .position(|cell| virtual_page(cell) == own)
                .map_or(0, |i| physical(values[i]))
        })
        .collect();
    let usage = pages.usage()?.check()?;
    let mut drawing = Drawing::new(
        "Pages, table, memory",
        format!(
            "A volume of {} x {} cells in {} pages of {page} x {page}. {} pages are wanted and have memory; all others share one blank page. The table has the memory page of each.",
            extent[0],
            extent[1],
            columns * rows,
            usage.mapped
        ),
    );
    drawing.explain_tone(Tone::Read, "wanted");
    drawing.explain_tone(Tone::Written, "in use");
    drawing.explain_tone(Tone::Idle, "blank");
    drawing.add_paragraph(format!("A slice of {} x {} cells, cut into pages of {page} x {page}. The number is the table's entry: the page of memory.", extent[0], extent[1]));
    let size = [72.0, 44.0];
    let above = drawing.add_grid(
        columns,
        size,
        &box_contents(&table, |own| if marks[own] > 0 { Tone::Read } else { Tone::Idle }),
    );
    drawing.add_space(66.0);
    let all: Vec<usize> = (0..=capacity).collect();
    let used = |number: usize| table.contains(&number) && number > 0;
    let below = drawing.add_grid(
        all.len(),
        [54.0, 40.0],
        &box_contents(&all, |number| match number {
            0 => Tone::Idle,
            number if used(number) => Tone::Written,
            _ => Tone::Plain,
        }),
    );
    for (own, number) in table.iter().enumerate().filter(|(own, _)| marks[*own] > 0) {
        drawing.draw_arrow(above.centre(own).map(|at| at + 12.0), below.top_middle(*number), Tone::Read);
    }
    drawing.add_paragraph(format!(
        "Memory: page 0 is the blank one, which all grey pages share; {} of the {} others are in use, {} free.",
        usage.mapped,
        usage.capacity,
        usage.capacity - usage.mapped
    ));
    drawing.add_paragraph(
        "A read goes through the table: which page, then where in it. What is not there reads as blank.",
    );
    Ok(drawing)
}

/// Draws the cells near a surface, and their pages.
pub fn draw_narrow_band(device: &Device) -> Result<Drawing> {
    let device = device.with_era(Era::Compute)?;
    let extent = [64_usize, 56, 1];
    let page = page_table::SIDE;
    let [columns, rows] = [extent[0] / page, extent[1] / page];
    let start: Vec<f32> = (0..extent[0] * extent[1])
        .map(|cell: usize| {
            let [x, y] = [(cell % extent[0]) as f32 - 31.0, (cell / extent[0]) as f32 - 27.5];
            (x * x + y * y).sqrt() - 20.0
        })
        .collect();
    let set = LevelSet::new(&device, &SurfaceMotion::even(extent, 1.0), &start, columns * rows)?;
    let values = set.read()?;
    let mapped = set.usage()?.mapped;
    let near = |x: usize, y: usize| {
        values
            .get(x + y * extent[0])
            .is_some_and(|value| value.abs() < level_set::WIDTH)
    };
    // A page has memory if one of its cells is near the surface, or has a neighbour that is.
    let kept = |number: usize| {
        let [left, top] = [number % columns * page, number / columns * page];
        let beside =
            |x: usize, y: usize| [(x, y), (x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        (0..page * page).any(|i| {
            beside(left + i % page, top + i / page)
                .iter()
                .any(|(x, y)| *x < extent[0] && *y < extent[1] && near(*x, *y))
        })
    };
    let far = level_set::WIDTH;
    let mut drawing = Drawing::new(
        "The narrow band of a level set",
        format!(
            "A circle in a slice of {} x {} cells. Distances are kept within {far} cells of it only. Of {} pages {mapped} have memory.",
            extent[0],
            extent[1],
            columns * rows
        ),
    );
    drawing.explain_tone(Tone::Written, "inside");
    drawing.explain_tone(Tone::Read, "outside");
    drawing.explain_tone(Tone::Idle, "blank pages");
    drawing.add_paragraph(format!(
        "Small squares are cells. Only cells within {far} of the surface hold a distance: the narrow band."
    ));
    let pixel = 6.0;
    let at = [(PICTURE_WIDTH - extent[0] as f64 * pixel) / 2.0, drawing.low];
    let pages: Vec<BoxContent> = (0..columns * rows)
        .map(|number| BoxContent::new("", if kept(number) { Tone::Plain } else { Tone::Idle }))
        .collect();
    drawing.draw_boxes(at, [pixel * page as f64; 2], columns, &pages);
    for (i, value) in values.iter().enumerate() {
        let [x, y] = [i % extent[0], i / extent[0]];
        if near(x, y) {
            let tone = if *value < 0.0 { Tone::Written } else { Tone::Read };
            drawing.draw_box(
                [at[0] + x as f64 * pixel, at[1] + y as f64 * pixel],
                [pixel, pixel],
                &BoxContent::new("", tone),
            );
        }
    }
    drawing.low = at[1] + extent[1] as f64 * pixel + 10.0;
    drawing.add_paragraph("The surface runs between the inside and the outside.");
    drawing.add_paragraph(format!("Large squares are pages of {page} x {page} cells. {mapped} of {} have memory and are computed; the grey ones are one of two blank pages, inside or outside.", columns * rows));
    Ok(drawing)
}
