//! Shape of the code, for the cases in which it matters.

use super::super::super::assembly::{
    Assembly, Binary, Instruction, Interpolation, LevelOfDetail, SampleMethod, StageInput, StageOutput, Unary,
};
use super::{count_instructions, lower_checked, lower_compute, lower_fragment};
use gristmill_base::element::Scalar;
use gristmill_shader::Stage;

fn lower_watched(text: &str) -> Assembly {
    lower_checked(Stage::Compute, &format!("#version 430 core\n{text}"), true).unwrap()
}

const HEAD: &str = "layout(local_size_x = 64) in; buffer D { int d[]; };\n";

#[test]
fn a_loop_is_short() {
    let code = lower_compute(&format!(
        "{HEAD}void main() {{
            int sum = 0;
            for (int j = 0; j < 10; j++) sum += d[j];
            d[10] = sum;
        }}"
    ));
    // Copies: sum = 0 and j = 0. All other results are written directly to their variable.
    assert_eq!(
        count_instructions(&code, |instruction| matches!(instruction, Instruction::Unary { op: Unary::Copy, .. })),
        2
    );
    let start = code
        .instructions
        .iter()
        .position(|instruction| matches!(instruction, Instruction::Loop))
        .unwrap();
    let end = code
        .instructions
        .iter()
        .position(|instruction| matches!(instruction, Instruction::EndLoop))
        .unwrap();
    // Compare, If, Else, Leave, EndIf; Address, Load, Add; Continue, Add, Repeat.
    assert_eq!(end - start, 12);
    assert!(code.registers < 20, "{}", code.registers);
}

#[test]
fn lines_are_those_of_the_text() {
    let code = lower_compute(&format!(
        "{HEAD}int f(int x) {{\n  return x * 3;\n}}\nvoid main() {{\n  d[0] = f(d[1]);\n  barrier();\n}}"
    ));
    let line = |wanted: fn(&Instruction) -> bool| code.lines[code.instructions.iter().position(wanted).unwrap()];
    assert_eq!(line(|made| matches!(made, Instruction::Binary { op: Binary::MulInt, .. })), 4);
    assert_eq!(line(|made| matches!(made, Instruction::Load { .. })), 7);
    assert_eq!(line(|made| matches!(made, Instruction::Store { .. })), 7);
    assert_eq!(line(|made| matches!(made, Instruction::Barrier)), 8);
}

#[test]
fn vectors_are_loaded_at_once() {
    let code = lower_compute(
        "layout(local_size_x = 1) in; buffer A { vec4 a[]; }; buffer B { mat3 m; vec3 v; };
        void main() { a[1] = a[0]; v = m * v; }",
    );
    let loads = code.instructions.iter().filter_map(|made| match made {
        Instruction::Load { words, offset, .. } => Some((*words, *offset)),
        _ => None,
    });
    assert_eq!(loads.collect::<Vec<_>>(), [(4, 0), (3, 0), (3, 4), (3, 8), (3, 12)]);
    assert_eq!(count_instructions(&code, |made| matches!(made, Instruction::Store { words: 4 | 3, .. })), 2);
}

#[test]
fn registers_are_used_again() {
    let mut body = String::new();
    for line in 0..300 {
        body +=
            &format!("{{ vec4 a = vec4(d[{line}], d[{}], x, x * 2.0); x += dot(a, a.wzyx * {line}.0); }}\n", line + 1);
    }
    let code = lower_compute(&format!("{HEAD}void main() {{ float x = 1.0; {body} d[0] = int(x); }}"));
    let constants = code.constants.len() as u32;
    // Each of the 300 variables has its four registers; results share a few.
    assert!(code.registers - constants < 1300, "{} and {constants}", code.registers);
    let calls: String = (0..300).map(|line| format!("x = f(x, {line}.0);\n")).collect();
    let text =
        "float f(float x, float y) { vec4 a = vec4(x, y, x + y, x - y); mat4 m = mat4(y); return dot(m * a, a); }";
    let code = lower_compute(&format!("{HEAD}{text}void main() {{ float x = 1.0; {calls} d[0] = int(x); }}"));
    assert!(code.registers - (code.constants.len() as u32) < 1300, "{}", code.registers);
}

fn is_unset(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Unary { op: Unary::Unset, .. })
}

#[test]
fn what_is_surely_written_is_not_watched() {
    let code = lower_watched(&format!(
        "{HEAD}int f(int x, out int y) {{ y = x; return x + 1; }}
        void main() {{
            int a = d[0], b, c;
            if (a > 3) b = 1; else b = 2;
            c = f(a, b);
            for (int i = 0; i < a; i++) {{ int t = i * 2; c += t; }}
            d[1] = a + c;
        }}"
    ));
    // Only b is not certain to be written before it is read: f always writes it, and so do both branches whose result is
    // never read.
    assert_eq!(count_instructions(&code, is_unset), 0);
    assert!(code.unsure.is_empty());
}

#[test]
fn what_may_be_unwritten_is_watched() {
    let code = lower_watched(&format!("{HEAD}void main() {{ int a; if (d[0] > 3) a = 1;\nd[1] = a; }}"));
    let watched = (0..).zip(&code.unsure).filter(|(_, unsure)| **unsure);
    let lines: Vec<u32> = watched.map(|(at, _): (usize, _)| code.lines[at]).collect();
    // Places where it begins, where it is written, and where it is stored in the buffer.
    assert_eq!((count_instructions(&code, is_unset), lines.len(), lines[2]), (1, 3, 4));
    assert_eq!(code.variables[0].name, "a");
    let code = lower_compute(&format!("{HEAD}void main() {{ int a; if (d[0] > 3) a = 1;\nd[1] = a; }}"));
    assert!(code.variables.is_empty());
    assert_eq!((count_instructions(&code, is_unset), code.unsure.len()), (0, 0));
}

/// Lanes of a vector that the kernel overwrites as a whole must not be loaded, although the compiler loads them.
#[test]
fn components_in_another_order_are_stored_alone() {
    let code = lower_compute(
        "layout(local_size_x = 1) in; buffer A { vec4 a[2]; vec2 b; }; void main() { a[0].wzyx = a[1]; b.yx = b.xy; }",
    );
    let loads = code.instructions.iter().filter_map(|made| match made {
        Instruction::Load { words, offset, .. } => Some((*words, *offset)),
        _ => None,
    });
    assert_eq!(loads.collect::<Vec<_>>(), [(4, 4), (2, 8)]);
    assert_eq!(count_instructions(&code, |made| matches!(made, Instruction::Store { words: 4 | 2, .. })), 2);
}

#[test]
fn outputs_are_demanded_at_the_end() {
    let text = "#version 330 core\nlayout(location = 0) out vec2 a;\nlayout(location = 3) out int b;\nvoid main() {\n  a.x = 1.0;\n}\n";
    let code = lower_checked(Stage::Fragment, text, true).unwrap();
    let tail = &code.instructions[code.instructions.len() - 3..];
    assert!(
        matches!(
            tail[..],
            [Instruction::OutputRead { words: 2, .. }, Instruction::OutputRead { words: 1, .. }, Instruction::End]
        ),
        "{tail:?}"
    );
    let outputs: Vec<StageOutput> = code.outputs.iter().map(|&(_, output)| output).collect();
    assert_eq!(
        outputs,
        [
            make_colour_output(0, 0, Scalar::F32),
            make_colour_output(0, 1, Scalar::F32),
            make_colour_output(3, 0, Scalar::I32)
        ]
    );
}

fn make_colour_output(location: u32, lane: u8, scalar: Scalar) -> StageOutput {
    StageOutput::Colour { location, lane, scalar }
}

#[test]
fn inputs_by_location() {
    let code = lower_fragment(
        "in mat2 m; flat in ivec2 cell[2]; noperspective in float x;
        out float y;
        void main() { y = m[1].y + float(cell[1].x) + x + gl_FragCoord.z; }",
    );
    let varyings = |wanted| {
        code.inputs
            .iter()
            .filter(move |(_, input)| matches!(input, StageInput::Varying { between, .. } if *between == wanted))
            .count()
    };
    assert_eq!(
        [varyings(Interpolation::Smooth), varyings(Interpolation::Flat), varyings(Interpolation::Linear)],
        [1, 1, 1]
    );
    assert!(code.inputs.iter().any(|(_, input)| *input == StageInput::FragCoord(2)));
    let locations: Vec<(u32, u8)> = code
        .inputs
        .iter()
        .filter_map(|(_, input)| match input {
            StageInput::Varying { location, lane, .. } => Some((*location, *lane)),
            _ => None,
        })
        .collect();
    let smooth = locations[0];
    let flat = locations[1];
    assert_eq!((smooth.1, flat.1), (1, 0));
    assert_eq!(locations.len(), 3);
}

#[test]
fn textures_as_they_are_asked() {
    let code = lower_fragment(
        "#extension GL_ARB_texture_gather : enable
        uniform sampler2D a; uniform sampler2DArrayShadow b; uniform samplerBuffer c; uniform isampler3D d; uniform sampler2DRect e;
        in vec4 p; out vec4 colour;
        void main() {
            colour = texture(a, p.xy, 0.5) + vec4(texture(b, p)) + texelFetch(c, 3) + vec4(texelFetch(d, ivec3(1), 2));
            colour += textureProj(a, p) + textureLodOffset(a, p.xy, 1.0, ivec2(1, -1)) + textureGrad(a, p.xy, p.zw, p.xy);
            colour += textureGather(a, p.xy) + vec4(textureSize(d, 1), 0) + texture(e, p.xy);
        }",
    );
    let methods: Vec<(SampleMethod, usize)> = code
        .samples
        .iter()
        .map(|sample| (sample.method, sample.coordinates.len()))
        .collect();
    assert_eq!(
        methods,
        [
            (SampleMethod::Filter, 2),
            (SampleMethod::Filter, 3),
            (SampleMethod::Fetch, 1),
            (SampleMethod::Fetch, 3),
            (SampleMethod::Filter, 2),
            (SampleMethod::Filter, 2),
            (SampleMethod::Filter, 2),
            (SampleMethod::Gather, 2),
            (SampleMethod::Size, 0),
            (SampleMethod::Filter, 2),
        ]
    );
    assert!(
        matches!(&code.samples[0].level, LevelOfDetail::Implicit(Some(_)))
            && matches!(&code.samples[1].level, LevelOfDetail::Implicit(None))
    );
    assert!(
        matches!(&code.samples[2].level, LevelOfDetail::Base)
            && matches!(&code.samples[3].level, LevelOfDetail::Explicit(_))
            && matches!(&code.samples[9].level, LevelOfDetail::Base)
    );
    assert!(
        matches!(&code.samples[5].level, LevelOfDetail::Explicit(_))
            && matches!(&code.samples[6].level, LevelOfDetail::Gradients(..))
            && matches!(&code.samples[7].level, LevelOfDetail::Base)
    );
    assert!(
        code.samples[1].compare.is_some() && code.samples[5].offset.as_ref().is_some_and(|offset| offset.len() == 2)
    );
    assert!(code.needs_quads);
    // Both coordinates of the projection are divided.
    assert_eq!(count_instructions(&code, |made| matches!(made, Instruction::Binary { op: Binary::DivFloat, .. })), 2);
    let code = lower_compute(
        "layout(local_size_x = 1) in; uniform sampler2D a[3]; buffer D { vec4 d; int i; };
        void main() { d = texture(a[2], vec2(0.5)) + texture(a[i], vec2(0.5)); }",
    );
    assert!(matches!(code.samples[0].level, LevelOfDetail::Base | LevelOfDetail::Explicit(_)) && !code.needs_quads);
    assert_eq!((code.samples[0].texture, code.samples[0].item), (2, None));
    assert_eq!((code.samples[1].texture, code.samples[1].item.map(|item| item.1)), (0, Some(3)));
    assert_eq!(code.textures[2].name, "a[2]");
}
