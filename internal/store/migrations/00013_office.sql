-- +goose Up

-- Which tickets somebody has from others: few tickets ever change hands.
create index ticket_versions_holder on ticket_versions (event_id, holder_id) where holder_id <> '';

-- What an organizer writes to guests. Its notice, of the same id, says when it
-- goes out and how far it is.
create table bulletins (
  event_id   text not null references events (id),
  id         text not null,
  org_id     text not null references organizations (id),
  audience   text not null, -- JSON of audience.Filter
  locale     text not null,
  words      text not null, -- JSON of message.Words
  created_by text not null,
  created_at bigint not null,
  primary key (event_id, id)
);

-- A notice may be of a bulletin. No engine changes a check in place in the same
-- words as the other.
create table notices_of_all_kinds (
  event_id       text not null references events (id),
  id             text not null,
  kind           text not null check (kind in ('reminder', 'event_changed', 'bulletin')),
  offset_seconds bigint not null, -- before the start, of a reminder
  due_at         bigint not null,
  state          text not null check (state in ('planned', 'sending', 'done', 'missed', 'void')),
  owner          text not null,   -- while sending: the worker
  last_hold      text not null,   -- while sending: how far it is; of a bulletin, the last person
  made           bigint not null, -- deliveries made so far
  updated_at     bigint not null,
  primary key (event_id, id)
);
insert into notices_of_all_kinds select event_id, id, kind, offset_seconds, due_at, state, owner, last_hold, made, updated_at from notices;
drop table notices;
alter table notices_of_all_kinds rename to notices;
create index notices_due on notices (due_at) where state = 'planned' or state = 'sending';

-- +goose Down
drop table bulletins;
drop index ticket_versions_holder;
