//! Errors, by the person that must act.

use crate::nearest_names::nearest;
use std::{fmt, io};

/// The result of everything in this crate that can fail.
///
/// ```
/// fn half(number: u32) -> gristmill::Result<u32> {
///     let odd = || gristmill::Error::data(format!("{number} is odd; give an even one"));
///     if number % 2 == 0 { Ok(number / 2) } else { Err(odd()) }
/// }
/// assert_eq!(half(6), Ok(3));
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error in one sentence: the thing, the given value and its limit, the next step.
///
/// ```
/// use gristmill::Error;
/// let error = Error::limit("stream of 100000x4 texels", 100_000, 16_384, "use Layout::Packed");
/// assert_eq!(error.to_string(), "stream of 100000x4 texels: 100000 given, the limit is 16384; use Layout::Packed");
/// ```
///
/// The variants, and a program's exit code, say who must act:
///
/// ```
/// use gristmill::{Error, Missing};
/// assert_eq!(Error::no_device(Missing::Driver, "there is no driver; install one").exit_code(), 3);
/// assert_eq!(Error::data("the file has 3 bytes; give it 4").exit_code(), 2);
/// assert_eq!(Error::shortage("the kernel was not compiled", "threads").exit_code(), 4);
/// assert_eq!(Error::call("saxpy.frag", "give x 3 elements").to_string(), "saxpy.frag: give x 3 elements");
/// assert_eq!(Error::card("far.frag", "it has no loops").to_string(), "far.frag: it has no loops");
/// assert_eq!(Error::driver("drawing", "no memory").to_string(), "drawing: the driver reports no memory");
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The system has no device that can do it: install a driver, or choose another device or era.
    #[error("{sentence}")]
    NoDevice {
        /// The missing thing, for a program to act on.
        missing: Missing,
        /// The missing thing, the command that installs it, and an alternative without it.
        sentence: String,
    },
    /// A size is over what the device, or the number type, allows: make it smaller or lay it out differently.
    #[error("{thing}: {given} given, the limit is {limit}; {next}")]
    Limit {
        /// The thing that has the size.
        thing: String,
        /// The size that was given.
        given: u128,
        /// The largest size allowed.
        limit: u128,
        /// The next step.
        next: String,
    },
    /// A kernel's text is wrong; its author must act. The report shows the line.
    #[error("{kernel} does not compile\n{report}")]
    Source {
        /// The kernel file.
        kernel: String,
        /// The diagnostics, drawn with the source lines.
        report: String,
    },
    /// A kernel compiles, but uses something that the emulator lacks; its author must write that part differently.
    /// The report shows the line.
    #[error("{kernel} compiles, but it is not emulated\n{report}")]
    NotEmulated {
        /// The kernel file.
        kernel: String,
        /// The missing feature, drawn with the source line.
        report: String,
    },
    /// A call names something that the kernel does not have.
    #[error("{kernel} has no {kind} {given}; it has {}{}", CommaList(known), NearestNameHint(given, known))]
    Name {
        /// The kernel called.
        kernel: String,
        /// The kind of name: `stream`, `uniform`, `output`.
        kind: &'static str,
        /// The name that was given.
        given: String,
        /// The names it has.
        known: Vec<String>,
    },
    /// The arguments of a call do not fit the kernel, the era or each other.
    #[error("{kernel}: {sentence}")]
    Call {
        /// The kernel called.
        kernel: String,
        /// The mismatch, and the next step.
        sentence: String,
    },
    /// The device, or the card that it plays, lacks something that a kernel or a call needs: write it differently, or
    /// choose another device or card.
    #[error("{kernel}: {sentence}")]
    Card {
        /// The kernel called.
        kernel: String,
        /// The device or card, the refused thing, with both numbers if it is a limit, and the next step.
        sentence: String,
    },
    /// The data given is unusable: a truncated file, a wrong length.
    #[error("{sentence}")]
    Data {
        /// The fault, and the next step.
        sentence: String,
    },
    /// The system is short of a resource, so nothing is known of the kernel: free some, or raise the limit.
    #[error("{sentence}")]
    Shortage {
        /// The operation, the scarce resource, and the next step.
        sentence: String,
    },
    /// The driver refused something that passed every check of the library.
    #[error("{during}: the driver reports {message}")]
    Driver {
        /// The operation.
        during: String,
        /// The driver's own message.
        message: String,
    },
}

/// A thing that a system lacks.
///
/// ```
/// use gristmill::{Device, Era, Error, Missing};
/// // The compute era where it can be had, else the fragment era, which computes the same.
/// let device = match Device::open(Era::Compute) {
///     Err(Error::NoDevice { missing: Missing::Version { .. }, .. }) => Device::open(Era::Fragment),
///     opened => opened,
/// };
/// # drop(device);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// A driver of OpenGL that starts, or the library that finds one.
    Driver,
    /// A version of OpenGL.
    Version {
        /// The earliest that will do.
        needed: (u8, u8),
        /// The version offered, if it could be queried.
        offered: Option<(u8, u8)>,
    },
    /// A feature of this crate, in this build.
    Feature(&'static str),
    /// A context that is current on this thread.
    Context,
    /// A display for a window.
    Display,
    /// A driver, on the emulator.
    OpenGl,
    /// The emulator, on a driver.
    Emulator,
    /// Work groups, which the played card does not have.
    WorkGroups,
}

/// Written like its display: a program whose `main` returns the error prints the sentence and the drawing legibly.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// Builds the error for a size over its limit.
    pub fn limit(thing: impl Into<String>, given: u128, limit: u128, next: impl Into<String>) -> Error {
        Error::Limit { thing: thing.into(), given, limit, next: next.into() }
    }

    /// Builds the error for a missing device; the sentence names the thing to install.
    pub fn no_device(missing: Missing, sentence: impl Into<String>) -> Error {
        Error::NoDevice { missing, sentence: sentence.into() }
    }

    /// Builds the error for arguments of a call that do not fit.
    pub fn call(kernel: impl Into<String>, sentence: impl Into<String>) -> Error {
        Error::Call { kernel: kernel.into(), sentence: sentence.into() }
    }

    /// Builds the error for something that a card refuses.
    pub fn card(kernel: impl Into<String>, sentence: impl Into<String>) -> Error {
        Error::Card { kernel: kernel.into(), sentence: sentence.into() }
    }

    /// Builds the error for unusable data.
    pub fn data(sentence: impl Into<String>) -> Error {
        Error::Data { sentence: sentence.into() }
    }

    /// Builds the error for a shortage of a resource, which is no verdict on the request.
    ///
    /// ```
    /// use gristmill::Error;
    /// let error = Error::shortage("the kernel was not compiled", "threads");
    /// assert!(error.to_string().starts_with("the kernel was not compiled: the system is short of threads; free some"));
    /// ```
    pub fn shortage(what: impl fmt::Display, resource: &str) -> Error {
        let next = "free some or raise the limit, and run it again";
        Error::Shortage { sentence: format!("{what}: the system is short of {resource}; {next}") }
    }

    /// Builds the error for a refusal by the operating system: a [shortage](Error::Shortage), or unusable data.
    ///
    /// ```
    /// use gristmill::Error;
    /// use std::io::{Error as IoError, ErrorKind};
    /// let full = Error::of_system("out.json cannot be written", &IoError::from(ErrorKind::StorageFull));
    /// assert_eq!(full.exit_code(), 4);
    /// let missing = Error::of_system("in.npy cannot be read", &IoError::from(ErrorKind::NotFound));
    /// assert_eq!(missing.to_string(), "in.npy cannot be read: entity not found");
    /// ```
    pub fn of_system(what: impl fmt::Display, error: &io::Error) -> Error {
        match scarce_resource(error) {
            Some(resource) => Error::shortage(format!("{what}, {error}"), resource),
            None => Error::data(format!("{what}: {error}")),
        }
    }

    /// Builds the error for something that the driver refused.
    pub fn driver(during: impl Into<String>, message: impl Into<String>) -> Error {
        Error::Driver { during: during.into(), message: message.into() }
    }

    /// Returns the exit code of a program that ends with this error: 3 for a missing device, 4 for a shortage, 2 for
    /// everything else. (0 is a right result, 1 a wrong one.)
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::NoDevice { .. } => 3,
            Error::Shortage { .. } => 4,
            _ => 2,
        }
    }
}

/// Returns the resource that the system is short of, if the error means a shortage.
fn scarce_resource(error: &io::Error) -> Option<&'static str> {
    /// Unix error numbers of the two limits of open files, for which the standard library has no kind.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    match error.kind() {
        io::ErrorKind::OutOfMemory => Some("memory"),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some("room on the disk"),
        io::ErrorKind::FileTooLarge => Some("room for a file of this size"),
        // The error of a refused new thread or process.
        io::ErrorKind::WouldBlock => Some("threads or processes"),
        _ if cfg!(unix) && error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number)) => {
            Some("file handles")
        }
        _ => None,
    }
}

/// Hint at the name that was probably meant.
struct NearestNameHint<'a>(&'a str, &'a [String]);

impl fmt::Display for NearestNameHint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match nearest(self.0, self.1) {
            Some(near) if self.1.len() > 1 => write!(f, "; did you mean {near}?"),
            _ => Ok(()),
        }
    }
}

struct CommaList<'a>(&'a [String]);

impl fmt::Display for CommaList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("none") } else { f.write_str(&self.0.join(", ")) }
    }
}
