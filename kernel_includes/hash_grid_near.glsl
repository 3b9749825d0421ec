// hash_grid_near.glsl: the points near one place, by the buckets around it, in both eras. The kernel defines
// before it what reads its streams: int start_of(int bucket)           where the points of a bucket begin;
// one behind the last bucket ends it vec3 position_of(int at)           a point, in the order of the buckets
// uint number_of(int at)             and its number

/// How many points are not further off than the root of `reach`, and the sum of their numbers; NOWHERE for
/// both in a crowd.
uvec2 near(vec3 place, float reach) {
    ivec3 cell = cell_of(place);
    uvec2 found = uvec2(0u);
    int crowd = 0;                                    // points in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, row % 3 - 1, row / 3 - 1));
        for (int part = 0; part < 4; part += 2) {     // the row, and what of it is folded
            int at = start_of(buckets[part]);
            int end = start_of(buckets[part + 1]);
            crowd += end - at;
            if (crowd > CROWD) end = at;              // so the loops of one run end before a driver ends them
            for (; at < end; at++) {
                vec3 way = position_of(at) - place;
                if (dot(way, way) <= reach) found += uvec2(1u, number_of(at));
            }
        }
    }
    return crowd > CROWD ? uvec2(NOWHERE) : found;
}
