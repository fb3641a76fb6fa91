package api_test

import (
	"context"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func TestContact(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene()
	at := s.event + "/people/ada/contact"
	h.owner("GET", at, nil).want(200)
	h.owner("PUT", at, object{"phone": "+49 (30) 123-456", "sms_consent": true, "timezone": "Asia/Tokyo", "channels": []string{"sms", "mail"}, "no_reminders": true}).want(200)
	got := h.owner("GET", at, nil).want(200)
	if got.text("phone") != "+4930123456" || got.text("timezone") != "Asia/Tokyo" || got.at("no_reminders") != true || got.text("sms_consent_at") == "" {
		t.Errorf("stored: %s", got.Raw)
	}
	// The person alone may look and change, by a link from a message.
	link := h.fresh(identity.OrderLink, s.order, s.ada)
	h.send("PUT", at, link, object{"phone": "+4930123456"}).want(200)
	if got := h.send("GET", at, link, nil).want(200); got.at("sms_consent") != nil || got.at("no_reminders") != nil {
		t.Errorf("withdrawn: %s", got.Raw)
	}
	h.send("GET", at, h.fresh(identity.OfferLink, s.offer, s.cyd), nil).problem(404, "not_found")
	for field, body := range map[string]object{
		"phone":       {"phone": "030 123456"},
		"timezone":    {"timezone": "Mars/Olympus"},
		"channels[1]": {"channels": []string{"sms", "sms"}},
	} {
		h.owner("PUT", at, body).problem(422, "invalid_request").names(field)
	}
	h.owner("PUT", at, object{"sms_consent": true}).problem(422, "invalid_request").names("phone")
	h.owner("PUT", at, object{"phone": "+4930123456\r\nBcc: x"}).problem(422, "invalid_request").names("phone")
	push := s.event + "/people/ada/push-subscriptions"
	sub := object{"endpoint": "https://push.example.net/x", "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
	h.owner("POST", push, sub).want(201)
	h.owner("POST", push, sub).want(201)
	if got := h.owner("GET", at, nil).want(200); got.number("browsers") != 1 {
		t.Errorf("the same browser twice: %s", got.Raw)
	}
	for _, endpoint := range []string{"http://push.example.net/x", "https://127.0.0.1/x", "https://169.254.169.254/latest", "nonsense"} {
		sub["endpoint"] = endpoint
		h.owner("POST", push, sub).problem(422, "invalid_request").names("endpoint")
	}
	// Erasing forgets how to reach the person, and that they wanted none stays.
	h.owner("PUT", at, object{"phone": "+4930123456", "no_reminders": true}).want(200)
	h.owner("DELETE", s.event+"/people/ada", nil).want(200)
	h.register(s.event, "ada")
	if got := h.owner("GET", at, nil).want(200); got.at("phone") != nil || got.at("no_reminders") != true {
		t.Errorf("after erasure: %s", got.Raw)
	}
}

func TestSuppressions(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	body := object{"channel": "mail", "address": "Dead@Example.org"}
	h.owner("POST", "/v1/suppressions:lift", body).problem(404, "not_found")
	h.owner("POST", "/v1/suppressions", body).want(200)
	body["address"] = "dead@example.org"
	rival := h.key(h.organization("Rival"), identity.Owner)
	h.send("POST", "/v1/suppressions:lift", rival, body).problem(404, "not_found")
	h.owner("POST", "/v1/suppressions:lift", body).want(200)
	h.owner("POST", "/v1/suppressions", object{"channel": "mail", "address": "a@example.org\r\nBcc: b@example.org"}).problem(422, "invalid_request").names("address")
	h.owner("POST", "/v1/suppressions", object{"channel": "sms", "address": "12"}).problem(422, "invalid_request").names("address")
}

func TestWordings(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	offer := object{"kind": "waitlist_offer", "locale": "en", "subject": "Quick, {name}: {title}", "body": []string{"{count|# place is|# places are} yours until {deadline}. <b>Bold</b>"}}
	h.owner("PUT", "/v1/wordings", offer).want(200)
	preview := h.owner("POST", event+"/wordings:preview", object{"kind": "waitlist_offer", "locale": "en"}).want(200)
	if !strings.Contains(preview.text("subject"), "Quick, Grace Hopper: ") || !strings.Contains(preview.text("text"), "2 places are yours until") ||
		strings.Contains(preview.text("html"), "<b>Bold") {
		t.Errorf("preview: %s", preview.Raw)
	}
	offer["subject"] = "Only here: {title}"
	h.owner("PUT", event+"/wordings", offer).want(200)
	if got := h.owner("POST", event+"/wordings:preview", object{"kind": "waitlist_offer", "locale": "en"}).want(200); !strings.HasPrefix(got.text("subject"), "Only here") {
		t.Errorf("the event's own words: %s", got.text("subject"))
	}
	for field, bad := range map[string]object{
		"subject":  {"kind": "waitlist_offer", "locale": "en", "subject": "Hello {email}"},
		"body[1]":  {"kind": "waitlist_offer", "locale": "en", "body": []string{"fine", "{{.Secret}}"}},
		"heading":  {"kind": "reminder", "locale": "en", "heading": "Until {deadline}"},
		"action":   {"kind": "reminder", "locale": "en", "action": "Go}"},
		"after[0]": {"kind": "reminder", "locale": "en", "after": []string{"two\nlines"}},
		"locale":   {"kind": "reminder", "locale": "xx", "subject": "x"},
		"kind":     {"kind": "nonsense", "locale": "en", "subject": "x"},
	} {
		h.owner("PUT", event+"/wordings", bad).problem(422, "invalid_request").names(field)
		h.owner("POST", event+"/wordings:preview", bad).problem(422, "invalid_request").names(field)
	}
	// All empty is ours again.
	h.owner("PUT", event+"/wordings", object{"kind": "waitlist_offer", "locale": "en"}).want(200)
	h.owner("PUT", "/v1/wordings", object{"kind": "waitlist_offer", "locale": "en"}).want(200)
	if got := h.owner("GET", event+"/wordings", nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("left: %s", got.Raw)
	}
	h.owner("PUT", "/v1/brand", object{"name": "Harbour", "colour": "#1D4ED8", "address": "Pier 3"}).want(200)
	if got := h.owner("POST", event+"/wordings:preview", object{"kind": "reminder", "locale": "de"}).want(200); !strings.Contains(got.text("html"), "Harbour") ||
		!strings.Contains(got.text("html"), "background:#1d4ed8") || !strings.Contains(got.text("text"), "Pier 3") {
		t.Errorf("brand: %s", got.text("html"))
	}
	// The preview is the mail, with its tickets, and asks nobody for a picture.
	if got := h.owner("POST", event+"/wordings:preview", object{"kind": "registration_confirmed", "locale": "en"}).want(200).text("html"); strings.Count(got, `<img src="data:image/png;base64,`) != 2 ||
		strings.Contains(got, "cid:") || !strings.Contains(got, "Code to type: 23456-789AB") || len(got) > 100_000 {
		t.Errorf("preview of a confirmation: %s", got)
	}
	if got := h.owner("PUT", "/v1/brand", object{"name": "Harbour", "reply_to": " Hello@Harbour.example "}).want(200); got.text("reply_to") != "Hello@Harbour.example" {
		t.Errorf("answers go to %s", got.Raw)
	}
	for _, path := range []string{"/wordings:preview", "/announcements:preview"} {
		if got := h.owner("POST", event+path, object{"kind": "reminder", "locale": "de", "subject": "Moin", "body": "Hallo"}); got.Status == 200 && got.text("reply_to") != "Hello@Harbour.example" {
			t.Errorf("%s: answers go to %s", path, got.Raw)
		}
	}
	for _, bad := range []string{"nobody", "a@b@c", "a@example.org\r\nBcc: x@example.org", "Ada <ada@example.org>", "a@example.org, b@example.org", "grüße@example.org"} {
		h.owner("PUT", "/v1/brand", object{"reply_to": bad}).problem(422, "invalid_request").names("reply_to")
	}
	for _, bad := range []string{"red", "#ffff00", "#1d4ed8;background:url(x)", "#12"} {
		h.owner("PUT", "/v1/brand", object{"colour": bad}).problem(422, "invalid_request").names("colour")
	}
}

// TestPreviewOfEachKind: whatever can be said otherwise can be read before it is
// sent, in each language, with all that its words may name.
func TestPreviewOfEachKind(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	kinds := h.owner("GET", event+"/wordings", nil).want(200)
	for i := range kinds.at("kinds").([]any) {
		kind := kinds.text("kinds", i, "kind")
		names := []string{}
		for n := range kinds.at("kinds", i, "placeholders").([]any) {
			name := kinds.text("kinds", i, "placeholders", n)
			names = append(names, map[bool]string{true: "{count|# one|# many}", false: "{" + name + "}"}[name == "count"])
		}
		for _, locale := range []string{"en", "de"} {
			for _, in := range []object{{}, {"subject": "Mine", "body": names}} {
				in["kind"], in["locale"] = kind, locale
				got := h.owner("POST", event+"/wordings:preview", in)
				if got.Status != 200 {
					t.Errorf("%s, %s, %v: %s", kind, locale, in, got.Raw)
					continue
				}
				// Anyone who is told that all is off has nothing to look at.
				leads := strings.Contains(got.text("text"), "http://holdfast.test/") || kind == string(inventory.MsgEventCancelled)
				if got.text("subject") == "" || strings.ContainsAny(got.text("subject")+got.text("text"), "{}") || !leads {
					t.Errorf("%s, %s, %v: %d %s", kind, locale, in, got.Status, got.Raw)
				}
			}
		}
	}
	if len(kinds.at("kinds").([]any)) < 20 {
		t.Error(kinds.Raw)
	}
}

func TestTestReminder(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	h.owner("POST", event+"/reminders/test", object{"to": "me@example.org", "locale": "de"}, "Idempotency-Key: once").want(200)
	h.owner("POST", event+"/reminders/test", object{"to": "me@example.org", "locale": "de"}, "Idempotency-Key: once").want(200)
	h.owner("POST", event+"/wordings:test", object{"kind": "waitlist_offer", "locale": "en", "to": "me@example.org", "subject": "Mine"}).want(200)
	mails, err := h.store.Mails.Mailbox(context.Background(), 10)
	h.must(err)
	if len(mails) != 2 {
		t.Fatalf("%d mails", len(mails))
	}
	for _, m := range mails {
		if m.Recipient != "me@example.org" || !strings.HasPrefix(m.Subject, "Erinnerung: ") && m.Subject != "Mine" {
			t.Errorf("%+v", m)
		}
	}
	h.owner("POST", event+"/reminders/test", object{"to": "me@example.org\r\nBcc: you@example.org"}).problem(422, "invalid_request").names("to")
	h.owner("POST", event+"/reminders/test", object{"to": "me@example.org", "locale": "tlh"}).problem(422, "invalid_request").names("locale")
}

func TestReminderOffsets(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	for _, bad := range []int{0, -3600} {
		h.owner("PATCH", event, object{"reminder_offsets_seconds": []int{bad}}).problem(422, "invalid_request").names("reminder_offsets_seconds[0]")
	}
	h.owner("PATCH", event, object{"reminder_offsets_seconds": []int{3600, 86400}}).want(200)
	if got := h.owner("GET", event+"/automatic-announcements", nil).want(200); len(got.at("items").([]any)) != 2 || got.text("items", 0, "state") != "planned" {
		t.Errorf("planned: %s", got.Raw)
	}
	h.owner("PATCH", event, object{"reminder_offsets_seconds": []int{3600}}).want(200)
	if got := h.owner("GET", event+"/automatic-announcements", nil).want(200); got.text("items", 0, "state") != "void" || got.text("items", 1, "state") != "planned" {
		t.Errorf("taken out: %s", got.Raw)
	}
}

func TestDeadLetters(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene()
	event := s.names["event_id"]
	dead := func(message string, at int64) messages.Delivery {
		return messages.Delivery{EventID: event, Message: message, Channel: "mail", OrgID: h.org, PersonID: s.ada, Kind: "registration_confirmed", Seq: 1,
			State: messages.DeliveryFailed, Answer: "no such mailbox", Attempts: 3, CreatedAt: 5, EndedAt: 10}
	}
	_, err := h.store.Deliveries.AddDeliveries(context.Background(), []messages.Delivery{dead("1", 10), dead("2", 11), dead("3", 12)})
	h.must(err)
	page := h.owner("GET", "/v1/dead-letters?limit=2", nil).want(200)
	rest := h.owner("GET", "/v1/dead-letters?limit=2&cursor="+page.text("next_cursor"), nil).want(200)
	if len(page.at("items").([]any)) != 2 || len(rest.at("items").([]any)) != 1 || rest.text("items", 0, "reason") != "no such mailbox" {
		t.Errorf("%s then %s", page.Raw, rest.Raw)
	}
	name := object{"event_id": event, "message": "2", "channel": "mail"}
	rival := h.key(h.organization("Rival"), identity.Owner)
	h.send("POST", "/v1/dead-letters:replay", rival, name).problem(404, "not_found")
	if got := h.send("GET", "/v1/dead-letters", rival, nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("a rival sees %s", got.Raw)
	}
	h.owner("POST", "/v1/dead-letters:replay", name).want(200)
	h.owner("POST", "/v1/dead-letters:replay", name).problem(409, "not_a_dead_letter")
	if got := h.owner("GET", "/v1/dead-letters", nil).want(200); len(got.at("items").([]any)) != 2 {
		t.Errorf("after the replay: %s", got.Raw)
	}
}
