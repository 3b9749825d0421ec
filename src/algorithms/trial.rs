//! Workloads, trials and checks: the tools run an algorithm and judge its result by these.

use crate::{Element, Result, random};
use image::{Rgba, RgbaImage};
use nalgebra::Point3;
use std::fmt;

/// Input of an algorithm: a real one if it was given, otherwise numbers generated from a seed.
///
/// ```
/// use gristmill::algorithms::Workload;
/// let workload = Workload::new(5, 1);
/// assert_eq!(workload.floats(0).len(), 5);
/// assert_eq!(workload.floats(0), workload.floats(0));
/// assert_ne!(workload.floats(0), workload.floats(1));
/// ```
///
/// Integers, and inputs with a shape:
///
/// ```
/// use gristmill::algorithms::Workload;
/// let workload = Workload::new(12, 1);
/// assert!(workload.integers(0, 10).iter().all(|number| *number < 10));
/// let [columns, rows] = workload.rectangle();
/// assert!(columns * rows <= 12);
/// assert!(workload.picture().width() > 0);
/// assert_eq!(workload.points().len(), 12);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Workload {
    /// Number of elements requested.
    pub size: usize,
    /// Seed of the generated numbers.
    pub seed: u32,
    /// A photograph, for algorithms on pixels; it sets their size.
    pub photograph: Option<RgbaImage>,
    /// Vertices of a mesh, for algorithms on points; repeated until there are `size`.
    pub mesh: Vec<Point3<f32>>,
    /// Triangles of that mesh, for algorithms on surfaces.
    pub triangles: Vec<[u32; 3]>,
}

impl Workload {
    /// Builds a workload of `size` elements that are generated from a seed.
    pub fn new(size: usize, seed: u32) -> Workload {
        Workload { size, seed, ..Workload::default() }
    }

    /// Generates `size` numbers from -1 to 1; `column` distinguishes several arrays of one workload.
    pub fn floats(&self, column: u32) -> Vec<f32> {
        (0..self.size as u32)
            .map(|i| random::uniform(self.seed, i, column) * 2.0 - 1.0)
            .collect()
    }

    /// Generates `size` integers below `bound`.
    pub fn integers(&self, column: u32, bound: u32) -> Vec<u32> {
        (0..self.size as u32)
            .map(|i| random::word(self.seed, i, column) % bound.max(1))
            .collect()
    }

    /// Returns the photograph, or generates a picture of about `size` pixels, wider than high.
    pub fn picture(&self) -> RgbaImage {
        if let Some(photograph) = &self.photograph {
            return photograph.clone();
        }
        let [width, height] = self.rectangle();
        RgbaImage::from_fn(width as u32, height as u32, |x, y| {
            let word = random::word(self.seed, y * width as u32 + x, 0);
            Rgba([word as u8, (word >> 8) as u8, (word >> 16) as u8, 255])
        })
    }

    /// Width and height of `size` elements in two dimensions: the most square rectangle of exactly `size` elements,
    /// or of fewer by at most a row.
    pub fn rectangle(&self) -> [usize; 2] {
        if self.size == 0 {
            return [0, 0];
        }
        let root = self.size.isqrt().max(1);
        let height = (root / 2 + 1..=root)
            .rev()
            .find(|height| self.size.is_multiple_of(*height))
            .unwrap_or(root);
        [self.size / height, height]
    }

    /// Returns `size` points: those of the mesh, repeated, or random points in a cube if there is no mesh.
    pub fn points(&self) -> Vec<Point3<f32>> {
        if self.mesh.is_empty() {
            let [x, y, z] = [0, 1, 2].map(|column| self.floats(column));
            return (0..self.size).map(|i| Point3::new(x[i], y[i], z[i])).collect();
        }
        self.mesh.iter().copied().cycle().take(self.size).collect()
    }
}

type RunFn<T> = Box<dyn FnMut() -> Result<T>>;
type CheckFn<T> = Box<dyn Fn(&T) -> Result<Check>>;
type PictureFn<T> = Box<dyn Fn(&T) -> Result<RgbaImage>>;
type CurvesFn<T> = Box<dyn Fn(&T) -> Result<Vec<Curve>>>;

/// A curve that a run reports besides its time: the active rays after each pass, or the used pages by the surface's
/// area.
///
/// ```
/// use gristmill::algorithms::Curve;
/// let [name, across, up] = ["rays", "pass", "active"].map(str::to_string);
/// let curve = Curve { name, across, up, points: vec![(1.0, 64.0), (2.0, 3.0)] };
/// assert_eq!(curve.points.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Name of the curve.
    pub name: String,
    /// Label of the first coordinate.
    pub across: String,
    /// Label of the second coordinate.
    pub up: String,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A rung with a workload on the device. It can be run as often as timing needs; `check` judges the last result.
///
/// ```
/// use gristmill::algorithms::{Check, Curve, Trial};
/// use gristmill::image::RgbaImage;
/// let check = |given: &u32| Ok(Check::exact(&[*given], &[7]));
/// let mut trial = Trial::new(|| Ok(7_u32), check).sized(1);
/// trial.run()?;
/// assert!(trial.check()?.passed());
/// assert_eq!((trial.size(5), trial.picture()?, trial.curves()?.len()), (1, None, 0));
///
/// let picture = |_: &u32| Ok(RgbaImage::new(2, 2));
/// assert!(Trial::with_picture(|| Ok(7_u32), check, picture).picture()?.is_some());
/// let curves = |given: &u32| {
///     let [name, across, up] = ["results", "run", "result"].map(str::to_string);
///     Ok(vec![Curve { name, across, up, points: vec![(1.0, f64::from(*given))] }])
/// };
/// assert_eq!(Trial::with_curves(|| Ok(7_u32), check, picture, curves).curves()?[0].points, [(1.0, 7.0)]);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Trial {
    runs: Box<dyn ErasedTrial>,
    size: Option<usize>,
}

impl fmt::Debug for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trial").field("size", &self.size).finish_non_exhaustive()
    }
}

trait ErasedTrial {
    fn run(&mut self) -> Result<()>;
    fn check(&mut self) -> Result<Check>;
    fn has_picture(&self) -> bool;
    fn picture(&mut self) -> Result<Option<RgbaImage>>;
    fn curves(&mut self) -> Result<Vec<Curve>>;
}

struct TrialParts<T> {
    run: RunFn<T>,
    check: CheckFn<T>,
    picture: Option<PictureFn<T>>,
    curves: Option<CurvesFn<T>>,
    last: Option<T>,
}

impl Trial {
    /// Builds a trial that runs `run` and judges its result by `check`.
    pub fn new<T: 'static>(
        run: impl FnMut() -> Result<T> + 'static,
        check: impl Fn(&T) -> Result<Check> + 'static,
    ) -> Trial {
        Trial {
            runs: Box::new(TrialParts {
                run: Box::new(run),
                check: Box::new(check),
                picture: None,
                curves: None,
                last: None,
            }),
            size: None,
        }
    }

    /// Builds a trial whose result can also be shown as a picture.
    pub fn with_picture<T: 'static>(
        run: impl FnMut() -> Result<T> + 'static,
        check: impl Fn(&T) -> Result<Check> + 'static,
        picture: impl Fn(&T) -> Result<RgbaImage> + 'static,
    ) -> Trial {
        let picture: Option<PictureFn<T>> = Some(Box::new(picture));
        Trial {
            runs: Box::new(TrialParts {
                run: Box::new(run),
                check: Box::new(check),
                picture,
                curves: None,
                last: None,
            }),
            size: None,
        }
    }

    /// Builds a trial whose result can also be shown as a picture and as curves.
    pub fn with_curves<T: 'static>(
        run: impl FnMut() -> Result<T> + 'static,
        check: impl Fn(&T) -> Result<Check> + 'static,
        picture: impl Fn(&T) -> Result<RgbaImage> + 'static,
        curves: impl Fn(&T) -> Result<Vec<Curve>> + 'static,
    ) -> Trial {
        let picture: Option<PictureFn<T>> = Some(Box::new(picture));
        let curves: Option<CurvesFn<T>> = Some(Box::new(curves));
        Trial {
            runs: Box::new(TrialParts { run: Box::new(run), check: Box::new(check), picture, curves, last: None }),
            size: None,
        }
    }

    /// Sets the number of elements that the trial really runs, for rectangles, squares or grids that do not have
    /// exactly the requested number.
    pub fn sized(self, size: usize) -> Trial {
        Trial { size: Some(size), ..self }
    }

    /// Number of elements that it runs of a workload of `asked` elements.
    pub fn size(&self, asked: usize) -> usize {
        self.size.unwrap_or(asked)
    }

    /// Runs once, on input that is already on the device; may return before the device is done.
    ///
    /// # Errors
    /// Those of the algorithm.
    pub fn run(&mut self) -> Result<()> {
        self.runs.run()
    }

    /// Compares the last run's result with the reference; runs first if nothing ran yet.
    ///
    /// # Errors
    /// Those of the algorithm.
    pub fn check(&mut self) -> Result<Check> {
        self.runs.check()
    }

    /// Returns true if its results can be shown as a picture.
    ///
    /// ```
    /// use gristmill::algorithms::{Check, Trial};
    /// let trial = Trial::new(|| Ok(7_u32), |given| Ok(Check::exact(&[*given], &[7])));
    /// assert!(!trial.has_picture());
    /// ```
    pub fn has_picture(&self) -> bool {
        self.runs.has_picture()
    }

    /// Returns the last run's result as a picture, if it can be shown as one.
    ///
    /// # Errors
    /// Those of the algorithm.
    pub fn picture(&mut self) -> Result<Option<RgbaImage>> {
        self.runs.picture()
    }

    /// Returns the curves that the last run reports; most report none.
    ///
    /// # Errors
    /// Those of the algorithm.
    pub fn curves(&mut self) -> Result<Vec<Curve>> {
        self.runs.curves()
    }
}

impl<T> TrialParts<T> {
    fn last_result(&mut self) -> Result<&T> {
        if self.last.is_none() {
            self.last = Some((self.run)()?);
        }
        self.last.as_ref().ok_or_else(|| crate::Error::data("the trial has no result"))
    }
}

impl<T> ErasedTrial for TrialParts<T> {
    fn run(&mut self) -> Result<()> {
        self.last = None; // its memory is free for this run
        self.last = Some((self.run)()?);
        Ok(())
    }

    fn check(&mut self) -> Result<Check> {
        self.last_result()?;
        match &self.last {
            Some(last) => (self.check)(last),
            None => Err(crate::Error::data("the trial has no result")),
        }
    }

    fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    fn picture(&mut self) -> Result<Option<RgbaImage>> {
        self.last_result()?;
        match (&self.picture, &self.last) {
            (Some(picture), Some(last)) => picture(last).map(Some),
            _ => Ok(None),
        }
    }

    fn curves(&mut self) -> Result<Vec<Curve>> {
        self.last_result()?;
        match (&self.curves, &self.last) {
            (Some(curves), Some(last)) => curves(last),
            _ => Ok(Vec::new()),
        }
    }
}

/// A result judged against the reference.
///
/// ```
/// use gristmill::algorithms::Check;
/// let check = Check::new(3, 0.5, 1.0).out_of(10); // three of ten elements were judged
/// assert!(check.passed());
/// assert_eq!((check.elements, check.of), (3, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// Number of elements compared.
    pub elements: usize,
    /// Number of elements in the result: more than were compared if the reference is slow and only a sample was judged.
    pub of: usize,
    /// Largest difference, in the units of the elements; infinite if exactly one of the two is NaN, or if the lengths
    /// differ.
    pub error: f64,
    /// Largest difference allowed; 0 requires the same bits.
    pub bound: f64,
}

impl Check {
    /// Builds a check of `elements` compared elements with their largest difference and the largest one allowed.
    ///
    /// ```
    /// use gristmill::algorithms::Check;
    /// assert!(Check::new(100, 0.25, 0.5).passed());
    /// assert!(!Check::new(100, f64::NAN, 0.5).passed());
    /// ```
    pub fn new(elements: usize, error: f64, bound: f64) -> Check {
        Check { elements, of: elements, error, bound }
    }

    /// Checks that all elements are equal, bit for bit.
    ///
    /// ```
    /// use gristmill::algorithms::Check;
    /// assert!(Check::exact(&[1, 2], &[1, 2]).passed());
    /// assert!(!Check::exact(&[1, 2], &[1, 3]).passed());
    /// ```
    pub fn exact<T: Element + PartialEq>(given: &[T], wanted: &[T]) -> Check {
        let equal = given.len() == wanted.len() && T::words(given) == T::words(wanted);
        Check::new(wanted.len(), if equal { 0.0 } else { f64::INFINITY }, 0.0)
    }

    /// Checks that every float is within `bound` of its reference; both may be NaN.
    ///
    /// ```
    /// use gristmill::algorithms::Check;
    /// let check = Check::within(&[1.0, 2.5], &[1.0, 2.0], 0.1);
    /// assert_eq!(check.error, 0.5);
    /// assert!(!check.passed());
    /// ```
    pub fn within(given: &[f32], wanted: &[f32], bound: f64) -> Check {
        let largest = given
            .iter()
            .zip(wanted)
            .map(|(given, wanted): (&f32, &f32)| {
                let given = f64::from(*given);
                let wanted = f64::from(*wanted);
                let same = given == wanted || (given.is_nan() && wanted.is_nan());
                let difference = if same { 0.0 } else { (given - wanted).abs() };
                if difference.is_nan() { f64::INFINITY } else { difference }
            })
            .fold(0.0, f64::max);
        let error = if given.len() == wanted.len() { largest } else { f64::INFINITY };
        Check::new(wanted.len(), error, bound)
    }

    /// Declares that the compared elements are a sample of `of`.
    pub fn out_of(self, of: usize) -> Check {
        Check { of, ..self }
    }

    /// Returns true if the result is right.
    pub fn passed(&self) -> bool {
        self.error <= self.bound
    }
}
