-- +goose Up

-- The money of a hold of the kind 'order'. Amounts are minor units of the
-- order's currency (ISO 4217).
create table orders (
  event_id   text not null,
  id         text not null, -- of the hold
  currency   text not null, -- '' where nothing has a price
  total      bigint not null check (total >= 0), -- gross, as it was ordered
  promo_id   text not null,
  access_id  text not null,
  payment_id text not null, -- the payment that confirmed it
  paid       bigint not null check (paid >= 0),
  prolonged  bigint not null check (prolonged in (0, 1)),
  primary key (event_id, id)
);

-- One row for each unit of an order, with the price it was ordered at. A ticket
-- is named by the order and the number.
create table hold_items (
  event_id     text not null,
  hold_id      text not null,
  no           bigint not null check (no > 0),
  tier_id      text not null,
  seat_id      text not null, -- '': any place of the tier
  state        text not null check (state in ('live', 'released')),
  released_seq bigint not null, -- of the audit row that released it; 0: live
  price        bigint not null,
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  discount     bigint not null,
  net          bigint not null,
  tax          bigint not null,
  gross        bigint not null check (gross >= 0),
  primary key (event_id, hold_id, no)
);

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
  primary key (event_id, seq)
);
create index refunds_due_by_order on refunds_due (event_id, order_id, seq);

-- +goose Down
drop table refunds_due;
drop table price_codes;
drop table hold_items;
drop table orders;
