//! `maycrawl survey`: counts over the robots.txt files of web archives, as tables and as a report.

use maycrawl::Printable;
use maycrawl_table::bulk::MIN_MEMORY;
use maycrawl_table::survey::{Survey, SurveyProgress};

use crate::args;
use crate::commands::bulk;
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};

pub(crate) fn run(args: &args::Survey, output: &mut Output) -> Result<Exit, Failure> {
    if args.memory < MIN_MEMORY {
        return Err(Failure::new("--memory must be 32M or more"));
    }
    let mut survey = Survey::new(args.files.clone(), args.output.clone());
    survey.memory = args.memory;
    survey.policy = args.policy;
    let progress = Progress::spinner(output, "reading");
    let result = survey.run(&|step| match step {
        SurveyProgress::Records(records) if records % 1000 == 0 => {
            progress.say(&format!("{records} records"));
        }
        SurveyProgress::Sites(sites) if sites % 100 == 0 => {
            progress.say(&format!("{sites} sites"));
        }
        _ => {}
    });
    progress.clear();
    let summary = result.map_err(|error| Failure::new(error.to_string()))?;
    let folder = Printable(args.output.as_os_str().as_encoded_bytes()).to_string();
    if summary.bad > 0 {
        let bad = summary.bad;
        output.note(
            "warning",
            &format!("{bad} records could not be used; see {folder}/_bad_rows/records.jsonl"),
        );
    }
    bulk::note_cut_records(summary.robots_cut, output);
    output.line(format_args!("records          {}", summary.records))?;
    output.line(format_args!("sites            {}", summary.sites))?;
    output.line(format_args!("with robots.txt  {}", summary.files))?;
    output.line(format_args!("report           {folder}/report.html"))?;
    Ok(Exit::Done)
}
