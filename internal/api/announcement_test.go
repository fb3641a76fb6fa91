package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// A message to guests is checked field by field, previewed with how many it is
// for, tried on oneself, sent once, and stopped.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	h.register(event, "ada")
	h.register(event, "bob")
	h.register(event, "cyd")
	h.register(event, "dan")
	body := func(change ...func(object)) object {
		o := object{"locale": "en", "subject": "Doors open at {starts_short}", "body": []string{"{name}, come through the yard."}, "audience": object{"standing": "confirmed"}}
		for _, c := range change {
			c(o)
		}
		return o
	}
	preview := h.owner("POST", event+"/announcements:preview", body()).want(200)
	if preview.number("recipients") != 2 || !strings.Contains(preview.text("text"), "Grace Hopper, come through the yard.") || strings.Contains(preview.text("subject"), "{") {
		t.Errorf("%s", preview.Raw)
	}
	for audience, want := range map[string]int64{"waiting": 2, "ended": 0} {
		if a := h.owner("POST", event+"/announcements:preview", body(set("audience", object{"standing": audience}))).want(200); a.number("recipients") != want {
			t.Errorf("%s: %s", audience, a.Raw)
		}
	}
	if a := h.owner("POST", event+"/announcements:preview", body(set("audience", object{"person_ids": []string{h.personID(event, "cyd")}}))).want(200); a.number("recipients") != 1 {
		t.Errorf("%s", a.Raw)
	}
	for field, change := range map[string]func(object){
		"body[0]":                set("body", []string{"See {ticket}"}),
		"subject":                set("subject", "{count} places"),
		"locale":                 set("locale", "tlh"),
		"audience.tier_id":       set("audience", object{"tier_id": "tir_x"}),
		"audience.person_ids[0]": set("audience", object{"person_ids": []string{"ada"}}),
		"send_at":                set("send_at", h.now().Add(2*366*24*time.Hour).UTC()),
	} {
		h.owner("POST", event+"/announcements", body(change)).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", event+"/announcements", body(set("body", []string{""}))).problem(422, "invalid_request").names("body[0]")
	h.owner("POST", event+"/announcements:test", with(body(), "to", "me@example.org")).want(200)
	box, err := h.store.Mails.Mailbox(t.Context(), 5)
	if err != nil || len(box) != 1 || box[0].Recipient != "me@example.org" || !strings.Contains(box[0].TextBody, "come through the yard") {
		t.Errorf("%+v, %v", box, err)
	}

	made := h.owner("POST", event+"/announcements", body(), "Idempotency-Key: b1").want(201)
	again := h.owner("POST", event+"/announcements", body(), "Idempotency-Key: b1").want(201)
	if made.text("id") != again.text("id") || again.Header.Get("Idempotency-Replayed") != "true" || made.text("state") != "planned" {
		t.Errorf("%s, %s", made.Raw, again.Raw)
	}
	h.owner("POST", event+"/announcements", body(set("subject", "Other")), "Idempotency-Key: b1").problem(422, "idempotency_key_reused")
	later := h.owner("POST", event+"/announcements", body(set("send_at", h.now().Add(time.Hour).UTC()))).want(201)
	list := h.owner("GET", event+"/announcements", nil).want(200)
	if len(list.at("items").([]any)) != 2 || list.text("items", 0, "id") != later.text("id") || list.text("items", 0, "audience", "standing") != "confirmed" {
		t.Errorf("%s", list.Raw)
	}
	h.as(identity.BoxOffice, "DELETE", "/v1/announcements/"+later.text("id"), nil).problem(403, "forbidden")
	for range 2 {
		if a := h.owner("DELETE", "/v1/announcements/"+later.text("id"), nil).want(200); a.text("state") != "stopped" {
			t.Errorf("%s", a.Raw)
		}
	}
	if a := h.owner("GET", "/v1/announcements/"+made.text("id"), nil).want(200); a.text("body", 0) != "{name}, come through the yard." || a.text("created_by") == "" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", event+"/automatic-announcements", nil).want(200); strings.Contains(a.Raw, "ann_") {
		t.Errorf("%s", a.Raw)
	}
}
