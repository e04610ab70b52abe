"""What an archive holds, as a list of steps: each makes the version that bears its number.

>>> VERSION
2
"""

APPLICATION = 0x434F5550
"""What the header of an archive says it is: the letters COUP."""

GAMES = (
    """
    CREATE TABLE game (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        start TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        began TEXT NOT NULL,
        changed TEXT NOT NULL,
        winner INTEGER,
        score INTEGER,
        reason TEXT,
        detail TEXT NOT NULL,
        tags TEXT NOT NULL,
        series TEXT NOT NULL,
        number INTEGER NOT NULL,
        ours INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        keyed INTEGER NOT NULL DEFAULT 0,
        digest TEXT
    )
    """,
    "CREATE INDEX game_series ON game (series, number) WHERE series <> ''",
    "CREATE INDEX game_digest ON game (digest)",
    """
    CREATE TABLE ply (
        game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        move TEXT NOT NULL,
        seconds REAL,
        value INTEGER,
        comment TEXT NOT NULL,
        key INTEGER,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX ply_key ON ply (key) WHERE key IS NOT NULL",
)

ANALYSES_AND_LESSONS = (
    """
    CREATE TABLE analysis (
        rules TEXT NOT NULL,
        position TEXT NOT NULL,
        game TEXT NOT NULL,
        text TEXT NOT NULL,
        all_moves INTEGER NOT NULL,
        proved INTEGER NOT NULL,
        kind TEXT NOT NULL,
        depth INTEGER NOT NULL,
        asked INTEGER,
        seconds REAL NOT NULL,
        answer TEXT NOT NULL,
        made TEXT NOT NULL
    )
    """,
    "CREATE INDEX analysis_position ON analysis (rules, position)",
    """
    CREATE TABLE lesson (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        position TEXT NOT NULL,
        best TEXT NOT NULL,
        value INTEGER NOT NULL,
        second INTEGER,
        played TEXT NOT NULL,
        origin TEXT NOT NULL,
        asked INTEGER NOT NULL DEFAULT 0,
        right INTEGER NOT NULL DEFAULT 0,
        streak INTEGER NOT NULL DEFAULT 0,
        last TEXT NOT NULL DEFAULT '',
        UNIQUE (game, position)
    )
    """,
)

MIGRATIONS = (GAMES, ANALYSES_AND_LESSONS)
"""A file's version is the number of these it has been through; new ones come at the end."""

VERSION = len(MIGRATIONS)
