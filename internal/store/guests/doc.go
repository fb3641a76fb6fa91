// Package guests finds people of an event, by what was typed and by what they have, and
// keeps the index for it.
package guests
