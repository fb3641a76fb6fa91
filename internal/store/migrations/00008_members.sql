-- +goose Up

-- How an organization shows itself, and whether its members must sign in with a
-- passkey to act for it.
alter table organizations add column color text not null default '';
alter table organizations add column staff_passkeys boolean not null default false;

-- Somebody who has proved once that mail to an address reaches them. The
-- address in lower case is what everything else goes by: memberships, and the
-- people of events.
create table accounts (
  id         text primary key,
  address    text not null unique, -- the e-mail address in lower case
  email      text not null,        -- as it was typed
  name       text not null,
  locale     text not null,
  created_at bigint not null
);

-- Who may act for an organization. A membership goes by address, so that
-- somebody can be invited who has never signed in.
create table members (
  id         text primary key,
  org_id     text not null references organizations (id),
  address    text not null,
  email      text not null,
  name       text not null,
  role       text not null check (role in ('owner', 'organizer', 'box_office', 'door', 'viewer')),
  created_at bigint not null
);
create unique index members_by_org on members (org_id, address);
create index members_by_address on members (address);

-- One-time links: to sign in by mail, or to set this installation up. Their
-- tokens are derived from the id and a secret of the installation.
create table sign_in_links (
  id         text primary key,
  purpose    text not null check (purpose in ('sign_in', 'setup')),
  address    text not null, -- '' to set up
  email      text not null,
  locale     text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at    bigint not null -- 0: not yet
);
create index sign_in_links_by_address on sign_in_links (address, created_at);
create index sign_in_links_old on sign_in_links (expires_at);

create table sessions (
  id         text primary key,
  account_id text not null references accounts (id),
  hash       bytea not null unique, -- SHA-256 of the cookie, which is 256 random bits
  method     text not null check (method in ('link', 'setup', 'passkey')),
  agent      text not null, -- what the browser called itself
  created_at bigint not null,
  seen_at    bigint not null,
  expires_at bigint not null
);
create index sessions_by_account on sessions (account_id, id);
create index sessions_old on sessions (expires_at);

create table passkeys (
  id            text primary key,
  account_id    text not null references accounts (id),
  credential_id bytea not null unique,
  credential    text not null, -- JSON: public key, counter, flags
  name          text not null,
  created_at    bigint not null,
  used_at       bigint not null
);
create index passkeys_by_account on passkeys (account_id, id);

-- Challenges of passkeys that wait for their answer.
create table passkey_challenges (
  id         text primary key,
  account_id text not null, -- '' to sign in
  data       text not null, -- JSON
  expires_at bigint not null
);
create index passkey_challenges_old on passkey_challenges (expires_at);

-- Which people of which events have an address. It is filled behind the
-- sequencer from what people were told, up to the seq in address_marks, so that
-- a registration pays for no further index. A row says where to look and no
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

-- What is open to the public, in the order in which it is listed.
create index events_upcoming on events (starts_at, id) where status = 'published';

-- +goose Down
drop index events_upcoming;
drop table address_marks;
drop table address_book;
drop table passkey_challenges;
drop table passkeys;
drop table sessions;
drop table sign_in_links;
drop table members;
drop table accounts;
alter table organizations drop column staff_passkeys;
alter table organizations drop column color;
