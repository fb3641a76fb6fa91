package postgres

// roomKey stands for a room in a constraint with gist, which compares ranges and not texts:
// a range of one number, so that neither an extension nor a type of our own is needed, which
// Citus would not bring to other machines. The number is 63 bits of a hash. Two rooms that
// had the same would be refused at one time, and never booked twice.
const roomKey = `int8range(hashtextextended(org_id || '/' || room_id, 0) >> 1, hashtextextended(org_id || '/' || room_id, 0) >> 1, '[]')`

// guards are two constraints, one for each of the times of a room that are disjoint.
var guards = []string{
	`alter table booking_rooms add constraint booking_rooms_set_up exclude using gist (
		` + roomKey + ` with &&, int8range(busy_from, core_to) with &&) where (live)`,
	`alter table booking_rooms add constraint booking_rooms_torn_down exclude using gist (
		` + roomKey + ` with &&, int8range(core_from, busy_to) with &&) where (live)`,
}

// Guards makes PostgreSQL refuse two live bookings of a room at one time.
func (*DB) Guards() []string { return guards }
