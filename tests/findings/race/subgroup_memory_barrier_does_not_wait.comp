#version 450 core
// A memory barrier of the subgroup orders, but waits for nobody.
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint kept[32];

void main() {
    uint lane = gl_LocalInvocationIndex;
    kept[lane] = lane;
    subgroupMemoryBarrierShared();
    result[lane] = kept[lane ^ 1u];
}
