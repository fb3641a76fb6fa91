// Package e2e tests the real binary from outside: over HTTP, by the mailbox and
// by signals, on SQLite and on PostgreSQL.
//
// It knows what a user and an operator know: flags, addresses, pages. The load
// comes from package hammer, which also remembers what was acknowledged; every
// test ends with `holdfast verify` on the database that it leaves behind.
package e2e
