// Package replies keeps what commands were answered, for those who ask again, and which
// challenges were solved.
package replies
