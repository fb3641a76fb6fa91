package integrations

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/saleimport"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// MaxSaleBody is the largest body with the files of another shop, in bytes: text that is
// written as JSON is longer than it was.
const MaxSaleBody = 2 * saleimport.MaxFile

// SaleFiles are the files of another shop.
type SaleFiles struct {
	From     string `json:"from" enum:"pretix,hi-events,eventbrite,luma,meetup" doc:"Which shop has made them. pretix: the export Order data (JSON), and the export Waiting list as CSV. The others: their list of attendees as CSV, in which Luma and Meetup have their waitlist too. That of Meetup has no addresses: it becomes invitations with links that you hand over."`
	File     string `json:"file" minLength:"1" maxLength:"24000000" doc:"What was sold, as text."`
	Waitlist string `json:"waitlist,omitempty" maxLength:"8000000" doc:"Who waits, where the shop exports that by itself; as text."`
}

// SaleToRead is the body that reads files of another shop.
type SaleToRead struct {
	SaleFiles
	Currency string `json:"currency" minLength:"3" maxLength:"3" doc:"In which the shop sold, as an ISO 4217 code; files of pretix do not tell it." example:"EUR"`
}

// NewSaleImport is the body that brings a sale in.
type NewSaleImport struct {
	SaleFiles
	Tiers  []SaleTier `json:"tiers,omitempty" maxItems:"50" doc:"Which tier of the event is which of the file, where they are not called the same."`
	DryRun bool       `json:"dry_run,omitempty" doc:"Only say what is wrong and what would happen. Nothing is changed."`
}

// SaleTier says which tier is meant by a name in a file.
type SaleTier struct {
	Name   string `json:"name" maxLength:"200" example:"Festival ticket – Reduced"`
	TierID string `json:"tier_id" maxLength:"64"`
}

// SaleReport is what files of another shop have, and what becomes of it.
type SaleReport struct {
	ImportID  string               `json:"import_id,omitempty" example:"imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s" doc:"Ask GET /v1/imports/{import_id} how far it is. Absent after a dry run."`
	From      string               `json:"from" enum:"pretix,hi-events,eventbrite,luma,meetup"`
	Title     string               `json:"title" doc:"Of the event there."`
	Reference string               `json:"reference" example:"nordlicht/fest27" doc:"The name of the event there. Orders are known by the shop, this, and their code: the same again changes nothing."`
	Currency  string               `json:"currency,omitempty"`
	Orders    int64                `json:"orders" doc:"That are paid, or can be: those that come in."`
	Pending   int64                `json:"pending" doc:"How many of them are not paid yet. They can be paid here, until the time that they had there."`
	Tickets   int64                `json:"tickets"`
	Paid      int64                `json:"paid" doc:"What was paid for them, in minor units of currency."`
	Waiting   int64                `json:"waiting" doc:"How many wait."`
	Known     int64                `json:"known" doc:"How many orders, people on the waitlist and invitations are here already."`
	Invited   int64                `json:"invitations,omitempty" doc:"Of a list without addresses: how many people are invited by it, each with a link that you hand over (GET /v1/events/{event_id}/invitation-links). Nobody has a place by that: whoever confirms an address with the link takes places while there are some, and can wait for them after that."`
	Places    int64                `json:"invited_places,omitempty" doc:"For how many places together, guests included."`
	Waited    int64                `json:"invited_waiting,omitempty" doc:"How many of them are on the waitlist there. Their invitations come last, in the order of the file, and have their number; here they wait from when they confirm an address."`
	Tiers     []ImportTier         `json:"tiers" doc:"How many new tickets come of each tier of the event, and what is free."`
	LeftOut   []SaleLeft           `json:"left_out" doc:"What the files have that does not come in, and why."`
	Questions int64                `json:"questions" doc:"How many questions the shop asked."`
	Faults    []httpapi.FieldError `json:"faults" doc:"What is wrong with the files or the event, at most 1000. Each is named by its place in the file. With a fault nothing is brought in."`
	Total     int64                `json:"fault_count" doc:"How many faults there are."`
	Event     *SaleEvent           `json:"event,omitempty" doc:"After files were read: the event that could be created for them, as a part of the body of POST /v1/events. Absent for a list of Meetup, which does not tell what it is of."`
}

// SaleLeft is what files have that does not come in.
type SaleLeft struct {
	Reason string   `json:"reason" enum:"cancelled,expired,test,approval,fees,blocked,has_voucher,waits_twice,files,answers,seats,options,declined" doc:"declined: people who have said no. cancelled, expired, test, approval: orders that do not stand. fees: what an order cost beside its tickets. blocked: tickets that the shop has blocked. has_voucher: somebody on the waitlist who was sent a voucher. waits_twice: somebody who is on the waitlist once more. files: questions that are answered with a file. answers: answers that the question here does not take. seats: of tickets whose tier has no seats here. options: questions of which only those options are known that somebody chose."`
	Count  int64    `json:"count"`
	Amount int64    `json:"amount,omitempty" doc:"Of fees: what they come to, in minor units."`
	Names  []string `json:"names" doc:"Codes of the orders, or names of the questions, at most 100."`
}

// SaleEvent is the part of the body of a new event that files of another shop tell.
type SaleEvent struct {
	Title    string          `json:"title"`
	Capacity wire.Bound      `json:"capacity" doc:"null: without a bound."`
	Currency string          `json:"currency"`
	Tiers    []SaleEventTier `json:"tiers"`
	Pools    []wire.NewPool  `json:"pools"`
}

// SaleEventTier is a tier of a SaleEvent.
type SaleEventTier struct {
	Name         string     `json:"name"`
	Price        int64      `json:"price"`
	TaxRate      int64      `json:"tax_rate_bp"`
	Capacity     *int64     `json:"capacity,omitempty"`
	Pools        []string   `json:"pools"`
	MaxPerOrder  int64      `json:"max_per_order,omitempty"`
	Hidden       bool       `json:"hidden,omitempty"`
	SaleStartsAt *time.Time `json:"sale_starts_at,omitempty"`
	SaleEndsAt   *time.Time `json:"sale_ends_at,omitempty"`
}

// read reads the files.
func (f *SaleFiles) read(currency string, now inventory.Instant) *saleimport.Sale {
	return saleimport.Read(f.From, []byte(f.File), []byte(f.Waitlist), currency, now)
}

func (h *Handlers) readSale(_ *access.Call, in *SaleToRead) (*SaleReport, error) {
	if !inventory.IsCurrency(in.Currency) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "currency", Code: "unknown", Message: "is not a currency that an event can count in"})
	}
	s := in.read(in.Currency, inventory.At(h.Now()))
	out := reportOf(s, s.Left, &s.Faults, in.Currency)
	if s.Faults.Total == 0 && len(s.Invitees) == 0 { // a list without addresses does not tell what it is of
		out.Event = proposal(s, in.Currency)
	}
	return out, nil
}

// reportOf is what the files of a sale have, what of it is left out, and what is wrong.
func reportOf(s *saleimport.Sale, left []saleimport.Left, faults *saleimport.Faults, currency string) *SaleReport {
	r := &SaleReport{
		From: s.Source, Title: s.Title, Reference: s.Of, Currency: currency, Orders: int64(len(s.Orders)), Waiting: int64(len(s.Waiting)),
		Tiers: []ImportTier{}, LeftOut: make([]SaleLeft, len(left)), Questions: int64(len(s.Questions)),
		Faults: make([]httpapi.FieldError, len(faults.List)), Total: int64(faults.Total),
	}
	for i := range s.Orders {
		o := &s.Orders[i]
		r.Tickets += int64(len(o.Items))
		if !o.Paid {
			r.Pending++
			continue
		}
		for _, it := range o.Items {
			r.Paid += it.Price.Amount
		}
	}
	r.Invited = int64(len(s.Invitees))
	for i := range s.Invitees {
		if r.Places += s.Invitees[i].Places; s.Invitees[i].Waited > 0 {
			r.Waited++
		}
	}
	for i, l := range left {
		r.LeftOut[i] = SaleLeft{Reason: l.Reason, Count: l.Count, Amount: l.Amount, Names: append([]string{}, l.Names...)}
	}
	for i, f := range faults.List {
		r.Faults[i] = httpapi.FieldError{Field: f.Field, Code: f.Code, Message: f.Message}
	}
	return r
}

// proposal is the event that could be created for a sale.
func proposal(s *saleimport.Sale, currency string) *SaleEvent {
	p := s.Propose()
	out := &SaleEvent{Title: s.Title, Capacity: wire.Bound(p.Capacity), Currency: currency, Tiers: []SaleEventTier{}, Pools: []wire.NewPool{}}
	for _, pool := range p.Pools {
		out.Pools = append(out.Pools, wire.NewPool{Name: pool.Name, Capacity: wire.Bound(pool.Size)})
	}
	for i := range p.Tiers {
		t := &p.Tiers[i]
		tier := SaleEventTier{
			Name: t.Name, Price: t.Price.Amount, TaxRate: t.Price.TaxRate, Pools: append([]string{}, t.Pools...), MaxPerOrder: t.MaxPerOrder, Hidden: t.Hidden,
			SaleStartsAt: wire.TimePtr(t.Starts), SaleEndsAt: wire.TimePtr(t.Ends),
		}
		if t.Capacity >= 0 {
			tier.Capacity = &t.Capacity
		}
		out.Tiers = append(out.Tiers, tier)
	}
	return out
}

// planSale says what becomes of files in an event.
func (h *Handlers) planSale(c *access.Call, v *events.EventView, in *NewSaleImport) (*saleimport.Plan, *SaleReport, error) {
	var check httpapi.Checks
	to := &saleimport.Target{EventID: v.Event.ID, Tiers: v.Tiers, Pools: v.Pools, Seated: v.Seated, Named: map[string]string{}, UserID: wire.PublicID}
	tiers := map[string]bool{}
	for i := range v.Tiers {
		tiers[v.Tiers[i].ID] = true
	}
	for i, t := range in.Tiers {
		if !tiers[t.TierID] {
			check.Add("tiers["+strconv.Itoa(i)+"].tier_id", "unknown", "is not a tier of this event")
		}
		to.Named[t.Name] = t.TierID
	}
	if err := check.Err(); err != nil {
		return nil, nil, err
	}
	var err error
	if to.Questions, err = access.Questions(c.Context(), h.Store, v.Event.ID); err != nil {
		return nil, nil, err
	}
	if v.Seated != nil {
		if to.Seat, err = h.seatNames(c.Context(), v.Event.ID); err != nil {
			return nil, nil, err
		}
	}
	to.Known = func(names []string) (map[string]bool, error) {
		return h.Store.Imports.ImportedAlready(c.Context(), v.Event.ID, names)
	}
	now := inventory.At(h.Now())
	s := in.read(v.Event.Settings.Orders.Currency, now)
	switch {
	case v.Event.Status == inventory.Cancelled:
		s.Faults.Add("event_id", string(inventory.EventIsCancelled), "is of an event that was cancelled")
	case now >= v.Event.RegistrationEnds():
		s.Faults.Add("event_id", string(inventory.RegistrationClosed), "is of an event whose registration has ended")
	}
	p, err := saleimport.NewPlan(s, to)
	if err != nil {
		return nil, nil, err
	}
	out := reportOf(s, p.Left, &p.Faults, v.Event.Settings.Orders.Currency)
	out.Waiting, out.Known, out.Tiers = p.Waiting, p.Known, tiersOf(v, p.Units)
	return p, out, nil
}

// seatNames finds seats by what other shops call them: section, row and number, or row and
// number where no two sections have them.
func (h *Handlers) seatNames(ctx context.Context, event string) (func(string) (string, bool), error) {
	s, err := h.Store.Events.Seating(ctx, event)
	if err != nil {
		return nil, err
	}
	plan, err := seating.ReadDocument([]byte(s.Document))
	if err != nil {
		return nil, fmt.Errorf("api: plan of %s: %w", event, err)
	}
	layout, err := s.Layout(event)
	if err != nil {
		return nil, err
	}
	names, twice := map[string]string{}, map[string]bool{}
	add := func(name, seat string) {
		name = strings.ToLower(name)
		if names[name] != "" {
			twice[name] = true
		}
		names[name] = seat
	}
	for i := range plan.Count() {
		section, row, number, _ := plan.Label(i)
		seat, at := layout.ID(int32(i)), row+"-"+strconv.Itoa(number)
		add(section+"-"+at, seat)
		add(at, seat)
	}
	return func(name string) (string, bool) {
		name = strings.ToLower(strings.TrimSpace(name))
		return names[name], names[name] != "" && !twice[name]
	}, nil
}

func (h *Handlers) importSale(c *access.Call, k *access.EventSummary, in *NewSaleImport) (*SaleReport, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	p, out, err := h.planSale(c, v, in)
	if err != nil {
		return nil, err
	}
	if in.DryRun {
		c.Status = 200
		return out, nil
	}
	if p.Faults.Total > 0 {
		return nil, faulty("import", p.Faults.Total, out.Faults)
	}
	if len(p.Rows) == 0 {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "file", Code: "required", Message: "has no order that stands, nobody waits, and nobody comes: there is nothing to import"})
	}
	if err := h.askImported(c, k, p.Questions); err != nil {
		return nil, err
	}
	made, err := h.queueImport(c, files.Import{EventID: k.EventID, Source: in.From, Total: int64(len(p.Rows)), Digest: in.digest()}, p.Rows)
	if err != nil {
		return nil, err
	}
	out.ImportID = made.ID
	return out, nil
}

// digest names files and the way in which they are read.
func (in *NewSaleImport) digest() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%d\n%s\n%s", in.From, len(in.File), in.File, in.Waitlist)
	for _, t := range in.Tiers {
		fmt.Fprintf(sum, "\n%q=%q", t.Name, t.TierID)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// askImported has an event ask what the other shop asked, before answers come in; nil: it
// does already.
func (h *Handlers) askImported(c *access.Call, k *access.EventSummary, list *question.List) error {
	if list == nil {
		return nil
	}
	text, err := list.Encode()
	if err != nil {
		return err
	}
	base := list.Version - 1
	_, err = h.Store.Questions.SetQuestions(organizations.WithBy(c.Context(), c.By()), k.EventID, text, len(list.Questions), &base, question.MaxVersions, inventory.At(h.Now()))
	h.Access.Forget(k.EventID)
	if errors.Is(err, database.ErrConflict) || errors.Is(err, database.ErrLimit) {
		return httpapi.Invalid(httpapi.FieldError{Field: "file", Code: "changed", Message: "could not be imported: the questions of the event were changed meanwhile, or too often"})
	}
	return err
}
