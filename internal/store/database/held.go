package database

import (
	"context"
	"database/sql"
	"sync"

	"github.com/holdfast-events/holdfast/internal/store/table"
)

// held are statements of a pool that stay prepared. SQLite parses and plans a
// text at each call, which for the few that run at every scan of a door is more
// work than the rest of the scan; the driver of PostgreSQL keeps them by itself.
type held struct {
	db     *sql.DB
	mu     sync.Mutex
	byText map[string]*sql.Stmt // guarded by mu; closed with the pool
}

// Get returns a statement, prepared the first time. It takes a connection of the
// pool, so nobody may call it in a transaction of a pool that has only one.
func (h *held) Get(ctx context.Context, text string) (*sql.Stmt, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if st, ok := h.byText[text]; ok {
		return st, nil
	}
	st, err := h.db.PrepareContext(ctx, text) //nolint:sqlclosecheck // it is held
	if err != nil {
		return nil, err
	}
	if h.byText == nil {
		h.byText = map[string]*sql.Stmt{}
	}
	h.byText[text] = st
	return st, nil
}

// QueryContext runs a text that is held from then on.
func (h *held) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	st, err := h.Get(ctx, text) //nolint:sqlclosecheck // it is held
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

// QueryRowContext and ExecContext make it a querier; they hold nothing.
func (h *held) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	return h.db.QueryRowContext(ctx, text, args...)
}

// ExecContext is for the interface.
func (h *held) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	return h.db.ExecContext(ctx, text, args...)
}

// OftenRead is the read pool for a text that runs at every scan.
func (s *DB) OftenRead() table.Querier {
	if s.Eng.Name() == "sqlite" {
		return &s.heldRead
	}
	return s.Read
}

// HeldTx is a transaction that runs texts which are held as such; the others as
// they are.
type HeldTx struct {
	*sql.Tx
	held map[string]*sql.Stmt
}

// NewHeldTx returns a transaction that runs texts as the statements that are held of them.
func NewHeldTx(tx *sql.Tx, held map[string]*sql.Stmt) HeldTx { return HeldTx{tx, held} }

// QueryContext runs a text.
func (t HeldTx) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if st := t.held[text]; st != nil {
		return t.StmtContext(ctx, st).QueryContext(ctx, args...) //nolint:sqlclosecheck // the transaction closes it
	}
	return t.Tx.QueryContext(ctx, text, args...)
}
