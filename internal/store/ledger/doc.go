// Package ledger writes what was decided of one event, in batches.
//
// A Batch is a transaction on one event: Begin reads what its commands need, in the way that
// the state of the event in memory allows (see mode), and Commit writes what package
// inventory decided, with the audit rows that say so. It knows the tables by their
// descriptions in package store, and no rules. The sequencer is its caller; everybody else
// reads through package store.
package ledger
