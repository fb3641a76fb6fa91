package jobs_test

import (
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/courier"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store"
)

// TestOffersOvertake: in a storm the messages of other batches wait for each
// other, and what has a claim window goes before all of them.
func TestOffersOvertake(t *testing.T) {
	const waiting = 60 // batches, of which a storm lets one go ahead every 625 ms
	engines(t, func(t *testing.T, url string) {
		h := newHouse(t, store.Config{URL: url}, 1)
		out := h.register(0, 1)
		for n := range waiting {
			h.register(n+1, n+2)
		}
		h.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		var over atomic.Bool
		h.start(h.worker(h.smtp(mailtest.Start(t, &mailtest.Server{})), func(c *courier.Config) {
			c.Busy = func() bool { return !over.Load() }
		}))
		mailtest.WaitFor(t, "the offer", func() bool {
			return h.count("select count(*) from deliveries where kind = 'waitlist_offer' and state = 'sent'") == 1
		})
		if n := h.count("select count(*) from deliveries where kind = 'waitlisted'"); n == waiting {
			t.Error("the offer came after all that was older")
		}
		first := "select min(attempted_at) from river_job where kind = 'deliver_messages'"
		if n := h.count(`select count(*) from river_job where kind = 'deliver_messages' and priority = 1 and attempted_at > (` + first + `)`); n != 0 {
			t.Error("others were taken before the offer")
		}
		over.Store(true)
		h.settled()
		if n := h.count("select count(*) from deliveries where state = 'sent'"); n < waiting+2 {
			t.Errorf("%d were sent", n)
		}
	})
}

// TestStormsGoLast: a reading circle's one message is not behind a festival's
// thousand, although they were there before it.
func TestStormsGoLast(t *testing.T) {
	const batches, each = 20, 51
	engines(t, func(t *testing.T, url string) {
		h := newHouse(t, store.Config{URL: url}, 1)
		for n := range batches {
			h.register(n*each, (n+1)*each)
		}
		h.open(10) // the circle's
		h.register(0, 1)
		h.start(h.worker(h.smtp(mailtest.Start(t, &mailtest.Server{})), nil))
		h.settled()
		const taken = "select count(*) from river_job where kind = 'deliver_messages' and attempted_at is not null and "
		if n := h.count(taken + "priority = 3"); n != batches {
			t.Errorf("%d batches of a storm", n)
		}
		if n := h.count(taken + "priority = 3 and attempted_at < (select min(attempted_at) from river_job where kind = 'deliver_messages' and priority = 2)"); n != 0 {
			t.Errorf("%d of them were taken before the circle's", n)
		}
	})
}
