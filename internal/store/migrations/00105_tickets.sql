-- +goose Up

-- Tickets that changed hands, who comes in with them, and who came in.

-- A ticket is a unit of a confirmed order and has no row. Only when a newer
-- token was issued for it is there one here: older versions are void. A ticket
-- that was transferred has a new token, and names here who holds it.
create table ticket_versions (
  event_id  text not null,
  ticket_id text not null,
  version   bigint not null check (version > 0),
  issued_at bigint not null,
  holder_id text not null,   -- '': whose order it is
  transfers bigint not null, -- how often it went to somebody else
  primary key (event_id, ticket_id)
);
-- Which tickets somebody has from others: few tickets ever change hands.
create index ticket_versions_holder on ticket_versions (event_id, holder_id) where holder_id <> '';

-- A ticket that another shop has sold, by a hash of the code that it sold it with. The
-- code is as good as version 0 of the ticket's token.
create table imported_tickets (
  event_id  text not null,
  ticket_id text not null,
  hash      text not null,
  primary key (event_id, ticket_id)
);
create index imported_tickets_by_hash on imported_tickets (event_id, hash);

-- A ticket on its way from one person to another, in two steps.
create table transfers (
  event_id    text not null,
  id          text not null,
  state       text not null check (state in ('offered', 'accepted', 'declined', 'cancelled')),
  ticket_id   text not null,
  from_person text not null,
  to_person   text not null,
  offered_at  bigint not null,
  ended_at    bigint not null, -- 0: open
  last_seq    bigint not null,
  primary key (event_id, id)
);
create unique index transfers_open on transfers (event_id, ticket_id) where state = 'offered';
create index transfers_ticket on transfers (event_id, ticket_id, id);
create index transfers_recipient on transfers (event_id, to_person, state);

-- Who comes in with a ticket, where somebody has said so. Without a row it is
-- the person who ordered, a guest of theirs, or who the ticket was transferred to.
create table attendees (
  event_id   text not null,
  ticket_id  text not null,
  person_id  text not null, -- who held the ticket when it was said
  name       text not null,
  email      text not null,
  updated_at bigint not null,
  primary key (event_id, ticket_id)
);
create index attendees_person on attendees (event_id, person_id);

-- The lists of the door: who may come in where, from when until when, and
-- whether they may go out and come in again.
create table checkin_lists (
  event_id   text not null references events (id),
  id         text not null,
  name       text not null,
  tiers      text not null, -- JSON array of ids; []: all
  gates      text not null, -- JSON array of names; []: any
  opens_at   bigint not null, -- 0: with the event's doors
  closes_at  bigint not null, -- 0: never
  re_entry   text not null check (re_entry in ('none', 'exit', 'free')),
  version    bigint not null, -- counts changes
  created_at bigint not null,
  updated_at bigint not null,
  primary key (event_id, id)
);

-- Phones that check people in at an event without an account. The code of a pass is
-- in a link that one phone opens, and its token is that phone's from then on; of
-- both only a hash is here. The scans of the phone name the pass as their device.
create table checkin_passes (
  event_id    text not null references events (id),
  id          text not null,
  name        text not null,
  list_id     text not null, -- of the door; '': the event's own
  gate        text not null,
  valid_from  bigint not null,
  valid_until bigint not null,
  code_hash   text not null, -- hex SHA-256
  token_hash  text not null, -- the same; '': no phone has it yet
  created_at  bigint not null,
  redeemed_at bigint not null, -- 0: no phone has it yet
  ended_at    bigint not null, -- 0: nobody has ended it
  late_until  bigint not null, -- how long its late scans are taken, where that is shorter than usual; else 0
  seen_at     bigint not null, -- when its phone called last, to the minute
  tries       bigint not null, -- how often another phone tried the code
  tried_at    bigint not null,
  primary key (event_id, id)
);
create index checkin_passes_by_code on checkin_passes (code_hash);
create index checkin_passes_by_token on checkin_passes (token_hash);

-- Who is in, by list of the door ('' is the event's own): of each ticket the
-- scan that stands. A scan at a door with a network inserts its row here or lets
-- nobody in.
create table admissions (
  event_id  text not null,
  list_id   text not null,
  ticket_id text not null,
  device_id text not null,
  scan_id   text not null,
  at        bigint not null,
  gate      text not null,
  inside    boolean not null, -- no exit was scanned since
  moved_at  bigint not null,  -- of the newest scan that this row says
  primary key (event_id, list_id, ticket_id)
);
create index admissions_by_gate on admissions (event_id, list_id, gate);

-- Every scan that let somebody in or out, and all that devices made without a
-- network.
create table scans (
  event_id    text not null,
  device_id   text not null,
  scan_id     text not null,
  list_id     text not null,
  ticket_id   text not null, -- '' for what could not be read
  at          bigint not null,
  gate        text not null,
  verdict     text not null check (verdict in ('admit', 'exit', 'already_admitted', 'invalid', 'wrong_event',
    'not_yet', 'too_late', 'wrong_list', 'not_inside')),
  online      boolean not null,
  counts      boolean not null, -- an admission or an exit of a ticket that was issued
  once        boolean not null, -- the one admission that the list allows, decided online
  -- of a double admission, the scan that it repeats; else ''
  first_device text not null,
  first_scan   text not null,
  -- who let somebody in against the rules, and why; else ''
  override_by text not null,
  override_reason text not null,
  received_at bigint not null,
  primary key (event_id, device_id, scan_id)
);
create unique index scans_online on scans (event_id, list_id, ticket_id) where once;
create index scans_admitting on scans (event_id, ticket_id) where counts;
create index scans_double on scans (event_id, ticket_id, device_id, scan_id) where first_device <> '';
create index scans_exit on scans (event_id, list_id, gate) where verdict = 'exit';
create index scans_override on scans (event_id, at, device_id, scan_id) where override_by <> '';
create index scans_override_ticket on scans (event_id, ticket_id) where override_by <> '';

-- In which ten minutes scans came in that are not sealed yet.
create table scan_slots (
  event_id text not null,
  slot     bigint not null,
  primary key (event_id, slot)
);
