//! The mesh of the scenes: a ring, whose skin goes once around it and twice along it.

/// A corner: its place, its normal, and where on the skin it is.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Corner {
    pub place: [f32; 3],
    pub normal: [f32; 3],
    pub skin: [f32; 2],
}

const AROUND: u32 = 24;
const ALONG: u32 = 64;

/// Its corners, row by row around the tube.
pub fn corners() -> Vec<Corner> {
    let turn = |i: u32, of: u32| (i as f32 / of as f32 * std::f32::consts::TAU).sin_cos();
    let corner = |i: u32, j: u32| {
        let ((y, x), (side, ahead)) = (turn(j, AROUND), turn(i, ALONG));
        let normal = [ahead * x, y, side * x];
        let place = [ahead * (1.0 + 0.45 * x), 0.45 * y, side * (1.0 + 0.45 * x)];
        Corner { place, normal, skin: [2.0 * i as f32 / ALONG as f32, j as f32 / AROUND as f32] }
    };
    (0..=ALONG).flat_map(|i| (0..=AROUND).map(move |j| corner(i, j))).collect()
}

/// The corners of its triangles, which are counter-clockwise from outside.
pub fn triangles() -> Vec<u32> {
    let corner = |i: u32, j: u32| i * (AROUND + 1) + j;
    (0..ALONG)
        .flat_map(|i| (0..AROUND).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            let [here, up, along, both] = [corner(i, j), corner(i, j + 1), corner(i + 1, j), corner(i + 1, j + 1)];
            [here, up, along, along, up, both]
        })
        .collect()
}

/// The vertex shader of both scenes: the ring from above and ahead, a picture 4 wide by 3 high.
pub const VERTEX: &str = "#version 330 core
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 skin;
out vec3 facing;
out vec2 at;
void main() {
    facing = normal;
    at = skin;
    vec3 seen = vec3(place.x, place.y * 0.72 - place.z * 0.69, place.y * 0.69 + place.z * 0.72);
    gl_Position = vec4(seen.x * 1.5, seen.y * 2.0, -seen.z * 0.4, 3.0 - seen.z * 0.6);
}
";

/// The light on a colour, which the fragment shaders share.
pub const LIGHT: &str = "
in vec3 facing;
in vec2 at;
out vec4 colour;
vec4 lit(vec3 skin) {
    float light = max(dot(normalize(facing), vec3(0.3, 0.8, 0.52)), 0.0);
    return vec4(skin * (0.35 + 0.75 * light), 1.0);
}
";
