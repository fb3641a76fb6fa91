// Package snapshot reads all of a database at one moment, for the checker.
package snapshot
