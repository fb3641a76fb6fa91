package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Examples for the documentation. A test decodes those of requests strictly, so
// that they cannot fall behind; those of answers do not where they are values of
// their type.
var (
	ExampleNewEvent = map[string]any{
		"title": "Lantern walk", "location": "Old harbour, gate 2", "timezone": "Europe/Berlin",
		"starts_at": "2027-11-11T17:00:00+01:00", "ends_at": "2027-11-11T20:00:00+01:00",
		"capacity": 100, "max_guests": 3, "registration_cutoff": "2027-11-11T12:00:00+01:00",
		"category": "outdoors", "tags": []string{"Lanterns", "Harbour"}, "performers": []string{"Brass of the Quay"}, "language": "de", "age_min": 6,
		"reminder_offsets_seconds": []int{86400},
		"waitlist": map[string]any{
			"limit": 500, "promotion": "offer", "claim_window_seconds": 21600, "party_policy": "bounded_skip",
			"position_display": "exact", "quiet_hours": map[string]any{"from": "22:00", "to": "08:00"},
		},
		"publish": true,
	}
	ExampleEvent = Event{
		ID: "evt_3k9q0a7c1v5m", Status: "published", State: "on_sale", Organization: Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop", Color: "#0f766e"},
		Title: "Lantern walk", Location: "Old harbour, gate 2",
		Labels:   Labels{Category: "outdoors", Tags: []string{"Lanterns", "Harbour"}, Performers: []string{"Brass of the Quay"}, Language: "de", AgeMin: 6},
		StartsAt: moment("2027-11-11T16:00:00Z"), EndsAt: moment("2027-11-11T19:00:00Z"), Timezone: "Europe/Berlin", Capacity: 100,
		Availability: Availability{Capacity: 100, Available: 37, Held: 1, Confirmed: 62},
		Tiers: []Tier{{
			ID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Name: "General", Pools: []string{"pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r"},
			Capacity: 100, Available: 37, SaleOut: SaleOut{Pricing: PricingFixed, TaxIncluded: true}, KindOut: KindOut{Kind: KindTicket},
		}},
		Pools: []Pool{{ID: "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r", Name: "All places", Capacity: 100, Available: 37, Held: 1, Confirmed: 62}},
		SettingsOut: SettingsOut{
			MaxGuests: 3, GuestNames: "required", RegistrationCutoff: httpapi.Ptr(moment("2027-11-11T11:00:00Z")), DoorsOpenAt: httpapi.Ptr(moment("2027-11-11T15:30:00Z")),
			MaxTransfers: 1, Log: "people", Visibility: "public", Demand: "normal",
			Waitlist: WaitlistOut{
				Enabled: true, Limit: 500, Promotion: "offer", ClaimWindow: 21600, PartyPolicy: "bounded_skip", PositionDisplay: "exact",
				QuietHours: &QuietHours{From: "22:00", To: "08:00"}, PriorityHeadStart: 86400,
			},
			Orders: OrdersOut{FirstHoldTime: 300, HoldTime: 900, SeatHoldTime: 120, UnpaidPerNetwork: 120, UnpaidPerPerson: 100, Exchange: true},
		},
		Reminders: []int64{86400},
		CreatedAt: moment("2027-09-01T08:00:00Z"), UpdatedAt: moment("2027-10-30T10:11:12Z"), LedgerSeq: 42,
	}
	ExampleRegistration = map[string]any{
		"user_id": "u_1815", "email": "ada@example.org", "name": "Ada Lovelace",
		"guests": []any{map[string]any{"name": "Grace Hopper"}}, "join_waitlist": true,
	}
	ExampleRegistrationPlain = map[string]any{"user_id": "u_1815", "email": "ada@example.org", "name": "Ada Lovelace"}
	ExampleStanding          = map[string]any{
		"status": "confirmed", "order_id": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "units": 2, "ledger_seq": 43,
	}
	ExampleWaiting = map[string]any{
		"status": "waitlisted", "entry_id": "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "units": 1, "position": 3, "ledger_seq": 44,
	}
	ExampleHistory = map[string]any{"items": []any{map[string]any{
		"seq": 51, "at": "2027-10-30T10:11:12Z", "reason": "left", "own": false, "other": "guest 4f2a91", "from": "waiting", "to": "left",
		"position_before": 3, "position_after": 2, "text": "guest 4f2a91 left the waitlist. You moved from place 3 to place 2.",
	}}}
)

// moment is a time of an example.
func moment(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}
