//! Descriptions of the elements for editors and catalogues: a Custom Elements Manifest, Web Types for JetBrains' editors,
//! and custom data for VS Code.

use serde_json::{Value, json};

use super::table::{Row, Table, Takes};
use super::types::{attribute, described, property};

/// custom-elements.json.
pub fn manifest(table: &Table) -> Value {
    let exports = table.elements().map(|element| {
        json!({
            "kind": "custom-element-definition",
            "name": element.text("tag"),
            "declaration": { "name": element.text("class"), "module": "embed.js" },
        })
    });
    let functions = table.rows("functions").map(|row| method("function", row));
    let functions_out = table.rows("functions").map(|row| {
        json!({
            "kind": "js",
            "name": row.text("name"),
            "declaration": { "name": row.text("name"), "module": "upgrade.js" },
        })
    });
    json!({
        "schemaVersion": "1.0.0",
        "modules": [
            {
                "kind": "javascript-module",
                "path": "embed.js",
                "declarations": table.elements().map(|element| class(table, element)).collect::<Value>(),
                "exports": exports.collect::<Value>(),
            },
            {
                "kind": "javascript-module",
                "path": "upgrade.js",
                "declarations": functions.collect::<Value>(),
                "exports": functions_out.collect::<Value>(),
            },
        ],
    })
}

fn class(table: &Table, element: Row<'_>) -> Value {
    let attributes = table.all_of("attributes", element).map(|row| {
        let mut told = json!({
            "name": row.text("name"),
            "type": { "text": attribute(row) },
            "description": described(row),
        });
        if row.has("default") {
            told["default"] = default(row).into();
        }
        told
    });
    let properties = table.all_of("properties", element).map(|row| {
        let mut told = json!({
            "kind": "field",
            "name": row.text("name"),
            "type": { "text": row.text("type") },
            "description": row.text("about"),
        });
        if row.is("readonly", false) {
            told["readonly"] = true.into();
        }
        told
    });
    let reflected = table.reflected(element).map(|row| {
        json!({
            "kind": "field",
            "name": row.text("name"),
            "type": { "text": property(row) },
            "description": described(row),
            "attribute": row.text("name"),
            "reflects": true,
        })
    });
    let methods = table
        .all_of("methods", element)
        .map(|row| method("method", row));
    let events = table.all_of("events", element).map(|row| {
        json!({
            "name": row.text("name"),
            "type": { "text": format!("CustomEvent<{}>", row.text("detail")) },
            "description": told_event(table, row),
        })
    });
    json!({
        "kind": "class",
        "name": element.text("class"),
        "tagName": element.text("tag"),
        "customElement": true,
        "description": element.text("about"),
        "superclass": { "name": "HTMLElement", "package": "global:" },
        "slots": told(table, "slots", element),
        "attributes": attributes.collect::<Value>(),
        "members": properties.chain(reflected).chain(methods).collect::<Value>(),
        "events": events.collect::<Value>(),
        "cssParts": told(table, "parts", element),
        "cssProperties": told(table, "variables", element),
    })
}

fn method(kind: &str, row: Row<'_>) -> Value {
    let mut told = json!({
        "kind": kind,
        "name": row.text("name"),
        "description": row.text("about"),
        "return": { "type": { "text": row.text("returns") } },
    });
    if let Some((name, of)) = row.text("takes").split_once(": ") {
        let name = name.trim_start_matches("...");
        told["parameters"] = json!([{ "name": name, "type": { "text": of } }]);
    }
    told
}

/// web-types.json, for this version of the package.
pub fn web_types(table: &Table, version: &str) -> Value {
    let elements = table.elements().map(|element| {
        let attributes = table.all_of("attributes", element).map(|row| {
            let mut told = json!({
                "name": row.text("name"),
                "description": described(row),
                "value": { "type": attribute(row) },
            });
            if row.has("default") {
                told["default"] = row.text("default").into();
            }
            told
        });
        let properties = table.all_of("properties", element).map(|row| {
            json!({
                "name": row.text("name"),
                "description": row.text("about"),
                "type": row.text("type"),
                "read-only": row.is("readonly", false),
            })
        });
        let reflected = table.reflected(element).map(|row| {
            json!({
                "name": row.text("name"),
                "description": described(row),
                "type": property(row),
            })
        });
        let events = table.all_of("events", element).map(|row| {
            json!({
                "name": row.text("name"),
                "description": told_event(table, row),
                "type": format!("CustomEvent<{}>", row.text("detail")),
            })
        });
        json!({
            "name": element.text("tag"),
            "description": element.text("about"),
            "attributes": attributes.collect::<Value>(),
            "slots": told(table, "slots", element),
            "js": { "properties": properties.chain(reflected).collect::<Value>(), "events": events.collect::<Value>() },
            "css": {
                "parts": told(table, "parts", element),
                "properties": told(table, "variables", element),
            },
        })
    });
    json!({
        "$schema": "https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json",
        "name": "setnx-playground",
        "version": version,
        "js-types-syntax": "typescript",
        "description-markup": "markdown",
        "contributions": { "html": { "elements": elements.collect::<Value>() } },
    })
}

/// setnx-playground.html-data.json: VS Code knows the format by the end of the name.
pub fn custom_data(table: &Table) -> Value {
    let markdown = |text: &str| json!({ "kind": "markdown", "value": text });
    let tags = table.elements().map(|element| {
        let attributes = table.all_of("attributes", element).map(|row| {
            let mut told = json!({
                "name": row.text("name"),
                "description": markdown(&described(row)),
            });
            match row.takes() {
                Some(Takes::OneOf(words)) => {
                    told["values"] = words.iter().map(|word| json!({ "name": word })).collect();
                }
                // The set of VS Code's own for what stands without a value.
                Some(Takes::Flag) => told["valueSet"] = "v".into(),
                _ => {}
            }
            told
        });
        json!({
            "name": element.text("tag"),
            "description": markdown(element.text("about")),
            "attributes": attributes.collect::<Value>(),
        })
    });
    json!({ "version": 1.1, "tags": tags.collect::<Value>() })
}

/// Names and descriptions of the rows of a list.
fn told(table: &Table, list: &str, element: Row<'_>) -> Value {
    table
        .all_of(list, element)
        .map(|row| json!({ "name": row.text("name"), "description": row.text("about") }))
        .collect()
}

/// An event's description, with the fields of its detail.
fn told_event(table: &Table, row: Row<'_>) -> String {
    let fields = table.fields_of(row.text("detail"));
    match fields.is_empty() {
        true => row.text("about").to_owned(),
        false => format!(
            "{} Its `detail` has `{}`.",
            row.text("about"),
            fields.join("`, `")
        ),
    }
}

/// The value of an attribute that is missing, as code.
fn default(row: Row<'_>) -> String {
    match row.takes() {
        Some(Takes::OneOf(_) | Takes::Language | Takes::Text) => {
            format!("\"{}\"", row.text("default"))
        }
        _ => row.text("default").to_owned(),
    }
}
