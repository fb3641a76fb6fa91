// Package jobs runs background work, as jobs that are stored in the transaction of the
// change that causes them: it routes the messages of a batch (package delivery sends
// them), extends claim windows, makes exports, imports guest lists, settles payments and
// prunes old rows. It runs River on both engines.
//
// A batch of the sequencer writes its messages and, through Outbox, one job in the same
// transaction, so neither exists without the other. The job makes the deliveries of the
// messages within milliseconds. A job whose process died is found by the worker's row in
// the database (see package delivery) and runs again seconds later. These jobs have a
// queue of their own. Those with an offer are in the default queue, where they do not
// wait for a rush to be over.
//
// The package decides nothing about tickets and never writes an event. Package server
// starts and stops it; the sequencer calls Outbox.
package jobs
