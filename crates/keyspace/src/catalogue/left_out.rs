//! Commands of Redis 7.0.15 that this playground leaves out: their error says so, and what they are for, where Redis'
//! "unknown command" would be a lie.

use crate::catalogue::command::{self, Command};
use crate::catalogue::record::Feature;
use crate::reply::Error;

/// Redis' refusal of DEBUG, the one command that is [refused](crate::catalogue::record::Run::Refused).
pub(crate) const NO_DEBUG: Error = Error::fixed(
    "ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.",
);
/// Redis' own refusal of [`Feature::Cluster`], which it does not have by default.
const NO_CLUSTER: Error = Error::fixed("ERR This instance has cluster support disabled");

/// The feature that the command of a line belongs to, or its subcommand, when Redis has it and this playground leaves it
/// out.
pub fn of_line(line: &[Vec<u8>]) -> Option<&'static str> {
    let (name, rest) = line.split_first()?;
    let command = command::find(name)?;
    let subcommand = rest.first().and_then(|word| command.subcommand(word));
    command
        .left_out()
        .or_else(|| subcommand?.left_out())
        .map(Feature::name)
}

/// The refusal of a command that is left out, with `feature`.
pub(crate) fn refusal(command: &Command, feature: Feature) -> Error {
    if feature == Feature::Cluster {
        return NO_CLUSTER;
    }
    let name = command.full_name().replace('|', " ").to_ascii_uppercase();
    refused(&name, feature)
}

/// The same for a part of a command.
pub(crate) fn refused(name: &str, feature: Feature) -> Error {
    let text = [
        "ERR '",
        name,
        "' is not in this playground, which leaves out ",
        feature.name(),
    ];
    Error::quoting(text.concat().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyspaceMode;

    #[test]
    fn a_command_that_is_left_out_is_told_from_one_that_redis_does_not_know() {
        let feature = |line: &str| {
            let words: Vec<Vec<u8>> = line.split(' ').map(|word| word.into()).collect();
            of_line(&words)
        };
        assert_eq!(feature("Cluster INFO"), Some("cluster mode"));
        assert_eq!(feature("cluster"), Some("cluster mode"));
        assert_eq!(feature("config REwrite"), Some("persistence"));
        for line in [
            "",
            " ",
            "rewrite",
            "config",
            "config nosuch",
            "clust",
            "get",
            "nosuch",
        ] {
            assert_eq!(feature(line), None, "{line}");
        }
        let rewrite = KeyspaceMode::default()
            .by_full_name(b"config|rewrite")
            .unwrap();
        assert_eq!(
            refusal(rewrite, Feature::Persistence).bytes(),
            b"ERR 'CONFIG REWRITE' is not in this playground, which leaves out persistence"
        );
    }
}
