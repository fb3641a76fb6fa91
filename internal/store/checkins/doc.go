// Package checkins reads and writes who has come in: scans, the passes of devices, and
// the lists of a door.
package checkins
