package verify_test

// logCorruptions are those of public logs: what their entries, their trees and their salts are.
var logCorruptions = []corruption{
	{"an audit row is changed that is in the public log", 19, "is not what its audit row says", []string{
		"update audit set reason = 'person_erased' where seq = 2 and event_id in (select event_id from event_logs)"}},
	{"who waits is given another class than the public log says", 19, "is not what its audit row says", []string{
		"update waitlist_entries set class = 7 where (event_id, id) in (select event_id, id from waitlist_entries where event_id in (select event_id from event_logs) and class = 0 order by event_id, id limit 1)"}},
	{"a bundle of entries is another", 19, "are not those of the root", []string{
		"update log_bundles set entries = (select b.entries from log_bundles b where b.event_id = log_bundles.event_id and b.n = 1) where n = 0 and event_id in (select event_id from log_bundles where n = 1)"}},
	{"a bundle of entries is damaged", 19, "cannot be read", []string{"update log_bundles set entries = salts where n = 0"}},
	{"a bundle of entries is lost", 19, "is missing", []string{"delete from log_bundles where n = 0"}},
	{"there is a bundle too many", 19, "bundles, and", []string{"insert into log_bundles select event_id, 99, entries, salts from log_bundles where n = 0"}},
	{"salts of another bundle", 19, "is not what its audit row says", []string{
		"update log_bundles set salts = (select b.salts from log_bundles b where b.event_id = log_bundles.event_id and b.n = 0) where n = 1"}},
	{"a hash of a tile is changed", 19, "is not that of the tree", []string{
		"update log_tiles set hashes = (select root from event_logs where event_logs.event_id = log_tiles.event_id) where level = 1"}},
	{"a tile is lost", 19, "is not that of the tree", []string{"delete from log_tiles where level = 0 and n = 0"}},
	{"there is a tile too many", 19, "tiles, and its tree", []string{"insert into log_tiles select event_id, 3, 0, root from event_logs"}},
	{"the root is another", 19, "the database has", []string{"update event_logs set root = (select a.hash from audit a where a.event_id = event_logs.event_id order by a.hash desc limit 1)"}},
	{"the log is cut off", 19, "what was signed last is of", []string{"update event_logs set size = size - 1"}},
	{"the log says that it has more", 19, "entries, and the ledger", []string{"update event_logs set size = size + 1000000"}},
	{"the checkpoint is of a log that was shorter", 19, "that this installation signed", []string{"update event_logs set signed = signed - 1"}},
	{"the log is lost", 19, "the database has no public log", []string{"delete from log_tiles", "delete from log_bundles", "delete from installation_entries", "delete from event_logs"}},
}
