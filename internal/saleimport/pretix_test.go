package saleimport_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/saleimport"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

var now = inventory.At(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC))

func file(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestReadPretix reads what a real pretix has exported, its waiting list in two languages
// and with two separators.
func TestReadPretix(t *testing.T) {
	t.Parallel()
	var first []saleimport.Waiting
	for _, list := range []string{"pretix-waitinglist.en.csv", "pretix-waitinglist.de.csv", "pretix-waitinglist.de.semicolon.csv"} {
		s := saleimport.ReadPretix(file(t, "pretix.json"), file(t, list), "EUR", now)
		if s.Faults.Total > 0 {
			t.Fatalf("%s: %+v", list, s.Faults.List)
		}
		if first == nil {
			first = s.Waiting
		} else if fmt.Sprint(s.Waiting) != fmt.Sprint(first) {
			t.Errorf("%s: %v and %v", list, s.Waiting, first)
		}
	}
	var waits []string
	for _, w := range first {
		waits = append(waits, fmt.Sprint(w.Name, " ", w.Class))
	}
	if got := strings.Join(waits, ", "); got != "Frances Allen 1, Radia Perlman 1, Margaret Hamilton 0, Alan Turing 0, John Backus 0" {
		t.Errorf("who waits: %s", got)
	}
	s := saleimport.ReadPretix(file(t, "pretix.json"), nil, "EUR", now)
	var tiers, orders []string
	for _, x := range s.Tiers {
		tiers = append(tiers, fmt.Sprintf("%s %d in %v", x.Name, x.Price.Amount, x.Pools))
	}
	if got := strings.Join(tiers, ", "); got != "Festival ticket – Regular 4900 in [0], Festival ticket – Reduced 2900 in [0 1], VIP 12000 in [0 3], T-shirt 2000 in [2], Press 0 in [0]" {
		t.Errorf("tiers: %s", got)
	}
	for _, o := range s.Orders {
		orders = append(orders, fmt.Sprintf("%s %d %t", o.Code, len(o.Items), o.Paid))
	}
	if got := strings.Join(orders, ", "); got != "ADA01 3 true, GRC02 1 true, EARLY 1 true, PRESS 1 true, PENDG 1 false, BOXOF 2 true, VIPS4 2 true, ADA02 1 true" {
		t.Errorf("orders, the first first: %s", got)
	}
	diet := s.Questions[0]
	if diet.Kind != question.Choice || len(diet.Options) != 3 || s.Questions[1].Kind != question.Text || s.Questions[2].Options[0].Label != "Yes" {
		t.Errorf("questions: %+v", s.Questions)
	}
	// A quota of one tier is its own capacity, and one of several a pool.
	p := s.Propose()
	if p.Capacity != 1021 || len(p.Pools) != 1 || p.Pools[0].Size != 20 || p.Tiers[1].Capacity != 6 || p.Tiers[2].Capacity != 3 || p.Tiers[3].Capacity != -1 || len(p.Tiers[3].Pools) != 0 {
		t.Errorf("proposed: %+v", p)
	}
}

// TestPretixWaitlist: lines are counted as an editor does, priorities keep their order as far
// as there are classes, and what was not UTF-8 is told, also once it has come as JSON.
func TestPretixWaitlist(t *testing.T) {
	t.Parallel()
	orders, list := file(t, "pretix.json"), string(file(t, "pretix-waitinglist.en.csv"))
	s := saleimport.ReadPretix(orders, []byte(strings.Replace(list, "Margaret Hamilton", "Margaret\nHamilton", 1)+"\nend\n"), "EUR", now)
	if s.Faults.Total != 1 || s.Faults.List[0].Field != "waitlist[10]" || s.Faults.List[0].Code != "bad_format" {
		t.Errorf("a name of two lines, and an empty line: %+v", s.Faults)
	}
	if i := slices.IndexFunc(s.Waiting, func(w saleimport.Waiting) bool { return w.Name == "Alan Turing" }); i < 0 || s.Waiting[i].Path != "waitlist[4]" {
		t.Errorf("%+v", s.Waiting)
	}
	for _, name := range []string{"Margaret Hamilt\xf6n", "Margaret Hamilt\ufffdn"} {
		s = saleimport.ReadPretix(orders, []byte(strings.Replace(list, "Margaret Hamilton", name, 1)), "EUR", now)
		if s.Faults.Total != 1 || s.Faults.List[0].Field != "waitlist" || s.Faults.List[0].Code != "encoding" {
			t.Errorf("%q: %+v", name, s.Faults)
		}
	}
	header, rows, _ := strings.Cut(list, "\n")
	row, _, _ := strings.Cut(rows, "\n")
	list = header + "\n"
	for _, priority := range []string{"0", "9", "-5", "1", "2", "3", "4", "9", "5", "6", "7", "8"} {
		list += strings.Replace(row, `"0"`, `"`+priority+`"`, 1) + "\n"
	}
	s = saleimport.ReadPretix(orders, []byte(list), "EUR", now)
	var classes []int
	for _, w := range s.Waiting {
		classes = append(classes, w.Class)
	}
	if s.Faults.Total > 0 || !slices.Equal(classes, []int{7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 0, 0}) {
		t.Errorf("%v %+v\n%s", classes, s.Faults, list)
	}
}

// TestPretixLimits: a file that has more than an event takes is refused before all of it is
// read, which would take its size squared.
func TestPretixLimits(t *testing.T) {
	t.Parallel()
	made := func(items, questions, orders []string) *saleimport.Sale {
		text := fmt.Sprintf(`{"event":{"slug":"x","organizer":{"slug":"y"},"quotas":[],"items":[%s],"questions":[%s],"orders":[%s]}}`,
			strings.Join(items, ","), strings.Join(questions, ","), strings.Join(orders, ","))
		return saleimport.ReadPretix([]byte(text), nil, "EUR", now)
	}
	const many = 100_000
	items, questions, answers := make([]string, many), make([]string, many), make([]string, many)
	for i := range many {
		items[i] = fmt.Sprintf(`{"id":%d,"name":"A","price":"1.00"}`, i+1)
		questions[i] = fmt.Sprintf(`{"id":%d,"type":"C","identifier":"q%d","question":"Which?"}`, i+1, i)
		answers[i] = fmt.Sprintf(`{"question":1,"answer":"a%d"}`, i)
	}
	only := func(s *saleimport.Sale, field, code string) {
		t.Helper()
		if s.Faults.Total != 1 || s.Faults.List[0].Field != field || s.Faults.List[0].Code != code {
			t.Errorf("%d faults, %+v", s.Faults.Total, s.Faults.List[:min(2, len(s.Faults.List))])
		}
	}
	only(made(items, nil, nil), "event.items", "too_many")
	only(made(items[:1], questions, nil), "event.questions", "too_many")
	order := `{"code":"A","status":"p","positions":[{"item":1,"price":%s,"answers":[%s]}]}`
	s := made(items[:1], questions[:1], []string{fmt.Sprintf(order, "1.00", strings.Join(answers, ","))})
	if s.Faults.Total > 0 || len(s.Questions) != 1 || s.Questions[0].Kind != question.Text || len(s.Questions[0].Options) > 0 {
		t.Errorf("too many options: %+v %+v", s.Faults, s.Questions)
	}
	for _, price := range []string{"1e1000000", strings.Repeat("9", many), "1.005", `""`, `"."`} {
		s := made(items[:1], nil, []string{fmt.Sprintf(order, price, "")})
		if s.Faults.Total == 0 || s.Faults.List[0].Code == "out_of_range" || len(s.Faults.List[0].Message) > 1000 {
			t.Errorf("%.20s: %.200v", price, s.Faults)
		}
	}
	for price, minor := range map[string]int64{"1": 100, "1.5": 150, "1.5000": 150, "0.00": 0} {
		if s := made(items[:1], nil, []string{fmt.Sprintf(order, price, "")}); s.Faults.Total > 0 || s.Orders[0].Items[0].Price.Amount != minor {
			t.Errorf("%s: %+v", price, s)
		}
	}
}

// TestPretixExportsTheSame has a real pretix, which is installed for it, make the files of
// the other tests once more.
func TestPretixExportsTheSame(t *testing.T) {
	if os.Getenv("HOLDFAST_TEST_ALL") == "" {
		t.Skip("installs pretix, which takes minutes: HOLDFAST_TEST_ALL=1")
	}
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "../../scripts/pretix/export", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := os.ReadDir(dir)
	if err != nil || len(made) != 4 {
		t.Fatalf("%d files: %v", len(made), err)
	}
	for _, f := range made {
		again, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if string(again) != string(file(t, f.Name())) {
			t.Errorf("pretix exports another %s", f.Name())
		}
	}
}

// target is an event with the tiers that a sale proposes.
func target(s *saleimport.Sale, capacity int64) *saleimport.Target {
	to := &saleimport.Target{EventID: "evt_3k9q0a7c1v5m", UserID: func(email string) string { return "mail:" + strings.ToLower(email) }}
	to.Known = func([]string) (map[string]bool, error) { return nil, nil }
	to.Pools = []inventory.Pool{{ID: "pol_all", Name: "all", Capacity: capacity}}
	for i, x := range s.Tiers {
		to.Tiers = append(to.Tiers, inventory.Tier{ID: fmt.Sprint("tir_", i), Name: strings.ToUpper(x.Name), Pools: []string{"pol_all"}})
	}
	return to
}

// TestPlan says what becomes of a sale: rows with hashes and without codes, and the same
// rows again.
func TestPlan(t *testing.T) {
	t.Parallel()
	s := saleimport.ReadPretix(file(t, "pretix.json"), file(t, "pretix-waitinglist.en.csv"), "EUR", now)
	p, err := saleimport.NewPlan(s, target(s, 12))
	if err != nil || p.Faults.Total > 0 {
		t.Fatalf("%v %+v", err, p.Faults.List)
	}
	again, err := saleimport.NewPlan(s, target(s, 12))
	if err != nil {
		t.Fatal(err)
	}
	one, two := encoded(t, p.Rows), encoded(t, again.Rows)
	if one != two {
		t.Errorf("%s\nand\n%s", one, two)
	}
	for _, o := range s.Orders {
		for _, it := range o.Items {
			if it.Code == "" || strings.Contains(one, it.Code) {
				t.Errorf("the code %q is kept", it.Code)
			}
			if !strings.Contains(one, ticket.HashOfCode("evt_3k9q0a7c1v5m", it.Code)) {
				t.Errorf("the hash of %q is not kept", it.Code)
			}
		}
	}
	if p.Questions == nil || len(p.Questions.Questions) != 3 || !p.Questions.Questions[0].Required || !slices.Equal(p.Questions.Questions[0].Tiers, []string{"tir_0", "tir_1", "tir_2"}) {
		t.Errorf("questions: %+v", p.Questions)
	}
	// Once the event asks so, there is nothing to change, and answers that a question does
	// not take are left out and counted.
	to := target(s, 12)
	to.Questions = p.Questions
	if p, err = saleimport.NewPlan(s, to); err != nil || p.Questions != nil {
		t.Errorf("%v %+v", err, p.Questions)
	}
	changed := *to.Questions
	changed.Questions = slices.Clone(changed.Questions)
	changed.Questions[1].Kind = question.Number
	to.Questions = &changed
	if p, err = saleimport.NewPlan(s, to); err != nil || !slices.ContainsFunc(p.Left, func(l saleimport.Left) bool { return l.Reason == saleimport.LeftAnswers && l.Count == 1 }) {
		t.Errorf("%v %+v", err, p.Left)
	}
	// One place short, and half of it here already.
	short := target(s, 11)
	if p, err = saleimport.NewPlan(s, short); err != nil || p.Faults.Total != 1 || !strings.Contains(p.Faults.List[0].Message, "raise its capacity to 12") {
		t.Errorf("%v %+v", err, p.Faults)
	}
	short.Known = func(names []string) (map[string]bool, error) { return map[string]bool{names[0]: true}, nil }
	if p, err = saleimport.NewPlan(s, short); err != nil || p.Faults.Total != 0 || p.Known != 1 {
		t.Errorf("%v %+v", err, p.Faults)
	}
}

// TestPlanNumbersTicketsFirst: as the event does, or the codes of a T-shirt would be those of a
// ticket. Nobody waits for goods.
func TestPlanNumbersTicketsFirst(t *testing.T) {
	t.Parallel()
	s := saleimport.ReadPretix(file(t, "pretix.json"), file(t, "pretix-waitinglist.en.csv"), "EUR", now)
	to := target(s, 12)
	items := s.Orders[0].Items
	goods := items[0].Tier
	to.Tiers[goods].Kind = inventory.GoodsTier
	p, err := saleimport.NewPlan(s, to)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(items)
	slices.SortStableFunc(want, func(a, b saleimport.Item) int {
		return strings.Compare(fmt.Sprint(a.Tier == goods), fmt.Sprint(b.Tier == goods))
	})
	if want[0].Code == items[0].Code {
		t.Fatal("the order has goods alone")
	}
	for i, it := range want {
		row := &p.Rows[0]
		if row.Items[i].Tier != to.Tiers[it.Tier].ID || row.Codes[int64(i+1)] != ticket.HashOfCode(to.EventID, it.Code) {
			t.Errorf("unit %d is %+v with %s", i+1, row.Items[i], row.Codes[int64(i+1)])
		}
	}
	to.Tiers[s.Waiting[0].Tier].Kind = inventory.GoodsTier
	if p, err = saleimport.NewPlan(s, to); err != nil || !slices.ContainsFunc(p.Faults.List, func(f saleimport.Fault) bool { return f.Code == "not_supported" }) {
		t.Errorf("somebody waits for goods: %v %+v", err, p.Faults)
	}
}

func encoded(t *testing.T, rows []saleimport.Row) string {
	t.Helper()
	b, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSeats: where the event has seats, each ticket names one.
func TestSeats(t *testing.T) {
	t.Parallel()
	s := saleimport.ReadPretix([]byte(strings.Replace(string(file(t, "pretix.json")), `"seat": null`, `"seat": "Stalls-A-1"`, 1)), nil, "EUR", now)
	to := target(s, 12)
	p, err := saleimport.NewPlan(s, to)
	if err != nil || !slices.ContainsFunc(p.Left, func(l saleimport.Left) bool { return l.Reason == saleimport.LeftSeats && l.Names[0] == "ADA02" }) {
		t.Errorf("without a plan: %v %+v", err, p.Left)
	}
	to.Seated, to.Seat = map[string]bool{"tir_0": true}, func(name string) (string, bool) { return "sea_1", name == "Stalls-A-1" }
	if p, err = saleimport.NewPlan(s, to); err != nil || p.Faults.Total != 5 || p.Faults.List[0].Code != "required" {
		t.Errorf("seats are missing: %v %+v", err, p.Faults)
	}
	if last := p.Rows[len(p.Rows)-1]; last.Items[0].Seat != "sea_1" {
		t.Errorf("the seat: %+v", last)
	}
	to.Seat = func(string) (string, bool) { return "", false }
	if p, err = saleimport.NewPlan(s, to); err != nil || !slices.ContainsFunc(p.Faults.List, func(f saleimport.Fault) bool { return f.Code == "unknown" }) {
		t.Errorf("no such seat: %v %+v", err, p.Faults)
	}
}

// FuzzReadPretix: no file makes the reader fail, and what it takes can be planned.
func FuzzReadPretix(f *testing.F) {
	for _, name := range []string{"pretix.json", "pretix-waitinglist.en.csv"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, b)
	}
	f.Add([]byte(`{"event":{"slug":"x","items":[],"orders":[{"code":"A","status":"p","positions":null}],"quotas":[]}}`), []byte(strings.Repeat(",", 16)+"\n\"x"))
	f.Fuzz(func(t *testing.T, file, list []byte) {
		s := saleimport.ReadPretix(file, list, "EUR", now)
		if _, err := saleimport.NewPlan(s, target(s, 10)); err != nil {
			t.Fatal(err)
		}
		s.Propose()
	})
}
