//! Facts about each site: the place of its files, and its switch of light and dark.
#![expect(
    non_upper_case_globals,
    reason = "a site is called as its folder is, also in the tests' names"
)]

use crate::checks::click;
use page_tests::{Host, Outcome, Page, Scheme, Site, root};

/// A site that has been built.
pub struct Example {
    name: &'static str,
    /// The folder of the published files, from the site's root.
    folder: &'static str,
    switch: Switch,
}

/// The switch of light and dark.
enum Switch {
    /// By clicks: those that lead to dark, and those that lead back.
    Clicks(&'static [&'static str], &'static [&'static str]),
    /// In the system's settings: the site has no switch.
    System,
}

pub const plain: Example = example("plain", Switch::Clicks(&["#switch"], &["#switch"]));
pub const mdbook: Example = example(
    "mdbook",
    Switch::Clicks(
        &["#mdbook-theme-toggle", "#mdbook-theme-navy"],
        // Its list of themes stays open.
        &["#mdbook-theme-light"],
    ),
);
pub const mkdocs: Example = example(
    "mkdocs",
    Switch::Clicks(&["label[for=__palette_1]"], &["label[for=__palette_0]"]),
);
pub const docusaurus: Example = example(
    "docusaurus",
    Switch::Clicks(
        &["nav.navbar button[class*=toggleButton]"],
        &["nav.navbar button[class*=toggleButton]"],
    ),
);
pub const sphinx: Example = Example {
    folder: "_static/v0.1.0",
    ..example(
        "sphinx",
        Switch::Clicks(
            &[".theme-toggle-content button"],
            &[".theme-toggle-content button"],
        ),
    )
};
pub const hugo: Example = example("hugo", Switch::System);
pub const vitepress: Example = example(
    "vitepress",
    Switch::Clicks(
        &[".VPNavBarAppearance button"],
        &[".VPNavBarAppearance button"],
    ),
);

const fn example(name: &'static str, switch: Switch) -> Example {
    Example {
        name,
        folder: "v0.1.0",
        switch,
    }
}

impl Example {
    /// Serves it as it was built.
    pub async fn serve(&self) -> Outcome<Site> {
        self.host()?.serve().await
    }

    /// Serves the site with a script that does nothing, as if its author had not added the line.
    pub async fn serve_without_boxes(&self) -> Outcome<Site> {
        let host = self.host()?;
        let host = host.file(&format!("{}/embed.js", self.folder), "");
        let idle = "export const upgrade = () => {};";
        host.file(&format!("{}/upgrade.js", self.folder), idle)
            .serve()
            .await
    }

    /// The address of the published files.
    pub fn url(&self, site: &Site) -> String {
        site.url(self.folder)
    }

    fn host(&self) -> Outcome<Host> {
        let out = root().join("target/sites").join(self.name).join("out");
        let host = Host::of_folder(&out);
        host.map_err(|error| {
            format!(
                "examples/{} is not built ({error}): `cargo xtask test --only sites --sites` does",
                self.name
            )
            .into()
        })
    }

    /// Chooses light or dark as a reader of this site does.
    pub async fn choose(&self, page: &Page, scheme: Scheme) -> Outcome {
        match (&self.switch, scheme) {
            (Switch::System, _) => page.prefer(scheme, false).await,
            (Switch::Clicks(clicks, _), Scheme::Dark)
            | (Switch::Clicks(_, clicks), Scheme::Light) => {
                for path in *clicks {
                    click(page, path).await?;
                }
                Ok(())
            }
        }
    }
}
