// Package archive takes finished events out of the tables of the database, into files, and
// brings them back (decision 0164).
//
// An event goes through states, each of which is one transaction:
//
//	(live) ─ seal ─► sealed ─ file written ─► removing ─ rows deleted ─► archived
//	   ▲                                          │                          │
//	   └──── all rows are back ◄── restoring ◄────┴────── bring it back ◄────┘
//
// A sealed event is read only, and whole in its tables. From the transaction that names its file
// on, it is whole in the file, whatever part of its rows still stands in the tables. So a process
// that dies anywhere leaves it whole in one place, and the next one goes on from the state.
//
// A file is gzip of lines of JSON: what it is of, then each table with its columns, its rows and
// their checksum. Entries of the public log that the rows make up lie beside it as they are
// served. Rows of people with tickets, payments or invoices stay in the tables too, so that these
// are read as before; everything else that staff and guests read of an event is in the file until
// it is brought back.
package archive
