// Package tlog has what is public about the audit rows of an event: a Merkle log that
// anybody can check without trusting the server.
//
// Its checkpoints are signed with a key that is kept outside the database, and what was
// signed last is kept beside the key. So neither a restored older backup nor somebody who
// has only the database gets another history signed. Formats are those of C2SP:
// tlog-checkpoint and signed-note. The package knows no SQL and no HTTP; server opens the
// key, and whoever has a tree asks the Signer for its checkpoint.
package tlog
