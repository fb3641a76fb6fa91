package ledger

// expireExports ends the files of an event that may name a person who was
// erased, and the work on such files.
const expireExports = `update exports set
	state = case when state = 'done' then 'expired' else 'cancelled' end, expires_at = $1
	where event_id = $2 and state in ('queued', 'running', 'done')`
