//! Tests of filling a buffer's words by its layout.

use super::*;

/// `uint total`, `mat2 m` (column stride 4 words, at word 4), `vec3 points[]` (stride 4 words, at word 12).
fn test_block() -> TypeLayout {
    let points = TypeLayout::Array { item: Box::new(TypeLayout::Vector(Scalar::F32, 3)), stride: 16, items: 0 };
    TypeLayout::Struct(vec![
        ("total".into(), 0, TypeLayout::Scalar(Scalar::U32)),
        ("m".into(), 16, TypeLayout::Matrix { columns: 2, rows: 2, stride: 16, row_major: false }),
        ("points".into(), 48, points),
    ])
}

#[test]
fn padding_is_skipped() {
    let mut words = vec![99; 20];
    let filled = fill_words(&test_block(), 0, &mut words, &NumberSource::Made(FillPattern::From(0))).unwrap();
    assert_eq!(filled, 1 + 4 + 6);
    assert_eq!(words[..4], [0, 99, 99, 99]);
    assert_eq!(words[4..10], [f32::to_bits(1.0), f32::to_bits(2.0), 99, 99, f32::to_bits(3.0), f32::to_bits(4.0)]);
    assert_eq!(
        words[12..20],
        [
            f32::to_bits(5.0),
            f32::to_bits(6.0),
            f32::to_bits(7.0),
            99,
            f32::to_bits(8.0),
            f32::to_bits(9.0),
            f32::to_bits(10.0),
            99
        ]
    );
}

#[test]
fn numbers_take_the_type_of_their_place() {
    let mut words = vec![0; 16];
    let numbers = [WrittenNumber::Whole(7), WrittenNumber::Whole(-1), WrittenNumber::Real(0.5), WrittenNumber::Bits(3)];
    fill_words(&test_block(), 0, &mut words, &NumberSource::Written(&numbers)).unwrap();
    assert_eq!(words[..9], [7, 0, 0, 0, (-1.0_f32).to_bits(), 0.5_f32.to_bits(), 0, 0, 3]);
    assert_eq!(fail_to_fill(WrittenNumber::Real(1.5)), "1.5 is not a whole number");
    assert_eq!(fail_to_fill(WrittenNumber::Whole(-1)), "-1 is not a uint of 32 bits");
    assert_eq!(
        to_word(WrittenNumber::Whole(1 << 31), Scalar::I32),
        Err("2147483648 is not an int of 32 bits".to_string())
    );
}

fn fail_to_fill(number: WrittenNumber) -> String {
    fill_words(&test_block(), 0, &mut [0; 16], &NumberSource::Written(&[number])).unwrap_err()
}

#[test]
fn a_list_says_how_long_its_buffer_is() {
    assert_eq!(words_for(&test_block(), 0, 1, 1 << 20), 1);
    assert_eq!(words_for(&test_block(), 0, 6, 1 << 20), 13);
    assert_eq!(words_for(&test_block(), 0, 9, 1 << 20), 17);
    assert_eq!(words_for(&TypeLayout::Scalar(Scalar::U32), 0, 5, 1 << 20), 1);
}

#[test]
fn words_have_names_and_names_have_places() {
    let layout = test_block();
    for (word, name) in [(0, ".total"), (5, ".m[0][1]"), (8, ".m[1][0]"), (17, ".points[1].y"), (19, ".points[1]")] {
        assert_eq!(member_name(&layout, word * 4), name);
    }
    assert_eq!(find_member(&layout, "points[3]").map(|(place, _)| place), Some(96));
    assert_eq!(find_member(&layout, ".m").map(|(place, _)| place), Some(16));
    for unknown in ["point", "points[", "points[x]", "total[0]", "points[4294967295][1]"] {
        assert_eq!(find_member(&layout, unknown), None, "{unknown}");
    }
}

#[test]
fn random_numbers_are_small_or_from_0_to_1() {
    for at in 0..1000 {
        assert!((0.0..1.0).contains(&f32::from_bits(pattern_word(FillPattern::Random(1), at, Scalar::F32).unwrap())));
        assert!(pattern_word(FillPattern::Random(1), at, Scalar::U32).unwrap() < 1024);
    }
    let different: std::collections::HashSet<u32> = (0..1000)
        .map(|at| pattern_word(FillPattern::Random(1), at, Scalar::F32).unwrap())
        .collect();
    assert!(different.len() > 990);
}

#[test]
fn numbers_of_8_and_16_bits_lie_side_by_side() {
    use gristmill_emulator::number::NumberType as N;
    let layout = TypeLayout::Struct(vec![
        ("kind".into(), 0, TypeLayout::Number(N::Int(8))),
        ("half".into(), 2, TypeLayout::Number(N::Float(16))),
        ("count".into(), 4, TypeLayout::Scalar(Scalar::U32)),
        ("list".into(), 8, build_array(N::Uint(8), 1, 0)),
    ]);
    let numbers: Vec<WrittenNumber> = [-2, 1, 77, 5, 6, 7, 255, 9].map(WrittenNumber::Whole).to_vec();
    let mut words = vec![0x1111_1111; 4];
    assert_eq!(words_for(&layout, 0, numbers.len(), 1 << 20), 4);
    assert_eq!(fill_words(&layout, 0, &mut words, &NumberSource::Written(&numbers)), Ok(9));
    assert_eq!(words, [0x3c00_11fe, 77, 0xff07_0605, 0x1111_1109]);
    let places = find_places(&layout, 0, 4);
    let read: Vec<u32> = places.iter().map(|place| place.read_value(words[place.word])).collect();
    assert_eq!(read[..8], [-2_i32 as u32, 1.0_f32.to_bits(), 77, 5, 6, 7, 255, 9]);
    assert_eq!((member_name(&layout, 2), member_name(&layout, 11)), (".half".to_string(), ".list[3]".to_string()));
    assert_eq!(find_member(&layout, "list[3]").map(|(byte, _)| byte), Some(11));
    assert_eq!(number_at(&layout, 11), Some(NumberPlace::narrow_part(11, N::Uint(8))));
    assert_eq!([1, 4].map(|byte| number_at(&layout, byte)), [None, None]);
    let bytes = [0x0403_0201, 0x0807_0605];
    fill_words(&build_array(N::Uint(8), 1, 0), 3, &mut words[..3], &NumberSource::Words(&bytes)).unwrap();
    assert_eq!(words[..3], [0x0100_11fe, 0x0504_0302, 0xff08_0706]);
}

fn build_array(of: EmulatedNumber, stride: u32, items: u32) -> TypeLayout {
    TypeLayout::Array { item: Box::new(TypeLayout::Number(of)), stride, items }
}
