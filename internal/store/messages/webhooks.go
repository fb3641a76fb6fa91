package messages

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// WebhookEndpoint is an address of an organization that is told about changes.
type WebhookEndpoint struct {
	ID, OrgID, URL, Description string
	Types                       []string // patterns of what it is told about; empty: everything
	State                       string   // enabled, paused by the organizer, or disabled after long failure
	Reason                      string   // of disabled
	SecretVersion               int64
	RotatedAt, CreatedAt        inventory.Instant
	SucceededAt                 inventory.Instant // last; 0: never
	FailingSince                inventory.Instant // the first failure since then; 0: none
}

// WebhookTable describes the table webhook_endpoints; a row is one WebhookEndpoint.
var WebhookTable = table.New("webhook_endpoints", new(WebhookEndpoint), func(c *table.Columns, v *WebhookEndpoint) {
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("url", &v.URL)
	c.Text("description", &v.Description)
	c.Encoded("types", table.AsJSON(&v.Types))
	c.Text("state", &v.State)
	c.Text("reason", &v.Reason)
	c.Number("secret_version", &v.SecretVersion)
	c.Number("rotated_at", (*int64)(&v.RotatedAt))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("succeeded_at", (*int64)(&v.SucceededAt))
	c.Number("failing_since", (*int64)(&v.FailingSince))
	c.Fixed("leased_by", "")
	c.Fixed("leased_until", int64(0))
})

// MaxWebhooks is how many endpoints an organization can have. Each of them is told about
// each change.
const MaxWebhooks = 20

// CreateWebhook stores an endpoint that is told about everything from now on: what
// was there before is not sent. ErrConflict when the id is taken, ErrLimit when the
// organization has MaxWebhooks.
func (s Webhooks) CreateWebhook(ctx context.Context, e WebhookEndpoint) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Two at once are counted one after the other.
		if _, err := table.All(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), e.OrgID); err != nil {
			return err
		}
		if err := organizations.NoneElsewhere(ctx, tx, e.OrgID); err != nil {
			return err
		}
		have, err := table.All(ctx, tx, table.ScanText, "select id from webhook_endpoints where org_id = $1 limit $2", e.OrgID, MaxWebhooks)
		switch {
		case err != nil:
			return err
		case slices.Contains(have, e.ID):
			return database.ErrConflict
		case len(have) == MaxWebhooks:
			return database.ErrLimit
		}
		if err := WebhookTable.InsertRow(ctx, tx, &e); err != nil {
			return err
		}
		_, err = table.Exec(ctx, tx, WebhookPositionTable.InsertFrom(func(column string) string {
			switch column {
			case "endpoint_id":
				return "cast($1 as text)"
			case "event_id":
				return "id"
			case "seq":
				return "seq"
			}
			return "0" // nothing was tried yet
		})+" from events where org_id = $2", e.ID, e.OrgID)
		if err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, e.OrgID, "", audit.Deed{Subject: e.ID, Action: audit.WebhookCreated, Commitment: commitWebhook(&e)})
	})
}

// WebhooksOf returns the endpoints of an organization, or with "" the enabled
// ones of all, by id.
func (s Webhooks) WebhooksOf(ctx context.Context, org string) ([]WebhookEndpoint, error) {
	where, args := "org_id = $1", []any{org}
	if org == "" {
		where, args = "state = 'enabled'", nil
	}
	list, err := table.All(ctx, s.db.Read, WebhookTable.Scan, "select "+WebhookTable.Columns+" from webhook_endpoints where "+where+" order by id", args...)
	return list, s.db.Classify(err)
}

// Webhook returns an endpoint of an organization, or ErrNotFound.
func (s Webhooks) Webhook(ctx context.Context, org, id string) (*WebhookEndpoint, error) {
	e, err := table.One(ctx, s.db.Read, WebhookTable.Scan, "select "+WebhookTable.Columns+" from webhook_endpoints where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &e, nil
}

// ChangeWebhook lets change edit what an organizer sets of an endpoint (URL,
// Description, Types, State, Reason, SecretVersion, RotatedAt, FailingSince)
// and returns what it became. An error of change is returned as it is, and
// nothing is stored.
func (s Webhooks) ChangeWebhook(ctx context.Context, org, id string, change func(*WebhookEndpoint) error) (*WebhookEndpoint, error) {
	var e WebhookEndpoint
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		// The write comes first: it holds the row until the end.
		if err = table.ExecOne(ctx, tx, "update webhook_endpoints set id = id where org_id = $1 and id = $2", org, id); err != nil {
			return err
		}
		if e, err = table.One(ctx, tx, WebhookTable.Scan, "select "+WebhookTable.Columns+" from webhook_endpoints where id = $1", id); err != nil {
			return err
		}
		if err = change(&e); err != nil {
			return err
		}
		types, err := json.Marshal(e.Types)
		if err != nil {
			return err
		}
		if err := table.ExecOne(ctx, tx, `update webhook_endpoints set url = $1, description = $2, types = $3, state = $4, reason = $5,
			secret_version = $6, rotated_at = $7, failing_since = $8 where id = $9`,
			e.URL, e.Description, string(types), e.State, e.Reason, e.SecretVersion, int64(e.RotatedAt), int64(e.FailingSince), id); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: id, Action: audit.WebhookChanged, Commitment: commitWebhook(&e)})
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// DeleteWebhook removes an endpoint of an organization with all that was kept
// of it, or ErrNotFound.
func (s Webhooks) DeleteWebhook(ctx context.Context, org, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The write comes first: it holds the row, so that no delivery is recorded meanwhile.
		if err := table.ExecOne(ctx, tx, "update webhook_endpoints set id = id where org_id = $1 and id = $2", org, id); err != nil {
			return err
		}
		for _, name := range []string{"webhook_deliveries", "webhook_positions"} {
			if _, err := table.Exec(ctx, tx, "delete from "+name+" where endpoint_id = $1", id); err != nil {
				return err
			}
		}
		if err := table.ExecOne(ctx, tx, "delete from webhook_endpoints where id = $1", id); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: id, Action: audit.WebhookDeleted})
	})
}

// Webhooks is the endpoints of organizations and what was sent to them.
type Webhooks struct{ db *database.DB }

// NewWebhooks returns Webhooks on a database.
func NewWebhooks(db *database.DB) Webhooks { return Webhooks{db} }

func commitWebhook(e *WebhookEndpoint) string {
	c := audit.Webhook{ID: e.ID, Org: e.OrgID, URL: e.URL, Types: e.Types, SecretVersion: e.SecretVersion}
	return c.Commitment()
}
