-- +goose Up

-- Events whose rows are in a file (decision 0164). Until the file is named here and the state
-- is 'removing', the event is whole in its tables; from then until the state is 'restored', it
-- is whole in the file.
create table archives (
  event_id    text primary key references events (id),
  org_id      text not null references organizations (id),
  state       text not null check (state in ('sealed', 'removing', 'archived', 'restoring', 'restored')),
  file        text not null, -- its name where files are kept; '': it is not written yet
  checksum    text not null, -- hexadecimal SHA-256 of the file
  size        bigint not null, -- bytes of the file
  row_count   bigint not null, -- in the file
  removed     bigint not null, -- how many of them left the tables
  log_size    bigint not null, -- entries of the public log that are beside the file
  archived_at bigint not null, -- when nobody could change the event any more
  changed_at  bigint not null, -- the state
  keep_until  bigint not null, -- of a restored event: when the file is deleted; else 0
  again       boolean not null -- of a restored event: it was brought back for an erasure, and is archived again as soon as it can be
);
create index archives_by_org on archives (org_id, event_id);
create index archives_unfinished on archives (event_id) where state <> 'archived';

-- How long an organization keeps what gets old, by kind. No row: as long as the installation does.
create table retention (
  org_id     text not null references organizations (id),
  kind       text not null,
  days       bigint not null check (days > 0),
  updated_at bigint not null,
  primary key (org_id, kind)
);
