// Package bank answers for transfers to the bank account of an organization: the account, the
// statements that are read, and what a person decides about each transaction.
package bank

import (
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for bank accounts, statements and transactions.
type Handlers struct {
	Log     *slog.Logger
	Now     func() time.Time
	Settler *settlement.Settler
	Store   *store.Store
}
