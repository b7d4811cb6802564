//! Coordinates as scores: 26 bits of longitude and of latitude in turn. Distances on the sphere, and the squares of the grid
//! in which a search looks. All in the operations, and their order, of Redis, whose digits come from them.

/// Bits of each coordinate in a score.
const STEPS_MAX: u32 = 26;
const LONGITUDES: Span = Span {
    min: -180.0,
    max: 180.0,
};
/// What the projection of web maps shows.
const LATITUDES: Span = Span {
    min: -85.051_128_78,
    max: 85.051_128_78,
};
const LATITUDES_OF_GEOHASH: Span = Span {
    min: -90.0,
    max: 90.0,
};
const RADIANS_A_DEGREE: f64 = std::f64::consts::PI / 180.0;
const EARTH_RADIUS_M: f64 = 6_372_797.560_856;
/// Half of the equator as the projection has it.
const MERCATOR_MAX: f64 = 20_037_726.37;
/// The bits of longitude among those of a square, and of latitude.
const X: u64 = 0xaaaa_aaaa_aaaa_aaaa;
const Y: u64 = 0x5555_5555_5555_5555;
const ALPHABET: &[u8; 32] = b"0123456789bcdefghjkmnpqrstuvwxyz";

#[derive(Clone, Copy)]
struct Span {
    min: f64,
    max: f64,
}

impl Span {
    fn contains(self, value: f64) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// How far `value` is into the span, in units of which the span has 2 to the power of `steps`.
    fn part(self, value: f64, steps: u32) -> u32 {
        let part = (value - self.min) / (self.max - self.min);
        (part * (1u64 << steps) as f64) as u32
    }

    /// The value at the beginning of a unit.
    fn value(self, part: u32, steps: u32) -> f64 {
        self.min + (f64::from(part) / (1u64 << steps) as f64) * (self.max - self.min)
    }

    fn clamped(self, value: f64) -> f64 {
        value.min(self.max).max(self.min)
    }
}

/// A point of the earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub longitude: f64,
    pub latitude: f64,
}

impl Point {
    /// A point within the coordinates that can be kept.
    pub fn new(longitude: f64, latitude: f64) -> Option<Point> {
        let is_kept = LONGITUDES.contains(longitude) && LATITUDES.contains(latitude);
        is_kept.then_some(Point {
            longitude,
            latitude,
        })
    }

    /// The point as the score of a member.
    pub fn score(self) -> f64 {
        Square::around(self, STEPS_MAX).bits as f64
    }

    /// The middle of the square that a score stands for; any number is one.
    pub fn of_score(score: f64) -> Point {
        const ABOVE: f64 = (1u64 << 63) as f64;
        let bits = match score {
            score if score < ABOVE => (score as i64) as u64,
            score if score < 2.0 * ABOVE => ((score - ABOVE) as i64) as u64 ^ 1 << 63,
            _ => 0,
        };
        let square = Square {
            bits,
            steps: STEPS_MAX,
        };
        let area = square.area();
        Point {
            longitude: LONGITUDES.clamped((area.west + area.east) / 2.0),
            latitude: LATITUDES.clamped((area.south + area.north) / 2.0),
        }
    }

    /// The point as other programs write a geohash, of which the last letter is not known.
    pub fn geohash(self) -> [u8; 11] {
        let x = LONGITUDES.part(self.longitude, STEPS_MAX);
        let y = LATITUDES_OF_GEOHASH.part(self.latitude, STEPS_MAX);
        let bits = spread(x) << 1 | spread(y);
        let mut text = [b'0'; 11];
        for (at, letter) in text.iter_mut().take(10).enumerate() {
            let five = bits >> (52 - 5 * (at + 1)) & 31;
            *letter = ALPHABET.get(five as usize).copied().unwrap_or(b'0');
        }
        text
    }

    /// The distance of two points in meters.
    pub fn distance_m(self, other: Point) -> f64 {
        let x = self.longitude * RADIANS_A_DEGREE;
        let other_x = other.longitude * RADIANS_A_DEGREE;
        let v = ((other_x - x) / 2.0).sin();
        if v == 0.0 {
            return latitudes_distance_m(self, other);
        }
        let y = self.latitude * RADIANS_A_DEGREE;
        let other_y = other.latitude * RADIANS_A_DEGREE;
        let u = ((other_y - y) / 2.0).sin();
        let a = u * u + y.cos() * other_y.cos() * v * v;
        2.0 * EARTH_RADIUS_M * a.sqrt().asin()
    }
}

fn latitudes_distance_m(one: Point, other: Point) -> f64 {
    EARTH_RADIUS_M * (other.latitude * RADIANS_A_DEGREE - one.latitude * RADIANS_A_DEGREE).abs()
}

/// The part of the earth that is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub center: Point,
    pub extent: Extent,
    /// The unit of all lengths, in meters.
    pub unit_m: f64,
}

/// How far a search goes, in the unit of its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    Radius(f64),
    Box { width: f64, height: f64 },
}

impl Shape {
    /// The distance of a point from the center in meters, if it is within.
    pub fn distance_m(&self, point: Point) -> Option<f64> {
        match self.extent {
            Extent::Radius(radius) => {
                let distance_m = self.center.distance_m(point);
                let is_out = distance_m > radius * self.unit_m;
                (!is_out).then_some(distance_m)
            }
            Extent::Box { width, height } => {
                let is_out = latitudes_distance_m(point, self.center) > height * self.unit_m / 2.0;
                if is_out {
                    return None;
                }
                let beside = Point {
                    longitude: self.center.longitude,
                    ..point
                };
                let is_out = point.distance_m(beside) > width * self.unit_m / 2.0;
                (!is_out).then(|| self.center.distance_m(point))
            }
        }
    }

    /// The ranges of scores, each from its first to before its last, in which its points can be.
    pub fn scores(&self) -> Vec<(f64, f64)> {
        let bounds = self.bounds();
        let center = self.center;
        let radius = match self.extent {
            Extent::Radius(radius) => radius,
            Extent::Box { width, height } => {
                ((width / 2.0) * (width / 2.0) + (height / 2.0) * (height / 2.0)).sqrt()
            }
        };
        let mut steps = steps(radius * self.unit_m, center.latitude);
        let mut square = Square::around(center, steps);
        let is_too_small = square.moved(0, 1).area().north < bounds.north
            || square.moved(0, -1).area().south > bounds.south
            || square.moved(1, 0).area().east < bounds.east
            || square.moved(-1, 0).area().west > bounds.west;
        if steps > 1 && is_too_small {
            steps -= 1;
            square = Square::around(center, steps);
        }
        let area = square.area();
        // A side of the square that the shape does not reach needs no neighbours.
        let has_neighbour = |x: i32, y: i32| {
            steps < 2
                || !(y < 0 && area.south < bounds.south
                    || y > 0 && area.north > bounds.north
                    || x < 0 && area.west < bounds.west
                    || x > 0 && area.east > bounds.east)
        };
        // In Redis' order, in which unsorted results come.
        const AROUND: [(i32, i32); 9] = [
            (0, 0),
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (-1, 1),
            (1, -1),
            (-1, -1),
        ];
        let (mut scores, mut last) = (Vec::new(), None);
        for (at, (x, y)) in AROUND.into_iter().enumerate() {
            let neighbour = square.moved(x, y);
            // In large squares neighbours may be the same. As in Redis, the square in the middle does not count as one that
            // was there before.
            let is_same = last == Some(neighbour.bits);
            if has_neighbour(x, y) && !is_same {
                scores.push(neighbour.scores());
                last = (at > 0).then_some(neighbour.bits);
            }
        }
        scores
    }

    /// What is around the shape, roughly.
    fn bounds(&self) -> Area {
        let Point {
            longitude,
            latitude,
        } = self.center;
        let (width, height) = match self.extent {
            Extent::Radius(radius) => (radius, radius),
            Extent::Box { width, height } => (width / 2.0, height / 2.0),
        };
        let (width, height) = (self.unit_m * width, self.unit_m * height);
        let above = height / EARTH_RADIUS_M / RADIANS_A_DEGREE;
        // The side that is nearer to a pole is wider in degrees.
        let outer = if latitude < 0.0 {
            latitude - above
        } else {
            latitude + above
        };
        let beside = width / EARTH_RADIUS_M / (outer * RADIANS_A_DEGREE).cos() / RADIANS_A_DEGREE;
        Area {
            west: longitude - beside,
            east: longitude + beside,
            south: latitude - above,
            north: latitude + above,
        }
    }
}

/// How many steps a square has that is about as large as a radius.
fn steps(radius_m: f64, latitude: f64) -> u32 {
    if radius_m == 0.0 {
        return STEPS_MAX;
    }
    let (mut steps, mut radius_m) = (1i32, radius_m);
    while radius_m < MERCATOR_MAX {
        radius_m *= 2.0;
        steps += 1;
    }
    steps -= 2;
    // Squares are narrower near the poles.
    steps -= i32::from(latitude.abs() > 66.0) + i32::from(latitude.abs() > 80.0);
    steps.clamp(1, STEPS_MAX as i32) as u32
}

/// A square of the grid: the first bits of the scores of its points.
#[derive(Clone, Copy)]
struct Square {
    bits: u64,
    /// Bits of each coordinate.
    steps: u32,
}

#[derive(Clone, Copy)]
struct Area {
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

impl Square {
    fn around(point: Point, steps: u32) -> Square {
        let x = LONGITUDES.part(point.longitude, steps);
        let y = LATITUDES.part(point.latitude, steps);
        Square {
            bits: spread(x) << 1 | spread(y),
            steps,
        }
    }

    fn area(self) -> Area {
        let (x, y) = (gathered(self.bits >> 1), gathered(self.bits));
        Area {
            west: LONGITUDES.value(x, self.steps),
            east: LONGITUDES.value(x.wrapping_add(1), self.steps),
            south: LATITUDES.value(y, self.steps),
            north: LATITUDES.value(y.wrapping_add(1), self.steps),
        }
    }

    /// The square so many columns to the east and rows to the north, around the earth: -1, 0 or 1.
    fn moved(self, columns: i32, rows: i32) -> Square {
        let mask = u64::MAX >> (u64::BITS - 2 * self.steps);
        let shifted = |own: u64, others: u64, by: i32| {
            let (own_mask, others) = (own & mask, others & mask);
            // The other coordinate's bits carry from one bit to the next.
            let bits = match by {
                0 => self.bits & own,
                1.. => (self.bits & own).wrapping_add(others + 1),
                _ => (self.bits & own | others).wrapping_sub(others + 1),
            };
            if by == 0 { bits } else { bits & own_mask }
        };
        Square {
            bits: shifted(X, Y, columns) | shifted(Y, X, rows),
            ..self
        }
    }

    /// The scores of its points, from the first to before the last.
    fn scores(self) -> (f64, f64) {
        let align = |bits: u64| (bits << (52 - 2 * self.steps)) as f64;
        (align(self.bits), align(self.bits + 1))
    }
}

/// A number whose bits have one bit between them.
fn spread(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (by, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, Y),
    ] {
        bits = (bits | bits << by) & mask;
    }
    bits
}

/// Every second bit of a number.
fn gathered(bits: u64) -> u32 {
    let mut bits = bits & Y;
    for (by, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        bits = (bits | bits >> by) & mask;
    }
    bits as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_points_of_redis_documentation_have_its_scores_and_geohashes() {
        let palermo = Point::new(13.361_389, 38.115_556).expect("a point");
        let catania = Point::new(15.087_269, 37.502_669).expect("a point");
        assert_eq!(palermo.score(), 3_479_099_956_230_698.0);
        let (palermo, catania) = (
            Point::of_score(palermo.score()),
            Point::of_score(catania.score()),
        );
        assert_eq!(&palermo.geohash(), b"sqc8b49rny0");
        assert_eq!(&catania.geohash(), b"sqdtr74hyu0");
        assert_eq!((palermo.distance_m(catania) * 1e4).round(), 1_662_741_516.0);
    }

    proptest! {
        #[test]
        fn bits_are_spread_and_gathered(number: u32) {
            prop_assert_eq!(gathered(spread(number)), number);
        }

        #[test]
        fn a_search_looks_wherever_its_points_are(
            x in -180.0..180.0f64, y in -85.0..85.0f64, dx in -1.0..1.0f64, dy in -1.0..1.0f64, radius in 1.0..200_000.0f64,
        ) {
            let shape = Shape {
                center: Point { longitude: x, latitude: y.clamp(-80.0, 80.0) },
                extent: Extent::Radius(radius),
                unit_m: 1.0,
            };
            let point = Point::new(x + dx, y + dy);
            prop_assume!(point.is_some_and(|point| shape.distance_m(point).is_some()));
            let score = point.map_or(0.0, Point::score);
            prop_assert!(shape.scores().iter().any(|(from, to)| (*from..*to).contains(&score)));
        }
    }
}
