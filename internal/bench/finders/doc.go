// Package finders answers questions about sample events with Holdfast's index and with the
// full-text search of SQLite and PostgreSQL, and draws such questions. Package bench measures
// how long each takes.
//
//	question.go  what is searched for, and kinds of it
//	finders.go   the sample events, and who finds them
package finders
