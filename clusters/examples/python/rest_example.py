#!/usr/bin/env python3
"""Protected values through HBase's REST gateway, with Python's standard library alone.

    clusters/local up
    export DARTAGNAN_REST_URL="$(clusters/local gateway rest)"
    python3 clusters/examples/python/rest_example.py

To this program the gateway is HBase's own: rows, columns and values travel as base64 in JSON, and a
protected column is used like any other. Only the schema says which columns those are.
"""

import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request

TABLE = "rest-example"

# What is declared about protection stands beside the settings of HBase's own.
SCHEMA = {
    "name": TABLE,
    "ColumnSchema": [{"name": "f"}],
    "dartagnan.column.f:name": "xor string(31)",
    "dartagnan.column.f:city": "replicated string(31)",
    "dartagnan.column.f:age": "additive int64",
    "dartagnan.column.f:ward": "plain",
}


class Rest:
    """HBase's REST gateway."""

    def __init__(self, url):
        self.url = url

    def call(self, method, path, body=None):
        """Sends one request; returns status, JSON of the answer, and the address of what it made."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Accept": "application/json", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
                return answer.status, json.loads(text or "null"), answer.headers["Location"]
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode(errors="replace"), None

    def do(self, method, path, body=None):
        """The same for a request that must succeed."""
        status, answer, made = self.call(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return made if made else answer

    def scan(self, table, **options):
        """Rows of a scanner, page by page."""
        scanner = self.do("PUT", f"/{table}/scanner", {"batch": 100, **options})
        scanner = urllib.parse.urlparse(scanner).path
        rows = []
        try:
            while page := self.do("GET", scanner):
                rows += page["Row"]
            return rows
        finally:
            self.do("DELETE", scanner)


def base(value):
    """Base64 of text, of bytes, or of a number as HBase's Bytes.toBytes(long) has it."""
    if isinstance(value, int):
        value = value.to_bytes(8, "big", signed=True)
    return base64.b64encode(value if isinstance(value, bytes) else value.encode()).decode()


def row(key, *cells):
    """A row to be written: its key, and pairs of column and value."""
    return {"key": base(key), "Cell": [{"column": base(c), "$": base(v)} for c, v in cells]}


def shown(answer):
    """Rows as a person reads them: key, then columns with their values."""
    text = []
    for each in answer["Row"] if isinstance(answer, dict) else answer:
        cells = []
        for cell in each["Cell"]:
            column = base64.b64decode(cell["column"]).decode()
            value = base64.b64decode(cell["$"])
            number = column == "f:age"
            cells.append(
                f"{column}={int.from_bytes(value, 'big', signed=True) if number else value.decode()}"
            )
        text.append(f"{base64.b64decode(each['key']).decode()} {' '.join(cells)}")
    return "; ".join(text)


def condition(column, operator, value):
    """HBase's SingleColumnValueFilter, as a scanner takes it."""
    family, qualifier = column.split(":")
    return {
        "type": "SingleColumnValueFilter",
        "op": operator,
        "family": base(family),
        "qualifier": base(qualifier),
        "ifMissing": True,
        "latestVersion": True,
        "comparator": {"type": "BinaryComparator", "value": base(value)},
    }


def main():
    rest = Rest(os.environ["DARTAGNAN_REST_URL"])
    print("HBase", rest.do("GET", "/version/cluster")["Version"])

    if rest.call("GET", f"/{TABLE}/exists")[0] == 200:
        rest.do("DELETE", f"/{TABLE}/schema")
    rest.do("PUT", f"/{TABLE}/schema", SCHEMA)
    print("listed:", {"name": TABLE} in rest.do("GET", "/")["table"])
    print("declared:", rest.do("GET", f"/{TABLE}/schema")["dartagnan.column.f:name"])

    rest.do(
        "PUT",
        f"/{TABLE}/rows",  # any word in the place of the row: the keys are in the body
        {
            "Row": [
                row("ann", ("f:name", "Ann Featherstone"), ("f:city", "Guimaraes"), ("f:age", 30)),
                row("bob", ("f:name", "Bob Wetherby"), ("f:city", "Santarem"), ("f:age", 40)),
                row("cy", ("f:name", "Cy Thistlewood"), ("f:age", 50), ("f:ward", "Cardiology")),
            ]
        },
    )
    print("get:", shown(rest.do("GET", f"/{TABLE}/ann")))
    print("multi-get:", shown(rest.do("GET", f"/{TABLE}/multiget/f:name?row=ann&row=bob")))
    print("scan:", shown(rest.do("GET", f"/{TABLE}/*?column=f:age")))
    print("scan of a prefix:", shown(rest.do("GET", f"/{TABLE}/b*?column=f:age")))

    # The clouds judge these filters on shares: none of them learns a name, a city or an age.
    text = urllib.parse.quote("SingleColumnValueFilter('f', 'name', =, 'binary:Bob Wetherby', true, true)")
    print("filter string:", shown(rest.do("GET", f"/{TABLE}/*?filter={text}")))
    younger = condition("f:age", "LESS", 45)
    print("filter:", shown(rest.scan(TABLE, filter=json.dumps(younger))))
    either = {
        "type": "FilterList",
        "op": "MUST_PASS_ONE",
        "filters": [condition("f:city", "EQUAL", "Guimaraes"), condition("f:age", "GREATER", 45)],
    }
    print("filter list:", shown(rest.scan(TABLE, filter=json.dumps(either))))

    # The last cell of a check is the value that has to be there.
    moves = row("bob", ("f:city", "Portalegre"), ("f:city", "Santarem"))
    print("check and put:", rest.call("PUT", f"/{TABLE}/bob?check=put", {"Row": [moves]})[0])
    print("once more:", rest.call("PUT", f"/{TABLE}/bob?check=put", {"Row": [moves]})[0])
    rest.do("PUT", f"/{TABLE}/bob?check=increment", {"Row": [row("bob", ("f:age", "2"))]})
    rest.do("PUT", f"/{TABLE}/bob?check=append", {"Row": [row("bob", ("f:name", " Junior"))]})
    print("then:", shown(rest.do("GET", f"/{TABLE}/bob")))

    rest.do("DELETE", f"/{TABLE}/bob/f:city")
    print("cell deleted:", shown(rest.do("GET", f"/{TABLE}/bob")))
    left = row("bob", ("f:name", "Bob Wetherby Junior"))
    print("check and delete:", rest.call("PUT", f"/{TABLE}/bob?check=delete", {"Row": [left]})[0])
    rest.do("DELETE", f"/{TABLE}/bob")
    print("row deleted:", rest.call("GET", f"/{TABLE}/bob")[0])

    too_long = row("dee", ("f:name", "Dee " * 10))
    status, reason, _ = rest.call("PUT", f"/{TABLE}/dee", {"Row": [too_long]})
    print("refused:", status, "string(31)" in reason)

    print("regions:", len(rest.do("GET", f"/{TABLE}/regions")["Region"]))
    print("live nodes:", len(rest.do("GET", "/status/cluster")["LiveNodes"]))


if __name__ == "__main__":
    main()
