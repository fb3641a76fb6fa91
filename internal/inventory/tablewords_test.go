package inventory_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
)

// parse makes a command of a line, and says whom it is about.
func (s *tableCase) parse(do string) (inventory.Command, string) {
	words := strings.Fields(do)
	who := inventory.Who{Actor: "public"}
	network := ""
	if words[0] == "from" {
		network, words = words[1], words[2:]
	}
	for s.says(&who, words[0]) {
		words = words[1:]
	}
	if who.Staff {
		who.Actor = "mem_staff"
	}
	switch {
	case network == "":
	case who.Proven:
		who.Origins = []inventory.Origin{{Key: "p" + words[1], Bound: inventory.BoundPerson}, {Key: "m" + words[1], Bound: inventory.BoundNothing}}
	default:
		who.Origins = []inventory.Origin{{Key: "h" + network, Share: 1}, {Key: "m" + words[1], Bound: inventory.BoundPerson}}
	}
	verb, args := words[0], words[1:]
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch verb {
	case "event":
		return s.event(args), ""
	case "configure":
		return s.configure(args), ""
	case "reschedule":
		c := s.configure(args).(inventory.Configure)
		c.Reschedule = true
		return c, ""
	case "register", "join":
		return s.takePart(who, verb, name, args[1:]), name
	case "cancel":
		switch name {
		case "event":
			return inventory.CancelEvent{Who: who}, ""
		case "order":
			return inventory.Cancel{Who: who, OrderID: s.orders[args[1]]}, args[1]
		case "guest":
			return inventory.CancelGuest{Who: who, TicketID: s.ticket(args[1], args[2]), OrderID: s.orders[args[1]], Unit: s.number(args[2])}, args[1]
		}
		return inventory.Cancel{Who: who, UserID: name}, name
	case "accept":
		c := inventory.Accept{Who: who, OfferID: s.offer(name)}
		for _, a := range args[1:] {
			if code, ok := strings.CutPrefix(a, "code="); ok {
				c.Promo = code
				continue
			}
			if tier, n, ok := strings.Cut(a, "="); ok && tier != "for" {
				n, each, chosen := strings.Cut(n, "@")
				l := inventory.OrderLine{Tier: "tir_" + tier, Quantity: s.number(n)}
				if chosen {
					price := s.number(each)
					l.UnitPrice = &price
				}
				c.AddOns = append(c.AddOns, l)
				continue
			}
			n := s.number(strings.TrimPrefix(a, "for="))
			c.UnitPrice = &n
		}
		return c, name
	case "extend":
		c := inventory.Extend{Who: who, OfferID: s.offer(name)}
		if args[1] == "until" {
			c.Until = inventory.At(s.moment(args[2] + " " + args[3]))
		} else {
			c.By = s.length(args[1])
		}
		return c, name
	case "give", "take", "refuse", "withdraw", "reissue":
		return s.transfer(who, verb, name, args[1:]), name
	case "offer", "keep":
		return s.exchange(who, verb, name, args[1:]), name
	case "capacity":
		return inventory.SetCapacity{Who: who, Pool: "pol_" + name, Capacity: s.number(args[1]), Within: len(args) > 2 && args[2] == "within"}, ""
	case "block":
		c := inventory.Block{Who: who, HoldID: "blk_" + name, Tier: "tir_general", Units: s.number(args[1])}
		args, replaces, _ := cutWord(args, "for")
		for _, b := range replaces {
			c.Replaces = append(c.Replaces, "blk_"+b)
		}
		if len(args) > 2 {
			c.Tier = "tir_" + args[2]
		}
		return c, ""
	case "plan":
		return s.plan(who, args), ""
	case "want", "shut", "unblock", "move":
		return s.seatCommand(who, verb, name, args[1:])
	case "advance":
		return s.advance(name, args[1:]), ""
	case "invite", "hand", "claim", "stale", "resend", "change", "end", "decline-invitation":
		return s.invitationCommand(who, verb, args), name
	case "approve", "decline-application":
		return s.reviewCommand(who, verb, args), ""
	case "order", "begin", "tax", "pay", "return", "prolong", "price", "fee", "code":
		return s.orderCommand(who, verb, name, args[1:])
	}
	return s.plain(who, verb, name), name
}

// plain makes a command that says only what it is about, by its name in inventorytest: "leave ann".
func (s *tableCase) plain(who inventory.Who, verb, name string) inventory.Command {
	kind := inventorytest.Named(verb)
	if kind == nil {
		s.fail(fmt.Errorf("no such word: %s", verb))
		return nil
	}
	c := reflect.New(kind).Elem()
	for i := range c.NumField() {
		switch field := kind.Field(i).Name; field {
		case "Who":
			c.Field(i).Set(reflect.ValueOf(who))
		case "UserID":
			c.Field(i).SetString(name)
		case "EntryID":
			c.Field(i).SetString(s.entry(name))
		case "OfferID":
			c.Field(i).SetString(s.offer(name))
		default:
			s.fail(fmt.Errorf("%s needs lines of its own: it says %s too", verb, field))
		}
	}
	return c.Interface().(inventory.Command)
}

// plan is "plan r1/2027-06-01T12:00/20/vip r2/2027-06-01T13:00/A1+A2": what is held back
// until then, which is units of a tier, or seats.
func (s *tableCase) plan(who inventory.Who, args []string) inventory.Command {
	c := inventory.PlanReleases{Who: who}
	for _, a := range args {
		words := strings.Split(a, "/")
		r := inventory.Release{HoldID: "blk_" + words[0], At: inventory.At(s.moment(words[1]))}
		if units := words[2]; units[0] >= 'A' {
			for _, seat := range strings.Split(units, "+") {
				r.Seats = append(r.Seats, s.seat(seat))
			}
		} else {
			r.Units, r.Tier = s.number(units), "tir_general"
		}
		if len(words) > 3 {
			r.Tier = "tir_" + words[3]
		}
		c.Releases = append(c.Releases, r)
	}
	return c
}

// says takes a word about who sends a command, which is the name of a field of
// inventory.Who: "staff", "proven", or with a value, "age=17". False: it is none.
func (s *tableCase) says(who *inventory.Who, word string) bool {
	name, value, _ := strings.Cut(word, "=")
	field := reflect.ValueOf(who).Elem().FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, name) })
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Int64:
		field.SetInt(s.number(value))
	case reflect.String:
		field.SetString(value)
	default:
		return false
	}
	return true
}

// pass is "pass 1 2027-06-01T10:30": the first entrant of the waiting room came in, and may
// be inside until then; or "pass 1 left": and left now.
func (s *tableCase) pass(entrant, until string) {
	n, now := s.number(entrant), inventory.At(s.now)
	p, known := s.store.Passes[n]
	if !known {
		p = inventory.Pass{Index: n - 1, EnteredAt: now}
	}
	if until == "left" {
		p.LeftAt = now
	} else {
		p.Until = inventory.At(s.moment(until))
	}
	s.store.Passes[n] = p
}

// takePart is "register ann +2 tier=vip class=1 wait".
func (s *tableCase) takePart(who inventory.Who, verb, name string, args []string) inventory.Command {
	s.made++
	p := inventory.Party{
		UserID: name, Tier: "tir_general", Units: 1, Guests: "[]", Profile: inventory.Profile{Email: name + "@example.org", Name: name},
		PersonID: fmt.Sprintf("per_%s-%d", name, s.made), EntryID: fmt.Sprintf("wle_%s-%d", name, s.made),
	}
	wait, invites, nopage := false, false, false
	var choices []string
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch {
		case strings.HasPrefix(a, "+"):
			p.Units += s.number(a[1:])
		case key == "tier":
			p.Tier = "tir_" + value
		case key == "class":
			p.Class = int(s.number(value))
		case key == "choices":
			for _, tier := range strings.Split(value, ",") {
				choices = append(choices, "tir_"+tier)
			}
		case key == "entrant":
			who.Entrant = s.number(value)
		case key == "wait":
			wait = true
		case key == "invited":
			invites = true
		case key == "nopage":
			nopage = true
		case key == "name":
			p.Profile.Name = value
		case key == "locale":
			p.Profile.Locale = value
		default:
			s.fail(fmt.Errorf("no such word: %s", a))
		}
	}
	if verb == "join" {
		return inventory.Join{Who: who, Party: p, OrderID: fmt.Sprintf("ord_%s-%d", name, s.made), Invites: invites, NoCheckout: nopage, Choices: choices}
	}
	return inventory.Register{Who: who, Party: p, OrderID: fmt.Sprintf("ord_%s-%d", name, s.made), JoinWaitlist: wait}
}

// entry and offer are a person's latest.
func (s *tableCase) entry(name string) string {
	var latest inventory.Entry
	for _, e := range s.store.Entries {
		if s.owner(e.ID) == name && e.LastSeq > latest.LastSeq {
			latest = e
		}
	}
	return latest.ID
}

func (s *tableCase) offer(name string) string { return s.store.Entries[s.entry(name)].OfferID }

// event is "event pools=hall:3,front:1 tiers=general:hall,vip:hall+front …", or
// "event capacity=3 …" for one tier that is called general in a pool called hall.
func (s *tableCase) event(args []string) inventory.Command {
	c := inventory.Create{Who: inventory.Who{Actor: "mem_staff", Staff: true}, Publish: true}
	c.Event = inventory.Event{ID: "evt_1", OrgID: "org_1", Zone: time.UTC, Settings: inventory.Settings{MaxGuests: 10}}
	for _, a := range args {
		if key, value, _ := strings.Cut(a, "="); key == "zone" {
			zone, err := time.LoadLocation(value)
			s.fail(err)
			s.zone, c.Event.Zone = zone, zone
		}
	}
	s.now = s.moment("2027-06-01 09:00")
	c.Event.StartsAt, c.Event.EndsAt = inventory.At(s.moment("2027-06-10 19:00")), inventory.At(s.moment("2027-06-10 22:00"))
	var rest []string
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "zone":
		case "draft":
			c.Publish = false
		case "capacity":
			c.Pools = append(c.Pools, inventory.Pool{ID: "pol_hall", Capacity: s.number(value)})
			c.Tiers = append(c.Tiers, inventory.Tier{ID: "tir_general", Pools: []string{"pol_hall"}})
		case "price", "tax", "sale", "max", "hidden", "choose":
			// Once the tiers are known.
		case "pools":
			for _, p := range strings.Split(value, ",") {
				id, n, _ := strings.Cut(p, ":")
				c.Pools = append(c.Pools, inventory.Pool{ID: "pol_" + id, Capacity: s.number(n)})
			}
		case "add_on", "goods", "donation":
			s.extra(&c, key, value)
		case "fee":
			for _, part := range strings.Split(value, ",") {
				id, terms, _ := strings.Cut(part, ":")
				t := inventory.Tier{ID: "tir_" + id, Kind: inventory.FeeTier, Price: inventory.Price{TaxIncluded: true}, FeeTerms: s.fee(terms)}
				c.Tiers = append(c.Tiers, t)
			}
		case "rows":
			c.Seats = s.seatRows(value)
		case "tiers":
			for _, t := range strings.Split(value, ",") {
				id, pools, _ := strings.Cut(t, ":")
				tier := inventory.Tier{ID: "tir_" + id}
				for _, p := range strings.Split(pools, "+") {
					tier.Pools = append(tier.Pools, "pol_"+p)
				}
				c.Tiers = append(c.Tiers, tier)
			}
		default:
			rest = append(rest, a)
		}
	}
	// But for the cases about it, the first hold is as long as the time to pay.
	c.Event.Settings.Orders.FirstHoldTime = inventory.MaxHoldTime
	s.settings(&c.Event, rest)
	for _, a := range args {
		s.sale(&c, a)
	}
	return c
}

// extra is an add-on from "parking:1/5", one with a ticket and 5 in all, or "meal:1/5/vip" with
// tickets of vip; or goods from "shirt:5". A donation is "gift:5", with price and choose.
func (s *tableCase) extra(c *inventory.Create, kind, text string) {
	name, n, _ := strings.Cut(text, ":")
	t := inventory.Tier{ID: "tir_" + name, Kind: inventory.TierKind(kind), Pools: []string{"pol_" + name}}
	parts := strings.Split(n, "/")
	if t.Kind == inventory.AddOnTier {
		t.PerTicket, parts = s.number(parts[0]), parts[1:]
	}
	if t.Donation() {
		t.MaxPerOrder = 1
	}
	if len(parts) > 1 {
		t.GoesWith = []string{"tir_" + parts[1]}
	}
	c.Pools = append(c.Pools, inventory.Pool{ID: t.Pools[0], Capacity: s.number(parts[0])})
	c.Tiers = append(c.Tiers, t)
}

// fee is "100/50/250/1000/kd": for an order, for a ticket, basis points, at most; k: kept, d: not
// at the door.
func (s *tableCase) fee(text string) inventory.FeeTerms {
	f, ok := inventory.ReadFeeTerms(strings.ReplaceAll(text, "/", ";"))
	if !ok {
		s.fail(fmt.Errorf("not a fee: %s", text))
	}
	return f
}

func (s *tableCase) configure(args []string) inventory.Command {
	e := s.store.Event
	s.settings(&e, args)
	return inventory.Configure{Who: inventory.Who{Actor: "mem_staff", Staff: true}, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}
}

func (s *tableCase) settings(e *inventory.Event, args []string) {
	set := &e.Settings
	w := &set.Waitlist
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "starts":
			e.StartsAt = inventory.At(s.moment(value))
		case "ends":
			e.EndsAt = inventory.At(s.moment(value))
		case "cutoff":
			set.RegistrationCutoff = inventory.At(s.moment(value))
		case "cancel_cutoff":
			set.CancellationCutoff = inventory.At(s.moment(value))
		case "waitlist":
			w.Disabled = value == "off"
		case "approval":
			set.Approval = value == "on"
		case "visibility":
			set.Visibility = inventory.Visibility(value)
		case "promotion":
			w.Promotion = inventory.Promotion(value)
		case "policy":
			w.PartyPolicy = inventory.PartyPolicy(value)
		case "display":
			w.PositionDisplay = inventory.PositionDisplay(value)
		case "window":
			w.ClaimWindow = s.length(value)
		case "wave":
			size, interval, _ := strings.Cut(value, "/")
			w.WaveSize, w.WaveInterval = s.number(size), 0
			if interval != "" {
				w.WaveInterval = s.length(interval)
			}
		case "quiet":
			from, to, _ := strings.Cut(value, "-")
			w.QuietFrom, w.QuietTo = s.minute(from), s.minute(to)
		case "hold":
			set.Orders.HoldTime = s.length(value)
		case "first":
			set.Orders.FirstHoldTime = s.length(value)
		case "seathold":
			set.Orders.SeatHoldTime = s.length(value)
		case "instructions":
			set.Orders.Instructions = value
		case "currency":
			set.Orders.Currency = value
		case "unpaid":
			set.Orders.UnpaidPerNetwork = s.number(value)
		case "unpaid_person":
			set.Orders.UnpaidPerPerson = s.number(value)
		case "per_card":
			set.Orders.LimitPerCard = s.number(value)
		case "unconfirmed":
			set.UnconfirmedPerNetwork = s.number(value)
		case "noexchange":
			set.Orders.NoExchange = true
		case "transfers":
			set.MaxTransfers = s.number(value)
		case "headstart":
			w.ClassHeadStart = s.length(value)
		case "queue":
			set.Onsale = s.queue(value)
		case "draw":
			set.Onsale = s.draw(value)
		case "ballot":
			set.Onsale = s.draw(value)
			set.Onsale.Mode, set.Onsale.Identity, set.Onsale.Inside, set.Onsale.Admission = inventory.OnsaleBallot, inventory.OnsaleAccount, 0, 0
		case "round":
			set.Onsale.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: 1000, At: inventory.At(s.moment(value))}
		case "inside":
			set.Onsale.Inside = s.number(value)
		case "slots": // "100/15": people, and minutes
			people, minutes, _ := strings.Cut(value, "/")
			set.Onsale.Slots = inventory.OnsaleSlots{People: s.number(people), Minutes: s.number(minutes)}
		case "admission":
			set.Onsale.Admission = s.length(value)
		case "paused":
			set.Onsale.Paused = value == "on"
		case "rate":
			set.Onsale.PerMinute = s.number(value)
		case "challenge":
			set.Onsale.Challenge = inventory.OnsaleChallenge(value)
		case "demand":
			set.Demand = inventory.Demand(value)
		case "closed":
			set.Onsale.Closed = value == "on"
		default:
			s.setting(set, key, value)
		}
	}
}

// queue is "2027-06-01T10:00/2027-06-01T11:00": when a waiting room opens and serves.
func (s *tableCase) queue(value string) inventory.Onsale {
	if value == "off" {
		return inventory.Onsale{}
	}
	opens, serves, _ := strings.Cut(value, "/")
	return inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 10, Admission: 10 * inventory.Minute,
		OpensAt: inventory.At(s.moment(opens)), ServesAt: inventory.At(s.moment(serves)),
	}
}

// draw is "2027-06-01T10:00/2027-06-01T10:30/2027-06-01T11:00": when it opens, seals and
// serves, with a ceremony. A fourth word "two" has two members enter its value.
func (s *tableCase) draw(value string) inventory.Onsale {
	times := strings.Split(value, "/")
	o := s.queue(times[0] + "/" + times[2])
	o.Mode, o.SealsAt = inventory.OnsaleDraw, inventory.At(s.moment(times[1]))
	o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: strings.Repeat("ab", 32), Source: "the lottery of that evening", Members: 1}
	if len(times) > 3 {
		o.Beacon.Members = 2
	}
	return o
}

// advance is "advance sealed entrants=5 round=1000/2027-06-01T10:32".
func (s *tableCase) advance(step string, args []string) inventory.Command {
	c := inventory.AdvanceDraw{Who: inventory.Who{Actor: "system"}, To: inventory.DrawStep(step)}
	hash := strings.Repeat("00", 32)
	switch c.To {
	case inventory.DrawSealed:
		c.Seal = inventory.DrawSeal{Root: hash, StruckRoot: hash}
	case inventory.DrawDrawn:
		c.Result = inventory.DrawValue{Signature: "ab", Seed: hash}
	}
	for _, a := range args {
		switch key, value, _ := strings.Cut(a, "="); key {
		case "entrants":
			c.Seal.Entrants = s.number(value)
		case "root":
			c.Seal.Root = value
		case "round":
			round, at, _ := strings.Cut(value, "/")
			c.Seal.Round, c.Seal.RoundAt = s.number(round), inventory.At(s.moment(at))
		case "by":
			c.Actor = value
		case "value":
			c.Result.Value = value
		default:
			s.fail(fmt.Errorf("no such word: %s", a))
		}
	}
	return c
}

// setting is "max_guests=3" or "orders.self_refund=on": a setting that stands for itself,
// by the name that the API has for it.
func (s *tableCase) setting(set *inventory.Settings, name, value string) {
	if value == "on" || value == "off" {
		if !set.SetSwitch(name, value == "on") {
			s.fail(fmt.Errorf("no such switch: %s", name))
		}
	} else if !set.SetNumber(name, s.number(value)) {
		s.fail(fmt.Errorf("no such number: %s", name))
	}
}

func (s *tableCase) minute(text string) int {
	var h, m int
	_, err := fmt.Sscanf(text, "%d:%d", &h, &m)
	s.fail(err)
	return h*60 + m
}

// look says how things stand.
func (s *tableCase) look(what string, args []string) string {
	var words []string
	switch what {
	case "seats":
		words = append(words, s.seats())
	case "waitlist":
		line := s.store.Waitlist()
		for _, e := range line[:min(len(line), 8)] {
			word := s.owner(e.ID)
			if e.Units > 1 {
				word += fmt.Sprintf("+%d", e.Units-1)
			}
			words = append(words, word)
		}
		if len(line) > 8 {
			words = append(words, fmt.Sprintf("… %d in all", len(line)))
		}
		if len(line) == 0 {
			words = []string{"empty"}
		}
	case "pool":
		p := s.store.Pools["pol_"+args[0]]
		words = append(words, fmt.Sprintf("capacity %d, held %d, confirmed %d, blocked %d, free %d", p.Capacity, p.Held, p.Confirmed, p.Blocked, p.Free()))
	case "party":
		h := s.store.Holds[s.orders[args[0]]]
		words = append(words, fmt.Sprintf("%s, %d of %d", h.State, h.Units, h.Numbers()))
		if h.GivenBack != "" {
			words = append(words, "without "+h.GivenBack)
		}
	case "mail":
		for _, m := range s.store.Messages {
			if strings.HasPrefix(m.PersonID, "per_"+args[0]+"-") {
				words = append(words, string(m.Kind))
			}
		}
	case "due":
		words = []string{"nothing"}
		if s.store.Event.DueAt != 0 {
			words = []string{s.show(s.store.Event.DueAt)}
		}
	case "history":
		for _, r := range s.store.Audit {
			switch {
			case slices.Contains([]string{"evt_1", "pol_" + args[0], "blk_" + args[0]}, r.Subject) && args[0] == strings.NewReplacer("evt_1", "event", "pol_", "", "blk_", "").Replace(r.Subject):
				words = append(words, fmt.Sprintf("%s→%s %s;", r.From, r.To, r.Reason))
			case s.owner(r.Subject) == args[0] || strings.HasPrefix(r.Subject, "per_"+args[0]+"-"):
				kind := map[string]string{"ord": "hold", "wle": "entry", "per": "person"}[r.Subject[:3]]
				words = append(words, fmt.Sprintf("%s %s→%s %s;", kind, r.From, r.To, r.Reason))
			}
		}
	case "profile":
		words = s.profile(args[0])
	case "asked":
		for _, a := range s.store.AskedAgain {
			name, _, _ := strings.Cut(strings.TrimPrefix(a.PersonID, "per_"), "-")
			kind, _, _ := strings.Cut(a.Thing, "_")
			words = append(words, strings.TrimSpace(name+" "+map[string]string{"ord": "registered", "wle": "waiting", "": "limit"}[kind])+";")
		}
	case "place":
		for i, e := range s.store.Waitlist() {
			if s.owner(e.ID) == args[0] {
				words = []string{fmt.Sprint(i + 1)}
			}
		}
	}
	return strings.TrimSuffix(strings.Join(words, " "), ";")
}

// cutWord splits words before and behind the first that is word.
func cutWord(words []string, word string) (before, after []string, found bool) {
	if i := slices.Index(words, word); i >= 0 {
		return words[:i], words[i+1:], true
	}
	return words, nil, false
}
