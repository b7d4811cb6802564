//! The files that are published for other people's pages: a folder for any static host, and the same as an npm package.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fs_err as fs;
use pico_args::Arguments;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha384};

use crate::args::finish;
use crate::build::{self, squeeze};
use crate::folders::{clear, copy, copy_folder};
use crate::process::{self, Words, command, on_path};
use crate::project::Project;

/// The files, as they lie beside each other in dist/ and wherever they are published. The wasm's other parts lie there
/// too.
const FILES: [&str; 11] = [
    "embed.js",
    "advice.js",
    "calls.js",
    "upgrade.js",
    "setnx-playground.js",
    "setnx-playground_bg.wasm",
    "save.js",
    "search.js",
    "embed.html",
    "frame.js",
    "fit.js",
];
/// npm takes a file of the name LICENSE by itself, but not these.
const LICENCES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", NOTICES];
/// The notices of the works that the page is built of, which lies in static/ and beside the page.
const NOTICES: &str = "notices.txt";
/// Files of static/embed that the npm package alone has: types, and descriptions for editors.
const DECLARATIONS: [&str; 7] = [
    "embed.d.ts",
    "upgrade.d.ts",
    "react.d.ts",
    "vue.d.ts",
    "custom-elements.json",
    "web-types.json",
    "setnx-playground.html-data.json",
];
/// The files that every page with a box fetches, however many boxes it has, where its boxes are in English.
const LOADED: [&str; 4] = [
    "embed.js",
    "setnx-playground.js",
    "setnx-playground_bg.wasm",
    "setnx-playground_bg.en.wasm",
];
/// Bytes that embed.js may have after brotli: it comes before anybody asks for a box.
const EMBED_BYTES_MAX: u64 = 10 * 1024;

/// The published folders.
pub struct Published {
    /// The folder whose name is the version: its path never changes its contents.
    pub site: PathBuf,
    /// The npm package, unpacked.
    pub npm: PathBuf,
    /// The settings of common hosts for the folder, and lines for the head of a page.
    pub hosts: PathBuf,
}

/// Addresses in the npm package's manifest. The project has none of its own yet.
#[derive(Default)]
pub struct Addresses {
    /// Where the sources are.
    pub repository: Option<String>,
    /// Where the guide is.
    pub homepage: Option<String>,
    /// Where faults are reported.
    pub bugs: Option<String>,
}

/// `cargo xtask package`.
pub fn package(project: &Project, mut args: Arguments) -> Result<()> {
    let addresses = Addresses {
        repository: args.opt_value_from_str("--repository")?,
        homepage: args.opt_value_from_str("--homepage")?,
        bugs: args.opt_value_from_str("--bugs")?,
    };
    finish(args)?;
    build::release_page(project)?;
    let published = publish(project, &addresses)?;
    weigh(&published.site)?;
    println!(
        "{}: for any static host; {} has settings for some",
        published.site.display(),
        published.hosts.display()
    );
    if on_path("npm").is_none() {
        println!(
            "{}: `npm pack` makes the package of it (there is no npm here)",
            published.npm.display()
        );
        return Ok(());
    }
    pack(project, &published)?;
    println!("{}", published.packed().display());
    Ok(())
}

impl Published {
    /// The folders for this version, whether or not they are there.
    pub fn of(project: &Project) -> Result<Self> {
        let version = project.locked_version("setnx-playground")?;
        let target = project.root.join("target").join("package");
        Ok(Self {
            site: target.join("site").join(format!("v{version}")),
            npm: target.join(format!("setnx-playground-{version}")),
            hosts: target.join("hosts"),
        })
    }

    /// The file that `npm pack` makes of the npm package.
    pub fn packed(&self) -> PathBuf {
        PathBuf::from(format!("{}.tgz", self.npm.display()))
    }
}

/// Gathers the files of a release page that is built, in target/package.
pub fn publish(project: &Project, addresses: &Addresses) -> Result<Published> {
    let version = project.locked_version("setnx-playground")?;
    let published = Published::of(project)?;
    let files = files(&project.dist())?;
    for folder in [&published.site, &published.npm] {
        // What an earlier version had and this one has not would be published again.
        clear(folder, &[])?;
        for name in &files {
            copy(&project.dist().join(name), &folder.join(name))?;
        }
        for name in LICENCES {
            let folder_of = if name == NOTICES { "static" } else { "" };
            copy(&project.root.join(folder_of).join(name), &folder.join(name))?;
        }
    }
    let digests = integrity(&published.site, &files)?;
    write(&published.site.join("integrity.json"), &digests)?;
    process::run(squeeze(project).arg("compress").arg(&published.site))?;
    let hosts = project.root.join("static").join("hosts");
    clear(&published.hosts, &[])?;
    copy_folder(&hosts, &published.hosts)?;
    let head = published.hosts.join("head.html");
    let text = fs::read_to_string(&head)?;
    fs::write(&head, filled(&text, &version, &digests))?;
    let manifest = manifest(&version, addresses, &files);
    write(&published.npm.join("package.json"), &manifest)?;
    let sources = project.root.join("static").join("embed");
    for name in DECLARATIONS.iter().chain(&["README.md"]) {
        copy(&sources.join(name), &published.npm.join(name))?;
    }
    Ok(published)
}

/// The names of all files to publish: [`FILES`], and the parts of the wasm that the build has.
fn files(dist: &Path) -> Result<Vec<String>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(dist)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy().into_owned();
        if name.ends_with(".wasm") && !FILES.contains(&name.as_str()) {
            parts.push(name);
        }
    }
    parts.sort();
    Ok(FILES.map(str::to_owned).into_iter().chain(parts).collect())
}

/// By name, what a page may name in `integrity` for a file of this version.
fn integrity(folder: &Path, files: &[String]) -> Result<Value> {
    let mut all = Map::new();
    for name in files {
        let digest = STANDARD.encode(Sha384::digest(fs::read(folder.join(name))?));
        all.insert(name.clone(), json!(format!("sha384-{digest}")));
    }
    Ok(all.into())
}

/// The lines for a page's head with this version and its digests.
fn filled(text: &str, version: &str, digests: &Value) -> String {
    let mut text = text.replace("vVERSION", &format!("v{version}"));
    for (name, digest) in digests.as_object().into_iter().flatten() {
        let digest = digest.as_str().unwrap_or_default();
        text = text.replace(&format!("\"DIGEST {name}\""), &format!("\"{digest}\""));
    }
    text
}

/// package.json. In `exports` the types come first: TypeScript takes the first condition that it knows.
fn manifest(version: &str, addresses: &Addresses, files: &[String]) -> Value {
    let [types, upgrade, react, vue] =
        ["embed.d.ts", "upgrade.d.ts", "react.d.ts", "vue.d.ts"].map(|name| format!("./{name}"));
    let files = files.iter().map(String::as_str);
    let files: Vec<&str> = files.chain(DECLARATIONS).chain(LICENCES).collect();
    let mut manifest = json!({
        "name": "setnx-playground",
        "version": version,
        "description": "A redis> prompt and a timeline of the SETNX lock as custom elements, both run in the page",
        "keywords": ["redis", "valkey", "documentation", "custom-element", "web-component", "playground", "lock"],
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "main": "./embed.js",
        "types": types,
        "unpkg": "./embed.js",
        "jsdelivr": "./embed.js",
        "exports": {
            ".": { "types": types, "default": "./embed.js" },
            "./react": { "types": react, "default": "./embed.js" },
            "./vue": { "types": vue, "default": "./embed.js" },
            "./upgrade.js": { "types": upgrade, "default": "./upgrade.js" },
            "./*": "./*",
        },
        // Types of React and Vue are looked for where the package lies, and some installers put them there only then.
        "peerDependencies": { "@types/react": ">=19", "vue": ">=3.5" },
        "peerDependenciesMeta": { "@types/react": { "optional": true }, "vue": { "optional": true } },
        "customElements": "custom-elements.json",
        "web-types": "web-types.json",
        // To import one of them is to let it begin.
        "sideEffects": ["./embed.js", "./frame.js", "./fit.js"],
        "files": files,
    });
    if let Some(url) = &addresses.repository {
        manifest["repository"] = json!({ "type": "git", "url": url });
    }
    if let Some(url) = &addresses.homepage {
        manifest["homepage"] = json!(url);
    }
    if let Some(url) = &addresses.bugs {
        manifest["bugs"] = json!({ "url": url });
    }
    manifest
}

/// Says what a page loads, and refuses an embed.js that is too heavy to stand in every page of a site.
fn weigh(site: &Path) -> Result<()> {
    let mut loaded = (0, 0);
    println!("\n{:>9}  {:>9}  published", "bytes", "brotli 11");
    for name in &files(site)? {
        let length = |name: &str| -> Result<u64> { Ok(fs::metadata(site.join(name))?.len()) };
        let raw = length(name)?;
        // A file that is sent as it is has no other one beside it.
        let small = length(&format!("{name}.br")).unwrap_or(raw);
        println!("{raw:>9}  {small:>9}  {name}");
        if LOADED.contains(&name.as_str()) {
            loaded = (loaded.0 + raw, loaded.1 + small);
        }
        if name == "embed.js" && small > EMBED_BYTES_MAX {
            bail!(
                "embed.js is {small} bytes after brotli; it may be {EMBED_BYTES_MAX}. What only some boxes need belongs \
                 in a file of its own, as upgrade.js is."
            );
        }
    }
    let (raw, small) = loaded;
    let names = LOADED.join(", ");
    println!("{raw:>9}  {small:>9}  all that a page with one box loads, or with ten: {names}");
    Ok(())
}

/// Makes the package that `npm publish` takes.
pub fn pack(project: &Project, published: &Published) -> Result<()> {
    let npm = &published.npm;
    let mut pack = command(project, "npm");
    pack.words("pack --silent --pack-destination");
    pack.arg(npm.parent().unwrap_or(npm)).arg(npm);
    process::run(&mut pack)
}

fn write(file: &Path, value: &Value) -> Result<()> {
    Ok(fs::write(file, format!("{value:#}\n"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_the_wasm_is_published_with_its_digest() {
        let root = std::env::temp_dir().join(format!("xtask-package-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        let part = "setnx-playground_timeline.wasm";
        for name in FILES.iter().chain(&[part, "page.css"]) {
            fs::write(root.join(name), name).unwrap();
        }
        let files = files(&root).ok().unwrap();
        assert_eq!(
            files.len(),
            FILES.len() + 1,
            "the page's own style is not published"
        );
        assert!(integrity(&root, &files).ok().unwrap()[part].is_string());
        let manifest = manifest("1.2.3", &Addresses::default(), &files);
        assert!(manifest["files"].as_array().unwrap().contains(&json!(part)));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_manifest_names_types_first_and_only_addresses_that_are_given() {
        let addresses = Addresses {
            bugs: Some("https://your.host/issues".into()),
            ..Addresses::default()
        };
        let manifest = manifest("1.2.3", &addresses, &[]);
        for entry in [".", "./react", "./vue", "./upgrade.js"] {
            let conditions = manifest["exports"][entry].as_object().unwrap();
            assert_eq!(conditions.keys().next().unwrap(), "types", "{entry}");
        }
        assert_eq!(manifest["bugs"]["url"], "https://your.host/issues");
        assert!(manifest.get("repository").is_none());
    }
}
