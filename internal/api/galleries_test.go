package api_test

import (
	"fmt"
	"image/jpeg"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// shows is one of the pictures of a place as a body says it.
func shows(name, alt string) object { return object{"picture_id": name, "alt": alt} }

// shown are the ids and the words of the pictures in an answer: "pic_…: A mill".
func (a *answer) shown(path ...any) (list []string) {
	for i := range a.at(append(slices.Clone(path), "pictures")...).([]any) {
		at := append(slices.Clone(path), "pictures", i)
		list = append(list, a.text(append(slices.Clone(at), "picture_id")...)+": "+a.text(append(slices.Clone(at), "alt")...))
	}
	return list
}

// TestGallery: an organizer gives a venue and its rooms pictures in an order, of its own
// organization and each put into words; everybody sees them, and what nothing names any more goes.
func TestGallery(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		first, second, third := h.uploaded(1), h.uploaded(2), h.uploaded(3)
		made := h.owner("POST", "/v1/venues", object{
			"name": "Old mill", "public_page": true,
			"pictures": []object{{"picture_id": first, "alt": "A mill by a brook", "focal_point": object{"x": 20, "y": 70}}, shows(second, "Its yard")},
		}, "Idempotency-Key: mill").want(201)
		venue := "/v1/venues/" + made.text("id")
		again := h.owner("POST", "/v1/venues", object{
			"name": "Old mill", "public_page": true,
			"pictures": []object{{"picture_id": first, "alt": "A mill by a brook", "focal_point": object{"x": 20, "y": 70}}, shows(second, "Its yard")},
		}, "Idempotency-Key: mill").want(201)
		if again.text("id") != made.text("id") {
			t.Errorf("repeated: %s", again.Raw)
		}
		is := func(got *answer, want []string, path ...any) {
			t.Helper()
			if list := got.shown(path...); !slices.Equal(list, want) {
				t.Errorf("it shows %v, want %v", list, want)
			}
		}
		public := strings.Replace(venue, "/v1/", "/v1/public/", 1)
		both := []string{first + ": A mill by a brook", second + ": Its yard"}
		got := h.owner("GET", venue, nil).want(200)
		is(got, both)
		is(made, both)
		is(h.owner("GET", "/v1/venues", nil).want(200), both, "items", 0)
		is(h.send("GET", public, "", nil).want(200), both)
		if got.number("pictures", 0, "width") != 640 || got.number("pictures", 0, "focal_point", "y") != 70 || got.number("pictures", 1, "focal_point", "x") != 50 || got.text("pictures", 1, "sources", 0, "path") != picture.Path(second, 480) {
			t.Errorf("the venue is %s", got.Raw)
		}
		// Another name leaves them as they are; another order makes another one the main picture.
		is(h.owner("PATCH", venue, object{"name": "New mill"}).want(200), both)
		turned := []string{second + ": Its yard, in spring", first + ": A mill by a brook", third + ": The loft"}
		is(h.owner("PATCH", venue, object{"pictures": []object{shows(second, " Its yard, in spring "), shows(first, "A mill by a brook"), shows(third, "The loft")}}).want(200), turned)
		is(h.send("GET", public, "", nil).want(200), turned)

		// A room has pictures of its own, which may be those of its venue.
		room := h.owner("POST", venue+"/rooms", object{"name": "Loft", "pictures": []object{shows(third, "Beams"), shows(first, "The brook")}}, "Idempotency-Key: loft").want(201)
		if again := h.owner("POST", venue+"/rooms", object{"name": "Loft", "pictures": []object{shows(third, "Beams"), shows(first, "The brook")}}, "Idempotency-Key: loft").want(201); again.text("id") != room.text("id") {
			t.Errorf("repeated: %s", again.Raw)
		}
		attic := "/v1/rooms/" + h.owner("POST", venue+"/rooms", object{"name": "Attic"}).want(201).text("id")
		loft, beams := "/v1/rooms/"+room.text("id"), []string{third + ": Beams", first + ": The brook"}
		is(room, beams)
		is(h.owner("PATCH", loft, object{"facilities": []string{"stage"}}).want(200), beams)
		is(h.owner("PATCH", attic, object{"name": "Top"}).want(200), nil)
		at := slices.IndexFunc(h.owner("GET", venue, nil).want(200).at("rooms").([]any), func(r any) bool { return r.(map[string]any)["name"] == "Loft" })
		for _, got := range []struct {
			*answer
			path []any
		}{
			{h.owner("GET", venue, nil).want(200), []any{"rooms", at}}, {h.send("GET", public, "", nil).want(200), []any{"rooms", at}}, {h.owner("GET", "/v1/venues", nil).want(200), []any{"items", 0, "rooms", at}},
		} {
			is(got.answer, beams, got.path...)
		}
		is(h.owner("GET", venue, nil).want(200), turned)
		h.sound()

		// What nothing names for a day goes, and what anything names stays.
		prune := func(later time.Duration, there ...string) {
			t.Helper()
			h.clock.Add(int64(later))
			h.must(h.pictures.Prune(t.Context()))
			for _, p := range []string{first, second, third} {
				if is := h.send("GET", picture.Path(p, 480), "", nil).Status == 200; is != slices.Contains(there, p) {
					t.Errorf("%s is there: %t", p, is)
				}
			}
		}
		prune(25*time.Hour, first, second, third)
		h.owner("PATCH", venue, object{"pictures": []object{shows(first, "A mill by a brook")}}).want(200)
		prune(time.Minute, first, second, third)
		prune(25*time.Hour, first, third)
		h.sound()
		// The row of a picture that is taken away and named again before a day is over stays.
		h.owner("PATCH", loft, object{"pictures": []object{}}).want(200)
		prune(time.Minute, first, third)
		h.owner("PATCH", loft, object{"pictures": []object{shows(third, "Beams again")}}).want(200)
		prune(25*time.Hour, first, third)
		h.owner("DELETE", loft, nil).want(200)
		prune(time.Minute, first, third)
		prune(25*time.Hour, first)
		h.sound()
		h.owner("DELETE", venue, nil).want(200)
		prune(time.Minute, first)
		prune(25 * time.Hour)
		if n := h.pictureCount(); n != 0 {
			t.Errorf("%d pictures are left", n)
		}
		h.sound()
	})
}

// TestRefusedGallery: pictures that are too many, of others, not put into words or named twice are
// refused with their place in the list, and nothing is changed.
func TestRefusedGallery(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		name, other := h.uploaded(1), h.uploaded(2)
		theirs := h.rival(h.organization("Rival")).uploaded(3)
		venue := "/v1/venues/" + h.owner("POST", "/v1/venues", object{"name": "Old mill", "pictures": []object{shows(name, "A mill")}}).want(201).text("id")
		room := "/v1/rooms/" + h.owner("POST", venue+"/rooms", object{"name": "Loft", "pictures": []object{shows(other, "Beams")}}).want(201).text("id")
		var many []object
		for i := range galleries.Max + 1 {
			many = append(many, shows(name, fmt.Sprint("Picture ", i)))
		}
		for what, c := range map[string]struct {
			pictures any
			field    string
		}{
			"too many":               {many, "pictures"},
			"no words":               {[]object{shows(name, "A mill"), {"picture_id": other}}, "pictures[1].alt"},
			"blank words":            {[]object{shows(name, "A mill"), shows(other, " ")}, "pictures[1].alt"},
			"too many words":         {[]object{shows(name, strings.Repeat("x", 301))}, "pictures[0].alt"},
			"no picture":             {[]object{shows("", "x")}, "pictures[0].picture_id"},
			"no id of a picture":     {[]object{shows(name, "x"), shows("pic_x", "x")}, "pictures[1].picture_id"},
			"twice":                  {[]object{shows(name, "x"), shows(other, "y"), shows(name, "z")}, "pictures[2].picture_id"},
			"another organization's": {[]object{shows(name, "x"), shows(theirs, "x")}, "pictures[1].picture_id"},
			"not stored":             {[]object{shows(picture.Prefix+strings.Repeat("0", 28), "x")}, "pictures[0].picture_id"},
			"outside of it":          {[]object{{"picture_id": name, "alt": "x", "focal_point": object{"x": 0, "y": 101}}}, "pictures[0].focal_point.y"},
			"no list":                {shows(name, "x"), "pictures"},
		} {
			for _, r := range []struct{ method, path string }{{"PATCH", venue}, {"POST", "/v1/venues"}, {"PATCH", room}, {"POST", venue + "/rooms"}} {
				t.Run(what, func(t *testing.T) {
					h.owner(r.method, r.path, object{"name": "New", "pictures": c.pictures}).problem(422, "invalid_request").names(c.field)
				})
			}
		}
		got := h.owner("GET", "/v1/venues", nil).want(200)
		if list := got.at("items").([]any); len(list) != 1 || len(got.at("items", 0, "rooms").([]any)) != 1 || got.text("items", 0, "name") != "Old mill" || got.text("items", 0, "rooms", 0, "name") != "Loft" ||
			!slices.Equal(got.shown("items", 0), []string{name + ": A mill"}) || !slices.Equal(got.shown("items", 0, "rooms", 0), []string{other + ": Beams"}) {
			t.Errorf("refused bodies changed it to %s", got.Raw)
		}
		h.rival(h.organization("Third")).owner("PATCH", venue, object{"pictures": []object{}}).problem(404, "not_found")
		h.sound()
	})
}

// TestGalleryOnPages: the public page of a venue shows its pictures, each in the size that is
// wanted, and tells machines of them; links to it are shown with a preview; and the page of a
// guest's booking shows the rooms that they booked.
func TestGalleryOnPages(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	name, yard := h.uploaded(1), h.uploaded(2)
	id := h.owner("POST", "/v1/venues", object{
		"name": "Old mill", "address": "Am Bach 1", "public_page": true,
		"pictures": []object{{"picture_id": name, "alt": `A "mill" <by> a brook`, "focal_point": object{"x": 14, "y": 66}}, shows(yard, "Its yard")},
	}).want(201).text("id")
	has := func(parts ...string) string {
		t.Helper()
		page := h.send("GET", "/venues/"+id, "", nil).want(200)
		for _, part := range parts {
			if !strings.Contains(page.Raw, part) {
				t.Errorf("the page lacks %s", part)
			}
		}
		if policy := page.Header.Get("Content-Security-Policy"); strings.Contains(page.Raw, "<img") && !strings.Contains(policy, "img-src 'self';") {
			t.Errorf("no browser shows it: %s", policy)
		}
		return page.Raw
	}
	has(`<img class="picture x1 y7" src="/media/`+name+`/640.jpg"`, `srcset="/media/`+name+`/480.jpg 480w, /media/`+name+`/640.jpg 640w"`, `alt="A &#34;mill&#34; &lt;by&gt; a brook" fetchpriority="high"`,
		`<h2 id="gallery">Pictures</h2>`, `<a href="/media/`+yard+`/640.jpg"><img class="picture x5 y5" src="/media/`+yard+`/640.jpg"`, `width="640" height="360" alt="Its yard" loading="lazy"`,
		`"image":["http://holdfast.test/media/`+name+`/640.jpg","http://holdfast.test/media/`+name+`/480.jpg","http://holdfast.test/media/`+yard+`/640.jpg"]`, `<meta name="twitter:card" content="summary_large_image">`)
	preview := func() string {
		t.Helper()
		_, after, _ := strings.Cut(has(), `<meta property="og:image" content="http://holdfast.test`)
		at, _, _ := strings.Cut(after, `"`)
		return at
	}
	first := preview()
	c, err := jpeg.DecodeConfig(strings.NewReader(h.send("GET", first, "", nil).want(200).Raw))
	if err != nil || c.Width != 1200 || c.Height != 630 {
		t.Errorf("%v, %v", c, err)
	}
	// Another main picture is on another preview, to which the old address leads.
	h.owner("PATCH", "/v1/venues/"+id, object{"pictures": []object{shows(yard, "Its yard")}}).want(200)
	turned := preview()
	if moved := h.send("GET", first, "", nil).want(http.StatusFound); moved.Header.Get("Location") != turned || turned == first {
		t.Errorf("%s leads to %s, want %s", first, moved.Header.Get("Location"), turned)
	}
	if html := has(`alt="Its yard" fetchpriority="high"`); strings.Contains(html, `id="gallery"`) {
		t.Error("one picture is shown as several")
	}
	// So are its rooms, with what they hold.
	h.owner("POST", "/v1/venues/"+id+"/rooms", object{"name": "Loft", "capacities": object{"rows": 40}, "facilities": []string{"stage"}, "pictures": []object{shows(name, "Beams"), shows(yard, "A window")}}).want(201)
	has(`alt="Beams" loading="lazy"`, `alt="A window" loading="lazy"`, `<b dir="auto">Loft</b>`, "40", "Stage")
	h.owner("PATCH", "/v1/rooms/"+h.owner("GET", "/v1/venues/"+id, nil).want(200).text("rooms", 0, "id"), object{"pictures": []object{}}).want(200)
	// Without a picture the preview has its art, and the old address leads to that.
	h.owner("PATCH", "/v1/venues/"+id, object{"pictures": []object{}}).want(200)
	second := preview()
	if moved := h.send("GET", first, "", nil).want(http.StatusFound); moved.Header.Get("Location") != second || second == first {
		t.Errorf("%s leads to %s, want %s", first, moved.Header.Get("Location"), second)
	}
	if html := has(`"image":["http://holdfast.test` + second + `"]`); strings.Contains(html, "<img") {
		t.Error("what was removed is shown")
	}
	h.send("GET", second, "", nil).want(200)
	// Of a venue that is not shown there is none.
	h.owner("PATCH", "/v1/venues/"+id, object{"public_page": false}).want(200)
	for _, nothing := range []string{second, strings.Replace(second, id, "ven_000000000000", 1), strings.Replace(second, "/en-", "/xx-", 1)} {
		if a := h.send("GET", nothing, "", nil); a.Status != http.StatusNotFound || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", nothing, a.Status, a.Header.Get("Cache-Control"))
		}
	}
}

// TestGalleryOfABooking: the page of a guest's booking shows the pictures of the rooms that they
// asked for, and of no other.
func TestGalleryOfABooking(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true})
	cellar, hall := h.uploaded(1), h.uploaded(2)
	h.owner("PATCH", "/v1/rooms/"+x.cellar, object{"pictures": []object{shows(cellar, "Vaults"), shows(hall, "The stairs")}}).want(200)
	h.owner("PATCH", "/v1/rooms/"+x.hall, object{"pictures": []object{shows(hall, "A stage")}}).want(200)
	path := x.asks(60)
	page := h.send("GET", "/b/"+path[strings.LastIndexByte(path, '/')+1:], "", nil).want(200)
	for _, part := range []string{`alt="Vaults" loading="lazy"`, `alt="The stairs" loading="lazy"`} {
		if !strings.Contains(page.Raw, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(page.Raw, "A stage") || !strings.Contains(page.Header.Get("Content-Security-Policy"), "img-src 'self';") {
		t.Errorf("the page is %s", page.Raw)
	}
}
