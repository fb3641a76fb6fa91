package storetest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// writtenRows are the rows of one event, made up in memory by the rules of package inventory
// as far as reading cares, and written as they are. The answers of the store
// are compared with what is computed from it the long way.
type writtenRows struct {
	event    string
	org      string
	tiers    []string
	headFor  inventory.Micros // head start of a class
	people   []*inventory.Person
	holds    []*inventory.Hold
	entries  []*inventory.Entry
	offers   []*inventory.Offer
	audit    []inventory.AuditRow
	messages []inventory.Message
	lanes    map[inventory.LaneKey]*inventory.Lane
	past     []inventory.PastPlacement
	stood    map[string][]inventory.Placement // by entry, every placement, oldest first
	joinNo   int64
	made     int64
}

const rowsPool = "pol_main"

func newWrittenRows(event string, tiers ...string) *writtenRows {
	return &writtenRows{event: event, org: "org_of_" + event, tiers: tiers, headFor: 40, lanes: map[inventory.LaneKey]*inventory.Lane{},
		stood: map[string][]inventory.Placement{}}
}

func (w *writtenRows) id(prefix string) string {
	w.made++
	return id.Seq(prefix, w.event, w.made)
}

// record appends an audit row and returns its seq. prev is the seq of the
// subject's last row.
func (w *writtenRows) record(subject, from, to string, reason inventory.Reason, prev int64) int64 {
	seq := int64(len(w.audit) + 1)
	row := inventory.AuditRow{Seq: seq, At: inventory.Instant(1000 + seq), Actor: "system", Subject: subject,
		From: from, To: to, Reason: reason, Rule: inventory.RuleVersion, PrevSeq: prev}
	w.audit = append(w.audit, row)
	if kind, ok := inventory.MessageFor(&row); ok {
		w.messages = append(w.messages, inventory.Message{Seq: seq, PersonID: w.owner(subject), Kind: kind, Ref: subject, At: row.At})
	}
	return seq
}

func (w *writtenRows) owner(subject string) string {
	for _, h := range w.holds {
		if h.ID == subject {
			return h.PersonID
		}
	}
	for _, e := range w.entries {
		if e.ID == subject {
			return e.PersonID
		}
	}
	for _, o := range w.offers {
		if o.ID == subject {
			return o.PersonID
		}
	}
	return ""
}

func (w *writtenRows) person(user string) *inventory.Person {
	p := &inventory.Person{ID: w.id(id.Person), UserID: user,
		Profile: inventory.Profile{Email: user + "@example.org", Name: "Name of " + user, Locale: "de"}}
	w.people = append(w.people, p)
	return p
}

func (w *writtenRows) personOf(pid string) *inventory.Person {
	for _, p := range w.people {
		if p.ID == pid {
			return p
		}
	}
	return nil
}

func (w *writtenRows) take(p *inventory.Person, tier string, units int64, state inventory.HoldState, reason inventory.Reason) *inventory.Hold {
	h := &inventory.Hold{ID: w.id(id.Order), Kind: inventory.KindRegistration, State: state, PersonID: p.ID, Tier: tier,
		Units: units, Guests: `[{"name":"G"}]`, CreatedAt: 5, UpdatedAt: 6, Reason: reason}
	w.holds = append(w.holds, h)
	h.LastSeq = w.record(h.ID, "", string(state), reason, 0)
	p.HoldID, p.Units = h.ID, units
	return h
}

func (w *writtenRows) block(tier string, units int64) *inventory.Hold {
	h := &inventory.Hold{ID: w.id(id.Block), Kind: inventory.KindBlock, State: inventory.HoldHeld, Tier: tier, Units: units,
		Guests: "[]", Reason: inventory.ReasonBlocked}
	w.holds = append(w.holds, h)
	h.LastSeq = w.record(h.ID, "", "held", inventory.ReasonBlocked, 0)
	return h
}

func (w *writtenRows) turn(h *inventory.Hold, to inventory.HoldState, reason inventory.Reason) {
	from := h.State
	h.State, h.Reason = to, reason
	h.LastSeq = w.record(h.ID, string(from), string(to), reason, h.LastSeq)
	if p := w.personOf(h.PersonID); to == inventory.HoldReleased && p != nil {
		p.HoldID, p.Units = "", 0
	}
}

// join puts a person on the waitlist. Time is the seq.
func (w *writtenRows) join(p *inventory.Person, tier string, class int) *inventory.Entry {
	now := int64(len(w.audit) + 1)
	e := &inventory.Entry{ID: w.id(id.Entry), State: inventory.EntryWaiting, PersonID: p.ID, Units: 1, Guests: "[]",
		JoinedAt: inventory.Instant(now), UpdatedAt: inventory.Instant(now), Reason: inventory.ReasonJoined}
	w.entries = append(w.entries, e)
	p.EntryID, p.Units = e.ID, 1
	e.LastSeq = w.record(e.ID, "", "waiting", inventory.ReasonJoined, 0)
	w.place(e, tier, class, now-int64(class)*int64(w.headFor))
	return e
}

// place puts an entry at the end of a lane with its newest audit row.
func (w *writtenRows) place(e *inventory.Entry, tier string, class int, rank int64) {
	key := inventory.LaneKey{Tier: tier, Class: class}
	lane := w.lanes[key]
	if lane == nil {
		lane = &inventory.Lane{Tier: tier, Class: class, LastRank: -1 << 40}
		w.lanes[key] = lane
	}
	w.joinNo++
	lane.LastRank = max(lane.LastRank, rank)
	lane.Waiting++
	e.Placement = inventory.Placement{Tier: tier, Class: class, JoinNo: w.joinNo, Rank: lane.LastRank, PlacedSeq: e.LastSeq}
	w.stood[e.ID] = append(w.stood[e.ID], e.Placement)
}

// reasonMoved is what a row says that moves an entry: no command does it yet.
const reasonMoved inventory.Reason = "moved"

// moveTo moves a waiting entry to the end of a lane.
func (w *writtenRows) moveTo(e *inventory.Entry, tier string, class int, rank int64) {
	w.lanes[e.Lane()].Waiting--
	from := e.Placement
	w.move(e, inventory.EntryWaiting, reasonMoved)
	w.past = append(w.past, inventory.PastPlacement{EntryID: e.ID, Placement: from, UntilSeq: e.LastSeq})
	w.place(e, tier, class, rank)
}

// standing is where an entry stood after seq; ok is false when it was not on the waitlist.
func (w *writtenRows) standing(e *inventory.Entry, seq int64) (p inventory.Placement, ok bool) {
	for _, stood := range w.stood[e.ID] {
		if stood.PlacedSeq <= seq {
			p, ok = stood, e.LeftSeq == 0 || e.LeftSeq > seq
		}
	}
	return p, ok
}

// move takes an entry to another state.
func (w *writtenRows) move(e *inventory.Entry, to inventory.EntryState, reason inventory.Reason) {
	from := e.State
	e.State, e.Reason = to, reason
	e.LastSeq = w.record(e.ID, string(from), string(to), reason, e.LastSeq)
	if from == inventory.EntryWaiting && to != inventory.EntryWaiting {
		e.LeftSeq = e.LastSeq
		w.lanes[e.Lane()].Waiting--
	}
	if !e.Live() {
		w.personOf(e.PersonID).EntryID = ""
	}
}

// offer opens an offer to a waiting entry, with its hold.
func (w *writtenRows) offer(e *inventory.Entry) *inventory.Offer {
	p := w.personOf(e.PersonID)
	o := &inventory.Offer{ID: w.id(id.Offer), State: inventory.OfferOpen, EntryID: e.ID, PersonID: p.ID, OpenedAt: 7,
		WindowStartsAt: 8, ExpiresAt: 900, RuleVersion: inventory.RuleVersion}
	w.offers = append(w.offers, o)
	e.OfferID = o.ID
	w.move(e, inventory.EntryOffered, inventory.ReasonOffered)
	h := w.take(p, e.Tier, e.Units, inventory.HoldHeld, inventory.ReasonOffered)
	h.EntryID, h.OfferID, h.ExpiresAt, o.OrderID = e.ID, o.ID, o.ExpiresAt, h.ID
	return o
}

// end ends an open offer with its entry and hold.
func (w *writtenRows) end(o *inventory.Offer, state inventory.OfferState, entry inventory.EntryState, hold inventory.HoldState, reason inventory.Reason) {
	o.State, o.EndedAt = state, 99
	for _, e := range w.entries {
		if e.ID == o.EntryID {
			w.move(e, entry, reason)
		}
	}
	for _, h := range w.holds {
		if h.ID == o.OrderID {
			w.turn(h, hold, reason)
		}
	}
}

// position is the place of e after seq, counted one by one; 0 when it is not on the
// waitlist.
func (w *writtenRows) position(e *inventory.Entry, seq int64) int64 {
	mine, ok := w.standing(e, seq)
	if !ok {
		return 0
	}
	place := int64(1)
	for _, x := range w.entries {
		theirs, ok := w.standing(x, seq)
		if ok && theirs.Tier == mine.Tier && (theirs.Rank < mine.Rank || theirs.Rank == mine.Rank && theirs.JoinNo < mine.JoinNo) {
			place++
		}
	}
	return place
}

// randomRows lets people join with classes, leave, be moved and be offered, in random
// order.
func randomRows(r *rand.Rand, event string, steps, classes int) *writtenRows {
	w := newWrittenRows(event, "tir_a", "tir_b")
	w.headFor = inventory.Micros(1 + r.IntN(60))
	for i := range steps {
		var waiting []*inventory.Entry
		var open []*inventory.Offer
		for _, e := range w.entries {
			if e.State == inventory.EntryWaiting {
				waiting = append(waiting, e)
			}
		}
		for _, o := range w.offers {
			if o.State == inventory.OfferOpen {
				open = append(open, o)
			}
		}
		switch n := r.IntN(10); {
		case n < 5 || len(waiting) == 0:
			w.join(w.person(fmt.Sprintf("u%d", i)), w.tiers[r.IntN(2)], r.IntN(classes))
		case n < 6:
			w.move(waiting[r.IntN(len(waiting))], inventory.EntryLeft, inventory.ReasonLeft)
		case n < 7 && r.IntN(3) > 0:
			w.moveTo(waiting[r.IntN(len(waiting))], w.tiers[r.IntN(2)], r.IntN(classes), int64(r.IntN(2*len(w.audit)))-int64(len(w.audit)))
		case n < 7:
			w.move(waiting[r.IntN(len(waiting))], inventory.EntryWaiting, inventory.ReasonPassedPartySize)
		case n < 9 || len(open) == 0:
			w.offer(waiting[r.IntN(len(waiting))])
		case n%2 == 0:
			w.end(open[r.IntN(len(open))], inventory.OfferDeclined, inventory.EntryDeclined, inventory.HoldReleased, inventory.ReasonDeclined)
		default:
			w.end(open[r.IntN(len(open))], inventory.OfferAccepted, inventory.EntryAccepted, inventory.HoldConfirmed, inventory.ReasonAccepted)
		}
	}
	return w
}

// hashes chains the audit rows.
func (w *writtenRows) hashes() []audit.Hash { return audit.Chain(audit.Hash{}, w.event, w.audit) }

const (
	worldSettings = `{"max_guests":3,"waitlist":{"promotion":"offer","party_policy":"strict","position_display":"exact"}}`
	worldZone     = "Europe/Berlin"
)

// write stores the rows through the connection of the job queue, row by row as
// it is: what is tested is reading.
func (w *writtenRows) write(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: w.org, Name: "Org", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	w.writeInto(t, s)
}

// writeInto stores the rows in an organization that exists.
func (w *writtenRows) writeInto(t testing.TB, s *store.Store) {
	t.Helper()
	tx, err := s.JobsDB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	hashes := w.hashes()
	head := audit.Hash{}
	if len(hashes) > 0 {
		head = hashes[len(hashes)-1]
	}
	var offered int64
	for _, e := range w.entries {
		if e.State == inventory.EntryOffered {
			offered++
		}
	}
	insert(t, tx, "events", [][]any{{w.event, w.org, "Title", "About", "There", "published", 10, 20, worldZone, worldSettings, "[3600]",
		3, 4, 7, len(w.audit), head[:], []byte("signature"), w.joinNo, 9, 0, 0, 0, 0, offered}},
		`id, org_id, title, description, location, status, starts_at, ends_at, timezone, settings, reminders,
		created_at, updated_at, version, seq, head_hash, head_sig, join_no, clock, due_at, wave_started_at, wave_used, swept_at, live_offers`)
	insert(t, tx, "pools", [][]any{{w.event, rowsPool, "Main", 0, 100, 1, 2, 3}}, "event_id, id, name, position, capacity, held, confirmed, blocked")
	for i, tier := range w.tiers {
		insert(t, tx, "tiers", [][]any{{w.event, tier, "Tier " + tier, i, 0, 0, 0, 0, 0, 0, 0}},
			"event_id, id, name, position, price, tax_rate, tax_included, sale_starts_at, sale_ends_at, max_per_order, hidden")
		insert(t, tx, "tier_pools", [][]any{{w.event, tier, rowsPool, 0}}, "event_id, tier_id, pool_id, position")
	}
	w.writeLine(t, tx)
	var rows [][]any
	for _, p := range w.people {
		rows = append(rows, []any{w.event, p.ID, p.UserID, p.Profile.Email, p.Profile.Name, p.Profile.Locale, p.HoldID, p.EntryID, p.Units, 1, 0})
	}
	insert(t, tx, "people", rows, "event_id, id, user_id, email, name, locale, hold_id, entry_id, units, created_at, erased_at")
	rows = nil
	for _, h := range w.holds {
		rows = append(rows, []any{w.event, h.ID, string(h.Kind), string(h.State), h.PersonID, h.Tier, h.Units, h.EntryID, h.OfferID, h.Guests,
			int64(h.ExpiresAt), int64(h.CreatedAt), int64(h.UpdatedAt), string(h.Reason), h.LastSeq})
	}
	insert(t, tx, "holds", rows, `event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, guests,
		expires_at, created_at, updated_at, reason, last_seq`)
	rows = nil
	for _, o := range w.offers {
		rows = append(rows, []any{w.event, o.ID, string(o.State), o.EntryID, o.OrderID, o.PersonID, int64(o.OpenedAt), int64(o.WindowStartsAt),
			int64(o.ExpiresAt), int64(o.EndedAt), o.Extensions, o.RuleVersion, o.LastSeq})
	}
	insert(t, tx, "offers", rows, `event_id, id, state, entry_id, order_id, person_id, opened_at, window_starts_at,
		expires_at, ended_at, extensions, rule_version, last_seq`)
	rows = nil
	for i, a := range w.audit {
		rows = append(rows, []any{w.event, a.Seq, int64(a.At), a.Actor, a.Subject, a.From, a.To, string(a.Reason), a.Rule, a.Related, a.Units, a.PrevSeq, hashes[i][:]})
	}
	insert(t, tx, "audit", rows, "event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash")
	rows = nil
	for _, m := range w.messages {
		rows = append(rows, []any{w.event, m.Seq, m.PersonID, string(m.Kind), m.Ref, int64(m.At)})
	}
	insert(t, tx, "messages", rows, "event_id, seq, person_id, kind, ref, created_at")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// writeLine stores entries, lanes and the tree of counts.
func (w *writtenRows) writeLine(t testing.TB, tx *sql.Tx) {
	t.Helper()
	var rows [][]any
	counts := map[events.WaitlistCount]int64{}
	for _, e := range w.entries {
		rows = append(rows, []any{w.event, e.ID, string(e.State), e.PersonID, e.Tier, e.Units, e.Class, e.JoinNo, e.Rank, e.Passes, e.Guests, e.OfferID,
			int64(e.JoinedAt), e.PlacedSeq, e.LeftSeq, int64(e.UpdatedAt), string(e.Reason), e.LastSeq})
		bucket := e.JoinNo
		for level := int64(1); level <= lineLevels; level++ {
			bucket /= lineRadix
			if e.State == inventory.EntryWaiting {
				counts[events.WaitlistCount{Lane: e.Lane(), Level: level, Bucket: bucket}]++
			}
		}
	}
	insert(t, tx, "waitlist_entries", rows, `event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, guests, offer_id,
		joined_at, placed_seq, left_seq, updated_at, reason, last_seq`)
	rows = nil
	for _, p := range w.past {
		rows = append(rows, []any{w.event, p.EntryID, p.Tier, p.Class, p.JoinNo, p.Rank, p.PlacedSeq, p.UntilSeq})
	}
	insert(t, tx, "past_placements", rows, "event_id, entry_id, tier_id, class, join_no, rank, placed_seq, until_seq")
	rows = nil
	for _, l := range w.lanes {
		rows = append(rows, []any{w.event, l.Tier, l.Class, l.Waiting, l.LastRank})
	}
	insert(t, tx, "lanes", rows, "event_id, tier_id, class, waiting, last_rank")
	rows = nil
	for c, n := range counts {
		rows = append(rows, []any{w.event, c.Lane.Tier, c.Lane.Class, c.Level, c.Bucket, n})
	}
	insert(t, tx, "waitlist_counts", rows, "event_id, tier_id, class, level, bucket, waiting")
}

// insert writes rows, many to a statement.
func insert(t testing.TB, tx *sql.Tx, table string, rows [][]any, columns string) {
	t.Helper()
	const most = 100
	for len(rows) > 0 {
		n := min(most, len(rows))
		var values []string
		var args []any
		for _, row := range rows[:n] {
			var marks []string
			for range row {
				marks = append(marks, fmt.Sprintf("$%d", len(args)+len(marks)+1))
			}
			args = append(args, row...)
			values = append(values, "("+strings.Join(marks, ", ")+")")
		}
		if _, err := tx.ExecContext(t.Context(), "insert into "+table+" ("+columns+") values "+strings.Join(values, ", "), args...); err != nil {
			t.Fatalf("insert into %s: %v", table, err)
		}
		rows = rows[n:]
	}
}
