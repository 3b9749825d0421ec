//! Runs a case: its steps one after another, its reference, and what is compared.

use crate::caps::{self, StepCounts};
use crate::files::{FileCache, file_name};
use crate::fill_text::FillText;
use crate::memories::{CaseMemories, StepNames, read_expected};
use crate::outcome::{CaseFault, FaultLevel};
use crate::plain_loop;
use crate::program::{Program, ProgramStep, Reference};
use crate::wgsl_functions;
use gristmill_base::error::{Error, Result};
use gristmill_cards::Profile;
use gristmill_check::{Checked, ChildCompiler, ExpectedResult, IncludeFiles, KernelFileCheck, LaunchOptions, Report};
use std::marker::PhantomData;
use std::rc::Rc;

/// Compiled kernels that are kept for the next cases.
const KEPT_KERNELS: usize = 8;

/// Runs cases, and keeps the kernels that it compiled.
pub struct CaseRunner<L> {
    compiler: Option<ChildCompiler>,
    kernels: Vec<(String, Rc<Checked>)>,
    library: PhantomData<L>,
}

/// The memories, the faults and the counts after the steps of a case.
pub struct ProgramRun {
    pub memories: CaseMemories,
    pub faults: Vec<CaseFault>,
    pub schedules: u32,
    counts: StepCounts,
    /// True if some step did anything.
    has_acted: bool,
    /// True if some step had a group or a texel to run.
    has_launched: bool,
    /// The verdict of the first step that is not right, or was not judged.
    verdict: Option<String>,
}

impl<L: IncludeFiles> CaseRunner<L> {
    pub fn new(compiler: Option<ChildCompiler>) -> CaseRunner<L> {
        CaseRunner { compiler, kernels: vec![], library: PhantomData }
    }

    /// Runs a program and compares its results.
    ///
    /// # Errors
    /// Those of kernels that do not compile, and of contents that do not fit.
    pub fn run_program(&mut self, program: &Program) -> Result<ProgramRun> {
        caps::refuse_unknown(&program.caps)?;
        let mut files = FileCache::of_folder(program.folder.clone());
        let mut run = self.run_steps(program, &program.steps, &mut files)?;
        run.memories.refuse_unused()?;
        run.allow_capped(program);
        for sentence in caps::list_exceeded(&program.caps, &run.counts) {
            run.faults.push(CaseFault::new("cap", FaultLevel::Error, sentence));
        }
        let is_unfinished = run
            .faults
            .iter()
            .any(|fault| fault.rule == "steps" || fault.rule == "not_judged");
        if is_unfinished {
            return Ok(run);
        }
        if let Some(sentence) = wgsl_functions::find_failure(&run.memories) {
            run.faults.push(CaseFault::new("unexpected", FaultLevel::Error, sentence));
        }
        for (name, fill) in &program.expected {
            let expected = match fill {
                FillText::Words(words) => Some(read_expected(words, program.tolerance.as_deref(), &mut files)?),
                FillText::Empty => None,
            };
            run.compare_memory(name, expected.as_ref())?;
        }
        if let Some(reference) = &program.reference {
            self.compare_reference(program, reference, &mut run, &mut files)?;
        }
        let compares = !program.expected.is_empty() || program.reference.is_some();
        if !run.has_acted && !compares {
            let sentence = "no kernel wrote anything; give it groups and inputs, or an expected result";
            run.faults.push(CaseFault::new("not_judged", FaultLevel::Warning, sentence));
        }
        Ok(run)
    }

    fn run_steps(&mut self, program: &Program, steps: &[ProgramStep], files: &mut FileCache) -> Result<ProgramRun> {
        let mut run = ProgramRun {
            memories: CaseMemories::from_fills(&program.memories),
            faults: vec![],
            schedules: 0,
            counts: StepCounts::default(),
            has_acted: false,
            has_launched: false,
            verdict: None,
        };
        for step in steps {
            let mut names = StepNames::of_step(step);
            for _ in 0..step.repeat {
                let is_finished = self.run_step(program, step, &names, &mut run, files)?;
                if !is_finished {
                    return Ok(run);
                }
                if let Some(pair) = &step.swap {
                    names.swap_memories(pair);
                }
            }
        }
        Ok(run)
    }

    /// Runs a step once. Returns false if it did not come to its end.
    fn run_step(
        &mut self,
        program: &Program,
        step: &ProgramStep,
        names: &StepNames,
        run: &mut ProgramRun,
        files: &mut FileCache,
    ) -> Result<bool> {
        let mut launch = LaunchOptions::new();
        for (word, value) in program.options.iter().chain(&step.options) {
            launch = launch.option(word, value)?;
        }
        if let Some(card) = &program.card {
            launch = launch.card(Profile::named(card)?);
        }
        if step.vertices > 0 {
            launch = launch.vertices(step.vertices);
        }
        let kernel = self.compile_step(program, step, &launch)?;
        let mut launch = run.memories.give_to(launch, &kernel, names, files)?;
        let mut groups = 1;
        if let Some(given) = &step.groups {
            groups = given.iter().fold(1_u64, |product, side| product.saturating_mul(*side));
            if groups == 0 {
                // A dispatch without a group does nothing.
                return Ok(true);
            }
            let given: Vec<String> = given.iter().map(u64::to_string).collect();
            launch = launch.option("groups", &given.join(","))?;
        }
        let is_counted = caps::needs_counters(&program.caps);
        run.has_launched = true;
        let report = kernel.launch(&if is_counted { launch.counted() } else { launch })?;
        if let Some(counters) = &report.counters {
            let lanes = kernel.group_size()?.iter().map(|&side| u64::from(side)).product::<u64>();
            let width = program.options.iter().find(|(word, _)| *word == "warp");
            let width: u64 = width.and_then(|(_, width)| width.parse().ok()).unwrap_or(32);
            run.counts
                .add_step(counters, groups.saturating_mul(lanes.div_ceil(width.max(1))));
        }
        let is_finished = run.note_report(&report);
        run.memories.keep_results(report, &kernel, names)?;
        Ok(is_finished)
    }

    /// Compiles the kernel of a step, or finds it among those kept.
    fn compile_step(&mut self, program: &Program, step: &ProgramStep, launch: &LaunchOptions) -> Result<Rc<Checked>> {
        let choices = step.options.iter().filter(|(word, _)| matches!(*word, "entry" | "constant"));
        let key = format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            step.kernel,
            step.text,
            step.vertex,
            step.vertex_text,
            step.stage,
            step.defines,
            program.include,
            program.card,
            choices.collect::<Vec<_>>()
        );
        if let Some((_, kernel)) = self.kernels.iter().find(|(known, _)| *known == key) {
            return Ok(kernel.clone());
        }
        let mut check = match &step.text {
            Some(text) => KernelFileCheck::<L>::source(file_name(&step.kernel), text.clone()),
            None => KernelFileCheck::<L>::file(&step.kernel)?,
        };
        for folder in &program.include {
            check = check.include_folder(folder)?;
        }
        for (name, value) in &step.defines {
            check = check.define(name, value);
        }
        if let Some(stage) = &step.stage {
            check = check.stage(stage)?;
        }
        match (&step.vertex, &step.vertex_text) {
            (_, Some(text)) => check = check.vertex(text),
            (Some(vertex), None) => check = check.vertex(KernelFileCheck::<L>::file(vertex)?.text()),
            (None, None) => {}
        }
        if let Some(compiler) = &self.compiler {
            check = check.compiled_by(compiler);
        }
        let kernel = Rc::new(check.compile_for(launch)?);
        if self.kernels.len() == KEPT_KERNELS {
            self.kernels.remove(0);
        }
        self.kernels.push((key, kernel.clone()));
        Ok(kernel)
    }

    /// Compares the results with those of a reference, which runs on the same inputs.
    fn compare_reference(
        &mut self,
        program: &Program,
        reference: &Reference,
        run: &mut ProgramRun,
        files: &mut FileCache,
    ) -> Result<()> {
        let step = match reference {
            Reference::Kernel(step) => (**step).clone(),
            Reference::Loop(text) => plain_loop::build_step::<L>(program, text)?,
        };
        let name = match reference {
            Reference::Kernel(_) => file_name(&step.kernel),
            Reference::Loop(_) => "its loop".to_string(),
        };
        let own = Program { card: None, caps: vec![], ..program.clone() };
        let made = match self.run_steps(&own, std::slice::from_ref(&step), files) {
            Ok(made) => made,
            Err(error @ Error::Shortage { .. }) => return Err(error),
            Err(error) => {
                let sentence = format!("the reference {name} cannot run: {error}");
                run.faults.push(CaseFault::new("reference", FaultLevel::Error, sentence));
                return Ok(());
            }
        };
        if let Some(verdict) = made.verdict {
            let sentence = format!("the reference {name} is wrong itself, so it proves nothing: {verdict}");
            let drawn = made.faults.iter().map(|fault| format!("\n{}", fault.drawing));
            let told = format!("{sentence}{}", drawn.collect::<String>());
            run.faults.push(CaseFault::new("reference", FaultLevel::Error, told));
            return Ok(());
        }
        let is_answer = program.steps.iter().any(|step| step.declarations.is_some());
        if is_answer || matches!(reference, Reference::Loop(_)) {
            run.refuse_unwritten(&made.memories, &name);
        }
        run.compare_results(&made.memories, &name, program.tolerance.as_deref())
    }
}

impl ProgramRun {
    /// Notes the findings of a step. Returns false if it did not come to its end.
    fn note_report(&mut self, report: &Report) -> bool {
        for fault in CaseFault::list_findings(report) {
            if !self.faults.contains(&fault) {
                self.faults.push(fault);
            }
        }
        self.schedules += report.schedules;
        self.has_acted |= !report.idle;
        let is_stopped = self.faults.iter().any(|fault| fault.rule == "steps");
        if !report.is_right() || report.unfinished.is_some() {
            self.verdict.get_or_insert_with(|| report.verdict());
        }
        if report.unfinished.is_some() {
            self.faults
                .push(CaseFault::new("not_judged", FaultLevel::Warning, report.verdict()));
        }
        !is_stopped && report.unfinished.is_none()
    }

    /// Turns findings into notes where the case allows so many, and notes into errors where it allows fewer.
    fn allow_capped(&mut self, program: &Program) {
        for (cap, most) in &program.caps {
            let Some(rule) = caps::finding_rule(cap) else { continue };
            let found = self.faults.iter().filter(|fault| fault.rule == rule).count() as u64;
            let level = if found > *most { FaultLevel::Error } else { FaultLevel::Note };
            let own = self.faults.iter_mut().filter(|fault| fault.rule == rule);
            own.for_each(|fault| fault.level = level);
        }
    }

    fn compare_memory(&mut self, name: &str, expected: Option<&ExpectedResult>) -> Result<()> {
        if let Some(sentence) = self.memories.find_difference(name, expected)? {
            self.faults.push(CaseFault::new("unexpected", FaultLevel::Error, sentence));
        }
        Ok(())
    }

    /// Notes the memories of the case that a reference writes and the case does not. A reference with the declarations
    /// of the kernel writes only what the kernel has to write.
    fn refuse_unwritten(&mut self, reference: &CaseMemories, of: &str) {
        let own = self.memories.result_names();
        let mut unwritten = vec![];
        for name in reference.result_names() {
            if self.has_launched && !own.contains(&name) && self.memories.has_memory(name) {
                unwritten.push(format!("nothing wrote {name}, and the reference {of} does; write it"));
            }
        }
        for sentence in unwritten {
            self.faults.push(CaseFault::new("unexpected", FaultLevel::Error, sentence));
        }
    }

    /// Compares every result that a reference has too.
    fn compare_results(&mut self, reference: &CaseMemories, of: &str, tolerance: Option<&str>) -> Result<()> {
        let own: Vec<String> = self.memories.result_names().iter().map(|name| name.to_string()).collect();
        let theirs = reference.result_names();
        let shared: Vec<&String> = own.iter().filter(|name| theirs.contains(&name.as_str())).collect();
        if shared.is_empty() && !theirs.is_empty() && !own.is_empty() {
            let sentence = format!(
                "the reference {of} writes {}, and the case {}; bind them to one name",
                theirs.join(", "),
                own.join(", ")
            );
            self.faults.push(CaseFault::new("reference", FaultLevel::Error, sentence));
        }
        for name in shared {
            let (Some((shape, words)), Some((other, _))) = (reference.result_of(name), self.memories.result_of(name))
            else {
                continue;
            };
            if !shape.has_layout_of(other) {
                let sentence =
                    format!("the reference {of} declares {name} in another way; declare it as the kernel does");
                self.faults.push(CaseFault::new("reference", FaultLevel::Error, sentence));
                continue;
            }
            let mut expected = ExpectedResult::from_words(words.to_vec());
            if let Some(tolerance) = tolerance {
                expected = expected.tolerance(tolerance)?;
            }
            self.compare_memory(name, Some(&expected))?;
        }
        Ok(())
    }
}
