package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ProviderDenial says that a payment provider denies access: it does not accept the key
// that is configured, or does not allow something with it.
type ProviderDenial struct {
	OrgID, Provider string
	Action          string            // DeniedPage, DeniedLook or DeniedRefund: a key may allow some of them only
	DeniedAt        inventory.Instant // the last time
	ToldAt          inventory.Instant // when the owners of the organization were told last
	EndedAt         inventory.Instant // when the provider did it again; zero: not yet
}

// The actions that a provider denies.
const (
	DeniedPage   = "page"
	DeniedLook   = "look" // to ask how a page stands, to close it, and to capture what was approved on it
	DeniedRefund = "refund"
)

// DenialTable describes the table provider_denials; a row is one ProviderDenial.
var DenialTable = table.New("provider_denials", new(ProviderDenial), func(c *table.Columns, v *ProviderDenial) {
	c.Key("org_id", &v.OrgID)
	c.Key("provider", &v.Provider)
	c.Key("action", &v.Action)
	c.Number("denied_at", (*int64)(&v.DeniedAt))
	c.Number("told_at", (*int64)(&v.ToldAt))
	c.Number("ended_at", (*int64)(&v.EndedAt))
})

// NoteDenial stores that a provider denies access. The jobs that tell the owners are
// stored with it, unless they were told since toldSince; told reports whether they were.
func (s Payments) NoteDenial(ctx context.Context, d ProviderDenial, toldSince inventory.Instant, jobs []database.Job) (told bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		d.EndedAt = 0
		n, err := DenialTable.InsertUnless(ctx, tx, &d, "on conflict (org_id, provider, action) do nothing")
		if err != nil {
			return err
		}
		if told = n == 1; !told {
			// The row is locked by the first update, so of two denials at the same time one tells.
			err = table.ExecOne(ctx, tx, "update provider_denials set denied_at = $1, ended_at = 0 where org_id = $2 and provider = $3 and action = $4",
				int64(d.DeniedAt), d.OrgID, d.Provider, d.Action)
			if err != nil {
				return err
			}
			n, err = table.Exec(ctx, tx, "update provider_denials set told_at = $1 where org_id = $2 and provider = $3 and action = $4 and told_at < $5",
				int64(d.ToldAt), d.OrgID, d.Provider, d.Action, int64(toldSince))
			if err != nil {
				return err
			}
			told = n == 1
		}
		if !told {
			return nil
		}
		return s.db.InsertJobs(ctx, tx, jobs...)
	})
	return told, err
}

// EndEventDenial is EndDenial for the organization of an event. It is asked after each page
// that was made and each look at one, so where nothing was denied it is one query.
func (s Payments) EndEventDenial(ctx context.Context, event, provider, action string, now inventory.Instant) error {
	org, err := table.One(ctx, s.db.Read, table.ScanText, `select d.org_id from events e join provider_denials d on d.org_id = e.org_id
		where e.id = $1 and d.provider = $2 and d.action = $3 and d.ended_at = 0`, event, provider, action)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err != nil:
		return s.db.Classify(err)
	}
	return s.EndDenial(ctx, org, provider, action, now)
}

// EndDenial stores that a provider does what it is asked for. It writes only where the
// provider denied that before.
func (s Payments) EndDenial(ctx context.Context, org, provider, action string, now inventory.Instant) error {
	list, err := s.Denials(ctx, org)
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].Provider != provider || list[i].Action != action {
			continue
		}
		return s.db.WithTx(ctx, func(tx *sql.Tx) error {
			_, err := table.Exec(ctx, tx, `update provider_denials set ended_at = $1
				where org_id = $2 and provider = $3 and action = $4 and ended_at = 0`, int64(now), org, provider, action)
			return err
		})
	}
	return nil
}

// Denials returns the denials of an organization that have not ended, by provider.
func (s Payments) Denials(ctx context.Context, org string) ([]ProviderDenial, error) {
	list, err := table.All(ctx, s.db.Read, DenialTable.Scan, "select "+DenialTable.Columns+` from provider_denials
		where org_id = $1 and ended_at = 0 order by provider, action`, org)
	return list, s.db.Classify(err)
}
