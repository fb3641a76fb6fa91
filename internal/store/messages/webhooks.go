package messages

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
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
// organization has MaxWebhooks, events.ErrElsewhere while an event of it is on its way to another
// cell. Cells where events of it live have to Follow.
func (s Webhooks) CreateWebhook(ctx context.Context, e WebhookEndpoint) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Two at once are counted one after the other.
		if _, err := table.All(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), e.OrgID); err != nil {
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
		if err := fromNowOn(ctx, tx, &e, "archived_at >= 0"); err != nil {
			return err
		}
		// Behind that: an event that is on its way might arrive without the position that it has now.
		moving, err := table.All(ctx, tx, table.ScanInt, "select 1 from event_cells c join events e on e.id = c.event_id where e.org_id = $1 and c.state <> 'there' limit 1", e.OrgID)
		switch {
		case err != nil:
			return err
		case len(moving) > 0:
			return events.ErrElsewhere
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
		return s.drop(ctx, tx, org, id)
	})
}

// drop deletes an endpoint whose row the transaction holds.
func (s Webhooks) drop(ctx context.Context, tx *sql.Tx, org, id string) error {
	for _, name := range []string{"webhook_deliveries", "webhook_positions"} {
		if _, err := table.Exec(ctx, tx, "delete from "+name+" where endpoint_id = $1", id); err != nil {
			return err
		}
	}
	if err := table.ExecOne(ctx, tx, "delete from webhook_endpoints where id = $1", id); err != nil {
		return err
	}
	return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: id, Action: audit.WebhookDeleted})
}

// HookOwners returns the organizations behind one, by id, that have endpoints, at most limit.
func (s Webhooks) HookOwners(ctx context.Context, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select distinct org_id from webhook_endpoints where org_id > $1 order by org_id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// Follow makes the endpoints of an organization in the database of a cell what they are in the
// catalogue, whose WebhooksOf they are (0184). What was sent to them from here, and how that went,
// stays; of one that is not there any more it is deleted. One that is enabled again is sent at once
// what has waited.
func (s Webhooks) Follow(ctx context.Context, org string, list []WebhookEndpoint) error {
	have, err := s.WebhooksOf(ctx, org)
	if err != nil || slices.EqualFunc(have, list, sameWebhook) {
		return err
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
			return err
		}
		have, err := table.All(ctx, tx, WebhookTable.Scan, "select "+WebhookTable.Columns+" from webhook_endpoints where org_id = $1 order by id"+s.db.ForUpdate, org)
		if err != nil {
			return err
		}
		for i := range have {
			if !slices.ContainsFunc(list, func(e WebhookEndpoint) bool { return e.ID == have[i].ID }) {
				if err := s.drop(ctx, tx, org, have[i].ID); err != nil {
					return err
				}
			}
		}
		for i := range list {
			at := slices.IndexFunc(have, func(e WebhookEndpoint) bool { return e.ID == list[i].ID })
			switch {
			case at < 0:
				err = s.adopt(ctx, tx, list[i])
			case !sameWebhook(have[at], list[i]):
				err = s.adapt(ctx, tx, &have[at], &list[i])
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// sameWebhook reports whether two endpoints are set up alike.
func sameWebhook(a, b WebhookEndpoint) bool { //nolint:gocritic // as slices asks for it
	return a.ID == b.ID && a.URL == b.URL && a.Description == b.Description && slices.Equal(a.Types, b.Types) &&
		a.State == b.State && a.Reason == b.Reason && a.SecretVersion == b.SecretVersion && a.RotatedAt == b.RotatedAt
}

// adopt stores an endpoint that was made in the catalogue, which is told about everything from now
// on. An event that is about to leave is closed here, and has its ledger still.
func (s Webhooks) adopt(ctx context.Context, tx *sql.Tx, e WebhookEndpoint) error { //nolint:gocritic // what is stored is a copy
	e.SucceededAt, e.FailingSince = 0, 0
	if err := WebhookTable.InsertRow(ctx, tx, &e); err != nil {
		return err
	}
	if err := fromNowOn(ctx, tx, &e, "(archived_at >= 0 or exists (select 1 from audit a where a.event_id = events.id))"); err != nil {
		return err
	}
	return organizations.Record(ctx, s.db, tx, e.OrgID, "", audit.Deed{Subject: e.ID, Action: audit.WebhookCreated, Commitment: commitWebhook(&e)})
}

// adapt sets up an endpoint as the catalogue has it by now.
func (s Webhooks) adapt(ctx context.Context, tx *sql.Tx, have, now *WebhookEndpoint) error {
	types, err := json.Marshal(now.Types)
	if err != nil {
		return err
	}
	failing := have.FailingSince
	if now.State == "enabled" && have.State != now.State {
		failing = 0
		if _, err := table.Exec(ctx, tx, retryText, now.ID); err != nil {
			return err
		}
	}
	if err := table.ExecOne(ctx, tx, `update webhook_endpoints set url = $1, description = $2, types = $3, state = $4, reason = $5,
		secret_version = $6, rotated_at = $7, failing_since = $8 where id = $9`,
		now.URL, now.Description, string(types), now.State, now.Reason, now.SecretVersion, int64(now.RotatedAt), int64(failing), now.ID); err != nil {
		return err
	}
	return organizations.Record(ctx, s.db, tx, now.OrgID, "", audit.Deed{Subject: now.ID, Action: audit.WebhookChanged, Commitment: commitWebhook(now)})
}

// fromNowOn notes that an endpoint has taken all that happened in the events of its organization of
// which where holds.
func fromNowOn(ctx context.Context, tx *sql.Tx, e *WebhookEndpoint, where string) error {
	_, err := table.Exec(ctx, tx, WebhookPositionTable.InsertFrom(func(column string) string {
		switch column {
		case "endpoint_id":
			return "cast($1 as text)"
		case "event_id":
			return "id"
		case "seq":
			return "seq"
		}
		return "0" // nothing was tried yet
	})+" from events where org_id = $2 and "+where, e.ID, e.OrgID)
	return err
}

// Webhooks is the endpoints of organizations and what was sent to them.
type Webhooks struct{ db *database.DB }

// NewWebhooks returns Webhooks on a database.
func NewWebhooks(db *database.DB) Webhooks { return Webhooks{db} }

func commitWebhook(e *WebhookEndpoint) string {
	c := audit.Webhook{ID: e.ID, Org: e.OrgID, URL: e.URL, Types: e.Types, SecretVersion: e.SecretVersion}
	return c.Commitment()
}
