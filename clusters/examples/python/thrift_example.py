#!/usr/bin/env python3
"""Protected values through HBase's Thrift gateway, with happybase.

    clusters/local up
    export DARTAGNAN_THRIFT="$(clusters/local gateway thrift \\
        --set 'dartagnan.schema.thrift-*.default=xor bytes(64)' \\
        --set 'dartagnan.schema.thrift-*.column.f:age=additive int64')"
    python3 -m venv venv && venv/bin/pip install -r clusters/examples/python/requirements.txt
    venv/bin/python clusters/examples/python/thrift_example.py

Thrift has no place for a schema in createTable. So the gateway's configuration has one for the names
of tables, as above; a table that is made elsewhere (REST, Java, "dartagnan import") brings its own.
"""

import os
import pathlib

import happybase
import thriftpy2
import thriftpy2.rpc
from Hbase_thrift import IllegalArgument  # happybase has loaded HBase's interface under this name

TABLE = "thrift-example"


def number(value):
    """A number as HBase's Bytes.toBytes(long) has it, which is what int64 columns take."""
    return value.to_bytes(8, "big", signed=True)


def shown(rows):
    """Rows as a person reads them: key, then columns with their values."""
    text = []
    for key, cells in rows:
        values = [
            f"{column.decode()}="
            f"{int.from_bytes(value, 'big', signed=True) if column == b'f:age' else value.decode()}"
            for column, value in sorted(cells.items())
        ]
        text.append(f"{key.decode()} {' '.join(values)}")
    return "; ".join(text)


def main():
    host, port = os.environ["DARTAGNAN_THRIFT"].rsplit(":", 1)
    connection = happybase.Connection(host, int(port), timeout=60_000)
    if TABLE.encode() in connection.tables():
        connection.delete_table(TABLE, disable=True)
    connection.create_table(TABLE, {"f": {"max_versions": 1}})
    print("listed:", TABLE.encode() in connection.tables())

    table = connection.table(TABLE)
    table.put(b"ann", {b"f:name": b"Ann Quillfeather", b"f:age": number(30)})
    with table.batch() as batch:
        batch.put(b"bob", {b"f:name": b"Bob Marchbanks", b"f:age": number(40)})
        batch.put(b"cy", {b"f:name": b"Cy Underhill", b"f:age": number(50)})
    print("get:", shown([(b"ann", table.row(b"ann"))]))
    print("multi-get:", shown(table.rows([b"ann", b"bob"], columns=[b"f:name"])))
    print("scan:", shown(table.scan(columns=[b"f:age"])))
    print("scan of a prefix:", shown(table.scan(row_prefix=b"b")))
    print("scan backwards:", shown(table.scan(columns=[b"f:age"], reverse=True, limit=2)))

    # The clouds judge these filters on shares: none of them learns a name.
    equal = b"SingleColumnValueFilter('f', 'name', =, 'binary:Bob Marchbanks', true, true)"
    print("filter:", shown(table.scan(filter=equal)))
    either = equal + b" OR SingleColumnValueFilter('f', 'name', >=, 'binary:Cy', true, true)"
    print("filter list:", shown(table.scan(filter=either)))

    check = thriftpy2.load(str(pathlib.Path(__file__).with_name("check.thrift")))
    with thriftpy2.rpc.client_context(check.Hbase, host, int(port)) as hbase:
        younger = check.Mutation(column=b"f:age", value=number(39))
        for attempt in ("check and put:", "once more:"):
            done = hbase.checkAndPut(TABLE.encode(), b"bob", b"f:age", number(40), younger, {})
            print(attempt, done)

    print("increment:", table.counter_inc(b"bob", b"f:age", 2))
    print("counter:", table.counter_get(b"bob", b"f:age"))

    table.delete(b"bob", columns=[b"f:age"])
    print("cell deleted:", shown([(b"bob", table.row(b"bob"))]))
    table.delete(b"bob")
    print("row deleted:", table.row(b"bob") == {})

    try:
        table.put(b"dee", {b"f:name": b"Dee " * 20})
    except IllegalArgument as refused:
        print("refused:", "bytes(64)" in str(refused.message))

    connection.compact_table(TABLE)
    print("regions:", len(table.regions()))


if __name__ == "__main__":
    main()
