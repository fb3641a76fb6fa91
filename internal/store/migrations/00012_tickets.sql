-- +goose Up

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
  primary key (event_id, id)
);
-- A unit is given to the waitlist once, and a unit of the waitlist stands on one.
create unique index exchanges_live on exchanges (event_id, ticket_id) where ended_at = 0;
create unique index exchanges_taker on exchanges (event_id, taker_id, taker_unit) where state = 'matched';
create index exchanges_ticket on exchanges (event_id, ticket_id, opened_seq);

-- +goose Down
drop table exchanges;
