-- +goose Up

-- The public log of an event: a Merkle tree over its audit rows, which a job grows behind
-- the ledger (decision 0081). What an entry says follows from its row and the key.

create table event_logs (
  event_id   text primary key references events (id),
  key        bytea not null, -- of the pseudonyms and salts: tlog.EventKey
  -- the tree: how many audit rows are in it, and its root
  size       bigint not null,
  root       bytea not null,
  -- the newest checkpoint that was signed, as it is served; '' and 0: none was yet
  checkpoint text not null,
  signed     bigint not null,
  signed_at  bigint not null
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
