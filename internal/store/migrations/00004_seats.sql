-- +goose Up

-- Where events take place. Everything here belongs to one organization, which is
-- part of every key: no row can refer to another organization's.
create table venues (
  org_id     text not null references organizations (id),
  id         text not null,
  name       text not null,
  address    text not null,
  created_at bigint not null,
  primary key (org_id, id)
);

create table rooms (
  org_id     text not null,
  id         text not null,
  venue_id   text not null,
  name       text not null,
  created_at bigint not null,
  primary key (org_id, id),
  foreign key (org_id, venue_id) references venues (org_id, id)
);
create index rooms_by_venue on rooms (org_id, venue_id, id);

-- A change of a plan is a new version. Events copy one and do not change with it.
create table seating_plans (
  org_id     text not null,
  id         text not null,
  version    bigint not null check (version > 0),
  room_id    text not null,
  name       text not null,
  seats      bigint not null,
  document   text not null, -- JSON of seating.Document
  created_at bigint not null,
  primary key (org_id, id, version),
  foreign key (org_id, room_id) references rooms (org_id, id)
);
create index seating_plans_by_room on seating_plans (org_id, room_id, id, version);

-- The plan that an event copied, as it was then.
create table event_seating (
  event_id     text primary key references events (id),
  plan_id      text not null,
  plan_version bigint not null,
  document     text not null, -- JSON of seating.Document
  tiers        text not null  -- JSON: names of the plan's tiers to ids of the event's
);

-- A seat has at most one live owner. Where a seat stands is told by the hold of
-- that item, and stored nowhere else.
create unique index hold_items_live_seat on hold_items (event_id, seat_id) where state = 'live' and seat_id <> '';

-- +goose Down
drop index hold_items_live_seat;
drop table event_seating;
drop table seating_plans;
drop table rooms;
drop table venues;
