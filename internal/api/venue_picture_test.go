package api_test

import (
	"image/jpeg"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestVenuePicture: an organizer gives a venue a picture, of its own organization and put into
// words; its public page shows it, and it goes when nothing names it any more.
func TestVenuePicture(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		name, second := h.uploaded(1), h.uploaded(2)
		venue := "/v1/venues/" + h.owner("POST", "/v1/venues", object{
			"name": "Old mill", "public_page": true, "cover": object{"picture_id": name, "alt": "A mill by a brook", "focal_point": object{"x": 20, "y": 70}},
		}).want(201).text("id")
		refused := func(field string, cover object) {
			t.Helper()
			h.owner("PATCH", venue, object{"name": "New mill", "cover": cover}).problem(422, "invalid_request").names(field)
			h.owner("POST", "/v1/venues", object{"name": "New mill", "cover": cover}).problem(422, "invalid_request").names(field)
		}
		refused("cover.alt", object{"picture_id": name})
		refused("cover.picture_id", object{"picture_id": "pic_x", "alt": "x"})
		refused("cover.picture_id", object{"picture_id": h.rival(h.organization("Rival")).uploaded(3), "alt": "x"})
		got := h.owner("GET", venue, nil).want(200)
		if got.text("name") != "Old mill" || got.text("cover", "picture_id") != name || got.number("cover", "width") != 640 || got.number("cover", "focal_point", "y") != 70 {
			t.Errorf("the venue is %s", got.Raw)
		}
		if n := len(h.owner("GET", "/v1/venues", nil).want(200).at("items").([]any)); n != 1 {
			t.Errorf("refused bodies made %d venues", n-1)
		}
		public := strings.Replace(venue, "/v1/", "/v1/public/", 1)
		if got := h.send("GET", public, "", nil).want(200); got.text("cover", "alt") != "A mill by a brook" || got.text("cover", "sources", 0, "path") != picture.Path(name, 480) {
			t.Errorf("everybody sees %s", got.Raw)
		}

		prune := func(later time.Duration, there ...string) {
			t.Helper()
			h.clock.Add(int64(later))
			h.must(h.pictures.Prune(t.Context()))
			for _, p := range []string{name, second} {
				if is := h.send("GET", picture.Path(p, 480), "", nil).Status == 200; is != strings.Contains(strings.Join(there, " "), p) {
					t.Errorf("%s is there: %t", p, is)
				}
			}
		}
		prune(25*time.Hour, name)
		h.sound()
		second = h.uploaded(2)
		h.owner("PATCH", venue, object{"cover": object{"picture_id": second, "alt": "The same"}}).want(200)
		prune(time.Minute, name, second)
		h.owner("PATCH", venue, object{"cover": object{"picture_id": ""}}).want(200)
		if got := h.owner("GET", venue, nil).want(200); got.Body["cover"] != nil {
			t.Errorf("cover: %v", got.Body["cover"])
		}
		h.owner("PATCH", venue, object{"cover": object{"picture_id": name, "alt": "As it was"}}).want(200)
		prune(time.Minute, name, second)
		prune(25*time.Hour, name)
		h.sound()

		// A room has one, too: what it and its venue name stays as long as one of them does.
		h.owner("POST", venue+"/rooms", object{"name": "Loft", "cover": object{"picture_id": name}}).problem(422, "invalid_request").names("cover.alt")
		h.owner("POST", venue+"/rooms", object{"name": "Loft", "cover": object{"picture_id": "pic_x", "alt": "x"}}).problem(422, "invalid_request").names("cover.picture_id")
		made := h.owner("POST", venue+"/rooms", object{"name": "Loft", "cover": object{"picture_id": name, "alt": "Beams"}}, "Idempotency-Key: loft").want(201)
		if again := h.owner("POST", venue+"/rooms", object{"name": "Loft", "cover": object{"picture_id": name, "alt": "Beams"}}, "Idempotency-Key: loft").want(201); again.text("id") != made.text("id") {
			t.Errorf("repeated: %s", again.Raw)
		}
		h.owner("PATCH", venue, object{"cover": object{"picture_id": ""}}).want(200)
		prune(25*time.Hour, name)
		if got := h.owner("GET", venue, nil).want(200); got.text("rooms", 0, "cover", "picture_id") != name || got.at("cover") != nil {
			t.Errorf("the room is %s", got.Raw)
		}
		if got := h.send("GET", public, "", nil).want(200); got.text("rooms", 0, "cover", "alt") != "Beams" {
			t.Errorf("everybody sees %s", got.Raw)
		}
		h.sound()
		h.owner("PATCH", "/v1/rooms/"+made.text("id"), object{"cover": object{"picture_id": ""}}).want(200)
		prune(time.Minute, name)
		h.owner("PATCH", "/v1/rooms/"+made.text("id"), object{"cover": object{"picture_id": name, "alt": "Beams again"}}).want(200)
		prune(25*time.Hour, name)
		h.sound()
		h.owner("DELETE", venue, nil).want(200)
		prune(time.Minute, name)
		prune(25 * time.Hour)
		if n := h.pictureCount(); n != 0 {
			t.Errorf("%d pictures are left", n)
		}
		h.sound()
	})
}

// TestVenuePictureOnPages: the public page of a venue shows its picture and tells machines of it,
// and links to it are shown with a preview.
func TestVenuePictureOnPages(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	name := h.uploaded(1)
	id := h.owner("POST", "/v1/venues", object{
		"name": "Old mill", "address": "Am Bach 1", "public_page": true, "cover": object{"picture_id": name, "alt": `A "mill" <by> a brook`, "focal_point": object{"x": 14, "y": 66}},
	}).want(201).text("id")
	page := h.send("GET", "/venues/"+id, "", nil).want(200)
	for _, part := range []string{
		`<img class="picture x1 y7" src="/media/` + name + `/640.jpg"`, `srcset="/media/` + name + `/480.jpg 480w, /media/` + name + `/640.jpg 640w"`, `alt="A &#34;mill&#34; &lt;by&gt; a brook"`,
		`"image":["http://holdfast.test/media/` + name + `/640.jpg"`, `<meta name="twitter:card" content="summary_large_image">`,
	} {
		if !strings.Contains(page.Raw, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "img-src 'self';") {
		t.Errorf("no browser shows it: %s", policy)
	}
	preview := func() string {
		t.Helper()
		_, after, _ := strings.Cut(h.send("GET", "/venues/"+id, "", nil).want(200).Raw, `<meta property="og:image" content="http://holdfast.test`)
		at, _, _ := strings.Cut(after, `"`)
		return at
	}
	first := preview()
	c, err := jpeg.DecodeConfig(strings.NewReader(h.send("GET", first, "", nil).want(200).Raw))
	if err != nil || c.Width != 1200 || c.Height != 630 {
		t.Errorf("%v, %v", c, err)
	}
	// So are its rooms, with what they hold.
	h.owner("POST", "/v1/venues/"+id+"/rooms", object{"name": "Loft", "capacities": object{"rows": 40}, "facilities": []string{"stage"}, "cover": object{"picture_id": name, "alt": "Beams"}}).want(201)
	for _, part := range []string{`alt="Beams" loading="lazy"`, `<b dir="auto">Loft</b>`, "40", "Stage"} {
		if html := h.send("GET", "/venues/"+id, "", nil).want(200).Raw; !strings.Contains(html, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	h.owner("PATCH", "/v1/rooms/"+h.owner("GET", "/v1/venues/"+id, nil).want(200).text("rooms", 0, "id"), object{"cover": object{"picture_id": ""}}).want(200)
	// Without a picture the preview has its art, and the old address leads to that.
	h.owner("PATCH", "/v1/venues/"+id, object{"cover": object{"picture_id": ""}}).want(200)
	second := preview()
	if moved := h.send("GET", first, "", nil).want(http.StatusFound); moved.Header.Get("Location") != second || second == first {
		t.Errorf("%s leads to %s, want %s", first, moved.Header.Get("Location"), second)
	}
	if html := h.send("GET", "/venues/"+id, "", nil).want(200).Raw; strings.Contains(html, "<img") || !strings.Contains(html, `"image":["http://holdfast.test`+second+`"]`) {
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
