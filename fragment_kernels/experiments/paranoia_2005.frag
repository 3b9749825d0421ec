#version 110
// paranoia_2005: sum, difference, product and quotient of two numbers, as the machine calculates them.
//
// Four operations and one texture written: every card from 2002 on takes it. The numbers come as vertex streams, for
// the GeForce FX has float textures as rectangles alone, and no compiler knows them.
varying vec3 operands;     // x, y and a 0 that the host alone knows

void main() {
    float x = operands.x;
    float y = operands.y;
#ifdef PRODUCT
    gl_FragColor = vec4(mix(operands.z, y, x));    // x * (y - 0) + 0: a multiply-add, on the cards
#else
    gl_FragColor = vec4(x + y, x - y, x * y, x / y);
#endif
}
