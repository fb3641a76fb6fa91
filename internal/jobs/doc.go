// Package jobs does the work that nobody waits for: it delivers messages and
// cleans up. It runs River on SQLite and PostgreSQL alike.
//
// The life of a message: a batch of the sequencer writes its messages and,
// through Outbox, one job in the same transaction, so neither exists without
// the other. A worker reads the messages of the job's range that are still
// queued, in small pages; it puts each into words (package message), hands it to
// a mail.Sender, and records what became of the page:
//
//	queued ──► sent         the server took it
//	   │  └──► failed       refused for good, or not taken for GiveUpAfter
//	   │  └──► suppressed   erased person, no address, or an offer that is over
//	   └─ queued            not now: the job comes again, later each time
//
// A message is sent once. The exception is a process that dies between handing a
// page over and recording it: then at most one page per worker (PageSize mails)
// goes out a second time, with the same Message-ID. Sending in one transaction
// with the record would not help, because no mail server takes part in it.
//
// This package never decides anything about places and never writes an event.
// Package server starts and stops it; sequencer calls Outbox.
package jobs
