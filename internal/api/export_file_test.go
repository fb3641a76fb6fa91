package api_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestExport asks for a file, fetches it by its address, and finds every other
// way to it closed.
func TestExport(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	h.register(event, "ada")
	for _, c := range []struct {
		field string
		body  object
	}{{"kind", object{}}, {"kind", object{"kind": "secrets"}}, {"format", object{"kind": "guests", "format": "pdf"}}} {
		h.owner("POST", event+"/exports", c.body).problem(422, "invalid_request").names(c.field)
	}
	body := object{"kind": "guests"}
	asked := h.owner("POST", event+"/exports", body, "Idempotency-Key: once").want(202)
	if again := h.owner("POST", event+"/exports", body, "Idempotency-Key: once").want(202); again.text("id") != asked.text("id") {
		t.Errorf("a repetition: %s", again.Raw)
	}
	h.owner("POST", event+"/exports", object{"kind": "audit"}, "Idempotency-Key: once").problem(422, "idempotency_key_reused")
	one := "/v1/exports/" + asked.text("id")
	if got := h.owner("GET", one, nil).want(200); got.text("state") != "queued" || got.text("url") != "" {
		t.Errorf("asked: %s", got.Raw)
	}
	maker := &export.Maker{Store: h.store, Files: h.files, Now: h.now, Log: slog.New(slog.DiscardHandler)}
	h.must(maker.Make(t.Context(), asked.text("id")))
	done := h.owner("GET", one, nil).want(200)
	if done.text("state") != "done" || done.number("rows") != 1 {
		t.Fatalf("made: %s", done.Raw)
	}
	address := strings.TrimPrefix(done.text("url"), "http://holdfast.test")
	file := h.send("GET", address, "", nil)
	if file.Status != 200 || !strings.Contains(file.Raw, "ada@example.org") || file.Header.Get("Cache-Control") != "no-store" ||
		!strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment") || !strings.HasPrefix(file.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("file: %d %v %s", file.Status, file.Header, file.Raw)
	}
	other := h.owner("POST", event+"/exports", object{"kind": "audit"}).want(202).text("id")
	for _, altered := range []string{
		strings.Replace(address, "until=1", "until=2", 1), address[:len(address)-2], one + "/file",
		strings.Replace(address, asked.text("id"), other, 1),
	} {
		h.send("GET", altered, "", nil).problem(403, "export_link_invalid")
	}
	if strings.Contains(h.logged.String(), "signature=") {
		t.Error("the log has the signature")
	}
	rival := h.key(h.organization("Rival"), identity.Owner)
	h.send("GET", one, rival, nil).problem(404, "not_found")
	h.send("DELETE", one, rival, nil).problem(404, "not_found")
	h.as(identity.Viewer, "GET", one, nil).problem(403, "forbidden")

	h.later(16 * time.Minute)
	h.send("GET", address, "", nil).problem(410, "export_link_expired")
	fresh := strings.TrimPrefix(h.owner("GET", one, nil).want(200).text("url"), "http://holdfast.test")
	h.send("GET", fresh, "", nil).want(200)
	if list := h.owner("GET", event+"/exports", nil).want(200); len(list.at("items").([]any)) != 2 {
		t.Errorf("list: %s", list.Raw)
	}
	if got := h.owner("DELETE", "/v1/exports/"+other, nil).want(200); got.text("state") != "cancelled" {
		t.Errorf("cancelled: %s", got.Raw)
	}
	h.later(25 * time.Hour)
	if got := h.owner("GET", one, nil).want(200); got.text("state") != "expired" || got.text("url") != "" {
		t.Errorf("after a day: %s", got.Raw)
	}
}
