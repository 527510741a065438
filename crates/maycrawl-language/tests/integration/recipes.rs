//! The recipes in the languages: each has every text that it has in English, in other words and with the same code.

use maycrawl_language::Language;
use maycrawl_lint::answer::RecipeInfo;

use crate::catalogues::code;

#[test]
fn in_english_they_are_those_of_the_library() {
    for (own, english) in Language::English.recipes().into_iter().zip(RecipeInfo::all()) {
        assert_eq!(texts(&own), texts(&english));
    }
}

#[test]
fn each_has_every_text_in_each_language_with_the_same_code() {
    let all = RecipeInfo::all();
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let recipes = language.recipes();
        assert_eq!(recipes.len(), all.len());
        for (own, english) in recipes.iter().zip(&all) {
            let (own, english) = (texts(own), texts(english));
            assert_eq!(own.len(), english.len(), "{language}: {english:?}");
            for (text, english) in own.iter().zip(english) {
                assert_ne!(*text, english, "{language}");
                // A message that is missing is its key.
                assert!(!text.starts_with("recipe-"), "{language}: {text}");
                assert_eq!(code(text), code(english), "{language}: {text}");
            }
        }
    }
}

#[test]
fn a_line_break_ends_the_first_sentence_of_a_summary_that_has_more() {
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        for (own, english) in language.recipes().iter().zip(RecipeInfo::all()) {
            let parts = english.summary.split_once(". ").map_or(1, |_| 2);
            assert_eq!(own.summary.lines().count(), parts, "{language}: {}", own.summary);
        }
    }
}

/// The texts of a recipe that are not empty.
fn texts(recipe: &RecipeInfo) -> Vec<&str> {
    let value = recipe.parameter.as_ref().map(|value| value.what.as_ref());
    let texts = [recipe.summary.as_ref(), recipe.advice.as_ref()].into_iter().chain(value);
    texts.filter(|text| !text.is_empty()).collect()
}
