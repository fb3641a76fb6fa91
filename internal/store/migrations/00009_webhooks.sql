-- +goose Up

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
  next_at     bigint not null,
  primary key (endpoint_id, event_id)
);

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

-- +goose Down
drop table webhook_deliveries;
drop table webhook_positions;
drop table webhook_endpoints;
drop table feed_events;
drop table feed;
