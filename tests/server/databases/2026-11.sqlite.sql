create table if not exists answers (
    table_id text not null,
    seq integer not null,
    at integer not null,
    body blob not null,
    heard integer not null,
    command text,
    n integer not null,
    primary key (table_id, seq)
) without rowid;
create unique index if not exists commands on answers (table_id, command)
    where command is not null;
create table if not exists tables (
    id text primary key,
    code text not null unique,
    game text not null,
    phase text not null,
    public integer not null,
    seats integer not null,
    free integer not null,
    names text not null,
    made integer not null,
    due integer
) without rowid;
create index if not exists tables_due on tables (due) where due is not null;
create index if not exists tables_open on tables (made) where public = 1 and phase = 'lobby';
create table if not exists chairs (
    table_id text not null,
    person text not null,
    made integer not null,
    primary key (table_id, person)
) without rowid;
create index if not exists chairs_of on chairs (person, made);
create table if not exists people (id text primary key, name text not null) without rowid;
create table if not exists secrets (name text primary key, value blob not null) without rowid;
