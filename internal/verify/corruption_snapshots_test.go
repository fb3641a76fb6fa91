package verify_test

var snapshotCorruptions = []corruption{
	{"a stored snapshot is another", 4, "is not whole", []string{"update replay_snapshots set delta = (select o.delta from replay_snapshots o where o.event_id <> replay_snapshots.event_id order by o.delta limit 1)"}},
	{"a stored snapshot is lost", 4, "is not whole", []string{"delete from replay_snapshots where seq = 60"}},
	{"a stored snapshot is of a later row", 4, "cannot be trusted: the event has no such row", []string{"update replay_snapshots set seq = seq + 1000000"}},
}
