-- +goose Up

-- Capacity that another system owns, as the tables of a restaurant, and who waits for it
-- (decision 0104). Changes are decided under the lock of the row in resources.

create table resources (
  id               text not null,
  org_id           text not null references organizations (id),
  key              text not null, -- what the organization calls it
  name             text not null,
  timezone         text not null,
  claim_window     bigint not null, -- how long an offer stands
  waitlist_limit   bigint not null,
  max_units        bigint not null, -- of one entry
  head_start       bigint not null, -- what one step of priority is worth
  position_display text not null check (position_display in ('exact', 'hidden')),
  notify_url       text not null,   -- where the other system is told what became of offers, or ''
  secret_version   bigint not null, -- of what both sign with, which is derived
  rotated_at       bigint not null,
  seq              bigint not null, -- how many changes there were of what follows
  joined           bigint not null, -- how many have joined
  created_at       bigint not null,
  updated_at       bigint not null,
  primary key (id)
);
create unique index resources_by_key on resources (org_id, key);

create table resource_entries (
  resource_id  text not null references resources (id),
  id           text not null,
  state        text not null check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'removed')),
  offer_id     text not null, -- that is open, or was accepted
  ended_at     bigint not null,
  ended_seq    bigint not null,
  user_id      text not null, -- '': erased, as what follows
  email        text not null,
  address      text not null, -- of email, to find it by
  name         text not null,
  attributes   text not null, -- JSON: what is asked for
  units        bigint not null check (units > 0),
  class        bigint not null,
  join_no      bigint not null,
  rank         bigint not null,
  joined_at    bigint not null,
  joined_seq   bigint not null,
  locale       text not null,
  request_hash bytea not null, -- of the request that made it, for who repeats it
  primary key (resource_id, id)
);
create unique index resource_entries_join_no on resource_entries (resource_id, join_no);
-- A person waits once.
create unique index resource_entries_live_user on resource_entries (resource_id, user_id) where state in ('waiting', 'offered');
create index resource_entries_live on resource_entries (resource_id, rank, join_no) where state in ('waiting', 'offered');
create index resource_entries_by_address on resource_entries (address) where address <> '';

-- What the other system said, once for each of its event ids.
create table resource_signals (
  resource_id text not null references resources (id),
  event_id    text not null,
  kind        text not null check (kind in ('released', 'withdrawn')),
  offered     bigint not null check (offered >= 0), -- of what was released: in offers, open and accepted
  taken       bigint not null check (taken >= 0),   -- withdrawn
  units       bigint not null check (units > 0),
  attributes  text not null, -- JSON, of what was released
  valid_until bigint not null,
  release_id  text not null, -- of what was withdrawn: from which
  at          bigint not null,
  seq         bigint not null,
  primary key (resource_id, event_id),
  check (kind = 'withdrawn' or offered + taken <= units)
);
create index resource_signals_free on resource_signals (resource_id, seq) where kind = 'released' and units > offered + taken;
create index resource_signals_of on resource_signals (resource_id, release_id) where release_id <> '';

create table resource_offers (
  resource_id text not null,
  id          text not null,
  state       text not null check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  ended_at    bigint not null,
  ended_seq   bigint not null,
  entry_id    text not null,
  release_id  text not null,
  units       bigint not null check (units > 0),
  made_at     bigint not null,
  deadline    bigint not null,
  made_seq    bigint not null,
  primary key (resource_id, id),
  foreign key (resource_id, entry_id) references resource_entries (resource_id, id),
  foreign key (resource_id, release_id) references resource_signals (resource_id, event_id)
);
-- An entry has one offer at a time.
create unique index resource_offers_open on resource_offers (resource_id, entry_id) where state = 'open';
create index resource_offers_due on resource_offers (deadline) where state = 'open';
create index resource_offers_by_entry on resource_offers (resource_id, entry_id, made_seq);
