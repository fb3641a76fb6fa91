-- +goose Up

-- Which event a link to sign in was asked for, when that asks for a confirmed
-- address: the mail says so, and its link leads back there.
alter table sign_in_links add column event_id text not null default '';

-- +goose Down
alter table sign_in_links drop column event_id;
