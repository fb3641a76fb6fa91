-- +goose Up

-- Whether a payout of the refund is stored, written with that payout, so that who
-- looks for refunds that were forgotten reads only these.
alter table refunds_due add column begun boolean not null default false;
update refunds_due set begun = true where exists (
  select 1 from payouts p where p.event_id = refunds_due.event_id and p.seq = refunds_due.seq and p.seq > 0);
drop index refunds_due_by_time;
create index refunds_due_open on refunds_due (created_at, event_id, seq) where not begun;

-- +goose Down
drop index refunds_due_open;
create index refunds_due_by_time on refunds_due (created_at);
alter table refunds_due drop column begun;
