//! The texts of the recipes, in a language.

use std::borrow::Cow;

use maycrawl_lint::answer::RecipeInfo;
use maycrawl_lint::recipe::Recipe;

use crate::language::Language;

impl Language {
    /// All recipes, the most common first. Code stands between backquotes. In other languages than English a line break
    /// ends the first sentence of a summary, because Thai has no full stop. O(texts).
    ///
    /// ```
    /// use maycrawl_language::Language;
    ///
    /// let finnish = &Language::Finnish.recipes()[0];
    /// assert_eq!(finnish.name, "open");
    /// assert_eq!(finnish.summary.lines().next(), Some("Kaiken saa indeksoida."));
    /// ```
    #[must_use]
    pub fn recipes(self) -> Vec<RecipeInfo> {
        let mut recipes = RecipeInfo::all();
        if self == Self::English {
            return recipes;
        }
        let text = |key: String| Cow::Owned(self.message(&key, &[]));
        for (info, recipe) in recipes.iter_mut().zip(Recipe::all()) {
            info.summary = text(format!("recipe-{}", recipe.name));
            if !recipe.advice.is_empty() {
                info.advice = text(format!("recipe-{}-advice", recipe.name));
            }
            if let (Some(value), Some(parameter)) = (&mut info.parameter, recipe.parameter) {
                value.what = text(format!("recipe-value-{}", parameter.kind.name()));
            }
        }
        recipes
    }
}
