//! Whole programs: textures, loops, subroutines, results, vertex streams, and what `check` finds in them.

use crate::machine::chosen;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice, Shape};

type Vector = [f32; 4];

const LOCALS: [&str; 3] = ["program.local[0]", "program.local[1]", "program.local[2]"];

fn devices() -> impl Iterator<Item = Device> {
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    machines.into_iter().filter_map(|choice| chosen(choice, Era::Fragment))
}

/// The colour of one element, of a program with these locals.
fn colour(device: &Device, text: &str, locals: &[Vector]) -> Vector {
    let source = KernelSource::new("program").fragment(text.to_string());
    let run = || {
        let kernel = device.kernel(&source)?;
        let mut result = device.empty::<Vector>(1)?;
        let mut call = kernel.call();
        for (name, local) in LOCALS.iter().zip(locals) {
            call = call.uniform(name, *local);
        }
        call.output("result.color", &mut result).run()?;
        Ok(result.read()?[0])
    };
    run().unwrap_or_else(|error: gristmill::Error| panic!("{error}\n{text}"))
}

#[test]
fn textures_are_read_by_their_targets() {
    let shape = Shape::from([5, 3]);
    let data: Vec<Vector> = (0..15).map(|n| [n as f32, 2.0 * n as f32, -1.0, 0.5]).collect();
    let size = [0.2, 1.0 / 3.0, 0.0, 1.0];
    for (statements, scale) in [
        ("MUL at, fragment.position, program.local[0];\nTEX read, at, texture[2], 2D;", 1.0),
        // The coordinate of TXP is divided, that of TXB has its bias behind it.
        (
            "MUL at, fragment.position, program.local[0];\nMUL at.xyz, at, 4.0;\nMOV at.w, 4.0;\nTXP read, at, texture[2], 2D;",
            1.0,
        ),
        ("MUL at, fragment.position, program.local[0];\nMOV at.w, 0.0;\nTXB read, at, texture[2], 2D;", 1.0),
        ("MUL at, fragment.position, program.local[0];\nTEX_SAT read, at, texture[2], 2D;", 0.0),
    ] {
        let text = format!("!!ARBfp1.0\nTEMP at, read;\n{statements}\nMOV result.color.yxzw, read;\nEND");
        let text = text.replace("color.yxzw, read", "color, read.yxzw");
        for device in devices() {
            let kernel = device.kernel(&KernelSource::new("read").fragment(text.clone())).unwrap();
            let given = device.stream_of(shape, &data).unwrap();
            let mut result = device.empty::<Vector>(shape).unwrap();
            let call = kernel.call().gather("texture[2]", &given).uniform("program.local[0]", size);
            call.output("result.color", &mut result).run().unwrap();
            let wanted = |[x, y, z, w]: Vector| match scale == 0.0 {
                true => [y, x, z, w].map(|lane| lane.clamp(0.0, 1.0)),
                false => [y, x, z, w],
            };
            let wanted: Vec<Vector> = data.iter().map(|texel| wanted(*texel)).collect();
            assert_eq!(result.read().unwrap(), wanted, "{text}");
        }
    }
}

#[test]
fn rectangles_are_read_in_texels_and_kept_from_neighbours() {
    let text = "!!ARBfp1.0
# run: size 4x2
# run: image texture[0]=[1,2,3,4,5,6,7,8]:4x2:r32f
TEMP here, right;
ADD right, fragment.texcoord[0], { 1 };
TEX here, fragment.texcoord[0], texture[0], RECT;
TEX right, right, texture[0], RECT;
ADD result.color, here, right;
END";
    let texels: Vec<u32> = (1..=8).map(|n| (n as f32).to_bits()).collect();
    let launch = LaunchOptions::new()
        .size([4, 2])
        .texture("texture[0]", Texels::new("r32f", [4, 2, 1], texels));
    let text = text
        .lines()
        .filter(|line| !line.contains("image"))
        .collect::<Vec<_>>()
        .join("\n");
    let report = KernelCheck::source("sum.fp", text).run(&launch).unwrap();
    let red: Vec<f32> = report
        .output("result.color")
        .unwrap()
        .iter()
        .step_by(4)
        .map(|bits| f32::from_bits(*bits))
        .collect();
    assert_eq!(red, [3.0, 5.0, 7.0, 8.0, 11.0, 13.0, 15.0, 16.0]);
}

#[test]
fn loops_and_branches_go_their_ways() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP s, n, left;
MOV s, 0.0;
MOV n, program.local[0];
REP program.local[1];
  LOOP {3, 0, 2};
    ADD s.x, s, 1.0;
  ENDLOOP;
  ADD s.y, s, 1.0;
  SUBC n.x, n, 1.0;
  BRK (LE.x);
ENDREP;
SUBC left, s.y, program.local[2];
IF GT.x;
  MOV s.z, 1.0;
ELSE;
  IF EQ.x;
    MOV s.z, 2.0;
  ELSE;
    MOV s.z, 3.0;
  ENDIF;
ENDIF;
MOV result.color, s;
END";
    for device in devices() {
        let run = |breaks: f32, count: f32, limit: f32| {
            let all = |x: f32| [x; 4];
            colour(&device, text, &[all(breaks), all(count), all(limit)])
        };
        assert_eq!(run(9.0, 4.0, 3.0), [12.0, 4.0, 1.0, 0.0]);
        assert_eq!(run(2.0, 4.0, 2.0), [6.0, 2.0, 2.0, 0.0]);
        assert_eq!(run(9.0, 0.5, 1.0), [0.0, 0.0, 3.0, 0.0]);
    }
}

#[test]
fn subroutines_share_registers_and_go_on_into_the_next() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP s;
twice:
  ADD s, s, s;
  MOVC CC, program.local[1];
  RET (GT.x);
more:
  ADD s, s, 1.0;
  RET;
main:
  MOV s, program.local[0];
  CAL twice;
  CAL more;
  MOVC CC, program.local[1];
  CAL more (LT.y);
  MOV result.color, s;
END";
    for device in devices() {
        assert_eq!(colour(&device, text, &[[5.0; 4], [1.0, 0.0, 0.0, 0.0]]), [11.0; 4]);
        assert_eq!(colour(&device, text, &[[5.0; 4], [-1.0; 4]]), [13.0; 4]);
    }
}

#[test]
fn a_subroutine_calls_itself_on_the_emulator_alone() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP n;
again:
  ADD n, n, 1.0;
  SUBC CC, n, program.local[0];
  CAL again (LT.x);
  ADD n, n, 10.0;
  RET;
main:
  MOV n, 0.0;
  CAL again;
  MOV result.color, n;
END";
    let emulator = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    assert_eq!(colour(&emulator, text, &[[1.0; 4]]), [11.0; 4]);
    assert_eq!(colour(&emulator, text, &[[4.0; 4]]), [44.0; 4]);
    // The fifth call ends the program, and no instruction has written the colour.
    assert_eq!(colour(&emulator, text, &[[5.0; 4]]), [0.0; 4]);
    let Some(driver) = chosen(MachineChoice::Driver, Era::Fragment) else { return };
    let source = KernelSource::new("again").fragment(text);
    let error = driver.kernel(&source).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("'again' calls itself; GLSL has no recursion"), "{error}");
}

#[test]
fn fog_is_applied_to_the_clamped_colour() {
    let text = "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, {2.0, 0.5, 0.0, 3.0};\nEND";
    let vertex = "!!ARBvp1.0
PARAM last = { 3, 3, 0, 1 };
TEMP at;
SGE at, vertex.attrib[0].x, { 1, 2, 0, 0 };
MAD result.position, at, { 4, 4, 0, 0 }, { -1, -1, 0, 1 };
MOV result.fogcoord, 2.0;
END";
    // Corners (-1, -1), (3, -1), (3, 3) cover half, that of the one element too.
    for device in devices() {
        let source = KernelSource::new("fog").vertex(vertex).fragment(text);
        let kernel = device.kernel(&source).unwrap();
        let corners = device
            .stream_in(Layout::Linear, 3, &[0.0_f32, 1.0, 2.0].map(|corner| [corner; 4]))
            .unwrap();
        let mut result = device.empty::<Vector>(1).unwrap();
        let call = kernel.call().vertex_stream("vertex.attrib[0]", &corners);
        let call = call
            .uniform("state.fog.color", [1.0, 1.0, 1.0, 0.0])
            .uniform("state.fog.params", [0.0, 1.0, 5.0, 0.25]);
        call.vertices(gristmill::Topology::Triangles, 3)
            .output("result.color", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), [[1.0, 0.625, 0.25, 1.0]]);
    }
}

/// Programs in NVIDIA's own languages, of 2001 and of 2003, one for each stage.
#[test]
fn programs_of_both_stages_draw_together() {
    let vertex = "!!VP1.1
MOV o[HPOS], v[OPOS];
MAD o[TEX3], v[OPOS], c[5].x, c[5].y;
MOV o[COL0], c[6];
MOV o[FOGC].x, c[6].y;
END";
    let fragment = "!!FP1.0
MOV R0, f[TEX3];
ADD R0, R0, f[COL0];
ADD R0.w, R0.w, f[FOGC].x;
MOV o[COLR], R0;
END";
    // The triangle covers the one element, whose centre is the origin.
    let corners: [Vector; 3] = [[-1.0, -1.0, 0.0, 1.0], [3.0, -1.0, 0.0, 1.0], [-1.0, 3.0, 0.0, 1.0]];
    for device in devices() {
        let kernel = device
            .kernel(&KernelSource::new("both").vertex(vertex).fragment(fragment))
            .unwrap();
        let corners = device.stream_in(Layout::Linear, 3, &corners).unwrap();
        let mut result = device.empty::<Vector>(1).unwrap();
        kernel
            .call()
            .vertex_stream("v[OPOS]", &corners)
            .uniform("c[5]", [2.0_f32, 1.0, 0.0, 0.0])
            .uniform("c[6]", [0.25_f32, 0.5, 0.75, 1.0])
            .vertices(gristmill::Topology::Triangles, 3)
            .output("o[COLR]", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), [[1.25, 1.5, 1.75, 4.5]]);
    }
}

#[test]
fn vertex_programs_write_vertex_streams() {
    let text = "!!ARBvp1.0
# Row by row, as the fixed pipeline transforms.
ATTRIB at = vertex.position;
PARAM rows[4] = { state.matrix.modelview };
PARAM columns[4] = { state.matrix.modelview.transpose };
PARAM back[4] = { state.matrix.modelview.inverse };
TEMP moved;
DP4 moved.x, at, rows[0];
DP4 moved.y, at, rows[1];
DP4 moved.z, at, rows[2];
DP4 moved.w, at, rows[3];
MOV result.texcoord[1], moved;
MOV result.color, columns[3];
DP4 result.texcoord[2].x, moved, back[0];
DP4 result.texcoord[2].y, moved, back[1];
DP4 result.texcoord[2].z, moved, back[2];
DP4 result.texcoord[2].w, moved, back[3];
END";
    let points: [Vector; 3] = [[1.0, 2.0, 3.0, 1.0], [0.0, -4.0, 0.5, 1.0], [2.0, 2.0, 2.0, 2.0]];
    // Column by column: scaled by 2, 4 and 8, moved by 1, 2 and 3.
    let matrix = nalgebra::Matrix4::from_columns(
        &[[2.0_f32, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 8.0, 0.0], [1.0, 2.0, 3.0, 1.0]].map(Into::into),
    );
    for device in devices() {
        let kernel = device.kernel(&KernelSource::new("moved").vertex(text)).unwrap();
        let given = device.stream_in(Layout::Linear, 3, &points).unwrap();
        let mut results = [0, 1, 2].map(|_| device.empty_in::<Vector>(Layout::Linear, 3).unwrap());
        let [moved, column, back] = &mut results;
        kernel
            .call()
            .vertex_stream("vertex.position", &given)
            .uniform("state.matrix.modelview", matrix)
            .output("result.texcoord[1]", moved)
            .output("result.color", column)
            .output("result.texcoord[2]", back)
            .run()
            .unwrap();
        let wanted = points.map(|[x, y, z, w]| [2.0 * x + w, 4.0 * y + 2.0 * w, 8.0 * z + 3.0 * w, w]);
        assert_eq!(results[0].read().unwrap(), wanted);
        assert_eq!(results[1].read().unwrap(), [[1.0, 2.0, 3.0, 1.0]; 3]);
        assert_eq!(results[2].read().unwrap(), points);
    }
}

#[test]
fn several_colours_go_to_their_draw_buffers() {
    let text = "!!ARBfp1.0
OPTION ARB_draw_buffers;
MOV result.color[1], { 1, 2, 3, 4 };
MOV result.color[0], fragment.position;
END";
    for device in devices() {
        let kernel = device.kernel(&KernelSource::new("two").fragment(text)).unwrap();
        let mut results = [0, 1].map(|_| device.empty::<Vector>(2).unwrap());
        let [first, second] = &mut results;
        let call = kernel.call().output("result.color[0]", first);
        call.output("result.color[1]", second).run().unwrap();
        assert_eq!(results[1].read().unwrap(), [[1.0, 2.0, 3.0, 4.0]; 2]);
        assert_eq!(results[0].read().unwrap()[1][..2], [1.5, 0.5]);
    }
}

#[test]
fn killed_fragments_write_nothing() {
    let text = "!!ARBfp1.0
TEMP t;
SUB t, fragment.position.x, { 2, -9, -9, -9 };
KIL t;
MOV result.color, 7.0;
END";
    let launch = LaunchOptions::new()
        .size([4, 1])
        .drawn_over("result.color", vec![1.0_f32.to_bits(); 16]);
    let report = KernelCheck::source("kill.fp", text).run(&launch).unwrap();
    assert!(report.is_right(), "{}", report.verdict());
    let red = report.output("result.color").unwrap().iter().step_by(4);
    let red: Vec<f32> = red.map(|bits| f32::from_bits(*bits)).collect();
    assert_eq!(red, [1.0, 1.0, 7.0, 7.0]);
}

#[test]
fn what_is_found_has_the_authors_line_and_name() {
    let text = "!!ARBfp1.0
TEMP set,
     unset;
MOV set, 1.0;
MOV unset.x, 1.0;
ADD set.xy,
    set, unset;
MOV result.color, set;
END";
    let report = KernelCheck::source("sum.fp", text).run(&LaunchOptions::new()).unwrap();
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.name.as_str(), finding.witnesses.first().map(|seen| seen.line)))
        .collect();
    assert_eq!(found, [(FindingKind::Uninitialised, "unset", Some(6))]);

    let text = "!!ARBvp1.0
PARAM table[3] = { program.env[4..6] };
ADDRESS at;
ARL at.x, vertex.attrib[1].x;
MOV result.texcoord[0], table[at.x + 1];
END";
    let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<u32>>();
    let launch = LaunchOptions::new().vertices(2);
    let launch = launch.buffer("vertex.attrib[1]", bits(&[0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]));
    let report = KernelCheck::source("table.vp", text).run(&launch).unwrap();
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.witnesses.first().map(|seen| seen.line)))
        .collect();
    assert_eq!(found, [(FindingKind::Bounds, Some(5))]);
}

#[test]
fn a_program_is_for_its_own_stage() {
    let error = |name: &str, text: &str| KernelCheck::source(name, text).compile().unwrap_err().to_string();
    assert!(error("a.fp", "!!ARBvp1.0\nEND").contains("this is a vertex program, given for a fragment kernel"));
    assert!(error("a.vert", "!!ARBfp1.0\nEND").contains("this is a fragment program, given for a vertex kernel"));
    let source = KernelSource::new("a")
        .fragment("!!ARBfp1.0\nMOV result.color, 1.0;\nEND")
        .define("N", 1);
    assert!(
        source
            .check(Era::Fragment)
            .unwrap_err()
            .to_string()
            .contains("use program.local")
    );
}

#[test]
fn every_target_is_read_in_every_way() {
    let targets = ["1D", "2D", "3D", "CUBE", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT"];
    for target in targets {
        for read in ["TEX", "TXP", "TXB", "TXL", "TXD"] {
            let slopes = if read == "TXD" { "program.local[1], program.local[2], " } else { "" };
            let text = format!(
                "!!ARBfp1.0
OPTION NV_fragment_program2;
OPTION ARB_fragment_program_shadow;
TEMP got;
{read} got.xw, program.local[0], {slopes}texture[3], {target};
MOV result.color, got.xwwx;
END"
            );
            let check = KernelCheck::source("read.fp", text.clone());
            check.compile().unwrap_or_else(|error| panic!("{error}\n{text}"));
            for device in devices() {
                device
                    .kernel(&KernelSource::new("read").fragment(text.clone()))
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
            }
        }
    }
}

#[test]
fn loops_index_texture_coordinates() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP sum;
MOV sum, 0.0;
LOOP {3, -1, 1};
  ADD sum, sum, fragment.texcoord[A0.x + 1];
  REP {2};
    ADD sum.w, sum, fragment.texcoord[A0.x].z;
  ENDREP;
ENDLOOP;
MUL result.color, sum, fragment.facing.x;
END";
    // Coordinates that no vertex program says are the place from 0 to 1, 0 and 1. The index is 0
    // where it would be below.
    let report = KernelCheck::source("sum.fp", text)
        .run(&LaunchOptions::new().size([2, 1]))
        .unwrap();
    assert!(report.is_right(), "{}", report.verdict());
    let words = report.output("result.color").unwrap();
    let lanes: Vec<f32> = words.iter().map(|bits| f32::from_bits(*bits)).collect();
    assert_eq!(lanes, [0.75, 1.5, 0.0, 3.0, 2.25, 1.5, 0.0, 3.0]);
}

#[test]
fn a_driver_survives_an_index_out_of_range() {
    let text = "!!ARBvp1.0
PARAM table[3] = { program.env[4..6] };
ADDRESS at;
ARL at.x, vertex.attrib[1].x;
MOV result.texcoord[0], table[at.x];
END";
    let Some(device) = chosen(MachineChoice::Driver, Era::Fragment) else { return };
    let kernel = device.kernel(&KernelSource::new("table").vertex(text)).unwrap();
    let given: Vec<Vector> = [-1e6, -1.0, 1.0, 3.0, 1e6].map(|at| [at; 4]).to_vec();
    let given = device.stream_in(Layout::Linear, 5, &given).unwrap();
    let mut result = device.empty_in::<Vector>(Layout::Linear, 5).unwrap();
    let mut call = kernel.call().vertex_stream("vertex.attrib[1]", &given);
    for (name, lane) in ["vertex.program.env[4]", "vertex.program.env[5]", "vertex.program.env[6]"]
        .iter()
        .zip([4.0, 5.0, 6.0])
    {
        call = call.uniform(name, [lane; 4]);
    }
    call.output("result.texcoord[0]", &mut result).run().unwrap();
    // In range it is the item, elsewhere the nearest.
    assert_eq!(result.read().unwrap(), [4.0, 4.0, 5.0, 6.0, 6.0].map(|lane| [lane; 4]));
}

#[test]
fn streams_and_attributes_must_be_alike() {
    let vertex = "!!ARBvp1.0\nMOV result.texcoord[0], vertex.attrib[1];\nEND";
    for device in devices() {
        let kernel = device.kernel(&KernelSource::new("passed").vertex(vertex)).unwrap();
        let given = device.stream_in(Layout::Linear, 2, &[1.0_f32, 2.0]).unwrap();
        let mut result = device.empty_in::<Vector>(Layout::Linear, 2).unwrap();
        let call = kernel.call().vertex_stream("vertex.attrib[1]", &given);
        let error = call.output("result.texcoord[0]", &mut result).run().unwrap_err().to_string();
        assert!(error.contains("vertex.attrib[1] is declared vec4, but its stream is"), "{error}");
    }
}

#[test]
fn coordinates_come_from_a_vertex_program() {
    let text = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND";
    for device in devices() {
        let alone = KernelSource::new("alone").fragment(text);
        let error = device.kernel(&alone).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("alone: it reads fragment.texcoord[0], which a vertex program writes"), "{error}");
        let other = KernelSource::new("other").vertex("!!ARBvp1.0\nMOV result.color, vertex.position;\nEND");
        let error = device.kernel(&other.fragment(text)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("fragment.texcoord[0]"), "{error}");
    }
}
