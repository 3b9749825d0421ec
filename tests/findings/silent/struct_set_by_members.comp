#version 430 core
// Right: a structure and a vector are set member by member and then used as a whole.
// run: buffer Source=random:16
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
struct Body { vec3 place; float mass; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

float weight(Body body) { return body.mass * (body.place.x + body.place.y + body.place.z); }

void main() {
    uint lane = gl_LocalInvocationID.x;
    Body body;
    body.place.zx = vec2(source[lane], source[lane + 8u]);
    body.place.y = 1.0;
    body.mass = 2.0;
    result[lane] = weight(body);
}
