-- +goose Up

-- Who runs events, who may act for them, and how people sign in.
--
-- Portable between SQLite and PostgreSQL: text, bigint, boolean, bytea; times are
-- microseconds since 1970 UTC, money is minor units. Every table that the sequencer
-- writes begins its primary key with event_id, so that the schema can be
-- distributed by event without a rewrite.

create table organizations (
  id         text primary key,
  name       text not null,
  created_at bigint not null,
  color      text not null default '', -- how it shows itself
  -- Members must sign in with a passkey to act for the organization.
  staff_passkeys boolean not null default false,
  -- Members must sign in with the OpenID Connect provider to act for the organization.
  staff_oidc boolean not null default false,
  websites   text not null default '[]', -- origins (RFC 6454) whose pages may take part for people, as JSON
  -- where its own audit rows stand
  audit_seq  bigint not null default 0,
  audit_hash bytea not null default '', -- of row audit_seq
  audit_sig  bytea not null default ''  -- Ed25519 over (id, audit_seq, audit_hash)
);

-- What was changed about who may act for an organization and to what it has: no event's
-- audit rows say it. It holds no name and no address.
create table organization_audit (
  org_id     text not null references organizations (id),
  seq        bigint not null, -- 1, 2, 3, …
  at         bigint not null,
  actor      text not null,
  subject    text not null, -- a key, member, webhook or event, or the organization
  action     text not null,
  event_seq  bigint not null, -- of the event whose head was taken in or names were sealed; a slot of scans; else 0
  commitment text not null,   -- a hash of what the subject is from now on; '': no more
  hash       bytea not null,
  primary key (org_id, seq)
);
create index organization_audit_by_subject on organization_audit (org_id, subject, seq);
-- Organizations that show themselves otherwise since a time.
create index organizations_changed on organization_audit (at, org_id) where action = 'organization_changed';

-- Who signed in, and who changed who may act for an organization, from where: for its
-- owners, for a while. account_id and network go with the account.
create table security_log (
  id         text primary key,
  org_id     text not null, -- no foreign key: whoever signs in would wait for whoever changes members
  at         bigint not null,
  action     text not null,
  actor      text not null,
  subject    text not null,
  detail     text not null,
  account_id text not null,
  network    text not null,
  request_id text not null,
  times      bigint not null -- how often, of what is counted and not told each time
);
create index security_log_account on security_log (account_id, at) where account_id <> '';
create index security_log_by_org on security_log (org_id, at, id);
create index security_log_old on security_log (at);

-- Secrets that this installation signs and authenticates with, made at the first
-- start and wrapped (AES-256-GCM) with a master key that is not in the database. The
-- key that signs the audit log is nowhere in it.
create table server_keys (
  purpose     text primary key, -- 'link' (HMAC key), 'ticket' (keys of events are derived from it)
  secret      bytea not null,
  key_version bigint not null,  -- of the master key, and which one that is
  key_id      text not null,
  created_at  bigint not null
);

-- Where a server tries whether the database takes what is written. The row is
-- deleted in the transaction that inserts it.
create table write_checks (
  id     text primary key,
  filler bytea not null
);

-- When holdfast backup has copied this database last.
create table backups (
  kind    text primary key check (kind in ('sqlite_file', 'pg_dump')),
  made_at bigint not null
);

-- Whether the rows of this database are on their way to another, or come from one
-- (holdfast move): one row, or none.
create table moves (
  id         text primary key, -- the same in both databases
  state      text not null check (state in ('leaving', 'left', 'arriving', 'arrived')),
  other      text not null,    -- the other database, without its password
  changed_at bigint not null
);

-- How much of each table has arrived, written with the rows. It is there while the state
-- is 'arriving'.
create table move_tables (
  name     text primary key,
  last_key text not null,   -- of the last row, as JSON; '': there is none yet
  arrived  bigint not null, -- rows
  checksum text not null,   -- of these rows
  complete boolean not null
);

create table api_keys (
  id         text primary key,
  org_id     text not null references organizations (id),
  name       text not null,
  role       text not null check (role in ('owner', 'organizer', 'box_office', 'door', 'viewer')),
  event_id   text not null,         -- that it is for alone; '': all of the organization
  hash       bytea not null unique, -- SHA-256 of the key, which is 256 random bits
  created_at bigint not null,
  expires_at bigint not null,       -- 0: never
  revoked_at bigint not null,       -- 0: live
  check (event_id = '' or role <> 'owner')
);

-- Somebody who has proved once that mail to an address reaches them. The
-- folded address is what everything else goes by: memberships, and the
-- people of events.
create table accounts (
  id         text primary key,
  address    text not null unique, -- the e-mail address, folded
  email      text not null,        -- as it was typed
  name       text not null,
  locale     text not null,
  created_at bigint not null,
  -- Nothing is suggested by what they booked, since then; 0: it is.
  suggestions_off_at bigint not null default 0
);

-- Who may act for an organization. A membership goes by address, so that
-- somebody can be invited who has never signed in.
create table members (
  id         text primary key,
  org_id     text not null references organizations (id),
  address    text not null,
  email      text not null,
  name       text not null,
  role       text not null check (role in ('owner', 'organizer', 'box_office', 'door', 'viewer', 'events')), -- events: only those below
  event_roles text not null default '[]', -- roles in single events, by event
  created_at bigint not null,
  -- Random: without it, the hash of an address in the audit rows would outlast the row.
  salt       bytea not null
);
create unique index members_by_org on members (org_id, address);
create index members_by_address on members (address);

-- One-time links: to sign in by mail, to set this installation up, or to let an owner in again. Their
-- tokens are derived from the id and a secret of the installation.
create table sign_in_links (
  id         text primary key,
  purpose    text not null check (purpose in ('sign_in', 'setup', 'recovery', 'find', 'claim')), -- recovery: printed by the command line; find: a mail with links to what the address has booked, and none to sign in; claim: it confirms an address for an invitation
  address    text not null, -- '' to set up
  email      text not null,
  locale     text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at    bigint not null, -- 0: not yet
  -- The event that a link was asked for, when that event asks for a confirmed
  -- address: the mail says so, and its link leads back there.
  event_id   text not null default '',
  -- The invitation that the address is confirmed for, and when its link was made.
  invitation_id text not null default '',
  invited_at    bigint not null default 0
);
create index sign_in_links_by_address on sign_in_links (address, created_at);
create index sign_in_links_old on sign_in_links (expires_at);

-- Mails with a link to sign in that were asked for in the last hour, by the network
-- of the request's sender, which bounds how many one address is sent.
create table sign_in_requests (
  id         text primary key,
  address    text not null,
  network    text not null,
  created_at bigint not null,
  expires_at bigint not null -- when it counts no more
);
create index sign_in_requests_by_address on sign_in_requests (address, created_at);
create index sign_in_requests_old on sign_in_requests (expires_at);

create table sessions (
  id         text primary key,
  account_id text not null references accounts (id),
  hash       bytea not null unique, -- SHA-256 of the cookie, which is 256 random bits
  method     text not null check (method in ('link', 'setup', 'passkey', 'oidc', 'recovery')),
  agent      text not null, -- what the browser called itself
  created_at bigint not null,
  seen_at    bigint not null,
  expires_at bigint not null
);
create index sessions_by_account on sessions (account_id, id);
create index sessions_old on sessions (expires_at);

-- Where a calendar program reads the tickets of an account.
create table calendar_addresses (
  account_id text primary key references accounts (id),
  hash       bytea not null unique, -- SHA-256 of the secret in the address, which is 256 random bits
  created_at bigint not null
);

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

-- Who an account is at an OpenID Connect provider. The pair (issuer, subject) never
-- changes there; an address may.
create table oidc_links (
  id         text primary key,
  account_id text not null references accounts (id),
  issuer     text not null,
  subject    text not null,
  email      text not null, -- what the provider had verified when the link was made
  created_at bigint not null,
  used_at    bigint not null
);
create unique index oidc_links_by_subject on oidc_links (issuer, subject);
create unique index oidc_links_by_account on oidc_links (account_id, issuer);

-- Sign-ins with that provider that have begun in a browser, until it comes back.
create table oidc_attempts (
  id         text primary key,
  hash       bytea not null unique, -- SHA-256 of the cookie, which is 256 random bits; state, nonce and PKCE's verifier are derived from that
  expires_at bigint not null
);
create index oidc_attempts_old on oidc_attempts (expires_at);

-- What a certificate authority gave for the names of this server: certificates, their keys
-- and the account, sealed with a key that is derived from a secret of the installation.
create table tls_files (
  name       text primary key,
  sealed     bytea not null,
  changed_at bigint not null
);

-- Which server asks a certificate authority, so that only one does.
create table tls_locks (
  name   text primary key,
  holder text not null,
  until  bigint not null
);
