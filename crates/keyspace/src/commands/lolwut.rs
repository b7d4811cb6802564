//! LOLWUT: computer art, drawn at each call, and the version.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Now};
use crate::storage::slot::OUT_OF_MEMORY;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, SQRT_2};
use std::sync::Arc;

/// The version that is shown: that of the server whose replies these are.
const VERSION: &str = "Redis ver. 7.0.15\n";
/// The longest picture in bytes. Redis draws larger ones.
const PICTURE_BYTES_MAX: usize = 16 << 20;

pub const HANDLERS: Handlers = &[("lolwut", Now(lolwut))];

fn lolwut(call: &mut Call<'_>) -> Result<Reply, Error> {
    let words = call.args.rest();
    let mut text = Vec::new();
    if let [word, version, words @ ..] = words
        && args::is_option(word, "VERSION")
    {
        // Redis prints the number as an unsigned one of 32 bits, and reads it again.
        match args::integer(version)? as u32 {
            5 => text = schotter(call.server, words)?,
            6 => text = skyline(call.server, words)?,
            _ => {}
        }
    }
    text.extend_from_slice(VERSION.as_bytes());
    Ok(Reply::Text(Arc::new(text)))
}

/// The number at a place, within bounds, or the usual one.
fn number(words: &[Vec<u8>], at: usize, usual: i64, max: i64) -> Result<usize, Error> {
    let number = words.get(at).map(|word| args::integer(word)).transpose()?;
    Ok(number.unwrap_or(usual).clamp(1, max) as usize)
}

/// A picture of pixels, each of a colour.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize, colour: u8) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    fn place(&self, x: i64, y: i64) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then_some(x + y * self.width)
    }

    fn draw(&mut self, x: i64, y: i64, colour: u8) {
        let place = self.place(x, y);
        if let Some(pixel) = place.and_then(|place| self.pixels.get_mut(place)) {
            *pixel = colour;
        }
    }

    fn pixel(&self, x: i64, y: i64) -> u8 {
        let place = self.place(x, y);
        let pixel = place.and_then(|place| self.pixels.get(place));
        pixel.copied().unwrap_or(0)
    }

    /// A line by Bresenham.
    fn line(&mut self, from: (i64, i64), to: (i64, i64)) {
        let (mut x, mut y) = from;
        let (across, down) = ((to.0 - x).abs(), (to.1 - y).abs());
        let step = |from: i64, to: i64| if from < to { 1 } else { -1 };
        let (step_x, step_y) = (step(x, to.0), step(y, to.1));
        let mut error = across - down;
        loop {
            self.draw(x, y, 1);
            if (x, y) == to {
                return;
            }
            let twice = error * 2;
            if twice > -down {
                error -= down;
                x += step_x;
            }
            if twice < across {
                error += across;
                y += step_y;
            }
        }
    }

    /// A square around a place, turned by an angle.
    fn square(&mut self, x: i64, y: i64, side: f32, angle: f32) {
        let size = (f64::from(side) / SQRT_2).round();
        let mut turn = (FRAC_PI_4 + f64::from(angle)) as f32;
        let corners = [(); 4].map(|()| {
            let (sine, cosine) = (sine(turn.into()), sine(FRAC_PI_2 + f64::from(turn)));
            turn = (f64::from(turn) + FRAC_PI_2) as f32;
            let at = |part: f64, middle: i64| (part * size + middle as f64).round() as i64;
            (at(sine, x), at(cosine, y))
        });
        let [first, second, third, fourth] = corners;
        for (from, to) in [
            (first, second),
            (second, third),
            (third, fourth),
            (fourth, first),
        ] {
            self.line(from, to);
        }
    }
}

/// The sine of an angle, by its series.
fn sine(angle: f64) -> f64 {
    let turns = (angle / PI).round();
    let rest = angle - turns * PI;
    let (mut term, mut sum) = (rest, rest);
    for step in 1..12 {
        let at = f64::from(step * 2);
        term *= -rest * rest / (at * (at + 1.0));
        sum += term;
    }
    if turns as i64 % 2 == 0 { sum } else { -sum }
}

/// A random number from 0 to 1.
fn fraction(server: &mut Server) -> f32 {
    (server.next_number() >> 40) as f32 / (1 << 24) as f32
}

/// A random number below `end`.
fn below(server: &mut Server, end: i64) -> i64 {
    (server.next_number() >> 1) as i64 % end
}

/// Squares in rows that fall into disorder, after Georg Nees.
fn schotter(server: &mut Server, words: &[Vec<u8>]) -> Result<Vec<u8>, Error> {
    let columns = number(words, 0, 66, 1000)?;
    let across = number(words, 1, 8, 200)?;
    let down = number(words, 2, 12, 200)?;
    let width = columns * 2;
    let padding = if width > 4 { 2 } else { 0 };
    let side = (width - padding * 2) as f32 / across as f32;
    let height = (side * down as f32 + (padding * 2) as f32) as usize;
    if height.div_ceil(4) * (columns * 3 + 1) > PICTURE_BYTES_MAX / 4 {
        return Err(OUT_OF_MEMORY);
    }
    let mut canvas = Canvas::new(width, height, 0);
    for row in 0..down {
        for column in 0..across {
            let middle = |at: usize| (at as f32 * side + side / 2.0 + padding as f32) as i64;
            let (mut x, mut y, mut angle) = (middle(column), middle(row), 0.0);
            if row > 1 {
                let [turn, right, low] = [(); 3].map(|()| {
                    let size = fraction(server) / down as f32 * row as f32;
                    if below(server, 2) == 1 { -size } else { size }
                });
                angle = turn;
                x = (x as f32 + right * side / 3.0) as i64;
                y = (y as f32 + low * side / 3.0) as i64;
            }
            canvas.square(x, y, side, angle);
        }
    }
    let mut text = Vec::new();
    for y in (0..height as i64).step_by(4) {
        for x in (0..width as i64).step_by(2) {
            // The dots of a letter of Braille, in the order of its bits.
            const DOTS: [(i64, i64); 8] = [
                (0, 0),
                (0, 1),
                (0, 2),
                (1, 0),
                (1, 1),
                (1, 2),
                (0, 3),
                (1, 3),
            ];
            let dots = DOTS
                .iter()
                .enumerate()
                .map(|(bit, (right, low))| u8::from(canvas.pixel(x + right, y + low) != 0) << bit);
            let dots: u8 = dots.sum();
            text.extend([0xe2, 0xa0 | dots >> 6, 0x80 | dots & 0x3f]);
        }
        if y != height as i64 - 1 {
            text.push(b'\n');
        }
    }
    text.extend_from_slice(b"\nGeorg Nees - schotter, plotter on paper, 1968. ");
    Ok(text)
}

/// A skyscraper: where it begins, and how large it is.
struct Skyscraper {
    left: i64,
    width: i64,
    height: i64,
    colour: u8,
    has_windows: bool,
}

impl Skyscraper {
    fn draw(&self, canvas: &mut Canvas, server: &mut Server) {
        let bottom = canvas.height as i64 - 1;
        let top = bottom - self.height + 1;
        let right = self.left + self.width;
        for y in (top..=bottom).rev() {
            for x in self.left..right {
                // The roof is narrower.
                if y == top && (x <= self.left + 1 || x >= right - 2) {
                    continue;
                }
                let is_wall = x > self.left + 1 && x < right - 2 && y > top + 1 && y < bottom - 1;
                let (across, down) = (x - self.left - 1, y - top - 1);
                let is_window = across / 2 % 2 != 0 && down % 2 != 0;
                let mut colour = self.colour;
                if self.has_windows && is_wall && is_window {
                    colour = 1 + below(server, 2) as u8;
                    // A window is two pixels wide.
                    if across % 2 != 0 {
                        colour = canvas.pixel(x - 1, y);
                    }
                }
                canvas.draw(x, y, colour);
            }
        }
    }
}

/// A town at night.
fn skyline(server: &mut Server, words: &[Vec<u8>]) -> Result<Vec<u8>, Error> {
    let (columns, rows) = (number(words, 0, 80, 1000)?, number(words, 1, 20, 1000)?);
    let mut canvas = Canvas::new(columns, rows, 3);
    let (width, height) = (columns as i64, rows as i64);
    for colour in [2, 1, 0] {
        let mut left = -10;
        while left < width {
            left += below(server, 8);
            let mut own_width = if colour == 0 {
                5 + below(server, 14)
            } else {
                10 + below(server, 9)
            };
            if colour == 0 && own_width % 4 != 0 {
                own_width += own_width % 3;
            }
            let own_height = match colour {
                2 => height / 2 + below(server, height) / 2,
                1 => height / 2 + below(server, height) / 3,
                _ => height / 3 + below(server, height) / 2,
            };
            let skyscraper = Skyscraper {
                left,
                width: own_width,
                height: own_height,
                colour,
                has_windows: colour == 0,
            };
            skyscraper.draw(&mut canvas, server);
            left += match colour {
                2 => own_width / 2,
                1 => own_width + 1,
                _ => own_width + 5,
            };
        }
    }
    let mut text = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let colour: &[u8] = match canvas.pixel(x, y) {
                1 => b"0;90;100m",
                2 => b"0;37;47m",
                3 => b"0;97;107m",
                _ => b"0;30;40m",
            };
            text.extend_from_slice(b"\x1b[");
            text.extend_from_slice(colour);
            text.extend_from_slice(b" \x1b[0m");
        }
        if y != height - 1 {
            text.push(b'\n');
        }
    }
    text.extend_from_slice(
        b"\nDedicated to the 8 bit game developers of past and present.\n\
        Original 8 bit image from Plaguemon by hikikomori. ",
    );
    Ok(text)
}
