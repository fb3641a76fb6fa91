// Package resources reads and writes the waitlists of capacity that other systems own.
package resources
