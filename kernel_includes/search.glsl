// search.glsl: binary search in a sorted stream, in both eras. The kernel says how it reads an element.

uniform int first_stride;   // the largest power of two that is not more than the number of elements
uniform int sorted_count;   // the library sets it

/// The code of one element of the sorted stream.
uint sorted_code(int at);

/// The lower bound of a code: how many elements are less. So many as `below` are known to be; the next step
/// is `stride` elements wide.
///
/// Every search of one stream takes the same steps, with strides that are halved, so that no lane waits for
/// another.
int lower_bound(uint wanted, int below, int stride) {
    for (; stride > 0; stride /= 2) {
        int next = below + stride;
        if (next <= sorted_count && sorted_code(next - 1) < wanted) below = next;
    }
    return below;
}
