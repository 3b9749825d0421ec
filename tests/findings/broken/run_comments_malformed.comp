#version 430 core
// Wrong: run comments that mean nothing.
// run: groups
// run: groups 4,,4
// run: groups 1,2,3,4
// run: buffer Result
// run: buffer Result=
// run: buffer Result=[1,2
// run: buffer Result=random:many
// run: buffer =zero:4
// run: size 33
// run: size x
// run: warp 0
// run: schedules -1
// run: watch everything
// run: steps 1e99
// run: 
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
