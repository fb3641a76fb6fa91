package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// applied makes applications for a place that costs something, and returns their entries.
func (h *Fixture) applied(users ...string) (entries []string) {
	h.T.Helper()
	for _, user := range users {
		c := h.Register(user, 1)
		h.Must(c)
		entries = append(entries, c.EntryID)
	}
	return entries
}

// offered is the offer of an entry, and the order that it holds.
func (h *Fixture) offered(entry string) (offer, order string) {
	h.T.Helper()
	v, err := h.S.Registrations.Entry(h.T.Context(), entry)
	if err != nil || v.Offer == nil {
		h.T.Fatalf("%s has no offer: %+v, %v", entry, v, err)
	}
	return v.Offer.ID, v.Offer.OrderID
}

// atOnce does something, and something else at another server at the same time.
func (h *Fixture) atOnce(mine, others inventory.Command) (a, b inventory.Outcome) {
	h.T.Helper()
	other := h.Beside(h.S)
	done := make(chan error, 1)
	var theirs []inventory.Outcome
	go func() {
		var err error
		theirs, err = other.Try(others)
		done <- err
	}()
	outs, err := h.Try(mine)
	if err := errors.Join(err, <-done); err != nil {
		h.T.Fatal(err)
	}
	return outs[0], theirs[0]
}

// testApprovedToPay races approvals of what costs something with an order for the last place and
// with the end of a claim window, and reads who has to pay.
func testApprovedToPay(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 1, func(s *inventory.Settings) { priced(s); s.Approval = true })
	h.Sell(1000)
	h.Must(inventory.PutCode{Who: staff, Code: inventory.PriceCode{ID: h.In(id.Code), Text: "TEN", Kind: inventory.PromoCode, Percent: 1000, MaxUses: 1}})
	e := h.applied("ann", "ben", "cid")
	held := func() int64 {
		t.Helper()
		return h.Count("select count(*) from holds where event_id = $1 and state = 'held'", h.Event)
	}

	// The last place: it is the applicant's or the one's whom staff bring, and never both.
	order := h.Reserve("eve", 1)
	order.Who = staff
	approved, eve := h.atOnce(inventory.Approve{Who: staff, EntryIDs: e[:1]}, order)
	toPay, err := h.S.Waitlist.ApprovedToPay(t.Context(), h.Event)
	if err != nil || approved.Code != inventory.OK || held() != 1 || (eve.Code == inventory.OK) == (toPay == 1) {
		t.Fatalf("approved %+v, eve %+v, %d have to pay, %d are held: %v", approved, eve, toPay, held(), err)
	}
	if eve.Code == inventory.OK {
		h.Must(inventory.CancelOrder{Who: staff, OrderID: eve.OrderID})
	}
	offer, ann := h.offered(e[0])
	page, err := h.S.Waitlist.ApprovedToPayPage(t.Context(), h.Event, "", 10)
	if err != nil || len(page) != 1 || page[0].Entry.ID != e[0] || page[0].Person.UserID != "ann" || page[0].Hold.ID != ann || page[0].Hold.Order.Total != 1000 {
		t.Fatalf("who has to pay: %+v, %v", page, err)
	}
	if page, err = h.S.Waitlist.ApprovedToPayPage(t.Context(), h.Event, e[0], 10); err != nil || len(page) != 0 {
		t.Errorf("after the last: %+v, %v", page, err)
	}

	// What was accepted with a code is stored with it.
	if o := h.Must(inventory.Accept{Who: inventory.Who{Actor: "public"}, OfferID: offer, Promo: "TEN"})[0]; o.Total != 900 {
		t.Errorf("accepted: %+v", o)
	}
	if n := h.Count("select count(*) from orders where event_id = $1 and id = $2 and total = 900 and promo_id <> ''", h.Event, ann); n != 1 {
		t.Errorf("the order has no code")
	}
	h.CheckReload()

	// The end of the time to pay: ben is next, whoever is approved at that moment.
	h.Must(inventory.Approve{Who: staff, EntryIDs: e[1:2]})
	h.Now = inventory.Instant(h.Count("select min(expires_at) from holds where event_id = $1 and state = 'held'", h.Event))
	late, _ := h.atOnce(inventory.Pay{Who: staff, OrderID: ann, PaymentID: "pay_ann", Amount: 900, Currency: "EUR"}, inventory.Approve{Who: staff, EntryIDs: e[2:]})
	if late.Refund != 900 || held() != 1 {
		t.Errorf("paid too late: %+v, %d are held", late, held())
	}
	if _, order := h.offered(e[1]); order == "" {
		t.Error("ben is not the next")
	}
	if used := h.Count("select used from price_codes where event_id = $1", h.Event); used != 0 {
		t.Errorf("the code counts %d uses", used)
	}
}
