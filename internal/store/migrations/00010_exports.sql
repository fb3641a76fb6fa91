-- +goose Up

-- Files that were made of an event's rows, and how far the work on them is.
create table exports (
  event_id    text not null references events (id),
  id          text not null,
  kind        text not null check (kind in ('guests', 'orders', 'waitlist', 'checkins', 'audit')),
  format      text not null check (format in ('csv', 'xlsx')),
  state       text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done   bigint not null,
  size        bigint not null, -- bytes of the file, once done
  created_by  text not null,
  created_at  bigint not null,
  finished_at bigint not null, -- 0: not yet
  expires_at  bigint not null, -- of the file; 0: there is none
  file        boolean not null, -- there may be one to delete
  primary key (event_id, id)
);
create index exports_files on exports (expires_at) where file;

-- +goose Down
drop table exports;
