#version 430 core
// Right: all lanes read the whole tile, which is filled before and replaced after a barrier.
// run: buffer Bodies=random:512
// run: buffer Forces=zero:256
layout(local_size_x = 64) in;
layout(std430) readonly buffer Bodies { vec4 bodies[]; };
layout(std430) writeonly buffer Forces { vec4 forces[]; };
shared vec4 tile[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec3 here = bodies[lane].xyz, force = vec3(0.0);
    for (uint start = 0u; start < 128u; start += 64u) {
        if (start > 0u) barrier();
        tile[lane] = bodies[start + lane];
        barrier();
        for (uint j = 0u; j < 64u; j++) {
            vec3 away = tile[j].xyz - here;
            force += away * (tile[j].w / (dot(away, away) + 0.01));
        }
    }
    forces[lane] = vec4(force, 0.0);
}
