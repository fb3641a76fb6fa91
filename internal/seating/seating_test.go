package seating_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seating"
)

const good = `section,row,number,tier,x,y,accessible,companion,obstructed_view,aisle_after
Stalls,A,2,Front,50,0,,,,
Stalls,A,1,Front,0,0,,,,yes
Stalls,A,3,Front,100,0,yes,,,
Stalls,A,4,Front,150,0,,x,,
Stalls,B,1,Back,0,90,no,false,0,
Stalls,B,3,Back,50,90,,,TRUE,
Stalls,B,5,Back,100,90,,,,
Balcony,A,7,Back,0,500,,,,
`

func TestParseCSV(t *testing.T) {
	for name, text := range map[string]string{
		"commas": good, "semicolons": strings.ReplaceAll(good, ",", ";"),
		"carriage returns": strings.ReplaceAll(good, "\n", "\r\n"), "byte order mark": "\ufeff" + good,
	} {
		p, faults := seating.ParseCSV([]byte(text))
		if len(faults) > 0 {
			t.Fatalf("%s: %v", name, faults)
		}
		if p.Count() != 8 || !reflect.DeepEqual(p.Tiers(), []string{"Front", "Back"}) || p.TierCounts()["Back"] != 4 {
			t.Errorf("%s: %d seats of %v", name, p.Count(), p.Tiers())
		}
		row := p.Sections[0].Rows[0].Seats
		if row[0].Number != 1 || !row[0].Aisle || !row[2].Accessible || !row[3].Companion || *row[1].X != 50 {
			t.Errorf("%s: row A is %+v", name, row)
		}
		if b := p.Sections[0].Rows[1].Seats; !b[1].Obstructed || b[1].Number != 3 {
			t.Errorf("%s: row B is %+v", name, b)
		}
		if section, row, number, ok := p.Label(7); section != "Balcony" || row != "A" || number != 7 || !ok {
			t.Errorf("%s: the last seat is %s %s %d", name, section, row, number)
		}
		if _, _, _, ok := p.Label(8); ok {
			t.Errorf("%s: a ninth seat", name)
		}
	}
}

// Every way in which a file can be wrong, with the line and the column of it.
func TestCSVFaults(t *testing.T) {
	const head = "section,row,number,tier\n"
	const wide = "section,row,number,tier,x,y,accessible,companion\n"
	for name, c := range map[string]struct{ text, want string }{
		"nothing":             {"", "csv[1] malformed"},
		"no seats":            {head, "csv required"},
		"no header":           {"Stalls,A,1,Front\n", "csv[1] unknown_field; csv[1] unknown_field; csv[1] unknown_field; csv[1] unknown_field; csv[1] required; csv[1] required; csv[1] required; csv[1] required"},
		"a column is missing": {"section,row,number\nS,A,1\n", "csv[1] required"},
		"a column twice":      {"section,row,number,tier,tier\nS,A,1,F,F\n", "csv[1] duplicate"},
		"fields missing":      {head + "S,A,1,F\nS,A,2\n", "csv[3] malformed"},
		"an open quote":       {head + "S,A,1,\"F\n", "csv[2] malformed"},
		"a quote in a field":  {head + "0\"00\n", "csv[2] malformed"},
		"duplicate":           {head + "S,A,1,F\nS,A,2,F\nS,A,1,F\n", "csv[4].number duplicate"},
		"hole":                {head + "S,A,1,F\nS,A,2,F\nS,A,4,F\n", "csv[4].number hole"},
		"hole in odd numbers": {head + "S,A,1,F\nS,A,3,F\nS,A,7,F\n", "csv[4].number hole"},
		"odd, then all":       {head + "S,A,1,F\nS,A,3,F\nS,A,4,F\n", "csv[4].number hole"},
		"far apart":           {head + "S,A,1,F\nS,A,9,F\n", "csv[3].number hole"},
		"no number":           {head + "S,A,one,F\n", "csv[2].number wrong_type; csv required"},
		"number out of range": {head + "S,A,0,F\nS,B,10000,F\n", "csv[2].number out_of_range; csv[3].number out_of_range"},
		"no section":          {head + ",A,1,F\n", "csv[2].section required"},
		"no row":              {head + "S,,1,F\n", "csv[2].row required"},
		"no tier":             {head + "S,A,1,\n", "csv[2].tier required"},
		"a long row":          {head + "S,ABCDEFGHIJKLMNOPQRSTU,1,F\n", "csv[2].row too_long"},
		"a hidden letter":     {head + "S\u202e,A,1,F\n", "csv[2].section forbidden_character"},
		"x without y":         {wide + "S,A,1,F,5,,,\n", "csv[2].x required"},
		"x is not a number":   {wide + "S,A,1,F,left,1,,\n", "csv[2].x wrong_type; csv required"},
		"x too far":           {wide + "S,A,1,F,1000001,1,,\n", "csv[2].x out_of_range"},
		"in one place":        {wide + "S,A,1,F,1,1,,\nS,A,2,F,1,1,,\n", "csv[3].x duplicate"},
		"some positions":      {wide + "S,A,1,F,1,1,,\nS,A,2,F,,,,\n", "csv required"},
		"accessible is maybe": {wide + "S,A,1,F,,,maybe,\n", "csv[2].accessible wrong_type; csv required"},
		"both kinds":          {wide + "S,A,1,F,,,yes,yes\n", "csv[2].companion not_allowed"},
		"companion alone":     {wide + "S,A,1,F,,,yes,\nS,A,2,F,,,,\nS,A,3,F,,,,yes\n", "csv[4].companion alone"},
	} {
		t.Run(name, func(t *testing.T) {
			p, faults := seating.ParseCSV([]byte(c.text))
			var got []string
			for _, f := range faults {
				got = append(got, f.Field+" "+f.Code)
				if f.Message == "" {
					t.Errorf("%s has no message", f.Field)
				}
			}
			if p != nil || strings.Join(got, "; ") != c.want {
				t.Errorf("got %s, want %s", strings.Join(got, "; "), c.want)
			}
		})
	}
}

func TestTooMuch(t *testing.T) {
	var b strings.Builder
	b.WriteString("section,row,number,tier\n")
	for i := range seating.MaxSeats + 1 {
		fmt.Fprintf(&b, "S%d,R%d,%d,F\n", i/40_000, i/400, i%400+1)
	}
	if _, faults := seating.ParseCSV([]byte(b.String())); len(faults) != 1 || faults[0].Code != "too_many" {
		t.Errorf("%d seats: %v", seating.MaxSeats+1, faults)
	}
	var wrong strings.Builder
	wrong.WriteString("section,row,number,tier\n")
	for range 1000 {
		wrong.WriteString("S,A,x,F\n")
	}
	if _, faults := seating.ParseCSV([]byte(wrong.String())); len(faults) != seating.MaxFaults {
		t.Errorf("%d faults are told", len(faults))
	}
}

func TestCheckJSON(t *testing.T) {
	seat := func(n int) seating.Seat { return seating.Seat{Number: n, Tier: "F"} }
	plan := func(sections ...seating.Section) *seating.Plan { return &seating.Plan{Sections: sections} }
	row := func(name string, seats ...seating.Seat) seating.Row { return seating.Row{Name: name, Seats: seats} }
	for name, c := range map[string]struct {
		plan *seating.Plan
		want string
	}{
		"good":          {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(2), seat(1))}}), ""},
		"empty":         {plan(), "sections required"},
		"an empty row":  {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1)), row("B")}}), "sections[0].rows[1].seats required"},
		"no rows":       {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1))}}, seating.Section{Name: "T"}), "sections[1].rows required"},
		"section twice": {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1))}}, seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1))}}), "sections[1].name duplicate"},
		"row twice":     {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1)), row("A", seat(1))}}), "sections[0].rows[1].name duplicate"},
		"seat twice":    {plan(seating.Section{Name: "S", Rows: []seating.Row{row("A", seat(1), seat(1))}}), "sections[0].rows[0].seats[1].number duplicate"},
	} {
		var got []string
		for _, f := range c.plan.Check() {
			got = append(got, f.Field+" "+f.Code)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// theatre is a plan of 20,000 seats in curved rows, the worst case to write small.
func theatre() *seating.Plan {
	p := &seating.Plan{}
	for section := range 10 {
		s := seating.Section{Name: fmt.Sprint("Block ", section+1)}
		for row := range 40 {
			r := seating.Row{Name: fmt.Sprint(row + 1)}
			for n := range 50 {
				x := (n-25)*52 + section*3000
				y := row*90 + (n-25)*(n-25)/8
				r.Seats = append(r.Seats, seating.Seat{Number: n + 1, Tier: []string{"Front", "Middle", "Back"}[row/15], X: &x, Y: &y,
					Accessible: row == 39 && n%10 == 0, Companion: row == 39 && n%10 == 1, Aisle: n == 24})
			}
			s.Rows = append(s.Rows, r)
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

// TestDocument: what is written small reads back as it was, and small it is.
func TestDocument(t *testing.T) {
	parsed, faults := seating.ParseCSV([]byte(good))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	big := theatre()
	if faults := big.Check(); len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, p := range []*seating.Plan{parsed, big} {
		text, err := json.Marshal(p.Document())
		if err != nil {
			t.Fatal(err)
		}
		back, err := seating.ReadDocument(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(back)
		if err != nil {
			t.Fatal(err)
		}
		before, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, again) {
			t.Fatalf("written as\n%s\nread as\n%s", before, again)
		}
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		if _, err := w.Write(text); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		t.Logf("%d seats: %d bytes, %d compressed", p.Count(), len(text), z.Len())
		if z.Len() > 60_000 {
			t.Errorf("%d seats take %d bytes", p.Count(), z.Len())
		}
	}
}

func TestDamagedDocuments(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `{"tiers":["F"],"sections":[{"name":"S","rows":[{"name":"A","count":2,"number":1,"step":1,"tiers":[0],"x":[]}]}]}`,
		`{"tiers":["F"],"sections":[{"name":"S","rows":[{"name":"A","count":2,"number":1,"step":1,"tiers":[1],"x":[0],"y":[0]}]}]}`,
		`{"tiers":["F"],"sections":[{"name":"S","rows":[{"name":"A","count":2,"number":1,"step":1,"tiers":[0,3,0],"x":[0,1],"y":[0]}]}]}`,
		`{"tiers":["F"],"sections":[{"name":"S","rows":[{"name":"A","count":2,"number":1,"step":1,"tiers":[0],"x":[0,1],"y":[0],"accessible":[2]}]}]}`,
		`{"tiers":["F"],"sections":[{"name":"S","rows":[{"name":"A","count":2,"number":1,"step":3,"tiers":[0],"x":[0,1],"y":[0]}]}]}`,
	} {
		if p, err := seating.ReadDocument([]byte(text)); err == nil {
			t.Errorf("%s was read as %+v", text, p)
		}
	}
}

func TestLayout(t *testing.T) {
	p, faults := seating.ParseCSV([]byte(good))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	l := p.Layout("sea_", map[string]string{"Front": "tir_1", "Back": "tir_2"})
	if len(l.Seats) != 8 || l.SectionIndex("Balcony") != 1 || l.TierIndex("tir_2") != 1 || l.Count(0) != 4 || l.Seats[7].Row != 2 {
		t.Errorf("%+v", l)
	}
	defer func() {
		if recover() == nil {
			t.Error("a tier without an id was let through")
		}
	}()
	p.Layout("sea_", map[string]string{"Front": "tir_1"})
}

func FuzzParseCSV(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("section,row,number,tier\nS,A,1,F\nS,A,3,F\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, faults := seating.ParseCSV(text)
		if (p == nil) == (len(faults) == 0) {
			t.Fatalf("plan %v with faults %v", p, faults)
		}
		if p != nil {
			if more := p.Check(); len(more) > 0 {
				t.Fatalf("checked again: %v", more)
			}
		}
	})
}

func BenchmarkReadDocument(b *testing.B) {
	p := theatre()
	if faults := p.Check(); len(faults) > 0 {
		b.Fatal(faults)
	}
	text, err := json.Marshal(p.Document())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := seating.ReadDocument(text); err != nil {
			b.Fatal(err)
		}
	}
}
