//! Users, and what each may do. As long as nobody has changed them there is the default user alone, who may do everything,
//! and [`Access`] has nothing.

use crate::catalogue::command::{self, Command};
use crate::catalogue::help::help;
use crate::catalogue::info::CATEGORIES;
use crate::catalogue::mode::KeyspaceMode;
use crate::catalogue::pack::COMMANDS;
use crate::reply::Error;
use crate::server::connection::USER;
use crate::server::user_text;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The users of a server, once they are others than at the beginning.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Access(Option<Arc<Users>>);

impl Access {
    /// Whether anyone has changed the users.
    pub fn is_changed(&self) -> bool {
        self.0.is_some()
    }

    /// The users.
    pub fn users(&self) -> Arc<Users> {
        self.0.clone().unwrap_or_default()
    }

    /// Whether a new connection has to authenticate.
    pub fn asks_for_password(&self) -> bool {
        let users = self.0.as_ref();
        users.is_some_and(|users| users.asks_for_password)
    }

    /// The size against the server's limit.
    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |users| users.bytes)
    }

    /// Lets other users be there.
    pub fn change(&mut self, change: impl FnOnce(&mut Users)) {
        let mut shared = self.0.take().unwrap_or_default();
        let users = Arc::make_mut(&mut shared);
        change(users);
        let default = users.user(USER);
        users.asks_for_password =
            default.is_none_or(|default| !default.is_on || !default.needs_no_password);
        let is_plain = users.users == Users::default().users;
        self.0 = (!is_plain).then_some(shared);
    }

    /// Lets the default user have this password alone, or none where it is empty: `requirepass`.
    pub fn require_password(&mut self, password: &[u8]) {
        let default = self.users().user(USER).cloned();
        if let Some(mut default) = default {
            default.needs_no_password = password.is_empty();
            default.passwords.clear();
            if !password.is_empty() {
                default.passwords.push(user_text::digest(password));
            }
            default.text = user_text::of_user(&default, &mut Categories::default());
            self.change(|users| users.put(default));
        }
    }
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Users {
    /// In the order of their names. The default user is always there.
    pub users: Vec<Arc<User>>,
    /// Whether a connection has to authenticate before anything else: the default user has a password, or is off.
    pub asks_for_password: bool,
    /// What they take, in bytes.
    pub bytes: usize,
}

/// A user.
#[derive(Clone)]
pub struct User {
    pub name: Vec<u8>,
    pub is_on: bool,
    /// Whether any password will do.
    pub needs_no_password: bool,
    /// Set by `sanitize-payload` and `skip-sanitize-payload`, which mean nothing here: RESTORE checks every value.
    pub sanitizes: Option<bool>,
    /// The digests of the passwords in hexadecimal.
    pub passwords: Vec<Vec<u8>>,
    /// The first one is the user's own. A command has to be allowed by one of them alone.
    pub selectors: Vec<Selector>,
    /// The rules as text, by which users are compared.
    pub text: Vec<u8>,
}

/// A set of rules for commands, keys and channels.
#[derive(Clone)]
pub struct Selector {
    pub has_all_keys: bool,
    pub has_all_channels: bool,
    /// Whether no command has been taken away since all were allowed.
    pub has_all_commands: bool,
    pub commands: CommandSet,
    /// Commands that are allowed with this first word alone.
    pub first_words: Vec<(usize, Vec<u8>)>,
    pub keys: Vec<KeyPattern>,
    pub channels: Vec<Vec<u8>>,
}

/// Keys that may be read, written, or both.
#[derive(Clone)]
pub struct KeyPattern {
    pub reads: bool,
    pub writes: bool,
    pub pattern: Vec<u8>,
}

/// Commands and subcommands, by their places in the table of all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CommandSet([u64; 8]);

/// Stands for commands that the server does not have yet.
const FUTURE: usize = 511;

impl CommandSet {
    pub const NONE: CommandSet = CommandSet([0; 8]);
    /// All, and those that may come.
    pub const ALL: CommandSet = CommandSet([u64::MAX; 8]);

    /// Whether the command at a place is in it.
    pub fn has(&self, place: usize) -> bool {
        let bits = self.0.get(place / 64).copied().unwrap_or_default();
        bits >> (place % 64) & 1 == 1
    }

    /// Whether it began with all commands.
    pub fn has_future(&self) -> bool {
        self.has(FUTURE)
    }

    /// Puts the command at a place in, or takes it away.
    pub fn put(&mut self, place: usize, is_in: bool) {
        if let Some(bits) = self.0.get_mut(place / 64) {
            let bit = 1 << (place % 64);
            *bits = if is_in { *bits | bit } else { *bits & !bit };
        }
    }

    /// The same with the subcommands of a container.
    pub fn put_all(&mut self, place: usize, is_in: bool) {
        self.put(place, is_in);
        if let Some(command) = COMMANDS.get(place) {
            let first = usize::from(command.first_subcommand);
            for place in first..first + command.subcommands().len() {
                self.put(place, is_in);
            }
        }
    }
}

/// The place of a command in the table of all; of one that a mode has in its place, that of the command of 7.0.15.
pub fn place_of(command: &Command) -> usize {
    let usual = command::find(command.name().as_bytes());
    let command = match command.container() {
        None => usual.unwrap_or(command),
        Some(_) => command,
    };
    COMMANDS.partition_point(|other| other.name_at < command.name_at)
}

/// The categories of each command of a mode, in the order of the table: a bit for each of [`CATEGORIES`].
#[derive(Default)]
pub struct Categories {
    /// By which commands have names.
    pub mode: KeyspaceMode,
    bits: Vec<u32>,
}

impl Categories {
    /// Those of the commands that a mode knows.
    pub fn of(mode: KeyspaceMode) -> Categories {
        Categories {
            mode,
            bits: Vec::new(),
        }
    }

    /// The categories of all, which [`Part::Help`](base::part::Part::Help) knows.
    pub fn of_all(&mut self) -> &[u32] {
        if self.bits.is_empty() {
            let bits = help().categories;
            let mode = self.mode;
            // A command that stands in the place of another has that one's place.
            let categories =
                |(place, command)| match place_of(command) == place && mode.has(command) {
                    true => bits(command),
                    false => 0,
                };
            self.bits
                .extend(COMMANDS.iter().enumerate().map(categories));
        }
        &self.bits
    }

    /// The place of a category by its name, in any case.
    pub fn named(name: &[u8]) -> Option<usize> {
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        let mut names = CATEGORIES
            .iter()
            .filter_map(|known| known.strip_prefix('@'));
        names.position(|known| is(&known))
    }
}

impl Selector {
    /// One that allows nothing, or all channels where `acl-pubsub-default` says so.
    pub fn new(has_all_channels: bool) -> Selector {
        Selector {
            has_all_keys: false,
            has_all_channels,
            has_all_commands: false,
            commands: CommandSet::NONE,
            first_words: Vec::new(),
            keys: Vec::new(),
            channels: Vec::new(),
        }
    }
}

impl Selector {
    /// The size against the server's limit.
    fn bytes(&self) -> usize {
        let words = self.first_words.iter().map(|(_, word)| word);
        let keys = self.keys.iter().map(|key| &key.pattern);
        let texts = words.chain(keys).chain(&self.channels);
        let texts = texts.map(|text| TEXT_OVERHEAD_BYTES + text.len());
        SELECTOR_BYTES + texts.sum::<usize>()
    }
}

/// What a user takes beside texts, passwords and selectors, a selector beside its texts, and one of these beside its bytes.
const USER_OVERHEAD_BYTES: usize = 230;
const SELECTOR_BYTES: usize = 190;
const TEXT_OVERHEAD_BYTES: usize = 100;

impl User {
    /// A new user, who is off and may do nothing.
    pub fn new(name: &[u8], has_all_channels: bool) -> User {
        User {
            name: name.to_vec(),
            is_on: false,
            needs_no_password: false,
            sanitizes: None,
            passwords: Vec::new(),
            selectors: vec![Selector::new(has_all_channels)],
            text: Vec::new(),
        }
    }

    /// The default user as it is at the beginning.
    fn default() -> User {
        let mut own = Selector::new(true);
        own.has_all_keys = true;
        own.has_all_commands = true;
        own.commands = CommandSet::ALL;
        let mut user = User {
            is_on: true,
            needs_no_password: true,
            selectors: vec![own],
            ..User::new(USER, true)
        };
        user.text = user_text::of_user(&user, &mut Categories::default());
        user
    }

    /// The size against the server's limit.
    pub fn bytes(&self) -> usize {
        let passwords = self
            .passwords
            .iter()
            .map(|digest| TEXT_OVERHEAD_BYTES + digest.len());
        let selectors = self.selectors.iter().map(Selector::bytes);
        USER_OVERHEAD_BYTES
            + self.name.len()
            + self.text.len()
            + passwords.sum::<usize>()
            + selectors.sum::<usize>()
    }

    /// Whether this is a password of the user, who is on.
    pub fn lets_in(&self, password: &[u8]) -> bool {
        let digest = || user_text::digest(password);
        self.is_on && (self.needs_no_password || self.passwords.contains(&digest()))
    }
}

impl PartialEq for User {
    fn eq(&self, other: &User) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for User {}

impl Hash for User {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.text.hash(state);
    }
}

impl Default for Users {
    fn default() -> Users {
        let default = User::default();
        Users {
            asks_for_password: false,
            bytes: default.bytes(),
            users: vec![Arc::new(default)],
        }
    }
}

impl Users {
    /// The user of that name.
    pub fn user(&self, name: &[u8]) -> Option<&User> {
        let user = self.users.get(self.place(name).ok()?);
        user.map(Arc::as_ref)
    }

    /// Adds a user, or puts it in the place of the one with its name.
    pub fn put(&mut self, mut user: User) {
        user.selectors.shrink_to_fit();
        self.remove(&user.name);
        self.bytes += user.bytes();
        let at = self.place(&user.name).unwrap_or_else(|at| at);
        self.users.insert(at, Arc::new(user));
    }

    /// Removes a user; whether it was there.
    pub fn remove(&mut self, name: &[u8]) -> bool {
        let place = self.place(name);
        if let Ok(at) = place {
            self.bytes -= self.users.remove(at).bytes();
        }
        place.is_ok()
    }

    fn place(&self, name: &[u8]) -> Result<usize, usize> {
        let at = self.users.partition_point(|user| &user.name[..] < name);
        match self.users.get(at) {
            Some(user) if user.name == name => Ok(at),
            _ => Err(at),
        }
    }
}

/// The name of a user: words of a line of ACL LIST are separated by spaces.
pub fn checked_name(name: &[u8]) -> Result<&[u8], Error> {
    match has_spaces(name) {
        true => Err(BAD_NAME),
        false => Ok(name),
    }
}

const BAD_NAME: Error = Error::fixed("ERR Usernames can't contain spaces or null characters");

/// Whether a text has a space, as C knows them, or a NUL.
pub fn has_spaces(text: &[u8]) -> bool {
    text.iter()
        .any(|byte| matches!(byte, b' ' | b'\t'..=b'\r' | 0))
}
