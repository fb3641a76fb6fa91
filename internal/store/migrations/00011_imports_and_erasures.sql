-- +goose Up

-- Guest lists on their way into an event, and how far they are.
create table imports (
  event_id    text not null references events (id),
  id          text not null,
  state       text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  join_waitlist   boolean not null, -- who finds no place waits on the waitlist
  total       bigint not null,  -- lines
  worked      bigint not null,  -- of them; the rest has not been looked at
  confirmed   bigint not null,
  waiting     bigint not null,
  refused     bigint not null,
  people      text not null,    -- JSON of the lines; '' as soon as nobody needs it any more
  digest      text not null,    -- of the file, to know it again
  created_by  text not null,
  created_at  bigint not null,
  finished_at bigint not null,  -- 0: not yet
  primary key (event_id, id)
);

-- Lines that the heart refused, and why.
create table import_refusals (
  event_id  text not null,
  import_id text not null,
  line      bigint not null,
  code      text not null,
  primary key (event_id, import_id, line),
  foreign key (event_id, import_id) references imports (event_id, id)
);

-- Who was erased, by the ids that mean nothing to others: people of events, and
-- accounts, which are in none (event_id ''). A copy of the list is kept outside
-- of the database, so that a backup from before an erasure does not undo it.
create table erasures (
  event_id  text not null,
  id        text not null,
  erased_at bigint not null,
  kept      boolean not null, -- it is in the copy
  primary key (event_id, id)
);
create index erasures_to_keep on erasures (event_id, id) where not kept;

-- +goose Down
drop table erasures;
drop table import_refusals;
drop table imports;
