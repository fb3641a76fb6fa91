package postgres

// guards are two constraints, one for each of the times of a room that are disjoint. A
// range of one room stands for the room, so that no extension is needed: gist compares
// ranges, and texts alone it does not.
var guards = []string{
	`create type room_key as range (subtype = text, collation = "C")`,
	`alter table booking_rooms add constraint booking_rooms_set_up exclude using gist (
		room_key(org_id || '/' || room_id, org_id || '/' || room_id, '[]') with &&, int8range(busy_from, core_to) with &&) where (live)`,
	`alter table booking_rooms add constraint booking_rooms_torn_down exclude using gist (
		room_key(org_id || '/' || room_id, org_id || '/' || room_id, '[]') with &&, int8range(core_from, busy_to) with &&) where (live)`,
}

// Guards makes PostgreSQL refuse two live bookings of a room at one time.
func (*DB) Guards() []string { return guards }
