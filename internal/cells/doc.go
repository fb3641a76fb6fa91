// Package cells lets events of one installation live in several databases, and moves them from
// one to another (0184).
//
// A cell is a PostgreSQL database with servers of its own. One of them is the catalogue: it has
// organizations, members, keys and accounts, and a row of every event, wherever that lives. A
// server of any cell hands on what is asked of an event that lives in another one:
//
//	caller ─► Front ─► Listener of the other cell ─► its API
//
// Run moves an event: it is closed where it is, copied, compared, and opened where it is to be.
// What says where an event lives is one row in the catalogue, and its change is the moment at
// which it moves. Before that, the move can be undone; from then on, only finished. No decision
// depends on what servers believe of it: an event that does not live in a database is marked so
// in its own row there, and refused by whoever reads it.
package cells
