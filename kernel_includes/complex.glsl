// complex.glsl: complex numbers in both eras: a vec2 of the real and the imaginary part.

vec2 times(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

/// Real and imaginary part exchanged where `exchanged` says so. A transform of exchanged numbers, exchanged
/// again, is the inverse transform.
vec2 exchange(vec2 number, bool exchanged) { return exchanged ? number.yx : number; }
