// Package webhook tells organizers' own servers what happened: signed as the
// Standard Webhooks specification says (standardwebhooks.com), in the order of
// each event's ledger, again until it is taken, and never to an address inside
// our own network.
//
// An endpoint has a position in the ledger of each event. The pump looks for
// events that have grown beyond it, sends what is new one after the other, and
// moves the position. Nothing is written when something happens, and nothing
// can be forgotten: the ledger is the queue. What was sent but not recorded
// when the process died is sent again, with the same webhook-id.
package webhook
