//! Limit of the process's address space.

use std::sync::OnceLock;

/// Returns the most bytes of addresses that this process may have, if the system sets and reports a limit.
pub fn read_limit() -> Option<u64> {
    static LIMIT: OnceLock<Option<u64>> = OnceLock::new();
    *LIMIT.get_or_init(|| parse_limit(&std::fs::read_to_string("/proc/self/limits").ok()?))
}

/// Returns the bytes of addresses that are left under that limit.
///
/// ```
/// assert!(gristmill::check::addresses_left().is_none_or(|left| left > 0));
/// ```
pub fn left() -> Option<u64> {
    let limit = read_limit()?;
    let taken = parse_virtual_size(&std::fs::read_to_string("/proc/self/status").ok()?)?;
    Some(limit.saturating_sub(taken))
}

fn parse_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn parse_virtual_size(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    line.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says() {
        assert_eq!(parse_limit(&write_limits("716800000")), Some(716_800_000));
        assert_eq!(parse_limit(&write_limits("unlimited")), None);
        assert_eq!(parse_virtual_size("Name:\ta\nVmSize:\t    2048 kB\nVmRSS:\t 7 kB\n"), Some(2 << 20));
        assert_eq!((parse_limit(""), parse_virtual_size("")), (None, None));
    }

    fn write_limits(soft: &str) -> String {
        format!("Max open files  1024 1024 files\nMax address space         {soft}  unlimited  bytes\n")
    }
}
