#version 430 core
// Right: a lane that gets the lock does its work and frees it within the loop's body, so nobody waits for a spinner.
// run: buffer Guarded=[0,0]
layout(local_size_x = 8) in;
layout(std430) coherent buffer Guarded { uint lock; uint total; };

void main() {
    bool waiting = true;
    while (waiting) {
        if (atomicCompSwap(lock, 0u, 1u) == 0u) {
            memoryBarrierBuffer();
            total += gl_LocalInvocationID.x + 1u;
            memoryBarrierBuffer();
            atomicExchange(lock, 0u);
            waiting = false;
        }
    }
}
