package settlement_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
)

// TestBeginningToPayGivesTheWholeTime: an order keeps its places for a short time until its
// buyer goes on to pay, which prolongs it once to the whole time to pay, counted from when
// it was made. The provider is told that deadline. Who never goes on to pay loses the
// places early.
func TestBeginningToPayGivesTheWholeTime(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 2)
		made := s.now()
		left := func(order string) time.Duration { return s.stands(order, "pending").ExpiresAt.Time().Sub(made) }
		begins, idles := s.order("ada", 1), s.order("bob", 1)
		if a, b := left(begins), left(idles); a != 5*time.Minute || b != 5*time.Minute {
			t.Errorf("at first they are held for %s and %s", a, b)
		}
		s.later(4 * time.Minute)
		c := s.checkout(begins)
		if got := left(begins); got != 15*time.Minute || c.Deadline.Time().Sub(made) > 15*time.Minute || c.Deadline.Time().Sub(made) <= 5*time.Minute {
			t.Errorf("once its payment has begun it is held for %s, and the page for %s", got, c.Deadline.Time().Sub(made))
		}
		if got := s.bank.Pages[c.Ref].Order.Lines; !slices.Equal(got, []payment.Line{{Name: "General", Count: 1, Each: price}}) {
			t.Errorf("the bank shows %+v", got)
		}
		row := s.hold(begins).LastSeq
		if again := s.checkout(begins); again.ID != c.ID || s.hold(begins).LastSeq != row {
			t.Errorf("begun again: page %s, then %s; row %d, then %d", c.ID, again.ID, row, s.hold(begins).LastSeq)
		}

		s.later(90 * time.Second)
		s.stands(idles, "expired")
		if _, err := s.pageOf(idles, ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("a page for an order that lapsed: %v", err)
		}
		s.stands(s.order("cyd", 1), "pending") // has its place

		s.later(9 * time.Minute)
		if got := left(begins); got != 15*time.Minute {
			t.Errorf("it is held for %s", got)
		}
		s.bank.Pay(c.Ref, payment.Captured)
		s.hear()
		s.work()
		s.stands(begins, "confirmed")
		s.clean()
	})
}

// TestWhoPaysByHandHasTheWholeTime: no page has to begin where buyers are told how to pay
// by hand, nor for an order that staff make.
func TestWhoPaysByHandHasTheWholeTime(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 3)
		lasts := func(order string) time.Duration { return s.stands(order, "pending").ExpiresAt.Time().Sub(s.now()) }
		if got := lasts(s.orderBy(staff, "ada", 1)); got != 15*time.Minute {
			t.Errorf("an order of staff is held for %s", got)
		}
		day := inventory.Instant(inventory.Day)
		starts := inventory.At(s.now()) + 60*day
		s.do(inventory.Configure{Who: staff, StartsAt: starts, EndsAt: starts + day, Zone: time.UTC, Settings: inventory.Settings{
			Orders: inventory.OrderSettings{Currency: "EUR", Instructions: "In cash."},
		}})
		if got := lasts(s.order("bob", 1)); got != 15*time.Minute {
			t.Errorf("an order that is paid in cash is held for %s", got)
		}
		s.clean()
	})
}

// TestThePageOfAnOfferAsksForWhatWasChosen: whoever goes to pay an offer and chooses then what they
// pay is not kept at the page of the other amount, whose payment would only go back.
func TestThePageOfAnOfferAsksForWhatWasChosen(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 1)
		if r := s.do(inventory.SetTier{Who: staff, Tier: inventory.Tier{
			ID: s.tier, Name: "General", Price: inventory.Price{Amount: 1500, TaxRate: 1900, TaxIncluded: true}, PriceMin: 500, PriceMax: 5000,
		}}); r.Code != inventory.OK {
			t.Fatalf("%+v", r)
		}
		joined := s.do(inventory.Join{Who: staff, Invites: true, Party: inventory.Party{
			UserID: "ada", PersonID: s.ids.In(id.Person, s.event), Profile: inventory.Profile{Email: "ada@example.org", Name: "ada", Locale: "en"},
			Tier: s.tier, Units: 1, Guests: inventory.NoGuests, EntryID: s.ids.In(id.Entry, s.event),
		}})
		if joined.OfferID == "" {
			t.Fatalf("%+v", joined)
		}
		offered, err := s.store.Registrations.OfferByID(t.Context(), joined.OfferID)
		s.must(err)
		order := offered.Offer.OrderID
		first := s.checkout(order)
		chosen := int64(700)
		if r := s.do(inventory.Accept{Who: inventory.Who{Actor: "public"}, OfferID: joined.OfferID, UnitPrice: &chosen}); r.Total != chosen {
			t.Fatalf("%+v", r)
		}
		second := s.checkout(order)
		if first.Amount != 1500 || second.Amount != chosen || second.ID == first.ID || s.bank.Pages[second.Ref].Order.Amount.Minor != chosen {
			t.Errorf("pages of %d and then %d", first.Amount, second.Amount)
		}
		if s.bank.Pay(first.Ref, payment.Captured) {
			t.Error("the first page can still be paid")
		}
		s.bank.Pay(second.Ref, payment.Captured)
		s.hear()
		s.work()
		s.stands(order, "confirmed")
		s.clean()
	})
}
