//! Extensions of GLSL: a kernel that uses one has the numbers of a plain loop on the emulator, and
//! the driver's where that takes it; its twin with a number that nobody wrote has that found at its
//! line.

use super::machine::chosen;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, Error, KernelSource, MachineChoice, Result};

/// Elements that a kernel computes: one work group, or one row.
const COUNT: u32 = 32;

/// An extension, and a kernel that uses it.
struct Extension {
    name: &'static str,
    /// The first line.
    version: &'static str,
    /// The text outside `main`.
    declared: &'static str,
    /// The first statements of `main`.
    first: &'static str,
    /// The value of element `i`.
    value: &'static str,
    /// The same by the plain loop.
    wanted: fn(u32) -> u32,
}

macro_rules! extension {
    ($name:literal, $version:literal, $declared:literal, $first:literal, $value:literal, $wanted:expr) => {
        Extension { name: $name, version: $version, declared: $declared, first: $first, value: $value, wanted: $wanted }
    };
}

/// The extensions of compute kernels; `i` is a `uint`.
const COMPUTE: [Extension; 22] = [
    extension!(
        "GL_KHR_shader_subgroup_basic",
        "450",
        "",
        "",
        "i - gl_SubgroupID * gl_SubgroupSize + 3u - gl_SubgroupInvocationID",
        |_| 3
    ),
    extension!(
        "GL_KHR_shader_subgroup_vote",
        "450",
        "",
        "",
        "uint(subgroupAll(i < 32u)) + uint(subgroupAny(i > 99u))",
        |_| 1
    ),
    extension!("GL_KHR_shader_subgroup_arithmetic", "450", "", "", "subgroupMin(i + 5u) - subgroupMin(i)", |_| 5),
    extension!(
        "GL_KHR_shader_subgroup_ballot",
        "450",
        "",
        "",
        "subgroupBallotBitCount(subgroupBallot(true)) - gl_SubgroupSize + i",
        |i| i
    ),
    extension!("GL_KHR_shader_subgroup_shuffle", "450", "", "", "subgroupShuffleXor(i, 1u)", |i| i ^ 1),
    extension!("GL_KHR_shader_subgroup_shuffle_relative", "450", "", "", "subgroupShuffleUp(i, i % 2u)", |i| i - i % 2),
    extension!("GL_KHR_shader_subgroup_clustered", "450", "", "", "subgroupClusteredAdd(i, 4u)", |i| (i / 4) * 16 + 6),
    extension!("GL_KHR_shader_subgroup_quad", "450", "", "", "subgroupQuadBroadcast(i, 2u)", |i| i / 4 * 4 + 2),
    extension!(
        "GL_NV_shader_subgroup_partitioned",
        "450",
        "",
        "",
        "subgroupPartitionedAddNV(1u, subgroupPartitionNV(i / 2u))",
        |_| 2
    ),
    extension!("GL_ARB_shader_ballot", "450", "", "", "readInvocationARB(i, 0u) % gl_SubGroupSizeARB + i", |i| i),
    extension!(
        "GL_ARB_shader_group_vote",
        "450",
        "",
        "",
        "uint(allInvocationsARB(i < 32u)) + uint(anyInvocationARB(i > 99u))",
        |_| 1
    ),
    extension!(
        "GL_ARB_shader_clock",
        "450",
        "",
        "uvec2 began = clock2x32ARB();",
        "i + 0u * (clock2x32ARB().x - began.x)",
        |i| i
    ),
    extension!(
        "GL_EXT_shader_realtime_clock",
        "450",
        "",
        "uvec2 began = clockRealtime2x32EXT();",
        "i + 0u * (clockRealtime2x32EXT().x - began.x)",
        |i| i
    ),
    extension!(
        "GL_ARB_gpu_shader_fp64",
        "430",
        "",
        "double third = double(i) / 3.0lf;",
        "uint(third * 3.0lf + 0.5lf)",
        |i| i
    ),
    extension!("GL_ARB_gpu_shader_int64", "450", "", "int64_t far = int64_t(i) << 40;", "uint(far >> 38)", |i| 4 * i),
    extension!(
        "GL_EXT_shader_explicit_arithmetic_types",
        "450",
        "",
        "uint8_t small = uint8_t(i * 16u);",
        "uint(small) + uint(float16_t(0.5) * float16_t(4.0))",
        |i| i * 16 % 256 + 2
    ),
    extension!(
        "GL_EXT_shader_atomic_float",
        "450",
        "shared float total;",
        "if (i == 0u) total = 0.0; barrier(); atomicAdd(total, 0.5); barrier();",
        "uint(total)",
        |_| 16
    ),
    extension!(
        "GL_EXT_shader_atomic_float2",
        "450",
        "shared float most;",
        "if (i == 0u) most = 0.0; barrier(); atomicMax(most, float(i)); barrier();",
        "uint(most)",
        |_| 31
    ),
    extension!(
        "GL_EXT_shader_atomic_int64",
        "450\n#extension GL_ARB_gpu_shader_int64 : require",
        "shared uint64_t most;",
        "if (i == 0u) most = 0ul; barrier(); atomicMax(most, uint64_t(i) << 33); barrier();",
        "uint(most >> 33)",
        |_| 31
    ),
    extension!(
        "GL_KHR_memory_scope_semantics",
        "450",
        "shared uint sum;",
        "if (i == 0u) sum = 0u; barrier(); atomicAdd(sum, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease); barrier();",
        "sum",
        |_| 32
    ),
    extension!(
        "GL_EXT_control_flow_attributes",
        "450",
        "",
        "uint sum = 0u; [[unroll]] for (uint k = 0u; k < 3u; ++k) sum += i;",
        "sum",
        |i| 3 * i
    ),
    extension!("GL_ARB_compute_shader", "420", "", "", "gl_GlobalInvocationID.x + gl_WorkGroupSize.x", |i| i + 32),
];

/// The extensions of fragment kernels; `i` is a `float`, the column.
const FRAGMENT: [Extension; 13] = [
    extension!("GL_ARB_draw_buffers", "110", "", "", "i", |i| i),
    extension!(
        "GL_ARB_texture_rectangle",
        "110",
        "uniform sampler2DRect plain;",
        "",
        "texture2DRect(plain, gl_FragCoord.xy).x",
        |i| 3 * i
    ),
    extension!(
        "GL_ARB_shader_texture_lod",
        "120",
        "uniform sampler2D source;",
        "",
        "texture2DLod(source, gl_FragCoord.xy / vec2(32.0, 1.0), 0.0).x",
        |i| 3 * i
    ),
    extension!("GL_ARB_shader_bit_encoding", "130", "", "int bits = floatBitsToInt(i);", "intBitsToFloat(bits)", |i| i),
    extension!(
        "GL_ARB_shading_language_packing",
        "130",
        "",
        "uint two = packHalf2x16(vec2(i, 1.0));",
        "unpackHalf2x16(two).x",
        |i| i
    ),
    extension!("GL_ARB_explicit_attrib_location", "150", "", "", "i", |i| i),
    extension!(
        "GL_ARB_arrays_of_arrays",
        "150",
        "",
        "float table[2][2] = float[2][2](float[2](1.0, 2.0), float[2](3.0, 4.0));",
        "table[1][0] * i",
        |i| 3 * i
    ),
    extension!("GL_ARB_gpu_shader5", "150", "", "", "fma(i, 2.0, 1.0)", |i| 2 * i + 1),
    extension!("GL_ARB_shading_language_420pack", "150", "", "vec2 both = { i, 2.0 };", "both.x * both.y", |i| 2 * i),
    extension!("GL_ARB_derivative_control", "420", "", "", "dFdxFine(i) + i", |i| i + 1),
    extension!("GL_OES_standard_derivatives", "100", "", "", "dFdx(i) + i", |i| i + 1),
    extension!(
        "GL_EXT_shader_texture_lod",
        "100",
        "uniform sampler2D source;",
        "",
        "texture2DLodEXT(source, gl_FragCoord.xy / vec2(32.0, 1.0), 0.0).x",
        |i| 3 * i
    ),
    extension!("GL_EXT_draw_buffers", "100", "", "", "i", |i| i),
];

impl Extension {
    /// The kernel; with a fault, a number that nobody wrote reaches its result in the last line but one.
    fn text(&self, era: Era, fault: bool) -> String {
        let Extension { name, version, declared, first, value, .. } = self;
        let last = if fault { " + unset" } else { "" };
        if era == Era::Compute {
            return format!(
                "#version {version}\n#extension {name} : require\nlayout(local_size_x = {COUNT}) in;\nlayout(std430) buffer Result {{ uint result[]; }};\n{declared}
void main() {{ uint i = gl_LocalInvocationIndex, unset;\n{first}\nresult[i] = {value}{last};\n}}\n"
            );
        }
        let old = ["100", "110", "120"].contains(version);
        let precision = if *version == "100" { "precision highp float;" } else { "" };
        let place = if *name == "GL_ARB_explicit_attrib_location" { "layout(location = 0) " } else { "" };
        let (output, result) = match (old, name.ends_with("draw_buffers")) {
            (_, true) => (String::new(), "gl_FragData[0]"),
            (true, _) => (String::new(), "gl_FragColor"),
            (false, _) => (format!("{place}out vec4 result;"), "result"),
        };
        format!(
            "#version {version}\n#extension {name} : require\n{precision}{output}\n{declared}
void main() {{ float i = gl_FragCoord.x - 0.5, unset;\n{first}\n{result} = vec4({value}{last});\n}}\n"
        )
    }

    /// Returns the name of the output that is written to.
    fn output(&self, era: Era) -> &'static str {
        match (era, self.text(era, false)) {
            (Era::Compute, _) => "Result",
            (_, text) if text.contains("gl_FragColor") => "gl_FragColor",
            (_, text) if text.contains("gl_FragData") => "gl_FragData[0]",
            _ => "result",
        }
    }

    /// The kernel by itself, watched.
    fn check(&self, era: Era, fault: bool) -> Result<gristmill::check::Report> {
        let file = if era == Era::Compute { "extension.comp" } else { "extension.frag" };
        let triple = (0..COUNT).map(|i| (3.0 * i as f32).to_bits()).collect::<Vec<_>>();
        let mut launch = LaunchOptions::new();
        for name in ["source", "plain"] {
            if self.declared.contains(name) {
                launch = launch.texture(name, Texels::new("r32f", [COUNT, 1, 1], triple.clone()));
            }
        }
        let launch = match era {
            Era::Compute => launch.groups([1, 1, 1]).buffer("Result", vec![0; COUNT as usize]),
            Era::Fragment => launch.size([COUNT, 1]),
        };
        KernelCheck::source(file, self.text(era, fault)).run(&launch)
    }

    /// Returns the numbers that a device computes.
    fn run(&self, device: &Device) -> Result<Vec<u32>> {
        let source = KernelSource::new("extension");
        if device.era() == Era::Compute {
            let kernel = device.kernel(&source.compute(self.text(Era::Compute, false)))?;
            let mut result = device.empty::<u32>(COUNT as usize)?;
            kernel.call().output("result", &mut result).groups([1, 1, 1]).run()?;
            return result.read();
        }
        let kernel = device.kernel(&source.fragment(self.text(Era::Fragment, false)))?;
        let mut result = device.empty::<[f32; 4]>([COUNT as usize, 1])?;
        kernel.call().output(self.output(Era::Fragment), &mut result).run()?;
        Ok(result.read()?.into_iter().map(|lanes| lanes[0] as u32).collect())
    }

    /// A row of the table in the book.
    fn row(&self, era: Era, driver: Option<&Device>) -> String {
        let name = self.name;
        let wanted: Vec<u32> = (0..COUNT).map(self.wanted).collect();
        let report = self.check(era, false).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(report.is_right(), "{name}: {}\n{}", report.verdict(), report.drawings.join("\n"));
        let got = report.output(self.output(era)).unwrap_or_default();
        let got: Vec<u32> = match era {
            Era::Compute => got.to_vec(),
            Era::Fragment => got.chunks(4).map(|lanes| f32::from_bits(lanes[0]) as u32).collect(),
        };
        assert_eq!(got, wanted, "{name}");

        let report = self.check(era, true).unwrap_or_else(|error| panic!("{name}: {error}"));
        let line = self
            .text(era, true)
            .lines()
            .position(|line| line.contains("+ unset"))
            .map(|at| at as u32 + 1);
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|finding| {
                (finding.kind, finding.name.as_str(), finding.witnesses.first().map(|witness| witness.line as u32))
            })
            .collect();
        assert_eq!(found, [(FindingKind::Uninitialised, "unset", line)], "{name}");

        let way = match driver.map(|device| self.run(device)) {
            None => "no driver",
            _ if self.declared.contains("sampler") => "not tried",
            Some(Ok(others)) => {
                assert_eq!(others, wanted, "{name}");
                "equal"
            }
            Some(Err(Error::Source { .. } | Error::Driver { .. })) => "not taken",
            Some(Err(error)) => panic!("{name}: {error}"),
        };
        let version = self.version.lines().next().unwrap_or_default();
        format!("| `{name}` | `#version {version}` | right | found | {way} |")
    }
}

#[test]
fn every_extension_runs_and_is_judged() {
    let book = include_str!("../../book/src/dialects.md");
    let mut rows = vec![];
    for (era, extensions) in [(Era::Fragment, &FRAGMENT[..]), (Era::Compute, &COMPUTE[..])] {
        let driver = chosen(MachineChoice::Driver, era);
        rows.extend(extensions.iter().map(|extension| extension.row(era, driver.as_ref())));
    }
    println!("{}", rows.join("\n"));
    // The page has these rows; what stands behind "found" is one driver's, and may be another's.
    let machine_free = |row: &str| row.rsplit_once(" | ").map(|(row, _)| row.to_string()).unwrap_or_default();
    for row in &rows {
        assert!(book.lines().any(|line| machine_free(line) == machine_free(row)), "the page lacks {row}");
    }
}
