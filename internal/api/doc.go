// Package api assembles the HTTP edge of Holdfast from the packages below it: it
// gives each the few things that it needs, and makes one handler of them.
//
//   - package httpapi is the transport kit: requests, problems, the OpenAPI
//     document, pages of lists. It knows no domain.
//   - package access finds out who calls, whether they may, and in which event,
//     and hands commands to the sequencer.
//   - package refusal has the problems that refusals of decisions become.
//   - package wire has the bodies that several resources share.
//   - the others answer for one group of resources each. Their Routes are the
//     table of everything that the server answers: each names the action of
//     package identity that it needs, what it reads and what it answers with, and
//     from the same table the OpenAPI document is made.
//
// The API knows no rules about who gets a place. It checks the form of what comes
// in, finds out who calls, asks package identity whether that caller may, and
// hands a command to the sequencer.
package api
