#version 430 core
// Right: the records of a small table trade places before all of them are filled.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
struct Entry { uint key; uint value; };
layout(std430) writeonly buffer Result { uint result[]; };

void swap(inout Entry one, inout Entry other) {
    Entry kept = one;
    one = other;
    other = kept;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    Entry table[4];
    table[3].key = lane;
    table[3].value = lane + 1u;
    uint place = lane % 3u;
    swap(table[place], table[3]);
    result[lane] = table[place].key + table[place].value;
}
