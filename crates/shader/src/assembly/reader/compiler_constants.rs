//! Values of parameters in comments of NVIDIA's compiler cgc. A program of NVIDIA's vertex languages cannot give a
//! parameter its value; the compiler writes `#const c[2] = 1 0.5`, and the host sets that.

use crate::assembly::language::LanguageLevel;

/// Lists the parameters with a value, by their numbers; components that a comment leaves out are 0.
pub(super) fn list_constants(text: &str, level: LanguageLevel) -> Vec<(u32, [f32; 4])> {
    match level.has_vertex_registers() {
        true => text.lines().filter_map(read_constant).collect(),
        false => vec![],
    }
}

fn read_constant(line: &str) -> Option<(u32, [f32; 4])> {
    let (name, values) = line.strip_prefix("#const ")?.split_once('=')?;
    let number = name.trim().strip_prefix("c[")?.strip_suffix(']')?.parse().ok()?;
    let mut vector = [0.0; 4];
    for (component, value) in vector.iter_mut().zip(values.split_whitespace()) {
        *component = value.parse().ok()?;
    }
    Some((number, vector))
}
