package api_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

const asPDF = "Content-Type: application/pdf"

// pdf is a file that readers take, with something behind its end.
func pdf(behind string) string {
	return "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF" + behind
}

// card asks each who comes for a student card, and for a letter where somebody has one.
func card() []object {
	return []object{
		{"id": "card", "kind": "file", "scope": "attendee", "label": "Student card", "required": true, "accept": []string{"image"}, "at_door": true},
		{"id": "letter", "kind": "file", "scope": "order", "label": "Letter", "accept": []string{"pdf"}, "max_bytes": 20 << 10},
		{"id": "note", "kind": "text", "scope": "order", "label": "Note"},
	}
}

// asking is an event that asks for files.
func (h *testServer) asking(places int) string {
	h.t.Helper()
	event := h.event(places)
	h.as(identity.Organizer, "PUT", event+"/questions", object{"questions": card()}).want(200)
	return event
}

// sent is the id of a file that a stranger has sent.
func (h *testServer) sent(event, question, name, body, media string) string {
	h.t.Helper()
	return h.send("POST", event+"/questions/"+question+"/files?filename="+url.QueryEscape(name), "", body, media).want(201).text("id")
}

// kept are the names of the files of answers that are kept.
func (h *testServer) kept() (names []string) {
	h.t.Helper()
	h.must(h.files.List(h.t.Context(), "uploads", func(name string) error {
		names = append(names, name)
		return nil
	}))
	return names
}

// registered is somebody who is registered with an address.
func (h *testServer) registered(event, email string) object {
	h.t.Helper()
	items, _ := h.owner("GET", event+"/registrations", nil).want(200).at("items").([]any)
	for _, item := range items {
		if p := item.(object)["person"].(object); p["email"] == email {
			return p
		}
	}
	h.t.Fatal("nobody has registered as", email)
	return nil
}

func (h *testServer) personAt(event, email string) string {
	return h.registered(event, email)["id"].(string)
}
func (h *testServer) userAt(event, email string) string {
	return h.registered(event, email)["user_id"].(string)
}

// TestFiles: a guest sends files before registering, the answers name them, and who may read the
// answers may read them; a file answers once.
func TestFiles(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, at string) {
		h := newTestServerAt(t, at)
		h.as(identity.Organizer, "PUT", h.event(1)+"/questions", object{"questions": []object{{"id": "x", "kind": "text", "scope": "order", "label": "X", "accept": []string{"pdf"}}}}).
			problem(422, "invalid_request").names("questions[0].accept")
		h.as(identity.Organizer, "PUT", h.event(1)+"/questions", object{"questions": []object{{"id": "x", "kind": "file", "scope": "order", "label": "X", "max_bytes": 11 << 20}}}).
			problem(422, "invalid_request").names("questions[0].max_bytes")
		event, other := h.asking(9), h.asking(9)
		photo := jpegOf(shot(2000, 1000, 7))
		// What is not asked for, or not taken.
		h.send("POST", event+"/questions/note/files", "", photo, asJPEG).problem(404, "not_found")
		h.send("POST", event+"/questions/card/files", "", pdf(""), asPDF).problem(422, "file_unsupported").names("body")
		h.send("POST", event+"/questions/letter/files", "", photo, asJPEG).problem(422, "file_unsupported")
		h.send("POST", event+"/questions/card/files", "", "<svg xmlns='http://www.w3.org/2000/svg'/>", "Content-Type: application/octet-stream").problem(422, "file_unsupported")
		h.send("POST", event+"/questions/card/files", "", photo[:len(photo)/2], asJPEG).problem(422, "file_broken")
		h.send("POST", event+"/questions/card/files", "", jpegOf(shot(50, 50, 1)), asJPEG).problem(422, "file_dimensions")
		h.send("POST", event+"/questions/letter/files", "", "%PDF-1.7\nno end", asPDF).problem(422, "file_broken")
		h.send("POST", event+"/questions/letter/files", "", pdf("\nPK\x05\x06"+strings.Repeat("\x00", 18)), asPDF).problem(422, "file_broken")
		h.send("POST", event+"/questions/letter/files", "", pdf(strings.Repeat("x", 21<<10)), asPDF).problem(413, "file_too_large").names("body")
		if left := h.kept(); len(left) != 0 {
			t.Fatalf("files that were refused are kept: %v", left)
		}
		one, two := h.sent(event, "card", "C:\\me\\stu\u202edent.exe", photo, asJPEG), h.sent(event, "card", "", pngOf(shot(300, 200, 3)), asPNG)
		letter := h.sent(event, "letter", "letter.pdf", pdf("\r\nand more"), asPDF)
		elsewhere := h.sent(other, "card", "card.jpg", photo, asJPEG)
		body := func(email string, answers ...object) object {
			return object{"email": email, "name": "Ada", "guests": []object{{"name": "Bo"}}, "answers": answers}
		}
		// A file answers its own question at its own event, and one question once.
		for _, wrong := range []struct{ first, second, field string }{
			{elsewhere, two, "answers[0].value"}, {letter, two, "answers[0].value"}, {one, one, "answers[1].value"}, {"upl_x", two, "answers[0].value"}, {one, "student.jpg", "answers[1].value"},
			{"upl_" + one[4:16] + strings.Repeat("0", 16), two, "answers[0].value"},
		} {
			h.send("POST", event+"/registrations", "", body("ada@example.org", says("card", 1, wrong.first), says("card", 2, wrong.second))).problem(422, "invalid_request").names(wrong.field)
		}
		h.send("POST", event+"/registrations", "", body("ada@example.org", says("card", 1, one))).problem(422, "invalid_request").names("answers.card[2]")
		register := func() *answer {
			return h.send("POST", event+"/registrations", "", body("ada@example.org", says("card", 1, one), says("card", 2, two), says("letter", 0, letter)), "Idempotency-Key: ada-comes").want(201)
		}
		order := register().text("order_id")
		if again := register(); again.text("order_id") != order { // which the files do not keep from being answered again
			t.Error(again.Raw)
		}
		h.send("POST", event+"/registrations", "", body("bob@example.org", says("card", 1, one), says("card", 2, two))).problem(422, "invalid_request").names("answers[0].value")
		h.sound()
		// Who may read the answers.
		path := "/v1/orders/" + order
		got := h.as(identity.BoxOffice, "GET", path+"/answers", nil).want(200)
		if got.text("answers", 1, "text") != "student.jpg" || got.text("answers", 1, "file", "id") != one || got.text("answers", 1, "value") != one || got.text("answers", 0, "file", "media") != "pdf" {
			t.Error(got.Raw)
		}
		guest := h.link(identity.OrderLink, order, h.personAt(event, "ada@example.org"))
		for _, who := range []string{guest, h.keys[identity.BoxOffice], h.keys[identity.Owner]} {
			file := h.send("GET", path+"/files/"+one, who, nil).want(200)
			for header, want := range map[string]string{
				"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename=student.jpg", "X-Content-Type-Options": "nosniff",
				"Content-Security-Policy": "default-src 'none'; sandbox", "Cache-Control": "no-store",
			} {
				if file.Header.Get(header) != want {
					t.Errorf("%s is %q", header, file.Header.Get(header))
				}
			}
			if !strings.HasPrefix(file.Raw, "\xff\xd8") || strings.Contains(file.Raw, "Exif") {
				t.Errorf("it is %.20q", file.Raw)
			}
		}
		if file := h.send("GET", path+"/files/"+letter, guest, nil).want(200); file.Raw != pdf("\n") || file.Header.Get("Content-Disposition") != "attachment; filename=letter.pdf" {
			t.Errorf("the letter is %q", file.Raw)
		}
		h.send("GET", path+"/files/"+one, "", nil).problem(401, "credentials_required")
		h.as(identity.Door, "GET", path+"/files/"+one, nil).problem(403, "forbidden")
		h.as(identity.Viewer, "GET", path+"/files/"+one, nil).problem(403, "forbidden")
		bob := h.send("POST", event+"/registrations", "", object{"email": "bob@example.org", "name": "Bob", "answers": []object{says("card", 1, h.sent(event, "card", "bob.png", pngOf(shot(300, 300, 9)), asPNG))}}).want(201).text("order_id")
		h.send("GET", "/v1/orders/"+bob+"/files/"+one, h.link(identity.OrderLink, bob, h.personAt(event, "bob@example.org")), nil).problem(404, "not_found")
		h.send("GET", path+"/files/"+one, h.link(identity.OrderLink, bob, h.personAt(event, "bob@example.org")), nil).problem(404, "not_found")
		// Another file takes the place of one, and the one that is gone is deleted.
		three := h.send("POST", event+"/questions/card/files?filename=new.png", guest, pngOf(shot(400, 200, 5)), asPNG).want(201).text("id")
		change := func(answers ...object) *answer {
			return h.send("PUT", path+"/answers", guest, object{"answers": answers})
		}
		change(says("card", 1, two), says("card", 2, three)).problem(422, "invalid_request").names("answers[0].value") // it is her guest's
		change(says("card", 1, three), says("card", 2, two)).want(200)
		h.send("GET", path+"/files/"+one, guest, nil).problem(404, "not_found")
		h.send("GET", path+"/files/"+letter, guest, nil).problem(404, "not_found")
		h.sound()
		h.must(h.uploads.Erase(t.Context()))
		if left := h.kept(); len(left) != 4 { // two, three, Bob's and the one elsewhere
			t.Errorf("kept %v", left)
		}
		data := h.owner("GET", event+"/people/"+h.userAt(event, "ada@example.org")+"/data", nil)
		if data.Status == 200 && !strings.Contains(data.Raw, three) {
			t.Error(data.Raw)
		}
		// Erasing a person deletes the files.
		h.owner("DELETE", event+"/people/"+h.userAt(event, "ada@example.org"), nil).want(200)
		h.sound()
		h.must(h.uploads.Erase(t.Context()))
		if left := h.kept(); len(left) != 2 {
			t.Errorf("kept after the erasure: %v", left)
		}
		// What nobody has answered with goes after a day, and no longer is an answer.
		h.later(25 * time.Hour)
		h.send("POST", other+"/registrations", "", object{"email": "cy@example.org", "name": "Cy", "answers": []object{says("card", 1, elsewhere)}}).problem(422, "invalid_request").names("answers[0].value")
		h.must(h.uploads.Prune(t.Context()))
		if left := h.kept(); len(left) != 1 {
			t.Errorf("kept after a day: %v", left)
		}
		h.sound()
	})
}

// TestFilesWait: files go with a place on the waitlist to the order that comes of it, and belong to
// nobody where a ticket was given away.
func TestFilesWait(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, at string) {
		h := newTestServerAt(t, at)
		event := h.asking(1)
		png := pngOf(shot(300, 200, 3))
		first := h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada", "answers": []object{says("card", 1, h.sent(event, "card", "", png, asPNG))}}).want(201).text("order_id")
		file := h.sent(event, "card", "karte.png", png, asPNG)
		entry := h.send("POST", event+"/waitlist:join", "", object{"email": "bob@example.org", "name": "Bob", "answers": []object{says("card", 1, file)}}).want(201).text("entry_id")
		h.as(identity.BoxOffice, "GET", "/v1/waitlist/"+entry+"/files/"+file, nil).want(200)
		h.send("GET", "/v1/waitlist/"+entry+"/files/"+file, h.link(identity.EntryLink, entry, h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("person", "id")), nil).want(200)
		h.as(identity.BoxOffice, "DELETE", "/v1/orders/"+first+"/files/"+file, nil).problem(405, "method_not_allowed")
		h.as(identity.BoxOffice, "POST", "/v1/orders/"+first+":cancel", nil).want(200)
		offer := h.as(identity.BoxOffice, "GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
		order := h.as(identity.BoxOffice, "POST", "/v1/offers/"+offer+":accept", nil).want(200).text("order_id")
		h.as(identity.BoxOffice, "GET", "/v1/orders/"+order+"/files/"+file, nil).want(200)
		h.sound()
	})
}

// TestFilesAtOnce: of many who name the same file at once, one has it, and the others are told which
// field it is.
func TestFilesAtOnce(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, at string) {
		h := newTestServerAt(t, at)
		event := h.asking(50)
		file := h.sent(event, "card", "", pngOf(shot(300, 200, 3)), asPNG)
		answers := make(chan *answer)
		const people = 8
		for i := range people {
			go func() {
				answers <- h.owner("POST", event+"/registrations", object{"email": fmt.Sprintf("p%d@example.org", i), "name": "P", "answers": []object{says("card", 1, file)}})
			}()
		}
		taken := 0
		for range people {
			switch a := <-answers; {
			case a.Status == 201:
				taken++
			case a.Status != 409 && a.Status != 422 || !strings.Contains(a.Raw, "answers"):
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		}
		if taken != 1 {
			t.Errorf("%d have the file", taken)
		}
		h.sound()
	})
}

// TestFilesOnAFullDisk: a file for which there is no room is refused as that, and nothing is left of
// it; so is nothing of one whose server died before an answer had it.
func TestFilesOnAFullDisk(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.asking(3)
	disk := &fullDisk{Store: h.files}
	h.uploads.Files = disk
	disk.full.Store(true)
	h.send("POST", event+"/questions/card/files", "", pngOf(shot(300, 200, 3)), asPNG).problem(507, "storage_full")
	rows, err := h.store.Uploads.Unused(t.Context(), inventory.At(h.now()), 10)
	if h.must(err); len(rows) != 0 || len(h.kept()) != 0 {
		t.Errorf("left: %v, %v", rows, h.kept())
	}
	// A kill between the row and the file, and one behind the file.
	h.uploads.Files = h.files
	h.must(h.store.Uploads.Keep(t.Context(), audience.Upload{
		EventID: eventID(event), ID: "upl_" + eventID(event)[4:] + strings.Repeat("1", 16), Question: "card", Name: "card.jpg", Media: "image", Size: 1, Sent: 1, SHA256: "00", CreatedAt: inventory.At(h.now()),
	}))
	h.sent(event, "card", "", pngOf(shot(300, 200, 4)), asPNG)
	h.later(25 * time.Hour)
	h.must(h.uploads.Prune(t.Context()))
	rows, err = h.store.Uploads.Unused(t.Context(), inventory.At(h.now()), 10)
	if h.must(err); len(rows) != 0 || len(h.kept()) != 0 {
		t.Errorf("left after a day: %v, %v", rows, h.kept())
	}
}

// timed is the writer of an answer that knows deadlines.
type timed struct {
	*httptest.ResponseRecorder
	read, write time.Time
}

func (w *timed) SetReadDeadline(t time.Time) error {
	w.read = t
	return nil
}

func (w *timed) SetWriteDeadline(t time.Time) error {
	w.write = t
	return nil
}

// TestFilesTakeTime: whoever takes long to send a file is answered after that, and whoever takes long
// to read one has time for each piece of it.
func TestFilesTakeTime(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.asking(3)
	call := func(method, path, body string) *timed {
		w, r := &timed{ResponseRecorder: httptest.NewRecorder()}, httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+h.keys[identity.BoxOffice])
		if body != "" {
			r.Header.Set("Content-Type", "image/png")
		}
		h.handler.ServeHTTP(w, r)
		return w
	}
	png := pngOf(shot(300, 200, 3))
	if w := call("POST", event+"/questions/card/files", png); w.Code != 201 || time.Until(w.read) < time.Minute || !w.write.After(w.read) {
		t.Errorf("%d: read until %s, written until %s", w.Code, w.read, w.write)
	}
	file := h.sent(event, "card", "", png, asPNG)
	order := h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada", "answers": []object{says("card", 1, file)}}).want(201).text("order_id")
	if w := call("GET", "/v1/orders/"+order+"/files/"+file, ""); w.Code != 200 || w.write.IsZero() {
		t.Errorf("%d: written until %s", w.Code, w.write)
	}
}

// answeredByFiles is the stage with an order and an entry that have answered with a file.
func (h *testServer) answeredByFiles(s *stage, event, order, entry string) *stage {
	h.t.Helper()
	h.owner("PUT", event+"/questions", object{"questions": []object{{"id": "student_card", "kind": "file", "scope": "order", "label": "Student card"}}}).want(200)
	s.names["question_id"] = "student_card"
	for thing, name := range map[string]string{"/v1/orders/" + order: "file_id", "/v1/waitlist/" + entry: "entry_file_id"} {
		s.names[name] = h.owner("POST", event+"/questions/student_card/files", pngOf(shot(120, 120, 1)), asPNG).want(201).text("id")
		h.owner("PUT", thing+"/answers", object{"answers": []object{says("student_card", 0, s.names[name])}}).want(200)
	}
	return s
}

// of is the stage with what a path is about.
func (s *stage) of(path string) *stage {
	switch {
	case strings.Contains(path, "{entry_id}/files/"):
		return s.with(map[string]string{"file_id": s.names["entry_file_id"]})
	case strings.Contains(path, "/tills/"):
		return s.with(map[string]string{"order_id": s.sold})
	}
	return s
}
