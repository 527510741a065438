//! The table of results.

use std::fmt::Write as _;

use crate::files::Files;

/// What a figure has to reach, and what it should.
#[derive(Clone, Copy)]
pub struct Goal {
    pub must: f64,
    pub aim: Option<f64>,
}

impl Goal {
    pub const fn new(must: f64, aim: f64) -> Self {
        Self { must, aim: Some(aim) }
    }

    pub const fn must(must: f64) -> Self {
        Self { must, aim: None }
    }

    fn verdict(self, reaches: impl Fn(f64) -> bool) -> &'static str {
        match (reaches(self.must), self.aim.is_some_and(&reaches)) {
            (_, true) => "aim met",
            (true, false) => "must met",
            (false, false) => "**MISSED**",
        }
    }
}

/// Rows, remarks and further tables, in the order in which they were measured.
pub struct Report {
    head: String,
    rows: Vec<[String; 6]>,
    remarks: Vec<String>,
    tables: String,
}

impl Report {
    pub fn new(files: &Files, date: Option<&str>) -> Self {
        let date = date.map(|date| format!(" {date}.")).unwrap_or_default();
        let head = format!(
            "# Benchmark results\n\n\
             Written by `make bench`: one run, one thread, contenders in turns, the best round of each; ratios. \
             Measured over {} ({} files, {:.1} MB).{date}\n{}, {}.\n",
            files.what,
            files.subjects.len(),
            files.bytes() as f64 / 1e6,
            processor(),
            env!("BENCH_RUSTC"),
        );
        let mut report = Self { head, rows: Vec::new(), remarks: Vec::new(), tables: String::new() };
        if !files.shortened.is_empty() {
            let hosts = files.shortened.join(", ");
            report.remark(format!(
                "All contenders read the same bytes: at most 500 KiB, where maycrawl stops and the peers would \
                 go on (it shortens {hosts}), and invalid UTF-8 replaced, because `robotstxt` takes text."
            ));
        }
        report
    }

    /// A ratio that should be at least so much: peers.
    pub fn at_least(&mut self, measure: &str, ratio: f64, goal: Goal, figures: String) {
        self.row(measure, &|x| format!("{x:.1}x"), ratio, goal, |bound| ratio >= bound, figures);
    }

    /// A figure that should be at most so much: growth, memory, worst cases.
    pub fn at_most(&mut self, measure: &str, figure: f64, unit: &str, goal: Goal, figures: String) {
        let show = |x| format!("{x:.2}{unit}");
        self.row(measure, &show, figure, goal, |bound| figure <= bound, figures);
    }

    fn row(
        &mut self,
        measure: &str,
        show: &dyn Fn(f64) -> String,
        figure: f64,
        goal: Goal,
        reaches: impl Fn(f64) -> bool,
        figures: String,
    ) {
        let verdict = goal.verdict(reaches);
        let bound = |bound: f64| {
            let text = show(bound);
            text.replace(".00", "").replace(".0", "")
        };
        eprintln!("  {measure}: {} ({verdict}) {figures}", show(figure));
        self.rows.push([
            measure.into(),
            show(figure),
            bound(goal.must),
            goal.aim.map_or("-".into(), bound),
            verdict.into(),
            figures,
        ]);
    }

    /// A sentence below the table.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// A further table.
    pub fn table<const N: usize>(
        &mut self,
        title: &str,
        intro: &str,
        head: [&str; N],
        rows: &[[String; N]],
    ) {
        let _ = writeln!(self.tables, "\n## {title}\n\n{intro}\n\n| {} |", head.join(" | "));
        let _ = writeln!(self.tables, "|{}", "---|".repeat(N));
        for row in rows {
            let _ = writeln!(self.tables, "| {} |", row.join(" | "));
        }
    }

    pub fn to_markdown(&self) -> String {
        let mut out = self.head.clone();
        out += "\n| measure | result | must | aim | verdict | figures |\n|---|---|---|---|---|---|\n";
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out.push('\n');
        for remark in &self.remarks {
            let _ = writeln!(out, "- {remark}");
        }
        out.push_str(&self.tables);
        out
    }
}

/// The processor, as the system names it.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| "Processor unknown".into(), |(_, name)| name.trim().to_owned())
}
