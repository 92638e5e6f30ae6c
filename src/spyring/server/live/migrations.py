"""The schemas of both stores, version by version: a new store takes every step, an old one those it lacks."""

# SQLite keeps its version in the file's header (PRAGMA user_version).
SQLITE = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        phase TEXT NOT NULL,
        listed INTEGER NOT NULL,
        game TEXT NOT NULL,
        made REAL NOT NULL
    );
    CREATE INDEX tables_by_phase ON tables (phase, listed, made);
    CREATE TABLE entries (
        tbl TEXT NOT NULL,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (tbl, number)
    ) WITHOUT ROWID;
    """,
    # Version 1 did not know which tables go on by themselves: look at all of them once.
    """
    ALTER TABLE tables ADD COLUMN due REAL;
    UPDATE tables SET due = 0 WHERE phase = 'playing';
    CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
    """,
)

# PostgreSQL keeps it in a row. Ids, codes and phases are compared byte by byte.
POSTGRES = (
    """
    CREATE TABLE tables (
        id text COLLATE "C" PRIMARY KEY,
        code text COLLATE "C" NOT NULL UNIQUE,
        phase text COLLATE "C" NOT NULL,
        listed boolean NOT NULL,
        game text NOT NULL,
        made double precision NOT NULL,
        due double precision
    );
    CREATE INDEX tables_by_phase ON tables (phase, listed, made);
    CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
    CREATE TABLE entries (
        tbl text COLLATE "C" NOT NULL,
        number integer NOT NULL,
        body text COLLATE "C" NOT NULL,
        PRIMARY KEY (tbl, number)
    );
    """,
    # Version 1 did not know of several workers. Who is alive need not survive a crash of the database.
    """
    CREATE UNLOGGED TABLE workers (name text COLLATE "C" PRIMARY KEY, until timestamptz NOT NULL);
    CREATE TABLE leases (
        tbl text COLLATE "C" PRIMARY KEY,
        worker text COLLATE "C" NOT NULL,
        epoch bigint NOT NULL
    );
    """,
)
