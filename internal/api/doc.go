// Package api is the HTTP edge of Holdfast: it turns requests into commands and
// questions, and what comes back into JSON.
//
// routes.go is the table of everything it answers; each route names the action
// of package identity that it needs, what it reads and what it answers with,
// and from the same table the OpenAPI document is made. There is one file per
// resource. Every error becomes a problem document through the one table in
// problem.go.
//
// The API knows no rules of who gets a place. It checks the form of what comes
// in, finds out who calls, asks package identity whether that caller may, and
// hands a command to the sequencer.
package api
