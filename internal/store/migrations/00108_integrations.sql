-- +goose Up

-- What other programs are told and given, and the list of erased people.

-- The changes of an organization's events in one order, as ranges of ledgers.
-- Gathered when somebody asks, not in the transaction of a change: that would
-- be one row for all events of an organization to fight over.
create table feed (
  org_id      text not null references organizations (id),
  no          bigint not null, -- 1, 2, 3, … without gaps
  event_id    text not null references events (id),
  from_seq    bigint not null,
  to_seq      bigint not null,
  gathered_at bigint not null,
  primary key (org_id, no)
);

-- Up to where the ledger of an event is in the feed.
create table feed_events (
  event_id text primary key references events (id),
  seq      bigint not null
);

create table webhook_endpoints (
  id             text primary key,
  org_id         text not null references organizations (id),
  url            text not null,
  description    text not null,
  types          text not null,   -- JSON array of patterns; empty: everything
  state          text not null check (state in ('enabled', 'paused', 'disabled')),
  reason         text not null,   -- of disabled
  secret_version bigint not null, -- the secret is derived from it, and not stored
  rotated_at     bigint not null, -- the version before signs too for a while from then on
  created_at     bigint not null,
  succeeded_at   bigint not null, -- last; 0: never
  failing_since  bigint not null, -- the first failure since; 0: none
  leased_by      text not null,   -- the process that delivers
  leased_until   bigint not null
);
create index webhook_endpoints_by_org on webhook_endpoints (org_id, id);

-- How far an endpoint has taken an event's ledger. No row: not at all.
create table webhook_positions (
  endpoint_id text not null references webhook_endpoints (id),
  event_id    text not null references events (id),
  seq         bigint not null,
  attempts    bigint not null, -- of the change that comes next
  failing_since bigint not null, -- when it was first tried; 0: not yet
  next_at     bigint not null, -- 0: nothing has to be tried again
  primary key (endpoint_id, event_id)
);
create index webhook_positions_again on webhook_positions (endpoint_id, next_at) where next_at > 0;

-- What became of each change that was sent, for a while.
create table webhook_deliveries (
  endpoint_id text not null references webhook_endpoints (id),
  event_id    text not null references events (id),
  seq         bigint not null,
  type        text not null,
  state       text not null check (state in ('delivered', 'retrying', 'failed')),
  attempts    bigint not null,
  status      bigint not null, -- of the last answer; 0: none
  error       text not null,
  first_at    bigint not null,
  last_at     bigint not null,
  primary key (endpoint_id, event_id, seq)
);
create index webhook_deliveries_by_time on webhook_deliveries (endpoint_id, last_at, event_id, seq);

-- Files that were made of an event's rows, and how far the work on them is.
create table exports (
  event_id    text not null references events (id),
  id          text not null,
  series_id   text not null default '', -- of which it has the rows of all events; '': those of event_id
  kind        text not null check (kind in ('guests', 'orders', 'waitlist', 'applications', 'invitations', 'checkins', 'audit')),
  format      text not null check (format in ('csv', 'xlsx')),
  state       text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done   bigint not null,
  size        bigint not null, -- bytes of the file, once done
  created_by  text not null,
  created_at  bigint not null,
  finished_at bigint not null, -- 0: not yet
  expires_at  bigint not null, -- of the file; 0: there is none
  file        boolean not null, -- there may be one to delete
  primary key (event_id, id)
);
create index exports_files on exports (expires_at) where file;
create index exports_of_series on exports (series_id, created_at) where series_id <> '';

-- Guest lists, and sales of other shops, on their way into an event, and how far they are.
create table imports (
  event_id    text not null references events (id),
  id          text not null,
  source      text not null,    -- '': a guest list; else the shop that has sold
  state       text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  join_waitlist   boolean not null, -- who finds no place waits on the waitlist
  total       bigint not null,  -- lines
  worked      bigint not null,  -- of them; the rest has not been looked at
  confirmed   bigint not null,
  waiting     bigint not null,
  known       bigint not null,  -- had come in before
  refused     bigint not null,
  people      text not null,    -- JSON of the lines; '' as soon as nobody needs it any more
  digest      text not null,    -- of the file, to know it again
  created_by  text not null,
  created_at  bigint not null,
  finished_at bigint not null,  -- 0: not yet
  primary key (event_id, id)
);

-- Lines that the heart refused, and why.
create table import_refusals (
  event_id  text not null,
  import_id text not null,
  line      bigint not null,
  label     text not null,
  code      text not null,
  primary key (event_id, import_id, line),
  foreign key (event_id, import_id) references imports (event_id, id)
);

-- Who was erased, by the ids that mean nothing to others: people of events, and
-- accounts, which are in none (event_id ''). A copy of the list is kept outside
-- of the database, so that a backup from before an erasure does not undo it.
create table erasures (
  event_id  text not null,
  id        text not null,
  erased_at bigint not null,
  kept      boolean not null, -- it is in the copy
  primary key (event_id, id)
);
create index erasures_to_keep on erasures (event_id, id) where not kept;
