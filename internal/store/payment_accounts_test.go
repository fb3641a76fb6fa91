package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// removal is an account that is removed on one server while a page of it opens on another.
type removal struct {
	open, remove *storetest.Fixture
	account      payments.PaymentAccount
	page         payments.Checkout
}

func newRemoval(t *testing.T, open storetest.Open) *removal {
	t.Helper()
	h := storetest.OpenEvent(t, open(t), 5, nil)
	r := &removal{open: h, remove: h.Beside(open(t)), account: h.PaymentAccount("stripe")}
	if err := h.S.Payments.CreatePaymentAccount(t.Context(), r.account, storetest.KeysOf(&r.account, "wrapped")); err != nil {
		t.Fatal(err)
	}
	r.page = payments.Checkout{
		EventID: h.Event, ID: h.In(id.Checkout), OrderID: h.In(id.Order), Provider: "stripe@" + r.account.ID,
		Amount: 1000, Currency: "EUR", Deadline: 900, CreatedAt: 10, LookAt: 10, Standing: "open",
	}
	return r
}

// opens opens the page.
func (r *removal) opens(t *testing.T) error {
	job := database.Job{Kind: "watch", Args: []byte(`{}`), Queue: "default", Priority: 1, MaxAttempts: 5}
	_, err := r.open.S.Payments.OpenCheckout(t.Context(), r.page, r.account.ID, job)
	return err
}

// removes removes the account, and deletes its keys if nobody needs them.
func (r *removal) removes(t *testing.T) (closed bool, err error) {
	if err := r.remove.S.Payments.RetirePaymentAccount(t.Context(), r.account.OrgID, r.account.ID, 20); err != nil {
		return false, err
	}
	return r.remove.S.Payments.ClosePaymentAccount(t.Context(), r.account.OrgID, r.account.ID, r.page.Provider, 15, 20)
}

// check wants a page with keys, or neither.
func (r *removal) check(t *testing.T, opened error, closed bool) {
	t.Helper()
	if opened != nil && !errors.Is(opened, database.ErrStale) {
		t.Error(opened)
	}
	_, err := r.open.S.Payments.PaymentAccountKeys(t.Context(), r.account.ID)
	if closed != errors.Is(err, database.ErrNotFound) {
		t.Errorf("closed: %v, and its keys: %v", closed, err)
	}
	pages := r.open.Count("select count(*) from checkouts where provider = $1", r.page.Provider)
	if (pages == 1) != (opened == nil) {
		t.Errorf("%d pages, and the one who opened it was told: %v", pages, opened)
	}
	if pages != 0 && closed {
		t.Error("a page is open whose payment nobody can hear: the keys of its account are deleted")
	}
}

// waiting waits until so many statements wait for the lock of another, or until done.
func (r *removal) waiting(many int64, done <-chan struct{}) {
	waits := "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted"
	for r.open.Count(waits) < many {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// TestAPageThatOpensKeepsTheKeysOfItsAccount: on PostgreSQL, where several write at once,
// the page is stored, and its transaction has not ended, as another server removes the
// account.
func TestAPageThatOpensKeepsTheKeysOfItsAccount(t *testing.T) {
	t.Parallel()
	r := newRemoval(t, onPostgres)
	held, err := r.remove.S.JobsDB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The page's transaction ends with the job that watches it, which waits for this.
	if _, err := held.ExecContext(t.Context(), "lock table river_job in share mode"); err != nil {
		t.Fatal(err)
	}
	opened, removed := make(chan struct{}), make(chan struct{})
	var openErr, removeErr error
	var closed bool
	go func() {
		defer close(opened)
		openErr = r.opens(t)
	}()
	r.waiting(1, opened)
	go func() {
		defer close(removed)
		closed, removeErr = r.removes(t)
	}()
	r.waiting(2, removed)
	if err := held.Rollback(); err != nil {
		t.Fatal(err)
	}
	<-opened
	<-removed
	if removeErr != nil || openErr != nil || closed {
		t.Errorf("opened: %v; removed: %v, and closed: %v", openErr, removeErr, closed)
	}
	r.check(t, openErr, closed)
}

// TestAPageOpensAsItsAccountIsRemoved lets two servers run for it.
func TestAPageOpensAsItsAccountIsRemoved(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 10 {
				r := newRemoval(t, open)
				var wg sync.WaitGroup
				var openErr, removeErr error
				var closed bool
				wg.Go(func() { openErr = r.opens(t) })
				wg.Go(func() { closed, removeErr = r.removes(t) })
				wg.Wait()
				if removeErr != nil {
					t.Fatal(removeErr)
				}
				r.check(t, openErr, closed)
			}
		})
	}
}
