//! `gristmill doctor`: lists the devices and their limits, tests their results, and says what to install.

mod install_hints;

use crate::device_options::DeviceOptions;
use crate::device_options::open_device;
use crate::doctor::install_hints::{MissingParts, install_sentences, read_os_release};
use crate::measure::comparison_table::describe_difference;
use crate::measure::{RungMeasurement, TimingEffort, measure_rung};
use crate::terminal::number_format::{format_bytes, format_count, format_time};
use crate::terminal::text_table::{format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped};
use clap::Args;
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Device, Era, Error, Limits, MachineChoice, Result};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

/// Elements of the self-test: more than one row of texels and more than one work group, and not a multiple of either.
const TEST_ELEMENTS: usize = 100_003;

/// Arguments of `doctor`.
#[derive(Args)]
pub struct DoctorArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run_doctor(options: &DeviceOptions, doctor: &DoctorArgs) -> CommandResult {
    let visit = SystemReport::new(options);
    if doctor.json {
        print_line(format!("{:#}", visit.to_json()))?;
    } else {
        visit.print_report()?;
    }
    if let Err(error) = visit.device {
        return if doctor.json { Err(error.into()) } else { Err(EarlyExit::Reported(error)) };
    }
    Ok(visit.eras.iter().all(|(_, tested)| match tested {
        Ok(measured) => measured.check.passed(),
        Err(error) => matches!(error, Error::NoDevice { .. }),
    }))
}

/// The report on devices, eras, compilers and environment.
struct SystemReport {
    devices: Vec<Result<Device>>,
    /// The adapters of WebGPU, in a build that has it.
    adapters: Vec<String>,
    /// The device that the other subcommands use.
    device: Result<Device>,
    eras: Vec<(Era, Result<RungMeasurement>)>,
    compilers: Vec<(&'static str, String)>,
    variables: Vec<(&'static str, String)>,
}

impl SystemReport {
    fn new(options: &DeviceOptions) -> SystemReport {
        let devices = (0..Device::count().unwrap_or(0))
            .map(|number| Device::choose(Era::Fragment, MachineChoice::Number(number)))
            .collect();
        let device = open_device(options);
        let eras = match &device {
            Ok(device) => Era::ALL.into_iter().map(|era| (era, self_test(device, era))).collect(),
            Err(_) => Vec::new(),
        };
        let compilers = ["c++", "g++", "clang++"]
            .into_iter()
            .filter_map(|name| Some((name, compiler_version(name)?)))
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
        SystemReport { devices, adapters: Device::webgpu_adapters(), device, eras, compilers, variables }
    }

    fn print_report(&self) -> Result<(), EarlyExit> {
        print_line(format!(
            "gristmill {} on {} {}",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH
        ))?;
        print_line("\nDevices (--device N)")?;
        if self.devices.is_empty() {
            print_line("  none")?;
        }
        for (number, device) in self.devices.iter().enumerate() {
            match device {
                Ok(device) => print_wrapped(format!("  {number}  {}", describe_device(device)))?,
                Err(error) => print_wrapped(format!("  {number}  {error}"))?,
            }
        }
        if !self.adapters.is_empty() {
            print_line("\nAdapters of WebGPU, the best of which is --device webgpu")?;
            for adapter in &self.adapters {
                print_wrapped(format!("  {adapter}"))?;
            }
        }
        match &self.device {
            Ok(device) => {
                print_line("")?;
                print_wrapped(format!("The device in use: {}", describe_device(device)))?;
                print_line(format!("  opened in {}", format_time(device.info().opened_in)))?;
                print_wrapped(format!("  {}", describe_clock(device)))?;
                print_line("\nIts eras, each with a self-test: saxpy against the reference")?;
                for (era, tested) in &self.eras {
                    print_wrapped(format!("  {era:8}  {}", describe_test(tested)))?;
                }
                print_line("\nWhat it allows")?;
                for line in limits_table(device.limits()).lines() {
                    print_line(format!("  {line}"))?;
                }
            }
            Err(error) => {
                print_line("")?;
                print_wrapped(format!("No device works: {error}"))?;
            }
        }
        if !self.variables.is_empty() {
            print_line("\nThe environment changes what is found")?;
            for (name, value) in &self.variables {
                print_line(format!("  {name}={value}"))?;
            }
        }
        print_line("\nTo build it")?;
        match self.compilers.first() {
            Some((name, version)) => print_wrapped(format!("  C++ compiler {name}: {version}"))?,
            None => print_line("  no C++ compiler, which glslang needs")?,
        }
        print_line("\nWhat to install")?;
        for sentence in self.install_advice() {
            print_wrapped(format!("  {sentence}"))?;
        }
        Ok(())
    }

    fn install_advice(&self) -> Vec<String> {
        let missing = MissingParts {
            driver: self.devices.iter().all(Result::is_err),
            compute: self.eras.iter().any(|(_, tested)| tested.is_err()),
            compiler: self.compilers.is_empty(),
        };
        install_sentences(std::env::consts::OS, &read_os_release(), missing)
    }

    fn to_json(&self) -> Value {
        let eras: Vec<_> = self
            .eras
            .iter()
            .map(|(era, tested)| match tested {
                Ok(measured) => json!({"era": era.to_string(), "runs": true, "right": measured.check.passed()}),
                Err(error) => json!({"era": era.to_string(), "runs": false, "error": error.to_string()}),
            })
            .collect();
        let limits: serde_json::Map<String, Value> = match &self.device {
            Ok(device) => limit_rows(device.limits())
                .into_iter()
                .map(|(name, value)| (name.to_string(), json!(value)))
                .collect(),
            Err(_) => serde_json::Map::new(),
        };
        json!({
            "devices": self.devices.iter().map(device_json).collect::<Vec<_>>(),
            "adapters": self.adapters,
            "device": device_json(&self.device),
            "clock": self.device.as_ref().ok().map(describe_clock),
            "eras": eras,
            "limits": limits,
            "compiler": self.compilers.first().map(|(_, version)| version),
            "install": self.install_advice().join(" "),
        })
    }
}

fn device_json(device: &Result<Device>) -> Value {
    match device {
        Ok(device) => {
            let description = device.info();
            let opengl = description.opengl.map(|(major, minor)| format!("{major}.{minor}"));
            json!({"name": description.name, "version": description.version, "opengl": opengl})
        }
        Err(error) => json!({"error": error.to_string()}),
    }
}

fn describe_device(device: &Device) -> String {
    let description = device.info();
    format!("{}, {} ({})", description.name, description.describe_interface(), description.version)
}

/// Describes the clock that times launches on this device.
fn describe_clock(device: &Device) -> String {
    device
        .launch_clock()
        .map_or_else(|error| error.to_string(), |clock| clock.to_string())
}

/// Runs saxpy in an era, and compares it with its reference.
fn self_test(device: &Device, era: Era) -> Result<RungMeasurement> {
    let device = device.with_era(era)?;
    let algorithm = Algorithm::find("saxpy")?;
    let rung = algorithm
        .plain(era, device.suited_to())
        .ok_or_else(|| Error::data("saxpy, the self-test, has lost its rungs"))?;
    Ok(measure_rung(&device, algorithm, rung, &Workload::new(TEST_ELEMENTS, 1), TimingEffort::new(20, 5))?.0)
}

fn describe_test(tested: &Result<RungMeasurement>) -> String {
    match tested {
        Ok(measured) if measured.check.passed() => {
            format!("runs and is right: {} elements in {}", format_count(TEST_ELEMENTS), format_time(measured.median()))
        }
        Ok(measured) => format!("WRONG: {}", describe_difference(&measured.check)),
        Err(error) => format!("does not run: {error}"),
    }
}

fn limit_rows(limits: &Limits) -> Vec<(&'static str, String)> {
    vec![
        ("side of a 2D texture", format!("{} texels", format_count(limits.texture_side))),
        ("side of a 3D texture", format!("{} texels", format_count(limits.volume_side))),
        ("side of a rectangle texture", format!("{} texels", format_count(limits.rectangle_side))),
        ("side of a cube's face", format!("{} texels", format_count(limits.cube_side))),
        ("outputs of a pass", format_count(limits.outputs)),
        ("vertex streams written", format_count(limits.vertex_outputs)),
        ("textures of a kernel", format_count(limits.textures)),
        ("a storage buffer", format_bytes(limits.buffer_bytes)),
        ("storage buffers of a kernel", format_count(limits.buffers)),
        ("images of a kernel", format_count(limits.images)),
        ("work groups of a dispatch", join_sides(limits.groups)),
        ("a work group", join_sides(limits.group_size)),
        ("invocations of a work group", format_count(limits.group_invocations)),
        ("shared memory of a work group", format_bytes(limits.shared_bytes)),
    ]
}

fn join_sides(counts: [usize; 3]) -> String {
    counts.map(format_count).join(" x ")
}

fn limits_table(limits: &Limits) -> String {
    let mut table = new_table(&["limit", "value"]);
    for (name, value) in limit_rows(limits) {
        table.add_row([name, &value]);
    }
    format_table(&table)
}

/// Returns the first line of a compiler's version, if it is installed.
fn compiler_version(compiler: &str) -> Option<String> {
    let said = Command::new(compiler)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let line = String::from_utf8_lossy(&said.stdout).lines().next()?.to_string();
    said.status.success().then_some(line)
}
