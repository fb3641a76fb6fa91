package server

// Room is what a disk has, in bytes.
type Room struct {
	Free uint64 // for a user who is not root
	Size uint64 // what is used and what is free
}
