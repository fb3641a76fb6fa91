package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
)

// ledger keeps what an organizer's server is told, where the signature holds.
type ledger struct {
	verifier *webhooks.Webhook

	mu   sync.Mutex
	told map[string][]int64 // by event, in the order of arrival (guarded by mu)
}

// ServeHTTP takes what is signed.
func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var change struct {
		Data struct {
			EventID   string `json:"event_id"`
			LedgerSeq int64  `json:"ledger_seq"`
		}
	}
	if err != nil || l.verifier.Verify(body, r.Header) != nil || json.Unmarshal(body, &change) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told[change.Data.EventID] = append(l.told[change.Data.EventID], change.Data.LedgerSeq)
}

// of returns what was told about an event.
func (l *ledger) of(event string) []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.told[event])
}

// pictures are the pictures in a mail, by name. Each is one that its HTML shows.
func pictures(t *testing.T, data string) map[string][]byte {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	html := decoded(t, data, "text/html")
	var read func(kind string, body io.Reader)
	read = func(kind string, body io.Reader) {
		_, params, err := mime.ParseMediaType(kind)
		for parts := multipart.NewReader(body, params["boundary"]); err == nil; {
			var p *multipart.Part
			if p, err = parts.NextPart(); err != nil {
				break
			}
			switch inner := p.Header.Get("Content-Type"); {
			case strings.HasPrefix(inner, "multipart/"):
				read(inner, p)
			case strings.HasPrefix(inner, "image/png"):
				found[p.FileName()], err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
				if id := strings.Trim(p.Header.Get("Content-ID"), "<>"); id == "" || !strings.Contains(html, `src="cid:`+id+`"`) {
					t.Errorf("the mail does not show its picture %q", id)
				}
			}
		}
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	read(m.Header.Get("Content-Type"), m.Body)
	if shown := strings.Count(html, "<img "); shown != len(found) || len(data) > 100_000 {
		t.Errorf("%d pictures, %d shown, in %d bytes", len(found), shown, len(data))
	}
	return found
}

// TestMessageStory is how people hear of what concerns them: a confirmation with
// its calendar entry, an offer whose mailbox is dead and whose phone is not, a
// reminder at its offset; and the organizer: by an endpoint that is told all of
// it, signed and in order, and by a file.
func TestMessageStory(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		var gone atomic.Bool // Cleo's mailbox
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "cleo@example.org" && gone.Load() {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
			}
			return nil
		}})
		phone := smstest.Start(t, &smstest.Server{})
		believed := signing(t)
		s := serve(t, db, "--local-mailbox=false", "--private-webhooks", "--smtp", "smtp://"+mx.Addr, "--dkim-key-file", believed.file, "--dkim-domain", "tickets.example",
			"--twilio-account", smstest.Account, "--twilio-token", smstest.Token, "--twilio-from", smstest.From, "--twilio-base", phone.URL)
		organizer := &ledger{told: map[string][]int64{}}
		receiver := httptest.NewServer(organizer)
		defer receiver.Close()
		s.call("PUT", "/v1/brand", object{"reply_to": "hello@harbour.example"}).want(200)
		made := s.call("POST", "/v1/webhook-endpoints", object{"url": receiver.URL}).want(201)
		var err error
		if organizer.verifier, err = webhooks.NewWebhook(made.at("secret")); err != nil {
			t.Fatal(err)
		}
		mailed := func(to, words string) (found mailtest.Received) {
			t.Helper()
			within(t, 30*time.Second, "a mail to "+to+": "+words, func() bool {
				for _, m := range mx.Received() {
					if m.To == to && strings.Contains(subjectOf(t, m), words) {
						if !strings.Contains(m.Data, "\r\nReply-To: <hello@harbour.example>\r\n") {
							t.Errorf("answers do not go to the organizer:\n%s", m.Data)
						}
						found = m
						return true
					}
				}
				return false
			})
			return found
		}

		// An event that moves, and is then called off, a moment later each.
		moved := "/v1/events/" + s.newEvent(2, object{"title": "Harbour walk"})
		s.call("POST", moved+"/registrations", person("Mona")).want(201)
		entry := calendarOf(t, mailed("mona@example.org", "Confirmed").Data)
		start := time.Now().AddDate(1, 0, 3).UTC().Truncate(time.Hour)
		s.call("PATCH", moved, object{"starts_at": start, "ends_at": start.Add(time.Hour)}).want(200)

		// The confirmation has the calendar's entry; the one of a cancellation takes it out.
		event := s.newEvent(1, nil)
		registrations := "/v1/events/" + event + "/registrations"
		ada := s.call("POST", registrations, person("Ada")).want(201).is("status", "confirmed").at("order_id")
		s.call("POST", registrations, person("Cleo")).want(201).is("status", "waitlisted")
		confirmed := mailed("ada@example.org", "Confirmed")
		if !strings.Contains(confirmed.Data, "METHOD:REQUEST") {
			t.Errorf("no calendar entry:\n%s", confirmed.Data)
		}
		if entry := decoded(t, confirmed.Data, "text/calendar"); !strings.Contains(strings.ReplaceAll(entry, "\r\n ", ""), ":mailto:hello@harbour.example\r\n") {
			t.Errorf("the organizer of the entry is not who is answered:\n%s", entry)
		}
		// And the code of the ticket, as the ticket has it.
		first := items[struct {
			PNG   string `json:"qr_png"`
			Short string `json:"short_code"`
		}](s.call("GET", "/v1/orders/"+ada+"/tickets", nil).want(200))[0]
		// Its name says what can be typed instead.
		name := "ticket-1-" + first.Short[:5] + "-" + first.Short[5:] + ".png"
		if got := pictures(t, confirmed.Data); len(got) != 1 || !bytes.Equal(got[name], s.call("GET", first.PNG, nil).want(200).body) {
			t.Errorf("pictures in the mail: %v", slices.Collect(maps.Keys(got)))
		}
		// Anyone who takes a ticket has its new code by mail, and the evening in the calendar.
		evening := "/v1/events/" + s.newEvent(1, nil)
		given := s.call("POST", evening+"/registrations", person("Gil")).want(201).at("order_id")
		picture := func() (of string, png []byte) {
			ticket := items[struct {
				ID  string `json:"id"`
				PNG string `json:"qr_png"`
			}](s.call("GET", "/v1/orders/"+given+"/tickets", nil).want(200))[0]
			return ticket.ID, s.call("GET", ticket.PNG, nil).want(200).body
		}
		ticket, old := picture()
		transfer := s.call("POST", "/v1/tickets/"+ticket+":transfer", object{"email": "ivy@example.org", "name": "Ivy"}).want(201).at("id")
		mailed("ivy@example.org", "Gil has a ticket for you")
		s.call("POST", "/v1/transfers/"+transfer+":accept", nil).want(200)
		received := mailed("ivy@example.org", "Your ticket")
		_, fresh := picture()
		if got := pictures(t, received.Data); len(got) != 1 || !bytes.Equal(slices.Collect(maps.Values(got))[0], fresh) || bytes.Equal(fresh, old) || calendarOf(t, received.Data)["METHOD"] != "REQUEST" {
			t.Errorf("with the ticket that was given: %v", slices.Collect(maps.Keys(got)))
		}
		if kept := mailed("gil@example.org", "Ivy accepted your ticket"); len(pictures(t, kept.Data)) != 0 {
			t.Error("who gave a ticket has its new code")
		}
		s.call("POST", evening+":cancel", nil).want(200) // which Ivy is told, too: see below
		s.call("PUT", "/v1/events/"+event+"/people/cleo/contact", object{"phone": "+49 30 123456", "sms_consent": true}).want(200)
		mailed("cleo@example.org", "on the waitlist")
		gone.Store(true)
		s.call("DELETE", registrations+"/ada", nil).want(200).is("status", "released")
		if m := mailed("ada@example.org", "cancelled"); !strings.Contains(m.Data, "METHOD:CANCEL") {
			t.Errorf("the calendar keeps the entry:\n%s", m.Data)
		}

		// An offer by mail shows the evening, and claiming it puts it into the calendar.
		full := "/v1/events/" + s.newEvent(1, nil) + "/registrations"
		s.call("POST", full, person("Eva")).want(201)
		s.call("POST", full, person("Dan")).want(201).is("status", "waitlisted")
		s.call("DELETE", full+"/eva", nil).want(200)
		turn := mailed("dan@example.org", "Your turn")
		shown := calendarOf(t, turn.Data)
		if shown["METHOD"] != "PUBLISH" || shown["STATUS"] != "TENTATIVE" {
			t.Errorf("with the offer: %v", shown)
		}
		s.claim(decoded(t, turn.Data, "text/plain"))
		if kept := calendarOf(t, mailed("dan@example.org", "Confirmed").Data); kept["METHOD"] != "REQUEST" || kept["UID"] != shown["UID"] || sequence(t, kept) <= sequence(t, shown) {
			t.Errorf("after claiming: %v", kept)
		}

		// Cleo's mailbox does not exist any more: the phone rings, and its link is claimed.
		within(t, 30*time.Second, "the phone takes over", func() bool { return len(phone.Received()) > 0 })
		offer := phone.Received()[0]
		if offer.To != "+4930123456" || offer.Key == "" {
			t.Errorf("the short message: %+v", offer)
		}
		s.claim(offer.Body)
		s.call("GET", registrations+"/cleo", nil).want(200).is("status", "confirmed").is("order.reason", "accepted")
		if dead := string(s.call("GET", "/v1/dead-letters", nil).want(200).body); !strings.Contains(dead, `"bounced"`) {
			t.Errorf("the bounce is nowhere: %s", dead)
		}

		// A reminder goes out a minute before the start, to people confirmed by then.
		soonAt := time.Now().UTC().Truncate(time.Second).Add(70 * time.Second)
		soon := s.newEvent(2, object{"starts_at": soonAt, "ends_at": soonAt.Add(time.Hour), "reminder_offsets_seconds": []int{60}})
		s.call("POST", "/v1/events/"+soon+"/registrations", person("Bert")).want(201).is("status", "confirmed")
		s.call("POST", "/v1/events/"+soon+"/registrations", person("Dora")).want(201).is("status", "confirmed")
		s.call("DELETE", "/v1/events/"+soon+"/registrations/dora", nil).want(200)
		reminder := mailed("bert@example.org", "Reminder")
		if !strings.Contains(reminder.Header("List-Unsubscribe"), s.base) {
			t.Errorf("no way out of a reminder: %s", reminder.Header("List-Unsubscribe"))
		}
		if done := s.call("GET", "/v1/events/"+soon+"/automatic-announcements", nil).want(200); !strings.Contains(string(done.body), `"made":1`) {
			t.Errorf("how far the reminder is: %s", done.body)
		}
		// A mail program unsubscribes for its reader: with one request, and no page.
		resp, err := http.PostForm(strings.Trim(reminder.Header("List-Unsubscribe"), "<>"), url.Values{"List-Unsubscribe": {"One-Click"}})
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close() != nil || resp.StatusCode != http.StatusNoContent {
			t.Errorf("one click: %d", resp.StatusCode)
		}
		s.call("GET", "/v1/events/"+soon+"/people/bert/contact", nil).want(200).is("no_reminders", "true")

		// Anyone who has a ticket from somebody else hears that the event is off.
		off := mailed("ivy@example.org", "Cancelled")
		if entry := calendarOf(t, off.Data); entry["METHOD"] != "CANCEL" || !strings.Contains(decoded(t, off.Data, "text/plain"), "The ticket that Gil gave you is no longer valid") {
			t.Errorf("what Ivy is told: %v\n%s", entry, off.Data)
		}
		mailed("gil@example.org", "Cancelled")

		// Mona's calendar follows the event: the same entry, each time a newer one.
		for _, change := range []struct{ subject, method, status string }{{"Changed", "REQUEST", "CONFIRMED"}, {"Cancelled", "CANCEL", "CANCELLED"}} {
			if change.method == "CANCEL" {
				s.call("POST", moved+":cancel", nil).want(200)
			}
			m := mailed("mona@example.org", change.subject)
			now := calendarOf(t, m.Data)
			if now["METHOD"] != change.method || now["STATUS"] != change.status || now["UID"] != entry["UID"] || sequence(t, now) <= sequence(t, entry) ||
				now["DTSTART"] != start.Format("20060102T150405Z") || now["SUMMARY"] != "Harbour walk" {
				t.Errorf("%s: %v after %v", change.subject, now, entry)
			}
			believed.check(t, m.Data)
			entry = now
		}
		believed.check(t, reminder.Data)

		// The list of guests, by its link.
		asked := s.call("POST", "/v1/events/"+event+"/exports", object{"kind": "guests", "format": "csv"}).want(202).at("id")
		var address string
		within(t, 30*time.Second, "the file", func() bool {
			got := s.call("GET", "/v1/exports/"+asked, nil).want(200)
			address = got.at("url")
			return got.at("state") == "done"
		})
		if status, file := s.get(strings.TrimPrefix(address, s.base)); status != http.StatusOK || !strings.Contains(file, "cleo@example.org") {
			t.Errorf("the list of guests: %d %s", status, file)
		}
		if status, _ := s.get(strings.TrimPrefix(regexp.MustCompile(`.$`).ReplaceAllString(address, "~"), s.base)); status < 400 {
			t.Errorf("an altered link: %d", status)
		}

		// The organizer's server was told each change of both, in order, once.
		for _, id := range []string{event, soon} {
			all := items[struct {
				LedgerSeq int64 `json:"ledger_seq"`
			}](s.call("GET", "/v1/events/"+id+"/audit?limit=100", nil))
			within(t, 30*time.Second, "the endpoint is told all", func() bool { return len(organizer.of(id)) >= len(all) })
			for i, seq := range organizer.of(id) {
				if seq != int64(i+1) {
					t.Fatalf("told in the order %v", organizer.of(id))
				}
			}
		}
		for _, m := range mx.Received() {
			if m.To == "dora@example.org" && strings.Contains(m.Header("Subject"), "Reminder") {
				t.Errorf("%s was sent %q", m.To, m.Header("Subject"))
			}
		}
		s.stop()
		verified(t, db)
	})
}
