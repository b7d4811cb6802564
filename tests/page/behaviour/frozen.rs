//! Pages as authors wrote them for earlier releases (tests/page/frozen), with the files of today on another host: all of
//! their markup, attributes, properties, events, parts and frame parameters mean what they meant.

use page_tests::{Host, Outcome, Page, Site, root};
use serde_json::json;

use crate::hosts::*;

/// Opens a page of a release.
async fn open(page: &Page, release: &str, name: &str) -> Outcome<[Site; 2]> {
    let files = open_handed()?.serve().await?;
    let mut host = Host::new();
    for entry in std::fs::read_dir(root().join("tests/page/frozen").join(release))? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?.replace("FILES", files.origin());
        let file = path.file_name().and_then(|name| name.to_str());
        host = host.file(file.ok_or("an odd name")?, text);
    }
    let host = host.serve().await?;
    page.set_viewport(1280, 3000).await?;
    page.visit(&host.url(name)).await?;
    Ok([files, host])
}

pub async fn elements_of_0_1_0_do_what_they_did(page: &Page) -> Outcome {
    let _sites = open(page, "v0.1.0", "elements.html").await?;
    for id in [
        "plain", "full", "bare", "lesson", "lessons", "free", "schedule",
    ] {
        page.until(&format!(
            "heard.some(([name, id]) => name === 'playground-ready' && id === '{id}')"
        ))
        .await?;
    }
    let state = "(() => {
        const shown = (id, part) => find(`#${id} >>> ${part}`)?.checkVisibility() ?? false;
        return {
            plain: find('#plain').transcript,
            clients: find('#full >>> [role=tablist]').children.length,
            wrong: shown('full', '.wrong') || find('#full').shadowRoot.textContent.includes('43'),
            chinese: find('#full >>> .bar').textContent.includes('复制'),
            themes: ['full', 'bare'].map((id) => getComputedStyle(find(`#${id} >>> .seat`)).colorScheme),
            bare: [shown('bare', '.bar'), shown('bare', 'textarea'), shown('bare', '.keys')],
            still: [shown('still', '.cover button'), find('#still').textContent],
            schedules: ['lesson', 'lessons', 'free', 'schedule'].map((id) => find(`#${id}`).schedule.split(';')[1]),
            steps: [shown('lessons', '[part~=controls]'), shown('free', '[part~=controls]'), shown('schedule', '.play')],
            waiting: find('#plain [slot=waiting]').checkVisibility(),
            blocks: document.querySelectorAll('pre.redis, div.example').length,
            upgraded: [...document.querySelectorAll('redis-prompt:not([id])')].map(({ isConnected }) => isConnected),
            colour: getComputedStyle(find('#plain >>> [part~=frame]')).borderTopWidth,
            prompt: getComputedStyle(find('#plain >>> .entry [part~=prompt]')).fontWeight,
            reply: getComputedStyle(find('#plain >>> .entry [part~=reply]')).fontStyle,
            paper: getComputedStyle(find('#lesson >>> .seat')).backgroundColor,
        };
    })()";
    page.until("document.querySelectorAll('redis-prompt:not([id])').length === 3")
        .await?;
    let found = page.evaluate(state).await?;
    let expected = json!({
        "plain": "redis> SETNX mykey \"Hello\"\n(integer) 1\nredis> GET mykey\n\"Hello\"\n",
        "clients": 2,
        "wrong": true,
        "chinese": true,
        "themes": ["dark", "light"],
        "bare": [false, false, false],
        "still": [true, "PING"],
        "schedules": ["D2", "D1", "getset", "D2"],
        "steps": [true, false, true],
        "waiting": false,
        "blocks": 3,
        "upgraded": [true, true, true],
        "colour": "4px",
        "prompt": "700",
        "reply": "italic",
        "paper": "rgb(253, 246, 227)",
    });
    for (name, value) in expected.as_object().into_iter().flatten() {
        let is = &found[name];
        assert_eq!(is, value, "{name}");
    }
    let did = page.evaluate("perform()").await?;
    assert_eq!(
        did,
        json!({
            "run": ["(integer) 5", 5, false, false],
            "transcript": true,
            "source": ["\"1\"", "SET other 1"],
            "reset": 0,
            "shared": "42",
            "timeline": [1, true, true],
            "end": true,
            "opened": true,
            "made": "1",
        })
    );
    let names = "[...new Set(heard.map(([name]) => name))].sort()";
    assert_eq!(
        page.evaluate(names).await?,
        json!([
            "lock-broken",
            "lock-step",
            "playground-ready",
            "redis-reply"
        ])
    );
    let fields = "['redis-reply', 'lock-step', 'lock-broken'].map((name) => Object.keys(heard.find(([is]) => is === name)[2]).sort().join())";
    assert_eq!(
        page.evaluate(fields).await?,
        json!([
            "client,cut,data,error,line,text",
            "length,position,schedule,text",
            "position,property,text"
        ])
    );
    page.take_console().await.map(drop)
}

pub async fn frames_of_0_1_0_take_their_parameters(page: &Page) -> Outcome {
    let _sites = open(page, "v0.1.0", "frames.html").await?;
    for (index, element, attributes) in [
        (
            0,
            "redis-prompt",
            "autorun,check,clients,controls,lang,rows,session,setup,theme",
        ),
        (1, "redis-prompt", "autorun,controls,theme"),
        (
            2,
            "lock-timeline",
            "autorun,controls,lesson,lessons,readonly",
        ),
        (3, "lock-timeline", "autorun,clients,controls,schedule"),
        (4, "lock-timeline", "schedule"),
    ] {
        page.driver().enter_frame(index).await?;
        page.find(&format!("{element} >>> .seat")).await?;
        let found = format!(
            "[find('{element}').getAttributeNames().sort().join(), [...document.querySelectorAll('[data-problem]:not([hidden])')].map(({{ textContent }}) => textContent)]"
        );
        let expected = json!([attributes, []]);
        assert_eq!(page.evaluate(&found).await?, expected, "frame {index}");
        page.driver().enter_default_frame().await?;
    }
    page.driver().enter_frame(4).await?;
    page.until("/^v\\d+;D2;cut=3/.test(find('lock-timeline').schedule)")
        .await?;
    page.driver().enter_default_frame().await?;
    page.until("document.querySelector('#text').style.height !== ''")
        .await?;
    page.take_console().await.map(drop)
}
