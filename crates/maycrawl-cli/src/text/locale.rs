//! The language of text output: of `--lang`, or of the locale.

use std::env;

use maycrawl_language::Language;

/// The variables of POSIX for the language of messages, the strongest first.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of the option, or of the locale. English if the locale has another language.
pub(crate) fn language(option: Option<Language>) -> Language {
    option.unwrap_or_else(|| of_locale(|name| env::var(name).ok()))
}

/// The first variable that is not empty decides.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let locale = VARIABLES.into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.and_then(|locale| Language::from_locale(&locale)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_variable_decides() {
        let rows: [(&[(&str, &str)], Language); 7] = [
            (&[], Language::English),
            (&[("LANG", "ko_KR.UTF-8")], Language::Korean),
            (&[("LANG", "ko_KR.UTF-8"), ("LC_MESSAGES", "th_TH.UTF-8")], Language::Thai),
            (&[("LC_MESSAGES", "th_TH.UTF-8"), ("LC_ALL", "fi_FI")], Language::Finnish),
            (&[("LC_ALL", ""), ("LANG", "id_ID")], Language::Indonesian),
            (&[("LC_ALL", "C"), ("LANG", "id_ID")], Language::English),
            (&[("LC_ALL", "de_DE.UTF-8"), ("LANG", "id_ID")], Language::English),
        ];
        for (set, expected) in rows {
            let variable = |name: &str| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(of_locale(variable), expected, "{set:?}");
        }
    }
}
