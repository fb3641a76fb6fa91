// Package mirror copies public logs out of the database into an object store, by the paths at
// which the server has them, so that whoever serves the store serves the logs, with the bytes that
// were signed, when the server is gone too.
//
//	log/{event}/tile/<L>/<N>[.p/<W>], log/{event}/tile/entries/<N>[.p/<W>], then log/{event}/checkpoint
//
// The checkpoint in the store says how far it has come: nothing is remembered elsewhere, and what
// was cut off goes on from there. A tile is written once and never again.
package mirror
