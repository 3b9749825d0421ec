//! Shards: parts of a suite for several machines, by the hash of each case's name.

use gristmill_base::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Most shards of a suite.
const MOST_SHARDS: u32 = 100_000;

/// One of several parts of a suite. Which cases it has depends on their names alone.
///
/// ```
/// use gristmill::test::Shard;
/// let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
/// let owners = shards.iter().filter(|shard| shard.has_case("scan::inclusive::n=256"));
/// assert_eq!(owners.count(), 1); // every case is in one shard
/// assert_eq!((shards[1].number(), shards[1].count(), shards[1].to_string()), (2, 3, "2/3".to_string()));
/// assert!("4/3".parse::<Shard>().is_err());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    number: u32,
    count: u32,
}

impl Shard {
    /// Returns its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns true if the case of that full name is in it.
    pub fn has_case(self, name: &str) -> bool {
        mix_bits(hash_bytes(HASH_START, name.as_bytes())) % u64::from(self.count.max(1)) + 1 == u64::from(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if (1..=count).contains(&number) && count <= MOST_SHARDS => {
                Ok(Shard { number, count })
            }
            _ => Err(Error::data(format!("shard {text}: expected a number and how many there are, as 2/7"))),
        }
    }
}

/// The hash of no bytes.
pub const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues a hash over more bytes: FNV-1a of 64 bits, which is the same on every machine.
pub fn hash_bytes(start: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Spreads the bits of a hash, so that its remainders are spread too.
fn mix_bits(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_even_and_stable() {
        let names: Vec<String> = (0..7_000).map(|n| format!("scan::inclusive::n={n}")).collect();
        for number in 1..=7 {
            let shard = Shard { number, count: 7 };
            let own = names.iter().filter(|name| shard.has_case(name)).count();
            assert!((850..1150).contains(&own), "{number}: {own}");
        }
        // The test vector of FNV-1a's authors.
        assert_eq!(hash_bytes(HASH_START, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/3", "1/100001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
