package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// BankAccounts streams the bank accounts of all organizations.
func (v *Snapshot) BankAccounts(fn func(*events.BankAccount) error) error {
	return streamByID(v, events.BankAccountTable, func(a *events.BankAccount) string { return a.ID }, fn)
}

// BankStatements streams the files of banks that were read.
func (v *Snapshot) BankStatements(fn func(*payments.BankStatement) error) error {
	return streamByID(v, payments.BankStatementTable, func(b *payments.BankStatement) string { return b.ID }, fn)
}

// BankTransactions streams the transactions of all bank accounts.
func (v *Snapshot) BankTransactions(fn func(*payments.BankTransaction) error) error {
	return streamByID(v, payments.BankTransactionTable, func(t *payments.BankTransaction) string { return t.ID }, fn)
}
