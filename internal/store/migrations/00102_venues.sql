-- +goose Up

-- Where events take place, the plans of their seats, and the time of rooms.

-- Where events take place. Everything here belongs to one organization, which is
-- part of every key: no row can refer to another organization's.
create table venues (
  org_id     text not null references organizations (id),
  id         text not null,
  name       text not null,
  address    text not null,
  created_at bigint not null,
  timezone   text not null,
  -- How far apart two bookings of a room are: see booking.Rule.
  buffer_rule      text not null check (buffer_rule in ('sum', 'larger')),
  default_setup    bigint not null,
  default_teardown bigint not null,
  needs_approval   boolean not null,
  hours            text not null, -- JSON of booking.Hours
  coordinates      text not null, -- latitude and longitude in degrees, or ''
  kind             text not null check (kind in ('', 'hall', 'club', 'theatre', 'outdoor', 'meeting', 'online')),
  capacity         bigint not null check (capacity >= 0), -- people, 0: not said
  facilities       text not null, -- JSON, a list of texts
  house_rules      text not null,
  published        boolean not null default false, -- everybody may see it, and when its rooms are free
  guest_bookings   boolean not null default false, -- and ask for its rooms, without being a member
  public_calendar  boolean not null default false, -- and when its rooms are busy, for calendar programs
  calendar_hash    text not null default '', -- SHA-256 in hexadecimal of the secret in the address of its calendar of bookings; '': there is none
  calendar_since   bigint not null default 0, -- since when there is this address
  inactive         boolean not null, -- takes no bookings
  terms            text not null, -- JSON of booking.Terms: what bookings cost
  version          bigint not null, -- how often the venue, its rooms and its bookings were held to be changed
  primary key (org_id, id)
);
create index venues_by_id on venues (id);
create unique index venues_by_calendar on venues (calendar_hash) where calendar_hash <> '';
-- What search engines are told of.
create index venues_published on venues (id) where published;

create table rooms (
  org_id     text not null,
  id         text not null,
  venue_id   text not null,
  name       text not null,
  created_at bigint not null,
  part_of    text not null, -- the room that it is a part of, or ''
  capacities text not null, -- JSON of booking.Capacities
  facilities text not null, -- JSON, a list of texts
  primary key (org_id, id),
  foreign key (org_id, venue_id) references venues (org_id, id)
);
create index rooms_by_venue on rooms (org_id, venue_id, id);

-- The pictures of a venue, and of each of its rooms, in their order: the first is the main one.
create table gallery_pictures (
  org_id   text not null,
  venue_id text not null,
  room_id  text not null, -- '': it is the venue's own
  position bigint not null check (position >= 0), -- without gaps
  picture  text not null check (picture <> ''), -- of the organization
  cover    text not null, -- JSON of store.Cover: what is seen in it
  primary key (org_id, venue_id, room_id, position),
  foreign key (org_id, venue_id) references venues (org_id, id)
);
-- Each is there once.
create unique index gallery_pictures_once on gallery_pictures (org_id, venue_id, room_id, picture);
create index gallery_pictures_by_picture on gallery_pictures (picture);

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

-- Who has which rooms of a venue, and when. A booking that is over stays when its venue
-- and its rooms are deleted: the chain of the organization says that there was one.
create table bookings (
  org_id       text not null references organizations (id),
  id           text not null,
  venue_id     text not null,
  status       text not null check (status in ('waiting', 'requested', 'pending_deposit', 'confirmed', 'completed', 'cancelled', 'declined', 'lapsed')),
  reason       text not null,
  rooms        text not null, -- JSON: ids, as they were asked for
  starts_at    bigint not null,
  ends_at      bigint not null,
  setup        bigint not null check (setup >= 0),
  teardown     bigint not null check (teardown >= 0),
  layout       text not null,
  people       bigint not null,
  add_ons      text not null default 'null', -- JSON of booking.AddOn, as they were when they were chosen
  -- What it costs, by the terms of the venue when it was made, in minor units of their currency.
  terms        text not null default '{}', -- JSON of booking.Terms
  price        bigint not null default 0 check (price >= 0),
  time_price   bigint not null default 0, -- what of the price is for the time of the rooms; the rest is for add-ons
  deposit      bigint not null default 0 check (deposit >= 0 and deposit <= price),
  pay_until    bigint not null default 0, -- when the deposit has to be there; 0: it is not asked for yet
  balance_due  bigint not null default 0, -- when the rest is due; 0: there is none, or it is not asked for yet
  remind_deposit_at bigint not null default 0, -- when its booker is reminded of the deposit; 0: never
  deposit_by   text not null default '', -- the payment that was kept as the deposit
  balance_by   text not null default '', -- and as the rest
  deposit_shares text not null default 'null', -- JSON, list of booking.Share: what of the deposit that was paid is taxed at which rate
  waiver       text not null default '', -- why the venue wants no deposit; '': it does, or there is none
  by_venue     boolean not null default false, -- it was the venue that cancelled it
  reminded_at  bigint not null default 0, -- when its booker was reminded of the rest last
  deposit_reminded_at bigint not null default 0, -- and of the deposit
  purpose      text not null,
  event_id     text not null,
  follows      text not null default '' check (follows in ('', 'times', 'place')), -- whether it moves with that event: see booking.Follows
  series_id    text not null, -- of the booking that repeats, of which it is a date, or ''
  created_by   text not null,
  request_hash bytea not null, -- of the request that made it, for clients that repeat it
  created_at   bigint not null,
  updated_at   bigint not null,
  changed_in   bigint not null default 0, -- the version of its venue in which it was changed last
  primary key (org_id, id),
  check (starts_at < ends_at)
);
create index bookings_by_start on bookings (org_id, venue_id, starts_at, id, ends_at, setup, teardown, status, pay_until, changed_in);
-- Those that keep their rooms for more than a day, which a look at a week finds by themselves.
create index bookings_long on bookings (org_id, venue_id, starts_at, id) where ends_at - starts_at + setup + teardown > 86400000000;
-- Those that were changed since a version of their venue, for whoever keeps the others.
create index bookings_by_change on bookings (org_id, venue_id, changed_in);
create index bookings_requested on bookings (starts_at) where status = 'requested';
-- Those that an organizer has to answer, which the calendar of a venue asks for.
create index bookings_asked on bookings (org_id, venue_id, starts_at, id) where status = 'requested';
create index bookings_pending on bookings (pay_until) where status = 'pending_deposit';
-- Those whose rest is not paid.
create index bookings_unpaid on bookings (balance_due, id) where balance_due > 0 and balance_by = '' and status in ('confirmed', 'completed');
create index bookings_waiting on bookings (org_id, venue_id, created_at, id) where status = 'waiting';
create index bookings_waited on bookings (starts_at) where status = 'waiting';
create index bookings_of_series on bookings (org_id, series_id, starts_at, id) where series_id <> '';
create index bookings_confirmed on bookings (ends_at) where status = 'confirmed';
create index bookings_of_event on bookings (org_id, event_id, starts_at, id) where event_id <> '';
-- Those that move with their events, which are looked through for what did not.
create index bookings_following on bookings (updated_at) where follows <> '' and status in ('requested', 'pending_deposit', 'confirmed');
-- An event has one place.
create unique index bookings_place on bookings (org_id, event_id) where follows = 'place' and status in ('requested', 'pending_deposit', 'confirmed');

-- What repeats, and what became of the dates of which there is no booking. It stays as
-- bookings do.
create table booking_series (
  org_id       text not null references organizations (id),
  id           text not null,
  venue_id     text not null,
  rrule        text not null, -- RFC 5545
  on_conflict  text not null check (on_conflict in ('all', 'skip', 'wait')),
  dates        bigint not null, -- that the rule came to
  skipped      text not null, -- JSON of store.SkippedDate
  created_by   text not null,
  request_hash bytea not null,
  created_at   bigint not null,
  primary key (org_id, id)
);

-- Each room that a booking has: those it asks for, and their parts. While it is live, the
-- times from busy_from to core_to of one room are disjoint, and so are those from core_from
-- to busy_to: where set-up and tear-down of two bookings may go on at once, core is the
-- time between them, and elsewhere it is the whole. The engines see to it themselves: the
-- migration after these has the words of each.
create table booking_rooms (
  org_id     text not null,
  booking_id text not null,
  room_id    text not null,
  live       boolean not null,
  busy_from  bigint not null,
  core_from  bigint not null,
  core_to    bigint not null,
  busy_to    bigint not null,
  primary key (org_id, booking_id, room_id),
  foreign key (org_id, booking_id) references bookings (org_id, id),
  check (busy_from <= core_from and core_from < core_to and core_to <= busy_to)
);
create index booking_rooms_live on booking_rooms (org_id, room_id, busy_from) where live;

-- What a venue offers with its rooms.
create table add_ons (
  org_id      text not null,
  id          text not null,
  venue_id    text not null,
  name        text not null,
  description text not null,
  created_at  bigint not null,
  unit        text not null check (unit in ('person', 'hour', 'piece')),
  price       bigint not null check (price >= 0), -- per unit, with its tax
  tax_rate    bigint not null check (tax_rate >= 0),
  pool        bigint not null check (pool >= 0), -- how many there are at one time; 0: as many as are asked for
  lead        bigint not null check (lead >= 0), -- how long before the start it has to be chosen
  inactive    boolean not null,
  primary key (org_id, id),
  foreign key (org_id, venue_id) references venues (org_id, id)
);
create index add_ons_by_venue on add_ons (org_id, venue_id, id);

-- How many of an add-on each booking has, from the begin of set-up to the end of tear-down. Who
-- decides about a booking holds its venue.
create table booking_add_ons (
  org_id     text not null,
  booking_id text not null,
  add_on_id  text not null,
  live       boolean not null,
  units      bigint not null check (units > 0),
  busy_from  bigint not null,
  busy_to    bigint not null,
  primary key (org_id, booking_id, add_on_id),
  foreign key (org_id, booking_id) references bookings (org_id, id),
  check (busy_from < busy_to)
);
create index booking_add_ons_live on booking_add_ons (org_id, add_on_id, busy_from) where live;

-- Who books rooms without being a member, and what they ask for until their address is confirmed:
-- before that there is no booking. Whoever was erased has no name and no address here.
create table booking_guests (
  org_id       text not null references organizations (id),
  booking_id   text not null,
  venue_id     text not null,
  name         text not null,
  email        text not null,
  address      text not null, -- email, folded
  locale       text not null,
  asked        text not null, -- JSON of store.GuestRequest
  requested_at bigint not null,
  expires_at   bigint not null, -- when the link is over with which the address is confirmed
  confirmed_at bigint not null, -- when it was; 0: it is not
  primary key (org_id, booking_id)
);
create unique index booking_guests_by_booking on booking_guests (booking_id);
-- What somebody asked for, which their own data names.
create index booking_guests_of_address on booking_guests (address) where address <> '';
create index booking_guests_due on booking_guests (expires_at) where confirmed_at = 0;
create index booking_rooms_by_room on booking_rooms (org_id, room_id, busy_from, booking_id);

-- Calendars of others whose busy times keep rooms. Of each there is what the last fetch that
-- went well said: what fails changes nothing of it.
create table room_calendars (
  org_id     text not null,
  id         text not null,
  venue_id   text not null,
  room_id    text not null,
  name       text not null,
  host       text not null, -- where it is; its address is wrapped in server_keys, because whoever has it may read the calendar
  created_at bigint not null,
  next_at    bigint not null, -- when it is fetched next
  tried_at   bigint not null, -- when it was fetched last; 0: never
  worked_at  bigint not null, -- when that went well last; 0: never
  read_at    bigint not null, -- when all of it was read last, and not only that it has not changed
  failures   bigint not null, -- since then
  failure    text not null, -- why the last fetch failed, see store.RoomCalendar; '': it did not
  detail     text not null, -- what of it could not be read, or how its server answered
  etag       text not null,
  modified   text not null, -- Last-Modified, as it was sent
  periods    bigint not null, -- how many rows of room_busy it has
  digest     bytea not null, -- booking.Digest of them
  primary key (org_id, id),
  foreign key (org_id, venue_id) references venues (org_id, id),
  foreign key (org_id, room_id) references rooms (org_id, id)
);
create index room_calendars_by_venue on room_calendars (org_id, venue_id, id);
create index room_calendars_due on room_calendars (next_at);

-- When these say that somebody is busy: of each calendar apart from one another, none longer than
-- booking.MaxPiece.
create table room_busy (
  org_id      text not null,
  calendar_id text not null,
  starts_at   bigint not null,
  ends_at     bigint not null,
  venue_id    text not null,
  room_id     text not null,
  primary key (org_id, calendar_id, starts_at),
  foreign key (org_id, calendar_id) references room_calendars (org_id, id),
  check (starts_at < ends_at)
);
create index room_busy_by_venue on room_busy (org_id, venue_id, starts_at);
