-- +goose Up

-- Deliveries of messages, announcements, and what organizers configure for them.

-- The servers whose workers are alive. What a worker has taken belongs to it
-- for as long as it is in this table.
create table workers (
  id      text primary key,
  seen_at bigint not null
);

-- The delivery of a message on one channel. A message of the ledger is named by its
-- seq; one of an announcement, by the announcement, its due time and the person.
create table deliveries (
  event_id    text not null references events (id),
  message     text not null,
  channel     text not null check (channel in ('mail', 'sms', 'push')),
  org_id      text not null references organizations (id),
  person_id   text not null,
  kind        text not null,
  seq         bigint not null, -- of the message; 0 for that of an announcement
  announcement    text not null,   -- id of the announcement; '' for a message of the ledger
  event_starts_at bigint not null, -- the start of the event that an announcement names; 0 for a message of the ledger
  urgency     bigint not null, -- 0 goes first
  state       text not null check (state in ('queued', 'sent', 'delivered', 'bounced', 'failed', 'suppressed')),
  due_at      bigint not null, -- while queued: not before; 0: now
  owner       text not null,   -- while queued: the worker that has taken it, or ''
  attempts    bigint not null,
  answer      text not null,   -- of the provider, or why not; without addresses
  provider_id text not null,   -- the provider's own name for it, or ''
  created_at  bigint not null,
  sent_at     bigint not null, -- the provider took it; 0: it did not
  ended_at    bigint not null, -- nothing more is done; 0: something is
  primary key (event_id, message, channel)
);
create index deliveries_ready on deliveries (channel, org_id, urgency, created_at, seq) where state = 'queued' and due_at = 0 and owner = '';
create index deliveries_later on deliveries (due_at) where state = 'queued' and due_at > 0 and owner = '';
create index deliveries_taken on deliveries (owner) where state = 'queued' and owner <> '';
create index deliveries_by_provider on deliveries (channel, provider_id) where provider_id <> '';
create index deliveries_dead on deliveries (org_id, ended_at, event_id, message) where state = 'failed' or state = 'bounced';
create index deliveries_dead_lately on deliveries (ended_at) where state = 'failed' or state = 'bounced';
create index deliveries_told on deliveries (event_id, person_id) where announcement <> '';

-- When members of an organization were mailed last that messages reached nobody: of all of them once a
-- day, and of offers of an event at once.
create table undelivered_told (
  org_id   text not null,
  event_id text not null, -- '': of all
  told_at  bigint not null,
  primary key (org_id, event_id)
);

-- Messages to many people of an event: reminders, changes of its time or place, questions
-- how it was, and what an organizer writes. Each is one row; when it is due, a worker pages through the
-- recipients.
create table announcements (
  event_id       text not null references events (id),
  id             text not null,
  kind           text not null check (kind in ('reminder', 'event_changed', 'event_postponed', 'announcement', 'new_event', 'feedback')),
  offset_seconds bigint not null, -- before the start, of a reminder; after the end, of a question how it was
  due_at         bigint not null,
  state          text not null check (state in ('planned', 'sending', 'done', 'missed', 'void')),
  owner          text not null,   -- while sending: the worker
  last_hold      text not null,   -- while sending: how far it is; of an announcement, the last person, of a new event, the last follower
  made           bigint not null, -- deliveries made so far
  updated_at     bigint not null,
  primary key (event_id, id)
);
create index announcements_due on announcements (due_at) where state = 'planned' or state = 'sending';

-- What an organizer writes to guests. The row of announcements with the same id has the
-- due time and the progress.
create table written_announcements (
  event_id   text not null references events (id),
  id         text not null,
  org_id     text not null references organizations (id),
  audience   text not null, -- JSON of audience.Filter
  locale     text not null,
  words      text not null, -- JSON of message.Words
  created_by text not null,
  created_at bigint not null,
  primary key (event_id, id)
);

-- How a person of an organization wants to be reached. person_key is a keyed
-- hash of the organization's own name for the person: what somebody opted out of
-- outlives the erasure of their data.
create table contacts (
  org_id     text not null references organizations (id),
  person_key text not null,
  phone      text not null,    -- E.164, or ''
  zone       text not null,    -- IANA, or '': that of the event
  channels   text not null,    -- JSON array: which channels, in which order; '' for the default
  quiet_from bigint not null,  -- minutes after midnight in the zone, between which nothing is wanted that can
  quiet_to   bigint not null,  -- wait; the same: there are no such hours
  sms_at     bigint not null,  -- consent was given then; 0: never
  push_at    bigint not null,
  muted      text not null,    -- JSON array of kinds that are not wanted
  muted_at   bigint not null,  -- all that can be left out is not wanted, since then; 0: it is
  updated_at bigint not null,
  primary key (org_id, person_key)
);

-- Who follows an organization, or one of its series: they are told about its new events. The code stands for the
-- account where nothing may lead back to it: in the deliveries and the links of those mails.
create table follows (
  account_id text not null references accounts (id),
  org_id     text not null references organizations (id),
  series_id  text not null default '', -- of which alone; '': of all that it publishes
  code       text not null,   -- 16 characters: a keyed hash of account and organization
  created_at bigint not null,
  primary key (account_id, org_id, series_id)
);
create unique index follows_by_org on follows (org_id, code, series_id);

-- What guests said of an event after it: one row for each of its people who did.
create table feedback (
  event_id   text not null references events (id),
  person_id  text not null,
  rating     bigint not null check (rating between 1 and 5),
  words      text not null,    -- '': none
  named      boolean not null, -- organizers may know who said it
  created_at bigint not null,
  updated_at bigint not null,
  primary key (event_id, person_id)
);
create index feedback_by_time on feedback (event_id, created_at, person_id);

-- What people may agree to for marketing and sponsors. A purpose that ended is asked for no
-- more; what was agreed to it stands until it is withdrawn.
create table consent_purposes (
  org_id     text not null references organizations (id),
  id         text not null,
  kind       text not null check (kind in ('marketing', 'sponsor')),
  version    bigint not null,   -- the newest
  created_at bigint not null,
  ended_at   bigint not null,   -- 0: it did not end
  primary key (org_id, id)
);

-- The words of a purpose. A version is never changed.
create table consent_versions (
  org_id     text not null,
  purpose_id text not null,
  version    bigint not null,
  document   text not null,     -- JSON of consent.Text
  created_at bigint not null,
  primary key (org_id, purpose_id, version),
  foreign key (org_id, purpose_id) references consent_purposes (org_id, id)
);

-- From when to when an event asked for a purpose.
create table event_consents (
  event_id   text not null references events (id),
  purpose_id text not null,
  since      bigint not null,
  org_id     text not null references organizations (id),
  until      bigint not null,   -- 0: it asks
  primary key (event_id, purpose_id, since)
);

-- The consents that stand: one for each box that was ticked with an order, a registration or
-- an entry, until it is withdrawn. The code stands for the person in the whole organization.
create table consents (
  event_id   text not null references events (id),
  thing_id   text not null,
  purpose_id text not null,
  org_id     text not null references organizations (id),
  person_id  text not null,
  code       text not null,     -- 16 characters: a keyed hash of the organization's own name for the person
  version    bigint not null,   -- of the words
  locale     text not null,     -- in which they were shown
  way        text not null check (way in ('registration', 'waitlist', 'order', 'application', 'invitation')),
  proven     bigint not null,   -- 1: the person had shown that the address is theirs
  at         bigint not null,
  primary key (event_id, thing_id, purpose_id)
);
create index consents_by_purpose on consents (org_id, purpose_id, code);
create index consents_by_person on consents (event_id, person_id);

-- Every consent that was given or withdrawn. Rows are only ever added; when a person is erased,
-- what may lead to them is taken out, and that somebody agreed stays.
create table consent_log (
  event_id   text not null references events (id),
  thing_id   text not null,
  purpose_id text not null,
  action     text not null check (action in ('given', 'withdrawn')),
  org_id     text not null references organizations (id),
  person_id  text not null,     -- '': erased
  code       text not null,     -- '': erased
  version    bigint not null,
  locale     text not null,
  way        text not null,
  proven     bigint not null,
  at         bigint not null,
  actor      text not null,     -- who did it: the person, the public, or a member or key
  reason     text not null,     -- of staff; '' of the person
  primary key (event_id, thing_id, purpose_id, action)
);
create index consent_log_by_purpose on consent_log (org_id, purpose_id, action);
create index consent_log_by_person on consent_log (event_id, person_id);
create index consent_log_by_code on consent_log (org_id, code);

-- What organizations write to people who have agreed to a purpose.
create table campaigns (
  org_id     text not null,
  id         text not null,
  purpose_id text not null,
  audience   text not null,     -- JSON of campaign.Audience
  text       text not null,     -- JSON of campaign.Text
  created_by text not null,
  created_at bigint not null,
  due_at     bigint not null,
  state      text not null check (state in ('planned', 'sending', 'done', 'stopped')),
  after_code text not null,     -- of the last person that was come to
  mails      bigint not null,   -- how many were numbered
  updated_at bigint not null,
  primary key (org_id, id),
  foreign key (org_id, purpose_id) references consent_purposes (org_id, id)
);
create index campaigns_due on campaigns (due_at) where state in ('planned', 'sending');

-- Whom they went to, once to each address. The code and the address are keyed hashes; when a
-- person is erased, they and what leads to the person are taken out.
create table campaign_mails (
  org_id      text not null,
  campaign_id text not null,
  no          bigint not null,
  code        text not null,    -- '': erased
  address     text not null,    -- '': erased
  event_id    text not null,    -- where the consent was given
  person_id   text not null,    -- '': erased
  locale      text not null,
  state       text not null check (state in ('claimed', 'sent', 'withdrawn', 'suppressed', 'failed')),
  reason      text not null,
  claimed_at  bigint not null,
  at          bigint not null,  -- of one that is claimed: when it is tried next
  primary key (org_id, campaign_id, no),
  foreign key (org_id, campaign_id) references campaigns (org_id, id)
);
create unique index campaign_mails_once on campaign_mails (org_id, campaign_id, address) where address <> '';
create index campaign_mails_claimed on campaign_mails (org_id, campaign_id, at) where state = 'claimed';
create index campaign_mails_by_time on campaign_mails (org_id, at);
create index campaign_mails_by_person on campaign_mails (event_id, person_id) where person_id <> '';

create table push_subscriptions (
  org_id     text not null,
  person_key text not null,
  id         text not null,
  endpoint   text not null,
  p256dh     text not null,
  auth       text not null,
  created_at bigint not null,
  primary key (org_id, person_key, id),
  foreign key (org_id, person_key) references contacts (org_id, person_key)
);

-- Addresses that are not written to again, as keyed hashes.
create table suppressions (
  org_id     text not null references organizations (id),
  channel    text not null,
  address    text not null,
  reason     text not null,
  event_id   text not null,
  created_at bigint not null,
  primary key (org_id, channel, address)
);

-- Words of an organizer instead of ours: of one event, or event_id '' for all.
create table wordings (
  org_id     text not null references organizations (id),
  event_id   text not null,
  kind       text not null,
  locale     text not null,
  words      text not null, -- JSON
  updated_at bigint not null,
  primary key (org_id, event_id, kind, locale)
);

create table brands (
  org_id     text primary key references organizations (id),
  name       text not null, -- shown on top of mails
  colour     text not null, -- #rrggbb
  address    text not null, -- shown at their end
  reply_to   text not null default '', -- where answers to mails go; '': to whom they come from
  updated_at bigint not null
);

-- Which signed links of a person are signed out: those that were made until then. The
-- links themselves are stored nowhere. Most people have no row.
create table link_marks (
  event_id    text not null references events (id),
  person_id   text not null,
  all_until   bigint not null,
  fresh_until bigint not null, -- fresh links only: a ticket was given away
  mailed_at   bigint not null, -- when a fresh link was mailed last
  primary key (event_id, person_id)
);

-- Without SMTP, mail that would have been sent, for the local mailbox page.
create table mailbox (
  id         text primary key,
  sent_at    bigint not null,
  recipient  text not null,
  address    text not null, -- the recipient's, folded
  reader     text not null, -- id of the person, the one-time link or the member that it is to; '': of none of these
  subject    text not null,
  text_body  text not null,
  html_body  text not null,
  calendar   text not null -- the calendar entry that came with it, or ''
);
create index mailbox_by_time on mailbox (sent_at);
create index mailbox_by_address on mailbox (address);
create index mailbox_by_reader on mailbox (reader);

-- Which people of which events have an address. It is filled behind the
-- sequencer from the audit rows, up to the seq in address_marks, so that a
-- registration pays for no further index. A row says where to look and no
-- more: the person's own row says whether the address is still theirs.
create table address_book (
  address   text not null,
  event_id  text not null references events (id),
  person_id text not null,
  primary key (address, event_id, person_id)
);
create index address_book_by_person on address_book (event_id, person_id);

create table address_marks (
  event_id text primary key references events (id),
  seq      bigint not null
);

-- In which texts about the people of an event which runs of characters occur, so that
-- a search for part of a name reads few people. It is filled behind the sequencer, a
-- chunk of people at a time, so that a registration pays nothing for it. Anyone who came after
-- the last chunk is looked at one by one.
create table guest_chunks (
  event_id text not null references events (id),
  no       bigint not null, -- 1, 2, 3, … by the ids of the people
  build    bigint not null, -- which of the chunk's runs count
  as_of    bigint not null, -- the seq of the event when its people were read
  first_id text not null,   -- the people from this id
  last_id  text not null,   -- to this
  size     bigint not null, -- how many they are
  people   text not null,   -- their ids, each without what all begin with, by line
  primary key (event_id, no)
);

create table guest_runs (
  event_id text not null,
  run      text not null,
  no       bigint not null, -- of the chunk
  build    bigint not null,
  people   bytea not null,  -- a set of numbers of the chunk's people
  primary key (event_id, run, no, build)
);
create index guest_runs_by_chunk on guest_runs (event_id, no);

-- People of a chunk of whom something was said since: they are looked at one by one
-- until the chunk is built again.
create table guest_stale (
  event_id  text not null,
  no        bigint not null, -- of the chunk
  person_id text not null,
  noted     bigint not null, -- how often
  erased    boolean not null,
  primary key (event_id, no, person_id)
);

-- Up to where the ledger of an event was followed, and by which turn: one at a time.
create table guest_marks (
  event_id     text primary key references events (id),
  seq          bigint not null,
  turn         bigint not null,
  unfinished   boolean not null,
  leased_until bigint not null
);
