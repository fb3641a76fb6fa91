-- +goose Up

-- Which tickets somebody has from others: few tickets ever change hands.
create index ticket_versions_holder on ticket_versions (event_id, holder_id) where holder_id <> '';

-- +goose Down
drop index ticket_versions_holder;
