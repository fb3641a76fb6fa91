package saleimport

import (
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Target is the event that a sale comes into.
type Target struct {
	EventID string
	Tiers   []inventory.Tier
	Pools   []inventory.Pool
	// Named are tiers by the name that they have in the file, where it is another than here.
	Named map[string]string
	// Seat returns a seat by the name that the file has for it; nil: the event has no seats.
	Seat func(name string) (seat string, ok bool)
	// Seated are the tiers that are sold by seats.
	Seated map[string]bool
	// Questions are what the event asks now; nil: nothing.
	Questions *question.List
	// UserID is the name of a person who is known by an address only.
	UserID func(email string) string
	// Known says which of orders and entries are here already.
	Known func(names []string) (map[string]bool, error)
}

// Row is an order or somebody on the waitlist, as it waits to come in. It has hashes of
// codes and not codes.
type Row struct {
	Label   string            `json:"l"` // what it is called when it is refused
	OrderID string            `json:"o,omitempty"`
	EntryID string            `json:"e,omitempty"`
	User    string            `json:"u"`
	Who     inventory.Profile `json:"w"`
	// Of an order.
	Paid    bool                      `json:"p,omitempty"`
	Until   inventory.Instant         `json:"d,omitempty"`
	Note    string                    `json:"n,omitempty"`
	Items   []RowItem                 `json:"i,omitempty"`
	Codes   map[int64]string          `json:"c,omitempty"`
	Guests  map[int64]events.Attendee `json:"g,omitempty"`
	Answers map[int64]string          `json:"a,omitempty"`
	// Of an entry.
	Tier  string `json:"t,omitempty"`
	Class int    `json:"k,omitempty"`
	// Of an invitation.
	PersonID string `json:"v,omitempty"`
	Places   int64  `json:"m,omitempty"`
	Waited   int64  `json:"q,omitempty"`
}

// RowItem is a ticket of an order.
type RowItem struct {
	Tier  string          `json:"t"`
	Price inventory.Price `json:"p"`
	Seat  string          `json:"s,omitempty"`
}

// Plan is what becomes of a sale in an event.
type Plan struct {
	Rows []Row
	// Questions is what the event has to ask first; nil: what it asks already.
	Questions *question.List
	Faults    Faults
	Left      []Left
	// Waiting counts those who wait, each once, Known those orders and entries that are here
	// already.
	Waiting, Known int64
	// Units are how many new units it takes of each tier.
	Units map[string]int64
}

// planner makes a plan.
type planner struct {
	*Plan
	sale  *Sale
	to    *Target
	tiers []string // of the event, by those of the sale
	asks  *question.List
}

// NewPlan says what becomes of a sale in an event. Nothing is changed.
func NewPlan(s *Sale, to *Target) (*Plan, error) {
	p := &planner{Plan: &Plan{Faults: s.Faults, Units: map[string]int64{}}, sale: s, to: to}
	p.Faults.List = slices.Clone(s.Faults.List)
	left := &Sale{Left: slices.Clone(s.Left)}
	p.mapTiers()
	p.questions()
	for i := range s.Orders {
		p.order(&s.Orders[i], left)
	}
	seen := map[string]bool{}
	for i := range s.Waiting {
		p.waiting(&s.Waiting[i], seen, left)
	}
	for i := range s.Invitees {
		p.invite(&s.Invitees[i])
	}
	p.Left = left.Left
	return p.Plan, p.room()
}

// mapTiers finds the tiers of the sale that something comes in for in the event.
func (p *planner) mapTiers() {
	p.tiers = make([]string, len(p.sale.Tiers))
	used := map[int]bool{}
	for i := range p.sale.Orders {
		for _, it := range p.sale.Orders[i].Items {
			used[it.Tier] = true
		}
	}
	for i := range p.sale.Waiting {
		used[p.sale.Waiting[i].Tier] = true
	}
	for i := range p.sale.Tiers {
		name := p.sale.Tiers[i].Name
		p.tiers[i] = p.to.Named[name]
		for _, t := range p.to.Tiers {
			if p.tiers[i] == "" && strings.EqualFold(t.Name, name) {
				p.tiers[i] = t.ID
			}
		}
		if p.tiers[i] == "" && used[i] {
			p.Faults.Add("tiers["+name+"]", "unknown", "is the name of no tier of this event: add it, or say which tier it is")
		}
	}
}

// questions puts what the sale asked to what the event asks.
func (p *planner) questions() {
	p.asks = &question.List{}
	if p.to.Questions != nil {
		*p.asks = *p.to.Questions
		p.asks.Questions = slices.Clone(p.to.Questions.Questions)
	}
	changed := false
	for i := range p.sale.Questions {
		q := p.sale.Questions[i].Question
		have := p.asks.Find(q.ID)
		if have == nil {
			for tier := range p.sale.Questions[i].tiers {
				if id := p.tiers[tier]; id != "" && !slices.Contains(q.Tiers, id) {
					q.Tiers = append(q.Tiers, id)
				}
			}
			slices.Sort(q.Tiers)
			p.asks.Questions, changed = append(p.asks.Questions, q), true
			continue
		}
		have.Options = slices.Clone(have.Options)
		for _, o := range q.Options {
			if have.Kind == q.Kind && len(have.Options) < question.MaxOptions && !slices.ContainsFunc(have.Options, func(e question.Option) bool { return e.Value == o.Value }) {
				have.Options, changed = append(have.Options, o), true
			}
		}
	}
	if n := len(p.asks.Questions); n > question.MaxQuestions {
		p.Faults.Add("questions", "too_many", "would be %d, and an event has at most %d", n, question.MaxQuestions)
		return
	}
	if changed {
		p.asks.Version++
		p.Questions = p.asks
	}
}

func (p *planner) seed(of string) string {
	return "import\n" + p.sale.Source + "\n" + p.sale.Of + "\n" + of
}

// profile checks an address and a language.
func (p *planner) profile(at, email, name, locale, otherwise string) (user string, who inventory.Profile) {
	who = inventory.Profile{Email: strings.TrimSpace(email), Name: name, Locale: language(locale)}
	if who.Email == "" {
		if otherwise == "" {
			p.Faults.Add(at+".email", "required", "must not be empty: nobody could be told")
		}
		return otherwise, who
	}
	if err := address.Check(who.Email); err != nil {
		p.Faults.Add(at+".email", "bad_format", "%q is not an address of a person", who.Email)
	}
	return p.to.UserID(who.Email), who
}

// language is a language tag without what other shops put behind it, "" for none.
func language(text string) string {
	main, region, _ := strings.Cut(strings.ReplaceAll(text, "_", "-"), "-")
	letters := func(s string) bool { return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == "" }
	if len(main) < 2 || len(main) > 3 || !letters(main) {
		return ""
	}
	if main = strings.ToLower(main); len(region) == 2 && letters(region) {
		main += "-" + strings.ToUpper(region)
	}
	return main
}

func (p *planner) order(o *Order, left *Sale) {
	row := Row{
		Label: o.Code, OrderID: id.Named(id.Order, p.to.EventID, p.seed(o.Code)), Paid: o.Paid, Until: o.Until, Note: p.sale.Source + " " + o.Code,
		Codes: map[int64]string{}, Guests: map[int64]events.Attendee{}, Answers: map[int64]string{},
	}
	row.User, row.Who = p.profile(o.Path, o.Email, o.Name, o.Locale, p.sale.Source+":"+p.sale.Of+":"+o.Code)
	var units []question.Unit
	var given []question.Given
	for n, i := range p.ticketsFirst(o.Items) {
		it, unit := &o.Items[i], int64(n+1)
		at := o.Path + ".positions[" + strconv.Itoa(i) + "]"
		tier := p.tiers[it.Tier]
		row.Items = append(row.Items, RowItem{Tier: tier, Price: it.Price, Seat: p.seat(at, it, tier, o.Code, left)})
		if it.Code != "" {
			row.Codes[unit] = ticket.HashOfCode(p.to.EventID, it.Code)
		}
		if a := (events.Attendee{Name: it.Name, Email: it.Email}); unit > 1 && a != (events.Attendee{}) || a.Email != "" && a.Email != o.Email {
			if a.Email != "" && address.Check(a.Email) != nil {
				p.Faults.Add(at+".attendee_email", "bad_format", "%q is not an address of a person", a.Email)
			}
			row.Guests[unit] = a
		}
		units = append(units, question.Unit{No: unit, Tier: tier})
		for _, g := range it.Answers {
			g.Unit = unit
			given = append(given, g)
		}
	}
	p.answers(&row, units, given, left)
	p.Rows = append(p.Rows, row)
}

// extra reports whether a tier of the event is of add-ons or goods.
func (p *planner) extra(tier string) bool {
	return slices.ContainsFunc(p.to.Tiers, func(t inventory.Tier) bool { return t.ID == tier && !t.Admits() })
}

// ticketsFirst are the indices of items in the order in which the event numbers its units.
func (p *planner) ticketsFirst(items []Item) []int {
	order := make([]int, 0, len(items))
	for _, extras := range [...]bool{false, true} {
		for i := range items {
			if p.extra(p.tiers[items[i].Tier]) == extras {
				order = append(order, i)
			}
		}
	}
	return order
}

// seat is the seat of a ticket.
func (p *planner) seat(at string, it *Item, tier, code string, left *Sale) string {
	switch {
	case !p.to.Seated[tier] && it.Seat != "":
		left.leave(LeftSeats, code, 0)
	case !p.to.Seated[tier] || tier == "":
	case it.Seat == "":
		p.Faults.Add(at+".seat", "required", "must be there: the tier is sold by seats here")
	default:
		seat, ok := p.to.Seat(it.Seat)
		if !ok {
			p.Faults.Add(at+".seat", "unknown", "is %q, which is not a seat of this event, as section-row-number", it.Seat)
		}
		return seat
	}
	return ""
}

// answers are those of the tickets of an order that the questions take.
func (p *planner) answers(row *Row, units []question.Unit, given []question.Given, left *Sale) {
	rows, faults := p.asks.Check(units, given, false)
	for len(faults) > 0 { // without those that are not taken
		bad := map[int]bool{}
		for _, f := range faults {
			n, _, _ := strings.Cut(strings.TrimPrefix(f.Field, "answers["), "]")
			if i, err := strconv.Atoi(n); err == nil {
				bad[i] = true
			}
		}
		if len(bad) == 0 {
			return // too many of them
		}
		var kept []question.Given
		for i := range given {
			if bad[i] {
				left.leave(LeftAnswers, row.Label, 0)
			} else {
				kept = append(kept, given[i])
			}
		}
		given = kept
		rows, faults = p.asks.Check(units, given, false)
	}
	for unit, list := range rows {
		text, err := question.EncodeAnswers(list)
		if err != nil { // text always encodes
			panic(err)
		}
		row.Answers[unit] = text
	}
}

func (p *planner) waiting(w *Waiting, seen map[string]bool, left *Sale) {
	row := Row{Label: w.Path, Tier: p.tiers[w.Tier], Class: w.Class}
	row.User, row.Who = p.profile(w.Path, w.Email, w.Name, w.Locale, "")
	if p.to.Seated[row.Tier] {
		p.Faults.Add(w.Path, "not_supported", "waits for a tier that is sold by seats here")
	}
	if p.extra(row.Tier) {
		p.Faults.Add(w.Path, "not_supported", "waits for what is an add-on or goods here, which nobody waits for")
	}
	if seen[row.User] {
		left.leave(LeftTwice, "", 0)
		return
	}
	seen[row.User] = true
	row.EntryID = id.Named(id.Entry, p.to.EventID, p.seed("waits\n"+row.User))
	p.Rows = append(p.Rows, row)
	p.Waiting++
}

// room says which pools are too small for what is new, which would be refused.
func (p *planner) room() error {
	var names []string
	for i := range p.Rows {
		names = append(names, p.Rows[i].OrderID+p.Rows[i].EntryID+p.Rows[i].invitation())
	}
	known, err := p.to.Known(names)
	if err != nil {
		return err
	}
	p.Known = int64(len(known))
	pools := map[string]int64{}
	of := map[string][]string{}
	for _, t := range p.to.Tiers {
		of[t.ID] = t.Pools
	}
	for i := range p.Rows {
		if known[p.Rows[i].OrderID] {
			continue
		}
		for _, it := range p.Rows[i].Items {
			p.Units[it.Tier]++
			for _, pool := range of[it.Tier] {
				pools[pool]++
			}
		}
	}
	for i := range p.to.Pools {
		pool := &p.to.Pools[i]
		if free := max(0, pool.Available()); pools[pool.ID] > free {
			name := pool.Name
			if name == "" {
				name = pool.ID
			}
			p.Faults.Add("pools["+name+"]", "sold_out", "has %d free of %d, and the file takes %d: raise its capacity to %d at least, or import less",
				free, pool.Capacity, pools[pool.ID], pool.Capacity+pools[pool.ID]-pool.Available())
		}
	}
	return nil
}
