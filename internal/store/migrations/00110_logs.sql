-- +goose Up

-- The public log of an event: a Merkle tree over its audit rows, which a job grows behind
-- the ledger (decision 0081).

create table event_logs (
  event_id   text primary key references events (id),
  key        bytea not null, -- of the pseudonyms: tlog.EventKey
  -- the tree: how many audit rows are in it, and its root
  size       bigint not null,
  root       bytea not null,
  -- the newest checkpoint that was signed, as it is served; '' and 0: none was yet
  checkpoint text not null,
  signed     bigint not null,
  signed_at  bigint not null,
  -- how many rows the newest of its checkpoints is of that the log of the installation has
  included   bigint not null
);

-- Runs of up to 256 hashes of a level of the tree, from the left. The rightmost of each
-- level grows.
create table log_tiles (
  event_id text not null references event_logs (event_id),
  level    bigint not null,
  n        bigint not null,
  hashes   bytea not null,
  primary key (event_id, level, n)
);

-- The entries of 256 audit rows each, as they were signed, and the chance that the hash of each
-- row is salted with (decision 0153). The last of them grows. Of a row about somebody who was
-- erased the salt is zero.
create table log_bundles (
  event_id text not null references event_logs (event_id),
  n        bigint not null,
  entries  bytea not null, -- packed: tlog.PackBundle
  salts    bytea not null, -- 16 bytes for each row
  primary key (event_id, n)
);

-- The log of the installation: a Merkle tree over the signed checkpoints of the logs of
-- events, in the order in which a job takes them in (decision 0115).

create table installation_log (
  id         bigint primary key check (id = 1),
  size       bigint not null,
  root       bytea not null,
  checkpoint text not null,
  signed     bigint not null,
  signed_at  bigint not null
);

create table installation_entries (
  n          bigint primary key, -- from 0
  event_id   text not null references event_logs (event_id),
  size       bigint not null, -- of the checkpoint
  checkpoint text not null,
  sealed     boolean not null -- everybody reads a salted hash of it
);
create unique index installation_entries_once on installation_entries (event_id, size);

create table installation_tiles (
  level  bigint not null,
  n      bigint not null,
  hashes bytea not null,
  primary key (level, n)
);

-- checkpoints that are not in the log of the installation yet
create index event_logs_due on event_logs (event_id) where signed > included;

-- How an event stood after some of its audit rows, for whoever asks how it stood then
-- (decision 0141). Each row has what changed since the one before it. All follow from the
-- audit rows: what is in doubt is deleted and made again.
create table replay_snapshots (
  event_id text not null references events (id),
  seq      bigint not null, -- the audit row after which it stood so
  format   bigint not null, -- replay.DeltaFormat
  row_hash bytea not null,  -- that audit row's, in the chain
  delta    bytea not null,  -- replay.Delta, compressed
  sum      bytea not null,  -- SHA-256 of all of this and of the sum before
  primary key (event_id, seq)
);
