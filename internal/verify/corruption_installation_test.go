package verify_test

// installationCorruptions are of the log of the installation, which has three entries: the
// first and the last are of one event.
var installationCorruptions = []corruption{
	{"an entry of the installation is changed", 19, "entries of the log of the installation are not those of the root", []string{
		"update installation_entries set sealed = not sealed where n = 1"}},
	{"an entry of the installation is missing", 19, "stands in the place of entry 1", []string{"delete from installation_entries where n = 1"}},
	{"the newest entry of the installation is missing", 19, "is said to have 3 entries, and has 2", []string{"delete from installation_entries where n = 2"}},
	{"an entry of the installation is doubled", 19, "came before", []string{
		"drop index installation_entries_once", "insert into installation_entries select 3, event_id, size, checkpoint, sealed from installation_entries where n = 2"}},
	{"entries of the installation are out of order", 19, "came before", []string{
		"update installation_entries set n = 9 where n = 0", "update installation_entries set n = 0 where n = 2", "update installation_entries set n = 2 where n = 9"}},
	{"an entry of the installation is of a smaller tree than it says", 19, "is not a checkpoint of", []string{"update installation_entries set size = size + 1 where n = 2"}},
	{"an entry of the installation is signed by nobody", 19, "is not a checkpoint of", []string{
		"update installation_entries set checkpoint = substr(checkpoint, 1, length(checkpoint) - 20) where n = 1"}},
	{"an entry of the installation is another event's", 19, "is not a checkpoint of", []string{
		"drop index installation_entries_once",
		"update installation_entries set event_id = (select b.event_id from installation_entries b where b.event_id <> installation_entries.event_id limit 1) where n = 2"}},
	{"an entry of the installation is of an older checkpoint", 19, "is not a checkpoint of", []string{
		"update installation_entries set checkpoint = (select b.checkpoint from installation_entries b where b.n = 0) where n = 2"}},
	{"the root of the installation is another", 19, "that the database has", []string{"update installation_log set root = (select root from event_logs order by root desc limit 1)"}},
	{"the installation says that it has less", 19, "is said to have 2 entries, and has 3", []string{"update installation_log set size = 2"}},
	{"the checkpoint of the installation is of fewer entries", 19, "is not one of 2 entries", []string{"update installation_log set signed = 2"}},
	{"the installation is as it was before", 19, "the log of the installation has 2 entries, and what was signed last is of 3", []string{
		"update event_logs set included = (select min(b.size) from installation_entries b where b.event_id = event_logs.event_id)",
		"delete from installation_entries where n = 2", "update installation_log set size = 2, signed = 0, checkpoint = ''"}},
	{"a hash of a tile of the installation is changed", 19, "tile 0 of level 0 of the log of the installation is not that of the tree", []string{
		"update installation_tiles set hashes = (select root from event_logs order by root desc limit 1)"}},
	{"the tile of the installation is lost", 19, "the log of the installation has 0 tiles", []string{"delete from installation_tiles"}},
	{"the installation has a tile too many", 19, "the log of the installation has 2 tiles", []string{"insert into installation_tiles select 1, 0, root from installation_log"}},
	{"the log of the installation is lost", 19, "the log of the installation has 0 entries, and what was signed last is of 3", []string{
		"update event_logs set included = 0", "delete from installation_tiles", "delete from installation_entries", "delete from installation_log"}},
	{"an event is said to be further in the installation", 19, "and is said to have one of", []string{"update event_logs set included = included + 1"}},
	{"the installation has more of an event than it signed", 19, "and the public log signed", []string{"update event_logs set signed = 1"}},
}
