#version 430 core
// select_digit: which digit the key has that is looked for, from the counts of all digits; one group.
//
// Its rank counts from the largest key. Lane d learns how many keys have digit d or a greater one, by
// doubling strides.
layout(local_size_x = 256) in;

const int DIGITS = 256;

uniform int shift;          // of the digit, in bits
layout(std430, binding = 0) buffer Counts { uint counts[]; };
// The digits found, in their places; the rank.
layout(std430, binding = 1) buffer Found  { uint found[]; };

shared uint sums[DIGITS];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    uint own = counts[lane], rank = found[1], sum = own;
    counts[lane] = 0u;                                // for the next digit
    for (int stride = 1; stride < DIGITS; stride *= 2) {
        sums[lane] = sum;
        barrier();                                    // every lane has written, and has read the rank
        if (lane + stride < DIGITS) sum += sums[lane + stride];
        barrier();                                    // every lane has read
    }
    // One lane alone: of its digit and greater ones there are enough keys, of greater ones there are not.
    if (sum >= rank && sum - own < rank) {
        found[0] |= uint(lane) << shift;
        found[1] = rank - (sum - own);
    }
}
