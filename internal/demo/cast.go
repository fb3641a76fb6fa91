package demo

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
)

// cast are the people who come. The names are made up.
var cast = []string{
	"Amara Okafor", "Jonas Lindqvist", "Mei Tanaka", "Lukas Brandt", "Sofía Herrera", "Priya Raman",
	"Owen Gallagher", "Zeynep Şahin", "Mateusz Wójcik", "Clara Dubois", "Noah Bennett", "Ingrid Solberg",
	"Tariq Haddad", "Élise Moreau", "Ravi Menon", "Greta Hoffmann", "Diego Álvarez", "Hana Kim",
	"Samuel Osei", "Freya Nielsen", "Marco Ricci", "Leila Farahani", "Tom Whitaker", "Yuki Sato",
}

func someGuests(people int) []int {
	guests := make([]int, people)
	for i := range guests {
		guests[i] = []int{1, 0, 0, 2, 0, 1, 0, 0}[i%8]
	}
	return guests
}

var offerLine = inventory.WaitlistSettings{
	Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact,
	ClaimWindow: 6 * inventory.Hour, ClassHeadStart: inventory.Day,
}

func withQuietNights(w inventory.WaitlistSettings) inventory.WaitlistSettings {
	w.QuietFrom, w.QuietTo = 22*60, 8*60
	return w
}

// organizers are the organizations; the demo's key and owner are of the first.
var organizers = []string{"Riverside Workshop", "Hafenklang Collective", "Hofkino München", "North Bank Runners"}

var bandLine = inventory.WaitlistSettings{
	Promotion: inventory.PromoteOffer, PartyPolicy: inventory.Strict, PositionDisplay: inventory.PositionBand,
	ClaimWindow: 12 * inventory.Hour, ClassHeadStart: inventory.Day,
}

var events = []event{
	{
		title:       "The Tempest: opening night",
		labels:      storeevents.Labels{Category: "theatre", Tags: []string{"Shakespeare", "Premiere"}, Performers: []string{"The Quay Players"}, Language: "en", AgeMin: 12},
		description: "Shakespeare's last island, with a live score for strings and saw.\n\n- Doors **18:45**, curtain **19:30**\n- Two hours and twenty minutes, one interval\n- Drinks in the foyer with the company afterwards\n\nWheelchair spaces are at both ends of the last row of the stalls, each with a seat beside it.",
		location:    "The Little Playhouse, Quay 12, Berlin", at: "52.4987,13.4469", zone: "Europe/Berlin", inDays: 23, atHour: 19, hours: 3,
		pools: []pool{{"event", 1}}, waitlist: offerLine, hall: &playhouse,
	},
	{
		title:       "Repair Café: bring it broken, take it home working",
		labels:      storeevents.Labels{Category: "community", Tags: []string{"Repair", "Free"}, Language: "en"},
		description: "Toasters, lamps, bicycles, zips. Our fixers bring **tools, coffee and patience**; you bring the thing.\n\n## How it goes\n\n1. You arrive and tell us what is wrong.\n2. A fixer sits down with you: you repair it *together*.\n3. Two out of three things go home working.\n\nPlease bring one thing each, and whatever came with it.",
		location:    "Riverside Workshop, Quay 4, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", inDays: 9, atHour: 18, hours: 3,
		pools: []pool{{"event", 12}}, tiers: []tier{{"Workbench", []string{"event"}}},
		maxGuests: 2, waitlist: offerLine,
		guests: someGuests(16), cancel: []int{1},
	},
	{
		by:          "Hafenklang Collective",
		title:       "Harbour Lights: an open-air concert",
		labels:      storeevents.Labels{Category: "music", Tags: []string{"Open air", "Live"}, Performers: []string{"Marea", "The Tidewater Five", "Cais do Sodré Brass", "Lanterna"}, Language: "pt"},
		description: "Four bands, one stage on the water. Seats on the pier, standing room on the lawn.\n\n- **20:00** Marea\n- **21:00** The Tidewater Five\n- **22:00** Cais do Sodré Brass\n- **23:00** Lanterna\n\nBring a blanket. The bar takes cards only.",
		location:    "Old Harbour, Pier 2, Lisbon", at: "38.7057,-9.1449", zone: "Europe/Lisbon", inDays: 34, atHour: 20, hours: 4,
		pools:     []pool{{"event", 300}, {"pier", 60}},
		tiers:     []tier{{"Lawn", []string{"event"}}, {"Pier", []string{"event", "pier"}}},
		maxGuests: 4, waitlist: withQuietNights(offerLine), guests: someGuests(24),
	},
	{
		by:          "Hofkino München",
		title:       "Kino im Hof: Metropolis mit Livemusik",
		labels:      storeevents.Labels{Category: "film", Tags: []string{"Open Air", "Stummfilm"}, Performers: []string{"Trio Lichtspiel"}, Language: "de", AgeMin: 12},
		description: "Der Stummfilm von 1927 unter freiem Himmel, dazu spielt ein Trio live.\n\nEinlass ab **19:30 Uhr**, Beginn mit der Dunkelheit. Decken liegen bereit. Bei Regen ziehen wir in den Saal um.\n\n> Wer eine Karte hat und nicht kommen kann: bitte zurückgeben, die Warteliste freut sich.",
		location:    "Innenhof, Lindwurmstraße 88, München", at: "48.1289,11.5546", zone: "Europe/Berlin", inDays: 4, atHour: 20, hours: 3,
		pools: []pool{{"event", 40}}, tiers: []tier{{"Platz", []string{"event"}}},
		maxGuests: 2, waitlist: withQuietNights(offerLine), guests: someGuests(20),
	},
	{
		title:       "Sharpening knives: an evening for beginners",
		labels:      storeevents.Labels{Category: "learning", Tags: []string{"Repair", "Beginners"}, Language: "en", AgeMin: 16},
		description: "Whetstone, angle, patience. You take home one very sharp knife and the stone that made it so.",
		location:    "Riverside Workshop, Quay 4, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", inDays: 16, atHour: 19, hours: 2,
		pools: []pool{{"event", 10}}, tiers: []tier{{"Seat at the bench", []string{"event"}}},
		waitlist: bandLine, guests: make([]int, 24),
	},
	{
		by:          "North Bank Runners",
		title:       "Night run: head torches on",
		labels:      storeevents.Labels{Category: "sport", Tags: []string{"Running"}},
		description: "Eight kilometres through the park, together and without a clock.",
		location:    "North Bank Park, boathouse, New York", at: "40.8262,-73.9569", zone: "America/New_York", inDays: 12, atHour: 20, hours: 2,
		pools: []pool{{"event", 80}}, tiers: []tier{{"Runner", []string{"event"}}},
		maxGuests: 3, waitlist: offerLine, guests: someGuests(12), cancelled: true,
	},
	{
		by:          "North Bank Runners",
		title:       "Ten kilometres along the river",
		labels:      storeevents.Labels{Category: "sport", Tags: []string{"Running", "Race"}, AgeMin: 16},
		description: "A friendly run on flat paths. Water every two kilometres, soup at the end.",
		location:    "North Bank Park, New York", at: "40.8262,-73.9569", zone: "America/New_York", inDays: 61, atHour: 9, hours: 3,
		pools: []pool{{"event", 150}}, tiers: []tier{{"Runner", []string{"event"}}},
		draft: true, waitlist: offerLine,
	},
	{
		title:       "Saturday market: forty makers, one yard",
		labels:      storeevents.Labels{Category: "community", Tags: []string{"Market", "Crafts"}},
		description: "Ceramics, prints, bread and bicycles. Come early for the bread; stay for the **brass band at noon**.",
		location:    "Riverside Workshop, the yard, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", onWeekday: time.Saturday, atHour: 10, hours: 7,
		pools: []pool{{"event", 400}}, tiers: []tier{{"Entry", []string{"event"}}}, maxGuests: 4, waitlist: offerLine, guests: someGuests(18),
	},
	{
		by:          "Hafenklang Collective",
		title:       "Late set: Lanterna and friends",
		labels:      storeevents.Labels{Category: "music", Tags: []string{"Live", "Club"}, Performers: []string{"Lanterna"}, AgeMin: 18},
		description: "Two sets, one before midnight and one after. Doors at **21:00**.",
		location:    "Kesselhaus, Berlin", at: "52.5391,13.4127", zone: "Europe/Berlin", onWeekday: time.Friday, atHour: 21, hours: 4,
		pools: []pool{{"event", 24}}, tiers: []tier{{"Entry", []string{"event"}}}, maxGuests: 2, waitlist: offerLine, guests: someGuests(24),
	},
	{
		title:       "Slow Sunday: coffee, clay and company",
		labels:      storeevents.Labels{Category: "art", Tags: []string{"Crafts", "Coffee"}, Language: "en"},
		description: "Two hours at the wheel, with somebody who knows how. What you make is fired and yours a week later.",
		location:    "Riverside Workshop, Quay 4, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", onWeekday: time.Sunday, atHour: 11, hours: 2,
		pools: []pool{{"event", 14}}, tiers: []tier{{"Seat at the wheel", []string{"event"}}}, maxGuests: 2, waitlist: offerLine, guests: someGuests(8),
	},
	{
		title:       "Letterpress for two hands",
		labels:      storeevents.Labels{Category: "learning", Tags: []string{"Crafts", "Beginners"}, Language: "en", AgeMin: 14},
		description: "Set a line of type, ink it, pull it. You go home with ten cards of your own.",
		location:    "Riverside Workshop, Quay 4, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", inDays: 20, atHour: 18, hours: 3,
		pools: []pool{{"event", 8}}, tiers: []tier{{"Press", []string{"event"}}}, maxGuests: 2, waitlist: offerLine, guests: someGuests(3),
	},
	{
		by:          "Hafenklang Collective",
		title:       "Strings at dusk",
		labels:      storeevents.Labels{Category: "music", Tags: []string{"Chamber music"}, Performers: []string{"The Quay Quartet"}, AgeMin: 6},
		description: "A quartet, a courtyard, an hour without an interval.",
		location:    "Kulturhof, Berlin", at: "52.5316,13.3847", zone: "Europe/Berlin", inDays: 27, atHour: 20, hours: 1,
		pools: []pool{{"event", 120}}, tiers: []tier{{"Seat", []string{"event"}}}, maxGuests: 3, waitlist: offerLine, guests: someGuests(6),
	},
	{
		title:       "Bread: one starter, three loaves",
		labels:      storeevents.Labels{Category: "food", Tags: []string{"Baking", "Beginners"}, Language: "en"},
		description: "Flour, water, time. Bring a jar; it goes home alive.",
		location:    "Riverside Workshop, the kitchen, Berlin", at: "52.4996,13.4452", zone: "Europe/Berlin", inDays: 38, atHour: 10, hours: 4,
		pools: []pool{{"event", 12}}, tiers: []tier{{"Table", []string{"event"}}}, maxGuests: 2, waitlist: offerLine, guests: someGuests(2),
	},
}
