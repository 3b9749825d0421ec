//! The arguments that every example has, how it ends, and where its pictures go.

use clap::Parser;
use gristmill::{Animation, Device, Era, Error, Result, Scene, files, image_of};
use image::{ImageFormat, RgbaImage};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

/// The arguments that every example has.
#[derive(Parser)]
pub struct Arguments {
    /// Run one era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Elements to work on, where the example can have another size than its own
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number::<usize>)]
    pub size: Option<usize>,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = whole_number::<u32>)]
    pub seed: u32,
    /// The folder for pictures
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// Look at it live, where the example moves: fragment left, compute right (build with --features window)
    #[arg(long)]
    pub window: bool,
    /// Close the window after so many frames, and save what it shows
    #[arg(long, requires = "window")]
    pub frames: Option<usize>,
}

/// A whole number of an argument.
fn whole_number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number from 0 on".to_string())
}

/// Reads the arguments; a size is refused of which the example cannot be, before memory is taken for it.
fn read(most: usize) -> Result<Arguments, ExitCode> {
    let arguments = Arguments::parse();
    let refusal = match arguments.size {
        Some(_) if most == 0 => "this example has a size of its own: leave --size out".to_string(),
        Some(size) if size > most => format!("--size {size}: {most} elements are the most of this example; give fewer"),
        _ => return Ok(arguments),
    };
    eprintln!("{refusal}");
    Err(ExitCode::from(2))
}

/// Runs an example in each era asked for. It says whether its result was right. It has a size of its own.
///
/// Exit codes: 0 right, 1 wrong, 2 usage, 3 no device. A machine whose OpenGL has no compute shaders runs the
/// fragment era and says so.
#[allow(dead_code, reason = "examples with a scene call show")]
pub fn run(example: impl Fn(&Device, &Arguments) -> Result<bool>) -> ExitCode {
    run_up_to(0, example)
}

/// The same of an example that has as many elements as `--size` says, up to so many.
#[allow(dead_code, reason = "not every example has a size that can be chosen")]
pub fn run_up_to(most: usize, example: impl Fn(&Device, &Arguments) -> Result<bool>) -> ExitCode {
    let arguments = match read(most) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    if arguments.window {
        eprintln!("this example has nothing that moves: leave --window out");
        return ExitCode::from(2);
    }
    in_eras(&arguments, example)
}

/// The same of an example that has a scene to look at: with `--window` it lives in a window
/// instead, in which its picture has `size` pixels.
#[allow(dead_code, reason = "not every example has a scene")]
pub fn show(
    size: [u32; 2],
    scene: impl Fn(&Device, &Arguments) -> Result<Box<dyn Scene>>,
    example: impl Fn(&Device, &Arguments) -> Result<bool>,
) -> ExitCode {
    show_up_to(0, size, scene, example)
}

/// The same of an example that has as many elements as `--size` says, up to so many.
#[allow(dead_code, reason = "not every example has a scene")]
pub fn show_up_to(
    most: usize,
    size: [u32; 2],
    scene: impl Fn(&Device, &Arguments) -> Result<Box<dyn Scene>>,
    example: impl Fn(&Device, &Arguments) -> Result<bool>,
) -> ExitCode {
    let arguments = match read(most) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    if !arguments.window {
        return in_eras(&arguments, example);
    }
    match in_window(&arguments, size, scene) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(error.exit_code())
        }
    }
}

#[cfg(feature = "window")]
fn in_window(
    arguments: &Arguments,
    size: [u32; 2],
    scene: impl Fn(&Device, &Arguments) -> Result<Box<dyn Scene>>,
) -> Result<()> {
    let program = std::env::args().next().unwrap_or_default();
    let name = PathBuf::from(program)
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let window = gristmill::Window {
        title: name.clone(),
        size,
        frames: arguments.frames,
        shot: arguments.path(&format!("{name}_window.png"))?,
    };
    window.show(|device| scene(device, arguments))
}

#[cfg(not(feature = "window"))]
fn in_window(_: &Arguments, _: [u32; 2], _: impl Fn(&Device, &Arguments) -> Result<Box<dyn Scene>>) -> Result<()> {
    Err(Error::data("this build has no windows: build with --features window"))
}

/// Runs an example that opens a device of its own in each era asked for; with `--window` it lives in one, in the
/// first.
#[allow(dead_code, reason = "examples within another program call it")]
pub fn embed(
    live: impl FnOnce(Era, &Arguments) -> Result<()>,
    example: impl Fn(Era, &Arguments) -> Result<bool>,
) -> ExitCode {
    let arguments = match read(0) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    if !arguments.window {
        return each_era(&arguments, |era| example(era, &arguments));
    }
    match live(arguments.era.unwrap_or(Era::Fragment), &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn in_eras(arguments: &Arguments, example: impl Fn(&Device, &Arguments) -> Result<bool>) -> ExitCode {
    each_era(arguments, |era| {
        let device = Device::open(era)?;
        println!("{era} era on {}", device.info().name);
        example(&device, arguments)
    })
}

fn each_era(arguments: &Arguments, example: impl Fn(Era) -> Result<bool>) -> ExitCode {
    let mut ran = 0;
    let wanted = |era: &Era| arguments.era.is_none_or(|wanted| wanted == *era);
    for era in Era::ALL.into_iter().filter(wanted) {
        match example(era) {
            Ok(true) => ran += 1,
            Ok(false) => {
                eprintln!("wrong: the result differs from the reference");
                return ExitCode::from(1);
            }
            Err(Error::NoDevice { sentence, .. }) => eprintln!("{sentence}"),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(error.exit_code());
            }
        }
    }
    ExitCode::from(if ran > 0 { 0 } else { 3 })
}

#[allow(dead_code, reason = "not every example has pictures")]
impl Arguments {
    /// Lets a scene go on for so many frames and writes them as `NAME_ERA.gif`; gives the last one.
    pub fn film(
        &self,
        device: &Device,
        name: &str,
        scene: &mut dyn Scene,
        size: [usize; 2],
        frames: usize,
    ) -> Result<RgbaImage> {
        let mut animation = Animation::new(size, 40);
        let mut picture = image_of(&scene.picture(size)?)?;
        for _ in 0..frames {
            animation.push(picture)?;
            scene.advance(None)?;
            picture = image_of(&scene.picture(size)?)?;
        }
        animation.push(picture.clone())?;
        let path = self.path(&format!("{name}_{}.gif", device.era()))?;
        animation.save(&path)?;
        println!("  {}", path.display());
        Ok(picture)
    }

    /// Writes a picture as `NAME_ERA.png`. Where the other era's lies beside it, says how far they are apart,
    /// and whether that is within `bound`: the mean difference in levels of 255.
    pub fn keep(&self, device: &Device, name: &str, image: &RgbaImage, bound: f64) -> Result<bool> {
        self.keep_in(device.era(), name, image, bound)
    }

    /// The same of an era alone.
    pub fn keep_in(&self, era: Era, name: &str, image: &RgbaImage, bound: f64) -> Result<bool> {
        let path = self.path(&format!("{name}_{era}.png"))?;
        let mut bytes = std::io::Cursor::new(vec![]);
        image
            .write_to(&mut bytes, ImageFormat::Png)
            .map_err(|error| Error::data(error.to_string()))?;
        files::replace(&path, bytes.get_ref())
            .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))?;
        println!("  {}", path.display());
        // The fragment era runs first: its picture is this run's.
        let first = path.with_file_name(format!("{name}_{}.png", Era::Fragment));
        if era == Era::Fragment || self.era.is_some() || !first.exists() {
            return Ok(true);
        }
        let first = image::open(&first).map_err(|error| Error::data(error.to_string()))?.to_rgba8();
        if first.dimensions() != image.dimensions() {
            println!("  the fragment era's picture has another size");
            return Ok(false);
        }
        let apart = first
            .as_raw()
            .iter()
            .zip(image.as_raw())
            .map(|(a, b)| f64::from(a.abs_diff(*b)));
        let mean = apart.sum::<f64>() / first.as_raw().len().max(1) as f64;
        println!("  the eras' pictures differ by {mean:.4} of 255 levels in the mean; the bound is {bound}");
        Ok(mean <= bound)
    }

    /// Returns the path of a file of that name, and makes its folder.
    pub fn path(&self, file: &str) -> Result<PathBuf> {
        std::fs::create_dir_all(&self.out).map_err(|error| Error::data(error.to_string()))?;
        Ok(self.out.join(file))
    }
}
