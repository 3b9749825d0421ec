#version 430 core
// All lanes write one pair, in another order, with the same values; none of them reads it.
// run: buffer Pair=zero:2
layout(local_size_x = 8) in;
layout(std430) buffer Pair { vec2 pair; };

void main() {
    pair.yx = vec2(1.0, 2.0);
}
