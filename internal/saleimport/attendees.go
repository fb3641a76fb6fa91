package saleimport

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Names of shops as sources, beside Pretix.
const (
	HiEvents   = "hi-events"
	Eventbrite = "eventbrite"
	Luma       = "luma"
)

// Sources are the shops whose files are read.
func Sources() []string { return []string{Pretix, HiEvents, Eventbrite, Luma, Meetup} }

// Read reads the files of a shop: see ReadPretix. The others have one list of attendees as CSV.
func Read(from string, file, waitlist []byte, currency string, now inventory.Instant) *Sale {
	if from == Meetup {
		return readMeetup(file, waitlist)
	}
	for i := range attendeeLists {
		if l := &attendeeLists[i]; l.source == from {
			return l.read(file, waitlist, currency)
		}
	}
	return ReadPretix(file, waitlist, currency, now)
}

// attendeeList says how the list of attendees of a shop is read: a row for each ticket.
type attendeeList struct {
	source string
	// named are the columns by any of their names; those that begin with * have to be there.
	named map[string][]string
	// at are columns by their number, of a list whose names are translated: sure is what the
	// values of one have to look like, by which it is recognised.
	at   map[string]int
	sure map[string]*regexp.Regexp
	// states say what becomes of a row by its status, in lower case: in, or why it is left out;
	// waits: it is on the waitlist.
	states map[string]string
}

const (
	stateIn    = "in"
	stateWaits = "waits"
)

// What fields are called here.
const (
	fieldOrder, fieldCode, fieldName, fieldFirst, fieldLast, fieldEmail = "order", "code", "name", "first", "last", "email"
	fieldTier, fieldPrice, fieldCurrency, fieldStatus, fieldEvent       = "tier", "price", "currency", "status", "event"
)

var (
	emailLike = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)
	// lumaEvent is the event in the address that a code of Luma's is.
	lumaEvent = regexp.MustCompile(`/check-in/(evt-[A-Za-z0-9]+)`)
)

var attendeeLists = [...]attendeeList{
	{
		// The export "Attendees" of Hi.Events: backend/app/Exports/AttendeesExport.php. Its names are
		// translated, so its columns are known by where they stand. The code of a ticket is its public id.
		source: HiEvents,
		at:     map[string]int{fieldFirst: 1, fieldLast: 2, fieldEmail: 3, fieldStatus: 4, fieldTier: 8, fieldEvent: 9, fieldOrder: 10, fieldCode: 10},
		sure:   map[string]*regexp.Regexp{fieldEmail: emailLike, fieldStatus: regexp.MustCompile(`^[A-Z_]+$`), fieldOrder: regexp.MustCompile(`^[A-Z]+-`)},
		states: map[string]string{"active": stateIn, "cancelled": LeftCancelled, "awaiting_payment": LeftExpired},
	},
	{
		// Eventbrite's report "Attendee Summary" with order and barcode.
		source: Eventbrite,
		named: map[string][]string{
			"*" + fieldOrder: {"Order #", "Order ID"}, fieldCode: {"Barcode #", "Barcode"}, "*" + fieldFirst: {"First Name"}, fieldLast: {"Last Name", "Surname"},
			"*" + fieldEmail: {"Email", "Attendee Email"}, "*" + fieldTier: {"Ticket Type"}, fieldPrice: {"Total Paid"}, fieldCurrency: {"Currency"},
			"*" + fieldStatus: {"Attendee Status"}, fieldEvent: {"Event Name"},
		},
		states: map[string]string{"attending": stateIn, "checked in": stateIn, "not attending": LeftCancelled, "refunded": LeftCancelled, "deleted": LeftCancelled, "transferred": LeftCancelled, "unpaid": LeftExpired},
	},
	{
		// Luma's guest list. A code is the address in it, as phones read it.
		source: Luma,
		named: map[string][]string{
			"*" + fieldOrder: {"api_id", "guest_id"}, fieldCode: {"qr_code_url"}, fieldName: {"name"}, fieldFirst: {"first_name"}, fieldLast: {"last_name"},
			"*" + fieldEmail: {"email"}, "*" + fieldTier: {"ticket_name"}, fieldPrice: {"amount"}, fieldCurrency: {"currency"}, "*" + fieldStatus: {"approval_status"},
		},
		states: map[string]string{"approved": stateIn, "pending_approval": LeftApproval, "declined": LeftCancelled, "invited": LeftApproval, "waitlist": stateWaits},
	},
}

// attendeeReader reads one list.
type attendeeReader struct {
	*Sale
	list     *attendeeList
	currency string
	tiers    map[string]int
	orders   map[string]int
	codes    map[string]string
	column   map[string]int
}

func (l *attendeeList) read(file, waitlist []byte, currency string) *Sale {
	s := &Sale{Source: l.source, Of: l.source}
	r := &attendeeReader{Sale: s, list: l, currency: currency, tiers: map[string]int{}, orders: map[string]int{}, codes: map[string]string{}}
	if len(waitlist) > 0 {
		s.Faults.Add("waitlist", "not_supported", "must be empty: this shop has its waitlist in the same file, or exports none")
		return s
	}
	lines := r.lines(file)
	if s.Faults.Total > 0 {
		return s
	}
	for _, line := range lines {
		r.row("file["+strconv.Itoa(line.no)+"]", line.fields)
	}
	if len(s.Tiers) > inventory.MaxTiers {
		s.Faults.Add("file", "too_many", "has %d kinds of tickets, and an event has at most %d tiers", len(s.Tiers), inventory.MaxTiers)
	}
	return s
}

// lines parts a file into its lines, and finds its columns.
func (r *attendeeReader) lines(file []byte) (lines []csvLine) {
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	if !utf8.Valid(file) || bytes.ContainsRune(file, utf8.RuneError) {
		r.Faults.Add("file", "encoding", "must be UTF-8: the list of attendees as CSV")
		return nil
	}
	header, _, _ := bytes.Cut(file, []byte("\n"))
	c := csv.NewReader(bytes.NewReader(file))
	c.FieldsPerRecord, c.LazyQuotes = -1, true
	for _, separator := range []rune{';', '\t'} {
		if bytes.Count(header, []byte(string(separator))) > bytes.Count(header, []byte{','}) {
			c.Comma = separator
		}
	}
	for {
		fields, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.Faults.Add("file", "bad_format", "is not CSV: %v", err)
			return nil
		}
		no, _ := c.FieldPos(0)
		if len(lines) > MaxRows {
			r.Faults.Add("file", "too_many", "has more than %d lines", MaxRows)
			return nil
		}
		lines = append(lines, csvLine{no, fields})
	}
	if len(lines) == 0 || !r.columns(lines) {
		if r.Faults.Total == 0 {
			r.Faults.Add("file", "bad_format", "is not the list of attendees that %s exports as CSV", r.Source)
		}
		return nil
	}
	return lines[1:]
}

// columns finds the columns by their names or, where these are translated, by what the first two
// rows have.
func (r *attendeeReader) columns(lines []csvLine) bool {
	r.column = map[string]int{}
	if r.list.at != nil {
		r.column = r.list.at
		for _, line := range lines[1:min(3, len(lines))] {
			for field, looks := range r.list.sure {
				if !looks.MatchString(r.value(line.fields, field)) {
					return false
				}
			}
		}
		return len(lines) > 1
	}
	for _, field := range slices.Sorted(maps.Keys(r.list.named)) { // faults come in one order
		names := r.list.named[field]
		at := slices.IndexFunc(lines[0].fields, func(h string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(h), n) })
		})
		name, must := strings.CutPrefix(field, "*")
		if at >= 0 {
			r.column[name] = at
		} else if must {
			r.Faults.Add("file[1]", "missing", "has no column %q, which the list of attendees of %s has", names[0], r.Source)
		}
	}
	return r.Faults.Total == 0
}

// value is what a row has in a column; empty: it has none.
func (r *attendeeReader) value(row []string, field string) string {
	at, ok := r.column[field]
	if !ok || at >= len(row) {
		return ""
	}
	return strings.TrimSpace(undefused(row[at]))
}

// row takes a ticket.
func (r *attendeeReader) row(at string, row []string) {
	if len(row) == 1 && strings.TrimSpace(row[0]) == "" {
		return
	}
	order := r.value(row, fieldOrder)
	if order == "" || len(order) > 64 {
		r.Faults.Add(at, "bad_format", "must name an order, with 1 to 64 characters")
		return
	}
	status := r.value(row, fieldStatus)
	state, known := r.list.states[strings.ToLower(status)]
	if !known {
		r.Faults.Add(at, "unknown", "has the status %q", status)
		return
	}
	if state != stateIn && state != stateWaits {
		r.leave(state, order, 0)
		return
	}
	r.of(row)
	name := r.value(row, fieldName)
	if name == "" {
		name = r.value(row, fieldFirst) + " " + r.value(row, fieldLast)
	}
	name, email := clip(oneLine(name), maxText), r.value(row, fieldEmail)
	price, ok := r.price(at, row)
	if !ok {
		return
	}
	tier := r.tier(clip(oneLine(r.value(row, fieldTier)), maxText), price)
	if state == stateWaits {
		r.Waiting = append(r.Waiting, Waiting{Path: at, Email: email, Name: name, Tier: tier})
		return
	}
	item := Item{Tier: tier, Price: price, Name: name, Email: email, Code: r.value(row, fieldCode)}
	switch {
	case len(item.Code) > maxCode:
		r.Faults.Add(at, "too_long", "has a code of more than %d bytes", maxCode)
	case item.Code != "" && r.codes[item.Code] != "":
		r.Faults.Add(at, "duplicate", "has the code of %s", r.codes[item.Code])
	case item.Code != "":
		r.codes[item.Code] = at
	}
	n, known := r.orders[order]
	if !known {
		n = len(r.Orders)
		r.orders[order] = n
		r.Orders = append(r.Orders, Order{Code: order, Path: at, Email: email, Name: name, Paid: true})
	}
	if o := &r.Orders[n]; len(o.Items) == inventory.MaxOrderUnits {
		r.Faults.Add(at, "too_many", "is one ticket too many of order %s: an order has at most %d", order, inventory.MaxOrderUnits)
	} else {
		o.Items = append(o.Items, item)
	}
}

// of notes which event a list is of, where it says so.
func (r *attendeeReader) of(row []string) {
	if r.Of != r.Source {
		return
	}
	if m := lumaEvent.FindStringSubmatch(r.value(row, fieldCode)); m != nil && r.Source == Luma {
		r.Of = r.Source + "/" + m[1]
	}
	switch event := clip(oneLine(r.value(row, fieldEvent)), maxText); {
	case event == "":
	case r.Source == HiEvents:
		r.Of = r.Source + "/" + event
	default:
		r.Title = event
	}
}

// price is what was paid for a ticket; a list that does not say so is of free tickets.
func (r *attendeeReader) price(at string, row []string) (inventory.Price, bool) {
	text := strings.Trim(r.value(row, fieldPrice), "$€£ ")
	if text == "" {
		return inventory.Price{TaxIncluded: true}, true
	}
	before := r.Faults.Total
	p := r.Faults.priceOf(at, text, "", r.currency)
	if c := r.value(row, fieldCurrency); p.Amount > 0 && c != "" && !strings.EqualFold(c, r.currency) {
		r.Faults.Add(at, "mismatch", "was paid in %s, and the event counts in %s", c, r.currency)
	}
	return p, r.Faults.Total == before
}

// tier is the number of the tier with a name. Its price is that of the first ticket.
func (r *attendeeReader) tier(name string, price inventory.Price) int {
	if name == "" {
		name = "Ticket"
	}
	n, known := r.tiers[name]
	if !known {
		n = len(r.Tiers)
		r.tiers[name] = n
		r.Tiers = append(r.Tiers, Tier{Name: name, Price: price})
	}
	return n
}
