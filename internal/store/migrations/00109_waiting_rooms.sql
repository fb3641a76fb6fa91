-- +goose Up

-- Who waits before an on-sale. Nothing here has an address but the wishes of a ballot, and mails
-- until they are sent: an identity is a keyed hash.

-- What moves in a room. Its terms are settings of the event. The row is made when the
-- first person joins.
create table waiting_rooms (
  event_id text primary key references events (id),
  -- the tree of those who joined: how many leaves, and the roots of its full subtrees
  entrants bigint not null,
  nodes    bytea not null,
  -- up to which place people are called
  serving  bigint not null,
  -- how many of them, from the first, take part in the draw; -1: that is not fixed
  sealed   bigint not null,
  -- JSON: the rounds of the last 20 seconds in which people were called, and what the organizer's
  -- rate still allows; '': nobody was called yet
  calls    text not null default ''
);

-- In the order of arrival, without a gap: idx is 0 to entrants-1. Whoever writes holds the lock on
-- the room's row and changes it: a foreign key would look for it once for each entrant.
create table waiting_room_entrants (
  event_id   text not null,
  idx        bigint not null,
  identity   bytea not null,
  class      bigint not null,
  salt       bytea not null,
  commitment bytea not null,
  joined_at  bigint not null,
  -- of a draw that is not sealed: a pseudonym of the network that it was joined from; '': it is not known,
  -- or nobody needs it any more
  network    text not null default '',
  primary key (event_id, idx)
);
create unique index waiting_room_entrants_once on waiting_room_entrants (event_id, identity);
create index waiting_room_entrants_network on waiting_room_entrants (event_id, network, idx) where network <> '';

-- One for each batch: the tree as it was after it. The entrants of a batch are those from
-- the size before.
create table waiting_room_checkpoints (
  event_id  text not null references waiting_rooms (event_id),
  size      bigint not null,
  nodes     bytea not null,
  signature bytea not null,
  at        bigint not null,
  primary key (event_id, size)
);

-- Who was let in: one pass for each entrant, ever.
create table waiting_room_passes (
  event_id   text not null references waiting_rooms (event_id),
  idx        bigint not null,
  entered_at bigint not null,
  until      bigint not null, -- the first moment at which it is over
  left_at    bigint not null, -- when the place inside was given up before that; 0: it was not
  done_at    bigint not null, -- when something was taken with it that stands; 0: nothing was
  primary key (event_id, idx)
);
create index waiting_room_passes_inside on waiting_room_passes (event_id, until, left_at, done_at);

-- Who was struck out of a draw, before it was sealed. They keep their place in the tree.
create table waiting_room_strikes (
  event_id text not null references waiting_rooms (event_id),
  idx      bigint not null,
  reason   text not null check (reason in ('duplicate', 'fraud', 'left')),
  at       bigint not null,
  network  text not null default '', -- with which all were struck out who came from it; '': this one alone
  told_at  bigint not null default 0, -- when they were mailed that they are out; 0: they were not
  primary key (event_id, idx)
);

-- What those who joined a ballot want, until it is their turn: then the place on the waitlist
-- has how to reach them, and these columns are empty. Anyone who came away without one is mailed that
-- first.
create table waiting_room_wishes (
  event_id text not null references waiting_rooms (event_id),
  idx      bigint not null,
  user_id  text not null,
  email    text not null,
  name     text not null,
  locale   text not null,
  tiers    text not null, -- JSON array of ids, by preference
  units    bigint not null,
  outcome  text not null, -- '': it is not their turn yet
  entry_id text not null,
  -- until when it is tried to mail the result; 0: there is none to be mailed
  mail_until bigint not null,
  primary key (event_id, idx)
);
create index waiting_room_wishes_reach on waiting_room_wishes (event_id, mail_until, idx) where email <> '';

-- The receipts that those who joined are mailed, and how a draw ended for them: one of each for
-- each entrant, ever. Where they go is forgotten when the last of them was sent or given up: of a
-- receipt within a day, of the result of a draw within a day of it.
create table waiting_room_mails (
  event_id   text not null references waiting_rooms (event_id),
  idx        bigint not null,
  email      text not null, -- '': all was sent, or was given up
  address    text not null, -- the same, folded
  locale     text not null,
  asked_at   bigint not null,
  receipt_at bigint not null, -- when the receipt was sent, of somebody whose place is still to be drawn; 0: it was not
  mail_until bigint not null, -- until when it is tried to mail the result; 0: there is none yet
  primary key (event_id, idx)
);
create index waiting_room_mails_unsent on waiting_room_mails (asked_at) where email <> '' and receipt_at = 0;
create index waiting_room_mails_draw on waiting_room_mails (event_id, mail_until, idx) where email <> '' and receipt_at > 0;
create index waiting_room_mails_address on waiting_room_mails (address) where email <> '';

-- Why people were refused at an event, as each server has counted it and adds now and then; server
-- is '' for all that have ended, together.
create table refusal_counts (
  event_id  text not null references events (id),
  server    text not null,
  code      text not null, -- of the problem
  refused   bigint not null,
  first_at  bigint not null,
  latest_at bigint not null,
  additions bigint not null, -- the number of the last addition of the server: none counts twice
  primary key (event_id, server, code)
);

-- Rehearsals that organizers asked for. What they do is in databases of their own.
create table rehearsals (
  event_id    text not null references events (id),
  id          text not null,
  state       text not null check (state in ('running', 'done', 'stopped', 'failed')),
  reason      text not null, -- why it was stopped or failed; '': neither
  people      bigint not null,
  minutes     bigint not null,
  curve       text not null,
  inside      bigint not null, -- how many are let in at once; 0: as the event says, -1: no waiting room
  progress    text not null, -- JSON; '': there is none
  report      text not null, -- JSON; '': there is none
  stop        boolean not null, -- somebody wants it to stop
  created_by  text not null,
  created_at  bigint not null,
  seen_at     bigint not null, -- when its server last said that it goes on
  finished_at bigint not null, -- 0: it has not
  primary key (event_id, id)
);
-- A rehearsal loads the machine, so there is one at a time.
create unique index rehearsals_running on rehearsals (state) where state = 'running';

-- Which answers to challenges were used, until the challenge is over. An id is chance,
-- and nothing here says who it was, or of which event.
create table challenge_uses (
  id         text primary key,
  used_by    text not null, -- who may repeat the request: a hash
  expires_at bigint not null
);
create index challenge_uses_old on challenge_uses (expires_at);
