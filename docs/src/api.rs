//! The API in tables, from the description that the service answers at `/openapi.json`.

use std::error::Error;
use std::fmt::Write as _;
use std::time::Duration;

use maycrawl_fetch::{Clock, Fetcher};
use maycrawl_server::{AppState, Disclosure, HostPolicy, RequestLimits};
use serde_json::Value;

const SCHEMAS: &str = "#/components/schemas/";

/// Every call, and then every type.
pub(crate) fn markdown() -> Result<String, Box<dyn Error + Send + Sync>> {
    let document = serde_json::to_value(description()?)?;
    let mut text = String::new();
    let mut problems: Vec<(String, String)> = Vec::new();
    for (path, calls) in entries(&document["paths"]) {
        for (method, call) in entries(calls) {
            write_call(&mut text, &format!("{} {path}", method.to_uppercase()), call)?;
            for (status, response) in entries(&call["responses"]) {
                let problem = (status.clone(), string(&response["description"]).to_owned());
                if response["content"]["application/problem+json"].is_object()
                    && !problems.contains(&problem)
                {
                    problems.push(problem);
                }
            }
        }
    }
    problems.sort();
    text.push_str(
        "\n## Problems\n\nAn error is a [Problem](#Problem) with one of these statuses.\n\n",
    );
    text.push_str("| status | meaning |\n|---|---|\n");
    for (status, words) in problems {
        writeln!(text, "| {status} | {} |", one_line(&words))?;
    }
    text.push_str("\n## Types\n");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        write_type(&mut text, name, schema)?;
    }
    Ok(text)
}

/// The description, from a service on which no request arrives.
fn description() -> Result<impl serde::Serialize, Box<dyn Error + Send + Sync>> {
    let state = AppState {
        fetcher: Fetcher::builder().build()?,
        unreached: Disclosure::Masked { min_delay: Duration::ZERO },
        limits: RequestLimits::default(),
        hosts: HostPolicy::for_listen(([127, 0, 0, 1], 8080).into(), &[]),
        for_agents: false,
        clock: Clock::system(),
    };
    let (_router, document) = maycrawl_server::router(state);
    Ok(document)
}

fn write_call(text: &mut String, title: &str, call: &Value) -> std::fmt::Result {
    // An anchor of its own: braces at the end of a heading would be taken for one.
    let words =
        title.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let anchor = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    writeln!(text, "\n## {title} {{#{anchor}}}\n\n{}", string(&call["summary"]))?;
    if let Some(description) = call["description"].as_str() {
        writeln!(text, "\n{description}")?;
    }
    let parameters = call["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    if !parameters.is_empty() {
        text.push_str("\n| parameter | in | type | meaning |\n|---|---|---|---|\n");
        for parameter in parameters {
            let is_required = parameter["required"].as_bool() == Some(true);
            writeln!(
                text,
                "| `{}`{} | {} | {} | {} |",
                string(&parameter["name"]),
                if is_required { " (required)" } else { "" },
                string(&parameter["in"]),
                type_of(&parameter["schema"]),
                one_line(string(&parameter["description"])),
            )?;
        }
    }
    for (media, body) in entries(&call["requestBody"]["content"]) {
        writeln!(text, "\nBody: `{media}`, {}.", type_of(&body["schema"]))?;
        let example = match &body["example"] {
            Value::String(file) => file.trim_end().to_owned(),
            json => serde_json::to_string_pretty(json).map_err(|_| std::fmt::Error)?,
        };
        let language = if media == "application/json" { "json" } else { "text" };
        writeln!(text, "\n```{language}\n{example}\n```")?;
    }
    let mut problems = Vec::new();
    for (status, response) in entries(&call["responses"]) {
        for (media, answer) in entries(&response["content"]) {
            match media.as_str() {
                "application/problem+json" => problems.push(status.as_str()),
                _ => {
                    writeln!(
                        text,
                        "\nAnswer {status}: `{media}`, {}.",
                        type_of(&answer["schema"])
                    )?;
                }
            }
        }
    }
    writeln!(text, "\n[Problems](#problems): {}.", problems.join(", "))
}

fn write_type(text: &mut String, name: &str, schema: &Value) -> std::fmt::Result {
    writeln!(text, "\n### {name} {{#{name}}}\n\n{}", first_paragraph(schema))?;
    if let Some(values) = values(schema) {
        return writeln!(text, "\nOne of {values}.");
    }
    let parts = ["allOf", "oneOf"].into_iter().find_map(|key| Some((key, schema[key].as_array()?)));
    let Some((key, parts)) = parts else { return write_fields(text, schema) };
    for part in parts {
        let words = if key == "allOf" { "All fields of" } else { "Either" };
        if part["$ref"].is_string() {
            writeln!(text, "\n{words} {}: {}", type_of(part), first_paragraph(part))?;
        } else {
            let described = first_paragraph(part);
            if !described.is_empty() {
                writeln!(text, "\n{words}: {described}")?;
            }
            write_fields(text, part)?;
        }
    }
    Ok(())
}

fn write_fields(text: &mut String, schema: &Value) -> std::fmt::Result {
    let fields: Vec<_> = entries(&schema["properties"]).collect();
    if fields.is_empty() {
        return Ok(());
    }
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    text.push_str("\n| field | type | meaning |\n|---|---|---|\n");
    for (name, field) in fields {
        let note = if required.iter().any(|known| known == name) { "" } else { " (optional)" };
        let own = first_paragraph(field);
        // The description of a field that may be null is with the type that it has otherwise.
        let other = field["oneOf"].as_array().and_then(|all| all.first());
        let words =
            if own.is_empty() { other.map(first_paragraph).unwrap_or_default() } else { own };
        writeln!(text, "| `{name}`{note} | {} | {} |", type_of(field), one_line(&words))?;
    }
    Ok(())
}

/// The type of a value, with a link to the type that it names.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix(SCHEMAS)) {
        return format!("[{name}](#{name})");
    }
    if let Some(values) = values(schema) {
        return values;
    }
    if let Some(all) = schema["oneOf"].as_array() {
        return all.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(one) if one == "array" => format!("array of {}", type_of(&schema["items"])),
        Value::String(one) => one.clone(),
        Value::Array(several) => several.iter().map(string).collect::<Vec<_>>().join(" or "),
        _ => "any".to_owned(),
    }
}

/// The values of a closed set.
fn values(schema: &Value) -> Option<String> {
    let values = schema["enum"].as_array()?;
    Some(values.iter().map(|value| format!("`{}`", string(value))).collect::<Vec<_>>().join(", "))
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Descriptions of types of the library go on with examples in Rust.
fn first_paragraph(schema: &Value) -> String {
    let described = string(&schema["description"]);
    described.split("\n\n").next().unwrap_or_default().to_owned()
}

/// Text for a cell of a table.
fn one_line(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}
