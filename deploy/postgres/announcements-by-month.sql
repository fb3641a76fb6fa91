-- Partitions the table announcements by the month in which an announcement is due, and adds the
-- months that are missing when it is partitioned already. See README.md here.
begin;

do $$
begin
  if (select relkind from pg_class where oid = 'announcements'::regclass) = 'p' then
    return;
  end if;
  lock table announcements in access exclusive mode;
  alter table announcements rename to announcements_whole;
  alter index announcements_due rename to announcements_whole_due;
  create table announcements (like announcements_whole including constraints) partition by range (due_at);
  -- The key of a partitioned table has its date in it. That an event has an announcement
  -- once is kept by the lock on the event's row, under which they are written.
  alter table announcements add primary key (event_id, id, due_at);
  alter table announcements add foreign key (event_id) references events (id);
  create index announcements_due on announcements (due_at) where state = 'planned' or state = 'sending';
  create table announcements_later partition of announcements default;
  insert into announcements select * from announcements_whole;
  drop table announcements_whole;
end
$$;

do $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
  month timestamp;
  low bigint;
  high bigint;
  part text;
begin
  for month in
    select generate_series(this_month, this_month + interval '24 months', interval '1 month')
    union
    select date_trunc('month', to_timestamp(due_at / 1000000) at time zone 'UTC') from announcements_later
    order by 1
  loop
    part := 'announcements_' || to_char(month, 'YYYYMM');
    continue when to_regclass(part) is not null;
    low := extract(epoch from month at time zone 'UTC')::bigint * 1000000;
    high := extract(epoch from (month + interval '1 month') at time zone 'UTC')::bigint * 1000000;
    execute format('create table %I (like announcements including constraints)', part);
    execute format('with moved as (delete from announcements_later where due_at >= %s and due_at < %s returning *) insert into %I select * from moved', low, high, part);
    execute format('alter table announcements attach partition %I for values from (%s) to (%s)', part, low, high);
  end loop;
end
$$;

commit;
