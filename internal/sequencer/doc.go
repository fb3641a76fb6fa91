// Package sequencer is the one ordered writer of each event.
//
// Commands for an event wait in a bounded queue (package batch). A goroutine takes
// all that wait, in arrival order, and hands them to a Writer, which loads what they
// need, lets package inventory decide, and commits everything they change in one
// transaction. Only then are the callers answered:
//
//	Submit ─► queue of the event ─► Writer.Write ─► replies
//	                                  │ ledger.Begin: lock, load
//	                                  │ inventory.Decide
//	                                  │ audit.Chain, SignHead
//	                                  └ Batch.Commit
//
// While one batch waits for the disk, the next gathers: the hotter the event,
// the larger its batches, and the smaller the share of each in the commit.
//
// The package owns arrival order, retries and the answer to "was it written?".
// It knows no rules (inventory does) and no SQL (store does). api and jobs call
// Submit; the simulator calls Writer.Write, which has no goroutine in it.
package sequencer
