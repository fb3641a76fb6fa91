// Package payments reads and writes money: checkouts and payments, the journal, payouts,
// invoices, bank statements and tills.
package payments
