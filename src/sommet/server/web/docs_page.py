"""The HTTP interface described for people, made from the OpenAPI document alone."""

import html
import json
from typing import Any

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
article { margin: 1.5rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: 0.15rem 1rem 0.15rem 0; }
.method { display: inline-block; min-width: 3.5em; font-weight: 700; }
"""


def _schema_name(schema: dict[str, Any]) -> str:
    """Return a short name for a schema: `TableCreated`, `list of Player`, `integer or null`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#schema-{name}">{name}</a>'
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_schema_name(option) for option in schema[key])
    if "const" in schema:
        return f"<code>{html.escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{html.escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_schema_name(schema.get('items', {}))}"
    return html.escape(str(schema.get("type", "anything")))


def _content_name(content: dict[str, Any]) -> str:
    return ", ".join(
        f"{html.escape(kind)}: {_schema_name(body.get('schema', {}))}"
        for kind, body in content.items()
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = [
        f"<tr><th><code>{html.escape(parameter['name'])}</code></th>"
        f"<td>{_schema_name(parameter.get('schema', {}))}</td>"
        f"<td>{html.escape(parameter.get('description', ''))}</td></tr>"
        for parameter in operation.get("parameters", [])
    ]
    if "requestBody" in operation:
        rows.append(
            f"<tr><th>body</th><td>{_content_name(operation['requestBody']['content'])}</td></tr>"
        )
    rows.extend(
        f"<tr><th>{status}</th><td>{_content_name(answer.get('content', {}))}</td></tr>"
        for status, answer in operation.get("responses", {}).items()
    )
    return (
        f'<article><h3><span class="method">{method.upper()}</span> '
        f"<code>{html.escape(path)}</code></h3>"
        f"<p>{html.escape(operation.get('description', ''))}</p>"
        f"<table>{''.join(rows)}</table></article>"
    )


def _schema(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    rows = [
        f"<tr><th><code>{html.escape(field)}</code>{'' if field in required else '?'}</th>"
        f"<td>{_schema_name(body)}</td><td>{html.escape(body.get('description', ''))}</td></tr>"
        for field, body in schema.get("properties", {}).items()
    ]
    return (
        f'<article id="schema-{name}"><h3>{name}</h3>'
        f"<p>{html.escape(schema.get('description', ''))}</p>"
        f"<table>{''.join(rows)}</table></article>"
    )


def render_docs(document: dict[str, Any]) -> str:
    """Return an OpenAPI document as a page without scripts."""
    info = document["info"]
    operations = [
        _operation(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = document.get("components", {}).get("schemas", {})
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(info['title'])}</title>"
        '<link rel="stylesheet" href="/docs.css"></head><body>'
        f"<h1>{html.escape(info['title'])} {html.escape(info['version'])}</h1>"
        f"<p>{html.escape(info.get('description', ''))}</p>"
        '<p>For programs: <a href="/openapi.json">/openapi.json</a>.</p>'
        f"<h2>Requests</h2>{''.join(operations)}"
        f"<h2>Types</h2>{''.join(_schema(name, body) for name, body in sorted(schemas.items()))}"
        "</body></html>"
    )
