package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestWave gives 500 places back at once, to a line of 500, with waves of 125 every
// two seconds and a mail server that may be given 50 mails a second: offers follow
// the wave, no mail is too early for the rate, the order of the waitlist is kept, and
// how late they are is reported.
func TestWave(t *testing.T) {
	const people, perSecond, wave, interval = 500, 50, 125, 2 * time.Second
	const senders = 16 // of a server: whoever is slow with a mail lets as many pass
	together(t, func(t *testing.T, db string) {
		var mu sync.Mutex
		var came []time.Time
		var order []int
		sink := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			var n int
			if _, err := fmt.Sscanf(to, "u%d@", &n); phase != "RCPT" || err != nil {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			came, order = append(came, time.Now()), append(order, n)
			return nil
		}})
		arrived := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(came)
		}
		s := serve(t, db, "--local-mailbox=false", "--smtp", "smtp://"+sink.Addr)
		event := s.newEvent(1, object{"waitlist": object{"wave_size": wave, "wave_interval_seconds": int(interval.Seconds())}})
		s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
		var csv strings.Builder
		csv.WriteString("user_id,email\n")
		for n := range people {
			fmt.Fprintf(&csv, "u%d,u%d@example.org\n", n, n)
		}
		s.call("POST", "/v1/events/"+event+"/imports", object{"csv": csv.String(), "join_waitlist": true}).want(202)
		mailtest.WaitForCount(t, "people who are told that they wait", people, arrived)
		s.stop()
		s.args = append(s.args, "--mail-rate", fmt.Sprint(perSecond))
		s.restart()

		begun := time.Now()
		s.call("PATCH", "/v1/events/"+event, object{"capacity": people + 1}).want(200)
		mailtest.WaitForCount(t, "offers that are told", 2*people, arrived)
		took := time.Since(begun)
		s.call("GET", "/v1/events/"+event+"/registrations/u499", nil).want(200).is("status", "offered")
		_, metrics := s.get("/metrics")
		for _, lag := range []string{`holdfast_release_to_offer_seconds_count`, `holdfast_offer_to_sent_seconds_count{channel="mail"}`} {
			if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(lag) + ` [1-9]`).MatchString(metrics) {
				t.Errorf("%s is not reported", lag)
			}
		}
		s.stop()

		mu.Lock()
		defer mu.Unlock()
		came, order = came[people:], order[people:]
		latest := 0
		for i := range came {
			if after := came[i].Sub(begun); after < time.Duration(i-2)*time.Second/perSecond {
				t.Fatalf("mail %d came after %s, the rate is %d a second", i, after, perSecond)
			}
			if latest = max(latest, order[i]); latest-i > senders-1 {
				t.Fatalf("mail %d went to number %d of the waitlist; from mail %d to all: %v", i, order[i], max(0, i-2*senders), order[max(0, i-2*senders):])
			}
		}
		st, err := store.Open(t.Context(), database.Config{URL: db})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close() //nolint:errcheck // only read
		var offered []inventory.Instant
		for after := int64(0); ; {
			rows, err := st.Events.Audit(t.Context(), event, after, 1000)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				break
			}
			for i := range rows {
				if rows[i].To == string(inventory.EntryOffered) {
					offered = append(offered, rows[i].At)
				}
			}
			after = rows[len(rows)-1].Seq
		}
		if len(offered) != people {
			t.Fatalf("%d offers", len(offered))
		}
		for i := wave; i < people; i++ {
			if apart := offered[i].Time().Sub(offered[i-wave].Time()); apart < interval {
				t.Fatalf("offer %d came %s after the one a wave before it", i, apart)
			}
		}
		t.Logf("%d offers in waves of %d, the last was told after %s", people, wave, took.Round(10*time.Millisecond))
		verified(t, db)
	})
}
