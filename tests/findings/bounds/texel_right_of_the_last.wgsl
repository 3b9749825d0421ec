// The right neighbour of the last column is outside.
// run: size 4x4
// run: image photo=random:4x4
@group(0) @binding(0) var photo: texture_2d<f32>;

@fragment
fn shade(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let here = textureLoad(photo, vec2<i32>(at.xy), 0);
    let right = textureLoad(photo, vec2<i32>(at.xy) + vec2(1, 0), 0);
    return here - right;
}
