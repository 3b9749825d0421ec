//! The two eras.

use crate::error::{Error, Result};
use crate::nearest_names::nearest;
use std::fmt;
use std::str::FromStr;

/// The programming model that a device is used with.
///
/// ```
/// use gristmill::Era;
/// assert_eq!("compute".parse(), Ok(Era::Compute));
/// assert_eq!(Era::Fragment.to_string(), "fragment");
/// ```
///
/// Both, in the order of their time:
///
/// ```
/// use gristmill::Era;
/// assert_eq!(Era::ALL, [Era::Fragment, Era::Compute]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Era {
    /// 2002 to 2006: streams are textures, kernels are fragment shaders, computing is drawing. Needs OpenGL
    /// 3.3.
    Fragment,
    /// 2012 on: streams are buffers, kernels are compute shaders, computing is dispatching. Needs OpenGL 4.3.
    Compute,
}

impl Era {
    /// Both, oldest first.
    pub const ALL: [Era; 2] = [Era::Fragment, Era::Compute];
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Era::Fragment => "fragment",
            Era::Compute => "compute",
        })
    }
}

impl FromStr for Era {
    type Err = Error;

    fn from_str(text: &str) -> Result<Era> {
        match text {
            "fragment" => Ok(Era::Fragment),
            "compute" => Ok(Era::Compute),
            _ => {
                let meant = nearest(text, &["fragment", "compute"]).map(|near| format!("; did you mean {near}?"));
                let meant = meant.unwrap_or_default();
                Err(Error::data(format!("unknown era {text}; expected fragment or compute{meant}")))
            }
        }
    }
}
