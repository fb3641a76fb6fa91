// Package replica keeps a copy of an SQLite database in an object store while it is used, and
// makes the database anew from it.
//
// A replica is a log of entries and, now and then, a snapshot:
//
//	log/1 ─► log/2 ─► log/3 ─► log/4 ─► log/5 …      each names the hash of the one before
//	           │
//	           └─ snapshots/2                         the whole database, as of entry 2
//
// An entry has the pages that were changed since the entry before it, by whole commits, and
// is created under a number that nobody has used: of two servers that go on from the same
// entry one succeeds, and the other has to stop. A server that begins writes an entry without
// pages first, so that whoever was there before it is stopped by that.
//
// What is restored is the newest snapshot and the entries behind it, each checked.
//
// The package knows no table of the database, and nothing of SQLite but its pages. The server
// starts a Keeper, and the command line restores.
package replica
