package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// scanFunc fills a T from one row.
type scanFunc[T any] func(engine.Row, *T) error

// all runs a query and returns all its rows. The caller bounds how many.
func all[T any](ctx context.Context, q querier, scan scanFunc[T], query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	var list []T
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// one runs a query and returns its first row, or ErrNotFound.
func one[T any](ctx context.Context, q querier, scan scanFunc[T], query string, args ...any) (T, error) {
	list, err := all(ctx, q, scan, query, args...)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		var none T
		return none, err
	}
	return list[0], nil
}

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, q querier, query string, args ...any) (int64, error) {
	res, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// execOne runs a statement that must change exactly one row; none is ErrNotFound.
func execOne(ctx context.Context, q querier, query string, args ...any) error {
	n, err := exec(ctx, q, query, args...)
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNotFound
	case n > 1:
		return fmt.Errorf("store: a statement for one row changed %d", n)
	}
	return nil
}

func scanInt(r engine.Row, v *int64) error   { return r.Scan(v) }
func scanText(r engine.Row, v *string) error { return r.Scan(v) }

// wholeKey is a condition on the columns of a primary key, of which the first is
// the event $1 and the others are text. It always holds, and stands beside the
// ones that look a row up by these columns.
//
// It is for PostgreSQL, which plans a prepared statement once. To a planner a
// table without rows has an event of one row; then any index that begins with the
// event costs as much as that of the key, the youngest is taken, and for as long
// as the plan is kept each look reads all rows of the event. This condition is
// one more for the index of the key, but for another it is a filter, which costs
// more. With columns of another table in the place of values it does not help:
// the planner may then join first and look afterwards.
func wholeKey(columns ...string) string {
	return "(" + strings.Join(columns, ", ") + ") >= (cast($1 as text)" + strings.Repeat(", ''", len(columns)-1) + ")"
}

// withID is the condition of who looks a row of the event $1 up by its id $2.
var withID = " where event_id = $1 and id = $2 and " + wholeKey("event_id", "id")

// maxInList bounds the ids in one statement.
const maxInList = 256

// inSizes are the lengths that in-lists are padded to: a server that prepares
// statements by their text meets few of them.
var inSizes = [...]int{1, 8, 64, maxInList}

// inList returns "$first, $first+1, …" and args, padded by repeating the last.
func inList[T any](first int, ids []T) (string, []any) {
	size := len(ids)
	for _, s := range inSizes {
		if s >= len(ids) {
			size = s
			break
		}
	}
	var b strings.Builder
	args := make([]any, size)
	for i := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(first + i))
		args[i] = ids[min(i, len(ids)-1)]
	}
	return b.String(), args
}

// byID returns rows of one event by id; those that do not exist are missing.
//
// The range from the lowest id to the highest is for planners that have no
// statistics yet: they take the event for small and would read all its rows
// rather than look each id up. Ids are ordered by time, so those of a page lie
// close together.
func byID[T any](ctx context.Context, q querier, k kind[T], event string, ids []string) (map[string]*T, error) {
	found := make(map[string]*T, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), maxInList)
		list, args := inList(4, ids[:n])
		rows, err := all(ctx, q, k.scan,
			"select "+k.columns+" from "+k.table+" where event_id = $1 and id >= $2 and id <= $3 and id in ("+list+")",
			append([]any{event, slices.Min(ids[:n]), slices.Max(ids[:n])}, args...)...)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			found[k.id(&rows[i])] = &rows[i]
		}
		ids = ids[n:]
	}
	return found, nil
}

// kind is how rows of a table become values.
type kind[T any] struct {
	table, columns string
	scan           scanFunc[T]
	id             func(*T) string
}

var (
	holds   = kind[inventory.Hold]{"holds", holdColumns, scanHold, func(h *inventory.Hold) string { return h.ID }}
	entries = kind[inventory.Entry]{"waitlist_entries", entryColumns, scanEntry, func(e *inventory.Entry) string { return e.ID }}
	offers  = kind[inventory.Offer]{"offers", offerColumns, scanOffer, func(o *inventory.Offer) string { return o.ID }}
	people  = kind[inventory.Person]{"people", personColumns, scanPerson, func(p *inventory.Person) string { return p.ID }}
)

// of puts a table's alias before each of the columns.
func of(alias, columns string) string {
	return alias + "." + strings.ReplaceAll(columns, ", ", ", "+alias+".")
}

// The columns of each kind of row, in the order in which its scan function
// takes them. The scan functions give only pointers of basic types to Scan:
// that is all that engine.Row takes, and it spares reflection.
const (
	holdColumns = "id, kind, state, person_id, tier_id, units, entry_id, offer_id, guests, " +
		"expires_at, created_at, updated_at, reason, last_seq"
	entryColumns = "id, state, person_id, tier_id, units, class, join_no, rank, wish, passes, guests, offer_id, " +
		"joined_at, joined_seq, left_seq, updated_at, reason, last_seq"
	offerColumns = "id, state, entry_id, order_id, person_id, opened_at, window_starts_at, expires_at, ended_at, " +
		"extensions, rule_version, last_seq"
	personColumns = "id, user_id, email, name, locale, hold_id, entry_id, units"
	poolColumns   = "id, name, capacity, held, confirmed, blocked"
	auditColumns  = "seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash"
	eventColumns  = "id, org_id, title, description, location, status, starts_at, ends_at, timezone, settings, reminders, " +
		"created_at, updated_at, version, seq, head_hash, head_sig, join_no, clock, due_at, " +
		"wave_started_at, wave_used, swept_at, live_offers"
)

func holdFields(h *inventory.Hold) []any {
	return []any{&h.ID, (*string)(&h.Kind), (*string)(&h.State), &h.PersonID, &h.Tier, &h.Units, &h.EntryID, &h.OfferID, &h.Guests,
		(*int64)(&h.ExpiresAt), (*int64)(&h.CreatedAt), (*int64)(&h.UpdatedAt), (*string)(&h.Reason), &h.LastSeq}
}

func entryFields(e *inventory.Entry) []any {
	return []any{&e.ID, (*string)(&e.State), &e.PersonID, &e.Tier, &e.Units, &e.Class, &e.JoinNo, &e.Rank, &e.Wish, &e.Passes, &e.Guests, &e.OfferID,
		(*int64)(&e.JoinedAt), &e.JoinedSeq, &e.LeftSeq, (*int64)(&e.UpdatedAt), (*string)(&e.Reason), &e.LastSeq}
}

func offerFields(o *inventory.Offer) []any {
	return []any{&o.ID, (*string)(&o.State), &o.EntryID, &o.OrderID, &o.PersonID, (*int64)(&o.OpenedAt), (*int64)(&o.WindowStartsAt),
		(*int64)(&o.ExpiresAt), (*int64)(&o.EndedAt), &o.Extensions, &o.RuleVersion, &o.LastSeq}
}

func personFields(p *inventory.Person) []any {
	return []any{&p.ID, &p.UserID, &p.Profile.Email, &p.Profile.Name, &p.Profile.Locale, &p.HoldID, &p.EntryID, &p.Units}
}

func scanHold(r engine.Row, h *inventory.Hold) error     { return r.Scan(holdFields(h)...) }
func scanEntry(r engine.Row, e *inventory.Entry) error   { return r.Scan(entryFields(e)...) }
func scanOffer(r engine.Row, o *inventory.Offer) error   { return r.Scan(offerFields(o)...) }
func scanPerson(r engine.Row, p *inventory.Person) error { return r.Scan(personFields(p)...) }

func scanPool(r engine.Row, p *inventory.Pool) error {
	return r.Scan(&p.ID, &p.Name, &p.Capacity, &p.Held, &p.Confirmed, &p.Blocked)
}

func scanAudit(r engine.Row, l *ChainedRow) error {
	var hash []byte
	err := r.Scan(&l.Seq, (*int64)(&l.At), &l.Actor, &l.Subject, &l.From, &l.To, (*string)(&l.Reason),
		&l.Rule, &l.Related, &l.Units, &l.PrevSeq, &hash)
	l.Hash = hashOf(hash)
	return err
}

// hashOf takes a stored hash. One of a wrong length becomes a Hash that belongs
// to no row, which is for verify to find.
func hashOf(b []byte) (h audit.Hash) {
	if len(b) != len(h) {
		return audit.Hash{0xff}
	}
	return audit.Hash(b)
}

// EventRecord is the row of an event as it is stored.
type EventRecord struct {
	Event                inventory.Event
	Details              Details
	Timezone             string
	LiveOffers           int64
	CreatedAt, UpdatedAt inventory.Instant
	HeadHash             audit.Hash
	HeadSig              []byte
}

func scanEvent(r engine.Row, v *EventRecord) error {
	e := &v.Event
	var settings, reminders string
	var head []byte
	err := r.Scan(&e.ID, &e.OrgID, &v.Details.Title, &v.Details.Description, &v.Details.Location, (*string)(&e.Status),
		(*int64)(&e.StartsAt), (*int64)(&e.EndsAt), &v.Timezone, &settings, &reminders,
		(*int64)(&v.CreatedAt), (*int64)(&v.UpdatedAt), &e.Version, &e.Seq, &head, &v.HeadSig, &e.JoinNo,
		(*int64)(&e.Clock), (*int64)(&e.DueAt), (*int64)(&e.WaveStartedAt), &e.WaveUsed, (*int64)(&e.SweptAt), &v.LiveOffers)
	if err != nil {
		return err
	}
	v.HeadHash = hashOf(head)
	if e.Settings, err = decodeSettings(settings); err != nil {
		return fmt.Errorf("store: settings of %s: %w", e.ID, err)
	}
	if err := json.Unmarshal([]byte(reminders), &v.Details.Reminders); err != nil {
		return fmt.Errorf("store: reminders of %s: %w", e.ID, err)
	}
	if e.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return fmt.Errorf("store: zone of %s: %w", e.ID, err)
	}
	return nil
}
