package organizations

import (
	"context"
	"database/sql"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The chain of an organization: who may act for it and which events it has, which the
// chains of its events do not say. Each change writes its row in its own transaction,
// and holds the organization's row from then on, so that rows have an order.

// By says who changes something of an organization, and from where.
type By struct {
	Actor     string // as in audit rows; empty: the server itself
	AccountID string // the signed-in account
	Network   string // of the call
	RequestID string // of the call
	At        inventory.Instant
	noted     *[]SecurityEntry
}

type byKey struct{}

// WithBy returns a context whose changes of organizations are made by somebody. They
// are made far below what knows the caller, and a change that nobody gave its author
// would go unnoticed; so the author travels with the call.
func WithBy(ctx context.Context, by By) context.Context {
	if by.noted == nil {
		by.noted = new([]SecurityEntry)
	}
	return context.WithValue(ctx, byKey{}, by)
}

// Noted returns what was added to security logs with a context of WithBy.
func Noted(ctx context.Context) []SecurityEntry {
	by, _ := ctx.Value(byKey{}).(By)
	if by.noted == nil {
		return nil
	}
	return *by.noted
}

// ByOf returns who acts, from the context: "system" and now, if nobody said.
func ByOf(ctx context.Context) By {
	by, _ := ctx.Value(byKey{}).(By)
	if by.Actor == "" {
		by.Actor = "system"
	}
	if by.At == 0 {
		by.At = inventory.At(time.Now())
	}
	return by
}

// ByDefault gives changes that nobody is known to make an author.
func ByDefault(ctx context.Context, actor string) context.Context {
	by, _ := ctx.Value(byKey{}).(By)
	if by.Actor != "" {
		return ctx
	}
	by.Actor = actor
	return WithBy(ctx, by)
}

// Deed is a row of the chain of an organization with its hash.
type Deed struct {
	audit.Deed
	Hash audit.Hash
}

// DeedTable describes the table organization_audit; a row is one Deed.
var DeedTable = table.NewIn("organization_audit", "org_id", new(Deed), func(c *table.Columns, d *Deed) {
	c.NumberKey("seq", &d.Seq)
	c.Number("at", (*int64)(&d.At))
	c.Text("actor", &d.Actor)
	c.Text("subject", &d.Subject)
	c.Text("action", (*string)(&d.Action))
	c.Number("event_seq", &d.EventSeq)
	c.Text("commitment", &d.Commitment)
	c.Hash("hash", &d.Hash)
})

// orgHead is where the chain of an organization stands.
type orgHead struct {
	seq  int64
	hash audit.Hash
}

func (h *orgHead) scan(r engine.Row) error {
	var hash []byte
	err := r.Scan(&h.seq, &hash)
	if h.seq > 0 {
		h.hash = table.HashOf(hash)
	}
	return err
}

// The head of a chain is part of the organization's row. It is locked as rows are that
// others refer to: those who create events do.
const (
	headText    = "select audit_seq, audit_hash from organizations where id = $1"
	setHeadText = "update organizations set audit_seq = $1, audit_hash = $2, audit_sig = $3 where id = $4"
)

// chainDeeds gives rows their place after the head, which becomes the last of them, and
// returns them with the signature.
func chainDeeds(db *database.DB, by By, org string, head *orgHead, rows []audit.Deed) (chained []Deed, sig []byte) {
	for i := range rows {
		rows[i].Seq, rows[i].At, rows[i].Actor = head.seq+int64(i)+1, by.At, by.Actor
	}
	chained = make([]Deed, len(rows))
	for i, h := range audit.ChainDeeds(head.hash, org, rows) {
		chained[i] = Deed{rows[i], h}
		head.seq, head.hash = rows[i].Seq, h
	}
	sig = []byte{}
	if key := db.Signing.Load(); key != nil {
		sig = audit.SignOrganization(*key, org, head.seq, head.hash)
	}
	return chained, sig
}

// Record appends rows to the chain of an organization, by whom the context says. It is
// the last thing that a transaction does in an organization: whoever changes it waits
// from here on.
//
// What changes access is in the security log besides; detail is what it says.
func Record(ctx context.Context, db *database.DB, q table.Querier, org, detail string, rows ...audit.Deed) error {
	head, err := table.One(ctx, q, func(r engine.Row, h *orgHead) error { return h.scan(r) }, headText+db.Eng.LockEvent(), org)
	if err != nil {
		return err
	}
	chained, sig := chainDeeds(db, ByOf(ctx), org, &head, rows)
	list := make([]*Deed, len(chained))
	for i := range chained {
		list[i] = &chained[i]
	}
	if err := DeedTable.InsertMany(ctx, q, org, list); err != nil {
		return err
	}
	if err := table.ExecOne(ctx, q, setHeadText, head.seq, head.hash[:], sig, org); err != nil {
		return err
	}
	for i := range rows {
		if a := rows[i].Action; a.Sealing() || a.Booking() || a.Resource() || a.Till() || a.Tracking() || a.Bank() || a.Consent() {
			continue
		}
		e := SecurityEntry{OrgID: org, Action: string(rows[i].Action), Subject: rows[i].Subject, Detail: detail}
		if err := Note(ctx, db, q, e); err != nil {
			return err
		}
	}
	return nil
}

// RecordOf is record for the organization of an event.
func RecordOf(ctx context.Context, db *database.DB, q table.Querier, event string, deed audit.Deed) error {
	org, err := table.One(ctx, q, table.ScanText, OrgOfEvent, event)
	if err != nil {
		return err
	}
	return Record(ctx, db, q, org, "", deed)
}

const OrgOfEvent = "select org_id from events where id = $1"

// RecordInBatch locks the head of an organization in a batch, and returns the steps that write
// one more row of its chain. There are none without such an organization: the database
// refuses what else the batch writes of it.
func (s Organizations) RecordInBatch(ctx context.Context, session engine.Session, by By, org string, done audit.Deed) ([]engine.Step, error) {
	var head orgHead
	found := false
	err := session.Run(ctx, []engine.Step{{SQL: headText + s.db.Eng.LockEvent(), Args: []any{org}, Row: func(r engine.Row) error {
		found = true
		return head.scan(r)
	}}})
	if err != nil || !found {
		return nil, err
	}
	deeds, sig := chainDeeds(s.db, by, org, &head, []audit.Deed{done})
	row, err := DeedTable.InsertStep(org, &deeds[0], "")
	return []engine.Step{row, {SQL: setHeadText, Args: []any{head.seq, head.hash[:], sig, org}}}, err
}

// MaxHeads is how many heads one TakeHeads takes.
const MaxHeads = 100

// TakeHeads takes the heads of events that have moved on since it was last done into
// the chain of their organization, and returns how many: MaxHeads when there may be
// more. No batch waits for it, or an event would wait for others.
func (s Organizations) TakeHeads(ctx context.Context, org string) (taken int, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Of two who do so at once, the second has to see what the first took.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
			return err
		}
		heads, err := table.All(ctx, tx, func(r engine.Row, d *audit.Deed) error {
			var hash []byte
			err := r.Scan(&d.Subject, &d.EventSeq, &hash)
			d.Action, d.Commitment = audit.HeadTaken, audit.HeadCommitment(table.HashOf(hash))
			return err
		}, movedText, org, MaxHeads)
		if taken = len(heads); err != nil || taken == 0 {
			return err
		}
		return Record(ctx, s.db, tx, org, "", heads...)
	})
	return taken, err
}

// movedText selects the events whose ledger is longer than the last row about them says. Where
// events are on other machines than rows about them, the part that is named is read first: joined
// directly, the two are refused.
const movedText = `with e as (select id, org_id, seq, head_hash from events where org_id = $1 and archived_at >= 0)
	select e.id, e.seq, e.head_hash from e where e.seq > coalesce((
		select a.event_seq from organization_audit a where a.org_id = e.org_id and a.subject = e.id and a.action = 'head_taken' order by a.seq desc limit 1), 0)
	order by e.id limit $2`

func commitKey(k *APIKey) string {
	c := audit.Key{ID: k.ID, Org: k.OrgID, Role: k.Role, Event: k.EventID, Hash: k.Hash, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt}
	return c.Commitment()
}

func commitMember(m *Member) string {
	c := audit.Member{ID: m.ID, Org: m.OrgID, Role: m.Role, Address: m.Address, Salt: m.Salt}
	for _, e := range m.Events {
		c.Events = append(c.Events, e.EventID, e.Role)
	}
	return c.Commitment()
}

func commitOrganization(p *Profile) string {
	c := audit.Organization{ID: p.ID, Name: p.Name, Color: p.Color, StaffPasskeys: p.StaffPasskeys, StaffOIDC: p.StaffOIDC, Websites: p.Websites}
	return c.Commitment()
}
