package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// A ticket that was reissued before its holder was told so has its message all
// the same once the database is migrated: the one that it would have had.
func TestReissuedBefore(t *testing.T) {
	for engine, open := range engines {
		t.Run(engine, func(t *testing.T) {
			h := storetest.OpenHall(t, open(t), 5, nil)
			staff := inventory.Who{Actor: "key_test", Staff: true}
			order := h.Order("ann", 2)
			kept, given := id.TicketOf(order, 1), id.TicketOf(order, 2)
			reissue := func(ticket string, unit, version int64) inventory.Command {
				return inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: unit, Version: version}
			}
			v, err := h.S.TicketByID(t.Context(), given)
			if err != nil {
				t.Fatal(err)
			}
			transfer := h.In(id.Transfer)
			h.Must(reissue(kept, 1, 0), reissue(given, 2, 0), inventory.OfferTransfer{
				Who: staff, TransferID: transfer, TicketID: given, OrderID: order, Unit: 2, Holder: v.HolderID,
				UserID: "eve", PersonID: h.In(id.Person), Profile: inventory.Profile{Email: "eve@example.com"},
			})
			h.Must(inventory.AcceptTransfer{Who: staff, TransferID: transfer}, reissue(given, 2, 2))
			read := func() (all []inventory.Message, reissued []int64) {
				t.Helper()
				views, err := h.S.Messages(t.Context(), h.Event, 0, 1000, 1000)
				if err != nil {
					t.Fatal(err)
				}
				for i := range views {
					m := views[i].Message
					if all = append(all, m); m.Kind == inventory.MsgTicketReissued {
						reissued = append(reissued, m.Seq)
					}
				}
				return all, reissued
			}
			want, seqs := read()
			if len(seqs) != 3 {
				t.Fatalf("%d messages of reissued tickets", len(seqs))
			}
			const version = 26
			if err := h.S.Step(t.Context(), version, false); err != nil {
				t.Fatal(err)
			}
			if _, left := read(); len(left) != 0 {
				t.Fatalf("messages %v are left", left)
			}
			if err := h.S.Step(t.Context(), version, true); err != nil {
				t.Fatal(err)
			}
			got, _ := read()
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			// Nobody sends what is long past.
			by, err := h.S.DeliveriesOf(t.Context(), h.Event, seqs)
			if err != nil {
				t.Fatal(err)
			}
			for _, seq := range seqs {
				if list := by[seq]; len(list) != 1 || list[0].State != store.DeliverySuppressed || list[0].OrgID != h.Org || list[0].EndedAt == 0 || list[0].Answer == "" {
					t.Errorf("message %d: %+v", seq, list)
				}
			}
		})
	}
}

// A line that was stored before the tree of counts had six levels has them once
// the database is migrated, and goes back to what it had.
func TestCountsBefore(t *testing.T) {
	for engine, open := range engines {
		t.Run(engine, func(t *testing.T) {
			s := open(t)
			tier := storetest.LongWaitlist(t, s, longEvent, 20_000, 7)
			const stored = "select class, level, bucket, waiting from waitlist_counts order by 1, 2, 3"
			read := func(query string) (all [][4]int64) {
				t.Helper()
				rows, err := s.JobsDB().QueryContext(t.Context(), query)
				if err != nil {
					t.Fatal(err)
				}
				defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
				for rows.Next() {
					var c [4]int64
					if err := rows.Scan(&c[0], &c[1], &c[2], &c[3]); err != nil {
						t.Fatal(err)
					}
					all = append(all, c)
				}
				if err := rows.Err(); err != nil {
					t.Fatal(err)
				}
				return all
			}
			want := read(stored)
			if len(want) < 20_000/16 {
				t.Fatalf("%d counts of %d who wait", len(want), 20_000)
			}
			const version = 29
			if err := s.Step(t.Context(), version, false); err != nil {
				t.Fatal(err)
			}
			counted := read(`select class, 2, join_no / 4096, count(*) from waitlist_entries where state = 'waiting' group by 1, 3 order by 1, 3`)
			if d := cmp.Diff(counted, read("select class, level, bucket, waiting from waitlist_counts where level = 2 order by 1, 3")); d != "" {
				t.Errorf("counts of 4,096 before (-counted +stored):\n%s", d)
			}
			if err := s.Step(t.Context(), version, true); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, read(stored)); d != "" {
				t.Errorf("counts (-before +after):\n%s", d)
			}
			checkPlace(t, s, tier, 17_777)
		})
	}
}
