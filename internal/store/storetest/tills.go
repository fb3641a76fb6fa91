package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// testTills: a member has one till open, an event has few, and a till is closed once. What is
// taken and given at one is tried where payments are settled.
func testTills(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	tills, ctx := h.S.Tills, t.Context()
	till := payments.Till{EventID: h.Event, ID: h.In(id.Till), Name: "Front", Currency: "EUR", OpeningFloat: 500, OpenedBy: "mem_kim", OpenedAt: 10}
	for _, want := range []error{nil, database.ErrConflict} {
		if err := tills.OpenTill(ctx, till); !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	is := func(want payments.Till) {
		t.Helper()
		got, err := tills.Till(ctx, h.Event, want.ID)
		if err != nil || cmp.Diff(&want, got) != "" {
			t.Errorf("%v\n%s", err, cmp.Diff(&want, got))
		}
	}
	is(till)
	second := till
	second.ID = h.In(id.Till)
	if err := tills.OpenTill(ctx, second); !errors.Is(err, payments.ErrTillOpen) {
		t.Errorf("a second till of one member: %v", err)
	}
	// A key is shared by many.
	second.OpenedBy = "key_box"
	third := second
	third.ID = h.In(id.Till)
	for _, s := range []payments.Till{second, third} {
		if err := tills.OpenTill(ctx, s); err != nil {
			t.Error(err)
		}
	}
	if err := tills.RenameTill(ctx, h.Event, till.ID, "Main"); err != nil {
		t.Error(err)
	}
	if err := tills.RenameTill(ctx, h.Event, "til_none", "Main"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
	till.Name = "Main"
	is(till)
	for i, want := range []error{nil, nil, payments.ErrTillClosed} {
		if err := tills.CloseTill(ctx, h.Event, till.ID, "mem_kim", int64(500+i/2), "right", 20); !errors.Is(err, want) {
			t.Errorf("closed: %v, want %v", err, want)
		}
	}
	if err := tills.CloseTill(ctx, h.Event, till.ID, "mem_lea", 500, "", 21); !errors.Is(err, payments.ErrTillClosed) {
		t.Errorf("closed by another: %v", err)
	}
	if err := tills.CloseTill(ctx, h.Event, "til_none", "mem_kim", 0, "", 21); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
	till.ClosedBy, till.ClosedAt, till.Counted, till.Note = "mem_kim", 20, 500, "right"
	is(till)
	// A till that is closed lets its member open another.
	fourth := till
	fourth.ID, fourth.ClosedBy, fourth.ClosedAt, fourth.Counted, fourth.Note = h.In(id.Till), "", 0, 0, ""
	if err := tills.OpenTill(ctx, fourth); err != nil {
		t.Error(err)
	}
	list, err := tills.Tills(ctx, h.Event)
	if err != nil || len(list) != 4 {
		t.Errorf("%d tills, %v", len(list), err)
	}
	if err := tills.OpenTill(ctx, payments.Till{EventID: "evt_none", ID: "til_none"}); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a till of no event: %v", err)
	}
	if r, err := tills.TillReport(ctx, h.Event, till.ID); err != nil || r.Till.Counted != 500 || len(r.Sold) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := tills.TillReport(ctx, h.Event, "til_none"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if _, err := tills.TillSaleOf(ctx, h.Event, "ord_none"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
}
