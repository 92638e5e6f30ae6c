"""Readers: what a store holds, as rows (number, entry) by table."""

import json
import sqlite3
from collections import defaultdict


def from_sqlite(path):
    """The logs of all tables in a file."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        rows = store.execute("SELECT tbl, number, body FROM entries ORDER BY tbl, number").fetchall()
    store.close()
    return by_table(rows)


def by_table(rows):
    logs = defaultdict(list)
    for table, number, body in rows:
        logs[table].append((number, json.loads(body)))
    return dict(logs)
