// Package powercut takes the power away from a database and leaves on its disk what a
// real one may leave: everything that was synced, and of what was written since the
// last fsync of its file anything, in pieces of a sector, or nothing.
//
// It is for tests. A crash of a process loses no write, because the kernel has them
// all; that a commit was synced before it was answered can only be seen by losing what
// was not.
package powercut
