//! Blocks that stand in a page already, made live by `data-upgrade`: the markup of the documentation of 2013, and what
//! today's highlighters make of a fenced block.

use page_tests::{Outcome, Page, Site};
use serde_json::{Value, json};

use crate::hosts::*;

/// The box of the page on SETNX of 2013.
const OF_2013: &str = "<div class=example data-session=a2dd882f> <span class=\"monospace prompt\">redis&gt;&nbsp;</span> \
    <span class=\"monospace command\">SETNX mykey &quot;Hello&quot;</span> <pre>(integer) 1</pre> \
    <span class=\"monospace prompt\">redis&gt;&nbsp;</span> <span class=\"monospace command\">SETNX mykey &quot;World&quot;</span> \
    <pre>(integer) 0</pre> <span class=\"monospace prompt\">redis&gt;&nbsp;</span> <span class=\"monospace command\">GET mykey</span> \
    <pre>\"Hello\"</pre><form> <span class=\"monospace prompt\">redis&gt;&nbsp;</span> \
    <input autocomplete=off name=command spellcheck=false type=text> </form></div>";

/// The markup of each for the same three lines.
const HIGHLIGHTED: &[(&str, &str)] = &[
    (
        "form.redis-cli",
        "<form class=redis-cli autocomplete=off><pre tabindex=0>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k\n</pre>\
         <div class=prompt><span>redis&gt;&nbsp;</span><input name=prompt></div></form>",
    ),
    (
        "Prism, with line numbers and a copy button",
        "<div class=code-toolbar><pre class=\"line-numbers language-redis\"><code class=language-redis>redis&gt; \
         <span class=\"token function\">SET</span> k <span class=\"token string\">\"a &lt;b&gt;\"</span>\n\"OK\"\nredis&gt; GET k\
         <span class=line-numbers-rows aria-hidden=true><span></span><span></span></span></code></pre>\
         <div class=toolbar><div class=toolbar-item><button>Copy</button></div></div></div>",
    ),
    (
        "highlight.js, with its table of numbered lines",
        "<pre><code class=\"hljs language-redis\"><table class=hljs-ln><tbody>\
         <tr><td class=\"hljs-ln-line hljs-ln-numbers\"><div class=hljs-ln-n>1</div></td><td class=\"hljs-ln-line hljs-ln-code\">redis&gt; SET k \"a &lt;b&gt;\"</td></tr>\
         <tr><td class=\"hljs-ln-line hljs-ln-numbers\"><div class=hljs-ln-n>2</div></td><td class=\"hljs-ln-line hljs-ln-code\">\"OK\"</td></tr>\
         <tr><td class=\"hljs-ln-line hljs-ln-numbers\"><div class=hljs-ln-n>3</div></td><td class=\"hljs-ln-line hljs-ln-code\">redis&gt; GET k</td></tr>\
         </tbody></table></code></pre>",
    ),
    (
        "mdBook",
        "<pre><div class=buttons><button class=clip-button><i class=tooltiptext></i></button></div>\
         <code class=\"language-redis hljs\">redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k\n</code></pre>",
    ),
    (
        "Pygments in MkDocs Material, with a table of line numbers",
        "<div class=\"language-redis highlight\"><table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre><span></span>\
         <span class=normal>1</span>\n<span class=normal>2</span>\n<span class=normal>3</span></pre></div></td><td class=code><div>\
         <nav class=md-code__nav><button class=md-code__button></button></nav><pre id=__code_0><span></span><code><span id=__span-0-1>\
         <a id=__codelineno-0-1 name=__codelineno-0-1></a><span class=gp>redis&gt; </span>SET k \"a &lt;b&gt;\"\n</span><span id=__span-0-2>\"OK\"\n</span>\
         <span id=__span-0-3>redis&gt; GET k\n</span></code></pre></div></td></tr></table></div>",
    ),
    (
        "Pygments in Sphinx",
        "<div class=\"highlight-redis notranslate\"><div class=highlight><pre><span></span><span class=linenos>1</span><span class=gp>redis&gt; </span>SET k \"a &lt;b&gt;\"\n\
         <span class=linenos>2</span><span class=go>\"OK\"</span>\n<span class=linenos>3</span>redis&gt; GET k\n</pre><button class=\"copybtn o-tooltip--left\">Copy</button></div></div>",
    ),
    (
        "Hugo's chroma, with a table of line numbers",
        "<div class=highlight><div class=chroma><table class=lntable><tr><td class=lntd><pre tabindex=0 class=chroma><code><span class=lnt>1\n</span>\
         <span class=lnt>2\n</span><span class=lnt>3\n</span></code></pre></td><td class=lntd><pre tabindex=0 class=chroma><code class=language-redis data-lang=redis>\
         <span class=line><span class=cl>redis&gt; SET k \"a &lt;b&gt;\"\n</span></span><span class=line><span class=cl>\"OK\"\n</span></span>\
         <span class=line><span class=cl>redis&gt; GET k\n</span></span></code></pre></td></tr></table></div></div>",
    ),
    (
        "Shiki in VitePress, with line numbers",
        "<div class=\"language-redis vp-adaptive-theme line-numbers-mode\"><button title=\"Copy Code\" class=copy></button><span class=lang>redis</span>\
         <pre class=\"shiki shiki-themes vp-code\" tabindex=0 v-pre=\"\"><code><span class=line><span>redis&gt; SET k \"a &lt;b&gt;\"</span></span>\n\
         <span class=line><span>\"OK\"</span></span>\n<span class=line><span>redis&gt; GET k</span></span></code></pre>\
         <div class=line-numbers-wrapper aria-hidden=true><span class=line-number>1</span><br><span class=line-number>2</span><br></div></div>",
    ),
    (
        "Expressive Code in Starlight",
        "<div class=expressive-code><figure class=\"frame not-content\"><figcaption class=header></figcaption><pre data-language=redis><code>\
         <div class=ec-line><div class=code><span>redis&gt; SET k \"a &lt;b&gt;\"</span></div></div>\
         <div class=ec-line><div class=code>\"OK\"</div></div><div class=ec-line><div class=code>redis&gt; GET k</div></div></code></pre>\
         <div class=copy><button title=Copy><div></div></button></div></figure></div>",
    ),
    (
        "Asciidoctor, with callouts as icons and as text",
        "<div class=listingblock><div class=content><pre class=highlight><code class=language-redis data-lang=redis>redis&gt; SET k \"a &lt;b&gt;\" # \
         <i class=conum data-value=1></i><b>(1)</b>\n\"OK\"\nredis&gt; GET k # <b class=conum>(2)</b></code></pre></div></div>",
    ),
    (
        "Jekyll's tag of its own, for a language that Rouge does not know",
        "<figure class=highlight><pre><code class=language-redis data-lang=redis>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k</code></pre></figure>",
    ),
    (
        "kramdown and Rouge, for a language that they know",
        "<div class=\"language-redis highlighter-rouge\"><div class=highlight><pre class=highlight><code>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k\n</code></pre></div></div>",
    ),
    (
        "Asciidoctor, highlighted on the server by Rouge",
        "<div class=listingblock><div class=content><pre class=\"rouge highlight\"><code data-lang=redis>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k</code></pre></div></div>",
    ),
    (
        "Asciidoctor, its lines numbered on the server by Rouge",
        "<div class=listingblock><div class=content><pre class=\"rouge highlight\"><code data-lang=redis><table class=linenotable><tbody><tr>\
         <td class=\"linenos gl\"><pre class=lineno>1\n2\n3\n</pre></td><td class=code><pre>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k\n</pre></td>\
         </tr></tbody></table></code></pre></div></div>",
    ),
    (
        "rustdoc",
        "<div class=example-wrap><pre class=language-redis><code>redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k</code></pre></div>",
    ),
    (
        "Docsify",
        "<pre v-pre data-lang=redis class=language-redis><code class=\"lang-redis language-redis\">redis&gt; SET k \"a &lt;b&gt;\"\n\"OK\"\nredis&gt; GET k</code></pre>",
    ),
    (
        "Eleventy's Prism",
        "<pre class=language-redis><code class=language-redis><span class=highlight-line>redis&gt; SET k \"a &lt;b&gt;\"</span><br>\
         <span class=highlight-line>\"OK\"</span><br><span class=highlight-line>redis&gt; GET k</span></code></pre>",
    ),
    (
        "Docusaurus",
        "<div class=\"language-redis codeBlockContainer_x theme-code-block\"><div class=codeBlockContent_x><pre tabindex=0 class=\"prism-code language-redis codeBlock_x\">\
         <code class=codeBlockLines_x><span class=token-line><span class=\"token plain\">redis&gt; SET k \"a &lt;b&gt;\"</span><br></span><span class=token-line>\
         <span class=\"token plain\">\"OK\"</span><br></span><span class=token-line><span class=\"token plain\">redis&gt; GET k</span><br></span></code></pre>\
         <div class=buttonGroup_x><button type=button aria-label=Copy><span aria-hidden=true><svg></svg></span></button></div></div></div>",
    ),
];

/// Commands without replies in the markup of sites that have an interactive box of their own.
const COMMANDS: &[(&str, &str)] = &[
    (
        "redis.io, lines as the form's text",
        "<div class=rounded><form class=\"redis-cli overflow-y-auto\">\nSET k 1\nGET k\n</form></div>",
    ),
    (
        "redis.io, lines in an attribute",
        "<form class=redis-cli data-cli-source=\"SET k 1\nGET k\"></form>",
    ),
    (
        "a fence `cli`",
        "<pre><code class=language-cli>SET k 1\nGET k\n</code></pre>",
    ),
    (
        "a block without a language that asks for it",
        "<div data-commands><pre><code>SET k 1\nGET k\n</code></pre></div>",
    ),
];

async fn open(page: &Page, selectors: &str, body: &str) -> Outcome<(Site, Site)> {
    let files = open_handed()?.serve().await?;
    let upgrade = format!(" data-upgrade=\"{selectors}\"");
    let host = open_host(page, &files, &policy(&files), &upgrade, body).await?;
    Ok((files, host))
}

pub async fn the_documentations_box_of_2013_is_live(page: &Page) -> Outcome {
    let _sites = open(page, "div.example", OF_2013).await?;
    until_ready(page, 1).await?;
    page.until_text(
        "redis-prompt >>> .log",
        "redis> SETNX mykey \"Hello\"\n(integer) 1\nredis> SETNX mykey \"World\"\n(integer) 0\nredis> GET mykey\n\"Hello\"",
    )
    .await?;
    page.type_into("redis-prompt >>> textarea", "DEL mykey\u{E007}")
        .await?;
    page.until_text("redis-prompt >>> .entry:last-of-type", "(integer) 1")
        .await?;
    let original = "[find('redis-prompt').getAttribute('session'), find('redis-prompt').previousElementSibling.matches('div.example'),
         find('div.example').checkVisibility()]";
    assert_eq!(
        page.evaluate(original).await?,
        json!(["a2dd882f", true, false]),
        "the original stays, unseen"
    );
    Ok(())
}

/// Selected by the text, by the block around it, and by both at once.
pub async fn every_highlighters_markup_is_read_as_its_author_wrote_it(page: &Page) -> Outcome {
    let by_text = "form.redis-cli, pre > code.language-redis, .listingblock code[data-lang=redis], .language-redis pre, .highlight-redis pre, pre[data-language=redis], .example-wrap > pre";
    let by_block = "form, .code-toolbar, .highlight, .highlight-redis, .theme-code-block, .expressive-code, .listingblock, .example-wrap, .language-redis, pre";
    let body: String = HIGHLIGHTED
        .iter()
        .map(|(_, markup)| format!("<section>{markup}</section>"))
        .collect();
    for selectors in [by_text, by_block] {
        let _sites = open(page, selectors, &body).await?;
        let live = format!(
            "document.querySelectorAll('redis-prompt').length === {}",
            HIGHLIGHTED.len()
        );
        page.until(&live).await?;
        let read = page
            .evaluate("[...document.querySelectorAll('section')].map((section) => section.querySelector('redis-prompt')?.source)")
            .await?;
        let left = page
            .evaluate("[...document.querySelectorAll('section')].map(({ children: [frame, box, ...rest] }) => 'upgraded' in frame.dataset && rest.length === 0 && box.localName)")
            .await?;
        for (index, (name, _)) in HIGHLIGHTED.iter().enumerate() {
            let wanted = "redis> SET k \"a <b>\"\n\"OK\"\nredis> GET k";
            assert_eq!(read[index], wanted, "{name}, by {selectors}");
            assert_eq!(
                left[index], "redis-prompt",
                "{name}, by {selectors}: its frame is hidden whole"
            );
        }
        // The hosts are gone with this round, and so is what a box may still fetch.
        page.visit("about:blank").await?;
    }
    Ok(())
}

pub async fn commands_without_replies_are_read_where_the_markup_says_so(page: &Page) -> Outcome {
    let body: String = COMMANDS
        .iter()
        .map(|(_, markup)| format!("<section>{markup}</section>"))
        .collect();
    let _sites = open(page, "form, pre > code", &body).await?;
    page.until(&format!(
        "document.querySelectorAll('redis-prompt').length === {}",
        COMMANDS.len()
    ))
    .await?;
    let read = page
        .evaluate("[...document.querySelectorAll('redis-prompt')].map(({ source }) => source)")
        .await?;
    for (index, (name, _)) in COMMANDS.iter().enumerate() {
        assert_eq!(read[index], "SET k 1\nGET k", "{name}");
    }
    Ok(())
}

pub async fn blocks_in_a_shadow_root_are_upgraded_when_it_is_given(page: &Page) -> Outcome {
    let (files, _host) = open(page, "pre.none", "<main></main>").await?;
    let script = json!(files.url("upgrade.js"));
    page.evaluate(&format!(
        "(async () => {{
            const root = find('main').attachShadow({{ mode: 'open' }});
            root.innerHTML = '<pre>redis&gt; PING</pre>';
            (await import({script})).upgrade('pre', root);
        }})()"
    ))
    .await?;
    page.until_text("main >>> redis-prompt >>> .log", "PONG")
        .await?;
    page.visit("about:blank").await
}

pub async fn a_page_that_imports_upgrade_alone_gets_live_boxes(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let script = format!(
        "import {{ upgrade }} from {}; upgrade('pre');",
        json!(files.url("upgrade.js"))
    );
    let html = "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script type=module src=start.js></script><body><pre>redis&gt; PING</pre>";
    let host = page_tests::Host::new()
        .file("index.html", html)
        .file("start.js", script)
        .serve()
        .await?;
    page.visit(&host.url("index.html")).await?;
    page.until_text("redis-prompt >>> .log", "PONG").await
}

/// With the classes and attributes that are there, so that the author sees what would match.
pub async fn where_no_selector_finds_a_block_the_author_is_told_once(page: &Page) -> Outcome {
    let body =
        "<div class=highlight><pre data-language=redis><code>redis&gt; PING</code></pre></div>";
    let _sites = open(page, "div.example, pre.redis", body).await?;
    let mut said = String::new();
    while !said.contains("matches nothing") {
        said += &page.take_console().await?.concat();
    }
    for part in [
        "div.example, pre.redis",
        "div.highlight",
        "pre[data-language=",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    Ok(())
}

pub async fn commands_alone_are_read_where_the_language_is_named(page: &Page) -> Outcome {
    let body = "<pre><code class=language-redis># by hand\nSET k v\nGET k</code></pre>\
                <pre><code class=language-valkey>&gt; GET k</code></pre>";
    let _sites = open(page, "pre > code", body).await?;
    until_ready(page, 2).await?;
    page.until_text("redis-prompt >>> .log", "redis> GET k\n\"v\"")
        .await
}

pub async fn what_is_not_understood_stays_and_is_named_once(page: &Page) -> Outcome {
    let long = format!(
        "<pre><code>redis&gt; SET k {}</code></pre>",
        "v".repeat(1 << 20)
    );
    let blocks = [
        (
            "<pre><code class=language-redis>$ ls -l\ntotal 0</code></pre>",
            "its first line is no command: $ ls -l",
        ),
        (
            "<pre><code class=language-sql>SELECT 1</code></pre>",
            "no line in it begins with a prompt",
        ),
        (
            "<p>Say <code>redis&gt; PING</code>.</p>",
            "it stands in a line of text",
        ),
        (
            "<article><pre>redis&gt; PING</pre><pre>redis&gt; TIME</pre></article>",
            "it holds several texts",
        ),
        (
            "<pre><code class=language-redis># nothing but this</code></pre>",
            "it holds no command",
        ),
        (
            "<section><div class=example><b class=command>PING</b></div>redis&gt; PING</section>",
            "it is a part of the page",
        ),
        (&long, "it is longer than a box takes"),
    ];
    let body: String = blocks.iter().map(|(markup, _)| *markup).collect();
    let _sites = open(page, "code, ]no[, article, section, redis-prompt", &body).await?;
    // The parser's tree is the one that has to stay.
    page.until(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('upgrade.js'))",
    )
    .await?;
    page.evaluate("document.body.append(document.createElement('hr'))")
        .await?;
    let mut said = Vec::new();
    while said.len() < blocks.len() + 1 {
        said.extend(page.take_console().await?);
    }
    for (_, why) in blocks {
        let named = said.iter().filter(|line| line.contains(why)).count();
        assert_eq!(named, 1, "{why}: {said:?}");
    }
    assert!(said.iter().any(|line| line.contains("]no[")), "{said:?}");
    assert_eq!(
        page.evaluate("document.querySelectorAll('redis-prompt').length")
            .await?,
        0
    );
    Ok(())
}

pub async fn what_a_page_adds_later_is_upgraded_too(page: &Page) -> Outcome {
    let _sites = open(page, "pre > code", "<main></main>").await?;
    page.until("customElements.get('redis-prompt') !== undefined")
        .await?;
    page.evaluate(
        "setTimeout(() => {
            const pre = document.createElement('pre');
            pre.append(document.createElement('code'));
            pre.firstChild.textContent = '127.0.0.1:6379[1](TX)> PING';
            find('main').append(pre);
        }, 50)",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until_text("main > redis-prompt >>> .log", "PONG")
        .await
}

/// Docusaurus says on the root when it has compared the page with what it would have written.
pub async fn a_framework_that_takes_over_the_page_is_waited_for(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let body = "<pre><code>redis&gt; PING</code></pre>";
    let html = format!(
        "<!doctype html><html data-has-hydrated=false><meta charset=utf-8><title>A host</title>\
         <script type=module src=\"{}\" data-upgrade=\"pre > code\"></script><body>{body}",
        files.url("embed.js")
    );
    let host = page_tests::Host::new().file("index.html", html);
    let host = host.serve().await?;
    page.visit(&host.url("index.html")).await?;
    page.until(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('upgrade.js'))",
    )
    .await?;
    page.until_idle().await?;
    assert_eq!(page.evaluate("find('redis-prompt')").await?, Value::Null);
    page.evaluate("void (document.documentElement.dataset.hasHydrated = 'true')")
        .await?;
    page.until_text("redis-prompt >>> .log", "PONG").await
}

/// A block on a command that this playground leaves out keeps its replies; the lines before it are run for a prompt.
pub async fn no_block_is_worse_for_being_upgraded(page: &Page) -> Outcome {
    let blocks = [
        "redis&gt; CLUSTER KEYSLOT k\n(integer) 7629\nredis&gt; GET k\n(nil)",
        "redis&gt; SET k 1\nOK\nredis&gt; BGSAVE\nBackground saving started",
        "redis&gt; NOSUCH\n(error) ERR unknown command 'NOSUCH', with args beginning with: ",
        "redis&gt; SET k v IFEQ w\nOK",
    ];
    let body: String = blocks
        .iter()
        .map(|text| format!("<section><pre><code>{text}</code></pre></section>"))
        .collect();
    let sessions = "<section data-session=s><pre>redis&gt; CLUSTER RESET\nOK</pre></section>\
        <section data-session=s><pre>redis&gt; EXISTS s\n(integer) 1</pre></section>";
    let _sites = open(page, "pre", &[&body, sessions].concat()).await?;
    page.until("document.querySelectorAll('redis-prompt').length === 6")
        .await?;
    let shown = "Promise.all([...document.querySelectorAll('redis-prompt')].map(async (box) => {
            box.setAttribute('autorun', 'load');
            await box.ready;
            return [box.previousElementSibling.checkVisibility(), box.shadowRoot.querySelector('.kept')?.textContent ?? '', box.shadowRoot.querySelector('textarea') !== null];
        }))";
    let stays = |name: &str| {
        format!("{name} is not in this playground, so this text stays as it was written.")
    };
    let run = [
        &stays("BGSAVE"),
        " The lines before it have been run below.",
    ]
    .concat();
    assert_eq!(
        page.evaluate(shown).await?,
        json!([
            [true, stays("CLUSTER"), false],
            [true, run, true],
            [false, "", true],
            [false, "", true],
            [true, stays("CLUSTER"), false],
            [
                true,
                "An earlier text of this session could not be run here, so this text stays as it was written.",
                false
            ],
        ])
    );
    page.type_into(
        "section:nth-of-type(2) redis-prompt >>> textarea",
        "GET k\u{E007}",
    )
    .await?;
    page.until_text("section:nth-of-type(2) redis-prompt >>> .log", "\"1\"")
        .await?;
    page.until_text(
        "section:nth-of-type(4) redis-prompt >>> .log",
        "(error) ERR syntax error\nThis page has another reply: OK",
    )
    .await
}

pub async fn blocks_of_one_session_share_their_keys(page: &Page) -> Outcome {
    let body = "<pre data-session=s><code>redis&gt; SET k 1</code></pre><pre data-session=s><code>redis&gt; INCR k</code></pre>\
                <pre><code>redis&gt; EXISTS k</code></pre>";
    let _sites = open(page, "pre > code", body).await?;
    until_ready(page, 3).await?;
    for (place, reply) in [(2, "(integer) 2"), (3, "(integer) 0")] {
        page.until_text(
            &format!("redis-prompt:nth-of-type({place}) >>> .log"),
            reply,
        )
        .await?;
    }
    Ok(())
}

/// Where a block's replies rest on what blocks above have written, these are run before it, and no more of them than it
/// takes; a block whose replies come by themselves begins by itself, and one whose replies never come says so.
pub async fn a_block_goes_on_from_those_above_where_its_replies_need_it(page: &Page) -> Outcome {
    let blocks = [
        "redis&gt; SET race:france 1\nOK\nredis&gt; LPUSH race:france 2\n(error) WRONGTYPE Operation against a key holding the wrong kind of value",
        "redis&gt; GET race:france\n\"1\"\nredis&gt; INCR race:france\n(integer) 2",
        "redis&gt; INCR visits\n(integer) 1\nredis&gt; PTTL visits\n(integer) -7",
        "redis&gt; INCR visits\n(integer) 1",
        "# by hand\nSET bare 1",
        "127.0.0.1:6379&gt; GET race:france\n\"2\"\n127.0.0.1:6379&gt; GET bare\n\"1\"",
        "redis&gt; GET nowhere\n\"x\"",
        "redis&gt; BLPOP none 0\n1) \"none\"",
        "&gt; GET bare\n\"1\"",
        "redis&gt; RPUSH list a b c\n(integer) 3",
        "&gt; LPOS list c\n2",
    ];
    let body: String = blocks
        .iter()
        .map(|text| {
            format!("<section><pre><code class=language-redis>{text}</code></pre></section>")
        })
        .collect();
    let _sites = open(page, "pre > code", &body).await?;
    page.until(&format!(
        "document.querySelectorAll('redis-prompt').length === {}",
        blocks.len()
    ))
    .await?;
    page.evaluate("document.querySelectorAll('redis-prompt').forEach((box) => box.setAttribute('autorun', 'load'))")
        .await?;
    let log = |place: usize| format!("section:nth-of-type({place}) redis-prompt >>> .log");
    let another = "This page has another reply: ";
    for (place, shown) in [
        (1, "SET race:france 1\nOK\n".to_owned()),
        (
            2,
            "GET race:france\n\"1\"\nredis> INCR race:france\n(integer) 2".to_owned(),
        ),
        (
            3,
            format!(
                "INCR visits\n(integer) 1\nredis> PTTL visits\n(integer) -1\n{another}(integer) -7"
            ),
        ),
        (4, "INCR visits\n(integer) 1".to_owned()),
        (
            6,
            "GET race:france\n\"2\"\nredis> GET bare\n\"1\"".to_owned(),
        ),
        (7, format!("GET nowhere\n(nil)\n{another}\"x\"")),
        // Nobody knows what comes of a block that waits.
        (9, format!("GET bare\n(nil)\n{another}\"1\"")),
        // As a program prints it.
        (11, format!("LPOS list c\n(integer) 2\n{another}2")),
    ] {
        page.until_text(&log(place), &shown).await?;
        let is_told = page.text(&log(place)).await?.contains(another);
        assert_eq!(is_told, shown.contains(another), "{place}");
    }
    // What is not needed was not run, and a reset begins at the same place.
    let typed = |place: usize, line: &str| {
        (
            format!("section:nth-of-type({place}) redis-prompt >>> textarea"),
            format!("{line}\u{E007}"),
        )
    };
    for (place, line, reply) in [
        (4, "EXISTS race:france", "(integer) 0"),
        (6, "EXISTS visits", "(integer) 1"),
        (2, "INCR race:france", "(integer) 3"),
    ] {
        let (path, keys) = typed(place, line);
        page.type_into(&path, keys).await?;
        page.until_text(&log(place), &format!("{line}\n{reply}"))
            .await?;
    }
    page.evaluate("find('section:nth-of-type(2) redis-prompt').reset()")
        .await?;
    page.until(&format!(
        "!find({0}).innerText.includes('(integer) 3') && find({0}).innerText.includes('(integer) 2')",
        json!(log(2))
    ))
    .await
}

/// The page on ACL LOG: its entries are those of the login that failed above, and where a prompt of another form stands before
/// the command, the lines are kept, and not called wrong.
pub async fn the_entries_of_acl_log_stay_in_reach(page: &Page) -> Outcome {
    let entries = "1)  1) \"count\"\n    2) (integer) 1\n    3) \"reason\"\n    4) \"auth\"\n    5) \"context\"\n    6) \"toplevel\"\n    \
        7) \"object\"\n    8) \"AUTH\"\n    9) \"username\"\n   10) \"someuser\"\n   11) \"age-seconds\"\n   12) \"4.0960000000000001\"\n   \
        13) \"client-info\"\n   14) \"id=6 addr=127.0.0.1:63026 fd=8 name= user=default\"";
    let failed = "127.0.0.1:6379&gt; AUTH someuser wrongpassword\n(error) WRONGPASS invalid username-password pair";
    let block = |text: &str| {
        format!("<section><pre><code class=language-redis>{text}</code></pre></section>")
    };
    let alone = block(&format!("redis&gt; ACL LOG 1\n{entries}"));
    let story = [
        block(&format!("{failed} or user is disabled.")),
        block(&format!("redis&gt; ACL LOG 1\n{entries}")),
    ]
    .concat();
    let mixed = block(&format!("{failed}\n&gt; ACL LOG 1\n{entries}"));
    let log = |place: usize| format!("section:nth-of-type({place}) redis-prompt >>> .log");
    for (body, place, shown, kept) in [
        (&alone, 1, "(empty array)\nAs this page has it: 1)", true),
        (&story, 2, "10) \"someuser\"", false),
        (&mixed, 1, "As this page has it: (error) WRONGPASS", true),
    ] {
        let _sites = open(page, "pre > code", body).await?;
        page.until_text(&log(place), shown).await?;
        let text = page.text(&log(place)).await?;
        assert_eq!(text.contains("4.0960000000000001"), kept, "{text}");
        let struck = format!("find({}).querySelectorAll('s').length", json!(log(place)));
        assert_eq!(page.evaluate(&struck).await?, 0, "{text}");
        page.visit("about:blank").await?;
    }
    Ok(())
}

pub async fn a_second_script_changes_nothing(page: &Page) -> Outcome {
    let (files, _host) = open(page, "pre", "<pre>redis&gt; INCR once</pre>").await?;
    until_ready(page, 1).await?;
    let second = json!(files.url("embed.js?again"));
    page.evaluate(&format!(
        "new Promise((resolve) => {{
            const script = Object.assign(document.createElement('script'), {{ type: 'module', src: {second}, onload: () => resolve() }});
            script.dataset.upgrade = 'pre, div';
            document.body.append(script);
        }})"
    ))
    .await?;
    page.until_idle().await?;
    let boxes = "[document.querySelectorAll('redis-prompt').length, heard.length]";
    let before = page.evaluate(boxes).await?;
    assert_eq!(before[0], 1);
    page.until_text("redis-prompt >>> .log", "(integer) 1")
        .await
}

pub async fn where_the_engine_does_not_come_the_original_stays(page: &Page) -> Outcome {
    let files = open_handed()?.without(WASM)?.serve().await?;
    let upgrade = " data-upgrade=div.example";
    let _host = open_host(page, &files, &policy(&files), upgrade, OF_2013).await?;
    page.until("heard.some(([name]) => name === 'playground-error')")
        .await?;
    let stays = "find('.example').checkVisibility() && find('.example input').checkVisibility() && find('redis-prompt').previousElementSibling === find('.example')";
    assert_eq!(page.evaluate(stays).await?, true);
    page.take_console().await.map(drop)
}

pub async fn where_the_upgrade_does_not_come_the_page_stays_and_the_author_is_told(
    page: &Page,
) -> Outcome {
    let faults = [
        (open_handed()?.without("upgrade.js")?, "is missing"),
        (open_handed()?.bare("upgrade.js")?, ANY_ORIGIN),
        (open_handed()?.cut("upgrade.js", 500)?, "is no whole script"),
    ];
    for (files, why) in faults {
        let files = files.serve().await?;
        let upgrade = " data-upgrade=div.example";
        let _host = open_host(page, &files, &policy(&files), upgrade, OF_2013).await?;
        let ours = |said: &[String]| {
            let mut lines = said
                .iter()
                .filter(|line| line.contains("setnx-playground:"));
            lines.any(|line| line.contains(&files.url("upgrade.js")) && line.contains(why))
        };
        let mut said = Vec::new();
        while !ours(&said) {
            said.extend(page.take_console().await?);
        }
        assert_eq!(page.evaluate("find('redis-prompt')").await?, Value::Null);
    }
    Ok(())
}

pub async fn what_a_transcript_holds_is_never_markup(page: &Page) -> Outcome {
    let body = "<pre>redis&gt; ECHO \"&lt;img src=x onerror=window.hurt=1&gt;&lt;script&gt;hurt=1&lt;/script&gt;\"</pre>";
    let _sites = open(page, "pre", body).await?;
    until_ready(page, 1).await?;
    page.until_text("redis-prompt >>> .log", "<img src=x onerror=window.hurt=1>")
        .await?;
    let made = "[window.hurt, find('redis-prompt >>> img'), find('redis-prompt >>> script')]";
    assert_eq!(page.evaluate(made).await?, json!([null, null, null]));
    Ok(())
}

/// Above and below it, live and before; and the block has its own style again once its box has gone.
pub async fn a_box_keeps_the_distances_of_what_it_replaces(page: &Page) -> Outcome {
    let body = "<p>Before.</p><pre style=\"color: teal;\">redis&gt; PING</pre><p>After.</p><div class=example>\n<span class=command>PING</span>\n<pre>PONG</pre></div>";
    let _sites = open(page, "body > pre, .example", body).await?;
    until_ready(page, 2).await?;
    let distances = "[...document.querySelectorAll('redis-prompt')].map((box) => [getComputedStyle(box).marginBlock, box.previousElementSibling.style.display])";
    assert_eq!(
        page.evaluate(distances).await?,
        json!([["13px", "none"], ["0px", "none"]])
    );
    page.evaluate("find('body > pre').textContent = 'no command'")
        .await?;
    page.until("document.querySelectorAll('redis-prompt').length === 1")
        .await?;
    assert_eq!(
        page.evaluate("find('body > pre').outerHTML").await?,
        "<pre style=\"color: teal;\">no command</pre>"
    );
    page.take_console().await.map(drop)
}

/// React's own files, as CommonJS has them.
const REACT: [(&str, &str); 4] = [
    ("react", "react/cjs/react.production.js"),
    ("scheduler", "scheduler/cjs/scheduler.production.js"),
    ("react-dom", "react-dom/cjs/react-dom.production.js"),
    (
        "react-dom/client",
        "react-dom/cjs/react-dom-client.production.js",
    ),
];

/// React and this app of it, in one script.
fn with_react(app: &str) -> Outcome<String> {
    let mut script = String::from("const process = { env: {} }, modules = {}, made = {};\n");
    for (name, path) in REACT {
        let file = page_tests::root()
            .join("target/page/node_modules")
            .join(path);
        let text = std::fs::read_to_string(&file).map_err(|error| {
            format!(
                "{} ({error}): `cargo xtask test --only page` installs it",
                file.display()
            )
        })?;
        script += &format!("modules['{name}'] = (module, exports, require) => {{\n{text}\n}};\n");
    }
    script += "const require = (name) => {
        if (!made[name]) { const module = { exports: {} }; made[name] = module; modules[name](module, module.exports, require); }
        return made[name].exports;
    };\n";
    Ok(script + app)
}

/// Two pages whose element React uses again, one of them with a text that is no command's.
const APP: &str = "
    const { createElement: h, useState } = require('react');
    const block = (text) => h('div', { 'data-session': 's' }, h('pre', null, h('code', { className: 'language-redis' }, text)));
    const pages = {
        home: () => h('main', null, h('h1', null, 'Home'), block('redis> INCR visits'), h('p', null, 'After.')),
        other: () => h('main', null, h('h1', null, 'Other'), block('redis> EXISTS visits'), h('p', null, 'After.')),
        plain: () => h('main', null, h('h1', null, 'Plain'), h('p', null, 'No block.')),
    };
    window.errors = [];
    addEventListener('error', ({ message }) => errors.push(message));
    function App() {
        const [name, show] = useState('home');
        const [count, again] = useState(0);
        window.show = (name) => { history.pushState(null, '', `/${name}`); show(name); };
        window.again = () => again(count + 1);
        return [h('nav', { key: 'nav' }, `Drawn ${count + 1} times`), h(pages[name], { key: 'page' })];
    }
    window.hydrate = () => {
        require('react-dom/client').hydrateRoot(find('#root'), h(App), { onRecoverableError: ({ message }) => errors.push(message) });
    };
    function find(path) { return document.querySelector(path); }
";

/// React removes and changes what it has made, wherever it stands; and what a server has written it takes over only as it
/// was written.
pub async fn a_page_of_react_is_taken_over_drawn_again_and_left(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script>self.__next_f = []</script><script src=app.js></script>\
         <script type=module src=\"{}\" data-upgrade=\"pre > code\"></script><body data-load=near><div id=root><nav>Drawn 1 times</nav>\
         <main><h1>Home</h1><div data-session=s><pre><code class=language-redis>redis&gt; INCR visits</code></pre></div><p>After.</p></main></div>",
        files.url("embed.js")
    );
    let host = page_tests::Host::new()
        .file("index.html", html)
        .file("app.js", with_react(APP)?)
        .serve()
        .await?;
    page.visit(&host.url("index.html")).await?;
    page.until("customElements.get('redis-prompt') !== undefined")
        .await?;
    // Not before React has taken the page over, however long that takes.
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))")
        .await?;
    assert_eq!(page.evaluate("find('redis-prompt')").await?, Value::Null);
    page.evaluate("hydrate()").await?;
    let log = "redis-prompt >>> .log";
    page.until_text(log, "redis> INCR visits\n(integer) 1")
        .await?;
    for drawn in 2..5 {
        page.evaluate("again()").await?;
        page.until_text("nav", &format!("Drawn {drawn} times"))
            .await?;
    }
    assert!(
        page.text(log).await?.ends_with("(integer) 1"),
        "it ran once"
    );
    for (name, title, replies) in [
        ("other", "Other", Some("redis> EXISTS visits\n(integer) 0")),
        ("home", "Home", Some("redis> INCR visits\n(integer) 1")),
        ("plain", "Plain", None),
        ("other", "Other", Some("redis> EXISTS visits\n(integer) 0")),
        ("plain", "Plain", None),
        ("home", "Home", Some("redis> INCR visits\n(integer) 1")),
    ] {
        page.evaluate(&format!("show('{name}')")).await?;
        page.until_text("h1", title).await?;
        let boxes = usize::from(replies.is_some());
        page.until(&format!(
            "document.querySelectorAll('redis-prompt').length === {boxes}"
        ))
        .await?;
        if let Some(replies) = replies {
            page.until_text(log, replies).await?;
            page.until("!find('pre').checkVisibility()").await?;
        }
    }
    assert_eq!(page.evaluate("errors").await?, json!([]));
    Ok(())
}
