#version 430 core
// Wrong: an include that climbs out of its folder.
layout(local_size_x = 32) in;
#include "../../../../../../etc/hostname"
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
