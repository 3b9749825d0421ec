// Structs, matrices and pointers, stored each to its own element.
// run: buffer bodies=random:256
// run: uniform turn=1,0,0,0,1,0,0,0,1
struct Body { place: vec3<f32>, mass: f32, spin: mat2x2<f32> }
struct View { turn: mat3x3<f32>, weights: array<vec4<f32>, 2> }
@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
@group(1) @binding(0) var<uniform> view: View;
var<private> calls: u32;

fn moved(body: ptr<function, Body>, by: f32) -> f32 {
    calls += 1u;
    (*body).place = view.turn * (*body).place + vec3(by);
    return length((*body).place) * determinant((*body).spin);
}

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) at: u32) {
    if at >= arrayLength(&bodies) { return; }
    var body = bodies[at];
    body.mass = moved(&body, view.weights[at % 2u][at % 4u]) + f32(calls);
    bodies[at] = body;
}
