package events

import (
	"context"
	"database/sql"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ChainedRow is an audit row with its hash.
type ChainedRow struct {
	inventory.AuditRow
	Hash audit.Hash
}

// Audit returns a page of the audit rows of an event, seq greater than after.
func (s Events) Audit(ctx context.Context, event string, after int64, limit int) ([]ChainedRow, error) {
	list, err := AuditPage(ctx, s.db.Read, event, after, limit)
	return list, s.db.Classify(err)
}

// Gapless reports whether rows follow each other from a seq on, as those of a ledger do: some are
// missing while rows of an event leave its tables, or come back.
func Gapless(list []ChainedRow, after int64) bool {
	for i := range list {
		if list[i].Seq != after+int64(i)+1 {
			return false
		}
	}
	return true
}

// AuditPage returns audit rows of an event behind a seq, as q sees them.
func AuditPage(ctx context.Context, q table.Querier, event string, after int64, limit int) ([]ChainedRow, error) {
	return table.All(ctx, q, ScanAudit, "select "+AuditTable.Columns+` from audit
		where event_id = $1 and seq > $2 order by seq limit $3`, event, after, limit)
}

// Story returns the rows whose subject is that hold, entry, offer, pool, person or
// event, newest first, starting with lastSeq (0: the newest), by following
// PrevSeq. A page is continued with the PrevSeq of its last row, until that is
// 0; the story of a pool, event or person, whose rows need not be linked, with one less
// than the Seq of its last row, until a page is empty.
//
// The newest row of a hold, entry or offer that does not exist is ErrNotFound.
func (s Events) Story(ctx context.Context, event, subject string, lastSeq int64, limit int) ([]ChainedRow, error) {
	var story []ChainedRow
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		linked, err := storyStart(ctx, tx, event, subject, &lastSeq)
		switch {
		case err != nil:
			return err
		case linked:
			story, err = linkedStory(ctx, tx, event, subject, lastSeq, limit)
		default:
			story, err = scannedStory(ctx, tx, event, subject, lastSeq, limit)
		}
		return err
	})
	return story, err
}

// storyStart reports whether the rows about subject are linked and, when lastSeq
// is 0, sets it to the newest of them.
func storyStart(ctx context.Context, q table.Querier, event, subject string, lastSeq *int64) (linked bool, err error) {
	rows := ""
	switch {
	case strings.HasPrefix(subject, id.Order), strings.HasPrefix(subject, id.Block):
		rows = "holds"
	case strings.HasPrefix(subject, id.Entry):
		rows = "waitlist_entries"
	case strings.HasPrefix(subject, id.Offer):
		rows = "offers"
	case strings.HasPrefix(subject, id.Transfer):
		rows = "transfers"
	case strings.HasPrefix(subject, id.Invitation):
		rows = "invitations"
	case strings.HasPrefix(subject, id.Exchange):
		rows = "exchanges"
	default:
		return false, nil
	}
	if *lastSeq == 0 {
		*lastSeq, err = table.One(ctx, q, table.ScanInt, "select last_seq from "+rows+" where event_id = $1 and id = $2", event, subject)
	}
	return true, err
}

// linkedStory walks from row to row by primary key.
func linkedStory(ctx context.Context, q table.Querier, event, subject string, lastSeq int64, limit int) ([]ChainedRow, error) {
	return table.All(ctx, q, ScanAudit, LinkedStorySQL, lastSeq, event, limit, subject)
}

// LinkedStorySQL says cross join because SQLite then keeps to the order of the
// tables: else it read the whole ledger to have it sorted.
var LinkedStorySQL = `with recursive chain(link, step) as (
		select cast($1 as bigint), 1
		union all
		select c.prev_seq, chain.step + 1 from chain
		cross join audit c
		where c.event_id = $2 and c.seq = chain.link and chain.step < $3 and c.prev_seq > 0 and c.prev_seq < c.seq
		) select ` + AuditTable.As("a") + ` from chain
		cross join audit a
		where a.event_id = $2 and a.seq = chain.link and a.subject = $4 order by a.seq desc`

// OfPeople is the condition of the index of the rows about people.
const OfPeople = "and state_from = 'known' "

// scannedStory reads back through the ledger, or for a person through the rows about
// people.
func scannedStory(ctx context.Context, q table.Querier, event, subject string, lastSeq int64, limit int) ([]ChainedRow, error) {
	from, args := "", []any{event, subject, limit}
	if strings.HasPrefix(subject, id.Person) {
		from = OfPeople
	}
	if lastSeq > 0 {
		from, args = from+"and seq <= $4 ", append(args, lastSeq)
	}
	return table.All(ctx, q, ScanAudit, "select "+AuditTable.Columns+` from audit
		where event_id = $1 and subject = $2 `+from+`order by seq desc limit $3`, args...)
}
