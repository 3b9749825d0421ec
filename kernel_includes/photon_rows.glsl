// photon_rows.glsl: the entries in a sphere where those of a row of cells lie side by side, in both eras. It
// comes after photon_nearest.glsl, and the kernel defines before it what reads its streams:
//     int start_of(int cell)             where the entries of a cell begin; one behind the last cell ends it
//     vec4 place_of(int photon)          where an entry lies, and in the fourth channel on which surface
//     vec3 power_of(int photon)

Held visit(vec4 point, float square) {
    Held held = Held(0, vec3(0.0), 0.0);
    float reach = sqrt(square) + 1e-5;
    ivec3 low = cell_of(point.xyz - reach), high = cell_of(point.xyz + reach);
    for (int z = low.z; z <= high.z; ++z) {
        for (int y = low.y; y <= high.y; ++y) {
            int row = (z * side + y) * side;
            int photon = start_of(row + low.x);
            int end = start_of(row + high.x + 1);
            if (tires(1 + end - photon)) end = photon;
            for (; photon < end; ++photon) {
                if (holds(held, point, square, place_of(photon))) held.landed += power_of(photon);
            }
        }
    }
    return held;
}
