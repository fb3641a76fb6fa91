package demo

import "github.com/holdfast-events/holdfast/internal/inventory"

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

var events = []event{
	{
		title:       "Repair Café: bring it broken, take it home working",
		description: "Toasters, lamps, bicycles, zips. Our fixers bring tools, coffee and patience; you bring the thing.",
		location:    "Riverside Workshop, Quay 4", zone: "Europe/Berlin", inDays: 9, atHour: 18, hours: 3,
		pools: []pool{{"event", 12}}, tiers: []tier{{"Workbench", []string{"event"}}},
		maxGuests: 2, waitlist: offerLine,
		guests: someGuests(16), cancel: []int{1},
	},
	{
		title:       "Harbour Lights: an open-air concert",
		description: "Four bands, one stage on the water. Seats on the pier, standing room on the lawn.",
		location:    "Old Harbour, Pier 2", zone: "Europe/Lisbon", inDays: 34, atHour: 20, hours: 4,
		pools:     []pool{{"event", 300}, {"pier", 60}},
		tiers:     []tier{{"Lawn", []string{"event"}}, {"Pier", []string{"event", "pier"}}},
		maxGuests: 4, waitlist: withQuietNights(offerLine), guests: someGuests(24),
	},
	{
		title:       "Ten kilometres along the river",
		description: "A friendly run on flat paths. Water every two kilometres, soup at the end.",
		location:    "North Bank Park", zone: "America/New_York", inDays: 61, atHour: 9, hours: 3,
		pools: []pool{{"event", 150}}, tiers: []tier{{"Runner", []string{"event"}}},
		draft: true, waitlist: offerLine,
	},
}
