// glslang's drawing of its tree, in the place of its own file for that: nobody reads it in a page, and it is 70 KB of the module.
#include "glslang/MachineIndependent/localintermediate.h"

namespace glslang {

void TIntermediate::output(TInfoSink&, bool) {}

} // namespace glslang
