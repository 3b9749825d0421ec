//! A small canvas: what the pictures of results are drawn with, the same on every machine.

use image::imageops::{FilterType, overlay, resize};
use image::{Rgba, RgbaImage};

/// A colour: red, green and blue from 0 to 1.
pub type Colour = [f32; 3];

/// A place in pixels, from the left and from the top.
pub type Place = [f32; 2];

pub const NIGHT: Colour = [0.055, 0.07, 0.105];
pub const SHADE: Colour = [0.11, 0.14, 0.2];
pub const SOFT: Colour = [0.45, 0.5, 0.6];
pub const WHITE: Colour = [0.95, 0.96, 0.98];
pub const BLUE: Colour = [0.36, 0.66, 1.0];
pub const ORANGE: Colour = [1.0, 0.62, 0.26];
pub const GREEN: Colour = [0.35, 0.85, 0.55];
pub const PINK: Colour = [0.95, 0.4, 0.62];

/// Pixels of a chart: width and height.
pub const CHART: [u32; 2] = [480, 360];

/// A part of a canvas: left, top, width and height.
#[derive(Clone, Copy)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    pub const fn new(left: f32, top: f32, width: f32, height: f32) -> Area {
        Area { left, top, width, height }
    }

    /// The place of a point of 0 to 1 from the left and from the bottom.
    pub fn place(&self, [right, up]: [f32; 2]) -> Place {
        [self.left + right * self.width, self.top + (1.0 - up) * self.height]
    }
}

pub struct Canvas(RgbaImage);

impl Canvas {
    /// Creates a dark canvas.
    pub fn new([width, height]: [u32; 2]) -> Canvas {
        Canvas(RgbaImage::from_pixel(width, height, to_pixel(NIGHT)))
    }

    pub fn into_image(self) -> RgbaImage {
        self.0
    }

    /// Lays a colour over a pixel.
    pub fn blend(&mut self, x: i64, y: i64, colour: Colour, share: f32) {
        let [width, height] = [self.0.width(), self.0.height()].map(i64::from);
        if x < 0 || y < 0 || x >= width || y >= height || share <= 0.0 {
            return;
        }
        let pixel = self.0.get_pixel_mut(x as u32, y as u32);
        let new = to_pixel(colour);
        for lane in 0..3 {
            let (old, new) = (f32::from(pixel[lane]), f32::from(new[lane]));
            pixel[lane] = (old + (new - old) * share.min(1.0)).round() as u8;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, area: Area, colour: Colour) {
        let [left, right] = [area.left, area.left + area.width].map(|edge| edge.round() as i64);
        let [top, bottom] = [area.top, area.top + area.height].map(|edge| edge.round() as i64);
        for y in top..bottom {
            for x in left..right {
                self.blend(x, y, colour, 1.0);
            }
        }
    }

    /// Draws a line with smooth edges.
    pub fn line(&mut self, from: Place, to: Place, width: f32, colour: Colour) {
        let reach = width / 2.0 + 1.0;
        let [left, top] = [0, 1].map(|axis| (from[axis].min(to[axis]) - reach).floor() as i64);
        let [right, bottom] = [0, 1].map(|axis| (from[axis].max(to[axis]) + reach).ceil() as i64);
        for y in top..=bottom {
            for x in left..=right {
                let far = distance_to_line([x as f32 + 0.5, y as f32 + 0.5], from, to);
                self.blend(x, y, colour, (width / 2.0 + 0.5 - far).clamp(0.0, 1.0));
            }
        }
    }

    /// Draws lines from each point to the next.
    pub fn curve(&mut self, points: &[Place], width: f32, colour: Colour) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, colour);
        }
    }

    /// Draws a disc with a smooth edge.
    pub fn disc(&mut self, at: Place, radius: f32, colour: Colour) {
        self.line(at, at, radius * 2.0, colour);
    }

    /// Draws a bar for each value of 0 to 1, in the colour of its place of 0 to 1.
    pub fn bars(&mut self, area: Area, values: &[f32], colour: impl Fn(f32) -> Colour) {
        let step = area.width / values.len().max(1) as f32;
        for (i, value) in values.iter().enumerate() {
            let height = (value.clamp(0.0, 1.0) * area.height).max(1.0);
            let left = area.left + i as f32 * step;
            let width = if step >= 4.0 { step - 1.0 } else { step };
            let bar = Area::new(left, area.top + area.height - height, width, height);
            self.fill(bar, colour((i as f32 + 0.5) / values.len() as f32));
        }
    }

    /// Fills an area with cells of a grid, each of its own colour.
    pub fn cells(&mut self, area: Area, [columns, rows]: [usize; 2], colour: impl Fn(usize) -> Colour) {
        for y in 0..area.height as usize {
            for x in 0..area.width as usize {
                let column = x * columns / area.width as usize;
                let row = y * rows / area.height as usize;
                let colour = colour(row * columns + column);
                self.blend(area.left as i64 + x as i64, area.top as i64 + y as i64, colour, 1.0);
            }
        }
    }

    /// Lays a picture into an area, scaled to fit and centred.
    pub fn paste(&mut self, area: Area, picture: &RgbaImage) {
        let [width, height] = [picture.width() as f32, picture.height() as f32];
        let scale = (area.width / width).min(area.height / height);
        let [wide, high] = [width * scale, height * scale].map(|side| side.round().max(1.0));
        let scaled = resize(picture, wide as u32, high as u32, FilterType::Triangle);
        let left = area.left + (area.width - wide) / 2.0;
        let top = area.top + (area.height - high) / 2.0;
        overlay(&mut self.0, &scaled, left.round() as i64, top.round() as i64);
    }

    /// Fills a triangle whose corners have a depth and a colour each; where `depths` has the depth of each pixel, the
    /// greater the nearer, only what is nearer.
    pub fn triangle(&mut self, mut depths: Option<&mut [f32]>, corners: [Corner; 3]) {
        let [a, b, c] = corners;
        let whole = doubled_area(a.at, b.at, c.at);
        if whole == 0.0 {
            return;
        }
        let xs = corners.map(|corner| corner.at[0]);
        let ys = corners.map(|corner| corner.at[1]);
        let [width, height] = [self.0.width() as i64, self.0.height() as i64];
        for y in low(ys).max(0)..=high(ys).min(height - 1) {
            for x in low(xs).max(0)..=high(xs).min(width - 1) {
                let at = [x as f32 + 0.5, y as f32 + 0.5];
                let shares = [doubled_area(at, b.at, c.at), doubled_area(a.at, at, c.at), doubled_area(a.at, b.at, at)]
                    .map(|part| part / whole);
                if shares.iter().any(|share| *share < 0.0) {
                    continue;
                }
                let depth = mix3(shares, corners.map(|corner| corner.depth));
                if let Some(nearest) = depths.as_deref_mut().map(|depths| &mut depths[(y * width + x) as usize]) {
                    if depth <= *nearest {
                        continue;
                    }
                    *nearest = depth;
                }
                let colour = [0, 1, 2].map(|lane| mix3(shares, corners.map(|corner| corner.colour[lane])));
                self.blend(x, y, colour, 1.0);
            }
        }
    }
}

/// A corner of a triangle on a canvas.
#[derive(Clone, Copy)]
pub struct Corner {
    pub at: Place,
    pub depth: f32,
    pub colour: Colour,
}

fn low(values: [f32; 3]) -> i64 {
    values.into_iter().fold(f32::INFINITY, f32::min).floor() as i64
}

fn high(values: [f32; 3]) -> i64 {
    values.into_iter().fold(f32::NEG_INFINITY, f32::max).ceil() as i64
}

fn mix3(shares: [f32; 3], values: [f32; 3]) -> f32 {
    shares[0] * values[0] + shares[1] * values[1] + shares[2] * values[2]
}

fn doubled_area(a: Place, b: Place, c: Place) -> f32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance_to_line(at: Place, from: Place, to: Place) -> f32 {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let [to_x, to_y] = [at[0] - from[0], at[1] - from[1]];
    let length = x * x + y * y;
    let along = if length > 0.0 { ((to_x * x + to_y * y) / length).clamp(0.0, 1.0) } else { 0.0 };
    let [off_x, off_y] = [to_x - along * x, to_y - along * y];
    (off_x * off_x + off_y * off_y).sqrt()
}

pub fn to_pixel(colour: Colour) -> Rgba<u8> {
    let [red, green, blue] = colour.map(|lane| (lane.clamp(0.0, 1.0) * 255.0).round() as u8);
    Rgba([red, green, blue, 255])
}

/// The colour between others, evenly spaced from 0 to 1.
pub fn ramp(colours: &[Colour], at: f32) -> Colour {
    let last = colours.len() - 1;
    let at = if at.is_finite() { at.clamp(0.0, 1.0) * last as f32 } else { 0.0 };
    let from = (at as usize).min(last.saturating_sub(1));
    let share = at - from as f32;
    [0, 1, 2].map(|lane| colours[from][lane] + (colours[(from + 1).min(last)][lane] - colours[from][lane]) * share)
}

/// From night through violet and orange to light.
pub fn heat(at: f32) -> Colour {
    const STOPS: [Colour; 6] = [
        [0.02, 0.02, 0.08],
        [0.24, 0.06, 0.42],
        [0.58, 0.14, 0.42],
        [0.87, 0.32, 0.22],
        [0.98, 0.64, 0.12],
        [0.99, 0.98, 0.75],
    ];
    ramp(&STOPS, at)
}

/// From deep blue through teal to light yellow.
pub fn sea(at: f32) -> Colour {
    const STOPS: [Colour; 5] =
        [[0.06, 0.09, 0.26], [0.12, 0.3, 0.55], [0.13, 0.57, 0.62], [0.5, 0.82, 0.5], [0.98, 0.95, 0.6]];
    ramp(&STOPS, at)
}

/// A colour of the rainbow that differs from its neighbours'.
pub fn rainbow(at: f32) -> Colour {
    const STOPS: [Colour; 7] = [
        [0.91, 0.35, 0.4],
        [0.96, 0.64, 0.3],
        [0.93, 0.86, 0.42],
        [0.42, 0.8, 0.5],
        [0.3, 0.68, 0.9],
        [0.56, 0.46, 0.9],
        [0.91, 0.35, 0.4],
    ];
    ramp(&STOPS, at.rem_euclid(1.0))
}

pub fn grey(at: f32) -> Colour {
    [at; 3]
}

/// Builds a picture from a colour for each pixel, row after row.
pub fn picture_of([width, height]: [usize; 2], colour: impl Fn(usize) -> Colour) -> RgbaImage {
    RgbaImage::from_fn(width as u32, height as u32, |x, y| to_pixel(colour(y as usize * width + x as usize)))
}

/// Lays two pictures side by side.
pub fn side_by_side(left: &RgbaImage, right: &RgbaImage) -> RgbaImage {
    let mut canvas = Canvas::new([left.width() + right.width() + 6, left.height().max(right.height())]);
    overlay(&mut canvas.0, left, 0, 0);
    overlay(&mut canvas.0, right, i64::from(left.width()) + 6, 0);
    canvas.into_image()
}
