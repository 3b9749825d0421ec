#version 450 core
// One group tells another by atomics that neither release nor acquire.
// run: groups 2
// run: buffer Data=zero:2
// run: buffer Result=zero:2
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430) coherent buffer Data { uint flag; uint value; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        value = 42u;
        atomicStore(flag, 1u, gl_ScopeDevice, 0, 0);
    } else if (atomicLoad(flag, gl_ScopeDevice, 0, 0) == 1u) {
        result[1] = value;
    }
}
