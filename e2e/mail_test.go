package e2e

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
)

// TestMailSurvivesKills sends mails to a server that refuses some for now, hangs
// up on others and is slow, and kills Holdfast again and again meanwhile. Every
// mail arrives; those that came twice were in flight at a kill, and are counted.
func TestMailSurvivesKills(t *testing.T) {
	mails, kills := count(t, "HOLDFAST_MAILS", 300), count(t, "HOLDFAST_MAIL_KILLS", 2)
	var asked atomic.Int64
	sink := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
		n := asked.Add(1)
		switch {
		case phase == "RCPT" && n%31 == 0:
			return &smtp.SMTPError{Code: 451, Message: "greylisted, come again"}
		case phase == "DATA" && n%97 == 0:
			return mailtest.ErrHangUp
		case phase == "DATA" && n%53 == 0:
			<-time.After(200 * time.Millisecond) // a tarpit
		}
		return nil
	}})
	db := sqlite(t)
	s := serve(t, db, "--local-mailbox=false", "--base-url", "http://localhost", "--smtp", "smtp://"+sink.Addr)
	event := s.call("POST", "/v1/events", object{
		"title": "Concert", "starts_at": time.Now().Add(48 * time.Hour), "ends_at": time.Now().Add(50 * time.Hour), "timezone": "UTC",
		"capacity": mails, "publish": true,
	}).want(201).at("id")
	for n := range mails {
		if kills > 0 && n > 0 && n%(mails/(kills+1)) == 0 {
			s.kill()
			s.restart()
		}
		s.call("POST", "/v1/events/"+event+"/registrations", object{"user_id": fmt.Sprint("u", n), "email": fmt.Sprintf("u%d@example.org", n), "name": "Person"}).want(201)
	}
	arrived := func() (different, twice int) {
		seen := map[string]int{}
		for _, r := range sink.Received() {
			seen[r.Header("Message-ID")]++
		}
		for _, n := range seen {
			if n > 1 {
				twice++
			}
		}
		return len(seen), twice
	}
	within(t, 3*time.Minute, "every mail arrives", func() bool { n, _ := arrived(); return n == mails })
	s.stop()
	n, twice := arrived()
	t.Logf("%d mails, %d kills, 0 missing, %d came twice", n, kills, twice)
	if most := (kills + 1) * 64; twice > most {
		t.Errorf("%d mails came twice, more than were in flight", twice)
	}
	verified(t, db)
}
