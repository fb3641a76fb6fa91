package store

// countLevels and countRadix are the shape of the tree of waitlist_counts: a bucket of
// level l covers countRadix^l join numbers.
const (
	CountLevels = 6
	CountRadix  = 16
)
