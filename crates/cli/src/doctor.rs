//! `gristmill doctor`: lists the devices and their limits, tests their results, and says what to install.

use super::arguments::Arguments;
use super::columns::{table, text};
use super::measure::{Effort, Measured, measure};
use super::open;
use super::prescription::{Missing, prescription, release};
use super::say::{Done, Stop, say, tell};
use super::table::{bytes, count, differs, time};
use clap::Args;
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Device, Era, Error, Limits, MachineChoice, Result};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// Elements of the self-test: more than one row of texels and more than one work group, and not a multiple of either.
const TEST: usize = 100_003;

/// Arguments of `doctor`.
#[derive(Args)]
pub struct Doctor {
    /// For programs
    #[arg(long)]
    pub json: bool,
}

pub fn doctor(arguments: &Arguments, doctor: &Doctor) -> Done {
    let visit = Visit::new(arguments);
    if doctor.json {
        say(format!("{:#}", visit.json()))?;
    } else {
        visit.told()?;
    }
    if let Err(error) = visit.device {
        return if doctor.json { Err(error.into()) } else { Err(Stop::Told(error)) };
    }
    Ok(visit.eras.iter().all(|(_, tested)| match tested {
        Ok(measured) => measured.check.passed(),
        Err(error) => matches!(error, Error::NoDevice { .. }),
    }))
}

/// The report on devices, eras, compilers and environment.
struct Visit {
    devices: Vec<Result<Device>>,
    /// The device that the other subcommands use.
    device: Result<Device>,
    eras: Vec<(Era, Result<Measured>)>,
    compilers: Vec<(&'static str, String)>,
    variables: Vec<(&'static str, String)>,
}

impl Visit {
    fn new(arguments: &Arguments) -> Visit {
        let devices = (0..Device::count().unwrap_or(0))
            .map(|number| Device::choose(Era::Fragment, MachineChoice::Number(number)))
            .collect();
        let device = open(arguments);
        let eras = match &device {
            Ok(device) => Era::ALL.into_iter().map(|era| (era, self_test(device, era))).collect(),
            Err(_) => Vec::new(),
        };
        let compilers = ["c++", "g++", "clang++"]
            .into_iter()
            .filter_map(|name| Some((name, version(name)?)))
            .collect();
        const VARIABLES: [&str; 7] = [
            "GRISTMILL_DEVICE",
            "GRISTMILL_CARD",
            "LIBGL_DRIVERS_PATH",
            "__EGL_VENDOR_LIBRARY_DIRS",
            "MESA_GL_VERSION_OVERRIDE",
            "GALLIUM_DRIVER",
            "LP_NUM_THREADS",
        ];
        let variables = VARIABLES
            .into_iter()
            .filter_map(|name| Some((name, std::env::var(name).ok()?)))
            .collect();
        Visit { devices, device, eras, compilers, variables }
    }

    fn told(&self) -> Result<(), Stop> {
        say(format!("gristmill {} on {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH))?;
        say("\nDevices (--device N)")?;
        if self.devices.is_empty() {
            say("  none")?;
        }
        for (number, device) in self.devices.iter().enumerate() {
            match device {
                Ok(device) => tell(format!("  {number}  {}", named(device)))?,
                Err(error) => tell(format!("  {number}  {error}"))?,
            }
        }
        match &self.device {
            Ok(device) => {
                say("")?;
                tell(format!("The device taken: {}", named(device)))?;
                say(format!("  opened in {}", time(device.info().opened_in)))?;
                tell(format!("  {}", clock(device)))?;
                say("\nIts eras, each with a self-test: saxpy against the reference")?;
                for (era, tested) in &self.eras {
                    tell(format!("  {era:8}  {}", verdict(tested)))?;
                }
                say("\nWhat it allows")?;
                for line in limits(device.limits()).lines() {
                    say(format!("  {line}"))?;
                }
            }
            Err(error) => {
                say("")?;
                tell(format!("No device runs: {error}"))?;
            }
        }
        if !self.variables.is_empty() {
            say("\nThe environment changes what is found")?;
            for (name, value) in &self.variables {
                say(format!("  {name}={value}"))?;
            }
        }
        say("\nTo build it")?;
        match self.compilers.first() {
            Some((name, version)) => tell(format!("  C++ compiler {name}: {version}"))?,
            None => say("  no C++ compiler, which glslang needs")?,
        }
        say("\nWhat to install")?;
        for sentence in self.advice() {
            tell(format!("  {sentence}"))?;
        }
        Ok(())
    }

    fn advice(&self) -> Vec<String> {
        let missing = Missing {
            driver: self.devices.iter().all(Result::is_err),
            compute: self.eras.iter().any(|(_, tested)| tested.is_err()),
            compiler: self.compilers.is_empty(),
        };
        prescription(std::env::consts::OS, &release(), missing)
    }

    fn json(&self) -> Value {
        let found = |device: &Result<Device>| match device {
            Ok(device) => {
                let description = device.info();
                let (major, minor) = description.opengl;
                json!({"name": description.name, "version": description.version, "opengl": format!("{major}.{minor}")})
            }
            Err(error) => json!({"error": error.to_string()}),
        };
        let eras: Vec<_> = self
            .eras
            .iter()
            .map(|(era, tested)| match tested {
                Ok(measured) => json!({"era": era.to_string(), "runs": true, "right": measured.check.passed()}),
                Err(error) => json!({"era": era.to_string(), "runs": false, "error": error.to_string()}),
            })
            .collect();
        let limits: serde_json::Map<String, Value> = match &self.device {
            Ok(device) => rows(device.limits())
                .into_iter()
                .map(|(name, value)| (name.to_string(), json!(value)))
                .collect(),
            Err(_) => serde_json::Map::new(),
        };
        json!({
            "devices": self.devices.iter().map(found).collect::<Vec<_>>(),
            "device": found(&self.device),
            "clock": self.device.as_ref().ok().map(clock),
            "eras": eras,
            "limits": limits,
            "compiler": self.compilers.first().map(|(_, version)| version),
            "install": self.advice().join(" "),
        })
    }
}

fn named(device: &Device) -> String {
    let description = device.info();
    let (major, minor) = description.opengl;
    format!("{}, OpenGL {major}.{minor} ({})", description.name, description.version)
}

/// Describes the clock that times launches on this device.
fn clock(device: &Device) -> String {
    device
        .launch_clock()
        .map_or_else(|error| error.to_string(), |clock| clock.to_string())
}

/// Runs saxpy in an era, and compares it with its reference.
fn self_test(device: &Device, era: Era) -> Result<Measured> {
    let device = device.with_era(era)?;
    let algorithm = Algorithm::find("saxpy")?;
    let rung = algorithm
        .plain(era, device.suited_to())
        .ok_or_else(|| Error::data("saxpy, the self-test, has lost its rungs"))?;
    Ok(measure(&device, algorithm, rung, &Workload::new(TEST, 1), Effort::new(20, 5))?.0)
}

fn verdict(tested: &Result<Measured>) -> String {
    match tested {
        Ok(measured) if measured.check.passed() => {
            format!("runs and is right: {} elements in {}", count(TEST), time(measured.median()))
        }
        Ok(measured) => format!("WRONG: {}", differs(&measured.check)),
        Err(error) => format!("does not run: {error}"),
    }
}

fn rows(limits: &Limits) -> Vec<(&'static str, String)> {
    let three = |counts: [usize; 3]| counts.map(count).join(" x ");
    vec![
        ("side of a 2D texture", format!("{} texels", count(limits.texture_side))),
        ("side of a 3D texture", format!("{} texels", count(limits.volume_side))),
        ("side of a cube's face", format!("{} texels", count(limits.cube_side))),
        ("outputs of a pass", count(limits.outputs)),
        ("vertex streams written", count(limits.vertex_outputs)),
        ("textures of a kernel", count(limits.textures)),
        ("a storage buffer", bytes(limits.buffer_bytes)),
        ("storage buffers of a kernel", count(limits.buffers)),
        ("images of a kernel", count(limits.images)),
        ("work groups of a dispatch", three(limits.groups)),
        ("a work group", three(limits.group_size)),
        ("invocations of a work group", count(limits.group_invocations)),
        ("shared memory of a work group", bytes(limits.shared_bytes)),
    ]
}

fn limits(limits: &Limits) -> String {
    let mut table = table(&["limit", "value"]);
    for (name, value) in rows(limits) {
        table.add_row([name, &value]);
    }
    text(&table)
}

/// Returns the first line of a compiler's version, if it is installed.
fn version(compiler: &str) -> Option<String> {
    let said = Command::new(compiler)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let line = String::from_utf8_lossy(&said.stdout).lines().next()?.to_string();
    said.status.success().then_some(line)
}
