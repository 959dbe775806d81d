//! Plots as SVG: curves over an axis, each labelled at its end.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

/// A plot.
#[derive(Debug, Clone)]
pub struct Plot {
    /// Title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Curves.
    pub curves: Vec<Curve>,
    /// Values that the paper states, drawn as horizontal lines.
    pub stated: Vec<Stated>,
}

/// An axis.
#[derive(Debug, Clone)]
pub struct Axis {
    /// Quantity and unit.
    pub label: &'static str,
    /// Ends of the axis.
    pub ends: [f64; 2],
    /// True if the axis is logarithmic.
    pub logarithmic: bool,
    /// Labels at 1, 2, …, if the axis is not numeric.
    pub names: &'static [&'static str],
}

impl Axis {
    /// Makes a linear axis.
    pub fn linear(label: &'static str, ends: [f64; 2]) -> Self {
        Axis { label, ends, logarithmic: false, names: &[] }
    }

    /// Makes a logarithmic axis.
    pub fn logarithmic(label: &'static str, ends: [f64; 2]) -> Self {
        Axis { label, ends, logarithmic: true, names: &[] }
    }

    /// Makes an axis with names instead of numbers.
    pub fn named(label: &'static str, names: &'static [&'static str]) -> Self {
        const MARGIN: f64 = 0.5;
        let ends = [1.0 - MARGIN, names.len() as f64 + MARGIN];
        Axis { label, ends, logarithmic: false, names }
    }

    /// Returns the position of a value on the axis.
    fn place(&self, value: f64) -> f64 {
        if self.logarithmic {
            value.log10()
        } else {
            value
        }
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.place(self.ends[0])..self.place(self.ends[1])
    }

    /// Returns the label at a position.
    fn text(&self, place: f64) -> String {
        if !self.names.is_empty() {
            let at = |name: &usize| (*name as f64 + 1.0 - place).abs() < f64::EPSILON;
            return (0..self.names.len()).find(at).map_or("", |name| self.names[name]).into();
        }
        // On a logarithmic axis, only powers of ten have a label.
        if self.logarithmic && (place - place.round()).abs() > f64::EPSILON {
            return String::new();
        }
        let value = if self.logarithmic { 10_f64.powf(place) } else { place };
        // Rounding removes binary fractions from short decimal numbers.
        const DIGITS: f64 = 1e6;
        format!("{}", (value * DIGITS).round() / DIGITS)
    }
}

/// A curve.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Name of the curve.
    pub name: String,
    /// Points, in the order of the axis.
    pub points: Vec<(f64, f64)>,
    /// Shape of the points.
    pub shape: Shape,
}

/// Shape of a curve's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A line.
    Line,
    /// Separate dots on a line, since each point is a run of its own.
    Dots,
    /// Separate dots, in no order.
    Cloud,
    /// Bars, beside those of other curves.
    Bars,
}

/// A value that the paper states.
#[derive(Debug, Clone)]
pub struct Stated {
    /// Value on the vertical axis.
    pub value: f64,
    /// Range on the horizontal axis.
    pub along: [f64; 2],
}

/// Width and height; small enough that a telephone does not shrink the text much.
const SIZE: (u32, u32) = (460, 320);
/// Space at the right for the names of curves.
const NAMES: u32 = 104;
/// Minimum vertical distance of two names.
const LINE: f64 = 15.0;
/// Font; the library divides the size by 1.24.
const FONT: (&str, u32) = ("sans-serif", 16);
/// Colours of everything except curves.
pub(crate) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(crate) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
pub(crate) const STATED: RGBColor = RGBColor(0x77, 0x77, 0x77);
/// Colours that colour-blind readers can distinguish (Okabe and Ito), ordered by contrast.
pub(crate) const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

impl Plot {
    /// Returns the plot as SVG; [`crate::page::STYLE`] sets its colours.
    ///
    /// # Errors
    ///
    /// If the drawing library fails; the text is its message.
    pub fn svg(&self) -> Result<String, String> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            self.draw(&area).map_err(|error| error.to_string())?;
        }
        Ok(text)
    }

    /// Width of a bar on the horizontal axis.
    fn bar_width(&self) -> f64 {
        /// Total width of all bars at a position.
        const TOGETHER: f64 = 0.7;
        TOGETHER / self.curves.len() as f64
    }

    /// Returns the start of a curve's bar.
    fn bar(&self, number: usize, place: f64) -> f64 {
        place + (number as f64 - self.curves.len() as f64 / 2.0) * self.bar_width()
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(NAMES)
            .x_label_area_size(44)
            .y_label_area_size(52)
            .build_cartesian_2d(self.x.range(), self.y.range())?;
        let ink = |size: u32| (FONT.0, size).into_font().color(&INK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(6.max(2 * self.x.names.len()))
            .y_labels(6)
            .x_label_formatter(&|place| self.x.text(*place))
            .y_label_formatter(&|place| self.y.text(*place))
            .label_style(ink(FONT.1))
            .axis_desc_style(ink(FONT.1))
            .x_desc(self.x.label)
            .y_desc(self.y.label)
            .draw()?;
        let place = |(x, y): (f64, f64)| (self.x.place(x), self.y.place(y));
        for stated in &self.stated {
            let ends = stated.along.map(|x| place((x, stated.value)));
            chart.draw_series(LineSeries::new(ends, STATED.stroke_width(3)))?;
        }
        for (number, (curve, colour)) in self.curves.iter().zip(COLOURS.iter().cycle()).enumerate()
        {
            let points = || curve.points.iter().map(|point| place(*point));
            if curve.shape == Shape::Bars {
                let bar = |(x, y)| {
                    let from = self.bar(number, x);
                    Rectangle::new([(from, 0.0), (from + self.bar_width(), y)], colour.filled())
                };
                chart.draw_series(points().map(bar))?;
                continue;
            }
            if curve.shape != Shape::Cloud {
                chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
            }
            if curve.shape != Shape::Line {
                chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
            }
        }
        let ends: Vec<(f64, f64)> = self
            .curves
            .iter()
            .enumerate()
            .map(|(number, curve)| {
                let (x, y) = place(curve.points.last().copied().unwrap_or_default());
                let x = match curve.shape {
                    Shape::Bars => self.bar(number, x) + self.bar_width(),
                    Shape::Line | Shape::Dots | Shape::Cloud => x,
                };
                let (x, y) =
                    chart.backend_coord(&(x, y.clamp(self.y.range().start, self.y.range().end)));
                (f64::from(x), f64::from(y))
            })
            .collect();
        let (right, bottom) = (f64::from(SIZE.0 - NAMES), f64::from(SIZE.1) - 60.0);
        for (number, middle) in apart(&ends, bottom).into_iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let (at, middle) = (ends[number], middle as i32);
            let leader = [(at.0 as i32 + 2, at.1 as i32), (right as i32 + 7, middle)];
            area.draw(&PathElement::new(leader, colour.stroke_width(1)))?;
            let style =
                (FONT.0, FONT.1).into_font().color(&colour).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(
                self.curves[number].name.clone(),
                (right as i32 + 9, middle),
                style,
            ))?;
        }
        area.present()
    }
}

/// Returns heights for the names at the ends of curves, with a minimum distance.
fn apart(ends: &[(f64, f64)], bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| ends[*a].1.total_cmp(&ends[*b].1));
    let mut heights = vec![0.0; ends.len()];
    let mut next = LINE / 2.0;
    for number in &order {
        heights[*number] = ends[*number].1.max(next);
        next = heights[*number] + LINE;
    }
    // Names pushed out at the bottom push the others back.
    let mut lowest = bottom;
    for number in order.iter().rev() {
        heights[*number] = f64::min(heights[*number], lowest);
        lowest = heights[*number] - LINE;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_curves_that_end_at_the_same_place_are_apart() {
        let heights =
            apart(&[(0.0, 100.0), (0.0, 100.0), (0.0, 10.0), (0.0, 258.0), (0.0, 260.0)], 260.0);
        for (place, one) in heights.iter().enumerate() {
            for other in &heights[..place] {
                assert!((one - other).abs() >= LINE - 0.01, "{heights:?}");
            }
        }
    }
}
