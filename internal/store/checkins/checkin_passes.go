package checkins

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// How many passes an event has at most: that a phone can use, and ever.
const (
	MaxPasses     = 100
	MaxPassesEver = 1000
)

// ErrPassesEver says that an event has had as many passes as it may.
var ErrPassesEver = fmt.Errorf("%w: passes of an event", database.ErrLimit)

// CheckinPass is the pass of a phone.
type CheckinPass struct {
	checkin.Pass
	Name                string
	CodeHash, TokenHash string // hex SHA-256; that of the token is "" until a phone has it
	CreatedAt           inventory.Instant
	SeenAt              inventory.Instant // when the phone called last, to the minute
	// Tries is how often another phone tried the code, and TriedAt when last.
	Tries   int64
	TriedAt inventory.Instant
}

// PassTable describes the table checkin_passes; a row is one CheckinPass.
var PassTable = table.New("checkin_passes", new(CheckinPass), func(c *table.Columns, v *CheckinPass) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("name", &v.Name)
	c.Text("list_id", &v.List)
	c.Text("gate", &v.Gate)
	c.Number("valid_from", (*int64)(&v.ValidFrom))
	c.Number("valid_until", (*int64)(&v.ValidUntil))
	c.Text("code_hash", &v.CodeHash)
	c.Text("token_hash", &v.TokenHash)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("redeemed_at", (*int64)(&v.RedeemedAt))
	c.Number("ended_at", (*int64)(&v.EndedAt))
	c.Number("late_until", (*int64)(&v.LateUntil))
	c.Number("seen_at", (*int64)(&v.SeenAt))
	c.Number("tries", &v.Tries)
	c.Number("tried_at", (*int64)(&v.TriedAt))
})

// Commitment commits to what decides about the pass.
func (p *CheckinPass) Commitment() string {
	c := audit.CheckinPass{
		ID: p.ID, Event: p.EventID, List: p.List, Gate: p.Gate, CodeHash: p.CodeHash, TokenHash: p.TokenHash,
		ValidFrom: p.ValidFrom, ValidUntil: p.ValidUntil, RedeemedAt: p.RedeemedAt, EndedAt: p.EndedAt, LateUntil: p.LateUntil,
	}
	return c.Commitment()
}

func (p *CheckinPass) deed(a audit.Action) audit.Deed {
	return audit.Deed{Subject: p.ID, Action: a, Commitment: p.Commitment()}
}

// CreatePass stores a pass. ErrConflict: its id is taken. ErrLimit: the event has MaxPasses
// that a phone can use; ErrPassesEver: it has had MaxPassesEver.
func (s CheckIns) CreatePass(ctx context.Context, p CheckinPass) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, p.EventID); err != nil {
			return err
		}
		if err := createPass(ctx, tx, &p); err != nil {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, p.EventID, p.deed(audit.CheckinPassCreated))
	})
}

// createPass inserts a pass and counts those that there are. The event is locked.
func createPass(ctx context.Context, tx *sql.Tx, p *CheckinPass) error {
	if err := PassTable.InsertRow(ctx, tx, p); err != nil {
		return err
	}
	n, err := table.One(ctx, tx, func(r engine.Row, n *[2]int64) error { return r.Scan(&n[0], &n[1]) },
		`select count(*), cast(coalesce(sum(case when ended_at = 0 and valid_until > $1 then 1 else 0 end), 0) as bigint)
		from checkin_passes where event_id = $2`, int64(p.CreatedAt), p.EventID)
	switch {
	case err != nil:
		return err
	case n[0] > MaxPassesEver:
		return ErrPassesEver
	case n[1] > MaxPasses:
		return database.ErrLimit
	}
	return nil
}

// PassView is a pass with how many scans of its phone are stored.
type PassView struct {
	CheckinPass
	Scans int64
}

// Passes returns the passes of an event, by id.
func (s CheckIns) Passes(ctx context.Context, event string) ([]PassView, error) {
	list, err := table.All(ctx, s.db.Read, scanPassView, passViewText+" where p.event_id = $1 order by p.id", event)
	return list, s.db.Classify(err)
}

// Pass returns a pass of an event, or ErrNotFound.
func (s CheckIns) Pass(ctx context.Context, event, pass string) (*PassView, error) {
	v, err := table.One(ctx, s.db.Read, scanPassView, passViewText+" where p.event_id = $1 and p.id = $2", event, pass)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

var passViewText = "select " + PassTable.As("p") +
	", (select count(*) from scans s where s.event_id = p.event_id and s.device_id = p.id) from checkin_passes p"

func scanPassView(r engine.Row, v *PassView) error {
	c := table.Scanning()
	PassTable.Into(c, &v.CheckinPass)
	c.Add(&v.Scans)
	return c.From(r)
}

// PassOfPhone is a pass with whose event it opens.
type PassOfPhone struct {
	CheckinPass
	OrgID string
}

// PassByCode returns the pass whose code has a hash, and PassByToken that whose token has, or
// ErrNotFound. One that is over is returned too: the caller decides.
func (s CheckIns) PassByCode(ctx context.Context, hash string) (*PassOfPhone, error) {
	return s.passBy(ctx, "code_hash", hash)
}

// PassByToken is PassByCode by the token.
func (s CheckIns) PassByToken(ctx context.Context, hash string) (*PassOfPhone, error) {
	return s.passBy(ctx, "token_hash", hash)
}

func (s CheckIns) passBy(ctx context.Context, column, hash string) (*PassOfPhone, error) {
	if hash == "" {
		return nil, database.ErrNotFound
	}
	p, err := table.One(ctx, s.db.Read, func(r engine.Row, v *PassOfPhone) error {
		c := table.Scanning()
		PassTable.Into(c, &v.CheckinPass)
		c.Text("org_id", &v.OrgID)
		return c.From(r)
	}, "select "+PassTable.As("p")+", e.org_id from checkin_passes p join events e on e.id = p.event_id where p."+column+" = $1", hash)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &p, nil
}

// RedeemPass gives a pass to the phone with a token of that hash. The same token again
// changes nothing. A refusal changes nothing, but that another phone tried is counted.
func (s CheckIns) RedeemPass(ctx context.Context, event, pass, tokenHash string, now inventory.Instant) (why checkin.PassRefusal, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := lockPass(ctx, tx, s.db.ForUpdate, event, pass)
		if err != nil {
			return err
		}
		why = p.RefusesCode(now)
		switch {
		case why == checkin.RefusedUsed && p.TokenHash == tokenHash:
			why = ""
			return nil
		case why == checkin.RefusedUsed:
			return table.ExecOne(ctx, tx, "update checkin_passes set tries = tries + 1, tried_at = $1 where event_id = $2 and id = $3", int64(now), event, pass)
		case why != "":
			return nil
		}
		p.TokenHash, p.RedeemedAt = tokenHash, now
		err = table.ExecOne(ctx, tx, "update checkin_passes set token_hash = $1, redeemed_at = $2, seen_at = $3 where event_id = $4 and id = $5",
			tokenHash, int64(now), int64(now), event, pass)
		if err != nil {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, p.deed(audit.CheckinPassRedeemed))
	})
	return why, err
}

// ChangePass changes the name and the hours of a pass by what change makes of it, whose
// errors are returned. ErrNotFound: there is none.
func (s CheckIns) ChangePass(ctx context.Context, event, pass string, change func(*CheckinPass) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := lockPass(ctx, tx, s.db.ForUpdate, event, pass)
		if err != nil {
			return err
		}
		was := p.Commitment()
		if err := change(p); err != nil {
			return err
		}
		err = table.ExecOne(ctx, tx, "update checkin_passes set name = $1, valid_from = $2, valid_until = $3 where event_id = $4 and id = $5",
			p.Name, int64(p.ValidFrom), int64(p.ValidUntil), event, pass)
		if err != nil || p.Commitment() == was {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, p.deed(audit.CheckinPassChanged))
	})
}

// EndPass ends a pass, or ErrNotFound. Whether its phone is trusted decides if its late scans
// are taken.
func (s CheckIns) EndPass(ctx context.Context, event, pass string, now inventory.Instant, trusted bool) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := lockPass(ctx, tx, s.db.ForUpdate, event, pass)
		if err != nil {
			return err
		}
		deed, err := endPass(ctx, tx, p, now, trusted)
		if err != nil || deed == nil {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, *deed)
	})
}

// endPass ends a pass that is locked, and returns the row that says so; nil: nothing has
// changed.
func endPass(ctx context.Context, tx *sql.Tx, p *CheckinPass, now inventory.Instant, trusted bool) (*audit.Deed, error) {
	was := p.Commitment()
	if p.End(now, trusted); p.Commitment() == was {
		return nil, nil
	}
	deed := p.deed(audit.CheckinPassEnded)
	return &deed, table.ExecOne(ctx, tx, "update checkin_passes set ended_at = $1, late_until = $2 where event_id = $3 and id = $4",
		int64(p.EndedAt), int64(p.LateUntil), p.EventID, p.ID)
}

// ReplacePass ends a pass and stores another for the same place, which fresh makes of it, in
// one step. ErrNotFound: there is no such pass. Otherwise as CreatePass.
func (s CheckIns) ReplacePass(ctx context.Context, event, pass string, now inventory.Instant, fresh func(CheckinPass) (CheckinPass, error)) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, event); err != nil {
			return err
		}
		p, err := lockPass(ctx, tx, s.db.ForUpdate, event, pass)
		if err != nil {
			return err
		}
		next, err := fresh(*p)
		if err != nil {
			return err
		}
		ended, err := endPass(ctx, tx, p, now, true)
		if err != nil {
			return err
		}
		if err := createPass(ctx, tx, &next); err != nil {
			return err
		}
		org, err := table.One(ctx, tx, table.ScanText, organizations.OrgOfEvent, event)
		if err != nil {
			return err
		}
		rows := []audit.Deed{next.deed(audit.CheckinPassCreated)}
		if ended != nil {
			rows = append(rows, *ended)
		}
		return organizations.Record(ctx, s.db, tx, org, "", rows...)
	})
}

// SeePass notes that the phone of a pass has called.
func (s CheckIns) SeePass(ctx context.Context, event, pass string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update checkin_passes set seen_at = $1 where event_id = $2 and id = $3 and seen_at < $4", int64(now), event, pass, int64(now))
		return err
	})
}

func lockPass(ctx context.Context, tx *sql.Tx, forUpdate, event, pass string) (*CheckinPass, error) {
	p, err := table.One(ctx, tx, PassTable.Scan, PassTable.From()+" where event_id = $1 and id = $2"+forUpdate, event, pass)
	return &p, err
}

// PassNames returns what the passes of an event are called, by id.
func (s CheckIns) PassNames(ctx context.Context, event string) (map[string]string, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *[2]string) error { return r.Scan(&v[0], &v[1]) },
		"select id, name from checkin_passes where event_id = $1", event)
	names := make(map[string]string, len(list))
	for _, p := range list {
		names[p[0]] = p[1]
	}
	return names, s.db.Classify(err)
}
