// Package seatchart keeps the charts of halls that people look at: which seats
// are there, and which of them are available, encoded and compressed once for any
// number of readers.
//
// A chart is read, never decided by: it may be a moment old, and package inventory has
// the last word on every seat. A server that shares its database with others
// learns of their changes from the ledger, as of its own.
package seatchart
