// Package jobs does the work that nobody waits for, as jobs that are stored in
// the transaction of the change that calls for them: it has the messages of a
// batch routed (package delivery sends them), asks for longer claim windows, and
// cleans up. It runs River on SQLite and PostgreSQL alike.
//
// A batch of the sequencer writes its messages and, through Outbox, one job in
// the same transaction, so neither exists without the other. The job makes the
// deliveries of the messages and is done within milliseconds. A job whose
// process died is found by the worker's row in the database (see courier) and
// runs again seconds later. These jobs have a queue of their own; those with an
// offer are in the queue of everything else, where nothing waits for a storm to
// be over.
//
// This package never decides anything about places and never writes an event.
// Package server starts and stops it; sequencer calls Outbox.
package jobs
