package e2e

import (
	"net/smtp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
)

// TestBounce: a mail server says later, by mail to the sender of the envelope,
// that a mailbox does not exist. The delivery has bounced, the organizer sees
// it, and nothing more is written there.
func TestBounce(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t, &mailtest.Server{})
	intake := freeAddress(t)
	db := sqlite(t)
	s := serve(t, db, "--local-mailbox=false", "--base-url", "http://localhost", "--smtp", "smtp://"+sink.Addr,
		"--bounce-domain", "bounces.example", "--bounce-listen", intake)
	first, second := "/v1/events/"+s.newEvent(3, nil), "/v1/events/"+s.newEvent(3, nil)
	s.call("POST", first+"/registrations", person("Ada")).want(201)
	var sent mailtest.Received
	within(t, 20*time.Second, "the confirmation goes out", func() bool {
		if list := sink.Received(); len(list) > 0 {
			sent = list[0]
			return true
		}
		return false
	})
	if !strings.HasSuffix(strings.Trim(sent.From, "<>"), "@bounces.example") {
		t.Fatalf("the envelope is from %q", sent.From)
	}
	report := func(to, status string) error {
		return smtp.SendMail(intake, nil, "mailer-daemon@mx.example", []string{to}, []byte(strings.ReplaceAll(
			"From: mailer-daemon@mx.example\nSubject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"+
				"--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: "+status+
				"\nDiagnostic-Code: smtp; 550 no such user\n--b--\n", "\n", "\r\n")))
	}
	to := strings.Trim(sent.From, "<>")
	// Addresses that are not ours, or were altered, are not taken.
	altered := "x" + to
	for _, bad := range []string{"nobody@bounces.example", altered} {
		if err := report(bad, "5.1.1"); err == nil || !strings.HasPrefix(err.Error(), "550") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if dead := s.call("GET", "/v1/dead-letters", nil).want(200); len(items[object](dead)) != 0 {
		t.Fatalf("before: %s", dead.body)
	}
	// One that is quicker than our own record is asked to come again.
	within(t, 10*time.Second, "the bounce is taken", func() bool {
		err := report(to, "5.1.1")
		if err != nil && !strings.HasPrefix(err.Error(), "451") {
			t.Fatal(err)
		}
		return err == nil
	})
	within(t, 10*time.Second, "the bounce is recorded", func() bool {
		return strings.Contains(string(s.call("GET", "/v1/dead-letters", nil).want(200).body), `"bounced"`)
	})
	contact := s.call("GET", first+"/people/ada/contact", nil).want(200)
	if !strings.Contains(string(contact.body), `"mail_suppressed":true`) {
		t.Errorf("still written to: %s", contact.body)
	}
	s.call("POST", second+"/registrations", person("Ada")).want(201)
	s.call("POST", second+"/registrations", person("Ben")).want(201)
	within(t, 20*time.Second, "the next mail, to somebody else, goes out", func() bool { return len(sink.Received()) == 2 })
	if got := sink.Received()[1].To; !strings.Contains(got, "ben@example.org") {
		t.Errorf("the next mail went to %s", got)
	}
	s.stop()
	verified(t, db)
}
