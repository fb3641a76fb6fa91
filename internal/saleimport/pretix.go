package saleimport

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
)

// Pretix is the name of pretix as a source.
const Pretix = "pretix"

// What pretix's exporter "Order data (JSON)" writes, as far as it is read
// (pretix/base/exporters/json.py).
type (
	pretixFile struct {
		Event *pretixEvent `json:"event"`
	}
	pretixEvent struct {
		Name      string `json:"name"`
		Slug      string `json:"slug"`
		Organizer struct {
			Slug string `json:"slug"`
		} `json:"organizer"`
		Items     []pretixItem     `json:"items"`
		Questions []pretixQuestion `json:"questions"`
		Orders    []pretixOrder    `json:"orders"`
		Quotas    []pretixQuota    `json:"quotas"`
		SubEvents []struct {
			ID int64 `json:"id"`
		} `json:"subevents"`
	}
	pretixItem struct {
		ID         int64       `json:"id"`
		Position   int64       `json:"position"`
		Name       string      `json:"name"`
		Price      json.Number `json:"price"`
		TaxRate    json.Number `json:"tax_rate"`
		Active     bool        `json:"active"`
		From       *time.Time  `json:"available_from"`
		Until      *time.Time  `json:"available_until"`
		Voucher    bool        `json:"require_voucher"`
		Hidden     bool        `json:"hide_without_voucher"`
		Bundled    bool        `json:"require_bundling"`
		Max        *int64      `json:"max_per_order"`
		GiftCard   bool        `json:"issue_giftcard"`
		Variations []struct {
			ID       int64       `json:"id"`
			Active   bool        `json:"active"`
			Price    json.Number `json:"price"`
			Name     string      `json:"name"`
			Position int64       `json:"position"`
			From     *time.Time  `json:"available_from"`
			Until    *time.Time  `json:"available_until"`
			Hidden   bool        `json:"hide_without_voucher"`
		} `json:"variations"`
	}
	pretixQuestion struct {
		ID         int64  `json:"id"`
		Identifier string `json:"identifier"`
		Required   bool   `json:"required"`
		Question   string `json:"question"`
		Position   int64  `json:"position"`
		Hidden     bool   `json:"hidden"`
		AtCheckin  bool   `json:"ask_during_checkin"`
		Help       string `json:"help_text"`
		Type       string `json:"type"`
	}
	pretixOrder struct {
		Code      string           `json:"code"`
		Status    string           `json:"status"`
		Test      bool             `json:"testmode"`
		Email     *string          `json:"email"`
		Locale    string           `json:"locale"`
		Approval  bool             `json:"require_approval"`
		Expires   *time.Time       `json:"expires"`
		Datetime  time.Time        `json:"datetime"`
		Positions []pretixPosition `json:"positions"`
		Fees      []struct {
			Value json.Number `json:"value"`
		} `json:"fees"`
	}
	pretixPosition struct {
		ID        int64       `json:"id"`
		No        int64       `json:"positionid"`
		Item      int64       `json:"item"`
		Variation *int64      `json:"variation"`
		SubEvent  *int64      `json:"subevent"`
		Seat      *string     `json:"seat"`
		Price     json.Number `json:"price"`
		TaxRate   json.Number `json:"tax_rate"`
		Name      *string     `json:"attendee_name"`
		Email     *string     `json:"attendee_email"`
		Secret    string      `json:"secret"`
		Blocked   []string    `json:"blocked"`
		Answers   []struct {
			Question int64  `json:"question"`
			Answer   string `json:"answer"`
		} `json:"answers"`
	}
	pretixQuota struct {
		ID         int64   `json:"id"`
		Size       *int64  `json:"size"`
		Items      []int64 `json:"items"`
		Variations []int64 `json:"variations"`
	}
)

// pretixReader is a file under way.
type pretixReader struct {
	*Sale
	currency  string
	now       inventory.Instant
	tiers     map[[2]int64]int // by item and variation, 0: none
	questions map[int64]int
	files     map[int64]bool
	codes     map[string]string // where a code was met first
}

// ReadPretix reads a file of pretix's exporter "Order data (JSON)" and, when it is not
// empty, the list of its exporter "Waiting list". Amounts are of the currency, which the
// file does not tell.
func ReadPretix(file, waitlist []byte, currency string, now inventory.Instant) *Sale {
	s := &Sale{Source: Pretix}
	r := &pretixReader{
		Sale: s, currency: currency, now: now,
		tiers: map[[2]int64]int{}, questions: map[int64]int{}, files: map[int64]bool{}, codes: map[string]string{},
	}
	e := r.decode(file)
	if e == nil {
		return s
	}
	s.Title, s.Of = clip(oneLine(e.Name), maxText), e.Organizer.Slug+"/"+e.Slug
	if len(e.SubEvents) > 0 {
		s.Faults.Add("event.subevents", "not_supported", "must be empty: an event series is %d events here, and its files are exported one date at a time", len(e.SubEvents))
		return s
	}
	if n := e.tiers(); n > inventory.MaxTiers {
		s.Faults.Add("event.items", "too_many", "make %d tiers, and an event has at most %d", n, inventory.MaxTiers)
		return s
	}
	r.readItems(e)
	r.readQuestions(e)
	r.readOrders(e)
	for i := range s.Questions {
		s.Questions[i].finish(s)
	}
	if len(waitlist) > 0 {
		r.readWaitlist(waitlist)
	}
	return s
}

// decode recognises a file by what it contains.
func (r *pretixReader) decode(file []byte) *pretixEvent {
	var f pretixFile
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff"))))
	err := d.Decode(&f)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		r.Faults.Add(cmp.Or(wrong.Field, "file"), "wrong_type", "is %s, which pretix does not write there", wrong.Value)
	case err != nil:
		r.Faults.Add("file", "bad_format", "is not the file of pretix's export \"Order data (JSON)\": it is not JSON (at byte %d)", d.InputOffset())
	case f.Event == nil || f.Event.Slug == "" || f.Event.Items == nil || f.Event.Orders == nil || f.Event.Quotas == nil:
		r.Faults.Add("event", "required", "with its slug, items, orders and quotas must be there, as in the file of pretix's export \"Order data (JSON)\"")
	case len(f.Event.Orders) > MaxRows:
		r.Faults.Add("event.orders", "too_many", "must have at most %d items", MaxRows)
	default:
		return f.Event
	}
	return nil
}

// tiers is how many tiers its items make.
func (e *pretixEvent) tiers() (n int) {
	for i := range e.Items {
		n += max(1, len(e.Items[i].Variations))
	}
	return n
}

// readItems makes a tier of each item, or of each of its variations, and a pool of each quota.
func (r *pretixReader) readItems(e *pretixEvent) {
	byPosition := slices.Clone(e.Items)
	slices.SortStableFunc(byPosition, func(a, b pretixItem) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID)) })
	seen := map[string]bool{}
	for i := range byPosition {
		it := &byPosition[i]
		at := "event.items[" + strconv.Itoa(slices.IndexFunc(e.Items, func(o pretixItem) bool { return o.ID == it.ID })) + "]"
		base := Tier{Name: it.Name, Starts: instant(it.From), Ends: instant(it.Until), Hidden: it.Hidden || it.Voucher || it.Bundled || !it.Active}
		if it.Max != nil {
			base.MaxPerOrder = min(max(0, *it.Max), inventory.MaxOrderUnits)
		}
		if len(it.Variations) == 0 {
			base.Price = r.Faults.priceOf(at, it.Price.String(), it.TaxRate.String(), r.currency)
			r.addTier(at, [2]int64{it.ID, 0}, base, seen)
		}
		for j := range it.Variations {
			v := &it.Variations[j]
			t, at := base, at+".variations["+strconv.Itoa(j)+"]"
			t.Name = it.Name + " – " + v.Name
			t.Price = r.Faults.priceOf(at, v.Price.String(), it.TaxRate.String(), r.currency)
			t.Starts, t.Ends = max(t.Starts, instant(v.From)), earlier(t.Ends, instant(v.Until))
			t.Hidden = t.Hidden || v.Hidden || !v.Active
			r.addTier(at, [2]int64{it.ID, v.ID}, t, seen)
		}
	}
	for i, q := range e.Quotas {
		p := Pool{Name: "Quota " + strconv.FormatInt(q.ID, 10), Size: -1}
		if q.Size != nil {
			if p.Size = *q.Size; p.Size < 0 || p.Size > inventory.MaxCapacity {
				r.Faults.Add("event.quotas["+strconv.Itoa(i)+"].size", "out_of_range", "must be from 0 to %d", inventory.MaxCapacity)
			}
		}
		r.Pools = append(r.Pools, p)
		for key, tier := range r.tiers {
			if slices.Contains(q.Items, key[0]) && (key[1] == 0 || slices.Contains(q.Variations, key[1])) {
				r.Tiers[tier].Pools = append(r.Tiers[tier].Pools, i)
			}
		}
	}
}

func (r *pretixReader) addTier(at string, key [2]int64, t Tier, seen map[string]bool) {
	t.Name = clip(oneLine(t.Name), maxText)
	if t.Name == "" {
		r.Faults.Add(at+".name", "required", "must not be empty")
	}
	for n := 2; seen[strings.ToLower(t.Name)]; n++ { // pretix allows it
		t.Name = fmt.Sprintf("%s (%d)", strings.TrimSuffix(t.Name, fmt.Sprintf(" (%d)", n-1)), n)
	}
	seen[strings.ToLower(t.Name)] = true
	if t.Ends != 0 && t.Ends <= t.Starts {
		t.Starts = 0
	}
	r.tiers[key] = len(r.Tiers)
	r.Tiers = append(r.Tiers, t)
}

func instant(t *time.Time) inventory.Instant {
	if t == nil {
		return 0
	}
	return max(0, inventory.At(*t))
}

// earlier is the first of two times of which 0 is never.
func earlier(a, b inventory.Instant) inventory.Instant {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

func (r *pretixReader) readOrders(e *pretixEvent) {
	type placed struct {
		at int
		*pretixOrder
	}
	list := make([]placed, len(e.Orders))
	for i := range e.Orders {
		list[i] = placed{i, &e.Orders[i]}
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		return cmp.Or(a.Datetime.Compare(b.Datetime), cmp.Compare(b.at, a.at)) // the file has the latest first
	})
	seen := map[string]string{}
	for _, p := range list {
		at := "event.orders[" + strconv.Itoa(p.at) + "]"
		if p.Code == "" || len(p.Code) > 64 {
			r.Faults.Add(at+".code", "bad_format", "must have 1 to 64 characters")
			continue
		}
		if before, known := seen[p.Code]; known {
			r.Faults.Add(at+".code", "duplicate", "is that of %s", before)
			continue
		}
		seen[p.Code] = at
		switch {
		case p.Test:
			r.leave(LeftTest, p.Code, 0)
		case p.Status == "c":
			r.leave(LeftCancelled, p.Code, 0)
		case p.Status == "e", p.Status == "n" && (p.Expires == nil || inventory.At(*p.Expires) <= r.now):
			r.leave(LeftExpired, p.Code, 0)
		case p.Status == "n" && p.Approval:
			r.leave(LeftApproval, p.Code, 0)
		case p.Status == "n", p.Status == "p":
			r.readOrder(at, p.pretixOrder)
		default:
			r.Faults.Add(at+".status", "unknown", "is %q, and must be p, n, e or c", p.Status)
		}
	}
}

func (r *pretixReader) readOrder(at string, p *pretixOrder) {
	o := Order{Code: p.Code, Path: at, Paid: p.Status == "p", Locale: p.Locale}
	if p.Email != nil {
		o.Email = *p.Email
	}
	if !o.Paid {
		o.Until = instant(p.Expires)
	}
	slices.SortStableFunc(p.Positions, func(a, b pretixPosition) int { return cmp.Compare(a.No, b.No) })
	for i := range p.Positions {
		pos := &p.Positions[i]
		at := at + ".positions[" + strconv.Itoa(i) + "]"
		key := [2]int64{pos.Item, 0}
		if pos.Variation != nil {
			key[1] = *pos.Variation
		}
		tier, ok := r.tiers[key]
		if !ok {
			r.Faults.Add(at+".item", "unknown", "is %d, variation %d, and there is no such item", key[0], key[1])
			continue
		}
		if len(pos.Blocked) > 0 {
			r.leave(LeftBlocked, p.Code, 0)
			continue
		}
		it := Item{
			Tier: tier, Price: r.Faults.priceOf(at, pos.Price.String(), pos.TaxRate.String(), r.currency),
			Name: clip(oneLine(deref(pos.Name)), maxText), Email: deref(pos.Email), Seat: deref(pos.Seat), Code: pos.Secret,
		}
		switch {
		case len(it.Code) > maxCode:
			r.Faults.Add(at+".secret", "too_long", "must have at most %d bytes", maxCode)
		case it.Code != "" && r.codes[it.Code] != "":
			r.Faults.Add(at+".secret", "duplicate", "is that of %s", r.codes[it.Code])
		case it.Code != "":
			r.codes[it.Code] = at
		}
		for _, a := range pos.Answers {
			r.answer(&it, a.Question, a.Answer)
		}
		if o.Name == "" {
			o.Name = it.Name
		}
		o.Items = append(o.Items, it)
	}
	switch n := len(o.Items); {
	case n > inventory.MaxOrderUnits:
		r.Faults.Add(at+".positions", "too_many", "must have at most %d items", inventory.MaxOrderUnits)
	case n == 0: // all cancelled or blocked
		r.leave(LeftCancelled, p.Code, 0)
	default:
		r.Orders = append(r.Orders, o)
	}
	for i, f := range p.Fees {
		n, ok := decimal(f.Value.String(), inventory.Decimals(r.currency))
		if !ok {
			r.Faults.Add(at+".fees["+strconv.Itoa(i)+"].value", "bad_format", "%q is not an amount in %s", f.Value, r.currency)
		} else if n != 0 {
			r.leave(LeftFees, p.Code, n)
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// oneLine is a text without line ends and what else cannot be shown.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\ufffd"), func(c rune) bool { return c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029' }), " ")
}

// clip is a text of at most so many characters.
func clip(s string, most int) string {
	s = strings.TrimSpace(s)
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most]))
	}
	return s
}

// kinds are what the types of questions are here. What has no kind of its own is a text;
// answers of several options are written in one text by pretix.
var kinds = map[string]question.Kind{
	"N": question.Text, "S": question.Text, "T": question.LongText, "B": question.Choice, "C": question.Choice, "M": question.LongText,
	"D": question.Date, "H": question.Text, "W": question.Text, "CC": question.Text, "TEL": question.Text,
}

func (r *pretixReader) readQuestions(e *pretixEvent) {
	list := slices.Clone(e.Questions)
	slices.SortStableFunc(list, func(a, b pretixQuestion) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	for i := range list {
		q := &list[i]
		kind, known := kinds[q.Type]
		if !known { // a file
			r.files[q.ID] = true
			r.leave(LeftFiles, q.Identifier, 0)
			continue
		}
		if len(r.Questions) == question.MaxQuestions {
			r.Faults.Add("event.questions", "too_many", "must have at most %d items that are not answered with a file", question.MaxQuestions)
			return
		}
		name := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
				return c
			}
			return -1
		}, strings.ToLower(q.Identifier))
		out := Question{tiers: map[int]bool{}, Question: question.Question{
			ID: clip("pretix-"+name, question.MaxID), Kind: kind, Scope: question.Attendee, Label: clip(oneLine(q.Question), question.MaxLabel),
			Help: clip(oneLine(q.Help), question.MaxHelp), Required: q.Required && !q.Hidden, AtDoor: q.AtCheckin,
		}}
		if q.Type == "B" {
			out.Options = []question.Option{{Value: "True", Label: "Yes"}, {Value: "False", Label: "No"}}
		}
		if name == "" || slices.ContainsFunc(r.Questions, func(o Question) bool { return o.ID == out.ID }) {
			out.ID = "pretix-q" + strconv.FormatInt(q.ID, 10)
		}
		r.questions[q.ID] = len(r.Questions)
		r.Questions = append(r.Questions, out)
	}
}

// answer notes an answer of a ticket.
func (r *pretixReader) answer(it *Item, id int64, text string) {
	n, known := r.questions[id]
	if !known || strings.TrimSpace(text) == "" {
		return
	}
	q := &r.Questions[n]
	most := question.MaxText
	if q.Kind == question.LongText {
		text, most = strings.ReplaceAll(text, "\r\n", "\n"), question.MaxLongText
	} else {
		text = oneLine(text)
	}
	text = clip(text, most)
	if q.Kind == question.Choice && len(q.Options) <= question.MaxOptions && !slices.ContainsFunc(q.Options, func(o question.Option) bool { return o.Value == text }) {
		q.Options = append(q.Options, question.Option{Value: text, Label: text})
	}
	q.tiers[it.Tier] = true
	it.Answers = append(it.Answers, question.Given{Question: q.ID, Values: []string{text}})
}

// finish makes a question one that can be asked on: of the tiers that were asked, and as a
// text where there are no options, or too many.
func (q *Question) finish(s *Sale) {
	if q.Kind == question.Choice {
		if len(q.Options) == 0 || len(q.Options) > question.MaxOptions {
			q.Kind, q.Options = question.Text, nil
		}
		s.leave(LeftOptions, q.Label, 0)
	}
	if len(q.tiers) == 0 {
		q.Required = false // of whom it was asked is not told
	}
}
