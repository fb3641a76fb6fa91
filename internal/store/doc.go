// Package store holds all SQL of Holdfast, for SQLite and PostgreSQL.
//
// It owns the schema (migrations/), one text of SQL for both engines, and the
// few words that each engine needs of its own (sqlite/, postgres/). It knows no
// rules. What is decided of an event is written by package ledger, in batches;
// everything else reads and writes through the aggregates of Store, each of which has a
// package below this one and opens and ends its own transactions. What both know of a table
// is its description (see package table).
package store
