#version 430 core
// The last group builds level 1 from level 0, which the other groups stored without any protocol.
// run: groups 5
// run: buffer Source=random:8
// run: image fine=zero:8x1
// run: image coarse=zero:4x1
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { float source[]; };
layout(r32f) uniform image2D fine;
layout(r32f) writeonly uniform image2D coarse;

void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i < 8) {
        imageStore(fine, ivec2(i, 0), vec4(source[i]));
    } else {
        for (int x = i - 8; x < 4; x += 2) {
            float sum = 0.0;
            for (int k = 0; k < 2; k++) sum += imageLoad(fine, ivec2(2 * x + k, 0)).r;
            imageStore(coarse, ivec2(x, 0), vec4(0.5 * sum));
        }
    }
}
