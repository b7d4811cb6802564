//! Moves in the notation of links, as Rust. A test of the crate `lesson` holds them against what a link means.

/// The Rust of a move, and the client that makes it.
pub struct Move {
    pub rust: String,
    pub client: Option<u8>,
    /// The highest server that it names.
    pub server: Option<u8>,
}

/// Reads `c3`, `c3.exec.r1`, `s0.up=synced`, `t12`. `None` for what is no move, and for a command that a reader types.
pub fn read(text: &str) -> Option<Move> {
    if let Some(time) = text.strip_prefix('t') {
        return Some(Move {
            rust: format!("Move::Tick({})", milliseconds(time)?),
            client: None,
            server: None,
        });
    }
    if text.ends_with('.') {
        return None;
    }
    let who = text.get(..1)?;
    let (number, what) = text
        .get(1..)?
        .split_once('.')
        .unwrap_or((text.get(1..)?, ""));
    let number: u8 = number.parse().ok()?;
    match who {
        "c" => of_client(number, what),
        "s" => of_server(number, what),
        _ => None,
    }
}

fn of_client(number: u8, what: &str) -> Option<Move> {
    let id = format!("ClientId({number})");
    let (first, rest) = what.split_once('.').unwrap_or((what, ""));
    let mut server = None;
    let mut message = |variant: &str| {
        let (mut peer, mut n) = ("Peer::Server(0)".to_owned(), 0_u32);
        for word in rest.split('.').filter(|word| !word.is_empty()) {
            if word == "store" {
                "Peer::Store".clone_into(&mut peer);
            } else if let Some(place) = word.strip_prefix('r') {
                server = Some(place.parse::<u8>().ok()?);
                peer = format!("Peer::Server({})", server?);
            } else {
                n = word.strip_prefix('m')?.parse().ok()?;
            }
        }
        let message = format!("MessageId {{ client: {id}, peer: {peer}, n: {n} }}");
        Some(format!("Move::{variant}({message})"))
    };
    let rust = match first {
        "exec" => message("Execute")?,
        "recv" => message("Receive")?,
        "lose" => message("Lose")?,
        _ => match what {
            "" => format!("Move::Step({id})"),
            "read" => format!("Move::Read({id})"),
            "send" => format!("Move::Send({id})"),
            "crash" => format!("Move::Crash({id})"),
            "restart" => format!("Move::Restart({id})"),
            "pause" => format!("Move::Pause({id})"),
            "resume" => format!("Move::Resume({id})"),
            "timeout" => format!("Move::TimeOut({id})"),
            "meanwhile" => format!("Move::Meanwhile({id})"),
            "cut" => format!("Move::CutOff(Node::Client({id}))"),
            "join" => format!("Move::Rejoin(Node::Client({id}))"),
            _ => {
                let ms = milliseconds(what.strip_prefix("skew=")?)?;
                format!("Move::Skew({id}, {ms})")
            }
        },
    };
    Some(Move {
        rust,
        client: Some(number),
        server,
    })
}

fn of_server(number: u8, what: &str) -> Option<Move> {
    let rust = match what {
        "fail" => format!("Move::Fail({number})"),
        "up=all" => format!("Move::Recover({number}, Memory::All)"),
        "up=synced" => format!("Move::Recover({number}, Memory::Synced)"),
        "up=nothing" => format!("Move::Recover({number}, Memory::Nothing)"),
        "sync" => format!("Move::Sync({number})"),
        "copy" => format!("Move::Replicate({number})"),
        "promote" => format!("Move::Promote({number})"),
        "cut" => format!("Move::CutOff(Node::Server({number}))"),
        "join" => format!("Move::Rejoin(Node::Server({number}))"),
        _ => {
            let ms = milliseconds(what.strip_prefix("skew=")?)?;
            format!("Move::SkewServer({number}, {ms})")
        }
    };
    Some(Move {
        rust,
        client: None,
        server: Some(number),
    })
}

/// Seconds with at most three decimals, in milliseconds.
fn milliseconds(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let ms: i64 = format!("{decimals:0<3}").parse().ok()?;
    let whole: i64 = whole.parse().ok()?;
    whole.checked_mul(1000)?.checked_add(ms)?.checked_mul(sign)
}
