#version 430 core
// Wrong: 64 loops inside each other: 2^64 rounds.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float x = 0.0;
for (int i0 = 0; i0 < 2; i0++) {
for (int i1 = 0; i1 < 2; i1++) {
for (int i2 = 0; i2 < 2; i2++) {
for (int i3 = 0; i3 < 2; i3++) {
for (int i4 = 0; i4 < 2; i4++) {
for (int i5 = 0; i5 < 2; i5++) {
for (int i6 = 0; i6 < 2; i6++) {
for (int i7 = 0; i7 < 2; i7++) {
for (int i8 = 0; i8 < 2; i8++) {
for (int i9 = 0; i9 < 2; i9++) {
for (int i10 = 0; i10 < 2; i10++) {
for (int i11 = 0; i11 < 2; i11++) {
for (int i12 = 0; i12 < 2; i12++) {
for (int i13 = 0; i13 < 2; i13++) {
for (int i14 = 0; i14 < 2; i14++) {
for (int i15 = 0; i15 < 2; i15++) {
for (int i16 = 0; i16 < 2; i16++) {
for (int i17 = 0; i17 < 2; i17++) {
for (int i18 = 0; i18 < 2; i18++) {
for (int i19 = 0; i19 < 2; i19++) {
for (int i20 = 0; i20 < 2; i20++) {
for (int i21 = 0; i21 < 2; i21++) {
for (int i22 = 0; i22 < 2; i22++) {
for (int i23 = 0; i23 < 2; i23++) {
for (int i24 = 0; i24 < 2; i24++) {
for (int i25 = 0; i25 < 2; i25++) {
for (int i26 = 0; i26 < 2; i26++) {
for (int i27 = 0; i27 < 2; i27++) {
for (int i28 = 0; i28 < 2; i28++) {
for (int i29 = 0; i29 < 2; i29++) {
for (int i30 = 0; i30 < 2; i30++) {
for (int i31 = 0; i31 < 2; i31++) {
for (int i32 = 0; i32 < 2; i32++) {
for (int i33 = 0; i33 < 2; i33++) {
for (int i34 = 0; i34 < 2; i34++) {
for (int i35 = 0; i35 < 2; i35++) {
for (int i36 = 0; i36 < 2; i36++) {
for (int i37 = 0; i37 < 2; i37++) {
for (int i38 = 0; i38 < 2; i38++) {
for (int i39 = 0; i39 < 2; i39++) {
for (int i40 = 0; i40 < 2; i40++) {
for (int i41 = 0; i41 < 2; i41++) {
for (int i42 = 0; i42 < 2; i42++) {
for (int i43 = 0; i43 < 2; i43++) {
for (int i44 = 0; i44 < 2; i44++) {
for (int i45 = 0; i45 < 2; i45++) {
for (int i46 = 0; i46 < 2; i46++) {
for (int i47 = 0; i47 < 2; i47++) {
for (int i48 = 0; i48 < 2; i48++) {
for (int i49 = 0; i49 < 2; i49++) {
for (int i50 = 0; i50 < 2; i50++) {
for (int i51 = 0; i51 < 2; i51++) {
for (int i52 = 0; i52 < 2; i52++) {
for (int i53 = 0; i53 < 2; i53++) {
for (int i54 = 0; i54 < 2; i54++) {
for (int i55 = 0; i55 < 2; i55++) {
for (int i56 = 0; i56 < 2; i56++) {
for (int i57 = 0; i57 < 2; i57++) {
for (int i58 = 0; i58 < 2; i58++) {
for (int i59 = 0; i59 < 2; i59++) {
for (int i60 = 0; i60 < 2; i60++) {
for (int i61 = 0; i61 < 2; i61++) {
for (int i62 = 0; i62 < 2; i62++) {
for (int i63 = 0; i63 < 2; i63++) {
x += 1.0;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
    result[0] = x;
}
