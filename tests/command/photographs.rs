//! Photographs go in as people have them, and what cannot be taken is refused by a sentence before the work.

use crate::gristmill::{ended, gristmill};
use gristmill::{Device, Era};
use image::codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Dark and bright squares of 8 pixels, which a JPEG keeps; wider than high.
fn squares() -> RgbImage {
    RgbImage::from_fn(48, 32, |x, y| Rgb(if (x / 8 + y / 8) % 2 == 0 { [200, 40, 90] } else { [20, 180, 220] }))
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }
}

fn encoded(format: ImageFormat, picture: &RgbImage) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::from(picture.clone()).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The negative of a photograph, and what was warned of.
fn negative(folder: &Folder, photograph: &Path) -> (RgbImage, String) {
    let path = folder.path("negative.png");
    let mut command = gristmill(&["run", "invert", "--rung", "compute", "--device", "emulator", "--input"]);
    let (code, out, errors) = ended(command.arg(photograph).arg("--out").arg(&path));
    assert_eq!(code, Some(0), "{}: {out}{errors}", photograph.display());
    (image::open(&path).unwrap().into_rgb8(), errors)
}

/// Returns true if a picture is the negative of another one, except for a few steps of a byte.
fn is_negative(negative: &RgbImage, of: &RgbImage) -> bool {
    let near =
        |one: &Rgb<u8>, other: &Rgb<u8>| one.0.iter().zip(other.0).all(|(one, other)| one.abs_diff(255 - other) < 16);
    negative.dimensions() == of.dimensions() && negative.pixels().zip(of.pixels()).all(|(one, other)| near(one, other))
}

#[test]
fn jpeg_webp_and_png_go_in() {
    let folder = Folder::new();
    let picture = squares();
    for (name, format) in [
        ("a.png", ImageFormat::Png),
        ("a.jpg", ImageFormat::Jpeg),
        ("a.webp", ImageFormat::WebP),
        ("b.png", ImageFormat::Jpeg),
    ] {
        let (negative, errors) = negative(&folder, &folder.file(name, &encoded(format, &picture)));
        assert!(is_negative(&negative, &picture), "{name}");
        assert_eq!(errors, "", "{name}");
    }
}

/// An Exif block that says nothing but how the camera was held.
fn exif(orientation: u8) -> Vec<u8> {
    let mut block = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    block.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    block
}

#[test]
fn what_was_held_upright_is_upright() {
    let folder = Folder::new();
    let picture = squares();
    let (width, height) = picture.dimensions();
    let turned = image::imageops::rotate90(&picture);
    let upside_down = image::imageops::rotate180(&picture);
    for (orientation, wanted) in [(1, &picture), (3, &upside_down), (6, &turned)] {
        let (mut jpeg, mut png, mut webp) = (Vec::new(), Vec::new(), Vec::new());
        let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, 95);
        encoder.set_exif_metadata(exif(orientation)).unwrap();
        encoder.write_image(&picture, width, height, ExtendedColorType::Rgb8).unwrap();
        let mut encoder = PngEncoder::new(&mut png);
        encoder.set_exif_metadata(exif(orientation)).unwrap();
        encoder.write_image(&picture, width, height, ExtendedColorType::Rgb8).unwrap();
        let mut encoder = WebPEncoder::new_lossless(&mut webp);
        encoder.set_exif_metadata(exif(orientation)).unwrap();
        encoder.write_image(&picture, width, height, ExtendedColorType::Rgb8).unwrap();
        for (name, bytes) in [("a.jpg", jpeg), ("a.png", png), ("a.webp", webp)] {
            let (negative, _) = negative(&folder, &folder.file(name, &bytes));
            assert!(is_negative(&negative, wanted), "{name} held as {orientation}");
        }
    }
}

#[test]
fn other_colours_are_brought_to_bytes() {
    let folder = Folder::new();
    let red = RgbImage::from_pixel(8, 8, Rgb([255, 0, 0]));
    // Red in cyan, magenta, yellow and black.
    let (cmyk, _) = negative(&folder, &folder.file("cmyk.jpg", include_bytes!("red_cmyk.jpg")));
    assert!(is_negative(&cmyk, &red));
    let deep = DynamicImage::from(red.clone()).into_rgb16();
    deep.save(folder.path("deep.png")).unwrap();
    let (deep, errors) = negative(&folder, &folder.path("deep.png"));
    assert!(is_negative(&deep, &red));
    assert!(errors.contains("16 bits per channel; they are rounded to 8"), "{errors}");
}

/// A chunk of a PNG file, with its sum.
fn chunk(kind: &[u8; 4], bytes: &[u8]) -> Vec<u8> {
    let mut sum = u32::MAX;
    for byte in kind.iter().chain(bytes) {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    let length = u32::try_from(bytes.len()).unwrap();
    [&length.to_be_bytes()[..], kind, bytes, &(!sum).to_be_bytes()].concat()
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A PNG that says in its header how large it is, and has no pixels.
fn header(width: u32, height: u32) -> Vec<u8> {
    let about = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    [SIGNATURE, &chunk(b"IHDR", &about), &chunk(b"IDAT", &[]), &chunk(b"IEND", &[])].concat()
}

#[test]
fn of_an_animation_the_first_picture_is_taken() {
    let folder = Folder::new();
    let picture = squares();
    let whole = encoded(ImageFormat::Png, &picture);
    let behind = SIGNATURE.len() + chunk(b"IHDR", &[0; 13]).len();
    let frames = [&1_u32.to_be_bytes()[..], &0_u32.to_be_bytes()].concat();
    let animated = [&whole[..behind], &chunk(b"acTL", &frames), &whole[behind..]].concat();
    let (negative, errors) = negative(&folder, &folder.file("a.png", &animated));
    assert!(is_negative(&negative, &picture));
    assert!(errors.contains("is animated; its first picture is taken"), "{errors}");
}

#[test]
fn what_cannot_be_taken_is_said_before_the_work() {
    let folder = Folder::new();
    let jpeg = encoded(ImageFormat::Jpeg, &squares());
    let huge = folder.path("huge.jpg");
    std::fs::File::create(&huge).unwrap().set_len(3 << 30).unwrap();
    for (path, sentence) in [
        (folder.file("large.png", &header(10_000, 10_000)), "pixels of 10000x10000: 100000000 given, the limit is"),
        (folder.file("vast.png", &header(1 << 30, 1 << 30)), "pixels of 1073741824x1073741824"),
        (folder.file("none.png", &header(0, 5)), "is not a readable photograph"),
        (folder.file("empty.jpg", b""), "is neither a photograph (PNG, JPEG or WebP) nor an .obj mesh"),
        (folder.file("film.gif", b"GIF89a\x01\0\x01\0\0\0\0;"), "is neither a photograph (PNG, JPEG or WebP)"),
        (folder.file("cut.jpg", &jpeg[..jpeg.len() - 40]), "it ends before its last pixel"),
        (folder.file("head.jpg", &jpeg[..30]), "is not a readable photograph"),
        (huge, "bytes of a file: 3221225472 given"),
        (folder.0.path().to_path_buf(), "is not a readable photograph"),
    ] {
        let (code, out, errors) = ended(gristmill(&["run", "invert", "--input"]).arg(&path));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{}: {errors}", path.display());
        assert!(errors.contains(sentence) && errors.contains(&path.display().to_string()), "{errors}");
        assert_eq!(crate::sentences(&errors), 1, "{errors}");
    }
}

#[test]
fn every_algorithm_on_pictures_takes_one() {
    let folder = Folder::new();
    let path = folder.file("a.jpg", &encoded(ImageFormat::Jpeg, &squares()));
    let images = gristmill::algorithms::TABLE
        .iter()
        .filter(|algorithm| algorithm.part == "images");
    for name in images.map(|algorithm| algorithm.name).chain(["histogram", "life"]) {
        let mut command = gristmill(&["run", name, "--json", "--device", "emulator", "--input"]);
        let (code, out, errors) = ended(command.arg(&path));
        assert_eq!(code, Some(0), "{name}: {errors}");
        let told: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(told["runs"][0]["size"], 48 * 32, "{name}");
    }
}

#[test]
fn what_one_era_has_no_room_for_the_other_does() {
    let folder = Folder::new();
    let side = Device::emulator(Era::Fragment).unwrap().limits().texture_side as u32;
    let wide = encoded(ImageFormat::Png, &RgbImage::new(side + 1, 1));
    let path = folder.file("wide.png", &wide);
    let run = |arguments: &[&str]| {
        let mut command = gristmill(&["run", "invert", "--device", "emulator", "--input"]);
        ended(command.arg(&path).args(arguments))
    };
    let (code, out, errors) = run(&[]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("fragment is left out: side of a photograph"), "{errors}");
    assert!(out.contains("compute") && !out.contains("fragment:"), "{out}");
    let (code, out, errors) = run(&["--era", "fragment"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
    assert!(errors.contains("the compute era has it in a buffer"), "{errors}");
}

#[test]
fn a_picture_is_what_its_name_says() {
    let folder = Folder::new();
    for (name, format) in [("a.png", ImageFormat::Png), ("a.jpg", ImageFormat::Jpeg), ("a.JPEG", ImageFormat::Jpeg)] {
        let path = folder.path(name);
        for algorithm in ["invert", "convolve", "box_blur"] {
            let mut command = gristmill(&["run", algorithm, "--size", "600", "--device", "emulator", "--out"]);
            let (code, out, errors) = ended(command.arg(&path));
            assert_eq!(code, Some(0), "{out}{errors}");
            let bytes = std::fs::read(&path).unwrap();
            assert_eq!(image::guess_format(&bytes).unwrap(), format, "{name}");
            assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 25, "{name} of {algorithm}");
        }
    }
}
