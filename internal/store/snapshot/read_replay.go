package snapshot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Subjects are things that audit rows are about.
type Subjects struct {
	Holds     map[string]*inventory.Hold // with their items
	Entries   map[string]*inventory.Entry
	Past      []inventory.PastPlacement // of the entries
	Exchanges map[string]*inventory.Exchange
	Transfers map[string]*inventory.Transfer
}

// Event returns an event with its pools and tiers, or ErrNotFound.
func (v *Snapshot) Event(event string) (*events.EventView, error) {
	record, err := table.One(v.ctx, v.q, events.EventTable.Scan, "select "+events.EventTable.Columns+" from events where id = $1", event)
	if err != nil {
		return nil, err
	}
	views, err := events.EventViews(v.ctx, v.q, []events.EventRecord{record})
	if err != nil {
		return nil, err
	}
	return &views[0], nil
}

// AuditPage returns a page of the audit rows of an event, seq greater than after.
func (v *Snapshot) AuditPage(event string, after int64, limit int) ([]events.ChainedRow, error) {
	return events.AuditPage(v.ctx, v.q, event, after, limit)
}

// AddedTiers returns the tiers that a row of the log added to an event. Those that it was
// made with have no row.
func (v *Snapshot) AddedTiers(event string) ([]string, error) {
	return table.All(v.ctx, v.q, table.ScanText, "select subject from audit where event_id = $1 and "+tierAdded+" order by seq", event)
}

// tierAdded says in the words of the index audit_added_tiers that a row adds a tier.
const tierAdded = "state_from = '' and reason = 'tier_changed'"

// SeqAt returns the number of the audit row after which the time of the rows passes at,
// 0 when the first is later. last is the number of the event's last row. Where a clock
// was set back, time passes several times, and this is one of them.
func (v *Snapshot) SeqAt(event string, at inventory.Instant, last int64) (int64, error) {
	low, high := int64(0), last+1 // the row low is not later than at, the row high is
	for low+1 < high {
		mid := low + (high-low)/2
		then, err := table.One(v.ctx, v.q, table.ScanInt, "select at from audit where event_id = $1 and seq = $2", event, mid)
		if err != nil {
			return 0, err
		}
		if inventory.Instant(then) <= at {
			low = mid
		} else {
			high = mid
		}
	}
	return low, nil
}

// Subjects returns what rows are about: holds, entries, exchanges and transfers, as they
// are by now. What is not stored is missing.
func (v *Snapshot) Subjects(event string, rows []events.ChainedRow) (*Subjects, error) {
	r := table.NewReader(v.q, v.eng)
	var holdIDs, entryIDs, exchangeIDs, transferIDs []string
	for i := range rows {
		switch subject := rows[i].Subject; {
		case strings.HasPrefix(subject, id.Order), strings.HasPrefix(subject, id.Block):
			holdIDs = append(holdIDs, subject)
		case strings.HasPrefix(subject, id.Entry):
			entryIDs = append(entryIDs, subject)
		case strings.HasPrefix(subject, id.Exchange):
			exchangeIDs = append(exchangeIDs, subject)
		case strings.HasPrefix(subject, id.Transfer):
			transferIDs = append(transferIDs, subject)
		}
	}
	s := &Subjects{}
	var err error
	if s.Holds, err = table.ByID(v.ctx, r, events.HoldKind, event, holdIDs); err != nil {
		return nil, err
	}
	if err := attachItems(v.ctx, r, event, s.Holds); err != nil {
		return nil, err
	}
	if s.Entries, err = table.ByID(v.ctx, r, events.EntryKind, event, entryIDs); err != nil {
		return nil, err
	}
	if s.Past, err = table.LookUp(v.ctx, r, events.PastByEntry, events.PastPlacementTable.Scan, event, entryIDs); err != nil {
		return nil, err
	}
	if s.Exchanges, err = table.ByID(v.ctx, r, events.ExchangeKind, event, exchangeIDs); err != nil {
		return nil, err
	}
	list, err := table.LookUp(v.ctx, r, events.TransfersByID, events.TransferTable.Scan, event, transferIDs)
	s.Transfers = make(map[string]*inventory.Transfer, len(list))
	for i := range list {
		s.Transfers[list[i].ID] = &list[i]
	}
	return s, err
}

// attachItems gives holds that have items an Order with the items, and with what it was
// made with. Unlike AttachOrders it takes what is there, so that whoever compares finds
// what is not.
func attachItems(ctx context.Context, r table.Reader, event string, all map[string]*inventory.Hold) error {
	var ids []string
	for _, h := range all {
		if h.Itemized() {
			h.Order = &inventory.Order{}
			ids = append(ids, h.ID)
		}
	}
	orders, err := table.LookUp(ctx, r, events.OrdersByID, events.ScanOrder, event, ids)
	if err != nil {
		return err
	}
	for i := range orders {
		all[orders[i].ID].Order = &orders[i].Order
	}
	items, err := table.LookUp(ctx, r, events.ItemsByOrder, events.ScanItem, event, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(items, func(a, b events.ItemRecord) int { return cmp.Compare(a.No, b.No) })
	for i := range items {
		o := all[items[i].Order].Order
		o.Items = append(o.Items, items[i].Item)
	}
	return nil
}

// PeopleNamed returns people of an event by id, with how they are called by now; those who
// are not stored are missing.
func (v *Snapshot) PeopleNamed(event string, ids []string) (map[string]*inventory.Person, error) {
	return table.ByID(v.ctx, table.NewReader(v.q, v.eng), events.PersonKind, event, ids)
}
