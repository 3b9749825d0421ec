// eight.glsl: eight numbers by one load of four doubles, for a CPU that plays GPU: what its load costs grows
// with the components, and hardly with their size. Nothing is calculated with the doubles.

uvec4 bits(dvec2 pair) { return uvec4(unpackDouble2x32(pair.x), unpackDouble2x32(pair.y)); }

/// The four numbers in two of the doubles.
void four(dvec2 pair, out uvec4 numbers) { numbers = bits(pair); }
void four(dvec2 pair, out ivec4 numbers) { numbers = ivec4(bits(pair)); }
void four(dvec2 pair, out vec4  numbers) { numbers = uintBitsToFloat(bits(pair)); }
