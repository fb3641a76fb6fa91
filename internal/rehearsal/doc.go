// Package rehearsal rehearses the on-sale of an event: a copy of it is stormed through the
// HTTP interface of a server of its own, waiting room included, and a report says how it
// went.
//
// The copy lies in a database of its own, of the engine that the event is in, beside that:
// another file, or another database of the cluster. So nothing of it can reach what people
// take for real, and it can be thrown away as a whole. Its server has the test provider of
// payments, counts mails instead of sending them, and knows no other way out. The database
// of the event is only read.
package rehearsal
