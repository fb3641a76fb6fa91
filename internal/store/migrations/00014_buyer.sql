-- +goose Up

-- How a checkout was said to stand at its provider, for who waits to hear what
-- became of a payment: open, approved, pending, captured, failed or expired. It
-- decides nothing: the state does.
alter table checkouts add column standing text not null default 'open';

-- +goose Down
alter table checkouts drop column standing;
