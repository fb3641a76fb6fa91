package sample

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Event is a sample event.
type Event struct {
	Title, Description string
	Place              string // the venue and the town
	Organizer          int    // its number, below Organizers
	Host               string // its name
	Language           string // ISO 639-1
	Category           string // as the API has them
	AgeMin             int64  // in years
	Timezone           string
	Latitude           float64
	Longitude          float64
	// Begins is how long after the start of the first day the event begins, Lasts for how
	// long.
	Begins, Lasts time.Duration
	Available     bool
	Price         int64 // of the cheapest ticket, in minor units of Currency
	Currency      string
	// DearFrom is when the cheapest ticket costs Dear, from the start of the first day; 0:
	// never.
	DearFrom time.Duration
	Dear     int64
}

// Organizers is how many organizers there are.
const Organizers = 4000

// Days is how many days the events are spread over.
const Days = 365

// total is the weight of all towns.
var total = func() (n int) {
	for i := range towns {
		n += towns[i].weight
	}
	return n
}()

// Of returns event number i of a seed.
func Of(seed uint64, i int) Event {
	r := rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // a number, not below 0
	t := townOf(r)
	words := tongues[t.language]
	e := Event{Language: t.language, Timezone: t.zone, Currency: t.currency, Organizer: r.IntN(Organizers)}
	artist := name(r) + words.spaces + name(r)
	title := []string{common(r, words.themes), common(r, words.kinds)}
	e.Category = categoryOf[title[1]]
	if r.IntN(3) == 0 {
		title[0], title[1] = title[1], title[0]
	}
	if r.IntN(2) == 0 {
		title = append(title, words.with, artist)
	}
	e.Title = strings.TrimSpace(strings.Join(title, words.spaces))
	e.Place = common(r, words.venues) + ", " + t.name
	e.Host = host(seed, e.Organizer)
	e.Description = e.Title + ". " + common(r, words.themes) + words.spaces + common(r, words.kinds) + ", " + e.Place + "."
	// Most events are a few kilometers from the middle.
	e.Latitude, e.Longitude = t.latitude+r.NormFloat64()*0.05, t.longitude+r.NormFloat64()*0.08
	e.Begins = time.Duration(r.IntN(Days))*24*time.Hour + time.Duration(16+r.IntN(12))*30*time.Minute
	e.Lasts = time.Duration(2+r.IntN(6)) * 30 * time.Minute
	if r.IntN(50) == 0 {
		e.Lasts = time.Duration(2+r.IntN(20)) * 24 * time.Hour // an exhibition
	}
	e.Available = r.IntN(5) > 0
	if r.IntN(5) > 0 {
		e.Price = int64(4+r.IntN(120)) * 50
		if r.IntN(4) == 0 {
			e.DearFrom, e.Dear = e.Begins/2, e.Price*3/2
		}
	}
	if r.IntN(5) == 0 {
		e.AgeMin = leastAges[r.IntN(len(leastAges))]
	}
	return e
}

// leastAges are what a fifth of the events have.
var leastAges = []int64{6, 12, 16, 18}

// townOf draws a town by its weight.
func townOf(r *rand.Rand) *town {
	n := r.IntN(total)
	for i := range towns {
		if n -= towns[i].weight; n < 0 {
			return &towns[i]
		}
	}
	panic("sample: the weights of the towns are not their total")
}

// common draws a word, the first ones more often.
func common(r *rand.Rand, list []string) string {
	return list[int(float64(len(list))*r.Float64()*r.Float64())]
}

var (
	beginnings = []string{"Ab", "Al", "Bar", "Bel", "Cor", "Dal", "Dor", "El", "Fer", "Gal", "Har", "Il", "Jan", "Kal", "Lor", "Mar", "Nor", "Ok", "Per", "Ros", "Sal", "Tor", "Ul", "Ver", "Wal", "Yil", "Zor"}
	middles    = []string{"a", "an", "ber", "da", "de", "en", "i", "in", "ka", "le", "li", "ma", "na", "o", "on", "ra", "ri", "so", "ta", "ti", "u", "va", "wi", "za"}
	ends       = []string{"ba", "ck", "dis", "ek", "feld", "gan", "ić", "ini", "kov", "ler", "man", "nen", "oğlu", "quist", "ro", "ska", "son", "stein", "tti", "vic", "wald", "ye", "zak"}
)

// name draws one of some 15,000 names, the first ones more often.
func name(r *rand.Rand) string {
	n := int(float64(len(beginnings)*len(middles)*len(ends)) * r.Float64() * r.Float64())
	return nameOf(n)
}

func nameOf(n int) string {
	n = n * 7919 % (len(beginnings) * len(middles) * len(ends))
	return beginnings[n%len(beginnings)] + middles[n/len(beginnings)%len(middles)] + ends[n/len(beginnings)/len(middles)]
}

// host is the name of an organizer.
func host(seed uint64, number int) string {
	r := rand.New(rand.NewPCG(seed, 1<<40|uint64(number))) //nolint:gosec // a number, not below 0
	forms := []string{"%s Events", "%s Kultur", "Studio %s", "Casa %s", "%s & Söner", "Verein %s", "Les Amis de %s", "Friends of %s"}
	return strings.Replace(forms[r.IntN(len(forms))], "%s", name(r), 1) + " " + strconv.Itoa(number)
}

// Queries draws what people look for.
type Queries struct{ r *rand.Rand }

// NewQueries draws from a seed.
func NewQueries(seed uint64) *Queries { return &Queries{rand.New(rand.NewPCG(seed, 1<<41))} }

// Common is a word that many events have.
func (q *Queries) Common() string {
	words := tongues[townOf(q.r).language]
	list := words.kinds
	if q.r.IntN(2) == 0 {
		list = words.themes
	}
	first, _, _ := strings.Cut(list[q.r.IntN(4)], " ")
	return first
}

// Two are two words of one language that events have together.
func (q *Queries) Two() string {
	words := tongues[townOf(q.r).language]
	return common(q.r, words.themes) + " " + common(q.r, words.kinds)
}

// Rare is a word that few events have.
func (q *Queries) Rare() string { return nameOf(q.r.IntN(len(beginnings) * len(middles) * len(ends))) }

// Town is where somebody is.
func (q *Queries) Town() (latitude, longitude float64) {
	t := townOf(q.r)
	return t.latitude, t.longitude
}

// Category is one that events have, the common ones more often.
func (q *Queries) Category() string {
	return categoryOf[common(q.r, tongues[townOf(q.r).language].kinds)]
}

// Language is one that events are held in, the common ones more often.
func (q *Queries) Language() string { return townOf(q.r).language }

// Beginning is the beginning of a word, as it is typed.
func (q *Queries) Beginning() string {
	word := []rune(q.Common())
	return string(word[:min(len(word), 2+q.r.IntN(3))])
}

// Misspelt is a word with two letters exchanged.
func (q *Queries) Misspelt() string {
	word := []rune(q.Common())
	for len(word) < 5 {
		word = []rune(q.Common())
	}
	at := 1 + q.r.IntN(len(word)-3)
	word[at], word[at+1] = word[at+1], word[at]
	return string(word)
}
