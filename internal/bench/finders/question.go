package finders

import (
	"net/url"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// priceCurrency is what prices are compared in.
const priceCurrency = "EUR"

// Question is what is searched for.
type Question struct {
	Words     string
	At        *discovery.Point
	KM        float64
	Available bool
	Days      int    // until when; 0: no bound
	Most      *int64 // what it may cost, in cents of EUR; nil: whatever
	// Category, City (an id) and Language: only these; "": all.
	Category, City, Language string
	Age                      int64 // of whoever wants to come; 0: any
	Sort                     discovery.Sort
}

// Kind draws questions of one kind.
type Kind struct {
	Name string
	// Baselines: they can answer it. They know no typing errors.
	Baselines bool
	Draw      func(q *sample.Queries) Question
}

// Kinds are the kinds of questions that are measured.
func Kinds() []Kind {
	near := func(q *sample.Queries) *discovery.Point {
		latitude, longitude := q.Town()
		return &discovery.Point{Latitude: latitude, Longitude: longitude}
	}
	city := func(q *sample.Queries) string {
		if c := discovery.CityOf("", near(q), ""); c != nil {
			return c.ID
		}
		return "" // a test finds it
	}
	byDate := func(of Question) Question {
		of.Sort = discovery.ByDate
		return of
	}
	return []Kind{
		{"a common word", true, func(q *sample.Queries) Question { return Question{Words: q.Common()} }},
		{"two words", true, func(q *sample.Queries) Question { return Question{Words: q.Two()} }},
		{"a rare word", true, func(q *sample.Queries) Question { return Question{Words: q.Rare()} }},
		{"the beginning of a word", true, func(q *sample.Queries) Question { return Question{Words: q.Beginning()} }},
		{"a word with a typing error", false, func(q *sample.Queries) Question { return Question{Words: q.Misspelt()} }},
		{"a common word, 25 km, available, 30 days", true, func(q *sample.Queries) Question {
			return Question{Words: q.Common(), At: near(q), KM: 25, Available: true, Days: 30}
		}},
		{"two words, 100 km, up to EUR 20", true, func(q *sample.Queries) Question {
			return Question{Words: q.Two(), At: near(q), KM: 100, Most: new(int64(2000))}
		}},
		{"a common word, one category", true, func(q *sample.Queries) Question { return Question{Words: q.Common(), Category: q.Category()} }},
		{"a common word, one language", true, func(q *sample.Queries) Question { return Question{Words: q.Common(), Language: q.Language()} }},
		{"by date", true, func(*sample.Queries) Question { return byDate(Question{}) }},
		{"by date, available", true, func(*sample.Queries) Question { return byDate(Question{Available: true}) }},
		{"by date, available, 30 days", true, func(*sample.Queries) Question { return byDate(Question{Available: true, Days: 30}) }},
		{"by date, 25 km", true, func(q *sample.Queries) Question { return byDate(Question{At: near(q), KM: 25}) }},
		{"by date, 25 km, 30 days", true, func(q *sample.Queries) Question { return byDate(Question{At: near(q), KM: 25, Days: 30}) }},
		{"by date, up to EUR 20", true, func(*sample.Queries) Question { return byDate(Question{Most: new(int64(2000))}) }},
		{"by date, free", true, func(*sample.Queries) Question { return byDate(Question{Most: new(int64(0))}) }},
		{"by date, one city", true, func(q *sample.Queries) Question { return byDate(Question{City: city(q)}) }},
		{"by date, one city, free, available, 30 days", true, func(q *sample.Queries) Question {
			return byDate(Question{City: city(q), Most: new(int64(0)), Available: true, Days: 30})
		}},
		{"by date, one category", true, func(q *sample.Queries) Question { return byDate(Question{Category: q.Category()}) }},
		{"by date, one city, one category", true, func(q *sample.Queries) Question {
			return byDate(Question{City: city(q), Category: q.Category()})
		}},
		{"by date, one language", true, func(q *sample.Queries) Question { return byDate(Question{Language: q.Language()}) }},
		{"by date, one city, one language, at the age of 10", true, func(q *sample.Queries) Question {
			return byDate(Question{City: city(q), Language: q.Language(), Age: 10})
		}},
		{"by price, a common word", true, func(q *sample.Queries) Question { return Question{Sort: discovery.ByPrice, Words: q.Common()} }},
		{"by price, one city", true, func(q *sample.Queries) Question { return Question{Sort: discovery.ByPrice, City: city(q)} }},
		{"by price, 30 days", true, func(*sample.Queries) Question { return Question{Sort: discovery.ByPrice, Days: 30} }},
		{"by price, everything", true, func(*sample.Queries) Question { return Question{Sort: discovery.ByPrice} }},
		{"by distance, 25 km", true, func(q *sample.Queries) Question { return Question{Sort: discovery.ByDistance, At: near(q), KM: 25} }},
		{"by distance, 25 km, 30 days", true, func(q *sample.Queries) Question {
			return Question{Sort: discovery.ByDistance, At: near(q), KM: 25, Days: 30}
		}},
		{"by distance, 500 km", true, func(q *sample.Queries) Question { return Question{Sort: discovery.ByDistance, At: near(q), KM: 500} }},
	}
}

// Path is the question as a request for the public list. Days are counted from now.
func (q *Question) Path(now time.Time) string {
	v := url.Values{"limit": {strconv.Itoa(Page)}}
	add := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	add("q", q.Words)
	add("category", q.Category)
	add("city", q.City)
	add("language", q.Language)
	if q.At != nil {
		v.Set("near", q.At.String())
		v.Set("radius_km", strconv.FormatFloat(q.KM, 'f', -1, 64))
	}
	if q.Available {
		v.Set("available", "true")
	}
	if q.Days > 0 {
		v.Set("to", now.Add(time.Duration(q.Days)*24*time.Hour).UTC().Format(time.RFC3339))
	}
	if q.Most != nil {
		v.Set("price_max", strconv.FormatInt(*q.Most, 10))
		v.Set("currency", priceCurrency)
	}
	if q.Age > 0 {
		v.Set("age", strconv.FormatInt(q.Age, 10))
	}
	switch q.Sort {
	case discovery.ByDate:
		v.Set("sort", "date")
	case discovery.ByPrice:
		v.Set("sort", "price")
		v.Set("currency", priceCurrency)
	case discovery.ByDistance:
		v.Set("sort", "distance")
	case discovery.ByRelevance: // what words are asked for with
	}
	return "/v1/public/events?" + v.Encode()
}
