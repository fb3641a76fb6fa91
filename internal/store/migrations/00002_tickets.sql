-- +goose Up

-- A ticket is a unit of a confirmed order and has no row. Only when a newer
-- token was issued for it is there one here: older versions are void.
create table ticket_versions (
  event_id  text not null,
  ticket_id text not null,
  version   bigint not null check (version > 0),
  issued_at bigint not null,
  primary key (event_id, ticket_id)
);

-- Who is in: of each ticket the scan that stands. A scan at a door with a
-- network inserts its row here or lets nobody in.
create table admissions (
  event_id  text not null,
  ticket_id text not null,
  device_id text not null,
  scan_id   text not null,
  at        bigint not null,
  gate      text not null,
  primary key (event_id, ticket_id)
);
create index admissions_by_gate on admissions (event_id, gate);

-- Every scan that let somebody in, and all that devices made without a network.
create table scans (
  event_id    text not null,
  device_id   text not null,
  scan_id     text not null,
  ticket_id   text not null, -- '' for what could not be read
  at          bigint not null,
  gate        text not null,
  verdict     text not null check (verdict in ('admit', 'already_admitted', 'invalid', 'wrong_event')),
  online      boolean not null,
  counts      boolean not null, -- an admission of a ticket that was issued
  -- of a double admission, the scan that it repeats; else ''
  first_device text not null,
  first_scan   text not null,
  received_at bigint not null,
  primary key (event_id, device_id, scan_id)
);
create unique index scans_online on scans (event_id, ticket_id) where online;
create index scans_admitting on scans (event_id, ticket_id) where counts;
create index scans_double on scans (event_id, ticket_id, device_id, scan_id) where first_device <> '';

-- +goose Down
drop table scans;
drop table admissions;
drop table ticket_versions;
