-- +goose Up

-- What the batches of the sequencer write: who holds which units, who waits for them,
-- what is owed, and the audit rows that say why.

-- Personal data lives here (and in name and guests of holds and entries), and nowhere
-- else: audit rows name people by id only.
create table people (
  event_id   text not null,
  id         text not null,
  user_id    text not null, -- 'erased:' and the id, once erased
  email      text not null,
  name       text not null,
  locale     text not null,
  -- a live registration or open offer's hold, and a live entry for tickets: '' for none
  hold_id    text not null,
  entry_id   text not null,
  goods_entries text not null default '', -- the live entries for goods, with a space between two
  units      bigint not null,
  created_at bigint not null,
  erased_at  bigint not null,
  places     bigint not null default 0, -- of the invitation while it stands; 0: not invited
  primary key (event_id, id)
);
create unique index people_by_user on people (event_id, user_id);

-- One for each person who was ever invited, with the id of the person under a prefix of its
-- own. Who it is, and how many places are taken, is in people.
create table invitations (
  event_id   text not null,
  id         text not null,
  person_id  text not null,
  state      text not null check (state in ('invited', 'declined', 'ended')),
  places     bigint not null check (places > 0),
  sent_at    bigint not null, -- when the link was made that is good
  created_at bigint not null,
  updated_at bigint not null,
  last_seq   bigint not null,
  waited     bigint not null default 0, -- number on the waitlist of the shop that it came from; 0: there was a place
  primary key (event_id, id)
);

create table holds (
  event_id   text not null,
  id         text not null,
  kind       text not null check (kind in ('registration', 'order', 'block')),
  state      text not null check (state in ('held', 'confirmed', 'released')),
  person_id  text not null, -- '' for a block
  tier_id    text not null, -- '' for an order, whose items have tiers
  units      bigint not null check (units > 0),
  entry_id   text not null,
  offer_id   text not null,
  name       text not null default '', -- typed with it, where the person goes by another; '': the person's
  guests     text not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  reason     text not null,
  last_seq   bigint not null,
  entrant    bigint not null default 0, -- of the waiting room with whose pass it was taken: 1 + idx; 0: none was needed
  given_back text not null default '', -- units of a registration that were given back while it went on: '2,4'
  primary key (event_id, id)
);
create unique index holds_live_person on holds (event_id, person_id) where kind = 'registration' and state <> 'released';
-- What a sale has sold through a waiting room, added up every few seconds; only holds of people who came in.
create index holds_entered on holds (event_id, entrant, state, units) where entrant > 0 and state <> 'released';
create index holds_due on holds (event_id, expires_at) where state = 'held' and expires_at > 0;
-- These cost a registration nothing: a row enters them when it is over, or is a block.
create index holds_released on holds (event_id, id) where state = 'released';
create index holds_released_person on holds (event_id, person_id, last_seq) where state = 'released';
create index holds_live_orders on holds (event_id, person_id, id) where kind = 'order' and state <> 'released';
create index holds_blocks on holds (event_id, id) where kind = 'block';
create index holds_releases on holds (event_id, expires_at, id) where kind = 'block' and expires_at > 0;

-- The money of a hold of the kind 'order'. Amounts are minor units of the
-- order's currency (ISO 4217).
create table orders (
  event_id   text not null,
  id         text not null, -- of the hold
  currency   text not null, -- '' where nothing has a price
  total      bigint not null check (total >= 0), -- gross, as it was ordered
  promo_id   text not null,
  taxation   text not null default '', -- how it is taxed because of its buyer; '': as its tiers say
  vat_id     text not null default '', -- of the business that owes the tax in its seller's place
  access_id  text not null,
  pay_until  bigint not null, -- the deadline that it gets when its payment begins; 0: none
  payment_id text not null, -- the payment that confirmed it
  paid       bigint not null check (paid >= 0),
  prolonged  bigint not null check (prolonged in (0, 1)),
  primary key (event_id, id)
);

-- One row for each unit of an order, with the price it was ordered at. A ticket
-- is named by the order and the number. An item that stands on a named seat waits
-- for another order, whose holder gives the seat back as soon as this one is paid.
create table hold_items (
  event_id     text not null,
  hold_id      text not null,
  no           bigint not null check (no > 0),
  tier_id      text not null,
  seat_id      text not null, -- '': any place of the tier
  first_seat_id text not null default '', -- the seat that it was taken with, when it was moved since; else ''
  goes_with    bigint not null default 0, -- number of the ticket that an add-on goes with; 0: no add-on
  donation     bigint not null default 0 check (donation in (0, 1)), -- a gift, outside of value added tax
  fee          text not null default '', -- the terms of the fee that the line is; '': it is none
  state        text not null check (state in ('live', 'standing', 'released')),
  released_seq bigint not null, -- of the audit row that released it; 0: live or standing
  price        bigint not null,
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  discount     bigint not null,
  net          bigint not null,
  tax          bigint not null,
  gross        bigint not null check (gross >= 0),
  listed       text not null default '', -- what it costs as its tier says, where its order is taxed otherwise
  primary key (event_id, hold_id, no),
  check (state <> 'standing' or seat_id <> '')
);
-- A seat has at most one live owner. Where a seat stands is told by the hold of
-- that item, and stored nowhere else.
create unique index hold_items_live_seat on hold_items (event_id, seat_id) where state = 'live' and seat_id <> '';
create index hold_items_past_seat on hold_items (event_id, seat_id, hold_id) where state <> 'live' and seat_id <> '';
create index hold_items_first_seat on hold_items (event_id, first_seat_id, hold_id) where first_seat_id <> ''; -- of those that were moved

create table price_codes (
  event_id   text not null,
  id         text not null,
  code       text not null, -- in upper case
  kind       text not null check (kind in ('promo', 'access')),
  percent_bp bigint not null,
  amount     bigint not null,
  tier_ids   text not null, -- separated by commas; '': all
  starts_at  bigint not null,
  ends_at    bigint not null,
  max_uses   bigint not null, -- 0: no bound
  used       bigint not null check (used >= 0 and (max_uses = 0 or used <= max_uses)),
  disabled   bigint not null check (disabled in (0, 1)),
  last_seq   bigint not null,
  primary key (event_id, id)
);
create unique index price_codes_by_code on price_codes (event_id, code);

-- A link that an organizer gives out, by whose code it is known what came through it.
create table tracking_links (
  event_id      text not null references events (id),
  id            text not null,
  code          text not null, -- in lower case
  name          text not null, -- the person or thing it was given to
  price_code_id text not null, -- the promo or access code that it brings along; '': none
  ends_at       bigint not null, -- nothing is counted from then on; 0: no end
  visits        bigint not null check (visits >= 0),
  created_at    bigint not null,
  primary key (event_id, id)
);
create unique index tracking_links_by_code on tracking_links (event_id, code);

-- Through which link an order, a registration or an entry came, written with it.
create table tracked (
  event_id text not null,
  thing_id text not null, -- the entry that an order or registration came of, else that itself
  link_id  text not null,
  primary key (event_id, thing_id)
);
create index tracked_by_link on tracked (event_id, link_id, thing_id);

-- What an organizer promised before the opening, version by version. text never changes: an
-- audit row has its hash.
create table statements (
  event_id   text not null references events (id),
  version    bigint not null,
  id         text not null,
  text       text not null,
  hash       text not null,
  created_at bigint not null,
  opens_at   bigint not null,
  seq        bigint not null,
  primary key (event_id, version)
);

-- Money that a decision made due back, written in its transaction and never
-- changed. What became of it is told by the refunds of the payments.
create table refunds_due (
  event_id   text not null,
  seq        bigint not null, -- of the audit row of the order
  order_id   text not null,
  payment_id text not null,
  amount     bigint not null check (amount > 0),
  currency   text not null,
  reason     text not null,
  created_at bigint not null,
  -- Whether a payout of the refund is stored, written with that payout, so that who
  -- looks for refunds that were forgotten reads only these.
  begun      boolean not null default false,
  primary key (event_id, seq)
);
create index refunds_due_by_order on refunds_due (event_id, order_id, seq);
create index refunds_due_open on refunds_due (created_at, event_id, seq) where not begun;

create table waitlist_entries (
  event_id   text not null,
  id         text not null,
  state      text not null check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'removed', 'closed', 'applied', 'rejected')),
  person_id  text not null,
  -- Where it stands since the audit row placed_seq, as in past_placements. An application
  -- that was not approved stands nowhere: its join_no is below 0, for the index, and left_seq -1.
  tier_id    text not null,
  units      bigint not null check (units > 0),
  class      bigint not null,
  join_no    bigint not null,
  rank       bigint not null,
  wish       text not null default '', -- JSON of inventory.SeatWish; '': units of the tier
  passes     bigint not null,
  name       text not null default '', -- as in holds
  guests     text not null,
  offer_id   text not null,
  joined_at  bigint not null,
  approved_at bigint not null default 0, -- when the application was approved; 0: it was not, or is none
  entrant    bigint not null default 0, -- as in holds
  placed_seq bigint not null,
  left_seq   bigint not null,
  updated_at bigint not null,
  reason     text not null,
  last_seq   bigint not null,
  primary key (event_id, id)
);
create unique index entries_by_join_no on waitlist_entries (event_id, join_no);
-- With the tier, because a person waits for tickets and for each of several goods.
create unique index entries_live_person on waitlist_entries (event_id, person_id, tier_id) where state = 'waiting' or state = 'offered' or state = 'applied';
create index entries_applied on waitlist_entries (event_id, id) where state = 'applied';
create index entries_waiting on waitlist_entries (event_id, tier_id, class, rank, join_no) where state = 'waiting';
-- Loaded with the state of an event with seats; no other entry is in it.
create index entries_wishing on waitlist_entries (event_id, rank, join_no) where state = 'waiting' and wish <> '';
-- Wide enough to tell who stood ahead of whom without reading the row: a history
-- skips all those who left behind.
create index entries_gone on waitlist_entries (event_id, tier_id, left_seq, rank, join_no, placed_seq) where left_seq > 0;
create index entries_ended_person on waitlist_entries (event_id, person_id, last_seq) where state <> 'waiting' and state <> 'offered' and state <> 'applied';

-- Where an order, a registration or an entry came from that nobody vouched for: a keyed
-- hash of a network or of an address. How many of an origin are not paid, or take places,
-- follows from the rows they name.
create table origins (
  event_id text not null,
  origin   text not null,
  thing_id text not null,
  person_id text not null, -- whose it is, or would be; with whom it is erased
  units    bigint not null check (units > 0),
  unpaid   bigint not null check (unpaid in (0, 1)),
  primary key (event_id, origin, thing_id)
);
create index origins_by_person on origins (event_id, person_id);

-- What was answered to the questions of an event, with an order, a registration or an
-- entry: a row for the whole and one for each unit of which something was asked.
create table answers (
  event_id   text not null,
  thing_id   text not null, -- the entry that an order or registration came of, else that itself
  unit       bigint not null check (unit >= 0), -- 0: of the whole
  person_id  text not null, -- whose it is, and with whom it is erased
  answers    text not null, -- JSON array of question.Answer
  demanded   bigint not null, -- the version of the list whose required questions had to be answered; 0: none had to
  updated_at bigint not null,
  primary key (event_id, thing_id, unit)
);
create index answers_by_person on answers (event_id, person_id);

-- Files that answer questions. Their bytes are where files are kept.
create table uploads (
  event_id     text not null references events (id),
  id           text not null, -- of random bits: whoever knows it may name it in an answer
  question     text not null, -- for which it was sent
  name         text not null, -- as whoever sent it called it; '': its file is being deleted
  media        text not null check (media in ('image', 'pdf')),
  size         bigint not null check (size > 0), -- bytes that are kept
  sent         bigint not null check (sent > 0), -- bytes that came
  sha256       text not null,
  thing_id     text not null, -- the answer that names it is of this; '': none does
  unit         bigint not null check (unit >= 0), -- and of this unit of it
  person_id    text not null, -- whose it is, and with whom it is erased; '': nobody's
  created_at   bigint not null,
  unused_since bigint not null, -- since when no answer names it; 0: one does; -1: its file is being deleted
  primary key (event_id, id),
  check ((unused_since = 0) = (thing_id <> ''))
);
create index uploads_unused on uploads (unused_since) where unused_since <> 0;
create index uploads_by_thing on uploads (event_id, thing_id) where thing_id <> '';
create index uploads_by_person on uploads (event_id, person_id) where person_id <> '';

-- Where entries stood that were moved: from the audit row placed_seq to the row
-- until_seq, which moved them. An entry that was never moved has none: its own row
-- says where it has stood.
create table past_placements (
  event_id   text not null,
  entry_id   text not null,
  tier_id    text not null,
  class      bigint not null,
  join_no    bigint not null,
  rank       bigint not null,
  placed_seq bigint not null,
  until_seq  bigint not null check (until_seq > placed_seq),
  primary key (event_id, entry_id, placed_seq)
);
create unique index past_placements_by_join_no on past_placements (event_id, join_no);
create index past_placements_ended on past_placements (event_id, tier_id, until_seq, rank, join_no, placed_seq);

create table lanes (
  event_id  text not null,
  tier_id   text not null,
  class     bigint not null,
  waiting   bigint not null check (waiting >= 0),
  last_rank bigint not null,
  primary key (event_id, tier_id, class)
);

-- How many entries of a lane wait within each stretch of join numbers, as a radix
-- tree of six levels: bucket b of level l covers the numbers b*16^l … (b+1)*16^l-1.
-- A position is the sum of at most 15 counts per level, however long the waitlist is.
create table waitlist_counts (
  event_id text not null,
  tier_id  text not null,
  class    bigint not null,
  level    bigint not null,
  bucket   bigint not null,
  waiting  bigint not null,
  primary key (event_id, tier_id, class, level, bucket)
);

create table offers (
  event_id         text not null,
  id               text not null,
  state            text not null check (state in ('open', 'accepted', 'declined', 'expired', 'revoked')),
  entry_id         text not null,
  order_id         text not null,
  person_id        text not null,
  opened_at        bigint not null,
  window_starts_at bigint not null,
  expires_at       bigint not null,
  ended_at         bigint not null,
  extensions       bigint not null,
  rule_version     bigint not null,
  last_seq         bigint not null,
  primary key (event_id, id)
);
create unique index offers_open_entry on offers (event_id, entry_id) where state = 'open';

-- A ticket that its holder gives to the waitlist for its money, kept until somebody
-- has paid. taker_id is the order that stands on it, or took it.
create table exchanges (
  event_id   text not null references events (id),
  id         text not null,
  state      text not null check (state in ('open', 'matched', 'exchanged', 'withdrawn', 'closed')),
  ticket_id  text not null,
  order_id   text not null,
  unit       bigint not null,
  tier_id    text not null,
  person_id  text not null,
  taker_id   text not null,
  taker_unit bigint not null,
  refund     bigint not null,
  opened_at  bigint not null,
  ended_at   bigint not null, -- 0: not ended
  opened_seq bigint not null,
  last_seq   bigint not null,
  -- The seat that an exchange is of: the waitlist of that seat is offered it.
  seat_id    text not null default '',
  primary key (event_id, id)
);
-- A unit is given to the waitlist once, and a unit of the waitlist stands on one.
create unique index exchanges_live on exchanges (event_id, ticket_id) where ended_at = 0;
create unique index exchanges_taker on exchanges (event_id, taker_id, taker_unit) where state = 'matched';
create index exchanges_ticket on exchanges (event_id, ticket_id, opened_seq);

create table audit (
  event_id text not null,
  seq      bigint not null,
  at       bigint not null,
  actor    text not null,
  subject  text not null,
  state_from text not null,
  state_to text not null,
  reason   text not null,
  rule_version bigint not null,
  related  text not null,
  units    bigint not null,
  prev_seq bigint not null,
  commitment text not null default '', -- a hash of what decides and no other column says
  hash     bytea not null,
  primary key (event_id, seq)
);
-- Rows about people themselves are few, and not linked as the others are. A registration
-- has none, and pays nothing for the index.
create index audit_people on audit (event_id, subject, seq) where state_from = 'known';
-- Tiers that came after the event: a replay leaves them out until then.
create index audit_added_tiers on audit (event_id, seq) where state_from = '' and reason = 'tier_changed';

-- Hashes of names, with the salt of each until its person is erased: what the ledger
-- says of people without saying their names. The hash of each row is in the chain of
-- the organization.
create table name_seals (
  event_id text not null,
  seq      bigint not null, -- of the last audit row whose names are in it
  seals    bytea not null,
  primary key (event_id, seq)
);

-- The inbox: what people are told, written in the transaction of the change it
-- tells of. What became of it is in deliveries.
create table messages (
  event_id   text not null,
  seq        bigint not null, -- of the audit row
  person_id  text not null,
  kind       text not null,
  ref        text not null,
  created_at bigint not null,
  primary key (event_id, seq)
);
create index messages_by_person on messages (event_id, person_id, seq);

-- Replies to changes that came with an Idempotency-Key. scope is the event, or
-- the organization for what is not inside an event.
create table idempotency_keys (
  scope      text not null,
  caller     text not null,
  key        text not null,
  body_hash  bytea not null,
  reply      text not null,
  created_at bigint not null,
  primary key (scope, caller, key)
);
create index idempotency_old on idempotency_keys (created_at);

-- Which of several servers writes an event that more than one is asked about. Nothing depends
-- on it but speed: each server may write each event.
create table event_homes (
  event_id text primary key,
  server   text not null, -- a new name each time a server starts
  address  text not null, -- HOST:PORT, for other servers
  until    bigint not null
);
create index event_homes_by_end on event_homes (until);
