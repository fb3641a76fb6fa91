package guestlist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/guestlist"
)

// TestParties: lines with an order in common are one party, in the order of their units, unless they
// are of somebody else; a line without an order is one by itself.
func TestParties(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"each alone", "email,name,guests\na@example.org,A,B;C\nd@example.org,D,\n", "2 A [B C]|3 D []"},
		{"without an order", "email,order_id\na@example.org,\nb@example.org,\n", "2  []|3  []"},
		{"by units", "email,attendee_name,unit,order_id\na@example.org,A,2,x\n,C,7,x\n,B,3,x\n", "2 A [B C]"},
		{"between others", "email,name,order_id\na@example.org,A,x\nb@example.org,B,y\n,C,x\n", "2 A [C]|3 B []"},
		{"a ticket that was given away", "user_id,name,order_id\nada,A,x\nada,B,x\nbob,C,x\nada,D,x\n", "2 A [B D]|4 C []"},
		{"a name of an attendee alone", "email,attendee_name\na@example.org,A\n", "2 A []"},
	} {
		lines, _, faults := guestlist.Parse([]byte(c.text), guestlist.Mapping{})
		var got []string
		for _, p := range guestlist.Parties(lines, faults) {
			got = append(got, fmt.Sprint(p[0].No, " ", p.Name(), " ", p.Guests()))
		}
		if strings.Join(got, "|") != c.want || faults.Total != 0 {
			t.Errorf("%s: %q, want %q: %v", c.what, got, c.want, faults.List)
		}
	}
}

// TestExportedColumns: the columns of an export are what it has made them, whatever a question is
// called, and what it keeps from being a formula is read as it was.
func TestExportedColumns(t *testing.T) {
	const header = "ticket_id,order_id,tier,attendee_name,attendee_email,ordered_by_name,ordered_by_email,user_id,unit,units,checked_in_at,gate,via,via_name"
	questions := []guestlist.Asked{{ID: "n", Label: "Name"}, {ID: "f", Label: "Card", File: true}, {ID: "m", Label: "Guests"}, {ID: "again", Label: "Name"}}
	lines, columns, faults := guestlist.Parse([]byte(header+",Name,Card,Guests,Name\nt,o,General,Bo,,Ada,ada@example.org,ada,1,1,,,,,'=1+1,x.pdf (upl_1),'quoted',-\n"), guestlist.Mapping{Questions: questions})
	if faults.Total != 0 {
		t.Fatal(faults.List)
	}
	var fields []string
	for _, c := range columns {
		fields = append(fields, c.Field)
	}
	if got := strings.Join(fields, " "); got != " order_id tier attendee_name  name email user_id unit      question:n  question:m question:again" {
		t.Errorf("the columns are %q", got)
	}
	l := &lines[0]
	if l.Get("question:n") != "=1+1" || l.Get("question:m") != "'quoted'" || l.Get("question:again") != "-" || !l.Exported() {
		t.Errorf("read as %q, %q, %q", l.Get("question:n"), l.Get("question:m"), l.Get("question:again"))
	}
}
