// Package webhook sends changes to organizers' servers: signed according to the Standard
// Webhooks specification (standardwebhooks.com), in the order of each event's ledger,
// retried until accepted, and never to an address inside our own network.
//
// An endpoint has a position in the ledger of each event. The pump finds events whose
// ledger has grown beyond it, sends the new changes one after the other, and advances the
// position. Nothing is written when a change happens, and nothing can be forgotten: the
// ledger is the queue. A change that was sent but not recorded when the process died is
// sent again, with the same webhook-id.
package webhook
