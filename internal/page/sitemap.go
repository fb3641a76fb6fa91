package page

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Search engines are told which pages there are: of public events, of their hosts, of their
// series, and of venues and resources that everybody may see (sitemaps.org). Pages of persons are
// in no list, and say themselves that they belong in none.

const (
	// mapEvents is how many events are in one file: with as many hosts and series it has no more
	// than the 50,000 addresses that a file may have.
	mapEvents = 16_000
	// mapListings is how many venues and resources together are in the file of the home page; where
	// there are more, each kind has one of its own, which has maxListings.
	mapListings, maxListings  = 1_500, 50_000
	venuesFile, resourcesFile = "venues", "resources"
	// mapFor is how long after its end an event is listed.
	mapFor = 90 * 24 * time.Hour
	// mapWait is how long somebody waits until others have their file.
	mapWait = 5 * time.Second
	// mapKept is how long a file is kept here, and mapFiles how many are: the largest has 7 MB.
	mapKept  = time.Minute
	mapFiles = 4
	// mapFresh is how long a file may be kept.
	mapFresh = "public, max-age=3600"
	// mapPath has the files of more events than are in one.
	mapPath = "/sitemaps/"
)

// robots says which pages robots need not look at.
func (p *Pages) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", mapFresh)
	w.Write([]byte("User-agent: *\nDisallow: /manage\nDisallow: /door\nDisallow: /me\nDisallow: /setup\n\nSitemap: " + p.cfg.Origin + "/sitemap.xml\n")) // the client went away: there is nobody to tell
}

// mappedURL is an address in a sitemap.
type mappedURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

type urlSet struct {
	XMLName xml.Name    `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []mappedURL `xml:"url"`
}

type mapIndex struct {
	XMLName xml.Name    `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Files   []mappedURL `xml:"sitemap"`
}

// sitemap answers with all pages, or with the files in which they are where one is too short.
func (p *Pages) sitemap(w http.ResponseWriter, r *http.Request) {
	p.mapped(w, r, func(ctx context.Context, since inventory.Instant) (any, error) {
		var files mapIndex
		listed, err := listings(ctx, &p.cfg)
		if err != nil {
			return nil, err
		}
		many := len(listed) > mapListings
		if many {
			for _, file := range [...]string{venuesFile, resourcesFile} {
				files.Files = append(files.Files, mappedURL{Loc: p.cfg.Origin + mapPath + file + ".xml"})
			}
		}
		for after := ""; ; {
			next, err := p.cfg.Store.Events.MappedAfter(ctx, since, after, p.cfg.SitemapEvents)
			if err != nil {
				return nil, err
			}
			if next == "" && after == "" && !many {
				return p.mapOf(ctx, since, "")
			}
			files.Files = append(files.Files, mappedURL{Loc: p.cfg.Origin + mapPath + mapName(after) + ".xml"})
			if after = next; next == "" {
				return files, nil
			}
		}
	})
}

// mapName names the file of the events behind one.
func mapName(after string) string {
	if after == "" {
		return "first"
	}
	return after
}

// sitemapFile answers with one of the files of sitemap.
func (p *Pages) sitemapFile(w http.ResponseWriter, r *http.Request) {
	after, ok := strings.CutSuffix(r.PathValue("file"), ".xml")
	if !ok || after != "first" && after != venuesFile && after != resourcesFile && !id.Valid(after, id.Event) {
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
		return
	}
	p.mapped(w, r, func(ctx context.Context, since inventory.Instant) (any, error) {
		if after == venuesFile || after == resourcesFile {
			list, err := listingsOf(ctx, &p.cfg, after, maxListings)
			return &urlSet{URLs: list}, err
		}
		return p.mapOf(ctx, since, strings.TrimPrefix(after, "first"))
	})
}

// listingsOf are the pages of venues, or of resources, that everybody may see, by id, at most limit.
func listingsOf(ctx context.Context, c *Config, file string, limit int) (list []mappedURL, err error) {
	var of []string
	if file == venuesFile {
		of, err = c.Store.Venues.MappedVenues(ctx, limit)
	} else if c.Joins != nil {
		of, err = c.Store.Resources.Mapped(ctx, limit)
	}
	for _, id := range of {
		url := c.Origin + resourcePath + id
		if file == venuesFile {
			url = VenueURL(c.Origin, id)
		}
		list = append(list, mappedURL{Loc: url})
	}
	return list, err
}

// listings are the pages of venues and resources that everybody may see: all, or more than the file
// of the home page has.
func listings(ctx context.Context, c *Config) (list []mappedURL, err error) {
	for _, file := range [...]string{venuesFile, resourcesFile} {
		some, err := listingsOf(ctx, c, file, mapListings+1)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

// mapOf are the pages of the events behind one, of their hosts and of their series. Those
// of the first events begin with the home page, and with venues and resources unless these have files of
// their own.
func (p *Pages) mapOf(ctx context.Context, since inventory.Instant, after string) (*urlSet, error) {
	list, err := p.cfg.Store.Events.Mapped(ctx, since, after, p.cfg.SitemapEvents)
	if err != nil {
		return nil, err
	}
	set := &urlSet{}
	seen := map[string]bool{}
	add := func(url string, at inventory.Instant) {
		if seen[url] {
			return
		}
		seen[url] = true
		m := mappedURL{Loc: url}
		if at != 0 {
			m.LastMod = at.Time().UTC().Format(time.RFC3339)
		}
		set.URLs = append(set.URLs, m)
	}
	if after == "" {
		add(p.cfg.Origin+"/", 0)
		listed, err := listings(ctx, &p.cfg)
		if err != nil {
			return nil, err
		}
		if len(listed) <= mapListings {
			set.URLs = append(set.URLs, listed...)
		}
	}
	for i := range list {
		e := &list[i]
		add(EventURL(p.cfg.Origin, e.EventID), e.UpdatedAt)
		add(HostURL(p.cfg.Origin, e.OrgID), 0)
		if e.SeriesID != "" {
			add(SeriesURL(p.cfg.Origin, e.SeriesID), 0)
		}
	}
	return set, nil
}

// mapping are the files of the sitemap that were read lately, by path. One is read at a time,
// however many ask.
type mapping struct {
	slot  chan struct{}
	files map[string]mappedFile // guarded by slot
}

type mappedFile struct {
	body []byte
	at   time.Time // when it was read
}

func newMapping() *mapping {
	return &mapping{slot: make(chan struct{}, 1), files: map[string]mappedFile{}}
}

// mapped answers with what is read, or was lately.
func (p *Pages) mapped(w http.ResponseWriter, r *http.Request, read func(ctx context.Context, since inventory.Instant) (any, error)) {
	ctx, cancel := context.WithTimeout(r.Context(), mapWait)
	defer cancel()
	m := p.mapping
	select {
	case m.slot <- struct{}{}:
	case <-ctx.Done():
		w.Header().Set("Retry-After", "5")
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	body, err := m.file(ctx, r.URL.Path, p.cfg.Now(), read)
	<-m.slot
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", mapFresh)
	w.Write(body) // the client went away: there is nobody to tell
}

// file returns what is read, as XML, and keeps it.
func (m *mapping) file(ctx context.Context, path string, now time.Time, read func(ctx context.Context, since inventory.Instant) (any, error)) ([]byte, error) {
	if f, ok := m.files[path]; ok && now.Sub(f.at).Abs() < mapKept {
		return f.body, nil
	}
	v, err := read(ctx, inventory.At(now.Add(-mapFor)))
	if err != nil {
		return nil, err
	}
	b := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(b).Encode(v); err != nil {
		return nil, err
	}
	if len(m.files) >= mapFiles {
		clear(m.files)
	}
	m.files[path] = mappedFile{b.Bytes(), now}
	return b.Bytes(), nil
}
