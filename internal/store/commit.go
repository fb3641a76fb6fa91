package store

// jobText inserts a job as the queue's own library does: what is not named here
// has a default in its schema, which rivermigrate makes for the pinned version.
const JobText = "insert into river_job (kind, args, queue, priority, max_attempts) values ($1, $2, $3, $4, $5)"
