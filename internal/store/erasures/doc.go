// Package erasures deletes what is known of a person, and the names that only a sealed
// log has.
package erasures
