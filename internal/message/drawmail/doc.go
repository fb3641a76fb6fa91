// Package drawmail renders mails about the draws of waiting rooms and ballots: receipts, and how a draw ended; with
// their words in twelve languages. It sends nothing: package jobs calls it.
package drawmail
