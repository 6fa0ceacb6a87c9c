create table if not exists answers (
    table_id text not null,
    seq bigint not null,
    at bigint not null,
    body bytea not null,
    heard bigint not null,
    command text,
    n bigint not null,
    primary key (table_id, seq)
);
create unique index if not exists commands on answers (table_id, command)
    where command is not null;
create table if not exists tables (
    id text primary key,
    code text not null unique,
    game text not null,
    phase text not null,
    public boolean not null,
    seats bigint not null,
    free bigint not null,
    names text not null,
    made bigint not null,
    due bigint
);
create index if not exists tables_due on tables (due) where due is not null;
create index if not exists tables_open on tables (made) where public and phase = 'lobby';
create table if not exists chairs (
    table_id text not null,
    person text not null,
    made bigint not null,
    primary key (table_id, person)
);
create index if not exists chairs_of on chairs (person, made);
create table if not exists people (id text primary key, name text not null);
create table if not exists secrets (name text primary key, value bytea not null);
