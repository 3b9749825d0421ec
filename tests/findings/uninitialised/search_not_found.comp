#version 430 core
// A search leaves the place unset where it finds nothing.
// run: buffer Keys=[4,8,15,16,23,42]
// run: buffer Wanted=[42,15,7,4]
layout(local_size_x = 4) in;
layout(std430) readonly buffer Keys { uint keys[]; };
layout(std430) buffer Wanted { uint wanted[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint place;
    for (uint i = 0u; i < keys.length(); i++) {
        if (keys[i] == wanted[lane]) { place = i; break; }
    }
    wanted[lane] = place;
}
