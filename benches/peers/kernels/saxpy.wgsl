// saxpy: alpha * x + y, twice.

override alpha: f32 = 1;
override columns: u32 = 1;            // of work groups, since a row has 65,535 at most

// The textbook's: a number for each lane.

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn ones(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let i = 64u * (group.x + columns * group.y) + lane;
    if i < arrayLength(&result) { result[i] = alpha * x[i] + y[i]; }
}

// Gristmill's, saxpy_packed.comp: four numbers for each lane.

@group(0) @binding(0) var<storage, read> x_fours: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> y_fours: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> result_fours: array<vec4<f32>>;

@compute @workgroup_size(64)
fn fours(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let i = 64u * (group.x + columns * group.y) + lane;
    if i < arrayLength(&result_fours) { result_fours[i] = alpha * x_fours[i] + y_fours[i]; }
}
