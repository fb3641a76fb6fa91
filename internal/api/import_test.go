package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// faultyList is a guest list with a fault: where it is, and its code.
type faultyList struct{ csv, field, code string }

// refused brings the list in, dry and for good: the fault is named first, and nothing is changed.
func (c faultyList) refused(h *testServer, event, what string) {
	h.t.Helper()
	before := h.ledger(event)
	a := h.owner("POST", event+"/imports", object{"csv": c.csv}).problem(422, "invalid_request").names(c.field)
	if !strings.Contains(a.Raw, `"`+c.code+`"`) {
		h.t.Errorf("%s: %s", what, a.Raw)
	}
	dry := h.owner("POST", event+"/imports", object{"csv": c.csv, "dry_run": true}).want(200)
	if dry.text("faults", 0, "field") != c.field || dry.text("faults", 0, "code") != c.code || dry.number("fault_count") == 0 {
		h.t.Errorf("%s, dry: %s", what, dry.Raw)
	}
	if h.ledger(event) != before {
		h.t.Errorf("%s: something was changed", what)
	}
}

// TestImportFaults: what is wrong with a file is named by line and column, dry
// run or not, and nothing is changed.
func TestImportFaults(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	before := h.owner("GET", event+"/audit", nil).want(200).Raw
	for what, c := range map[string]faultyList{
		"wrong encoding":           {"email,name\na@example.org,J\ufffdrgen\n", "csv[2].name", "encoding"},
		"wrong column":             {"email,shoe_size\na@example.org,43\n", "csv[1]", "unknown_field"},
		"a million columns":        {"email" + strings.Repeat(",x", 1_000_000) + "\n", "csv[1]", "too_many"},
		"CRLF in an address":       {"email\n\"a@example.org\r\nBcc: b@example.org\"\n", "csv[2].email", "bad_format"},
		"no address":               {"email,name\nnobody,N\n", "csv[2].email", "bad_format"},
		"neither":                  {"email,user_id,name\n,,N\n", "csv[2].user_id", "required"},
		"a control character":      {"email,name\na@example.org,A\x07B\n", "csv[2].name", "forbidden_character"},
		"a guest that is none":     {"email,guests\na@example.org,B;" + strings.Repeat("x", 300) + "\n", "csv[2].guests", "too_long"},
		"no such tier":             {"email,tier\na@example.org,Royal box\n", "csv[2].tier", "unknown"},
		"a class that is none":     {"email,priority_class\na@example.org,high\n", "csv[2].priority_class", "wrong_type"},
		"a class that is too high": {"email,priority_class\na@example.org,8\n", "csv[2].priority_class", "out_of_range"},
		"no language":              {"email,locale\na@example.org,!!\n", "csv[2].locale", "bad_format"},
		"the same person":          {"email\na@example.org\nA@Example.org\n", "csv[3]", "duplicate"},
	} {
		c.refused(h, event, what)
	}
	h.owner("POST", event+"/imports", `{"csv": "email,name\na@example.org,J`+"\xfc"+`rgen\n"}`).problem(422, "invalid_request").names("csv[2].name")
	h.owner("POST", event+"/imports", object{"csv": strings.Repeat("x", 13<<20)}).problem(413, "body_too_large")
	many := h.owner("POST", event+"/imports", object{"csv": "email\n" + strings.Repeat("nobody\n", 500)}).problem(422, "invalid_request")
	if n := len(many.at("errors").([]any)); n != 100 || !strings.Contains(many.text("detail"), "500 faults") {
		t.Errorf("%d faults told: %s", n, many.text("detail"))
	}
	dry := h.owner("POST", event+"/imports", object{"csv": "email\n" + strings.Repeat("nobody\n", 500), "dry_run": true}).want(200)
	if lines := dry.at("bad_lines").([]any); len(lines) != 500 || dry.number("bad_lines", 0) != 2 || dry.number("bad_lines", 499) != 501 {
		t.Errorf("%d bad lines told: %v", len(lines), lines)
	}
	if after := h.owner("GET", event+"/audit", nil).want(200).Raw; after != before {
		t.Errorf("something was changed: %s", after)
	}
}

// TestImportMapping: a spreadsheet's own columns are understood or mapped, unknown ones
// are named, its numbers are numbers, and good lines go in while bad ones are listed.
func TestImportMapping(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(20)
	file := "Vorname;Nachname;E-Mail-Adresse;Begleitung;Priorität;Schuhgröße\n" +
		"Ada;Lovelace;ada@example.org;2,0;3.0;38\nGrace;Hopper;nobody;;;40\nAlan;Turing;alan@example.org;Joan Clarke;\u00a00;\nKurt;Gödel;kurt@example.org;1.5.2;x;\n"
	dry := h.owner("POST", event+"/imports", object{"csv": file, "dry_run": true}).want(200)
	if dry.text("faults", 0, "code") != "unknown_field" || dry.text("columns", 0, "field") != "first_name" || dry.text("columns", 2, "field") != "email" ||
		dry.text("columns", 5, "name") != "Schuhgröße" || dry.text("columns", 5, "field") != "none" {
		t.Errorf("%s", dry.Raw)
	}
	body := object{"csv": file, "dry_run": true, "columns": []object{{"name": "schuhgröße", "field": "none"}, {"name": "Begleitung", "field": "guests"}}, "skip_bad_lines": true}
	dry = h.owner("POST", event+"/imports", body).want(200)
	if dry.number("lines") != 4 || dry.number("fault_count") != 2 || dry.text("faults", 0, "field") != "csv[3].email" || dry.text("faults", 1, "field") != "csv[5].priority_class" ||
		dry.number("units") != 5 || dry.number("good") != 2 {
		t.Errorf("%s", dry.Raw)
	}
	h.owner("POST", event+"/imports", object{"csv": file, "columns": []object{{"name": "Telefon", "field": "name"}}}).problem(422, "invalid_request").names("csv[1]")
	h.owner("POST", event+"/imports", object{"csv": file, "columns": []object{{"name": "Vorname", "field": "nick"}}}).problem(422, "invalid_request").names("columns[0].field")
	body["dry_run"] = false
	body["skip_bad_lines"] = false
	h.owner("POST", event+"/imports", body).problem(422, "invalid_request").names("csv[3].email")
	body["skip_bad_lines"] = true
	m := h.owner("POST", event+"/imports", body).want(202)
	if m.number("lines") != 2 || m.number("fault_count") != 2 || m.number("bad_lines", 1) != 5 {
		t.Errorf("%s", m.Raw)
	}
	path := "/v1/imports/" + m.text("id")
	worker := &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll}
	h.must(worker.Run(t.Context(), m.text("id")))
	if done := h.owner("GET", path, nil).want(200); done.number("confirmed") != 2 || done.number("refused") != 0 {
		t.Errorf("%s", done.Raw)
	}
	guests := h.owner("GET", event+"/guests", nil).want(200).Raw
	for _, name := range []string{"Ada Lovelace", "Ada Lovelace +2", "Joan Clarke"} {
		if !strings.Contains(guests, name) {
			t.Errorf("%q is not a guest: %s", name, guests)
		}
	}
	// The same file again changes nothing, and the dry run says so.
	body["dry_run"] = true
	again := h.owner("POST", event+"/imports", body).want(200)
	if again.number("refused") != 2 || again.text("imported_at") == "" {
		t.Errorf("%s", again.Raw)
	}
	body["dry_run"] = false
	h.must(worker.Run(t.Context(), h.owner("POST", event+"/imports", body).want(202).text("id")))
	if v := h.owner("GET", event, nil).want(200); v.number("availability", "confirmed") != 5 {
		t.Errorf("%s", v.Raw)
	}
	h.owner("POST", event+"/imports", object{"csv": "email\nnobody\n", "skip_bad_lines": true}).problem(422, "invalid_request").names("csv[2].email")
}

// TestImport brings a list in: a dry run that says what would happen, the
// registrations, and what was refused.
func TestImport(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	h.register(event, "ada")
	csv := "user_id,name,email,guests\nada,Ada,ada@example.org,\nbob,Bob,bob@example.org,Cyd; Dan\neve,Eve,eve@example.org,1;2;3;4;5;6;7;8\nfay,Fay,fay@example.org,\ngus,Gus,gus@example.org,Hal\n"
	dry := h.owner("POST", event+"/imports", object{"csv": csv, "dry_run": true}).want(200)
	if dry.text("state") != "checked" || dry.number("lines") != 5 || dry.number("units") != 6 || dry.number("refused") != 2 ||
		fmt.Sprint(dry.at("bad_lines")) != "[2 4]" || dry.text("refusals", 0, "code") != "already_registered" || dry.text("refusals", 1, "code") != "guests_over_limit" ||
		dry.number("tiers", 0, "units") != 6 || dry.number("tiers", 0, "available") != 4 {
		t.Errorf("dry run: %s", dry.Raw)
	}
	if list := h.owner("GET", event+"/imports", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("a dry run was stored: %s", list.Raw)
	}
	made := h.owner("POST", event+"/imports", object{"csv": csv}, "Idempotency-Key: once").want(202)
	if again := h.owner("POST", event+"/imports", object{"csv": csv}, "Idempotency-Key: once").want(202); again.text("id") != made.text("id") {
		t.Errorf("a repetition: %s", again.Raw)
	}
	h.owner("POST", event+"/imports", object{"csv": csv + "hal,Hal,hal@example.org,\n"}, "Idempotency-Key: once").problem(422, "idempotency_key_reused")
	one := "/v1/imports/" + made.text("id")
	if got := h.owner("GET", one, nil).want(200); got.text("state") != "queued" || got.number("lines") != 5 {
		t.Errorf("asked: %s", got.Raw)
	}
	worker := &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll}
	h.must(worker.Run(t.Context(), made.text("id")))
	done := h.owner("GET", one, nil).want(200)
	if done.text("state") != "done" || done.number("confirmed") != 2 || done.number("refused") != 3 || done.number("worked") != 5 ||
		done.number("refusals", 2, "line") != 6 || done.text("refusals", 2, "code") != "sold_out" {
		t.Errorf("done: %s", done.Raw)
	}
	if bob := h.owner("GET", event+"/registrations/bob", nil).want(200); bob.text("status") != "confirmed" || bob.number("order", "units") != 3 {
		t.Errorf("bob: %s", bob.Raw)
	}
	h.owner("GET", event+"/registrations/gus", nil).problem(404, "not_found")
	row := h.owner("GET", event+"/audit?subject="+h.owner("GET", event+"/registrations/fay", nil).want(200).text("order", "id"), nil).want(200)
	if !strings.HasPrefix(row.text("items", 0, "actor"), "key_") {
		t.Errorf("who did it: %s", row.Raw)
	}
	second := h.owner("POST", event+"/imports", object{"csv": csv, "join_waitlist": true}).want(202).text("id")
	if got := h.owner("DELETE", "/v1/imports/"+second, nil).want(200); got.text("state") != "cancelled" {
		t.Errorf("cancelled: %s", got.Raw)
	}
	h.send("GET", one, h.key(h.organization("Rival"), identity.Owner), nil).problem(404, "not_found")
}

// TestImportLarge: the largest file is checked in a moment.
func TestImportLarge(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	var b strings.Builder
	b.WriteString("email,name\n")
	for i := range guestlist.MaxLines {
		fmt.Fprintf(&b, "guest%d@example.org,Guest %d\n", i, i)
	}
	start := time.Now()
	dry := h.owner("POST", event+"/imports", object{"csv": b.String(), "dry_run": true}).want(200)
	if dry.number("lines") != guestlist.MaxLines || dry.number("tiers", 0, "units") != guestlist.MaxLines {
		t.Errorf("dry run: %s", dry.Raw)
	}
	t.Logf("%d lines in %s", guestlist.MaxLines, time.Since(start))
}
