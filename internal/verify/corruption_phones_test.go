package verify_test

// phoneCorruptions are those of passes of phones at the door, and of their scans.
var phoneCorruptions = []corruption{
	{"a phone may check in again", 4, "the list, gate, hours, code or phone of the pass, or that it was ended,", []string{"update checkin_passes set ended_at = 0 where ended_at > 0"}},
	{"another phone has a pass", 4, "the list, gate, hours, code or phone of the pass, or that it was ended,", []string{"update checkin_passes set token_hash = 'thief' where token_hash <> ''"}},
	{"a phone may check in for longer", 4, "the list, gate, hours, code or phone of the pass, or that it was ended,", []string{"update checkin_passes set valid_until = valid_until + 1"}},
	{"a phone was let in by nobody", 4, "no row of organization", []string{
		"insert into checkin_passes select event_id, 'cpa_thief', name, list_id, gate, valid_from, valid_until, 'x', 'y', created_at, redeemed_at, 0, 0, 0, 0, 0 from checkin_passes where redeemed_at > 0 limit 1"}},
	{"the pass of a phone is lost", 12, "by a pass that is not one of the event's", []string{"delete from checkin_passes where ended_at > 0"}},
	{"a pass that waits is lost", 4, "and it is not stored", []string{"delete from checkin_passes where redeemed_at = 0"}},
	{"a phone has no token", 12, "a phone has its token: false", []string{"update checkin_passes set token_hash = '' where redeemed_at > 0"}},
	{"a phone was let in too early", 12, "when that was not good", []string{"update checkin_passes set redeemed_at = valid_from - 1 where redeemed_at > 0"}},
	{"a phone called before it was let in", 12, "its phone has called or another has tried the code", []string{"update checkin_passes set tries = 1 where redeemed_at = 0"}},
	{"a pass is for a list that is lost", 12, "the pass is for list", []string{"update checkin_passes set list_id = 'lst_lost' where redeemed_at = 0"}},
	{"a phone scanned that nobody had", 12, "by a pass that no phone had", []string{"update scans set device_id = (select min(p.id) from checkin_passes p where p.event_id = scans.event_id and p.redeemed_at = 0) where device_id like 'cpa_%'"}},
	{"a phone scanned elsewhere", 12, "and the pass of its phone is for others", []string{"update checkin_passes set gate = 'Gate B' where gate = 'Gate A'"}},
	{"a phone let somebody in against the rules", 12, "a phone with a pass let somebody in against the rules", []string{"update scans set override_by = 'key_boss', override_reason = 'x' where device_id like 'cpa_%'"}},
	{"a phone scanned when it was signed out", 12, "scanned when its pass was over", []string{"update scans set at = at + 3600000000, received_at = received_at + 3600000000 where device_id like 'cpa_%' and not online"}},
	{"a phone handed in late", 12, "long after the pass of its phone was over", []string{"update scans set received_at = received_at + 172800000000 where device_id like 'cpa_%' and not online"}},
}
