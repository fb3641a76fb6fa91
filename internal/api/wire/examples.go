package wire

// Examples for the documentation. A test decodes those of requests strictly, so
// that they cannot fall behind.
var (
	ExampleNewEvent = map[string]any{
		"title": "Lantern walk", "location": "Old harbour, gate 2", "timezone": "Europe/Berlin",
		"starts_at": "2027-11-11T17:00:00+01:00", "ends_at": "2027-11-11T20:00:00+01:00",
		"capacity": 100, "max_guests": 3, "registration_cutoff": "2027-11-11T12:00:00+01:00",
		"reminder_offsets_seconds": []int{86400},
		"waitlist": map[string]any{
			"limit": 500, "promotion": "offer", "claim_window_seconds": 21600, "party_policy": "bounded_skip",
			"position_display": "exact", "quiet_hours": map[string]any{"from": "22:00", "to": "08:00"},
		},
		"publish": true,
	}
	ExampleEvent = map[string]any{
		"id": "evt_3k9q0a7c1v5m", "status": "published", "title": "Lantern walk", "description": "", "location": "Old harbour, gate 2",
		"starts_at": "2027-11-11T16:00:00Z", "ends_at": "2027-11-11T19:00:00Z", "timezone": "Europe/Berlin", "capacity": 100,
		"availability": map[string]any{"capacity": 100, "available": 37, "held": 1, "confirmed": 62, "blocked": 0, "waiting": 0},
		"tiers": []any{map[string]any{
			"id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "name": "General", "pools": []string{"pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r"},
			"capacity": 100, "available": 37, "waiting": 0,
		}},
		"pools": []any{map[string]any{
			"id": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r", "name": "All places", "capacity": 100, "available": 37, "held": 1, "confirmed": 62, "blocked": 0,
		}},
		"max_guests": 3, "limit_per_person": 0, "registration_cutoff": "2027-11-11T11:00:00Z", "cancellation_cutoff": nil,
		"doors_open_at": "2027-11-11T15:30:00Z", "max_transfers": 1,
		"reminder_offsets_seconds": []int{86400},
		"waitlist": map[string]any{
			"enabled": true, "limit": 500, "promotion": "offer", "claim_window_seconds": 21600, "party_policy": "bounded_skip",
			"position_display": "exact", "wave_size": 0, "wave_interval_seconds": 0,
			"quiet_hours": map[string]any{"from": "22:00", "to": "08:00"}, "time_critical": false, "priority_head_start_seconds": 86400,
		},
		"created_at": "2027-09-01T08:00:00Z", "updated_at": "2027-10-30T10:11:12Z", "ledger_seq": 42,
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
