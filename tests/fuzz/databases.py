"""Writes the first inputs of fuzz_databases: databases.py FOLDER"""
import pathlib
import sqlite3
import sys

INPUTS = {
    'texts': ['create table a (id integer primary key, title text, body text, day date)',
              "insert into a values (1, 'oven', 'flour butter', '2024-01-02')",
              "insert into a values (7, null, 3.5, x'00')"],
    'indexed': ['create table a (id text primary key, n int as (length(id)), body) without rowid',
                'create index b on a (body desc)', "insert into a (id, body) values ('b', 1e99)"],
    'view': ['create view a as select y, count(*) n from b group by y', 'create table b (y)',
             "insert into b values ('goal'), ('goal')"],
    'long': ['create table a (body text)', "insert into a values (printf('%.1500c', 'x'))"],
    'words': ['create virtual table a using fts5 (body)', "insert into a values ('flour butter')"],
    'several': ['create table a (x)', 'create table "b ""c" (x)'],
    'utf16': ['pragma encoding = "UTF-16le"', 'create table a (x)', "insert into a values ('é')"],
    'none': ['pragma user_version = 1'],
    'wal': ['pragma journal_mode = wal', 'create table a (x)', 'insert into a values (1)'],
}


def main(folder):
    for name, statements in INPUTS.items():
        path = pathlib.Path(folder, name)
        path.unlink(missing_ok=True)
        database = sqlite3.connect(path)
        database.execute('pragma page_size = 512')
        for statement in statements:
            database.execute(statement)
            database.commit()
        database.close()


main(*sys.argv[1:])
