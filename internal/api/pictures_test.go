package api_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// shot is a picture as a camera makes it; the tone tells one from another.
func shot(w, h int, tone byte) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{byte(x), byte(y), tone, 255})
		}
	}
	return m
}

func jpegOf(m image.Image) string {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic(err)
	}
	return b.String()
}

func pngOf(m image.Image) string {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.String()
}

const (
	asJPEG = "Content-Type: image/jpeg"
	asPNG  = "Content-Type: image/png"
)

// uploaded is a picture of the organization.
func (h *testServer) uploaded(tone byte) string {
	h.t.Helper()
	return h.owner("POST", "/v1/pictures", jpegOf(shot(640, 360, tone)), asJPEG).want(201).text("id")
}

func (h *testServer) pictureCount() (n int64) {
	h.t.Helper()
	h.must(h.store.JobsDB().QueryRowContext(h.t.Context(), "select count(*) from pictures").Scan(&n))
	return n
}

// TestPictures: an organizer uploads a picture and gives it to an event, and everybody sees it.
func TestPictures(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		made := h.owner("POST", "/v1/pictures", jpegOf(shot(2000, 1000, 1)), asJPEG).want(201)
		name := made.text("id")
		if made.number("width") != 1600 || made.number("height") != 800 || len(made.at("sources").([]any)) != 3 {
			t.Errorf("made %s", made.Raw)
		}
		// The bytes say what it is; the same picture again is the same.
		if again := h.owner("POST", "/v1/pictures", jpegOf(shot(2000, 1000, 1)), "Content-Type: image/webp").want(201); again.text("id") != name {
			t.Errorf("the same picture is %s and %s", name, again.text("id"))
		}

		event := h.event(3)
		cover := object{"picture_id": name, "alt": "A boat in the harbour", "focal_point": object{"x": 20, "y": 70}}
		h.owner("PATCH", event, object{"cover": object{"picture_id": name}}).problem(422, "invalid_request").names("cover.alt")
		h.owner("PATCH", event, object{"cover": object{"picture_id": name, "alt": " "}}).problem(422, "invalid_request").names("cover.alt")
		h.owner("PATCH", event, object{"cover": object{"picture_id": name, "alt": "x", "focal_point": object{"x": 101, "y": 0}}}).problem(422, "invalid_request").names("cover.focal_point.x")
		h.owner("PATCH", event, object{"cover": object{"picture_id": "pic_x", "alt": "x"}}).problem(422, "invalid_request").names("cover.picture_id")
		h.owner("PATCH", event, object{"cover": object{"picture_id": "pic_" + strings.Repeat("0", 28), "alt": "x"}}).problem(422, "invalid_request").names("cover.picture_id")
		if got := h.owner("GET", event, nil).want(200); got.Body["cover"] != nil {
			t.Errorf("a refused change gave it %v", got.Body["cover"])
		}
		h.owner("PATCH", event, object{"cover": cover}).want(200)
		got := h.send("GET", event, "", nil).want(200)
		if got.text("cover", "picture_id") != name || got.text("cover", "alt") != "A boat in the harbour" ||
			got.number("cover", "focal_point", "x") != 20 || got.number("cover", "focal_point", "y") != 70 || got.number("cover", "width") != 1600 {
			t.Errorf("cover: %v", got.Body["cover"])
		}
		list := h.send("GET", "/v1/public/events", "", nil).want(200)
		if list.text("items", 0, "cover", "picture_id") != name {
			t.Errorf("in the list: %s", list.Raw)
		}

		// Each file is there, for good, and says what it is.
		for i := range 3 {
			path := got.text("cover", "sources", i, "path")
			file := h.send("GET", path, "", nil).want(200)
			for header, want := range map[string]string{
				"Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
				"Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "cross-origin",
			} {
				if file.Header.Get(header) != want {
					t.Errorf("%s: %s is %q", path, header, file.Header.Get(header))
				}
			}
			if file.Header.Get("Set-Cookie") != "" {
				t.Error("a picture sets a cookie")
			}
			c, err := jpeg.DecodeConfig(strings.NewReader(file.Raw))
			if err != nil || int64(c.Width) != got.number("cover", "sources", i, "width") || int64(c.Height) != got.number("cover", "sources", i, "height") {
				t.Errorf("%s: %v, %v", path, c, err)
			}
			h.send("GET", path, "", nil, "If-None-Match: "+file.Header.Get("ETag")).want(http.StatusNotModified)
			if head := h.send("HEAD", path, "", nil).want(200); head.Header.Get("Content-Length") != file.Header.Get("Content-Length") {
				t.Error("HEAD says another length")
			}
		}
		for _, path := range []string{"/media/" + name + "/481.jpg", "/media/" + name + "/0480.jpg", "/media/" + name + "/480.png", "/media/pic_x/480.jpg", "/media/..%2fexports/480.jpg", "/media/" + name + "/..%2f480.jpg"} {
			if a := h.send("GET", path, "", nil).problem(404, "not_found"); strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: that nothing is there is kept for good", path)
			}
		}

		// A new event has one from its beginning, and one is taken away.
		other := h.uploaded(2)
		fresh := h.event(3, func(e object) { e["cover"] = object{"picture_id": other, "alt": "Another boat"} })
		if got := h.owner("GET", fresh, nil).want(200); got.number("cover", "focal_point", "x") != 50 {
			t.Errorf("cover: %v", got.Body["cover"])
		}
		h.owner("PATCH", fresh, object{"cover": object{"picture_id": ""}}).want(200)
		if got := h.owner("GET", fresh, nil).want(200); got.Body["cover"] != nil {
			t.Errorf("cover: %v", got.Body["cover"])
		}
		h.sound()
	})
}

// TestPicturesOfOthers: an event has pictures of its own organization.
func TestPicturesOfOthers(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	rival := h.rival(h.organization("Rival"))
	theirs, ours := rival.uploaded(1), h.uploaded(1)
	if theirs == ours {
		t.Error("two organizations have one picture")
	}
	event := h.event(3)
	h.owner("PATCH", event, object{"cover": object{"picture_id": theirs, "alt": "x"}}).problem(422, "invalid_request").names("cover.picture_id")
	h.owner("PATCH", event, object{"cover": object{"picture_id": ours, "alt": "x"}}).want(200)
}

// TestRefusedPictures: what is not a picture is refused in words, and nothing is kept of it.
func TestRefusedPictures(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	photo := jpegOf(shot(300, 200, 1))
	for _, c := range []struct {
		body, as string
		status   int
		code     string
		says     string
	}{
		{`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, asPNG, 422, "picture_unsupported", "It is an SVG file."},
		{"GIF89a" + photo, asJPEG, 422, "picture_unsupported", "It is a GIF file."},
		{"\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1", asJPEG, 422, "picture_unsupported", "It is an AVIF file."},
		{"hello", asJPEG, 422, "picture_unsupported", "not a picture that is known"},
		{photo[:len(photo)/2], asJPEG, 422, "picture_broken", "Part of it is missing"},
		{pngOf(image.NewGray(image.Rect(0, 0, 99, 300))), asPNG, 422, "picture_dimensions", "It has 99 × 300 pixels."},
		{strings.Repeat("x", picture.MaxBytes+1), asJPEG, 413, "body_too_large", "a picture 15 MiB"},
		{photo, "Content-Type: image/svg+xml", 415, "unsupported_media_type", "image/jpeg, image/png, image/webp"},
		{photo, "Content-Type: text/html", 415, "unsupported_media_type", "image/jpeg"},
	} {
		a := h.owner("POST", "/v1/pictures", c.body, c.as).problem(c.status, c.code)
		if !strings.Contains(a.text("detail"), c.says) {
			t.Errorf("%s: %q", c.code, a.text("detail"))
		}
		if c.status == 422 {
			a.names("body")
		}
	}
	if n := h.pictureCount(); n != 0 {
		t.Errorf("%d pictures were kept", n)
	}
}

// TestManyPictures: what no event has is bounded.
func TestManyPictures(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for i := range events.MaxUnusedPictures {
		h.must(h.store.Pictures.Keep(t.Context(), events.Picture{OrgID: h.org, ID: picture.Prefix + "x" + string(rune('a'+i%26)) + string(rune('a'+i/26)), Width: 1, Height: 1, CreatedAt: 1}))
	}
	h.owner("POST", "/v1/pictures", jpegOf(shot(200, 200, 1)), asJPEG).problem(409, "too_many_pictures")
}

// TestManyNamedPictures: pictures that events name are not counted among those that none has,
// from the moment on in which one does.
func TestManyNamedPictures(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		for i := range events.MaxUnusedPictures - 1 {
			h.must(h.store.Pictures.Keep(t.Context(), events.Picture{OrgID: h.org, ID: picture.Prefix + "x" + string(rune('a'+i%26)) + string(rune('a'+i/26)), Width: 1, Height: 1, CreatedAt: 1}))
		}
		h.event(3, func(e object) { e["cover"] = object{"picture_id": h.uploaded(1), "alt": "x"} })
		h.uploaded(2)
		h.owner("POST", "/v1/pictures", jpegOf(shot(200, 200, 3)), asJPEG).problem(409, "too_many_pictures")
	})
}

// TestSamePictureAtOnce: of those who upload the same picture at once each is told its id.
func TestSamePictureAtOnce(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		for i := range 10 {
			p := events.Picture{OrgID: h.org, ID: picture.Prefix + "same" + string(rune('a'+i)), Width: 1, Height: 1, CreatedAt: 1}
			var all errgroup.Group
			for range 4 {
				all.Go(func() error { return h.store.Pictures.Keep(t.Context(), p) })
			}
			if err := all.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		if n := h.pictureCount(); n != 10 {
			t.Errorf("%d pictures", n)
		}
	})
}

// TestPicturesGo: what no event has named for a day goes, with its files, and nothing else.
func TestPicturesGo(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		named, dropped, unused := h.uploaded(1), h.uploaded(2), h.uploaded(3)
		event := h.event(3, func(e object) { e["cover"] = object{"picture_id": dropped, "alt": "x"} })
		h.event(3, func(e object) { e["cover"] = object{"picture_id": named, "alt": "x"} })
		prune := func(later time.Duration, want ...string) {
			t.Helper()
			h.clock.Add(int64(later))
			h.must(h.pictures.Prune(t.Context()))
			for _, p := range []string{named, dropped, unused} {
				a := h.send("GET", picture.Path(p, 480), "", nil)
				if there := a.Status == 200; there != strings.Contains(strings.Join(want, " "), p) {
					t.Errorf("%s: %d", p, a.Status)
				}
			}
		}
		prune(time.Minute, named, dropped, unused)
		h.owner("PATCH", event, object{"cover": object{"picture_id": named, "alt": "y"}}).want(200)
		prune(23*time.Hour, named, dropped, unused) // from here on nobody names it
		prune(2*time.Hour, named, dropped)          // a day after it was uploaded
		prune(24*time.Hour, named)
		if n := h.pictureCount(); n != 1 {
			t.Errorf("%d pictures are left", n)
		}
		// Both can be uploaded again.
		if h.uploaded(2) != dropped {
			t.Error("it has another name")
		}
		prune(0, named, dropped)
	})
}

// TestPictureThatStays: a file that cannot be deleted keeps no other picture.
func TestPictureThatStays(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	stays, goes := h.uploaded(1), ""
	h.clock.Add(int64(time.Minute))
	goes = h.uploaded(2)
	file := picture.FileName(stays, 480)
	h.must(h.files.Delete(t.Context(), file))
	h.must(h.files.Put(t.Context(), file+"/in-the-way", strings.NewReader("x"), 1, "")) // a folder of that name
	h.clock.Add(int64(25 * time.Hour))
	if err := h.pictures.Prune(t.Context()); err == nil {
		t.Error("nobody is told")
	}
	h.send("GET", picture.Path(goes, 480), "", nil).want(404)
	if n := h.pictureCount(); n != 1 {
		t.Errorf("%d pictures are left", n)
	}
	h.must(h.files.Delete(t.Context(), file+"/in-the-way"))
	h.must(h.pictures.Prune(t.Context()))
	if n := h.pictureCount(); n != 0 {
		t.Errorf("%d pictures are left", n)
	}
}

// TestPictureGoing: a picture whose files are being deleted is neither named nor taken for one
// that is there.
func TestPictureGoing(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	name := h.uploaded(1)
	h.clock.Add(int64(25 * time.Hour))
	list, err := h.store.Pictures.Unused(t.Context(), inventory.At(h.now()), 10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if goes, err := h.store.Pictures.Go(t.Context(), &list[0]); err != nil || !goes {
		t.Fatal(goes, err)
	}
	event := h.event(3)
	h.owner("PATCH", event, object{"cover": object{"picture_id": name, "alt": "x"}}).problem(422, "invalid_request").names("cover.picture_id")
	a := h.owner("POST", "/v1/pictures", jpegOf(shot(640, 360, 1)), asJPEG).problem(503, "unavailable")
	if a.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to try again")
	}
	h.must(h.pictures.Prune(t.Context())) // which a crash may have stopped
	if h.uploaded(1) != name {
		t.Error("it has another name")
	}
	wrong := func(want string, there bool) {
		t.Helper()
		if file, is, err := shelf.Wrong(t.Context(), h.files, &list[0]); err != nil || file != want || is != there {
			t.Errorf("%q, %t, %v", file, is, err)
		}
	}
	wrong("", true)
	h.owner("PATCH", event, object{"cover": object{"picture_id": name, "alt": "x"}}).want(200)
	h.sound()
	file := picture.FileName(name, 480)
	h.must(h.files.Put(t.Context(), file, strings.NewReader("another"), 7, "image/jpeg"))
	wrong(file, true)
	h.unsound("its file " + file + " is not what was stored")
	h.must(h.files.Delete(t.Context(), file))
	wrong(file, false)
	h.unsound("its file " + file + " is not there")
	h.uploaded(1) // which writes it again
	h.sound()
}

// TestPictureOnPages: the page of an event shows its picture in its first HTML, tells machines of
// it, and has a preview that says what it says.
func TestPictureOnPages(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	name := h.owner("POST", "/v1/pictures", jpegOf(shot(2000, 1000, 1)), asJPEG).want(201).text("id")
	event := h.event(3, func(e object) {
		e["cover"] = object{"picture_id": name, "alt": `A "boat" <in> the harbour`, "focal_point": object{"x": 14, "y": 66}}
	})
	path := "/events/" + eventID(event)
	html := h.send("GET", path, "", nil).want(200).Raw
	for _, part := range []string{
		`<img class="cover x1 y7" src="/media/` + name + `/960.jpg"`, `srcset="/media/` + name + `/480.jpg 480w, /media/` + name + `/960.jpg 960w, /media/` + name + `/1600.jpg 1600w"`,
		`width="1600" height="800"`, `alt="A &#34;boat&#34; &lt;in&gt; the harbour"`, `fetchpriority="high"`,
		`"image":["http://holdfast.test/media/` + name + `/1600.jpg"`, `<meta name="twitter:card" content="summary_large_image">`,
	} {
		if !strings.Contains(html, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	preview := func(path, accept string) string {
		t.Helper()
		_, after, _ := strings.Cut(h.send("GET", path, "", nil, "Accept-Language: "+accept).want(200).Raw, `<meta property="og:image" content="http://holdfast.test`)
		at, _, _ := strings.Cut(after, `"`)
		return at
	}
	first := preview(path, "en")
	got := h.send("GET", first, "", nil).want(200)
	c, err := jpeg.DecodeConfig(strings.NewReader(got.Raw))
	if err != nil || c.Width != 1200 || c.Height != 630 {
		t.Errorf("%v, %v", c, err)
	}
	for header, want := range map[string]string{
		"Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "cross-origin",
	} {
		if got.Header.Get(header) != want {
			t.Errorf("%s is %q", header, got.Header.Get(header))
		}
	}
	h.send("GET", first, "", nil, "If-None-Match: "+got.Header.Get("ETag")).want(http.StatusNotModified)
	if german := preview(path, "de"); german == first || h.send("GET", german, "", nil).want(200).Raw == got.Raw {
		t.Error("the preview in German is that in English")
	}
	// Another title is another preview, and whoever has the old address gets the new one.
	h.owner("PATCH", event, object{"title": "Lantern swim"}).want(200)
	second := preview(path, "en")
	if moved := h.send("GET", first, "", nil).want(http.StatusFound); moved.Header.Get("Location") != second || second == first {
		t.Errorf("%s leads to %s, want %s", first, moved.Header.Get("Location"), second)
	}
	if h.send("GET", second, "", nil).want(200).Raw == got.Raw {
		t.Error("the preview says the old title")
	}
	// Without a picture it has its art.
	h.owner("PATCH", event, object{"cover": object{"picture_id": ""}}).want(200)
	if html := h.send("GET", path, "", nil).want(200).Raw; strings.Contains(html, "<img") || !strings.Contains(html, `"image":["http://holdfast.test`+preview(path, "en")+`"]`) {
		t.Error("what was removed is shown")
	}
	h.send("GET", preview(path, "en"), "", nil).want(200)
	// Where its file is lost, all that is said is there.
	lost := h.uploaded(9)
	h.owner("PATCH", event, object{"cover": object{"picture_id": lost, "alt": "x"}}).want(200)
	h.must(h.files.Delete(t.Context(), picture.FileName(lost, 640)))
	h.send("GET", preview(path, "en"), "", nil).want(200)
	// Of what the public may not see there is none.
	h.owner("PATCH", event, object{"visibility": "invite"}).want(200)
	draft := h.event(3, func(e object) { e["publish"] = false })
	for _, nothing := range []string{second, strings.Replace(second, eventID(event), eventID(draft), 1), strings.Replace(second, eventID(event), "evt_000000000000", 1), strings.Replace(second, "/en-", "/xx-", 1), strings.Replace(second, ".jpg", ".png", 1)} {
		if a := h.send("GET", nothing, "", nil); a.Status != http.StatusNotFound || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", nothing, a.Status, a.Header.Get("Cache-Control"))
		}
	}
}

// unsound runs every check, and has the first violation say that.
func (h *testServer) unsound(what string) {
	h.t.Helper()
	report, err := h.verified()
	h.must(err)
	if len(report.Violations) != 1 || report.Violations[0].Invariant != 33 || report.Violations[0].What != what {
		h.t.Errorf("%+v, want %s", report.Violations, what)
	}
}

// fullDisk is a folder on a disk that can be full: it takes the first bytes of a file, and no more.
type fullDisk struct {
	objectstore.Store
	full atomic.Bool
}

// noRoom ends what is read as a disk without room ends what is written.
type noRoom struct{ io.Reader }

func (r noRoom) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil {
		err = fmt.Errorf("write: %w", syscall.ENOSPC)
	}
	return n, err
}

func (d *fullDisk) Put(ctx context.Context, name string, r io.Reader, size int64, mediaType string) error {
	if d.full.Load() {
		r = noRoom{io.LimitReader(r, size/2)}
	}
	return d.Store.Put(ctx, name, r, size, mediaType)
}

// TestPictureOnAFullDisk: a picture for which there is no room is refused as that, what is there is
// as it was, and it can be uploaded again when there is room.
func TestPictureOnAFullDisk(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	disk := &fullDisk{Store: h.files}
	h.pictures.Files = disk
	there := h.uploaded(1)
	disk.full.Store(true)
	h.owner("POST", "/v1/pictures", jpegOf(shot(640, 360, 2)), asJPEG).problem(507, "storage_full")
	h.owner("POST", "/v1/pictures", jpegOf(shot(640, 360, 1)), asJPEG).problem(507, "storage_full") // it is written anew
	h.send("GET", picture.Path(there, 640), "", nil).want(200)
	disk.full.Store(false)
	h.send("GET", picture.Path(h.uploaded(2), 640), "", nil).want(200)
}
