// One texture read by two samplers, and without one.
// run: size 8x8
// run: image photo=random:8x8
// run: sampler soft=linear,repeat
// run: sampler hard=nearest
@group(0) @binding(0) var photo: texture_2d<f32>;
@group(0) @binding(1) var soft: sampler;
@group(0) @binding(2) var hard: sampler;

struct Shaded { @location(0) colour: vec4<f32>, @location(1) plain: vec4<f32> }

@fragment
fn shade(@builtin(position) at: vec4<f32>) -> Shaded {
    let place = at.xy / vec2<f32>(textureDimensions(photo));
    var shaded: Shaded;
    shaded.colour = textureSample(photo, soft, place * 2.0) + textureSample(photo, hard, place);
    if at.x > 6.0 { discard; }
    shaded.plain = textureLoad(photo, vec2<i32>(at.xy), 0);
    return shaded;
}
