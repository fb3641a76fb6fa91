package api_test

import (
	"encoding/csv"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// sheet makes a file of a kind, and returns what is said of it and its rows, each by the names of
// its columns.
func (h *testServer) sheet(of, kind string) (done *answer, rows []map[string]string) {
	h.t.Helper()
	name := h.owner("POST", of+"/exports", object{"kind": kind}).want(202).text("id")
	maker := &export.Maker{Store: h.store, Files: h.files, Now: h.now, Log: slog.New(slog.DiscardHandler)}
	h.must(maker.Make(h.t.Context(), name))
	done = h.owner("GET", "/v1/exports/"+name, nil).want(200)
	file := h.send("GET", strings.TrimPrefix(done.text("url"), "http://holdfast.test"), "", nil).want(200).Raw
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	h.must(err)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return done, rows
}

// column are the cells of a column, of each row with the name before it.
func column(rows []map[string]string, name, column string) (list []string) {
	for _, row := range rows {
		list = append(list, row[name]+": "+row[column])
	}
	return list
}

func (h *testServer) is(what string, got []string, want ...string) {
	h.t.Helper()
	if !slices.Equal(got, want) {
		h.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// TestAnswersOfWhoWaits: the waitlist, as a list and as a file, has what people who wait have
// answered, those of a party each by number; and for members who may not read answers it is a list without them.
func TestAnswersOfWhoWaits(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(2)
		h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
		h.owner("POST", event+"/registrations", answering("ada", []string{"Al"}, says("diet", 1, "all"), says("diet", 2, "all"))).want(201)
		wait := func(name string, guests []string, answers ...object) {
			t.Helper()
			h.owner("POST", event+"/registrations", with(answering(name, guests, answers...), "join_waitlist", true)).want(201)
		}
		wait("bob", []string{"Bo"}, says("company", 0, "=Engines"), says("diet", 1, "vegan"), says("diet", 2, "all"))
		wait("cyd", nil, says("diet", 1, "vegan"))
		list := h.as(identity.BoxOffice, "GET", event+"/waitlist", nil).want(200)
		if n := len(list.at("items").([]any)); n != 2 {
			t.Fatal(list.Raw)
		}
		if list.text("items", 0, "answers", 0, "text") != "=Engines" || list.text("items", 0, "answers", 1, "text") != "Vegan" || list.number("items", 0, "answers", 2, "unit") != 2 ||
			list.text("items", 1, "answers", 0, "label") != "What do you eat?" || len(list.at("items", 1, "answers").([]any)) != 1 {
			t.Error(list.Raw)
		}
		for _, role := range []identity.Role{identity.Door, identity.Viewer} {
			if a := h.as(role, "GET", event+"/waitlist", nil).want(200); strings.Contains(a.Raw, "answers") || len(a.at("items").([]any)) != 2 {
				t.Errorf("%s reads %s", role, a.Raw)
			}
		}
		_, rows := h.sheet(event, "waitlist")
		h.is("diet", column(rows, "name", "What do you eat?"), "Bob: 1: Vegan; 2: Everything", "Cyd: Vegan")
		h.is("company", column(rows, "name", "Company"), "Bob: '=Engines", "Cyd: ")
		h.is("place", column(rows, "name", "position"), "Bob: 1", "Cyd: 2")
	})
}

// TestApplicationsAsFile: the file of applications has all that ever applied, with what they were
// answered when and why, what they answered themselves, and who would come along; of people who were erased
// it has nothing.
func TestApplicationsAsFile(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(2, set("approval", true), set("max_guests", 1))
		h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
		apply := func(name string, guests ...string) string {
			t.Helper()
			in := answering(name, guests, says("diet", 1, "vegan"), says("company", 0, "Of "+name))
			if len(guests) > 0 {
				in["answers"] = append(in["answers"].([]object), says("diet", 2, "all"))
			}
			delete(in, "user_id")
			entry := h.visit(h.signIn(name+"@example.org"), "POST", event+"/registrations", in).want(201).text("entry_id")
			h.later(time.Second)
			return entry
		}
		ada, ben, cyd, dan, eve := apply("ada", "Al"), apply("ben", "Bo"), apply("cyd"), apply("dan"), apply("eve")
		fay := apply("fay")
		h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{ada}}).want(200)
		h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{cyd}}).want(200) // waits: both places are taken
		h.later(time.Minute)
		h.owner("POST", event+"/applications:decline", object{"entry_ids": []string{ben}, "reason": "incomplete"}).want(200)
		h.visit(h.signIn("eve@example.org"), "DELETE", "/v1/waitlist/"+eve, nil).want(200)
		h.visit(h.signIn("fay@example.org"), "POST", "/v1/me:erase", object{"email": "fay@example.org"}).want(200)
		_, rows := h.sheet(event, "applications")
		h.is("ids", column(rows, "name", "entry_id"), "Ada: "+ada, "Ben: "+ben, "Cyd: "+cyd, "Dan: "+dan, "Eve: "+eve)
		h.is("answers", column(rows, "name", "answer"), "Ada: approved", "Ben: declined", "Cyd: approved", "Dan: ", "Eve: ")
		h.is("states", column(rows, "name", "status"), "Ada: accepted", "Ben: rejected", "Cyd: waiting", "Dan: applied", "Eve: left")
		h.is("guests", column(rows, "name", "guests"), "Ada: Al", "Ben: Bo", "Cyd: ", "Dan: ", "Eve: ")
		h.is("what they answered", column(rows, "name", "What do you eat?"), "Ada: 1: Vegan; 2: Everything", "Ben: 1: Vegan; 2: Everything", "Cyd: Vegan", "Dan: Vegan", "Eve: Vegan")
		h.is("company", column(rows, "name", "Company"), "Ada: Of ada", "Ben: Of ben", "Cyd: Of cyd", "Dan: Of dan", "Eve: Of eve")
		if rows[1]["reason"] != "incomplete" || rows[1]["declined_at"] <= rows[1]["applied_at"] || rows[1]["approved_at"] != "" || rows[1]["units"] != "2" || rows[1]["email"] != "ben@example.org" {
			t.Errorf("declined: %v", rows[1])
		}
		if rows[0]["approved_at"] <= rows[0]["applied_at"] || rows[0]["declined_at"] != "" || rows[3]["approved_at"]+rows[3]["declined_at"] != "" {
			t.Errorf("approved, and without an answer: %v, %v", rows[0], rows[3])
		}
		if slices.ContainsFunc(rows, func(r map[string]string) bool { return r["entry_id"] == fay }) {
			t.Errorf("who was erased is in %v", rows)
		}
		_, waiting := h.sheet(event, "waitlist") // who was not approved does not wait
		h.is("waitlist", column(waiting, "name", "What do you eat?"), "Cyd: Vegan")
	})
}

// TestInvitationsAsFile: the file of invitations says who was invited and what each answered when,
// and has no link, by hand or mailed.
func TestInvitationsAsFile(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(9, set("max_guests", 1))
		ada, ben, cyd := h.invited(event, "ada@example.org", 2), h.invited(event, "ben@example.org", 1), h.invited(event, "cyd@example.org", 1)
		h.owner("POST", event+"/invitations", object{"invitations": []object{{"user_id": "guest-7", "name": "Dan", "waited": 7}}}).want(201)
		h.later(time.Hour)
		h.send("POST", event+"/registrations", h.invitationLink(ada), object{"email": "ada@example.org", "name": "Ada", "guests": []object{{"name": "Bo"}}}).want(201)
		h.later(time.Hour)
		h.send("POST", "/v1/invitations/"+ben+":decline", h.invitationLink(ben), nil).want(200)
		h.owner("DELETE", event+"/invitations/"+cyd, nil).want(200)
		_, rows := h.sheet(event, "invitations")
		slices.SortFunc(rows, func(a, b map[string]string) int { return strings.Compare(a["email"], b["email"]) })
		h.is("states", column(rows, "email", "status"), ": invited", "ada@example.org: accepted", "ben@example.org: declined", "cyd@example.org: ended")
		h.is("taken", column(rows, "email", "taken"), ": 0", "ada@example.org: 2", "ben@example.org: 0", "cyd@example.org: 0")
		if rows[0]["name"] != "Dan" || rows[0]["waited"] != "7" || rows[0]["answered_at"]+rows[3]["answered_at"] != "" {
			t.Errorf("who has not answered: %v, %v", rows[0], rows[3])
		}
		if rows[1]["answered_at"] <= rows[1]["invited_at"] || rows[2]["answered_at"] <= rows[1]["answered_at"] || rows[1]["sent_at"] == "" {
			t.Errorf("who has: %v, %v", rows[1], rows[2])
		}
		links := h.owner("GET", event+"/invitation-links", nil).want(200).text("items", 0, "url")
		for _, row := range rows {
			for name, cell := range row {
				if strings.Contains(cell, "http") || strings.Contains(cell, "hl_") || strings.Contains(cell, "hv_") || cell == links {
					t.Errorf("%s has a link: %s", name, cell)
				}
			}
		}
	})
}

// TestFileOfSeries: one file has the guests or orders of all dates of a series, and of what sells
// passes for it. A role in one of its events is not enough for it, and who is erased from one of
// them ends it.
func TestFileOfSeries(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(9, set("title", "Jazz"), set("tiers", []object{{"name": "General"}}))
		h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
		made := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=3"}).want(201)
		at, dates := "/v1/series/"+made.text("id"), made.dates()
		last := append(diet(), object{"id": "late", "kind": "text", "scope": "order", "label": "Do you stay?"})
		last[0]["label"] = "Firm"
		h.owner("PUT", dates[2]+"/questions", object{"questions": last}).want(200)
		order := func(date, name string, answers ...object) {
			t.Helper()
			tier := h.owner("GET", date, nil).want(200).text("tiers", 0, "id")
			h.owner("POST", date+"/orders", with(buy(name, tier, 1), "answers", answers)).want(201)
		}
		order(dates[0], "ada", says("company", 0, "Engines"), says("diet", 1, "vegan"))
		order(dates[1], "bob", says("company", 0, "Bricks"), says("diet", 1, "all"))
		order(dates[2], "cyd", says("company", 0, "Cloth"), says("diet", 1, "all"), says("late", 0, "Yes"))

		done, rows := h.sheet(at, "guests")
		if done.text("series_id") != made.text("id") || done.number("left_out") > 0 || done.number("rows") != 3 {
			t.Error(done.Raw)
		}
		h.is("events", column(rows, "attendee_name", "event_id"), "ada: "+eventID(dates[0]), "bob: "+eventID(dates[1]), "cyd: "+eventID(dates[2]))
		h.is("diet", column(rows, "attendee_name", "What do you eat?"), "ada: Vegan", "bob: Everything", "cyd: Everything")
		h.is("company", column(rows, "attendee_name", "Company"), "ada: Engines", "bob: Bricks", "cyd: ")
		h.is("in other words", column(rows, "attendee_name", "Firm"), "ada: ", "bob: ", "cyd: Cloth")
		if rows[1]["event"] != "Jazz" || rows[1]["starts_at"] <= rows[0]["starts_at"] {
			t.Errorf("%v", rows[1])
		}
		done, rows = h.sheet(at, "orders")
		h.is("orders", column(rows, "name", "event_id"), "ada: "+eventID(dates[0]), "bob: "+eventID(dates[1]), "cyd: "+eventID(dates[2]))

		// It does not belong to the event that its id names.
		one := "/v1/exports/" + done.text("id")
		if list := h.owner("GET", at+"/exports", nil).want(200); len(list.at("items").([]any)) != 2 || list.text("items", 0, "series_id") != made.text("id") {
			t.Error(list.Raw)
		}
		for _, date := range dates {
			if list := h.owner("GET", date+"/exports", nil).want(200); len(list.at("items").([]any)) != 0 {
				t.Error(list.Raw)
			}
			manager := h.eventMember("m"+eventID(date)[4:]+"@example.org", identity.Organizer, date)
			if a := h.visit(manager, "GET", one, nil); a.Status != 403 && a.Status != 404 {
				t.Errorf("a role in one event reads the file of its series: %s", a.Raw)
			}
			h.visit(manager, "POST", at+"/exports", object{"kind": "guests"}).problem(403, "forbidden")
		}
		h.as(identity.BoxOffice, "GET", one, nil).problem(403, "forbidden")
		h.owner("POST", at+"/exports", object{"kind": "waitlist"}).problem(422, "invalid_request").names("kind")
		h.owner("POST", "/v1/series/ser_000000000000/exports", object{"kind": "guests"}).problem(404, "not_found")
		h.send("POST", at+"/exports", h.key(h.organization("Rival"), identity.Owner), object{"kind": "guests"}).problem(404, "not_found")
		body := object{"kind": "guests"}
		asked := h.owner("POST", at+"/exports", body, "Idempotency-Key: s").want(202)
		if again := h.owner("POST", at+"/exports", body, "Idempotency-Key: s").want(202); again.text("id") != asked.text("id") {
			t.Error(again.Raw)
		}

		// Who is erased from one of its dates ends the file, and the work on another.
		file := strings.TrimPrefix(h.owner("GET", one, nil).want(200).text("url"), "http://holdfast.test")
		h.owner("DELETE", dates[0]+"/people/ada", nil).want(200)
		h.send("GET", file, "", nil).problem(410, "export_gone")
		if got := h.owner("GET", one, nil).want(200); got.text("state") != "expired" {
			t.Error(got.Raw)
		}
		if got := h.owner("GET", "/v1/exports/"+asked.text("id"), nil).want(200); got.text("state") != "cancelled" {
			t.Error(got.Raw)
		}
		h.sound()
	})
}
