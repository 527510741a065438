//! The table of results.

use std::fmt::Write as _;

use crate::chart::chart;
use crate::corpus::Corpus;

/// Rows and remarks, in the order of measurement.
pub struct Report {
    head: String,
    rows: Vec<[String; 5]>,
    /// The ratios to peers, for the chart.
    ratios: Vec<(String, f64)>,
    sections: String,
}

impl Report {
    pub fn new(corpus: &Corpus) -> Self {
        let bytes: usize = corpus.subjects.iter().map(|subject| subject.bytes.len()).sum();
        let mut head = String::from("# Benchmark results\n\n");
        let _ = writeln!(
            head,
            "Written by `make bench`: one run, one thread, contenders in turns, best round of each; ratios over {} \
             ({} files, {:.1} MB), and over files that the code was not tuned on. {}.\n",
            corpus.what,
            corpus.subjects.len(),
            bytes as f64 / 1e6,
            cpu()
        );
        Self { head, rows: Vec::new(), ratios: Vec::new(), sections: String::new() }
    }

    /// A ratio to a peer that must be at least `must`; the aim is `aim`.
    pub fn at_least(&mut self, measure: &str, ratio: f64, must: f64, aim: f64, figures: &str) {
        let verdict = verdict(ratio >= must, ratio >= aim);
        self.row(measure, format!("{ratio:.1}x"), format!("{must}x / {aim}x"), verdict, figures);
    }

    /// A bar of the chart: the ratio to a peer for the median of the unseen files.
    pub fn charted(&mut self, measure: &str, ratio: f64) {
        self.ratios.push((measure.to_owned(), ratio));
    }

    /// A figure, such as growth or memory, that must be at most `must`; the aim is `aim`.
    pub fn at_most(
        &mut self,
        measure: &str,
        figure: f64,
        must: f64,
        aim: f64,
        unit: &str,
        figures: &str,
    ) {
        let verdict = verdict(figure <= must, figure <= aim);
        self.row(
            measure,
            format!("{figure:.2}{unit}"),
            format!("{must}{unit} / {aim}{unit}"),
            verdict,
            figures,
        );
    }

    /// A figure that cannot be measured on this machine.
    pub fn skipped(&mut self, measure: &str, why: &str) {
        self.row(measure, "SKIPPED".into(), String::new(), "SKIPPED", why);
    }

    fn row(&mut self, measure: &str, figure: String, goal: String, verdict: &str, figures: &str) {
        eprintln!("  {measure}: {figure} ({verdict}) {figures}");
        self.rows.push([measure.into(), figure, goal, verdict.into(), figures.into()]);
    }

    /// Text after the table.
    pub fn section(&mut self, text: &str) {
        self.sections.push_str(text);
        self.sections.push('\n');
    }

    /// Figures that other runs printed.
    pub fn remarks(&mut self, text: &str) {
        self.section("## Other runs\n\nPrinted by the long tests of `maycrawl-fetch`, and by `scripts/bench-before`.\n");
        for line in text.lines().filter_map(|line| line.split_once("figure: ")) {
            self.section(&format!("- {}", line.1));
        }
    }

    /// The chart of the ratios to peers, as an SVG.
    pub fn to_chart(&self) -> String {
        chart(&self.ratios)
    }

    /// The report, with a link to its chart in the file `chart`.
    pub fn to_markdown(&self, chart: &str) -> String {
        let mut out = self.head.clone();
        let _ = writeln!(
            out,
            "![How many times as fast as other readers, for the median of the unseen files]({chart})\n"
        );
        out.push_str("| measure | result | must / aim | | figures |\n|---|---|---|---|---|\n");
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out.push('\n');
        out.push_str(&self.sections);
        out
    }
}

fn verdict(must: bool, aim: bool) -> &'static str {
    match (must, aim) {
        (_, true) => "aim met",
        (true, false) => "must met",
        (false, false) => "**missed**",
    }
}

/// The processor, as the system names it.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| "Processor unknown".into(), |(_, name)| name.trim().to_owned())
}
