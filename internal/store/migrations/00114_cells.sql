-- +goose Up

-- The cells of this installation (decision 0184): databases that events live in. They are
-- known in the catalogue alone, which is one of them.
create table cells (
  name     text primary key,
  region   text not null, -- for people
  database text not null unique, -- its URL, without a password; '': it is the catalogue
  address  text not null, -- HOST:PORT at which its servers take what others hand on
  added_at bigint not null
);

-- Which cell an event lives in, in the catalogue alone. No row: it lives in the catalogue,
-- and always has.
create table event_cells (
  event_id   text primary key,
  cell       text not null references cells (name), -- that has every row of it
  target     text not null, -- that it is moved to, or was moved from while rows of it are left there; '': it is not moved
  state      text not null check (state in ('there', 'leaving', 'arrived')),
  changed_at bigint not null
);
create index event_cells_changed on event_cells (changed_at);
