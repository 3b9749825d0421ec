//! The components of a register that a statement reads.

use super::shader::{Register, RegisterKind, SamplerKind, Shader, SourceModifier, Statement};

/// Returns the components of a source's register that its statement reads.
pub(super) fn lanes_read(shader: &Shader, statement: &Statement, number: usize) -> [bool; 4] {
    let mut read = [false; 4];
    let Some(source) = statement.sources.get(number) else { return read };
    for place in places_read(shader, statement, number) {
        if let Some(lane) = source.swizzle.get(place)
            && let Some(read) = read.get_mut(usize::from(*lane))
        {
            *read = true;
        }
    }
    match source.modifier {
        SourceModifier::DivideByZ => read[2] = true,
        SourceModifier::DivideByW => read[3] = true,
        _ => {}
    }
    read
}

/// Returns the places of a source, after its swizzle, that a statement reads.
fn places_read(shader: &Shader, statement: &Statement, number: usize) -> Vec<usize> {
    let written: Vec<usize> = match &statement.target {
        Some(target) => (0..4).filter(|lane| target.mask.get(*lane).copied().unwrap_or(false)).collect(),
        None => vec![0],
    };
    let first = |count: usize| (0..count).collect::<Vec<usize>>();
    match statement.operation.name {
        "dp3" | "nrm" | "m3x2" | "m3x3" | "m3x4" | "texm3x2pad" | "texm3x2tex" | "texm3x2depth" | "texm3x3"
        | "texm3x3pad" | "texm3x3tex" | "texm3x3spec" | "texm3x3vspec" | "texdp3" | "texdp3tex" | "texreg2rgb" => {
            let mut places = first(3);
            // The fourth component is scaled too.
            if statement.operation.name == "nrm" && written.contains(&3) {
                places.push(3);
            }
            places
        }
        "dp4" | "m4x3" | "m4x4" => first(4),
        "dp2add" => first(if number < 2 { 2 } else { 1 }),
        "crs" => {
            let others = (0..3).filter(|place| written.iter().any(|lane| lane != place && *lane < 3));
            others.collect()
        }
        "rcp" | "rsq" | "exp" | "log" | "expp" | "logp" | "pow" | "sincos" => vec![0],
        "lit" => vec![0, 1, 3],
        "dst" => written.into_iter().filter(|lane| dst_reads(*lane, number)).collect(),
        "bem" => first(2),
        "texbem" => first(2),
        "texbeml" => first(3),
        "texreg2ar" => vec![0, 3],
        "texreg2gb" => vec![1, 2],
        "texld" | "texcrd" if shader.version.model == 14 => first(if written.contains(&2) { 3 } else { 2 }),
        "texld" | "texldp" | "texldb" | "texldl" | "texldd" => coordinate_places(shader, statement, number),
        "if_comp" | "break_comp" => vec![0],
        _ => written,
    }
}

fn dst_reads(lane: usize, number: usize) -> bool {
    match number {
        0 => lane == 1 || lane == 2,
        _ => lane == 1 || lane == 3,
    }
}

/// Returns the places of a texture's coordinates and, of some instructions, the last one.
fn coordinate_places(shader: &Shader, statement: &Statement, number: usize) -> Vec<usize> {
    let sampler = statement.sources.get(1).map(|source| source.register);
    let kind = sampler
        .filter(|register| register.kind == RegisterKind::Sampler)
        .and_then(|register: Register| shader.sampler_kind(register.number));
    let count = kind.unwrap_or(SamplerKind::Flat).coordinate_count();
    let mut places: Vec<usize> = (0..count).collect();
    if number == 0 && matches!(statement.operation.name, "texldp" | "texldb" | "texldl") {
        places.push(3);
    }
    if number == 1 { vec![] } else { places }
}
