package inventory_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
)

var update = flag.Bool("update", false, "write what happens into testdata/*.txt; read the difference before you commit it")

// TestTables plays testdata/*.txt. testdata/README.md says how they read.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d tables: %v", len(files), err)
	}
	seen := newPlayed()
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { playFile(t, file, seen) })
	}
	if seen.files < len(files) {
		return // not all were asked for
	}
	for name := range inventorytest.Tried() {
		if seen.commands[name] == slices.Contains(inNoCase, name) {
			t.Errorf("that a case has the command %s is %t", name, seen.commands[name])
		}
	}
	for _, code := range inventory.AllCodes() {
		if seen.codes[code] == slices.Contains(inNoCase, string(code)) {
			t.Errorf("that a case ends in the refusal %s is %t", code, seen.codes[code])
		}
	}
	for _, reason := range inventory.AllReasons() {
		if seen.reasons[reason] == slices.Contains(inNoCase, string(reason)) {
			t.Errorf("that a case leads to a row with the reason %s is %t", reason, seen.reasons[reason])
		}
	}
}

// played is what the cases of tables have come to.
type played struct {
	files    int
	commands map[string]bool
	codes    map[inventory.Code]bool
	reasons  map[inventory.Reason]bool
}

func newPlayed() *played {
	return &played{commands: map[string]bool{}, codes: map[inventory.Code]bool{}, reasons: map[inventory.Reason]bool{}}
}

// inNoCase are the commands, refusals and reasons that no table has: they are played in Go.
var inNoCase = []string{
	"PublishStatement", "statement_published", "statement_no_opening", "statement_stands",
	"settings_moved", "exchange_ended", "clock_mended",
	"declined_audience", "declined_incomplete", "declined_duplicate", "declined_rules", // as declined_no_places
}

func playFile(t *testing.T, file string, seen *played) {
	seen.files++
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	s := newTableCase(t, seen)
	for i := 0; i < len(lines); i++ {
		do, want, isCommand := strings.Cut(lines[i], "->")
		do = strings.TrimSpace(do)
		if do == "" || strings.HasPrefix(do, "#") {
			continue
		}
		s.where = fmt.Sprintf("%s:%d: %s", file, i+1, do)
		if do == "together" {
			i = s.together(lines, i)
			continue
		}
		got := s.line(do)
		if *update && (isCommand || got != "") {
			lines[i] = strings.TrimRight(fmt.Sprintf("%-34s -> %s", do, got), " ")
		} else if want = strings.TrimSpace(want); got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", s.where, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// tableCase is one case under way: a store, its clock, and names for its people.
type tableCase struct {
	t      *testing.T
	seen   *played
	where  string
	store  *inventorytest.MemoryStore
	zone   *time.Location
	now    time.Time
	names  map[string]string // person, order and entry ids to names
	orders map[string]string // name to latest order
	made   int
	rows   map[string]int32 // first seat of each row
}

func newTableCase(t *testing.T, seen *played) *tableCase {
	s := &tableCase{t: t, seen: seen, names: map[string]string{}, orders: map[string]string{}, zone: time.UTC, store: inventorytest.NewMemoryStore()}
	s.now = s.moment("2027-06-01 09:00")
	return s
}

func (s *tableCase) fail(err error) {
	if err != nil {
		s.t.Fatalf("%s: %v", s.where, err)
	}
}

func (s *tableCase) moment(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", strings.Replace(text, "T", " ", 1), s.zone)
	s.fail(err)
	return at
}

func (s *tableCase) length(text string) inventory.Micros {
	d, err := time.ParseDuration(strings.TrimPrefix(text, "+"))
	s.fail(err)
	return inventory.Micros(d.Microseconds())
}

func (s *tableCase) number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	s.fail(err)
	return n
}

// line plays one line and says what came of it.
func (s *tableCase) line(do string) string {
	verb, rest, _ := strings.Cut(do, " ")
	args := strings.Fields(rest)
	switch verb {
	case "case":
		*s = *newTableCase(s.t, s.seen)
		return ""
	case "clock":
		if strings.HasPrefix(rest, "+") {
			s.now = s.now.Add(time.Duration(s.length(rest)) * time.Microsecond)
		} else {
			s.now = s.moment(rest)
		}
		return ""
	case "crowd":
		return s.crowd(args)
	case "settle":
		from := len(s.store.Audit)
		s.fail(s.store.Settle(inventory.At(s.now), 20))
		s.fail(s.store.Check(inventory.At(s.now)))
		return s.effects(from, "")
	case "items", "owed", "uses":
		return s.lookAtOrders(verb, args)
	case "tickets":
		return s.tickets(args[0])
	case "enter":
		s.store.Admitted[s.ticket(args[0], args[1])] = true
		return ""
	case "pass":
		s.pass(args[0], args[1])
		return ""
	case "exchanges":
		return s.exchanges()
	case "applications":
		return s.applications()
	case "invitation":
		return s.invitation(args[0])
	case "waitlist", "pool", "mail", "due", "history", "place", "profile", "seats", "asked", "party":
		return s.look(verb, args)
	}
	return s.batch([]string{do})[0]
}

// together plays the lines up to "end" in one batch.
func (s *tableCase) together(lines []string, i int) int {
	var dos, wants []string
	first := i + 1
	for i++; strings.TrimSpace(lines[i]) != "end"; i++ {
		do, want, _ := strings.Cut(lines[i], "->")
		dos, wants = append(dos, strings.TrimSpace(do)), append(wants, strings.TrimSpace(want))
	}
	for j, got := range s.batch(dos) {
		if *update {
			lines[first+j] = strings.TrimRight(fmt.Sprintf("  %-32s -> %s", dos[j], got), " ")
		} else if got != wants[j] {
			s.t.Errorf("%s %s\n\tgot  %s\n\twant %s", s.where, dos[j], got, wants[j])
		}
	}
	return i
}

func (s *tableCase) batch(dos []string) []string {
	cmds, names := make([]inventory.Command, len(dos)), make([]string, len(dos))
	for i, do := range dos {
		cmds[i], names[i] = s.parse(do)
		s.seen.commands[commandName(cmds[i])] = true
	}
	from := len(s.store.Audit)
	outs, err := s.store.Do(inventory.At(s.now), cmds...)
	s.fail(err)
	s.fail(s.store.Check(inventory.At(s.now)))
	said := make([]string, len(outs))
	for i, o := range outs {
		s.seen.codes[o.Code] = true
		if o.OrderID != "" && o.Code == inventory.OK {
			s.names[o.OrderID], s.orders[names[i]] = names[i], o.OrderID
		}
		said[i] = s.say(o)
		// What a batch did beside its answers is told once, by its last line.
		if i == len(outs)-1 {
			said[i] = strings.Trim(said[i]+"; "+s.effects(from, strings.Join(names, " ")), "; ")
		}
		said[i] = cmp.Or(said[i], "ok")
	}
	return said
}

// say puts an outcome into words.
func (s *tableCase) say(o inventory.Outcome) string {
	words := []string{string(o.Code), string(o.OfferState), o.Field, o.Status}
	if o.Code == inventory.EntryEnded {
		words = []string{string(o.Code), o.Status}
	}
	if o.Total > 0 && o.Code == inventory.OK {
		words = append(words, "total", strconv.FormatInt(o.Total, 10))
	}
	if o.Refund > 0 {
		words = append(words, "refund", strconv.FormatInt(o.Refund, 10), o.Currency)
	}
	if o.Place > 0 {
		words = append(words, strconv.FormatInt(o.Place, 10))
	}
	if o.ExpiresAt != 0 {
		words = append(words, "until", s.show(o.ExpiresAt))
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

func (s *tableCase) show(i inventory.Instant) string {
	return i.Time().In(s.zone).Format("2006-01-02 15:04")
}

// effects tells what happened to others than those named since a row.
func (s *tableCase) effects(from int, but string) string {
	var told []string
	for _, r := range s.store.Audit[from:] {
		s.seen.reasons[r.Reason] = true
		name := s.owner(r.Subject)
		kind, _, _ := strings.Cut(r.Subject, "_")
		if kind == "exc" {
			name = s.owner(s.store.Exchanges[r.Subject].OrderID)
		}
		matters := kind == "wle" || (kind == "exc" && r.From != "") || (kind == "ord" && s.store.Holds[r.Subject].EntryID == "") ||
			(kind == "ord" && r.From == "confirmed")
		own := strings.Contains(" "+but+" ", " "+name+" ")
		if !matters || (own && r.Reason != inventory.ReasonOfferExpired) {
			continue
		}
		what := fmt.Sprintf("%s %s", name, r.Reason)
		switch r.Reason {
		case inventory.ReasonPassedPartySize:
			what += " by " + s.owner(r.Related)
		case inventory.ReasonOffered:
			what += " until " + s.show(s.store.Offers[r.Related].ExpiresAt)
		}
		told = append(told, what)
	}
	if len(told) > 8 {
		told = append(told[:2], fmt.Sprintf("… and %d more", len(told)-2))
	}
	return strings.Join(told, "; ")
}

// owner is the name of the person whom a hold or entry belongs to.
func (s *tableCase) owner(id string) string {
	person := cmp.Or(s.store.Holds[id].PersonID, s.store.Entries[id].PersonID)
	name, _, _ := strings.Cut(strings.TrimPrefix(person, "per_"), "-")
	return name
}

// crowd registers many in batches: "crowd guest 1200 wait".
func (s *tableCase) crowd(args []string) string {
	var confirmed, waiting int
	n := int(s.number(args[1]))
	for i := 0; i < n; i += 400 {
		var cmds []inventory.Command
		for j := i; j < min(n, i+400); j++ {
			c, _ := s.parse("register " + args[0] + strconv.Itoa(j+1) + " " + strings.Join(args[2:], " "))
			cmds = append(cmds, c)
		}
		outs, err := s.store.Do(inventory.At(s.now), cmds...)
		s.fail(err)
		for _, o := range outs {
			switch o.Status {
			case "confirmed":
				confirmed++
			case "waitlisted":
				waiting++
			}
		}
	}
	return fmt.Sprintf("%d confirmed, %d waitlisted", confirmed, waiting)
}
