//! What can go wrong, by who must act.

use crate::nearest::nearest;
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

/// An error is one sentence: the thing, what was given against which limit, the next step.
///
/// ```
/// use gristmill::Error;
/// let error = Error::limit("stream of 100000x4 texels", 100_000, 16_384, "use Layout::Packed");
/// assert_eq!(error.to_string(), "stream of 100000x4 texels: 100000 given, the limit is 16384; use Layout::Packed");
/// ```
///
/// Others say who must act, and so does the exit code of a program:
///
/// ```
/// use gristmill::{Error, Missing};
/// assert_eq!(Error::no_device(Missing::Driver, "there is no driver; install one").exit_code(), 3);
/// assert_eq!(Error::data("the file has 3 bytes; give it 4").exit_code(), 2);
/// assert_eq!(Error::shortage("the kernel was not compiled", "threads").exit_code(), 4);
/// assert_eq!(Error::call("saxpy.frag", "give x 3 elements").to_string(), "saxpy.frag: give x 3 elements");
/// assert_eq!(Error::card("far.frag", "it has no loops").to_string(), "far.frag: it has no loops");
/// assert_eq!(Error::driver("drawing", "no memory").to_string(), "drawing: the driver says no memory");
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// This machine has no device that can do it: install a driver, or take another device or era.
    #[error("{sentence}")]
    NoDevice {
        /// What is missing, for a program to act on.
        missing: Missing,
        /// What is missing, the command that mends it, and the way on without it.
        sentence: String,
    },
    /// A size is over what the device, or the number type, allows: make it smaller or lay it out differently.
    #[error("{thing}: {given} given, the limit is {limit}; {next}")]
    Limit {
        /// What has the size.
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
    /// A kernel compiles, and has what the emulator has not; its author must write that part another way. The report
    /// shows the line.
    #[error("{kernel} compiles, but it is not emulated\n{report}")]
    NotEmulated {
        /// The kernel file.
        kernel: String,
        /// What the emulator has not, drawn with the source line.
        report: String,
    },
    /// A call names something that the kernel does not have.
    #[error("{kernel} has no {kind} {given}; it has {}{}", List(known), Meant(given, known))]
    Name {
        /// The kernel called.
        kernel: String,
        /// What was looked for: `stream`, `uniform`, `output`.
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
        /// What does not fit, and the next step.
        sentence: String,
    },
    /// The card that the device plays has not what a kernel or a call asks for: write that another way, or play another card.
    #[error("{kernel}: {sentence}")]
    Card {
        /// The kernel called.
        kernel: String,
        /// The card, what it refuses with both numbers, and the next step.
        sentence: String,
    },
    /// The data given is unusable: a truncated file, a wrong length.
    #[error("{sentence}")]
    Data {
        /// What is wrong with it, and the next step.
        sentence: String,
    },
    /// The machine is short of something, so that nothing is known of the kernel: free some, or raise the limit.
    #[error("{sentence}")]
    Shortage {
        /// What was being done, what the machine is short of, and the next step.
        sentence: String,
    },
    /// The driver refused something that every check of ours had passed.
    #[error("{during}: the driver says {message}")]
    Driver {
        /// What was being done.
        during: String,
        /// The driver's own words.
        message: String,
    },
}

/// What a machine lacks.
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
        /// What there is, where that could be asked.
        offered: Option<(u8, u8)>,
    },
    /// A feature of this crate, in this build.
    Feature(&'static str),
    /// A context that is current on this thread.
    Context,
    /// A display for a window.
    Display,
    /// A driver, where the emulator is.
    OpenGl,
    /// The emulator, where a driver is.
    Emulator,
    /// Work groups, which the card that the device plays has not.
    WorkGroups,
}

/// As it is displayed: a program whose `main` returns the error prints the sentence, and the drawing, to be read.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// A size over its limit.
    pub fn limit(thing: impl Into<String>, given: u128, limit: u128, next: impl Into<String>) -> Error {
        Error::Limit { thing: thing.into(), given, limit, next: next.into() }
    }

    /// No device: the sentence says what to install.
    pub fn no_device(missing: Missing, sentence: impl Into<String>) -> Error {
        Error::NoDevice { missing, sentence: sentence.into() }
    }

    /// Arguments of a call that do not fit.
    pub fn call(kernel: impl Into<String>, sentence: impl Into<String>) -> Error {
        Error::Call { kernel: kernel.into(), sentence: sentence.into() }
    }

    /// What a card refuses.
    pub fn card(kernel: impl Into<String>, sentence: impl Into<String>) -> Error {
        Error::Card { kernel: kernel.into(), sentence: sentence.into() }
    }

    /// Unusable data.
    pub fn data(sentence: impl Into<String>) -> Error {
        Error::Data { sentence: sentence.into() }
    }

    /// A shortage of a resource, which is no verdict on what was asked for.
    ///
    /// ```
    /// use gristmill::Error;
    /// let error = Error::shortage("the kernel was not compiled", "threads");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the kernel was not compiled: this machine is short of threads; free some or raise the limit, and run it again"
    /// );
    /// ```
    pub fn shortage(what: impl fmt::Display, resource: &str) -> Error {
        let next = "free some or raise the limit, and run it again";
        Error::Shortage { sentence: format!("{what}: this machine is short of {resource}; {next}") }
    }

    /// What the system refused: a [shortage](Error::Shortage), or unusable data.
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
        match resource(error) {
            Some(resource) => Error::shortage(format!("{what}, {error}"), resource),
            None => Error::data(format!("{what}: {error}")),
        }
    }

    /// Something the driver refused.
    pub fn driver(during: impl Into<String>, message: impl Into<String>) -> Error {
        Error::Driver { during: during.into(), message: message.into() }
    }

    /// The exit code of a program that ends with this error: 3 where there is no device, 4 where the machine is short of
    /// something, 2 for everything else. (0 is a right result, 1 a wrong one.)
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::NoDevice { .. } => 3,
            Error::Shortage { .. } => 4,
            _ => 2,
        }
    }
}

/// The resource that the system is short of, if an error means that.
fn resource(error: &io::Error) -> Option<&'static str> {
    /// Unix's numbers for the two limits of open files, which the standard library has no kind for.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    match error.kind() {
        io::ErrorKind::OutOfMemory => Some("memory"),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some("room on the disk"),
        io::ErrorKind::FileTooLarge => Some("room for a file of this size"),
        // What a new thread or process is refused with.
        io::ErrorKind::WouldBlock => Some("threads or processes"),
        _ if cfg!(unix) && error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number)) => {
            Some("file handles")
        }
        _ => None,
    }
}

/// Which of several names may have been meant.
struct Meant<'a>(&'a str, &'a [String]);

impl fmt::Display for Meant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match nearest(self.0, self.1) {
            Some(near) if self.1.len() > 1 => write!(f, "; did you mean {near}?"),
            _ => Ok(()),
        }
    }
}

struct List<'a>(&'a [String]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("none") } else { f.write_str(&self.0.join(", ")) }
    }
}
