//! Text of strangers in HTML and XML.

use core::fmt::{self, Write as _};

/// Displays a text so that it is only text in HTML and XML, in elements and in quoted attributes.
///
/// The five characters of markup become references. A character that XML 1.0 cannot have, such as a control character,
/// becomes U+FFFD: one of them in a feed makes the whole feed unreadable. [`Printable`](crate::Printable) shows such
/// characters and misleading ones as escapes; use it first where a person has to see them.
///
/// Cost: O(bytes), no allocation.
///
/// ```
/// use maycrawl::HtmlText;
///
/// assert_eq!(HtmlText("</td><b x='\"'>&").to_string(), "&lt;/td&gt;&lt;b x=&#39;&quot;&#39;&gt;&amp;");
/// // A reference in the text stays what was written.
/// assert_eq!(HtmlText("&lt;\u{0}").to_string(), "&amp;lt;\u{fffd}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HtmlText<'a>(pub &'a str);

impl fmt::Display for HtmlText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;"),
                '<' => f.write_str("&lt;"),
                '>' => f.write_str("&gt;"),
                '"' => f.write_str("&quot;"),
                '\'' => f.write_str("&#39;"),
                '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'.. => f.write_char(c),
                _ => f.write_char(char::REPLACEMENT_CHARACTER),
            }?;
        }
        Ok(())
    }
}
