//! Random kernels, run whole and cut for fictitious cards.

use crate::device::Device;
use crate::kernel::KernelSource;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::random::word;
use gristmill_cards::{Fact, Profile};
use std::fmt::Write;

/// Builds a Radeon 9700 with fewer slots and outputs.
fn small_card(slots: u32, outputs: u32) -> Profile {
    let card = Profile::named("radeon-9700").unwrap().clone();
    Profile {
        arithmetic_slots: Fact { value: Some(slots), ..card.arithmetic_slots },
        texture_slots: Fact { value: Some(6), ..card.texture_slots },
        total_slots: Fact { value: Some(slots + 6), ..card.total_slots },
        outputs: Fact { value: outputs, ..card.outputs },
        ..card
    }
}

/// Generates a kernel of `statements` random statements, each using results of earlier ones.
fn random_kernel(seed: u32, statements: u32) -> String {
    let mut text = "uniform sampler2D x;\nuniform vec3 weights[2];\nuniform float c;\nvoid main() {\n".to_string();
    text += "vec2 place = gl_TexCoord[0].xy;\nfloat f0 = texture2D(x, place).r;\nfloat f1 = c;\n";
    text += "vec3 v0 = texture2D(x, place.yx).rgb;\nvec3 v1 = weights[1];\nbool b0 = f0 < f1;\n";
    let mut floats = 2;
    let mut vectors = 2;
    let mut truths = 1;
    for at in 0..statements {
        let [truth, other] = [5, 6].map(|column| format!("b{}", draw_below(seed, at, column, truths)));
        let [f, g] = [1, 2].map(|column| format!("f{}", draw_below(seed, at, column, floats)));
        let [v, w] = [3, 4].map(|column| format!("v{}", draw_below(seed, at, column, vectors)));
        let made = match draw_below(seed, at, 0, 20) {
            0 => format!("{f} + {g}"),
            1 => format!("{f} * {g}"),
            2 => format!("{f} / (abs({g}) + 0.5)"),
            3 => format!("min({f}, -{g})"),
            4 => format!("fract({f} * 3.0)"),
            5 => format!("dot({v}, {w})"),
            6 => format!("sqrt(abs({f}) + 0.25)"),
            7 => format!("{truth} ? {f} : {g}"),
            8 => format!("texture2D(x, fract(vec2({f}, {g}))).g"),
            9 => format!("floor({f} * 4.0) - {v}.y"),
            10 => format!("clamp({f}, 0.0, 1.0)"),
            11 => format!("mix({f}, {g}, 0.25)"),
            _ => String::new(),
        };
        let vectorial = match draw_below(seed, at, 0, 20) {
            12 => format!("{v} * {w} + vec3({f})"),
            13 => format!("{v}.zxy - weights[0]"),
            14 => format!("max({v}, {w} * 0.5)"),
            15 => format!("vec3({f}, {g}, {v}.x)"),
            16 => format!("mix({v}, {w}, {f})"),
            17 => format!("cross({v}, {w})"),
            _ => String::new(),
        };
        let line = if !made.is_empty() {
            floats += 1;
            format!("float f{} = {made};", floats - 1)
        } else if !vectorial.is_empty() {
            vectors += 1;
            // Clamped: otherwise products of products overflow floats of 24 bits.
            format!("vec3 v{} = clamp({vectorial}, -4.0, 4.0);", vectors - 1)
        } else {
            truths += 1;
            format!("bool b{} = (({f} <= {g}) != {truth}) && {other};", truths - 1)
        };
        let _ = writeln!(text, "{line}");
    }
    let _ =
        write!(text, "gl_FragColor = vec4(v{}, b{} ? f{} : f{});\n}}", vectors - 1, truths - 1, floats - 1, floats - 2);
    text
}

fn draw_below(seed: u32, at: u32, column: u32, below: u32) -> u32 {
    word(seed, at, column) % below
}

/// Runs a kernel whole and cut, on a device that calculates as the Radeons did. Returns both
/// results and the number of passes.
fn run_both(text: &str, card: &Profile) -> Result<([Vec<[u32; 4]>; 2], usize)> {
    let device = Device::emulator(Era::Fragment)?.with_card(Profile::named("radeon-x800")?)?;
    let source = KernelSource::new("drawn").fragment(text.to_string());
    let numbers: Vec<[f32; 4]> = (0..16).map(|i| [0, 1, 2, 3].map(|k| word(7, i, k) as f32 / 4e9)).collect();
    let x = device.stream_of([4, 4], &numbers)?;
    let weights = [[0.5_f32, -1.25, 2.0], [1.5, 0.75, -0.5]];

    let mut whole = device.empty::<[f32; 4]>([4, 4])?;
    let kernel = device.kernel(&source)?;
    let named = ["weights[0]", "weights[1]"];
    let has = |name: &str| kernel.compiled.uniforms.iter().any(|(known, _)| known == name);
    let mut call = kernel.call().gather("x", &x).output("gl_FragColor", &mut whole);
    for (name, value) in named.into_iter().zip(weights).filter(|(name, _)| has(name)) {
        call = call.uniform(name, value);
    }
    if has("c") {
        call = call.uniform("c", 0.375);
    }
    call.run()?;

    let split = device.split(&source, card)?;
    let mut parts = device.empty::<[f32; 4]>([4, 4])?;
    let mut call = split.call().gather("x", &x).output("gl_FragColor", &mut parts);
    let has = |name: &str| split.kernels.iter().any(|kernel| super::has_uniform(kernel, name));
    for (name, value) in named.into_iter().zip(weights).filter(|(name, _)| has(name)) {
        call = call.uniform(name, value);
    }
    if has("c") {
        call = call.uniform("c", 0.375);
    }
    call.run()?;
    Ok(([to_bits(whole.read()?), to_bits(parts.read()?)], split.passes.len()))
}

fn to_bits(result: Vec<[f32; 4]>) -> Vec<[u32; 4]> {
    result.into_iter().map(|texel| texel.map(f32::to_bits)).collect()
}

#[test]
fn passes_compute_what_the_whole_computes() {
    let mut cut = 0;
    let mut refused = 0;
    for seed in 0..60 {
        let text = random_kernel(seed, 30);
        for (slots, outputs) in [(64, 4), (16, 4), (10, 4), (12, 1)] {
            let card = small_card(slots, outputs);
            let ([whole, parts], passes) = match run_both(&text, &card) {
                Ok(both) => both,
                // One output saves only four live values, and some whole kernels need more than four levels of reads.
                Err(error @ Error::Card { .. })
                    if ["cannot be cut here", "indirections: "]
                        .iter()
                        .any(|why| error.to_string().contains(why)) =>
                {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{error}\n{text}"),
            };
            assert_eq!(whole, parts, "{passes} passes of {slots} slots\n{text}");
            cut += usize::from(passes > 1);
        }
    }
    assert!(cut > 60, "only {cut} were cut, {refused} refused");
}

/// The text of each pass uses exactly the slots that were counted for it.
#[test]
fn each_pass_fits() -> Result<()> {
    for seed in 0..40 {
        let flat = KernelSource::new("drawn").fragment(random_kernel(seed, 40)).flat()?;
        let card = small_card(16, 4);
        for pass in flat.split(&card)? {
            let again = KernelSource::new("pass").fragment(pass.text.clone()).flat()?;
            let fit = again.fit(&card);
            assert!(fit.is_taken(), "{}\n{}", fit.verdict(), pass.text);
            let slots = fit.demands.iter().find(|demand| demand.thing == "arithmetic slots").unwrap();
            assert_eq!(slots.given, pass.arithmetic, "{}", pass.text);
        }
    }
    Ok(())
}

#[test]
fn what_cannot_be_cut_is_named() {
    let said = refuse_body("if (a < 0.5) discard;");
    assert!(said.contains("line 4") && said.contains("discarded fragment"), "{said}");
    let said = refuse_body("a += dFdx(a);");
    assert!(said.contains("line 4") && said.contains("neighbours"), "{said}");
    let said = refuse_body("for (int i = 0; float(i) < a; i++) a -= 0.5;");
    assert!(said.contains("loop"), "{said}");
}

fn refuse_body(body: &str) -> String {
    let long = "a = a * a + 0.1;\n".repeat(70);
    let text = format!(
        "uniform sampler2D x;\nvoid main() {{\nfloat a = texture2D(x, gl_TexCoord[0].xy).r;\n{body}\n{long}gl_FragColor = vec4(a);\n}}"
    );
    let flat = KernelSource::new("long").fragment(text).flat().unwrap();
    flat.split(Profile::named("radeon-9700").unwrap()).unwrap_err().to_string()
}

/// Generates a program in assembly with `hops` dependent reads and `products` multiply-adds after each.
fn assembly_program(hops: usize, products: usize) -> String {
    let product = "MAD at, at, 0.5, program.local[0];\n".repeat(products);
    let hop = format!("FRC at, at;\nTEX at, at, texture[0], 2D;\n{product}");
    let hops = hop.repeat(hops);
    format!(
        "!!ARBfp1.0\nTEMP at;\nMUL at, fragment.position, program.local[1];\n{hops}MUL result.color, at, {{0.5}}.x;\nEND\n"
    )
}

/// Runs a program in assembly whole and cut, on a device that calculates as the Radeons did.
fn run_both_programs(text: &str, card: &'static Profile) -> Result<([Vec<[u32; 4]>; 2], usize)> {
    let device = Device::emulator(Era::Fragment)?;
    let source = KernelSource::new("program").fragment(text.to_string());
    let numbers: Vec<[f32; 4]> = (0..16).map(|i| [0, 1, 2, 3].map(|k| word(9, i, k) as f32 / 4e9)).collect();
    let texels = device.stream_of([4, 4], &numbers)?;
    let locals = [("program.local[0]", [0.125_f32, 0.25, -0.5, 0.75]), ("program.local[1]", [0.25, 0.25, 0.0, 1.0])];
    let mut whole = device.empty::<[f32; 4]>([4, 4])?;
    let kernel = device.kernel(&source)?;
    let mut call = kernel.call().gather("texture[0]", &texels).output("result.color", &mut whole);
    for (name, local) in locals {
        call = call.uniform(name, local);
    }
    call.run()?;
    let split = device.split(&source, card)?;
    let mut parts = device.empty::<[f32; 4]>([4, 4])?;
    let mut call = split.call().gather("texture[0]", &texels).output("result.color", &mut parts);
    for (name, local) in locals {
        call = call.uniform(name, local);
    }
    call.run()?;
    Ok(([to_bits(whole.read()?), to_bits(parts.read()?)], split.passes.len()))
}

/// Cuts twenty kernels that are too long for the Radeon 9700, in GLSL and in assembly: the card
/// accepts the text of every pass, and the passes compute the same as the whole kernel.
#[test]
fn a_card_takes_every_pass_of_twenty_kernels() -> Result<()> {
    let card = Profile::named("radeon-9700")?;
    let mut sources = vec![];
    for seed in 100..160 {
        let text = random_kernel(seed, 150);
        let flat = KernelSource::new("drawn").fragment(text.clone()).flat()?;
        if !flat.fit(card).is_taken() && flat.split(card).is_ok() && sources.len() < 12 {
            let ([whole, parts], passes) = run_both(&text, card)?;
            assert!(whole == parts && passes > 1, "{passes} passes\n{text}");
            sources.push(text);
        }
    }
    assert_eq!(sources.len(), 12);
    for (hops, products) in [(5, 1), (6, 2), (7, 3), (4, 20), (9, 8), (5, 30), (3, 40)] {
        let text = assembly_program(hops, products);
        let ([whole, parts], passes) = run_both_programs(&text, card)?;
        assert!(whole == parts && passes > 1, "{passes} passes\n{text}");
        sources.push(text);
    }
    sources.push(include_str!("../../fragment_kernels/experiments/split_2005.frag").to_string());
    assert_eq!(sources.len(), 20);
    for text in sources {
        for pass in KernelSource::new("long").fragment(text.clone()).flat()?.split(card)? {
            let fit = KernelSource::new("pass").fragment(pass.text.clone()).flat()?.fit(card);
            assert!(fit.is_taken(), "{}\n{}", fit.verdict(), pass.text);
            let slots = fit.demands.iter().find(|demand| demand.thing == "arithmetic slots");
            assert_eq!(slots.map(|demand| demand.given), Some(pass.arithmetic), "{}", pass.text);
        }
    }
    Ok(())
}

/// Names of `!!FP1.0` that GLSL does not allow become names that it has.
#[test]
fn passes_of_the_geforce_fx_have_names_of_glsl() -> Result<()> {
    let text = "!!FP1.0\nDECLARE a$b;\nMUL R0, f[WPOS], a$b;\nTEX R0, R0, TEX0, 2D;\nMUL o[COLR], R0, p[3];\nEND\n";
    let flat = KernelSource::new("named").fragment(text).flat()?;
    let card = Profile::named("radeon-9700")?;
    for pass in flat.split(card)? {
        let fit = KernelSource::new("pass").fragment(pass.text.clone()).flat()?.fit(card);
        assert!(fit.is_taken(), "{}\n{}", fit.verdict(), pass.text);
        assert!(pass.text.contains("uniform vec4 a_b;"), "{}", pass.text);
    }
    Ok(())
}
