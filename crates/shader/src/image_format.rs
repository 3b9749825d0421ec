//! GLSL names of image formats.

use rspirv::spirv::ImageFormat;

/// Returns an image format as GLSL writes it: `Rgba8Snorm` as `rgba8_snorm`.
pub fn glsl_format(format: ImageFormat) -> String {
    let lower = format!("{format:?}").to_ascii_lowercase();
    match lower.as_str() {
        "r11fg11fb10f" => "r11f_g11f_b10f".to_string(),
        "rgb10a2" => "rgb10_a2".to_string(),
        "rgb10a2ui" => "rgb10_a2ui".to_string(),
        _ => lower.replace("snorm", "_snorm"),
    }
}
