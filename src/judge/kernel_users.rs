//! Algorithms that use a kernel file of the library.

use crate::algorithms::{Algorithm, TABLE};
use crate::kernel::library::{paths, text};
use gristmill_base::error::Result;
use std::collections::BTreeSet;

/// Returns the algorithms whose ways run a kernel file of the library, or a kernel that includes it, by its path from
/// the root of the crate. A kernel belongs to the algorithm whose name its own name begins with.
///
/// ```
/// use gristmill::judge::users;
/// let names = |path| -> gristmill::Result<Vec<&str>> {
///     Ok(users(path)?.iter().map(|algorithm| algorithm.name).collect())
/// };
/// assert_eq!(names("fragment_kernels/primitives/scan_up.frag")?, ["scan"]);
/// assert_eq!(names("kernel_includes/fft.glsl")?, ["fft"]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] if the library has no such file.
pub fn users(path: &str) -> Result<Vec<&'static Algorithm>> {
    let mut names = BTreeSet::new();
    for kernel in including_kernels(path)? {
        names.extend(owning_algorithm(&kernel));
    }
    Ok(TABLE.iter().filter(|algorithm| names.contains(algorithm.name)).collect())
}

/// Returns the algorithm of a kernel file: the longest name that its own name begins with.
fn owning_algorithm(path: &str) -> Option<&'static str> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let owners = TABLE
        .iter()
        .map(|algorithm| algorithm.name)
        .filter(|name| is_kernel_of(stem, name));
    owners.max_by_key(|name| name.len())
}

fn is_kernel_of(stem: &str, name: &str) -> bool {
    stem.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Returns the file itself if it is a kernel, else the kernels that include it, directly or not.
fn including_kernels(path: &str) -> Result<Vec<String>> {
    text(path)?;
    let mut found = BTreeSet::from([path.to_string()]);
    let mut names = vec![path.to_string()];
    while let Some(included) = names.pop() {
        if !included.ends_with(".glsl") {
            continue;
        }
        let file = included.rsplit('/').next().unwrap_or(&included);
        let line = format!("#include \"{file}\"");
        for other in paths() {
            if can_include(&included, &other) && !found.contains(&other) && text(&other)?.contains(&line) {
                found.insert(other.clone());
                names.push(other);
            }
        }
    }
    Ok(found.into_iter().filter(|path| !path.ends_with(".glsl")).collect())
}

/// Returns true if a kernel of the second path can see an include file of the first.
fn can_include(included: &str, other: &str) -> bool {
    let of = read_era(included);
    let seen_by = read_era(other);
    of == "kernel_includes" || seen_by == "kernel_includes" || of == seen_by
}

fn read_era(path: &str) -> String {
    path.split('/').next().unwrap_or("").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_file_has_a_user() {
        let idle: Vec<_> = paths()
            .into_iter()
            .filter(|path| !path.contains("/experiments/") && !path.contains("/museum/"))
            .filter(|path| users(path).unwrap().is_empty())
            .collect();
        assert!(idle.is_empty(), "{idle:?}");
        assert!(users("kernel_includes/random.glsl").unwrap().len() > 1);
        assert!(users("no.frag").is_err());
    }
}
