package api

// samples are values of fields for the examples that are made of schemas: by the
// field's name, or by "Schema.field" where a name means several things.
var samples = map[string]any{
	"event_id": "evt_3k9q0a7c1v5m", "user_id": "u_1815", "entry_id": "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"offer_id": "off_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "order_id": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "list_id": "lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"pool_id": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "tier_id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"venue_id": "ven_3k9q0a7c1v5m", "room_id": "roo_3k9q0a7c1v5m", "booked_room_id": "roo_3k9q0a7c1v5m", "part_of": "roo_3k9q0a7c1v5m", "booking_id": "bkg_3k9q0a7c1v5m", "booking_series_id": "bks_3k9q0a7c1v5m", "place_token": "hp_M2s5cTBhN2MxdjVtMDZmMnc4ZDR4azFuN3A5c6AAECAwQFBgcICQoLDA0ODw", "booking_token": "hb_M2s5cTBhN2MxdjVtAAECAwQFBgcICQoLDA0ODw", "add_on_id": "adn_3k9q0a7c1v5m", "calendar_id": "cal_3k9q0a7c1v5m", "seat_id": "sea_3k9q0a7c1v5m0000000000000042",
	"plan_id": "pla_3k9q0a7c1v5m", "payment_id": "pay_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "person_id": "per_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"organization_id": "org_3k9q0a7c1v5m", "scan_id": "scn_7f3a01", "device_id": "gate-2-phone", "challenge_id": "cha_3k9q0a7c1v5m",
	"subject": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "related": "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "actor": "key_3k9q0a7c1v5m",
	"by": "mem_3k9q0a7c1v5m", "created_by": "mem_3k9q0a7c1v5m", "endpoint": "https://push.example.org/3k9q0a7c1v5m",
	"next_cursor": "eyJhIjoiZXZ0XzNrOXEwYTdjMXY1bSJ9", "request_id": "5f2b9c0de41a-2k", "network": "192.0.2.0/24",

	"email": "ada@example.org", "address": "ada@example.org", "attendee_email": "grace@example.org", "attendee": "Grace Hopper",
	"name": "Ada Lovelace", "phone": "+4915112345678", "sms": "+4915112345678", "locale": "en", "currency": "EUR", "timezone": "Europe/Berlin",
	"event_timezone": "Europe/Berlin", "title": "Lantern walk", "event_title": "Lantern walk", "location": "Old harbour, gate 2",
	"description": "Bring a lantern and warm shoes.", "organization": "Riverside Workshop", "venue": "Harbour hall", "room": "Main hall",
	"tier": "General", "tier_name": "General", "section": "Stalls", "seat": "Stalls, row 4, seat 11", "gate": "North", "color": "#0f766e",
	"Booking.reason": "no_longer_needed", "Booking.status": "confirmed", "Booking.purpose": "Choir rehearsal", "SkippedDate.reason": "room_taken", "BookingDate.reason": "room_taken", "BookingDate.status": "skipped", "rooms": []string{"roo_3k9q0a7c1v5m"},
	"Organization.name": "Riverside Workshop", "Tier.name": "General", "Pool.name": "All places", "Venue.name": "Harbour hall", "Room.name": "Main hall",

	"promo_code": "EARLY20", "access_code": "FRIENDS", "code": "EARLY20", "payment_instructions": "Please transfer the amount with the reference.",
	"reference": "HF-7K3M", "ref": "pi_3PqYzT", "reason": "registered", "from": "held", "to": "confirmed", "verdict": "admit", "problem": "sold_out",
	"error": "no such mailbox", "message": "Doors open at six.", "heading": "Your ticket", "text": "See you at the harbour.",
	"html": "<p>See you at the harbour.</p>", "csv": "name,email\nAda Lovelace,ada@example.org\n", "agent": "Firefox on Linux",

	"url": "https://tickets.example.org/e/evt_3k9q0a7c1v5m", "link": "https://tickets.example.org/o/hl_3k9q0a7c1v5m",
	"payment_url": "https://tickets.example.org/orders/ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "pdf": "/v1/tickets/tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01/ticket.pdf",
	"qr_png": "/v1/tickets/tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01/qr.png", "qr_svg": "/v1/tickets/tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01/qr.svg",

	"capacity": 100, "available": 37, "held": 1, "confirmed": 62, "blocked": 0, "waiting": 3, "units": 2, "ledger_seq": 42, "price": 1250, "total": 2500, "amount": 2500,
}
