package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// promisedEvent is an event of 100 places with a statement, as verify has it when it has read the log.
type promisedEvent struct {
	check *check
	terms inventory.StatementTerms
	row   *inventory.AuditRow
	s     *inventory.Statement
	pool  *poolRecord
	tier  *tierRecord
	fee   *tierRecord
	later *holdRecord
}

func newPromise() *promisedEvent {
	const second = inventory.Instant(inventory.Second)
	w := newWords()
	p := &promisedEvent{
		pool: &poolRecord{Pool: inventory.Pool{ID: "pol_1", Capacity: 100}},
		tier: &tierRecord{Tier: inventory.Tier{ID: "tir_1", Name: "General", Price: inventory.Price{Amount: 5000}, PriceMin: 3000, PriceMax: 9000, SaleStarts: 100 * second}},
		fee:  &tierRecord{Tier: inventory.Tier{ID: "tir_f", Name: "Booking fee", Kind: inventory.FeeTier, FeeTerms: inventory.FeeTerms{Order: 100, Ticket: 50, Rate: 250, Max: 1000}}},
		terms: inventory.StatementTerms{
			Form: inventory.StatementForm, Event: "evt_1", Version: 1, PublishedAt: stated(50 * second), OpensAt: stated(100 * second), Pool: "pol_1", Places: 100, Public: 70,
			Held:   []inventory.StatementHeld{{For: inventory.HeldForPress, Units: 10}},
			Later:  []inventory.StatementLater{{At: stated(200 * second), Tier: "tir_1", Units: 20, Row: 7}},
			Prices: []inventory.StatementPrice{{Tier: "tir_1", Name: "General", Amount: 5000, Min: 3000, Max: 9000, Currency: "EUR"}},
			Fees:   []inventory.StatementFee{{Tier: "tir_f", Name: "Booking fee", Order: 100, Ticket: 50, Rate: 250, Max: 1000, Currency: "EUR"}},
		},
		later: &holdRecord{tier: w.number("tir_1"), units: 20, expiresAt: 200 * second, told: trace{begun: 20}},
	}
	e := &events.EventRecord{}
	e.Event.ID, e.Event.Settings.Orders.Currency = "evt_1", "EUR"
	c := &check{
		run: &run{report: newReport("sqlite", 100)}, event: e, words: w, pools: []*poolRecord{p.pool}, poolByID: map[string]*poolRecord{"pol_1": p.pool},
		tiers: []*tierRecord{p.tier, p.fee}, tierByID: map[word]*tierRecord{w.number("tir_1"): p.tier, w.number("tir_f"): p.fee}, heldBack: map[int64]*holdRecord{7: p.later},
	}
	p.check = c
	text := p.terms.Text()
	sum := sha256.Sum256([]byte(text))
	hash := hex.EncodeToString(sum[:])
	c.promised.versions = []inventory.Statement{{Version: 1, ID: "stm_1", Text: text, Hash: hash, At: 50 * second, OpensAt: 100 * second, Seq: 9}}
	c.promised.met = []statedRow{{row: inventory.AuditRow{Subject: "stm_1", Seq: 9, At: 50 * second, To: hash, Units: 70}, places: map[string]int64{"pol_1": 100}}}
	p.s, p.row = &c.promised.versions[0], &c.promised.met[0].row
	return p
}

// found are the sentences that are printed of the statement.
func (p *promisedEvent) found() (list []string) {
	p.check.checkStatements()
	for _, v := range p.check.run.report.Violations {
		list = append(list, v.What)
	}
	return list
}

// TestStatementFields changes each field of a sealed text, each column of its row, and what of the log
// it follows from, one at a time: the field is named, with what was sealed and what is there now.
func TestStatementFields(t *testing.T) {
	t.Parallel()
	if got := newPromise().found(); got != nil {
		t.Fatalf("a statement that was not changed: %q", got)
	}
	const second = inventory.Instant(inventory.Second)
	const minute1, minute2 = "1970-01-01T00:01:40Z", "1970-01-01T00:03:20Z" // opening and release
	text := func(change func(*inventory.StatementTerms)) func(*promisedEvent) {
		return func(p *promisedEvent) {
			change(&p.terms)
			p.s.Text = p.terms.Text()
		}
	}
	type terms = inventory.StatementTerms
	for want, change := range map[string]func(*promisedEvent){
		// The text.
		"form was sealed as holdfast/statement/v1, and is v2 now":                          text(func(t *terms) { t.Form = "v2" }),
		"event was sealed as evt_1, and is evt_2 now":                                      text(func(t *terms) { t.Event = "evt_2" }),
		"version was sealed as 1, and is 2 now":                                            text(func(t *terms) { t.Version = 2 }),
		"published_at was sealed as 1970-01-01T00:00:50Z, and is 1970-01-01T00:00:49Z now": text(func(t *terms) { t.PublishedAt = stated(49 * second) }),
		"opens_at was sealed as " + minute1 + ", and is " + minute2 + " now":               text(func(t *terms) { t.OpensAt = minute2 }),
		"pool was sealed as none of the event, and is pol_2 now":                           text(func(t *terms) { t.Pool = "pol_2" }),
		"places was sealed as 100, and is 90 now":                                          text(func(t *terms) { t.Places = 90 }),
		"public was sealed as 70, and is 80 now":                                           text(func(t *terms) { t.Public = 80 }),
		"held in all was sealed as 10, and is 5 now":                                       text(func(t *terms) { t.Held[0].Units = 5 }),
		"later[0].at was sealed as " + minute2 + ", and is " + minute1 + " now":            text(func(t *terms) { t.Later[0].At = minute1 }),
		"later[0].tier was sealed as tir_1, and is  now":                                   text(func(t *terms) { t.Later[0].Tier = "" }),
		"later[0].units was sealed as 20, and is 25 now":                                   text(func(t *terms) { t.Later[0].Units = 25 }),
		"later[0].row was sealed as that of no release, and is 8 now":                      text(func(t *terms) { t.Later[0].Row = 8 }),
		"prices[tir_1].amount was sealed as 5000, and is 4000 now":                         text(func(t *terms) { t.Prices[0].Amount = 4000 }),
		"prices[tir_1].min was sealed as 3000, and is 2000 now":                            text(func(t *terms) { t.Prices[0].Min = 2000 }),
		"prices[tir_1].max was sealed as 9000, and is 8000 now":                            text(func(t *terms) { t.Prices[0].Max = 8000 }),
		"fees[tir_f].per_order was sealed as 100, and is 90 now":                           text(func(t *terms) { t.Fees[0].Order = 90 }),
		"fees[tir_f].per_ticket was sealed as 50, and is 40 now":                           text(func(t *terms) { t.Fees[0].Ticket = 40 }),
		"fees[tir_f].rate_bp was sealed as 250, and is 200 now":                            text(func(t *terms) { t.Fees[0].Rate = 200 }),
		"fees[tir_f].max was sealed as 1000, and is 900 now":                               text(func(t *terms) { t.Fees[0].Max = 900 }),
		// The columns of its row.
		"id was sealed as stm_1, and is stm_2 now":                                       func(p *promisedEvent) { p.s.ID = "stm_2" },
		"seq was sealed as 9, and is 8 now":                                              func(p *promisedEvent) { p.s.Seq = 8 },
		"created_at was sealed as 1970-01-01T00:00:50Z, and is 1970-01-01T00:00:51Z now": func(p *promisedEvent) { p.s.At += second },
		"opens_at was sealed as " + minute1 + ", and is 1970-01-01T00:01:41Z now":        func(p *promisedEvent) { p.s.OpensAt += second },
		"hash was sealed as " + hashOfPromise() + ", and is 00 now":                      func(p *promisedEvent) { p.s.Hash = "00" },
		"version 2 of the statement is number 1 in the log":                              func(p *promisedEvent) { p.s.Version = 2 },
		"version 1 of the statement cannot be read":                                      func(p *promisedEvent) { p.s.Text = "{" },
		// The log that it follows from, while the text is the one that was sealed.
		"places was sealed as 100, and is 60 now":                                    func(p *promisedEvent) { p.check.promised.met[0].places["pol_1"] = 60 },
		"public was sealed as 70, and is 69 now":                                     func(p *promisedEvent) { p.row.Units = 69 },
		"later[0].at was sealed as " + minute2 + ", and is 1970-01-01T00:03:21Z now": func(p *promisedEvent) { p.later.expiresAt += second },
		"later[0].units was sealed as 20, and is 19 now":                             func(p *promisedEvent) { p.later.told.begun = 19 },
		"later[0].row was sealed as 7, and is that of no release now":                func(p *promisedEvent) { delete(p.check.heldBack, 7) },
		"prices[tir_1].amount was sealed as 5000, and is 5100 now":                   func(p *promisedEvent) { p.tier.Price.Amount = 5100 },
		"fees[tir_f].rate_bp was sealed as 250, and is 300 now":                      func(p *promisedEvent) { p.fee.FeeTerms.Rate = 300 },
		"version 1 of the statement is in no audit row":                              func(p *promisedEvent) { p.check.promised.met = nil },
	} {
		p := newPromise()
		change(p)
		if got := p.found(); !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("want %q, got %q", want, got)
		}
	}
	// A price that was changed since by a row of the log is another now, and was what was sealed.
	p := newPromise()
	p.tier.was = []pastPrice{{until: 12, price: p.check.words.number("5000:3000-9000")}}
	p.tier.Price.Amount = 6000
	if got := p.found(); got != nil {
		t.Errorf("a price that a row has changed: %q", got)
	}
}

func hashOfPromise() string { return newPromise().row.To }

// TestDifferencesSinceStated changes an event after its statement was sealed, by rows of the log: it is
// not a violation, and each field is printed with what was sealed and what is there now.
func TestDifferencesSinceStated(t *testing.T) {
	t.Parallel()
	const second = inventory.Instant(inventory.Second)
	for field, c := range map[string]struct {
		change      func(*promisedEvent)
		sealed, now string
	}{
		"opens_at": {func(p *promisedEvent) { p.tier.SaleStarts += 60 * second }, "1970-01-01T00:01:40Z", "1970-01-01T00:02:40Z"},
		"places":   {func(p *promisedEvent) { p.pool.Capacity = 120 }, "100", "120"},
		"later[0].units": {func(p *promisedEvent) {
			p.later.reason = p.check.words.number(string(inventory.ReasonReleaseWithdrawn))
		}, "20", "withdrawn"},
		"prices[tir_1].name":     {func(p *promisedEvent) { p.tier.Name = "Early bird" }, "General", "Early bird"},
		"prices[tir_1].amount":   {func(p *promisedEvent) { p.since("5000:3000-9000"); p.tier.Price.Amount = 6000 }, "5000", "6000"},
		"prices[tir_1].min":      {func(p *promisedEvent) { p.since("5000:3000-9000"); p.tier.PriceMin = 100 }, "3000", "100"},
		"prices[tir_1].max":      {func(p *promisedEvent) { p.since("5000:3000-9000"); p.tier.PriceMax = 9900 }, "9000", "9900"},
		"prices[tir_1].currency": {func(p *promisedEvent) { p.check.event.Event.Settings.Orders.Currency = "SEK" }, "EUR", "SEK"},
		"prices[tir_2].amount": {func(p *promisedEvent) {
			p.check.tiers = append(p.check.tiers, &tierRecord{Tier: inventory.Tier{ID: "tir_2", Price: inventory.Price{Amount: 1500}, SaleStarts: 100 * second}})
		}, "nothing", "1500"},
		"fees[tir_f].per_order": {func(p *promisedEvent) {
			p.fee.was = []pastPrice{{until: 12, price: p.check.words.number(p.fee.FeeTerms.String())}}
			p.fee.FeeTerms.Order = 200
		}, "100", "200"},
	} {
		p := newPromise()
		c.change(p)
		if got := p.found(); got != nil {
			t.Errorf("%s: a violation: %q", field, got)
		}
		want := []Difference{{Event: "evt_1", Subject: "stm_1", Version: 1, Field: field, Sealed: c.sealed, Now: c.now}}
		if got := p.check.run.report.Differences; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
		var out strings.Builder
		if err := p.check.run.report.WriteText(&out); err != nil {
			t.Fatal(err)
		}
		if line := "evt_1 stm_1, no violation: version 1 of the statement has " + field + " " + c.sealed + ", and it is " + c.now + " now\n"; !strings.Contains(out.String(), line) || !strings.Contains(out.String(), "Everything holds.") {
			t.Errorf("no %q in %s", line, out.String())
		}
	}
}

// since has the price of the tier be another since a row of the log behind that of the statement.
func (p *promisedEvent) since(price string) {
	p.tier.was = []pastPrice{{until: 12, price: p.check.words.number(price)}}
}
