//! The float forms of addressing.glsl in `f32`, operation by operation.

/// `divide_float`: quotient and remainder.
pub fn divide_float(a: f32, b: f32) -> (f32, f32) {
    divide_with(a, b, 1.0 / b)
}

/// `divide_float` with a reciprocal of one's own.
pub fn divide_with(a: f32, b: f32, reciprocal: f32) -> (f32, f32) {
    let mut quotient = (a * reciprocal).floor();
    let remainder = a - quotient * b;
    if remainder < 0.0 {
        quotient -= 1.0;
    }
    if remainder >= b {
        quotient += 1.0;
    }
    (quotient, a - quotient * b)
}

/// `packed_texel_float`.
pub fn packed_texel_float(index: f32, width: f32) -> [f32; 2] {
    let (y, x) = divide_float(index, width);
    [x, y]
}

/// `index_4d_float`; with nothing along w, `index_3d_float`.
pub fn index_4d_float([x, y, z, w]: [f32; 4], shape: [f32; 4]) -> f32 {
    x + shape[0] * (y + shape[1] * (z + shape[2] * w))
}

/// `position_3d_float`.
pub fn position_3d_float(index: f32, shape: [f32; 4]) -> [f32; 3] {
    let (line, x) = divide_float(index, shape[0]);
    let (z, y) = divide_float(line, shape[1]);
    [x, y, z]
}

/// `position_4d_float`.
pub fn position_4d_float(index: f32, shape: [f32; 4]) -> [f32; 4] {
    let [x, y, folded] = position_3d_float(index, shape);
    let (w, z) = divide_float(folded, shape[2]);
    [x, y, z, w]
}

/// `by_slice_texel_float`.
pub fn by_slice_texel_float(position: [f32; 3], slice: [f32; 2], columns: f32) -> [f32; 2] {
    let (row, column) = divide_float(position[2], columns);
    [position[0] + slice[0] * column, position[1] + slice[1] * row]
}

/// `by_slice_position_float`.
pub fn by_slice_position_float(texel: [f32; 2], slice: [f32; 2], columns: f32) -> [f32; 3] {
    let (column, x) = divide_float(texel[0], slice[0]);
    let (row, y) = divide_float(texel[1], slice[1]);
    [x, y, row * columns + column]
}

/// Listing 33-1 as printed, and the texture unit's floor.
pub fn printed_1d_to_rectangle(address: f32, width: f32) -> [f32; 2] {
    let row = address * (1.0 / width);
    [((row - row.floor()) * width).floor(), row.floor()]
}

/// Listing 33-2 as printed, and the texture unit's scaling and floor.
pub fn printed_1d_to_2d(address: f32, width: f32, height: f32) -> [f32; 2] {
    let (u, v) = (address * (1.0 / width), address * (1.0 / (width * height)));
    [((u - u.floor()) * width).floor(), (v * height).floor()]
}

/// Listing 33-4 as printed, by way of a reciprocal, as the cards divided.
pub fn printed_3d_to_2d_by_slice([x, y, z]: [f32; 3], size_3d: [f32; 3], texture_width: f32) -> [f32; 2] {
    let slices_per_row = texture_width * (1.0 / size_3d[0]);
    let row = (z * (1.0 / slices_per_row)).floor();
    let column = z - slices_per_row * row;
    [x + x * column, y + y * row]
}
