#version 430 core
// Wrong: a macro that doubles 40 times.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
#define m0 1.0 +
#define m1 m0 m0
#define m2 m1 m1
#define m3 m2 m2
#define m4 m3 m3
#define m5 m4 m4
#define m6 m5 m5
#define m7 m6 m6
#define m8 m7 m7
#define m9 m8 m8
#define m10 m9 m9
#define m11 m10 m10
#define m12 m11 m11
#define m13 m12 m12
#define m14 m13 m13
#define m15 m14 m14
#define m16 m15 m15
#define m17 m16 m16
#define m18 m17 m17
#define m19 m18 m18
#define m20 m19 m19
#define m21 m20 m20
#define m22 m21 m21
#define m23 m22 m22
#define m24 m23 m23
#define m25 m24 m24
#define m26 m25 m25
#define m27 m26 m26
#define m28 m27 m27
#define m29 m28 m28
#define m30 m29 m29
#define m31 m30 m30
#define m32 m31 m31
#define m33 m32 m32
#define m34 m33 m33
#define m35 m34 m34
#define m36 m35 m35
#define m37 m36 m36
#define m38 m37 m37
#define m39 m38 m38
#define m40 m39 m39

void main() {
    result[0] = m40 0.0;
}
