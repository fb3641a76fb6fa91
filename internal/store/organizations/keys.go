package organizations

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Organization is who runs events.
type Organization struct {
	ID, Name  string
	CreatedAt inventory.Instant
}

// APIKey is a key without its secret.
type APIKey struct {
	ID, OrgID, Name, Role           string
	EventID                         string   // the one event that it is for; "": all of the organization
	Hash                            [32]byte // SHA-256 of the key text
	CreatedAt, ExpiresAt, RevokedAt inventory.Instant
}

// reach is what a key may do as the security log says it: its role, and behind it the event that it is
// for alone.
func (k *APIKey) reach() string {
	if k.EventID == "" {
		return k.Role
	}
	return k.Role + " " + k.EventID
}

// CreateOrganization stores an organization; ErrConflict when the id is taken.
func (s Organizations) CreateOrganization(ctx context.Context, o Organization) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return createOrganization(ctx, s.db, tx, o) })
}

func createOrganization(ctx context.Context, db *database.DB, tx *sql.Tx, o Organization) error {
	err := table.ExecOne(ctx, tx, "insert into organizations (id, name, created_at) values ($1, $2, $3)", o.ID, o.Name, int64(o.CreatedAt))
	if err != nil {
		return err
	}
	return Record(ctx, db, tx, o.ID, "", audit.Deed{Subject: o.ID, Action: audit.OrganizationCreated, Commitment: commitOrganization(&Profile{ID: o.ID, Name: o.Name})})
}

// AllOrganizations returns organizations by id: those with ids above after, limit of them.
func (s Organizations) AllOrganizations(ctx context.Context, after string, limit int) ([]Organization, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, o *Organization) error {
		return r.Scan(&o.ID, &o.Name, (*int64)(&o.CreatedAt))
	}, "select id, name, created_at from organizations where id > $1 order by id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// OrganizationNamed returns the first organization with a name, or the one with that ID;
// ErrNotFound when there is none.
func (s Organizations) OrganizationNamed(ctx context.Context, name string) (*Organization, error) {
	o, err := table.One(ctx, s.db.Read, func(r engine.Row, o *Organization) error {
		return r.Scan(&o.ID, &o.Name, (*int64)(&o.CreatedAt))
	}, "select id, name, created_at from organizations where id = $1 or name = $1 order by id limit 1", name)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &o, nil
}

// KeyTable describes the table api_keys; a row is one APIKey.
var KeyTable = table.New("api_keys", new(APIKey), func(c *table.Columns, v *APIKey) {
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("name", &v.Name)
	c.Text("role", &v.Role)
	c.Text("event_id", &v.EventID)
	c.ExactHash("hash", &v.Hash)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
	c.Number("revoked_at", (*int64)(&v.RevokedAt))
})

// MaxAPIKeys is how many keys that are not revoked an organization has at most.
const MaxAPIKeys = 200

// CreateAPIKey stores a key: ErrConflict when its id or hash is taken, ErrConstraint when
// its organization or role does not exist, ErrLimit when the organization has MaxAPIKeys.
func (s Organizations) CreateAPIKey(ctx context.Context, k APIKey) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Those who make keys at once are counted one after the other.
		if _, err := table.All(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.ForUpdate, k.OrgID); err != nil {
			return err
		}
		if err := KeyTable.InsertRow(ctx, tx, &k); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from api_keys where org_id = $1 and revoked_at = 0", k.OrgID)
		switch {
		case err != nil:
			return err
		case n > MaxAPIKeys:
			return database.ErrLimit
		}
		return Record(ctx, s.db, tx, k.OrgID, k.reach(), audit.Deed{Subject: k.ID, Action: audit.KeyCreated, Commitment: commitKey(&k)})
	})
}

// APIKeyByHash returns the key with that hash, or ErrNotFound. Expired and
// revoked keys are returned too: the caller decides.
func (s Organizations) APIKeyByHash(ctx context.Context, hash [32]byte) (*APIKey, error) {
	k, err := table.One(ctx, s.db.Read, KeyTable.Scan, "select "+KeyTable.Columns+" from api_keys where hash = $1", hash[:])
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &k, nil
}

// APIKeys returns the keys of an organization, by id: those that are not revoked, and as
// many of the others as may be of these, the latest.
func (s Organizations) APIKeys(ctx context.Context, org string) ([]APIKey, error) {
	var list []APIKey
	for _, of := range [...]string{"revoked_at = 0 order by id", "revoked_at > 0 order by revoked_at desc, id desc"} {
		found, err := table.All(ctx, s.db.Read, KeyTable.Scan, KeyTable.From()+" where org_id = $1 and "+of+" limit $2", org, MaxAPIKeys)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		list = append(list, found...)
	}
	slices.SortFunc(list, func(a, b APIKey) int { return strings.Compare(a.ID, b.ID) })
	return list, nil
}

// RevokeAPIKey ends a key of an organization, or ErrNotFound. A key that was
// revoked before keeps the time at which it was.
func (s Organizations) RevokeAPIKey(ctx context.Context, org, id string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		k, err := table.One(ctx, tx, KeyTable.Scan, "select "+KeyTable.Columns+" from api_keys where org_id = $1 and id = $2"+s.db.ForUpdate, org, id)
		if err != nil || k.RevokedAt != 0 {
			return err
		}
		k.RevokedAt = now
		if err := table.ExecOne(ctx, tx, "update api_keys set revoked_at = $1 where id = $2", int64(now), id); err != nil {
			return err
		}
		return Record(ctx, s.db, tx, org, k.reach(), audit.Deed{Subject: id, Action: audit.KeyRevoked, Commitment: commitKey(&k)})
	})
}

// ServerKey is a secret of this installation ("link", "ticket"), wrapped with a
// master key that is not in the database: see package keyring.
type ServerKey struct {
	Purpose    string
	Secret     []byte // wrapped
	KeyVersion int64  // of the master key
	KeyID      string
	CreatedAt  inventory.Instant
}

// ServerKeyTable describes the table server_keys; a row is one ServerKey.
var ServerKeyTable = table.New("server_keys", new(ServerKey), func(c *table.Columns, v *ServerKey) {
	c.Key("purpose", &v.Purpose)
	c.Blob("secret", &v.Secret)
	c.Number("key_version", &v.KeyVersion)
	c.Text("key_id", &v.KeyID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

// ServerKey returns the secret for a purpose, storing fresh when there is none yet;
// of several servers that start at once, all get the one that was stored first.
func (s Organizations) ServerKey(ctx context.Context, fresh ServerKey) (*ServerKey, error) {
	var k ServerKey
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		_, err = ServerKeyTable.InsertUnless(ctx, tx, &fresh, ServerKeyTable.Otherwise)
		if err != nil {
			return err
		}
		k, err = table.One(ctx, tx, ServerKeyTable.Scan, "select "+ServerKeyTable.Columns+" from server_keys where purpose = $1", fresh.Purpose)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &k, nil
}

// ServerKeys returns all secrets by purpose.
func (s Organizations) ServerKeys(ctx context.Context) ([]ServerKey, error) {
	list, err := table.All(ctx, s.db.Read, ServerKeyTable.Scan, "select "+ServerKeyTable.Columns+" from server_keys order by purpose")
	return list, s.db.Classify(err)
}

// RewrapServerKeys gives wrap all secrets, by purpose, and stores them as it leaves
// them. Nobody else does so meanwhile. An error of wrap changes nothing; wrap may be
// called again when the transaction lost a race.
func (s Organizations) RewrapServerKeys(ctx context.Context, wrap func([]ServerKey) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		list, err := table.All(ctx, tx, ServerKeyTable.Scan, "select "+ServerKeyTable.Columns+" from server_keys order by purpose"+s.db.Eng.ForUpdate())
		if err != nil {
			return err
		}
		if err := wrap(list); err != nil {
			return err
		}
		for _, k := range list {
			if err := table.ExecOne(ctx, tx, "update server_keys set secret = $1, key_version = $2, key_id = $3 where purpose = $4",
				k.Secret, k.KeyVersion, k.KeyID, k.Purpose); err != nil {
				return err
			}
		}
		return nil
	})
}
