package storetest

import (
	"context"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// testLinkMarks: links of a person are signed out up to a moment, fresh ones also by
// a ticket that was given away, and a fresh one is mailed so often.
func testLinkMarks(t *testing.T, open Open) {
	h, ctx := OpenEvent(t, open(t), 9, nil), context.Background()
	marks := func(person string) guests.LinkMarks {
		t.Helper()
		return *must[*guests.LinkMarks](t)(h.S.People.LinkMarks(ctx, h.Event, person))
	}
	ann := h.Register("ann", 1)
	h.Must(ann)
	giver := ann.PersonID
	if got := marks(giver); got != (guests.LinkMarks{EventID: h.Event, PersonID: giver}) {
		t.Errorf("nothing is marked, and it is %+v", got)
	}
	job := database.Job{Kind: "write_letter", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}
	for i, c := range []struct {
		since, now inventory.Instant
		made       bool
	}{{0, 100, true}, {99, 101, false}, {100, 200, true}} {
		made, err := h.S.People.MailLink(ctx, h.Event, giver, &job, c.since, c.now)
		if err != nil || made != c.made {
			t.Errorf("mail %d: %t, %v", i, made, err)
		}
	}
	if n := h.Count("select count(*) from river_job where kind = 'write_letter'"); n != 2 {
		t.Errorf("%d mails", n)
	}
	if err := h.S.People.SignOutLinks(ctx, h.Event, giver, 300); err != nil {
		t.Fatal(err)
	}
	// One person's links are no other's.
	if got := marks(h.In(id.Person)); got.AllUntil != 0 {
		t.Errorf("somebody else: %+v", got)
	}
	ticket := id.TicketOf(ann.OrderID, 1)
	party := h.Party("ben", 1)
	made := h.Must(inventory.OfferTransfer{Who: inventory.Who{Actor: giver}, TransferID: h.In(id.Transfer), TicketID: ticket, OrderID: ann.OrderID, Unit: 1,
		Holder: giver, UserID: "ben", PersonID: party.PersonID, Profile: party.Profile})
	if got := marks(giver); got.AllUntil != 300 || got.MailedAt != 200 || got.FreshUntil != 0 {
		t.Errorf("offered: %+v", got)
	}
	h.Must(inventory.AcceptTransfer{Who: inventory.Who{Actor: party.PersonID}, TransferID: made[0].TransferID})
	if got := marks(giver); got.AllUntil != 300 || got.MailedAt != 200 || got.FreshUntil != h.Now {
		t.Errorf("given away: %+v", got)
	}
	if got := marks(party.PersonID); got.FreshUntil != 0 {
		t.Errorf("who has it now: %+v", got)
	}
}
