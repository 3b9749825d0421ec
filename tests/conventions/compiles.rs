//! Every kernel file of both folders, as it stands: by glslang, and by the driver where there is one.

use crate::machine;
use gristmill::{Era, KernelSource};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder that end so: their stems and texts, in order.
fn files(name: &str, ending: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, String)> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// The kernel files of an era that end so, with the folder of their part in the stem.
fn kernel_files(name: &str, ending: &str) -> Vec<(String, String)> {
    let folders = std::fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().file_name());
    let parts = folders
        .map(|part| part.to_string_lossy().into_owned())
        .filter(|part| part != "include");
    let of_part = |part: String| {
        let inside = files(&format!("{name}/{part}"), ending).into_iter();
        inside.map(move |(stem, text)| (format!("{part}/{stem}"), text))
    };
    let mut files: Vec<_> = parts.flat_map(of_part).collect();
    files.sort();
    files
}

/// A kernel of that name that may include what its era has; it lives as long as the tests.
fn named(stem: &str, era: Era) -> KernelSource {
    // The include files of both eras lie in the older one's folder.
    let own = if era == Era::Compute { files("compute_kernels/include", "glsl") } else { Vec::new() };
    let all = own.into_iter().chain(files("fragment_kernels/include", "glsl"));
    all.fold(KernelSource::new(stem.to_string().leak()), |kernel, (name, text)| {
        kernel.include(format!("{name}.glsl"), text)
    })
}

/// Each kernel file of an era as a kernel of its own; a `.vert` goes with its `.frag`, if it has one.
fn kernels(era: Era) -> Vec<KernelSource> {
    if era == Era::Compute {
        return kernel_files("compute_kernels", "comp")
            .into_iter()
            .map(|(stem, text)| named(&stem, era).compute(text))
            .collect();
    }
    let vertices = kernel_files("fragment_kernels", "vert");
    let fragments = kernel_files("fragment_kernels", "frag");
    let alone = vertices
        .iter()
        .filter(|(stem, _)| fragments.iter().all(|(other, _)| other != stem));
    let mut kernels: Vec<_> = alone.map(|(stem, text)| named(stem, era).vertex(text.clone())).collect();
    let kernel = |(stem, text): (String, String)| {
        let kernel = named(&stem, era).fragment(text);
        match vertices.iter().find(|(other, _)| *other == stem) {
            Some((_, vertex)) => kernel.vertex(vertex.clone()),
            None => kernel,
        }
    };
    kernels.extend(fragments.into_iter().map(kernel));
    kernels
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_kernel_passes_glslang() {
    let mut faults = Vec::new();
    for era in Era::ALL {
        let kernels = kernels(era);
        println!("{} kernels of the {era} era", kernels.len());
        assert!(!kernels.is_empty());
        faults.extend(
            kernels
                .iter()
                .filter_map(|kernel| kernel.check(era).err())
                .map(|error| error.to_string()),
        );
    }
    assert_none(&faults);
}

#[test]
fn every_kernel_passes_the_driver() {
    let mut faults = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for source in kernels(era) {
            match device.kernel(&source) {
                Ok(kernel) => println!("{} by {}", kernel.name(), device.info().name),
                // An extension that a kernel requires need not be there.
                Err(error) if error.to_string().contains("`GL_KHR_shader_subgroup_arithmetic' unsupported") => {}
                Err(error) => faults.push(error.to_string()),
            }
        }
    }
    assert_none(&faults);
}

/// All Rust and GLSL text of the project.
fn all_text() -> String {
    let mut text = String::new();
    let names = ["src", "crates", "tests", "examples", "benches", "fragment_kernels", "compute_kernels"];
    let mut folders: Vec<PathBuf> = names.iter().map(|name| folder(name)).filter(|folder| folder.exists()).collect();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if let Ok(more) = std::fs::read_to_string(&path) {
                text += &more;
            }
        }
    }
    text
}

#[test]
fn every_include_is_included() {
    let text = all_text();
    let includes = [files("fragment_kernels/include", "glsl"), files("compute_kernels/include", "glsl")].concat();
    let unused = includes
        .iter()
        .filter(|(stem, _)| !text.contains(&format!("#include \"{stem}.glsl\"")));
    let faults: Vec<_> = unused
        .map(|(stem, _)| format!("nobody includes {stem}.glsl; remove it, or use it"))
        .collect();
    assert_none(&faults);
}

#[test]
fn every_kernel_is_called_by_its_name() {
    let text = all_text();
    let of = |ending| kernel_files("fragment_kernels", ending);
    let kernels = [of("vert"), of("frag"), kernel_files("compute_kernels", "comp")].concat();
    let calls = ["kernel!(\"", "kernel_pair!(\""]
        .into_iter()
        .flat_map(|call| text.split(call).skip(1));
    let called: BTreeSet<&str> = calls.filter_map(|rest| rest.split('"').next()).collect();
    let unused = kernels.iter().filter(|(stem, _)| !called.contains(stem.as_str()));
    let faults: Vec<_> = unused
        .map(|(stem, _)| format!("nobody calls the kernel {stem}; remove it, or use it"))
        .collect();
    assert_none(&faults);
}

#[test]
fn a_broken_kernel_is_shown_with_its_line() {
    let broken =
        KernelSource::new("broken").fragment("#version 330 core\nout float result;\nvoid main() { result = sorce; }\n");
    let error = broken.check(Era::Fragment).unwrap_err().to_string();
    assert!(error.contains("broken.frag:3"), "{error}");
    assert!(error.contains("result = sorce;"), "{error}");
}
