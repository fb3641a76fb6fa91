package saleimport

import (
	"strings"
	"testing"
)

// Headers as the shops write them.
const (
	lumaHeader       = "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,amount_tax,amount_discount,currency,coupon_code,eth_address,solana_address,survey_response_rating,survey_response_feedback,ticket_type_id,ticket_name\n"
	eventbriteHeader = "Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Barcode #,Currency,Total Paid,Attendee Status,Cell Phone\n"
	hiEventsHeader   = "ID,Vorname,Nachname,E-Mail,Status,Eingecheckt,Eingecheckt am,Produkt-ID,Produktname,Veranstaltungs-ID,Öffentliche ID,Kurz-ID,Erstellt am,Zuletzt geändert,Notizen\n"
)

// TestAttendeeLists: lists of attendees of other shops become orders, with the codes that open the
// door, the tiers and who waits.
func TestAttendeeLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, file             string
		of                     string
		orders, items, waiting int
		left                   string
		code                   string
		amount                 int64
	}{
		{
			from: Luma, of: "luma/evt-NKX", orders: 1, items: 1, waiting: 1, left: "cancelled approval", code: "https://lu.ma/check-in/evt-NKX?pk=g-2U", amount: 1250,
			file: lumaHeader + "gst-1,Ada Lovelace,Ada,Lovelace,ada@example.org,,2025-08-08T00:16:45.813Z,approved,,,https://lu.ma/check-in/evt-NKX?pk=g-2U,€12.50,0,0,EUR,,,,,,ttype-1,General\n" +
				"gst-2,Bob,Bob,,bob@example.org,,2025-08-08T00:16:45.813Z,declined,,,https://lu.ma/check-in/evt-NKX?pk=g-3U,,,,,,,,,,ttype-1,General\n" +
				"gst-3,Cy,Cy,,cy@example.org,,2025-08-08T00:16:45.813Z,pending_approval,,,,,,,,,,,,,ttype-1,General\n" +
				"gst-4,Di,Di,,di@example.org,,2025-08-08T00:16:45.813Z,waitlist,,,,,,,,,,,,,ttype-1,General\n",
		},
		{
			from: Eventbrite, of: "eventbrite", orders: 2, items: 3, left: "cancelled", code: "500110001", amount: 2000,
			file: eventbriteHeader + "1001,2026-09-20,Aarti,Shah,aarti@example.com,1,VIP,5001,500110001,EUR,20.00,Attending,+91 98240 17356\n" +
				"1001,2026-09-20,Asha,Shah,aarti@example.com,1,VIP,5003,500110003,EUR,20.00,Checked In,\n" +
				"1002,2026-09-21,Bina,Rao,bina@example.com,1,Early bird,5002,500210002,EUR,0.00,Refunded,9824017357\n" +
				"1003,2026-09-21,Cara,Rao,cara@example.com,1,Early bird,5004,500210004,EUR,0.00,Attending,\n",
		},
		{
			from: HiEvents, of: "hi-events/7", orders: 2, items: 2, left: "cancelled", code: "A-K3X9TQ",
			file: hiEventsHeader + "12,Ada,Lovelace,ada@example.org,ACTIVE,No,,3,Standard,7,A-K3X9TQ,a_8sZ,2026-01-01 10:00:00,2026-01-01 10:00:00,\n" +
				"13,Bob,Meyer,bob@example.org,CANCELLED,No,,3,Standard,7,A-9QW2LM,a_9sZ,2026-01-01 10:00:00,2026-01-01 10:00:00,\n" +
				"14,Cy,Meyer,cy@example.org,ACTIVE,Yes,2026-02-02 10:00:00,4,Reduced - Student,7,A-77W2LM,a_1sZ,2026-01-01 10:00:00,2026-01-01 10:00:00,\n",
		},
	} {
		s := Read(c.from, []byte(c.file), nil, "EUR", 0)
		if s.Faults.Total > 0 {
			t.Errorf("%s: %+v", c.from, s.Faults.List)
			continue
		}
		items := 0
		for _, o := range s.Orders {
			if items += len(o.Items); !o.Paid || !strings.Contains(o.Email, "@") || o.Name == "" {
				t.Errorf("%s: %+v", c.from, o)
			}
		}
		var left []string
		for _, l := range s.Left {
			left = append(left, l.Reason)
		}
		first := s.Orders[0].Items[0]
		if s.Source != c.from || s.Of != c.of || len(s.Orders) != c.orders || items != c.items || len(s.Waiting) != c.waiting || strings.Join(left, " ") != c.left || first.Code != c.code || first.Price.Amount != c.amount {
			t.Errorf("%s: %+v, left %q, first %+v", c.from, s, left, first)
		}
	}
}

// TestAttendeeFaults: what is not such a list, or has what cannot be, is said by its line.
func TestAttendeeFaults(t *testing.T) {
	t.Parallel()
	luma := func(row string) string { return lumaHeader + row }
	for _, c := range []struct{ what, from, file, field, code string }{
		{"nothing", Luma, "", "file", "bad_format"},
		{"another list", Luma, eventbriteHeader, "file[1]", "missing"},
		{"a list in another order", HiEvents, hiEventsHeader + "ada@example.org,12,Ada,Lovelace,ACTIVE\n", "file", "bad_format"},
		{"no list", Eventbrite, "{}", "file[1]", "missing"},
		{"not UTF-8", Luma, "api_id,name\xff", "file", "encoding"},
		{"another currency", Luma, luma("gst-1,Ada,,,ada@example.org,,,approved,,,,12,,,USD,,,,,,,General\n"), "file[2]", "mismatch"},
		{"an amount of another kind", Luma, luma("gst-1,Ada,,,ada@example.org,,,approved,,,,\"12,50\",,,EUR,,,,,,,General\n"), "file[2].price", "bad_format"},
		{"an unknown status", Luma, luma("gst-1,Ada,,,ada@example.org,,,maybe,,,,,,,,,,,,,,General\n"), "file[2]", "unknown"},
		{"a code twice", Luma, luma("gst-1,Ada,,,ada@example.org,,,approved,,,x,,,,,,,,,,,General\ngst-2,Ada,,,ada@example.org,,,approved,,,x,,,,,,,,,,,General\n"), "file[3]", "duplicate"},
		{"no order", Luma, luma(",Ada,,,ada@example.org,,,approved,,,x,,,,,,,,,,,General\n"), "file[2]", "bad_format"},
	} {
		s := Read(c.from, []byte(c.file), nil, "EUR", 0)
		if s.Faults.Total == 0 || s.Faults.List[0].Field != c.field || s.Faults.List[0].Code != c.code {
			t.Errorf("%s: %+v", c.what, s.Faults.List)
		}
	}
	if s := Read(Luma, []byte(lumaHeader), []byte("x"), "EUR", 0); s.Faults.List[0].Field != "waitlist" {
		t.Errorf("%+v", s.Faults.List)
	}
}

// FuzzAttendees: no file makes a reader panic, and what it reads stays in bounds.
func FuzzAttendees(f *testing.F) {
	f.Add(lumaHeader+"gst-1,Ada,,,ada@example.org,,,approved,,,x,1,,,EUR,,,,,,,General\n", 3)
	f.Add(hiEventsHeader+"12,Ada,Lovelace,ada@example.org,ACTIVE,No,,3,Standard,7,A-K3X9TQ,a,b,c,\n", 1)
	f.Fuzz(func(t *testing.T, file string, shop int) {
		sources := Sources()
		s := Read(sources[max(0, shop)%len(sources)], []byte(file), nil, "EUR", 0)
		for _, o := range s.Orders {
			for _, it := range o.Items {
				if it.Tier < 0 || it.Tier >= len(s.Tiers) {
					t.Errorf("%+v", it)
				}
			}
		}
	})
}
