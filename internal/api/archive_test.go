package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// archiveJob is a job that was asked for.
type archiveJob struct {
	event string
	back  bool
}

// archiveNow does the jobs that were asked for.
func (h *testServer) archiveNow() {
	h.t.Helper()
	for _, j := range h.toArchive {
		if j.back {
			h.must(h.archives.Restore(h.t.Context(), j.event))
			continue
		}
		results, err := h.archives.Archive(h.t.Context(), j.event)
		h.must(err)
		if len(results[0].Reasons) > 0 {
			h.t.Fatalf("%q", results[0].Reasons)
		}
	}
	h.toArchive = nil
}

// keptBehind does what jobs do behind the ledger, so that nothing keeps an event from being
// archived: its messages were routed and sent.
func (h *testServer) keptBehind(event string) {
	h.t.Helper()
	ctx := h.t.Context()
	for more := true; more; {
		var err error
		more, err = h.logs.Grow(ctx, event)
		h.must(err)
		if !more {
			more, err = h.store.Erasures.SealNames(ctx, h.org)
			h.must(err)
		}
	}
}

// TestArchivedEvent: an event that is archived is read only for everybody; tickets and orders are
// read as before, and what is in the file is said to be; whoever is erased is not in it any more.
func TestArchivedEvent(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	eventOf := strings.TrimPrefix(event, "/v1/events/")
	order := h.register(event, "ada").want(201).text("order_id")
	h.register(event, "bob").want(201)
	audit := h.owner("GET", event+"/audit", nil).want(200).Raw
	archive := event + "/archive"
	changes := h.owner("GET", "/v1/changes", nil).want(200).Raw

	if got := h.owner("GET", archive, nil).want(200); got.text("state") != "live" || got.text("reasons", 0) != "not_ended" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", event+":archive", nil).problem(409, "archive_not_ready")
	h.owner("POST", event+":restore", nil).problem(409, "event_not_archived")
	h.later(400 * 24 * time.Hour)
	h.keptBehind(eventOf)
	if got := h.owner("GET", archive, nil).want(200); len(got.at("reasons").([]any)) != 0 {
		t.Fatalf("%s", got.Raw)
	}
	h.owner("POST", event+":archive", nil).want(202)
	h.archiveNow()
	if got := h.owner("GET", archive, nil).want(200); got.text("state") != "archived" || got.number("rows") == 0 {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", event, nil).want(200); got.at("archived_at") == nil {
		t.Errorf("%s", got.Raw)
	}
	h.owner("GET", "/v1/orders/"+order, nil).want(200)
	h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
	h.owner("GET", event+"/guests", nil).want(200)
	if got := h.owner("GET", "/v1/changes", nil).want(200).Raw; got != changes {
		t.Errorf("whoever follows the changes from the beginning sees\n%s\nand before\n%s", got, changes)
	}
	h.eventually("the server knows", func() bool { return h.owner("GET", event+"/audit", nil).Status == 409 })
	h.owner("GET", event+"/audit", nil).problem(409, "event_archived")
	h.owner("GET", event+"/waitlist", nil).problem(409, "event_archived")
	h.owner("PATCH", event, object{"title": "Again"}).problem(409, "event_archived")
	h.owner("DELETE", event+"/registrations/ada", nil).problem(409, "event_archived")
	h.owner("POST", event+"/registrations", object{"user_id": "eve", "email": "eve@example.org", "name": "Eve"}).problem(409, "event_archived")
	h.owner("POST", "/v1/orders/"+order+":cancel", nil).problem(409, "event_archived")

	h.owner("POST", event+":restore", nil).want(202)
	h.archiveNow()
	h.eventually("the server knows", func() bool { return h.owner("GET", event+"/audit", nil).Status == 200 })
	if after := h.owner("GET", event+"/audit", nil).want(200).Raw; after != audit {
		t.Errorf("the audit log is not what it was:\n%s\n%s", after, audit)
	}
	h.owner("PATCH", event, object{"title": "Again"}).want(200)

	h.keptBehind(eventOf)
	h.owner("POST", event+":archive", nil).want(202)
	h.archiveNow()
	h.owner("DELETE", event+"/people/bob", nil).want(200)
	h.keptBehind(eventOf)
	h.must(h.archives.Round(t.Context()))
	if got := h.owner("GET", archive, nil).want(200); got.text("state") != "archived" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("GET", event+"/registrations/bob", nil).problem(404, "not_found")
}

// TestPapersOfAnArchivedEvent: whoever bought at an event that is archived has the same ticket and the same
// invoice, to the byte, by the same link, and a stranger has the public log.
func TestPapersOfAnArchivedEvent(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, tiers := h.sale(20)
		h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		order, invoice := h.invoiced(event, tiers["Regular"], 2)
		h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200)
		h.settleAll()
		of := "/v1/orders/" + order
		refund := h.owner("GET", of+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
		h.owner("POST", "/v1/refunds/"+refund+":mark-refunded", object{"reference": "Transfer of 3 May"}).want(200)
		h.settleAll()
		h.later(400 * 24 * time.Hour)
		h.keptBehind(eventID(event))
		papers := []string{
			of, of + "/payments", of + "/invoices", of + "/invoices/" + invoice + "/document.pdf", of + "/invoices/" + invoice + "/document.xml",
			event + "/log", "/log/" + eventID(event) + "/checkpoint", "/log/" + eventID(event) + "/tile/0/000.p/1",
		}
		token := func() string { return h.owner("GET", of+"/tickets", nil).want(200).text("items", 0, "token") }
		ticket := token()
		before := map[string]string{}
		for _, path := range papers {
			before[path] = h.owner("GET", path, nil).want(200).Raw
		}
		link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
		pdf := h.shows("GET", "/r/"+link+"/invoices/"+invoice+"/document.pdf", 200)

		h.owner("POST", event+":archive", nil).want(202)
		h.archiveNow()
		h.eventually("the server knows", func() bool { return h.owner("GET", event+"/audit", nil).Status == 409 })
		for _, path := range papers {
			if now := h.owner("GET", path, nil).want(200).Raw; now != before[path] {
				t.Errorf("%s was\n%s\nand is\n%s", path, before[path], now)
			}
		}
		if got := token(); got != ticket {
			t.Errorf("the ticket was %s and is %s", ticket, got)
		}
		if h.shows("GET", "/r/"+link+"/invoices/"+invoice+"/document.pdf", 200) != pdf {
			t.Error("the buyer's invoice is another one")
		}
		if page := h.shows("GET", "/r/"+link, 200); !strings.Contains(page, "document.pdf") {
			t.Errorf("the page of the order names no document:\n%s", page)
		}
		h.sound()
	})
}

// TestInFile: the paths that an archived event does not answer are routes.
func TestInFile(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, rt := range api.Routes() {
		if rt.Method == "GET" {
			paths = append(paths, rt.Path)
		}
	}
	for _, p := range access.InFile() {
		if !slices.Contains(paths, p) {
			t.Errorf("%s is not a route", p)
		}
	}
}

// TestRetention: an organization says how long things are kept, after it was counted what that
// would delete.
func TestRetention(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	h.register(event, "ada").want(201)
	const path = "/v1/organization/retention"
	if got := h.owner("GET", path, nil).want(200); got.number("items", 0, "days") != 0 || len(got.at("items").([]any)) != 5 {
		t.Errorf("%s", got.Raw)
	}
	h.later(400 * 24 * time.Hour)
	if got := h.owner("GET", path+"?events_days=30&answers_days=20", nil).want(200); got.number("items", 0, "aged") != 1 || got.number("items", 2, "aged") != 0 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("GET", path+"?events_days=x", nil).problem(422, "invalid_request").names("events_days")
	h.owner("PUT", path, object{"items": []object{{"kind": "events", "days": 0}}}).problem(422, "invalid_request").names("items[0].days")
	h.owner("PUT", path, object{"items": []object{{"kind": "mail", "days": 3}}}).problem(422, "invalid_request")
	h.owner("PUT", path, object{"items": []object{{"kind": "events", "days": 30}, {"kind": "answers", "days": 31}}}).problem(422, "invalid_request").names("items[1].days")
	h.owner("PUT", path, object{"items": []object{{"kind": "events", "days": 30}, {"kind": "events", "days": 31}}}).problem(422, "invalid_request").names("items[1].kind")
	h.owner("PUT", path, object{"items": []object{{"kind": "events", "days": 30}, {"kind": "feedback", "days": 10}}}).want(200)
	if got := h.owner("GET", path, nil).want(200); got.number("items", 0, "days") != 30 || got.number("items", 0, "aged") != 1 || got.number("items", 3, "days") != 10 {
		t.Errorf("%s", got.Raw)
	}
	eventOf := strings.TrimPrefix(event, "/v1/events/")
	h.keptBehind(eventOf)
	h.must(h.store.Feedback.Give(t.Context(), messages.Feedback{EventID: eventOf, PersonID: h.personID(event, "ada"), Rating: 5}))
	h.must(h.archives.Round(t.Context()))
	if got := h.owner("GET", event+"/archive", nil).want(200); got.text("state") != "archived" {
		t.Errorf("%s", got.Raw)
	}
}
