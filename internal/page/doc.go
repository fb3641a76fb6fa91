// Package page shows people where they stand: an offer to answer, a place on the
// waitlist with its history, a registration. They come through the signed link of a
// message, without an account and without a script.
//
// A GET never changes anything; what changes something is a form whose POST must
// come from this site. The package knows no rules: it reads from the store,
// sends commands to the sequencer, and says in words what came of it. The API
// mounts its routes and uses its words, which are in words.json, each in every language.
package page
