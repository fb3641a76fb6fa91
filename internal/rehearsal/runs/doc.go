// Package runs rehearses on-sales for organizers who ask a server for it: one at a time, each
// in a process of its own, which is the command that operators have too, at a low priority.
//
// Which rehearsals there are and how far they are is in the database, so that every server
// can tell, and a page that is opened again. The server that started one says each second that
// it goes on. When nobody has heard of one for a while, its server is gone; and the process
// ends by itself when that happens, because nobody has its standard input open any more.
package runs
