-- +goose Up

-- Capacity that another system owns, as the tables of a restaurant, and who waits for it
-- (decision 0104). Changes are decided under the lock of the row in resources.

create table resources (
  id               text not null,
  org_id           text not null references organizations (id),
  key              text not null, -- what the organization calls it
  name             text not null,
  timezone         text not null,
  claim_window     bigint not null, -- how long an offer stands
  waitlist_limit   bigint not null,
  max_units        bigint not null, -- of one entry
  head_start       bigint not null, -- what one step of priority is worth
  position_display text not null check (position_display in ('exact', 'hidden')),
  at_once          bigint not null check (at_once = 0 or at_once between 2 and 20), -- to how many the same units are offered at once; 0: one after another (decision 0160)
  price            bigint not null check (price >= 0), -- of a unit, at the other system; 0: nothing is said of it
  price_currency   text not null,
  hold_fee         bigint not null check (hold_fee >= 0), -- to be paid before an entry is in the queue; 0: nothing (decision 0180)
  hold_fee_currency text not null,
  hold_fee_tax_rate bigint not null check (hold_fee_tax_rate >= 0), -- of the tax that it has in it, in basis points
  give_back        text not null check (give_back in ('', 'always', 'unless_declined', 'unless_accepted', 'never')), -- when that goes back
  confirm_url      text not null,   -- where that is asked when somebody accepts, or ''
  notify_url       text not null,   -- where the other system is told what became of offers, or ''
  public_page      bigint not null, -- 1: everybody may see it, and join its waitlist (decision 0167)
  description      text not null,   -- what its public page says of it
  asks             text not null,   -- JSON: the attributes that people may ask for there
  terms            text not null,   -- that they have to agree to, or ''
  secret_version   bigint not null, -- of what both sign with, which is derived
  rotated_at       bigint not null,
  version          bigint not null, -- how many changes there were of the rules
  seq              bigint not null, -- how many changes there were of what follows
  joined           bigint not null, -- how many have joined
  decisions_told_at bigint not null default 0, -- when members were told last that accepted offers wait for them to decide
  decisions_told_seq bigint not null default 0, -- and the last change by then
  created_at       bigint not null,
  updated_at       bigint not null,
  primary key (id)
);
create unique index resources_by_key on resources (org_id, key);

create table resource_entries (
  resource_id  text not null references resources (id),
  id           text not null,
  state        text not null check (state in ('pending_payment', 'waiting', 'offered', 'accepting', 'accepted', 'declined', 'expired', 'left', 'removed', 'unpaid')),
  offer_id     text not null, -- that is open, being accepted, or was accepted
  ended_at     bigint not null,
  ended_seq    bigint not null,
  user_id      text not null, -- '': erased, as what follows
  email        text not null,
  address      text not null, -- of email, to find it by
  name         text not null,
  attributes   text not null, -- JSON: what is asked for
  units        bigint not null check (units > 0),
  class        bigint not null,
  join_no      bigint not null,
  rank         bigint not null,
  joined_at    bigint not null,
  joined_seq   bigint not null,
  locale       text not null,
  request_hash bytea not null, -- of the request that made it, for clients that repeat it
  own          bigint not null, -- 1: its person joined by themselves
  fee          bigint not null, -- that it has to be paid before it is in the queue, as it was then; 0: there is none
  fee_currency text not null,
  fee_tax_rate bigint not null, -- of the tax that it has in it, in basis points, as it was then
  give_back    text not null,   -- the rule of that fee
  pay_until    bigint not null, -- 0: there is no fee
  paid_by      text not null,   -- the payment that gave it its place, or ''
  paid_at      bigint not null,
  paid_seq     bigint not null,
  fee_back     bigint not null, -- 1: it has ended, and the fee goes back
  primary key (resource_id, id)
);
create unique index resource_entries_join_no on resource_entries (resource_id, join_no);
-- A person waits once.
create unique index resource_entries_live_user on resource_entries (resource_id, user_id) where state in ('pending_payment', 'waiting', 'offered', 'accepting') and user_id <> '';
create unique index resource_entries_live_own on resource_entries (resource_id, address) where own = 1 and state in ('pending_payment', 'waiting', 'offered', 'accepting') and address <> '';
create index resource_entries_live on resource_entries (resource_id, rank, join_no) where state in ('pending_payment', 'waiting', 'offered', 'accepting');
create index resource_entries_unpaid on resource_entries (pay_until) where state = 'pending_payment';
create index resource_entries_by_user on resource_entries (resource_id, user_id) where user_id <> '';
create index resource_entries_by_address on resource_entries (address) where address <> '';

-- What people asked for on the public page of a resource. There is no place before the address is
-- confirmed (decision 0167).
create table resource_joins (
  resource_id  text not null references resources (id),
  entry_id     text not null, -- that the place has, or would have
  name         text not null, -- '': erased, as what follows
  email        text not null,
  address      text not null, -- of email, to find it by
  locale       text not null,
  attributes   text not null, -- JSON: what is asked for
  units        bigint not null check (units > 0),
  terms        text not null, -- that were agreed to, as they were then
  requested_at bigint not null,
  expires_at   bigint not null,
  confirmed_at bigint not null,
  primary key (resource_id, entry_id)
);
create index resource_joins_by_address on resource_joins (address) where address <> '';
create index resource_joins_by_end on resource_joins (expires_at) where email <> '';

-- What the other system said, once for each of its event ids.
create table resource_signals (
  resource_id text not null references resources (id),
  event_id    text not null,
  kind        text not null check (kind in ('released', 'withdrawn')),
  offered     bigint not null check (offered >= 0), -- of what was released: in offers, open, being accepted, and accepted
  taken       bigint not null check (taken >= 0),   -- withdrawn
  lost        bigint not null check (lost >= 0),    -- of what was released: gone when it was accepted, and not withdrawn yet
  units       bigint not null check (units > 0),
  attributes  text not null, -- JSON, of what was released
  valid_until bigint not null,
  release_id  text not null, -- of what was withdrawn: from which
  at          bigint not null,
  seq         bigint not null,
  primary key (resource_id, event_id),
  check (kind = 'withdrawn' or offered + taken + lost <= units)
);
create index resource_signals_free on resource_signals (resource_id, seq) where kind = 'released' and units > offered + taken + lost;
create index resource_signals_of on resource_signals (resource_id, release_id) where release_id <> '';

create table resource_offers (
  resource_id text not null,
  id          text not null,
  state       text not null check (state in ('open', 'accepting', 'accepted', 'declined', 'expired', 'withdrawn', 'taken')),
  ended_at    bigint not null,
  ended_seq   bigint not null,
  entry_id    text not null,
  release_id  text not null,
  units       bigint not null check (units > 0),
  made_at     bigint not null,
  deadline    bigint not null,
  made_seq    bigint not null,
  seen_at     bigint not null, -- when its person first opened the page of it
  told_by     text not null,   -- the channel that took the message about it, '': none yet
  told_at     bigint not null, -- when it did
  round    text not null,   -- the first of the offers that are of the same units; '': it is the only one
  round_units bigint not null, -- that all of them stand for
  round_size  bigint not null, -- how many they are
  price       bigint not null, -- of a unit, when it was made; 0: nothing was said of it
  price_currency text not null,
  primary key (resource_id, id),
  foreign key (resource_id, entry_id) references resource_entries (resource_id, id),
  foreign key (resource_id, release_id) references resource_signals (resource_id, event_id)
);
-- An entry has one offer at a time.
create unique index resource_offers_open on resource_offers (resource_id, entry_id) where state in ('open', 'accepting');
-- Of those that are offered the same units one gets them.
create unique index resource_offers_round on resource_offers (resource_id, round) where round <> '' and state in ('accepting', 'accepted');
create index resource_offers_due on resource_offers (deadline) where state = 'open';
create index resource_offers_by_end on resource_offers (resource_id, ended_at) where ended_at > 0;
create index resource_offers_by_entry on resource_offers (resource_id, entry_id, made_seq);

-- The other system is asked whether somebody can have what they accept (decision 0124).
create table resource_confirmations (
  resource_id    text not null,
  offer_id       text not null,
  state          text not null check (state in ('asking', 'failed', 'ended')),
  outcome        text not null check (outcome in ('', 'accepted', 'taken', 'declined', 'returned')),
  cause          text not null,
  status         bigint not null,  -- of the answer that decided or failed, 0: none did
  words          text not null,    -- of the other system about it
  staff          bigint not null,  -- 1: people have decided it
  since          bigint not null,  -- since when it has been asked: since begun_at, or since people wanted it again
  ended_at       bigint not null,
  ended_seq      bigint not null,
  failed_at      bigint not null default 0, -- since when people have to decide it, or had to
  failed_seq     bigint not null default 0,
  attempts       bigint not null,  -- how often it was asked
  due_at         bigint not null,  -- when it is asked again
  leased_until   bigint not null,  -- until when nobody else asks
  last_cause     text not null,    -- why the last attempt did not decide, '': there was none
  last_status    bigint not null,
  payment_method text not null,    -- handed on, and '' when it has ended
  begun_at       bigint not null,
  begun_seq      bigint not null,
  primary key (resource_id, offer_id),
  foreign key (resource_id, offer_id) references resource_offers (resource_id, id),
  check ((state = 'ended') = (outcome <> ''))
);
create index resource_confirmations_open on resource_confirmations (resource_id, offer_id) where state <> 'ended';
