-- +goose Up

-- What an event is: its row, its pools and tiers, the plan that it copied.

-- Pictures of events and venues, as their organizations uploaded them: they are files, named after what is
-- in them. An event names one; what none names is deleted after a while.
create table pictures (
  org_id       text not null references organizations (id),
  id           text not null unique,
  width        bigint not null check (width > 0), -- of the largest file, in pixels
  height       bigint not null check (height > 0),
  files        text not null, -- JSON of store.PictureFile, the smallest first
  created_at   bigint not null,
  unused_since bigint not null, -- since when no event names it; 0: one does; -1: its files are being deleted
  primary key (org_id, id)
);
create index pictures_unused on pictures (unused_since) where unused_since <> 0;

create table events (
  id          text primary key,
  org_id      text not null references organizations (id),
  -- what people read
  title       text not null,
  description text not null,
  location    text not null,
  venue_rooms text not null default '{}', -- JSON of store.EventRooms: the rooms that it takes; without a venue, none
  coordinates text not null default '', -- latitude and longitude in degrees, "53.5436,9.9889"; '': not said
  category    text not null default '', -- of a closed list; '': not said
  tags        text not null default '[]', -- JSON array, as they are shown
  performers  text not null default '[]', -- JSON array of names, in their order
  language    text not null default '', -- that it is held in, ISO 639; '': not said
  main_language text not null default '', -- that its own words are in, one of the twelve; '': not said
  age_min     bigint not null default 0 check (age_min >= 0), -- years; 0: for all ages
  business_owes_tax_in text not null default '', -- the country where buyers who are businesses owe the tax; '': nowhere
  online_url  text not null default '', -- where it takes place online, for ticket holders; '': nowhere
  cover_picture text not null default '', -- a picture of the organization; '': it has none
  cover       text not null default '{}', -- JSON of store.Cover: what is seen in it
  -- what decisions read
  status      text not null check (status in ('draft', 'published', 'cancelled', 'postponed')),
  starts_at   bigint not null,
  ends_at     bigint not null,
  timezone    text not null,
  settings    text not null, -- JSON of inventory.Settings
  -- for later rooms, opaque here
  reminders   text not null, -- JSON array of seconds before the start
  feedback_after bigint not null default 0 check (feedback_after >= 0), -- seconds after the end at which guests are asked how it was; 0: they are not
  created_at  bigint not null,
  updated_at  bigint not null,
  -- where the ledger and the waitlist stand
  version     bigint not null,
  seq         bigint not null,
  head_hash   bytea not null, -- hash of audit row seq
  head_sig    bytea not null, -- Ed25519 over (id, seq, head_hash) by the server key 'audit'
  join_no     bigint not null,
  clock       bigint not null,
  due_at      bigint not null, -- 0: nothing is due
  draw_due_at bigint not null default 0, -- from when on the draw of the waiting room can go on; 0: it cannot
  wave_started_at bigint not null,
  wave_used   bigint not null,
  swept_at    bigint not null,
  live_offers bigint not null,
  applications bigint not null default 0, -- that wait for an answer
  -- what follows the public list, by statements of their own
  listed_at   bigint not null default 0, -- when the list last began to say something else of it
  sold_out    bigint not null default 0 check (sold_out in (0, 1)),
  prices      text not null default '', -- what the cheapest ticket costs, by time
  unlisted    bigint not null default 0 check (unlisted in (0, 1, 2)), -- the list does not have it; 2: nor does anybody know of it who is not invited
  demand      text not null default 'normal' check (demand in ('normal', 'high', 'extreme')), -- how many are expected at once
  published_at bigint not null default 0, -- when it was published and listed first; 0: it never was
  moved_from  bigint not null default 0, -- when it was to start before it was moved last, once it was published; 0: it never was
  archived_at bigint not null default 0 -- since when its rows are in a file, or on the way there; 0: they are not
);
create index events_by_org on events (org_id, id);
create index events_ended on events (ends_at, id) where archived_at = 0;
create index events_by_picture on events (cover_picture) where cover_picture <> '';
create index events_due on events (due_at) where due_at > 0;
create index events_draw_due on events (id) where draw_due_at > 0;
-- What is open to the public, in the order in which it is listed.
create index events_upcoming on events (starts_at, id) where status in ('published', 'postponed');
-- What the list says something else of since a time.
create index events_listed on events (listed_at, id) where status <> 'draft';
create index events_hosted on events (org_id, starts_at, id) where status in ('published', 'postponed');
-- What many are expected to come to at once.
create index events_in_demand on events (id) where demand <> 'normal' and status = 'published';
-- What calendars and feeds of an organization have, cancelled events too.
create index events_calendar on events (org_id, ends_at) where published_at > 0;

-- Several dates of one thing. Everything here belongs to one organization, which is part of
-- every key.
create table series (
  org_id      text not null references organizations (id),
  id          text not null unique,
  title       text not null,
  description text not null,
  created_at  bigint not null,
  told_plan   bigint not null default 0,  -- the plan whose dates followers of the organization were told about last
  told_event  text not null default '',   -- the event whose announcement does that
  told_dates  bigint not null default 0,  -- how many dates it tells of
  changed_at  bigint not null default 0,  -- when it was made, or its words were changed
  texts       text not null default '{}', -- JSON of translation.All: its title and description in other languages
  primary key (org_id, id)
);

create index series_by_change on series (changed_at, org_id);

-- Each date is an event of its own. A date is planned before its event is made, so that
-- whatever stops the making, it goes on.
create table series_dates (
  org_id    text not null,
  series_id text not null,
  position  bigint not null check (position > 0),
  event_id  text not null unique,
  source_id text not null, -- the event that it is a copy of
  starts_at bigint not null, -- as planned; the event may have been moved since
  made      boolean not null,
  plan      bigint not null default 1, -- 1, 2, 3, …: which of those that added dates to the series
  primary key (org_id, series_id, position),
  foreign key (org_id, series_id) references series (org_id, id)
);

-- Passes for several dates of a series. Those of one kind are sold by an event of their own,
-- whose pool never has more places than are set aside for them on each date: by a block of the
-- date. Setting aside is several commands to several events; this says how far it is.
create table series_passes (
  org_id         text not null,
  id             text not null unique, -- the event that sells them
  series_id      text not null,
  created_at     bigint not null,
  plan           bigint not null check (plan > 0), -- 1, 2, 3, …: each change of the places or the dates
  places         bigint not null check (places >= 0), -- that the plan sets aside on each date
  settled_places bigint not null check (settled_places >= 0), -- of the last plan that was carried out
  state          text not null check (state in ('setting', 'undoing', 'settled')),
  fault          text not null default '',  -- why the last plan was given up; empty: it was not
  fault_event    text not null default '',  -- the date that could not give the places, or the event of the passes
  leased_until   bigint not null default 0, -- until then the plan is carried out by somebody
  primary key (org_id, id),
  foreign key (org_id, series_id) references series (org_id, id)
);

create index series_passes_unsettled on series_passes (id) where state <> 'settled';
create index series_passes_of_series on series_passes (series_id, id);

create table pass_dates (
  org_id     text not null,
  pass_id    text not null,
  event_id   text not null, -- the date
  tier_id    text not null, -- whose units are set aside
  added_plan bigint not null,
  block_id   text not null, -- that has the places; empty: none are set aside
  places     bigint not null check (places >= 0),
  state      text not null check (state in ('planned', 'set', 'past', 'cancelled')), -- past, cancelled: the date was when it was asked for places last
  known_start bigint not null, -- when it takes place, by which the event of the passes has its times
  known_end   bigint not null,
  primary key (pass_id, event_id),
  foreign key (org_id, pass_id) references series_passes (org_id, id)
);

create index pass_dates_by_date on pass_dates (event_id);

-- The words of an event in other languages beside its main one.
create table event_translations (
  event_id   text not null references events (id),
  language   text not null,
  title      text not null, -- for lists; '': it is the main one
  location   text not null, -- the same
  texts      text not null, -- JSON of translation.Texts, these two too
  updated_at bigint not null,
  primary key (event_id, language)
);

-- The plan that an event copied, as it was then.
create table event_seating (
  event_id     text primary key references events (id),
  plan_id      text not null,
  plan_version bigint not null,
  document     text not null, -- JSON of seating.Document
  tiers        text not null  -- JSON: names of the plan's tiers to ids of the event's
);

-- What an event asks its people: each change is another version, and none is ever
-- changed or deleted, because an answer names the one that it was given to.
create table question_lists (
  event_id   text not null references events (id),
  version    bigint not null check (version > 0),
  document   text not null, -- JSON of question.List
  questions  bigint not null, -- how many there are in it
  created_at bigint not null,
  primary key (event_id, version)
);

create table pools (
  event_id  text not null references events (id),
  id        text not null,
  name      text not null,
  position  bigint not null,
  capacity  bigint not null check (capacity >= 0),
  held      bigint not null check (held >= 0),
  confirmed bigint not null check (confirmed >= 0),
  blocked   bigint not null check (blocked >= 0),
  primary key (event_id, id)
);

create table tiers (
  event_id text not null references events (id),
  id       text not null,
  name     text not null,
  position bigint not null,
  description text not null default '', -- one line
  -- what a unit costs: minor units of the event's currency, tax in basis points
  price        bigint not null check (price >= 0), -- where buyers choose, what is suggested
  price_min    bigint not null default 0, -- of what buyers choose
  price_max    bigint not null default 0, -- 0: the price is fixed
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  -- when, how many at once and to whom it is sold; 0: no bound
  sale_starts_at bigint not null,
  sale_ends_at   bigint not null,
  max_per_order  bigint not null,
  hidden         bigint not null check (hidden in (0, 1)),
  -- what a unit is: '' lets somebody in; add-ons go with so many to a ticket, of some tiers or of all
  kind       text not null default '' check (kind in ('', 'add_on', 'goods', 'donation', 'fee')),
  per_ticket bigint not null default 0,
  goes_with  text not null default '', -- ids of tiers, with commas
  suggested  text not null default '', -- of a donation: amounts, with commas
  fee        text not null default '', -- of a fee: for an order, a ticket, basis points, at most; k: kept, d: not at the door
  primary key (event_id, id)
);

create table tier_pools (
  event_id text not null,
  tier_id  text not null,
  pool_id  text not null,
  position bigint not null,
  primary key (event_id, tier_id, pool_id),
  foreign key (event_id, tier_id) references tiers (event_id, id),
  foreign key (event_id, pool_id) references pools (event_id, id)
);
