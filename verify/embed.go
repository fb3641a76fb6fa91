// Package verify holds the programs with which anybody checks what a server publishes,
// without any of its code: see the head of each file.
package verify

import _ "embed" // the programs

// Log checks the public log of an event, and proofs of what is in it: log.py.
//
//go:embed log.py
var Log []byte
