-- +goose Up

-- What was paid, what goes back, and the journal of both. What decisions owe stands
-- in the tables of orders; here is what providers said and did. Rows of money that
-- belongs to no event that we know have event_id ''. Unique indexes that do not
-- begin with event_id keep one thing of a provider from being booked for two events.

-- An account at a payment provider that an organization has of its own. What has its id
-- behind the provider's name (stripe@pac_…), such as a page or a payment, is of that
-- account for good; what has none is of the installation's. The keys of an account are
-- in server_keys, wrapped, until it is closed.
create table payment_accounts (
  id         text primary key,
  org_id     text not null references organizations (id),
  provider   text not null,
  -- setup: not all keys are here. active: new orders are paid to it. retired: no new
  -- ones are, and what began there still goes there. closed: its keys are gone.
  state      text not null check (state in ('setup', 'active', 'retired', 'closed')),
  mode       text not null check (mode in ('live', 'test')),
  version    bigint not null, -- of its keys
  created_at bigint not null,
  changed_at bigint not null, -- its keys or its state
  heard_at   bigint not null  -- the last webhook that was good; 0: none
);
create unique index payment_accounts_active on payment_accounts (org_id, provider) where state = 'active';
create index payment_accounts_by_org on payment_accounts (org_id, id);

-- A page at a provider on which an order can be paid.
create table checkouts (
  event_id   text not null,
  id         text not null, -- chk_…, the key that the provider was given
  order_id   text not null,
  provider   text not null, -- with its account: stripe, or stripe@pac_…
  ref        text not null, -- the provider's name of it; '' until it was made
  url        text not null,
  amount     bigint not null check (amount > 0),
  currency   text not null,
  state      text not null check (state in ('open', 'paid', 'closed')),
  deadline   bigint not null, -- of the order, as it was last seen
  created_at bigint not null,
  look_at    bigint not null, -- when its provider is to be asked next
  -- How a checkout was said to stand at its provider, for those who wait to hear what
  -- became of a payment: open, approved, pending, captured, failed or expired. It
  -- decides nothing: the state does.
  standing   text not null default 'open',
  -- What the provider was asked for, so that asking again asks for the same: when,
  -- a hash of the rest ('' until it was asked), and how often something else had to
  -- be asked for. The attempt is part of the provider's idempotency key.
  attempt    bigint not null default 0,
  asked      text not null default '',
  asked_at   bigint not null default 0,
  -- A page on which several dates of a booking are paid at once: what of the amount is
  -- for which part of whose price, as JSON, in the order of the shares of its payment.
  shares     text not null default '[]',
  primary key (event_id, id)
);
create unique index checkouts_open on checkouts (event_id, order_id, provider) where state = 'open';
create unique index checkouts_by_ref on checkouts (provider, ref) where ref <> '';
create index checkouts_by_order on checkouts (event_id, order_id);
create index checkouts_to_look on checkouts (look_at) where state = 'open';

-- Where a provider denies access: it does not accept the key of this installation, or
-- does not allow something with it. Owners are told, and not with each order.
create table provider_denials (
  org_id    text not null,
  provider  text not null,
  action    text not null check (action in ('page', 'look', 'refund')), -- a key may allow some of them
  denied_at bigint not null, -- the last time
  told_at   bigint not null, -- when the owners were told last
  ended_at  bigint not null, -- when the provider did it again; 0: not yet
  primary key (org_id, provider, action)
);

-- Every notification that was verified, and what it said: no names, no addresses.
create table payment_notices (
  event_id    text not null,
  provider    text not null,
  id          text not null, -- the provider's
  kind        text not null,
  payment_id  text not null,
  refund_id   text not null, -- the provider's, of a refund
  refund_ref  text not null, -- and ours
  amount      bigint not null,
  currency    text not null,
  at          bigint not null, -- the provider's time
  received_at bigint not null,
  -- '', or the code of the problem that it was answered with, or 'early': it
  -- tells of a payment that has not come yet, and is taken up again
  verdict     text not null,
  primary key (event_id, provider, id)
);
create unique index payment_notices_once on payment_notices (provider, id);
create index payment_notices_early on payment_notices (payment_id) where verdict = 'early';

-- Money that came in. It ends in exactly one of: tickets, or a refund.
create table payments (
  event_id    text not null,
  id          text not null, -- provider:its name, for example stripe:pi_3…; of a share of it ~ and its number behind that
  provider    text not null,
  order_id    text not null, -- as the provider was given it; '' for none of ours
  checkout_id text not null, -- ours; '' when none is known
  amount      bigint not null check (amount > 0),
  currency    text not null,
  captured_at bigint not null,
  received_at bigint not null,
  state       text not null check (state in ('captured', 'tickets', 'refund', 'foreign')),
  problem     text not null, -- of a payment that is not one of an order's: why
  note        text not null, -- by hand: what to find it by
  disputed    bigint not null check (disputed >= 0 and disputed <= amount),
  settled_at  bigint not null,
  -- What the provider has kept of it. fee_currency is '' until that is known.
  fee          bigint not null,
  fee_currency text not null,
  fee_due      bigint not null, -- when the provider is to be asked; 0: not to be asked
  primary key (event_id, id)
);
create unique index payments_once on payments (id);
create index payments_by_order on payments (event_id, order_id);
create index payments_to_settle on payments (received_at) where state = 'captured';
create index payments_fee_due on payments (fee_due, id) where fee_due > 0;

-- Money that goes back: one row for each refund that a decision owes (its id
-- tells the ledger seq), and for each payment that belongs to nobody.
create table payouts (
  event_id   text not null,
  id         text not null, -- rfd_…, the key that the provider is given
  seq        bigint not null, -- of the refund that is due; 0: no decision of ours
  order_id   text not null,
  payment_id text not null,
  amount     bigint not null check (amount >= 0), -- what is given; less than owed when the rest was given by hand
  owed       bigint not null check (owed > 0),
  currency   text not null,
  state      text not null check (state in ('due', 'pending', 'done', 'failed')),
  reason     text not null,
  ref        text not null, -- the provider's name of it
  note       text not null, -- by hand: what to find it by
  till_id    text not null, -- the till that gave it; '': none did
  error      text not null, -- what the provider said, in its own words
  error_code text not null default '', -- by which the provider names the reason; '': it named none
  tries      bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  paid_on    text not null default '', -- the day on which it was paid by other means than its provider, 2027-05-03; '': it was not
  -- How often a person has had a refund given anew that had failed. Each time is
  -- another refund at the provider, under a key of its own, with bookings of its own.
  attempt    bigint not null default 0,
  -- What the provider has kept of the refund that was given, as with payments. Less than
  -- 0: what it gave back of its fee for the payment.
  fee          bigint not null,
  fee_currency text not null,
  fee_due      bigint not null,
  primary key (event_id, id),
  foreign key (event_id, payment_id) references payments (event_id, id)
);
create unique index payouts_by_seq on payouts (event_id, seq) where seq > 0;
create index payouts_by_payment on payouts (event_id, payment_id);
-- Those that a person gave by hand and described.
create index payouts_noted on payouts (event_id, order_id) where note <> '';
create index payouts_by_till on payouts (event_id, till_id) where till_id <> '';
create index payouts_to_give on payouts (updated_at) where state = 'due' or state = 'pending';
-- Those that failed for good: a person has to see to them.
create index payouts_failed on payouts (updated_at, event_id, id) where state = 'failed' and reason <> 'refunded_at_provider';
create index payouts_fee_due on payouts (fee_due, id) where fee_due > 0;

-- A till of the box office: somebody sells at the door with it, and counts its cash in the
-- end. cash_in and cash_out are what came in and went out in cash while it was open.
create table tills (
  event_id      text not null references events (id),
  id            text not null,
  name          text not null,
  currency      text not null,
  opening_float bigint not null check (opening_float >= 0),
  cash_in       bigint not null check (cash_in >= 0),
  cash_out      bigint not null check (cash_out >= 0),
  opened_by     text not null,
  opened_at     bigint not null,
  closed_by     text not null, -- '': it is open
  closed_at     bigint not null, -- 0: it is open
  counted       bigint not null check (counted >= 0), -- the cash in it when it was closed
  note          text not null, -- of the person who closed it
  primary key (event_id, id)
);

-- An order that was made at a till, written with it. How it ended, its order and its
-- payment say.
create table till_sales (
  event_id text not null,
  order_id text not null,
  till_id  text not null,
  kind     text not null check (kind in ('cash', 'card_terminal', 'complimentary')),
  tendered bigint not null check (tendered >= 0), -- the cash that the buyer gave; 0: it was not said
  sold_by  text not null,
  sold_at  bigint not null,
  primary key (event_id, order_id)
);
create index till_sales_by_till on till_sales (event_id, till_id, sold_at, order_id);

-- The account at a bank to which buyers of an organization transfer money.
create table bank_accounts (
  org_id     text not null references organizations (id),
  id         text not null,
  iban       text not null,
  bic        text not null, -- '': none is needed
  holder     text not null,
  changed_at bigint not null,
  primary key (org_id)
);

-- A file that the bank gave and that was read. Its id follows from the file.
create table bank_statements (
  org_id       text not null references organizations (id),
  id           text not null,
  hash         text not null, -- SHA-256 of the file
  name         text not null, -- as it was called
  format       text not null check (format in ('camt.053', 'camt.054', 'mt940')),
  from_day     text not null, -- the days of its transactions; '': it has none
  to_day       text not null,
  transactions bigint not null, -- that are booked
  taken        bigint not null, -- of these: that are in no file that was read before
  known        bigint not null, -- that are
  debits       bigint not null, -- with which money went out: they are not kept
  pending      bigint not null, -- further ones, that are not booked yet
  read_by      text not null,
  read_at      bigint not null,
  primary key (org_id, id),
  check (transactions = taken + known + debits)
);
create index bank_statements_by_time on bank_statements (org_id, read_at, id);

-- A transaction of the account with which money came in, or went back. Its id follows from
-- what the bank says of it, so that it is taken once.
create table bank_transactions (
  org_id          text not null references organizations (id),
  id              text not null,
  statement_id    text not null, -- the first that has it
  line            bigint not null,
  account         text not null,
  currency        text not null,
  amount          bigint not null check (amount > 0),
  kind            text not null check (kind in ('credit', 'credit_reversed', 'debit_reversed')),
  booked          text not null, -- the day
  payer           text not null,
  payer_iban      text not null,
  text            text not null, -- what the payer wrote
  end_to_end      text not null,
  bank_ref        text not null,
  -- new: nothing is decided. open: a person has to look at it. part: of an order that is not
  -- paid in full yet. matched: it is in payments. to_return, returned: it goes back and is in
  -- no payment. ignored: it is not for tickets.
  state           text not null check (state in ('new', 'open', 'part', 'matched', 'to_return', 'returned', 'ignored')),
  reason          text not null, -- why a person has to look at it; '': nobody had to
  event_id        text not null, -- of the order
  order_id        text not null, -- that it names, or was assigned to
  payment_id      text not null, -- of the order, that has applied of it
  applied         bigint not null check (applied >= 0),
  back_payment_id text not null, -- that is due back, and has back of it
  back            bigint not null check (back >= 0),
  note            text not null,
  changed_by      text not null,
  changed_at      bigint not null,
  taken_at        bigint not null,
  version         bigint not null,
  primary key (org_id, id),
  foreign key (org_id, statement_id) references bank_statements (org_id, id)
);
create index bank_transactions_by_time on bank_transactions (org_id, taken_at, id);
create index bank_transactions_in_state on bank_transactions (org_id, state, taken_at, id);
create index bank_transactions_new on bank_transactions (changed_at) where state = 'new';
create index bank_transactions_to_owe on bank_transactions (changed_at) where back > 0 and back_payment_id = '';
create index bank_transactions_parts on bank_transactions (changed_at) where state = 'part';
create index bank_transactions_by_order on bank_transactions (event_id, order_id) where order_id <> '';

-- The accounting journal: double entry, only ever added to. The lines of one ref
-- are written together and balance.
create table journal (
  event_id   text not null,
  ref        text not null, -- what is booked: capture:…, sale:…, refund:…, payout:…, dispute:…, fee:…
  line       bigint not null,
  booked_at  bigint not null,
  at         bigint not null, -- when it happened
  account    text not null,
  debit      bigint not null check (debit >= 0),
  credit     bigint not null check (credit >= 0),
  currency   text not null,
  order_id   text not null,
  payment_id text not null,
  primary key (event_id, ref, line)
);
create index journal_in_order on journal (event_id, booked_at, ref, line);

-- What an organization says of itself on its invoices, and of these. One that has never
-- turned them on has no row.
create table invoicing (
  org_id         text primary key references organizations (id),
  since          bigint not null, -- orders that are settled from then on have invoices; 0: turned off
  legal_name     text not null,
  street         text not null,
  postal_code    text not null,
  city           text not null,
  country        text not null, -- ISO 3166, two letters
  vat_id         text not null,
  tax_number     text not null,
  prefix         text not null, -- of numbers
  note           text not null, -- on each document
  language       text not null, -- of documents
  timezone       text not null, -- in which their dates, and years, are told
  small_business boolean not null,
  reverse_charge boolean not null default false, -- what is online is sold to businesses of other countries without tax
  buyer_rates    text not null default '', -- at which it is sold to consumers of other countries: AT=2000 FR=2000
  changed_at     bigint not null
);

-- The last number of each organization and year, and the hash of the document that has it.
-- Whoever allots a number holds the row until what it is for is committed, so that no number
-- is lost or given twice.
create table invoice_series (
  org_id text not null references organizations (id),
  year   bigint not null,
  last   bigint not null check (last >= 0),
  hash   text not null,
  primary key (org_id, year)
);

-- Invoices and credit notes: written once, with what they rest on, and never changed. Those
-- of a person who is erased stay: the law asks for them.
create table invoices (
  event_id  text not null,
  id        text not null,
  org_id    text not null references organizations (id),
  kind      text not null check (kind in ('invoice', 'credit_note')),
  year      bigint not null,
  no        bigint not null check (no > 0),
  number    text not null, -- as it is printed
  order_id  text not null,
  -- What it rests on: sale:… and refund:… of the journal, or cancel:… and instead:… with the
  -- invoice that was corrected.
  ref       text not null,
  refers_to text not null, -- of a credit note: the invoice; of an invoice: that which it stands for; else ''
  currency  text not null,
  net       bigint not null,
  tax       bigint not null,
  gross     bigint not null check (gross >= 0),
  issued_at bigint not null,
  document  text not null, -- JSON of invoice.Document
  hash      text not null, -- SHA-256 of the document behind the hash of the one before it in the year
  primary key (event_id, id)
);
create unique index invoices_number on invoices (org_id, year, no);
create unique index invoices_once on invoices (event_id, ref);
create index invoices_of_order on invoices (event_id, order_id, year, no);
create index invoices_of_event on invoices (event_id, year, no);

-- Who an order is to be invoiced to, as its buyer says.
create table billing (
  event_id    text not null,
  order_id    text not null,
  person_id   text not null, -- the buyer, with whom it is erased
  company     text not null,
  street      text not null,
  postal_code text not null,
  city        text not null,
  country     text not null,
  vat_id      text not null,
  vat_check   text not null default '', -- what a register said of it: valid, invalid, unavailable; '': it was not asked
  vat_checked_at bigint not null default 0,
  vat_check_id text not null default '', -- by which the register knows that
  updated_at  bigint not null,
  primary key (event_id, order_id)
);
create index billing_by_person on billing (event_id, person_id);

-- What the built-in test provider remembers. It is not part of the accounts.
create table testpay_checkouts (
  id         text primary key,
  key        text not null unique,
  reference  text not null,
  title      text not null,
  lines      text not null, -- what is bought one by one, JSON
  return_url text not null,
  amount     bigint not null,
  currency   text not null,
  state      text not null,
  payment_id text not null,
  card       text not null default '', -- the keyed hash of what was typed on its page; '': no card has paid
  at         bigint not null
);
create unique index testpay_by_payment on testpay_checkouts (payment_id) where payment_id <> '';

create table testpay_refunds (
  ref        text primary key,
  id         text not null,
  payment_id text not null,
  amount     bigint not null check (amount > 0),
  currency   text not null,
  at         bigint not null
);
create index testpay_refunds_by_payment on testpay_refunds (payment_id);
