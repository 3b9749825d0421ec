//! Declarations of a vertex stage that covers a target and passes each fragment its position in it.

/// Returns the outputs that fragments read, and the lines that set each of them to the position in
/// the target, from 0 to 1, then 0 and 1. With `scale`, a uniform of two floats, positions go from 0 to that. `read` has
/// a name and its number of channels each.
pub fn covering_outputs<'r>(scale: Option<&str>, read: impl Iterator<Item = (&'r str, u8)>) -> (String, String) {
    let mut outputs = scale.map_or(String::new(), |scale| format!("uniform vec2 {scale};\n"));
    let place = "(gl_Position.xy * 0.5) + 0.5";
    let place = scale.map_or(place.to_string(), |scale| format!("({place}) * {scale}"));
    let mut values = String::new();
    for (name, channels) in read {
        let (kind, channels) = match channels {
            1 => ("float", "x"),
            2 => ("vec2", "xy"),
            3 => ("vec3", "xyz"),
            _ => ("vec4", "xyzw"),
        };
        outputs += &format!("out {kind} {name};\n");
        values += &format!("    {name} = vec4({place}, 0.0, 1.0).{channels};\n");
    }
    (outputs, values)
}
