//! The times of two contenders for each file: as one ratio of their sums, and by the size of the file.

use crate::corpus::{Set, Subject, UNSEEN};
use crate::harness::{Contender, compare, quantile};
use crate::report::Report;

/// The nanoseconds for one file.
struct Timing {
    bytes: usize,
    ours: f64,
    theirs: f64,
}

/// The times of a set of files, and the files that a contender cannot read.
#[derive(Default)]
pub struct Timings {
    files: Vec<Timing>,
    failed: Vec<String>,
}

/// Classes of files by their size, from the smallest.
const CLASSES: [(&str, usize); 4] = [
    ("below 1 KiB", 1 << 10),
    ("below 10 KiB", 10 << 10),
    ("below 100 KiB", 100 << 10),
    ("larger", usize::MAX),
];

impl Timings {
    /// Compares two contenders over each file.
    pub fn of<'f>(
        set: Set<'f>,
        rounds: u32,
        contenders: impl Fn(&'f Subject) -> (Contender<'f>, Contender<'f>),
    ) -> Self {
        let mut timings = Self::default();
        for subject in set.subjects {
            let (ours, theirs) = contenders(subject);
            timings.add(subject, compare(rounds, ours, theirs));
        }
        timings
    }

    /// Adds the times for a file; `None` if a contender failed.
    pub fn add(&mut self, subject: &Subject, times: Option<(f64, f64)>) {
        match times {
            Some((ours, theirs)) => {
                self.files.push(Timing { bytes: subject.bytes.len(), ours, theirs });
            }
            None => self.failed.push(subject.host.clone()),
        }
    }

    fn sum(&self, of: impl Fn(&Timing) -> f64) -> f64 {
        self.files.iter().map(of).sum()
    }

    /// The sum of our times.
    pub fn ours(&self) -> f64 {
        self.sum(|file| file.ours)
    }

    /// The sum of the other contender's times.
    pub fn theirs(&self) -> f64 {
        self.sum(|file| file.theirs)
    }

    /// Our times, and the other contender's, of `per` questions for each file.
    pub fn each(&self, per: f64) -> [Vec<f64>; 2] {
        let of = |time: fn(&Timing) -> f64| self.files.iter().map(|it| time(it) / per).collect();
        [of(|file| file.ours), of(|file| file.theirs)]
    }

    /// A row with the ratio of the sums, of `per` questions for each file, and what it leaves out.
    pub fn report(
        &self,
        report: &mut Report,
        measure: &str,
        (must, aim): (f64, f64),
        set: Set<'_>,
        per: f64,
    ) {
        let n = self.files.len() as f64 * per;
        let figures = format!(
            "{:.2} us against {:.2} us; {:.2} GB/s",
            self.ours() / n / 1e3,
            self.theirs() / n / 1e3,
            self.sum(|file| file.bytes as f64) * per / self.ours()
        );
        let measure = format!("{measure}{}", set.name);
        report.at_least(&measure, self.theirs() / self.ours(), must, aim, &figures);
        self.by_size(report, &measure, set);
        if !self.failed.is_empty() {
            report.section(&format!(
                "- {measure}: left out because the peer panics or hangs: {} ({})",
                self.failed.len(),
                self.failed.join(", ")
            ));
        }
    }

    /// The spread over unseen files by size, and their median for the chart.
    pub fn by_size(&self, report: &mut Report, measure: &str, set: Set<'_>) {
        if set.name != UNSEEN {
            return;
        }
        let mut least = 0;
        let mut texts = Vec::new();
        for (name, most) in CLASSES {
            texts.extend(self.spread(name, least..most));
            least = most;
        }
        texts.extend(self.spread("all", 0..usize::MAX));
        report.section(&format!(
            "- {measure}: ratio of the median file (10th to 90th percentile), by size: {}.",
            texts.join("; ")
        ));
        report
            .charted(measure.trim_end_matches(UNSEEN), quantile(&self.ratios(0..usize::MAX), 0.5));
    }

    fn ratios(&self, sizes: std::ops::Range<usize>) -> Vec<f64> {
        let of_size = self.files.iter().filter(|file| sizes.contains(&file.bytes));
        of_size.map(|file| file.theirs / file.ours).collect()
    }

    fn spread(&self, name: &str, sizes: std::ops::Range<usize>) -> Option<String> {
        let ratios = self.ratios(sizes);
        if ratios.is_empty() {
            return None;
        }
        let [low, median, high] = [0.1, 0.5, 0.9].map(|at| quantile(&ratios, at));
        Some(format!("{name} {median:.1}x ({low:.1} to {high:.1}, {} files)", ratios.len()))
    }
}
