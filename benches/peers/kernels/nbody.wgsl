// nbody: half a kick and a drift of bodies that pull each other, twice.

@group(0) @binding(0) var<storage, read> position: array<vec4<f32>>;      // and in the fourth lane the mass
@group(0) @binding(1) var<storage, read> velocity: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> new_position: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> new_velocity: array<vec4<f32>>;

override softening: f32 = 0;          // its square
override kick: f32 = 0;               // seconds
override drift: f32 = 0;              // seconds

fn pull_of(body: vec4<f32>, place: vec3<f32>) -> vec3<f32> {
    let way = body.xyz - place;
    let inverse = inverseSqrt(max(dot(way, way) + softening, 1e-24));
    return way * (body.w * inverse * inverse * inverse);
}

fn leap(i: u32, pull: vec3<f32>) {
    let speed = velocity[i].xyz + kick * pull;
    new_velocity[i] = vec4(speed, velocity[i].w);
    new_position[i] = position[i] + vec4(drift * speed, 0.0);
}

// The textbook's (Nyland, Harris and Prins, GPU Gems 3): a body for each lane, tiles in shared memory.

var<workgroup> tile: array<vec4<f32>, 256>;

@compute @workgroup_size(256)
fn tiles(@builtin(global_invocation_id) own: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let place = position[own.x].xyz;
    var sum = vec3(0.0);
    for (var start = 0u; start < arrayLength(&position); start += 256u) {
        tile[lane] = position[start + lane];
        workgroupBarrier();           // the whole tile is written
        for (var other = 0u; other < 256u; other++) { sum += pull_of(tile[other], place); }
        workgroupBarrier();           // every lane has read it
    }
    leap(own.x, sum);
}

// Gristmill's for the lanes of a CPU, nbody_images.comp: four bodies for each lane, all loaded from a texture.

@group(0) @binding(4) var image: texture_storage_2d<rgba32float, read>;

override columns: u32 = 1;            // of the texture, a power of two
override row_bits: u32 = 0;

fn body(i: u32) -> vec4<f32> { return textureLoad(image, vec2(i & (columns - 1u), i >> row_bits)); }

@compute @workgroup_size(64)
fn images(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let own = 256u * group.x + lane;
    var place: array<vec3<f32>, 4>;
    var sum: array<vec3<f32>, 4>;
    for (var k = 0u; k < 4u; k++) { place[k] = body(own + 64u * k).xyz; }
    let bodies = arrayLength(&position);
    for (var other = 0u; other + 2u <= bodies; other += 2u) {
        let one = body(other);
        let next = body(other + 1u);
        for (var k = 0u; k < 4u; k++) { sum[k] += pull_of(one, place[k]) + pull_of(next, place[k]); }
    }
    for (var k = 0u; k < 4u; k++) { leap(own + 64u * k, sum[k]); }
}
