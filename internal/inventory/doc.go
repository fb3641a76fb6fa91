// Package inventory is the heart of Holdfast: it decides who gets which units.
//
// It is pure. State, commands and the time go in; outcomes and a changeset come
// out. It imports the standard library only and holds no context, SQL, HTTP,
// log, clock, randomness or goroutine, so the same code runs in the server, in
// the simulator, in replays and in the checker (tidy enforces the imports).
//
// Everything that takes a place is a hold:
//
//	              ┌────────── expired · declined · cancelled ─────────┐
//	take ──► held ┤                                                   ▼
//	              └─ confirm ──► confirmed ── cancelled · revoked ──► released
//
// and everybody else waits, as an entry on the waitlist:
//
//	waiting ─► offered ─► accepted | declined | expired
//	   └─────► left | removed | closed
//
// An order is a hold with items, one per unit, each with the price it was made
// at (Order, Item). It is held until it is paid or its deadline passes:
//
//	Reserve ─► held ┬─ Pay ────────► confirmed ── CancelItems · CancelOrder ─► released
//	                └─ its deadline ─► released ── Pay, while its units are free ─► confirmed
//
// Every Pay ends in tickets or in a Refund, which is written with the decision.
// A block that has a deadline is a release: what is held back until then, and comes free by
// itself (Release).
//
// An item takes inventory in takeItem, confirmItem and giveItem, and nowhere
// else: one unit of each pool of its tier. An item that names a seat is where
// the seat is taken, confirmed and given back too; linesFor and short are where
// a line that names one is checked, and priced is where the seat gets into the
// item. Pools are counted the same either way.
//
// A command is a file: what it wants, what it needs loaded (needs), what it might
// set free (forecast) and how it is decided (decide) stand there, and nothing
// switches over all commands.
//
// A caller does three things, and only the middle one knows rules:
//
//  1. load: what the commands name (RequiredRowsOf), what is due, and the first of the
//     waitlist as far as units could come free (LookaheadWanted), into a Work;
//  2. decide: Decide(state, work, batch);
//  3. apply: write Result.Changes, then answer with Result.Outcomes.
//
// A refusal is an Outcome with a Code other than OK; it is never a Go error,
// changes nothing, and never disturbs its neighbours in the batch.
package inventory
