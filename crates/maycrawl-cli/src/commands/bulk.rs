//! `maycrawl bulk`: joins URLs to robots.txt files by origin and decides all of them.

use indicatif::ProgressStyle;
use maycrawl::{Crawler, Printable};
use maycrawl_table::bulk::{BulkJob, BulkProgress, BulkSummary, MIN_MEMORY};

use crate::args::Bulk;
use crate::interrupt;
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};

const BAR: &str = "{wide_bar} {human_pos}/{human_len} URLs, {per_sec}, {eta} left";
const SPINNER: &str = "{spinner} {msg}";

pub(crate) fn run(args: &Bulk, output: &mut Output) -> Result<Exit, Failure> {
    if args.memory < MIN_MEMORY {
        return Err(Failure::new("--memory must be 32M or more"));
    }
    let mut job = BulkJob::new(
        args.robots.clone(),
        args.urls.clone(),
        crawlers(&args.agents, output)?,
        args.output.clone(),
    );
    for &wanted in &args.uses {
        // `train` and `ai-train` are one.
        if !job.uses.contains(&wanted) {
            job.uses.push(wanted);
        }
    }
    job.memory = args.memory;
    job.part_rows = args.part_rows.get();
    job.policy = args.policy;
    if let Some(threads) = args.threads {
        job.threads = threads.get();
    }
    let progress = Progress::new(output, None, ProgressStyle::with_template(SPINNER).ok());
    interrupt::on_ctrl_c(
        "interrupted: the same command continues with the parts that are not done",
    );
    let result = job.run(&|step| show(&progress, step));
    progress.clear();
    let summary = result.map_err(|error| Failure::new(error.to_string()))?;
    tell(args, &summary, output)?;
    Ok(Exit::Done)
}

/// The crawlers of the list, with notes on how names were read.
fn crawlers(list: &str, output: &mut Output) -> Result<Vec<Crawler>, Failure> {
    let resolved =
        Crawler::resolve_list(list).map_err(|error| Failure::new(format!("--agents: {error}")))?;
    let mut crawlers: Vec<Crawler> = Vec::new();
    for crawler in resolved {
        if let Some(note) = crawler.note() {
            output.note("note", &note);
        }
        let crawler = crawler.into_crawler();
        if !crawlers.iter().any(|known| known.token() == crawler.token()) {
            crawlers.push(crawler);
        }
    }
    Ok(crawlers)
}

fn show(progress: &Progress, step: BulkProgress) {
    if !progress.is_wanted() {
        return;
    }
    match step {
        BulkProgress::Robots(records) if records % 1000 == 0 => {
            progress.say(&format!("{records} robots.txt records"));
        }
        BulkProgress::Urls(rows, Some(total)) => {
            if progress.bar.length() != Some(total) {
                progress.bar.set_length(total);
                if let Ok(style) = ProgressStyle::with_template(BAR) {
                    progress.bar.set_style(style);
                }
                progress.bar.reset_eta();
            }
            progress.bar.set_position(rows);
        }
        BulkProgress::Urls(rows, None) => progress.say(&format!("{rows} URLs")),
        _ => {}
    }
}

fn tell(args: &Bulk, summary: &BulkSummary, output: &mut Output) -> Result<(), Failure> {
    let folder = Printable(args.output.as_os_str().as_encoded_bytes()).to_string();
    if summary.parts_before > 0 {
        let (before, parts) = (summary.parts_before, summary.parts);
        output.note("note", &format!("{before} of {parts} parts were done before"));
    }
    let bad = summary.robots_bad + summary.urls_bad;
    if bad > 0 {
        let (robots, urls) = (summary.robots_bad, summary.urls_bad);
        output.note(
            "warning",
            &format!("{robots} robots.txt records and {urls} URLs could not be used; see {folder}/_bad_rows"),
        );
    }
    note_cut_records(summary.robots_cut, output);
    let disallowed = summary.decisions - summary.allowed - summary.unknown;
    output.line(format_args!("robots.txt records  {}", summary.robots_records))?;
    output.line(format_args!("URLs                {}", summary.urls))?;
    output.line(format_args!("decisions           {}", summary.decisions))?;
    output.line(format_args!("  allowed           {}", summary.allowed))?;
    output.line(format_args!("  disallowed        {disallowed}"))?;
    output.line(format_args!("  unknown           {}", summary.unknown))?;
    if args.timings {
        timings(summary, output)?;
    }
    Ok(())
}

/// Says how many records were cut short: their sites are disallowed because of the archive, not because of a file.
pub(crate) fn note_cut_records(cut: u64, output: &mut Output) {
    if cut > 0 {
        let what = "robots.txt records were cut short, so their sites count as unreachable";
        output.note("warning", &format!("{cut} {what}"));
    }
}

fn timings(summary: &BulkSummary, output: &mut Output) -> Result<(), Failure> {
    let times = &summary.timings;
    let all = times.decode + times.join + times.decide + times.encode;
    let share = |time: f64| 100.0 * time / all.max(f64::MIN_POSITIVE);
    let rate = summary.decisions as f64 / times.urls.max(f64::MIN_POSITIVE);
    output.line(format_args!("robots.txt index    {:.2} s", times.robots))?;
    output.line(format_args!("URLs                {:.2} s, {rate:.0} decisions/s", times.urls))?;
    for (name, time) in [
        ("decode", times.decode),
        ("join", times.join),
        ("decide", times.decide),
        ("encode", times.encode),
    ] {
        output.line(format_args!("  {name:<16}  {:.0} %", share(time)))?;
    }
    let cache = &summary.cache;
    output.line(format_args!(
        "compiled rules      {} hits, {} misses, {} evictions, {} KiB at most",
        cache.hits,
        cache.misses,
        cache.evictions,
        cache.peak_bytes >> 10
    ))
}
