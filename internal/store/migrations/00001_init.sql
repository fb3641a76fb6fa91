-- +goose Up

-- Portable between SQLite and PostgreSQL: text, bigint, boolean, bytea; times
-- are microseconds since 1970 UTC, money would be minor units. Every table that
-- the sequencer writes begins its primary key with event_id, so that the schema
-- can be distributed by event without a rewrite.

create table organizations (
  id         text primary key,
  name       text not null,
  created_at bigint not null
);

-- Keys that this installation signs and authenticates with, made at first start.
create table server_keys (
  purpose    text primary key, -- 'audit' (Ed25519 seed), 'link' (HMAC key)
  secret     bytea not null,
  created_at bigint not null
);

create table api_keys (
  id         text primary key,
  org_id     text not null references organizations (id),
  name       text not null,
  role       text not null check (role in ('owner', 'organizer', 'box_office', 'door', 'viewer')),
  hash       bytea not null unique, -- SHA-256 of the key, which is 256 random bits
  created_at bigint not null,
  expires_at bigint not null,       -- 0: never
  revoked_at bigint not null        -- 0: live
);

create table events (
  id          text primary key,
  org_id      text not null references organizations (id),
  -- what people read
  title       text not null,
  description text not null,
  location    text not null,
  -- what decisions read
  status      text not null check (status in ('draft', 'published', 'cancelled')),
  starts_at   bigint not null,
  ends_at     bigint not null,
  timezone    text not null,
  settings    text not null, -- JSON of inventory.Settings
  -- for later rooms, opaque here
  reminders   text not null, -- JSON array of seconds before the start
  created_at  bigint not null,
  updated_at  bigint not null,
  -- where the ledger and the waitlist stand
  version     bigint not null,
  seq         bigint not null,
  head_hash   bytea not null, -- hash of audit row seq
  head_sig    bytea not null, -- Ed25519 over (id, seq, head_hash) by the server key 'audit'
  join_no     bigint not null,
  clock       bigint not null,
  due_at      bigint not null, -- 0: nothing is due
  wave_started_at bigint not null,
  wave_used   bigint not null,
  swept_at    bigint not null,
  live_offers bigint not null
);
create index events_by_org on events (org_id, id);
create index events_due on events (due_at) where due_at > 0;

create table pools (
  event_id  text not null references events (id),
  id        text not null,
  name      text not null,
  position  bigint not null,
  capacity  bigint not null check (capacity >= 0),
  held      bigint not null check (held >= 0),
  confirmed bigint not null check (confirmed >= 0),
  blocked   bigint not null check (blocked >= 0),
  primary key (event_id, id)
);

create table tiers (
  event_id text not null references events (id),
  id       text not null,
  name     text not null,
  position bigint not null,
  -- what a unit costs: minor units of the event's currency, tax in basis points
  price        bigint not null check (price >= 0),
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  -- when, how many at once and to whom it is sold; 0: no bound
  sale_starts_at bigint not null,
  sale_ends_at   bigint not null,
  max_per_order  bigint not null,
  hidden         bigint not null check (hidden in (0, 1)),
  primary key (event_id, id)
);

create table tier_pools (
  event_id text not null,
  tier_id  text not null,
  pool_id  text not null,
  position bigint not null,
  primary key (event_id, tier_id, pool_id),
  foreign key (event_id, tier_id) references tiers (event_id, id),
  foreign key (event_id, pool_id) references pools (event_id, id)
);

create table lanes (
  event_id  text not null,
  tier_id   text not null,
  class     bigint not null,
  waiting   bigint not null check (waiting >= 0),
  last_rank bigint not null,
  primary key (event_id, tier_id, class)
);

-- How many entries of a lane wait within each stretch of line numbers, as a
-- radix tree: bucket b of level l covers the line numbers b*64^l … (b+1)*64^l-1.
-- A place on the waitlist is the sum of at most 63 counts per level, however long the
-- line is.
create table waitlist_counts (
  event_id text not null,
  tier_id  text not null,
  class    bigint not null,
  level    bigint not null,
  bucket   bigint not null,
  waiting  bigint not null,
  primary key (event_id, tier_id, class, level, bucket)
);

-- Personal data lives here (and in guests of holds and entries), and nowhere
-- else: audit rows name people by id only.
create table people (
  event_id   text not null,
  id         text not null,
  user_id    text not null, -- 'erased:' and the id, once erased
  email      text not null,
  name       text not null,
  locale     text not null,
  -- a live registration or open offer's hold, and a live entry: '' for none
  hold_id    text not null,
  entry_id   text not null,
  units      bigint not null,
  created_at bigint not null,
  erased_at  bigint not null,
  primary key (event_id, id)
);
create unique index people_by_user on people (event_id, user_id);

create table holds (
  event_id   text not null,
  id         text not null,
  kind       text not null check (kind in ('registration', 'order', 'block')),
  state      text not null check (state in ('held', 'confirmed', 'released')),
  person_id  text not null, -- '' for a block
  tier_id    text not null, -- '' for an order, whose items have tiers
  units      bigint not null check (units > 0),
  entry_id   text not null,
  offer_id   text not null,
  guests     text not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  reason     text not null,
  last_seq   bigint not null,
  primary key (event_id, id)
);
create unique index holds_live_person on holds (event_id, person_id) where kind = 'registration' and state <> 'released';
create index holds_due on holds (event_id, expires_at) where state = 'held' and expires_at > 0;
-- These cost a registration nothing: a row enters them when it is over, or is a block.
create index holds_released on holds (event_id, id) where state = 'released';
create index holds_released_person on holds (event_id, person_id, last_seq) where state = 'released';
create index holds_live_orders on holds (event_id, person_id, id) where kind = 'order' and state <> 'released';
create index holds_blocks on holds (event_id, id) where kind = 'block';

create table waitlist_entries (
  event_id   text not null,
  id         text not null,
  state      text not null check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'removed', 'closed')),
  person_id  text not null,
  tier_id    text not null,
  units      bigint not null check (units > 0),
  class      bigint not null,
  join_no    bigint not null,
  rank       bigint not null,
  wish       text not null default '', -- JSON of inventory.SeatWish; '': units of the tier
  passes     bigint not null,
  guests     text not null,
  offer_id   text not null,
  joined_at  bigint not null,
  joined_seq bigint not null,
  left_seq   bigint not null,
  updated_at bigint not null,
  reason     text not null,
  last_seq   bigint not null,
  primary key (event_id, id)
);
create unique index entries_by_join_no on waitlist_entries (event_id, join_no);
create unique index entries_live_person on waitlist_entries (event_id, person_id) where state = 'waiting' or state = 'offered';
create index entries_waiting on waitlist_entries (event_id, tier_id, class, rank, join_no) where state = 'waiting';
-- Loaded with the state of an event with seats; no other entry is in it.
create index entries_wishing on waitlist_entries (event_id, rank, join_no) where state = 'waiting' and wish <> '';
-- Wide enough to tell who stood ahead of whom without reading the row: a history
-- skips all those who left behind.
create index entries_gone on waitlist_entries (event_id, tier_id, left_seq, rank, join_no, joined_seq) where left_seq > 0;
create index entries_ended_person on waitlist_entries (event_id, person_id, last_seq) where state <> 'waiting' and state <> 'offered';

create table offers (
  event_id         text not null,
  id               text not null,
  state            text not null check (state in ('open', 'accepted', 'declined', 'expired', 'revoked')),
  entry_id         text not null,
  order_id         text not null,
  person_id        text not null,
  opened_at        bigint not null,
  window_starts_at bigint not null,
  expires_at       bigint not null,
  ended_at         bigint not null,
  extensions       bigint not null,
  rule_version     bigint not null,
  last_seq         bigint not null,
  primary key (event_id, id)
);
create unique index offers_open_entry on offers (event_id, entry_id) where state = 'open';

create table audit (
  event_id text not null,
  seq      bigint not null,
  at       bigint not null,
  actor    text not null,
  subject  text not null,
  state_from text not null,
  state_to text not null,
  reason   text not null,
  rule_version bigint not null,
  related  text not null,
  units    bigint not null,
  prev_seq bigint not null,
  hash     bytea not null,
  primary key (event_id, seq)
);

-- The inbox: what people are told, written in the transaction of the change it
-- tells of. What became of it is in deliveries.
create table messages (
  event_id   text not null,
  seq        bigint not null, -- of the audit row
  person_id  text not null,
  kind       text not null,
  ref        text not null,
  created_at bigint not null,
  primary key (event_id, seq)
);
create index messages_by_person on messages (event_id, person_id, seq);

-- Replies to changes that came with an Idempotency-Key. scope is the event, or
-- the organization for what is not inside an event.
create table idempotency_keys (
  scope      text not null,
  caller     text not null,
  key        text not null,
  body_hash  bytea not null,
  reply      text not null,
  created_at bigint not null,
  primary key (scope, caller, key)
);
create index idempotency_old on idempotency_keys (created_at);

-- Without SMTP, mail that would have been sent, for the local mailbox page.
create table mailbox (
  id         text primary key,
  sent_at    bigint not null,
  recipient  text not null,
  subject    text not null,
  text_body  text not null,
  html_body  text not null,
  calendar   text not null -- the calendar entry that came with it, or ''
);
create index mailbox_by_time on mailbox (sent_at);

-- +goose Down
drop table mailbox;
drop table idempotency_keys;
drop table messages;
drop table audit;
drop table offers;
drop table waitlist_entries;
drop table holds;
drop table people;
drop table waitlist_counts;
drop table lanes;
drop table tier_pools;
drop table tiers;
drop table pools;
drop table events;
drop table api_keys;
drop table server_keys;
drop table organizations;
