package ledger

// cancelImports ends what is under way of an event's imports: their lines may
// name a person who was erased.
const cancelImports = `update imports set state = 'cancelled', people = '', finished_at = $1
	where event_id = $2 and state in ('queued', 'running')`
