package events

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// How the column unlisted says whom lists do not have an event for.
const ByInvitation = 2 // and whoever is not invited knows nothing of it

// NoCurrency stands for the currency of an event that has none.
const NoCurrency = "-"

var errOdd = errors.New("a time without an amount")

func scanPrices(text string) (currency string, list []inventory.PriceSince, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", nil, nil
	}
	if words[0] != NoCurrency {
		currency = words[0]
	}
	for pair := range slices.Chunk(words[1:], 2) {
		since, err := strconv.ParseInt(pair[0], 10, 64)
		lowest, wrong := strconv.ParseInt(pair[len(pair)-1], 10, 64)
		if err = errors.Join(err, wrong); err != nil || len(pair) != 2 {
			return "", nil, fmt.Errorf("prices %q: %w", text, cmp.Or(err, errOdd))
		}
		list = append(list, inventory.PriceSince{Since: inventory.Instant(since), Lowest: lowest})
	}
	return currency, list, nil
}

// Listed is what the public list says of an event, or that it does not say it any more.
type Listed struct {
	Brief
	Description string
	Available   bool // a tier that everybody sees has a unit left
	Currency    string
	Prices      []inventory.PriceSince
	ListedAt    inventory.Instant // when this began to be so
	PublishedAt inventory.Instant // and listed, first
	Named       []NamedIn         // what it is called in other languages, and what its series is
}

const listedColumns = briefColumns + ", e.description, e.sold_out, e.prices, e.listed_at, e.published_at"

func scanListed(r engine.Row, l *Listed) error {
	var sold int64
	var prices string
	err := l.scan(r, &l.Description, &sold, &prices, (*int64)(&l.ListedAt), (*int64)(&l.PublishedAt))
	if err == nil {
		l.Currency, l.Prices, err = scanPrices(prices)
	}
	l.Available = sold == 0
	return err
}

// ListedAfter returns events that are or were published, in the order in which what the
// public list says of them last changed, after one of them.
//
// The order is that of the decisions. A transaction that is committed late may put an
// event before one that was returned already; see ListedSince.
func (s Events) ListedAfter(ctx context.Context, at inventory.Instant, id string, limit int) ([]Listed, error) {
	list, err := table.All(ctx, s.db.Read, scanListed, "select "+listedColumns+` from events e join organizations o on o.id = e.org_id
		where e.status <> 'draft' and e.listed_at >= $1 and (e.listed_at > $2 or e.id > $3) order by e.listed_at, e.id limit $4`, int64(at), int64(at), id, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return list, s.names(ctx, list)
}

// ListedMark is when what the public list says of an event last changed.
type ListedMark struct {
	ID string
	At inventory.Instant
}

// ListedSince returns the marks of events after one of them, in their order, without
// what they mark: whoever follows the list looks back in them for what was committed late.
func (s Events) ListedSince(ctx context.Context, at inventory.Instant, id string, limit int) ([]ListedMark, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, m *ListedMark) error { return r.Scan(&m.ID, (*int64)(&m.At)) },
		`select id, listed_at from events where status <> 'draft' and listed_at >= $1 and (listed_at > $2 or id > $3)
		order by listed_at, id limit $4`, int64(at), int64(at), id, limit)
	return list, s.db.Classify(err)
}

// ListedByID returns what the public list says of events; those that do not exist are missing.
func (s Events) ListedByID(ctx context.Context, ids []string) ([]Listed, error) {
	var found []Listed
	for some := range slices.Chunk(ids, table.MaxInList) {
		list, args := table.InList(1, some)
		rows, err := table.All(ctx, s.db.Read, scanListed, "select "+listedColumns+` from events e join organizations o on o.id = e.org_id
			where e.id in (`+list+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		found = append(found, rows...)
	}
	return found, s.names(ctx, found)
}

// InDemand returns the ids of published events that people can still take part in and of
// which more than normal demand is expected, ids greater than after.
func (s Events) InDemand(ctx context.Context, now inventory.Instant, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, id *string) error { return r.Scan(id) },
		`select id from events where demand <> 'normal' and status = 'published' and ends_at > $1 and id > $2 order by id limit $3`, int64(now), after, limit)
	return list, s.db.Classify(err)
}

// ListedOf returns what the public list says of the published events of an organization,
// by id, ids greater than after.
func (s Events) ListedOf(ctx context.Context, org, after string, limit int) ([]Listed, error) {
	list, err := table.All(ctx, s.db.Read, scanListed, "select "+listedColumns+` from events e join organizations o on o.id = e.org_id
		where e.org_id = $1 and e.id > $2 and e.status in ('published', 'postponed') order by e.id limit $3`, org, after, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return list, s.names(ctx, list)
}

// ChangedSince returns the organizations that show themselves otherwise since a time, or an event,
// by a series that is new or called otherwise, in the order of the last change of each, after one of them.
func (s Events) ChangedSince(ctx context.Context, at inventory.Instant, id string, limit int) ([]ListedMark, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, m *ListedMark) error { return r.Scan(&m.ID, (*int64)(&m.At)) },
		`select org_id, max(at) from (select org_id, at from organization_audit where action = 'organization_changed' and at >= $1
			union all select org_id, changed_at from series where changed_at >= $2) changed
		group by org_id having max(at) > $3 or org_id > $4 order by max(at), org_id limit $5`, int64(at), int64(at), int64(at), id, limit)
	return list, s.db.Classify(err)
}
