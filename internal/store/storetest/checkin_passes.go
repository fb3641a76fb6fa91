package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// newPass is the pass of a phone with a code, good from 10 to 1000.
func (h *Fixture) newPass(code string) checkins.CheckinPass {
	return checkins.CheckinPass{Name: "Gate A", CodeHash: code, CreatedAt: 5, Pass: checkin.Pass{
		ID: h.In(id.CheckinPass), EventID: h.Event, Gate: "north", ValidFrom: 10, ValidUntil: 1000}}
}

func testPasses(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	doors, ctx := h.S.CheckIns, t.Context()
	p := h.newPass("code")
	for _, want := range []error{nil, database.ErrConflict} {
		if err := doors.CreatePass(ctx, p); !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	is := func(want checkins.CheckinPass, scans int64) {
		t.Helper()
		got, err := doors.Pass(ctx, h.Event, want.ID)
		if err != nil || cmp.Diff(&checkins.PassView{CheckinPass: want, Scans: scans}, got) != "" {
			t.Errorf("%v\n%s", err, cmp.Diff(&checkins.PassView{CheckinPass: want, Scans: scans}, got))
		}
	}
	is(p, 0)
	if by, err := doors.PassByCode(ctx, "code"); err != nil || by.ID != p.ID || by.OrgID != h.Org {
		t.Errorf("by its code: %v, %v", by, err)
	}
	for _, hash := range []string{"", "other"} {
		if _, err := doors.PassByToken(ctx, hash); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("by the token %q: %v", hash, err)
		}
	}
	redeem := func(token string, at inventory.Instant, want checkin.PassRefusal) {
		t.Helper()
		if why, err := doors.RedeemPass(ctx, h.Event, p.ID, token, at); err != nil || why != want {
			t.Errorf("%q, %v, want %q", why, err, want)
		}
	}
	redeem("mia", 9, checkin.RefusedEarly)
	is(p, 0)
	// Of phones that use the code at once, one has the pass.
	var all sync.WaitGroup
	var winners atomic.Int64
	const phones = 8
	for n := range phones {
		all.Go(func() {
			why, err := doors.RedeemPass(ctx, h.Event, p.ID, fmt.Sprint("phone", n), 20)
			if err != nil {
				t.Error(err)
			} else if why == "" {
				winners.Add(1)
			}
		})
	}
	all.Wait()
	got := must[*checkins.PassView](t)(doors.Pass(ctx, h.Event, p.ID))
	if winners.Load() != 1 || got.RedeemedAt != 20 || got.TokenHash == "" || got.Tries != phones-1 {
		t.Fatalf("%d phones have it: %+v", winners.Load(), got)
	}
	p.TokenHash, p.RedeemedAt, p.SeenAt, p.Tries, p.TriedAt = got.TokenHash, 20, 20, phones-1, 20
	redeem(p.TokenHash, 21, "") // its answer was lost
	is(p, 0)
	if err := doors.SeePass(ctx, h.Event, p.ID, 15); err != nil {
		t.Fatal(err)
	}
	is(p, 0)
	order := h.Order("ann", 1)
	h.wantVerdict(checkins.Entering{Scan: checkin.Scan{Device: p.ID, ID: "1", Ticket: id.TicketOf(order, 1), At: 25, Gate: "north"}, Version: 0}, checkin.Admit)
	is(p, 1)

	fault := errors.New("no")
	if err := doors.ChangePass(ctx, h.Event, p.ID, func(*checkins.CheckinPass) error { return fault }); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
	p.Name, p.ValidUntil = "Gate B", 900
	if err := doors.ChangePass(ctx, h.Event, p.ID, func(c *checkins.CheckinPass) error { c.Name, c.ValidUntil = "Gate B", 900; return nil }); err != nil {
		t.Error(err)
	}
	is(p, 1)
	// A new code ends it and stands at the same place.
	next := h.newPass("next")
	if err := doors.ReplacePass(ctx, h.Event, p.ID, 30, func(checkins.CheckinPass) (checkins.CheckinPass, error) { return next, nil }); err != nil {
		t.Fatal(err)
	}
	p.EndedAt = 30
	is(p, 1)
	is(next, 0)
	redeem("late", 31, checkin.RefusedEnded)
	for range 2 {
		if err := doors.EndPass(ctx, h.Event, p.ID, 40, false); err != nil {
			t.Error(err)
		}
	}
	p.LateUntil = 40
	is(p, 1)
	if err := doors.EndPass(ctx, h.Event, h.In(id.CheckinPass), 40, true); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if list, err := doors.Passes(ctx, h.Event); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	if names, err := doors.PassNames(ctx, h.Event); err != nil || names[p.ID] != "Gate B" || len(names) != 2 {
		t.Errorf("%v, %v", names, err)
	}
	// So many that a phone can use, and no more.
	for n := 1; n < checkins.MaxPasses; n++ {
		if err := doors.CreatePass(ctx, h.newPass(fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
	}
	one := h.newPass("one more")
	if err := doors.CreatePass(ctx, one); !errors.Is(err, database.ErrLimit) {
		t.Errorf("%v", err)
	}
	if _, err := doors.Pass(ctx, h.Event, one.ID); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("one too many is stored: %v", err)
	}
	one.CreatedAt = 1000 // when the others are past their hours
	if err := doors.CreatePass(ctx, one); err != nil {
		t.Error(err)
	}
}
