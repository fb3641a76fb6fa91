-- +goose Up

-- How often a person has had a refund given anew that had failed. Each time is
-- another refund at the provider, under a key of its own, with bookings of its own.
alter table payouts add column attempt bigint not null default 0;

-- +goose Down
alter table payouts drop column attempt;
