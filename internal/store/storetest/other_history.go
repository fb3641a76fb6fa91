package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// testOtherHistory: the database is taken the place of by a copy that was behind, as when an
// asynchronous standby is promoted, and comes to the version once more that a server has in
// memory, by other rows. The server must take nothing that it has in memory for what is there.
func testOtherHistory(t *testing.T, open Open) {
	h := RowHall(t, open(t), 4, nil)
	taken := h.Must(h.Seat("ann", 0))[0]
	mine, seq := h.Cached, h.Cached.State.Event.Seq
	// What the rows of the copy say: it was another seat.
	layout := seatmap.Layout{Prefix: id.SeatPrefix(h.Event)}
	execRaw(t, h.S, "update hold_items set seat_id = $1 where event_id = $2 and hold_id = $3", layout.ID(1), h.Event, taken.OrderID)
	other := make([]byte, len(mine.Head))
	other[0] = 1
	execRaw(t, h.S, "update audit set hash = $1 where event_id = $2 and seq = $3", other, h.Event, seq)
	execRaw(t, h.S, "update events set head_hash = $1 where id = $2", other, h.Event)

	want := []seatmap.State{seatmap.Free, seatmap.Sold, seatmap.Free, seatmap.Free}
	loaded := func(how string) {
		t.Helper()
		b, err := ledger.Begin(t.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Cached: mine, Batch: h.batch(), Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		b.Rollback()
		if d := diff(want, b.Cached.State.Seats.States()); d != "" {
			t.Errorf("%s: seats (-want +have):\n%s", how, d)
		}
	}
	loaded("at the same version")
	// And when the other history has gone on: the rows since then do not lead to the seat.
	execRaw(t, h.S, "update events set version = version + 1 where id = $1", h.Event)
	loaded("followed")
	execRaw(t, h.S, "update events set version = version - 1 where id = $1", h.Event)
	if _, err := h.Do(t.Context(), h.Seat("bob", 1)); !errors.Is(err, database.ErrStale) {
		t.Errorf("decided by what was in memory: %v, want ErrStale", err)
	}
}
