// Package verify holds the programs with which anybody checks what a server publishes,
// without any of its code: see the head of each file.
package verify

import _ "embed" // the programs

// Log checks the public log of an event, and proofs of what is in it: log.py.
//
//go:embed log.py
var Log []byte

// Installation checks the log of the installation, and proofs that the log of an event is in
// it: installation.py.
//
//go:embed installation.py
var Installation []byte
