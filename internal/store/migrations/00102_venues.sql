-- +goose Up

-- Where events take place, and the plans of their seats.

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
