package store

// BankAccounts streams the bank accounts of all organizations.
func (v *Snapshot) BankAccounts(fn func(*BankAccount) error) error {
	return streamByID(v, bankAccountTable, func(a *BankAccount) string { return a.ID }, fn)
}

// BankStatements streams the files of banks that were read.
func (v *Snapshot) BankStatements(fn func(*BankStatement) error) error {
	return streamByID(v, bankStatementTable, func(b *BankStatement) string { return b.ID }, fn)
}

// BankTransactions streams the transactions of all bank accounts.
func (v *Snapshot) BankTransactions(fn func(*BankTransaction) error) error {
	return streamByID(v, bankTransactionTable, func(t *BankTransaction) string { return t.ID }, fn)
}
