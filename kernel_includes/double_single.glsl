// double_single.glsl: numbers as sums of two floats, x the near one and y what it lacks: 44 bits and more.
//
// Sums and products of floats leave an error that is a float itself and can be computed: Knuth's sum (1969), Dekker's
// product (1971). Da Graca and Defour put them together for the cards of 2005, in Implementation of float-float operators
// on graphics hardware (2006). A compiler that took (a + b) - a for b would undo all of it. PRECISE forbids it where GLSL
// has the word; where it has not, KEPT hides a number from it: times a uniform of which the host alone knows that it is 1.
// SPLITTER is 2^12 + 1 for floats of 24 bits, and 2^9 + 1 for the 17 of a Radeon.
#ifndef PRECISE
#define PRECISE
#endif
#ifndef KEPT
#define KEPT(number) (number)
#endif
#ifndef SPLITTER
#define SPLITTER 4097.0
#endif

// The sum of two floats, and what is lost of it.
vec2 sum_of(float a, float b) {
    PRECISE float sum = KEPT(a + b);
    PRECISE float back = KEPT(sum - a);
    PRECISE float lost = (a - (sum - back)) + (b - back);
    return vec2(sum, lost);
}

// The same where a is no nearer to 0 than b: half the work.
vec2 sum_in_order(float a, float b) {
    PRECISE float sum = KEPT(a + b);
    PRECISE float lost = b - (sum - a);
    return vec2(sum, lost);
}

// A float as two of half its bits: their products with each other are exact.
vec2 halves(float a) {
    PRECISE float large = KEPT(SPLITTER * a);
    PRECISE float high = large - KEPT(large - a);
    PRECISE float low = a - high;
    return vec2(high, low);
}

// The product of two floats, and what is lost of it.
vec2 product_of(float a, float b) {
    PRECISE float product = KEPT(a * b);
    vec2 s = halves(a);
    vec2 t = halves(b);
    PRECISE float lost = (((s.x * t.x) - product) + (s.x * t.y) + (s.y * t.x)) + (s.y * t.y);
    return vec2(product, lost);
}

vec2 add(vec2 a, vec2 b) {
    vec2 high = sum_of(a.x, b.x);
    vec2 low = sum_of(a.y, b.y);
    high = sum_in_order(high.x, high.y + low.x);
    return sum_in_order(high.x, high.y + low.y);
}

vec2 multiply(vec2 a, vec2 b) {
    vec2 product = product_of(a.x, b.x);
    return sum_in_order(product.x, product.y + ((a.x * b.y) + (a.y * b.x)));
}

// A float's quotient, and the quotient of what that leaves. Nothing is divided by 0, as padding would be: by 1 instead.
vec2 divide(vec2 a, vec2 b) {
    vec2 by = b.x == 0.0 ? vec2(1.0, 0.0) : b;
    float near = a.x / by.x;
    vec2 rest = add(a, -multiply(by, vec2(near, 0.0)));
    return sum_in_order(near, (rest.x + rest.y) / by.x);
}

// A float's root, and what it lacks: the rest through twice the root (Newton's step). The root of 0 is 0.
vec2 square_root(vec2 a) {
    if (a.x <= 0.0) return vec2(0.0);
    float near = a.x * inversesqrt(a.x);
    vec2 rest = add(a, -product_of(near, near));
    return sum_in_order(near, (rest.x + rest.y) / (2.0 * near));
}
