//! Numbers: random words, pairs of floats, prices.

use super::Showpiece;
use super::canvas::{Area, BLUE, CHART, Canvas, GREEN, ORANGE, PINK, SHADE, SOFT, WHITE, heat, picture_of};
use super::inputs::{Photograph, channel};
use gristmill::algorithms::black_scholes::{Contract, Market, Options};
use gristmill::algorithms::mandelbrot::PlaneView;
use gristmill::algorithms::{black_scholes, double_single, mandelbrot, monte_carlo, random};
use gristmill::{Device, Result};
use image::RgbaImage;

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "random",
        input: "the cat",
        caption: "Film grain: each channel of a pixel is full or empty, as likely as it was bright, by a random word of its own.",
        draw: grain,
    },
    Showpiece {
        name: "double_single",
        input: "the sum of 1/n, up to 16,384 terms",
        caption: "The error of the sum as terms are added, a line for each tenth: pink in single floats, green in pairs of floats on the device, eight digits lower.",
        draw: plot_errors,
    },
    Showpiece {
        name: "mandelbrot",
        input: "the complex plane, real parts from -2 to 0.7",
        caption: "For each pixel the rounds until z squared plus c escapes; what stays for 128 rounds is dark.",
        draw: draw_set,
    },
    Showpiece {
        name: "black_scholes",
        input: "calls and puts at strikes of 60 to 140 on a share at 100",
        caption: "Prices by strike, for 1 to 24 months: calls in blue fall, puts in orange rise; the longer they run, the higher the curve.",
        draw: plot_prices,
    },
    Showpiece {
        name: "monte_carlo",
        input: "an option whose price the formula knows",
        caption: "Estimates from 128 to 131,072 random futures, each with twice its standard error; the line is the formula's price.",
        draw: plot_estimates,
    },
];

fn grain(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [360, 270];
    let photograph = Photograph::Cat.read(size)?;
    let pixels = size[0] * size[1];
    let words = random(device, [1, 0], pixels)?.read()?;
    let lanes = [0, 1, 2].map(|lane| channel(&photograph, lane));
    let lit = |i: usize, lane: usize| {
        let bright = u64::from(lanes[lane][i] as u32) * 0x0101_0101 > u64::from(words[i][lane]);
        if bright { 0.95 } else { 0.05 }
    };
    Ok(vec![picture_of(size, |i| [lit(i, 0), lit(i, 1), lit(i, 2)])])
}

/// The place of an error on a logarithmic axis: 0 for 1e-16, 1 for 1e-3.
fn error_height(error: f64) -> f32 {
    ((error.max(1e-16).log10() + 16.0) / 13.0) as f32
}

fn plot_errors(device: &Device) -> Result<Vec<RgbaImage>> {
    let mut canvas = Canvas::new(CHART);
    let area = Area::new(20.0, 20.0, 440.0, 320.0);
    for line in 0..=13 {
        let up = line as f32 / 13.0;
        canvas.line(area.place([0.0, up]), area.place([1.0, up]), 1.0, SHADE);
    }
    let [mut single_curve, mut pair_curve] = [Vec::new(), Vec::new()];
    for step in 0..=28 {
        let terms = 2_f64.powf(f64::from(step) / 2.0).round() as usize;
        let series: Vec<f64> = (1..=terms).map(|n| 1.0 / n as f64).collect();
        let exact: f64 = series.iter().rev().sum();
        let pairs = device.stream(&double_single::split(&series))?;
        let ones = device.stream(&double_single::split(&vec![1.0; terms]))?;
        let sum = double_single::dot(device, &pairs, &ones)?;
        let single = series.iter().fold(0.0_f32, |sum, term| sum + *term as f32);
        let right = step as f32 / 28.0;
        single_curve.push(area.place([right, error_height((f64::from(single) - exact).abs() / exact)]));
        pair_curve.push(area.place([right, error_height((sum - exact).abs() / exact)]));
    }
    canvas.curve(&single_curve, 2.5, PINK);
    canvas.curve(&pair_curve, 2.5, GREEN);
    for (at, colour) in single_curve
        .iter()
        .map(|at| (at, PINK))
        .chain(pair_curve.iter().map(|at| (at, GREEN)))
    {
        canvas.disc(*at, 3.5, colour);
    }
    Ok(vec![canvas.into_image()])
}

fn draw_set(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [400, 300];
    let view = PlaneView::around([-0.65, 0.0], 3.1, size, 128)?;
    let rounds = mandelbrot(device, &view)?.read()?;
    let colour = |i: usize| match rounds[i] {
        128.. => [0.03, 0.03, 0.08],
        rounds => heat(0.12 + 0.8 * (rounds as f32 / 40.0).min(1.0).sqrt()),
    };
    Ok(vec![picture_of(size, colour)])
}

fn plot_prices(device: &Device) -> Result<Vec<RgbaImage>> {
    const MONTHS: [u32; 7] = [1, 2, 4, 8, 12, 18, 24];
    const STRIKES: usize = 81;
    let market = Market { rate: 0.03, volatility: 0.25 };
    let contract =
        |months: u32, i: usize| Contract { spot: 100.0, strike: 60.0 + i as f32, years: months as f32 / 12.0 };
    let contracts: Vec<Contract> = MONTHS
        .iter()
        .flat_map(|months| (0..STRIKES).map(|i| contract(*months, i)))
        .collect();
    let prices = black_scholes(device, &market, &Options::new(device, &contracts)?)?;
    let mut canvas = Canvas::new(CHART);
    let area = Area::new(16.0, 16.0, 448.0, 328.0);
    for line in 0..=5 {
        canvas.line(area.place([0.0, line as f32 / 5.0]), area.place([1.0, line as f32 / 5.0]), 1.0, SHADE);
    }
    canvas.line(area.place([0.5, 0.0]), area.place([0.5, 1.0]), 1.0, SOFT);
    for (prices, colour) in [(prices.call.read()?, BLUE), (prices.put.read()?, ORANGE)] {
        for (number, curve) in prices.chunks(STRIKES).enumerate() {
            let place = |(i, price): (usize, &f32)| area.place([i as f32 / (STRIKES - 1) as f32, price / 48.0]);
            let points: Vec<[f32; 2]> = curve.iter().enumerate().map(place).collect();
            let light = 0.4 + 0.6 * (number + 1) as f32 / MONTHS.len() as f32;
            canvas.curve(&points, 2.0, colour.map(|lane| lane * light));
        }
    }
    Ok(vec![canvas.into_image()])
}

fn plot_estimates(device: &Device) -> Result<Vec<RgbaImage>> {
    let market = Market { rate: 0.03, volatility: 0.25 };
    let contract = Contract { spot: 100.0, strike: 105.0, years: 0.75 };
    let [formula, _] = black_scholes::reference(&market, &contract);
    let mut canvas = Canvas::new(CHART);
    let area = Area::new(20.0, 20.0, 440.0, 320.0);
    let up = |price: f64| (0.5 + (price - formula) / 8.0).clamp(0.0, 1.0) as f32;
    for line in 0..=8 {
        canvas.line(area.place([0.0, line as f32 / 8.0]), area.place([1.0, line as f32 / 8.0]), 1.0, SHADE);
    }
    canvas.line(area.place([0.0, 0.5]), area.place([1.0, 0.5]), 2.0, WHITE);
    for step in 0..=20 {
        let futures = (128.0 * 2_f64.powf(f64::from(step) / 2.0)).round() as usize;
        let estimate = monte_carlo(device, &market, &contract, [1, futures as u32], futures)?;
        let right = 0.02 + 0.96 * step as f32 / 20.0;
        let [low, high] = [-2.0, 2.0].map(|errors| area.place([right, up(estimate.price + errors * estimate.error)]));
        canvas.line(low, high, 2.0, BLUE);
        canvas.disc(area.place([right, up(estimate.price)]), 4.5, ORANGE);
    }
    Ok(vec![canvas.into_image()])
}
