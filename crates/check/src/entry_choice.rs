//! The choice of an entry point where a module has several and nobody names one.

use gristmill_base::error::Error;

/// The words before the list of entry points in the error of a module that has several.
const LIST_BEGINS: &str = "entry points; choose one by --entry: ";

/// Returns the entry point to run and what is said of it, if the error lists several: the first compute kernel, else the
/// first fragment kernel, else the first.
pub(super) fn choose_entry(error: &Error) -> Option<(String, String)> {
    let sentence = error.to_string();
    let (_, list) = sentence.split_once(LIST_BEGINS)?;
    let entries: Vec<&str> = list.split(", ").collect();
    let of_stage = |stage: &str| entries.iter().find(|entry| entry.ends_with(stage));
    let chosen = of_stage("(compute)").or_else(|| of_stage("(fragment)")).or(entries.first())?;
    let (name, _) = chosen.rsplit_once(" (")?;
    let others = entries.len() - 1;
    Some((name.to_string(), format!("entry {name}, and not {others} other{}", if others == 1 { "" } else { "s" })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compute_kernel_comes_before_a_fragment_kernel() {
        let error = |list: &str| Error::call("a.wgsl", format!("it has 2 {LIST_BEGINS}{list}"));
        let chosen = choose_entry(&error("vs_main (vertex), fs_main (fragment)"));
        assert_eq!(chosen, Some(("fs_main".to_string(), "entry fs_main, and not 1 other".to_string())));
        let chosen = choose_entry(&error("fs (fragment), cs (compute), vs (vertex)")).map(|(name, _)| name);
        assert_eq!(chosen.as_deref(), Some("cs"));
        assert_eq!(choose_entry(&Error::data("it is not a module")), None);
    }
}
