// page_counts.glsl: what the device counts of its pages. The first two are group counts of indirect
// dispatches, along x, y and z.

const int LISTED = 0;                // pages that are mapped, in the list
const int NEW = 3;                   // pages that have just been mapped
const int WANT = 6;                  // pages that are wanted
const int FREE = 7;                  // pages that lie on the stack of free ones
