package sqlite

import "strings"

// guard is a trigger that refuses a row which would have a room at the time of another.
// The rows of a room are in order by all of their times, so that the one before the new
// row and the one after it are the only ones to look at.
const guard = `create trigger booking_rooms_EVENT before EVENT on booking_rooms when new.live begin
	select raise(abort, 'booking_rooms: the room has another booking at this time') where exists (
		select 1 from (select * from booking_rooms where org_id = new.org_id and room_id = new.room_id and live and busy_from <= new.busy_from
			and booking_id <> new.booking_id order by busy_from desc limit 1) g
		where g.core_to > new.busy_from and g.busy_from < new.core_to or g.busy_to > new.core_from and g.core_from < new.busy_to
	) or exists (
		select 1 from (select * from booking_rooms where org_id = new.org_id and room_id = new.room_id and live and busy_from > new.busy_from
			and booking_id <> new.booking_id order by busy_from limit 1) g
		where g.busy_from < new.core_to or g.core_from < new.busy_to and g.busy_to > new.core_from
	);
end`

// Guards makes SQLite refuse two live bookings of a room at one time.
func (*DB) Guards() []string {
	return []string{strings.ReplaceAll(guard, "EVENT", "insert"), strings.ReplaceAll(guard, "EVENT", "update")}
}
