package api_test

import "testing"

// TestMovingInFromLists brings in what shops have sold that export lists of attendees: dry first,
// then for good and once more; and the codes that they sold with open the door.
func TestMovingInFromLists(t *testing.T) {
	t.Parallel()
	for from, c := range map[string]struct{ file, code string }{
		"luma": {"guest_id,name,email,approval_status,qr_code_url,amount,currency,ticket_name\n" +
			"gst-1,Ada Lovelace,ada@example.org,approved,https://lu.ma/check-in/evt-NKX?pk=g-2U,12.50,EUR,General\n" +
			"gst-2,Bob,bob@example.org,approved,https://lu.ma/check-in/evt-NKX?pk=g-3U,12.50,EUR,General\n", "https://lu.ma/check-in/evt-NKX?pk=g-2U"},
		"eventbrite": {"Order #,First Name,Last Name,Email,Ticket Type,Barcode #,Currency,Total Paid,Attendee Status\n" +
			"1001,Aarti,Shah,aarti@example.com,VIP,500110001,EUR,20.00,Attending\n1001,Asha,Shah,aarti@example.com,VIP,500110003,EUR,20.00,Attending\n", "500110003"},
	} {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t)
			read := h.owner("POST", "/v1/imports:read", object{"from": from, "file": c.file, "currency": "EUR"}).want(200)
			if read.number("tickets") != 2 || read.number("fault_count") != 0 || read.text("from") != from {
				t.Fatalf("%s", read.Raw)
			}
			body := h.newEvent(0, func(e object) {
				for name, value := range read.at("event").(object) {
					e[name] = value
				}
				e["title"] = "Moved in"
			})
			event := "/v1/events/" + h.owner("POST", "/v1/events", body).want(201).text("id")
			before := h.ledger(event)
			h.owner("POST", event+"/sale-imports", object{"from": from, "file": c.file, "dry_run": true}).want(200)
			if h.ledger(event) != before {
				t.Error("a dry run has changed something")
			}
			for i := range 2 {
				name := h.owner("POST", event+"/sale-imports", object{"from": from, "file": c.file}).want(202).text("import_id")
				h.must(h.moveIn(h.seq.SubmitAll).Run(t.Context(), name))
				h.settleAll()
				done := h.owner("GET", "/v1/imports/"+name, nil).want(200)
				if done.text("from") != from || done.number("refused") != 0 || i == 1 && done.number("known") != done.number("lines") {
					t.Errorf("%s", done.Raw)
				}
			}
			if v := h.owner("GET", event, nil).want(200); v.number("availability", "confirmed") != 2 {
				t.Errorf("%s", v.Raw)
			}
			h.owner("POST", event+"/sale-imports", object{"from": from, "file": "name\nAda\n"}).problem(422, "invalid_request")
			h.scan(event, c.code).want(200).verdict("admit")
			h.scan(event, c.code).want(200).verdict("already_admitted")
			h.sound()
		})
	}
}
