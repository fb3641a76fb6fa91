package e2e

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// mailsStuckFor is how long not one mail more may come before the test is given
// up: of 50,000 one is refused for now, or taken by a worker that is killed, five times, and
// comes again after ten minutes.
const mailsStuckFor = 13 * time.Minute

// TestMailSurvivesKills brings in guest lists, whose people are each sent a mail,
// through a server that refuses some for now and some for good, hangs up on others
// and is slow, and kills Holdfast again and again meanwhile. Every mail arrives
// that was not refused for good; those that came twice were in flight at a kill,
// and are counted. HOLDFAST_MAILS and HOLDFAST_MAIL_KILLS say how many, and
// HOLDFAST_MAIL_PUT_OFF how often a mail is put off at most.
func TestMailSurvivesKills(t *testing.T) {
	seed.InTurn(t, 1)
	together(t, mailSurvivesKills)
}

func mailSurvivesKills(t *testing.T, db string) {
	mails, kills, mostPutOff := count(t, "HOLDFAST_MAILS", 250), count(t, "HOLDFAST_MAIL_KILLS", 2), count(t, "HOLDFAST_MAIL_PUT_OFF", 1)
	var asked atomic.Int64
	var mu sync.Mutex
	seen := map[string]int{} // how often each mail came
	refused := func(to string) bool {
		var n int
		_, err := fmt.Sscanf(to, "u%d@", &n)
		return err == nil && n%101 == 0
	}
	putOff := map[string]int{}
	// later tells whether the mail is put off. A kill costs an attempt, too, and the
	// pause after the fourth attempt is four minutes, after the fifth ten.
	later := func(to string) bool {
		mu.Lock()
		defer mu.Unlock()
		putOff[to]++
		return putOff[to] <= mostPutOff
	}
	sink := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
		n := asked.Add(1)
		switch {
		case phase == "RCPT" && refused(to):
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
		case phase == "RCPT" && n%31 == 0 && later(to):
			return &smtp.SMTPError{Code: 451, Message: "greylisted, come again"}
		case phase == "DATA" && n%97 == 0 && later(to):
			return mailtest.ErrHangUp
		case phase == "DATA" && n%53 == 0:
			<-time.After(200 * time.Millisecond) // a tarpit
		}
		return nil
	}, Took: func(r mailtest.Received) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.Header("Message-ID")]++
		if refused(r.To) {
			t.Errorf("%s was refused, and taken", r.To)
		}
	}})
	arrived := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(seen)
	}
	s := serve(t, db, "--local-mailbox=false", "--base-url", "http://localhost", "--smtp", "smtp://"+sink.Addr)
	event := s.newEvent(mails, nil)
	began := time.Now()
	const list = 50_000 // as many as one import takes
	for from := 0; from < mails; from += list {
		var csv strings.Builder
		csv.WriteString("user_id,email,name\n")
		for n := from; n < min(mails, from+list); n++ {
			fmt.Fprintf(&csv, "u%d,u%d@example.org,Person %d\n", n, n, n)
		}
		s.call("POST", "/v1/events/"+event+"/imports", object{"csv": csv.String()}).want(202)
	}
	want := mails - (mails+100)/101
	for n := range kills {
		least := (n + 1) * want / (kills + 1)
		mailtest.WaitWhileMoving(t, mailsStuckFor, fmt.Sprintf("mails before kill %d", n+1), least, func() int { return min(least, arrived()) })
		s.kill()
		s.start("")
		s.ready(3 * time.Minute)
	}
	mailtest.WaitWhileMoving(t, mailsStuckFor, "mails", want, arrived)
	waits := func() int {
		st, err := store.Open(t.Context(), database.Config{URL: db})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close() //nolint:errcheck // only read
		n, err := st.Deliveries.QueuedDeliveries(t.Context(), event)
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	mailtest.WaitWhileMoving(t, mailsStuckFor, "deliveries in the queue", 0, waits)
	took := time.Since(began)
	if dead := items[object](s.call("GET", "/v1/dead-letters", nil).want(200)); len(dead) == 0 {
		t.Error("what was refused for good is not a dead letter")
	}
	s.stop()
	twice := 0
	for id, n := range seen {
		if n > 1 {
			twice++
		}
		if n > 3 {
			t.Errorf("%s came %d times", id, n)
		}
	}
	t.Logf("%d mails, %d kills: %d arrived, %d refused for good, 0 missing, %d came twice, in %s", mails, kills, len(seen), mails-want, twice, took.Round(time.Second))
	// What a worker has sent and not recorded: 16 senders, 32 that wait, 64 in one
	// transaction.
	if most := kills * (16 + 32 + 64); twice > most || len(seen) != want {
		t.Errorf("%d mails came twice, %d may have been in flight; %d arrived of %d", twice, most, len(seen), want)
	}
	verified(t, db)
}
