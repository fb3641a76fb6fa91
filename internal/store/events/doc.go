// Package events describes the tables that the commands of an event write, and reads
// events with what belongs to them: registrations, waitlists, orders, tickets, seats and
// invitations. The commands themselves are written by package ledger.
package events
