//! The chart of the results: how many times as fast as each peer, as an SVG for README.

use std::fmt::Write as _;

/// The height of a bar with its label, in pixels.
const ROW: usize = 46;
/// The width of the picture, and of the longest bar.
const WIDTH: usize = 720;
const LONGEST: f64 = 600.0;

/// A chart of ratios to peers: each measure with its ratio. Readable on white and on black.
pub fn chart(ratios: &[(String, f64)]) -> String {
    let most = ratios.iter().map(|(_, ratio)| *ratio).fold(1.0, f64::max);
    let height = 12 + ROW * ratios.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title>How many times as fast as other readers of robots.txt, for the median of files that the code was \
         not tuned on</title>\n"
    );
    for (row, (measure, ratio)) in ratios.iter().enumerate() {
        let top = 6 + ROW * row;
        let width = (LONGEST * ratio / most).max(2.0);
        let measure = escape(measure);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{}\" fill=\"#767676\">{measure}</text>\n\
             <rect x=\"0\" y=\"{}\" width=\"{width:.0}\" height=\"16\" rx=\"3\" fill=\"#2f7d4f\"/>\n\
             <text x=\"{:.0}\" y=\"{}\" fill=\"#767676\" font-weight=\"600\">{ratio:.1}x</text>\n",
            top + 12,
            top + 20,
            width + 8.0,
            top + 33,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(text: &str) -> String {
    text.replace('`', "").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_is_the_greatest_ratio_and_markup_is_escaped() {
        let svg = chart(&[("a <b> & `c`".to_owned(), 10.0), ("d".to_owned(), 30.0)]);
        assert!(svg.contains("a &lt;b&gt; &amp; c</text>"), "{svg}");
        assert!(svg.contains("width=\"200\"") && svg.contains("width=\"600\""), "{svg}");
        assert!(svg.contains(">30.0x<") && svg.ends_with("</svg>\n"), "{svg}");
    }
}
