-- +goose Up

-- The tree of counts has six levels of 16 instead of four of 64: a place is the sum
-- of fewer rows.
delete from waitlist_counts;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 1, join_no / 16, count(*) from waitlist_entries
  where state = 'waiting' group by event_id, tier_id, class, join_no / 16;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 2, bucket / 16, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 1 group by event_id, tier_id, class, bucket / 16;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 3, bucket / 16, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 2 group by event_id, tier_id, class, bucket / 16;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 4, bucket / 16, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 3 group by event_id, tier_id, class, bucket / 16;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 5, bucket / 16, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 4 group by event_id, tier_id, class, bucket / 16;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 6, bucket / 16, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 5 group by event_id, tier_id, class, bucket / 16;

-- +goose Down
delete from waitlist_counts;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 1, join_no / 64, count(*) from waitlist_entries
  where state = 'waiting' group by event_id, tier_id, class, join_no / 64;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 2, bucket / 64, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 1 group by event_id, tier_id, class, bucket / 64;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 3, bucket / 64, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 2 group by event_id, tier_id, class, bucket / 64;
insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
select event_id, tier_id, class, 4, bucket / 64, cast(sum(waiting) as bigint) from waitlist_counts
  where level = 3 group by event_id, tier_id, class, bucket / 64;
