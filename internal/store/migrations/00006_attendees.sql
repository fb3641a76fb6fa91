-- +goose Up

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

-- +goose Down
drop table checkin_lists;
drop table transfers;
drop table attendees;
