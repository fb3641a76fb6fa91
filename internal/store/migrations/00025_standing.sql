-- +goose Up

-- An item stands on a named seat that is another order's, whose holder gives it
-- back as soon as this order is paid. So a seat has one live owner at any moment,
-- and the unique index holds as it is. No engine changes a check in place in the
-- same words as the other.
create table hold_items_that_stand (
  event_id     text not null,
  hold_id      text not null,
  no           bigint not null check (no > 0),
  tier_id      text not null,
  seat_id      text not null, -- '': any place of the tier
  state        text not null check (state in ('live', 'standing', 'released')),
  released_seq bigint not null, -- of the audit row that released it; 0: live or standing
  price        bigint not null,
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  discount     bigint not null,
  net          bigint not null,
  tax          bigint not null,
  gross        bigint not null check (gross >= 0),
  primary key (event_id, hold_id, no),
  check (state <> 'standing' or seat_id <> '')
);
insert into hold_items_that_stand select event_id, hold_id, no, tier_id, seat_id, state, released_seq,
  price, tax_rate, tax_included, discount, net, tax, gross from hold_items;
drop table hold_items;
alter table hold_items_that_stand rename to hold_items;
create unique index hold_items_live_seat on hold_items (event_id, seat_id) where state = 'live' and seat_id <> '';

-- The seat that an exchange is of: the waitlist of that seat is offered it.
alter table exchanges add column seat_id text not null default '';

-- +goose Down
alter table exchanges drop column seat_id;
create table hold_items_that_do_not (
  event_id     text not null,
  hold_id      text not null,
  no           bigint not null check (no > 0),
  tier_id      text not null,
  seat_id      text not null,
  state        text not null check (state in ('live', 'released')),
  released_seq bigint not null,
  price        bigint not null,
  tax_rate     bigint not null,
  tax_included bigint not null check (tax_included in (0, 1)),
  discount     bigint not null,
  net          bigint not null,
  tax          bigint not null,
  gross        bigint not null check (gross >= 0),
  primary key (event_id, hold_id, no)
);
insert into hold_items_that_do_not select event_id, hold_id, no, tier_id, seat_id, state, released_seq,
  price, tax_rate, tax_included, discount, net, tax, gross from hold_items;
drop table hold_items;
alter table hold_items_that_do_not rename to hold_items;
create unique index hold_items_live_seat on hold_items (event_id, seat_id) where state = 'live' and seat_id <> '';
