#version 450 core
// One group tells another by an atomic that releases and one that acquires, without memory barriers of their own.
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
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u) {
        result[1] = value;
    }
}
