package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Organization is who runs events.
type Organization struct {
	ID, Name  string
	CreatedAt inventory.Instant
}

// APIKey is a key without its secret.
type APIKey struct {
	ID, OrgID, Name, Role           string
	Hash                            [32]byte // SHA-256 of the key text
	CreatedAt, ExpiresAt, RevokedAt inventory.Instant
}

// CreateOrganization stores an organization; ErrConflict when the id is taken.
func (s Organizations) CreateOrganization(ctx context.Context, o Organization) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, "insert into organizations (id, name, created_at) values ($1, $2, $3)",
			o.ID, o.Name, int64(o.CreatedAt))
	})
}

// Organizations returns all organizations by id.
func (s Organizations) AllOrganizations(ctx context.Context) ([]Organization, error) {
	list, err := all(ctx, s.read, func(r engine.Row, o *Organization) error {
		return r.Scan(&o.ID, &o.Name, (*int64)(&o.CreatedAt))
	}, "select id, name, created_at from organizations order by id")
	return list, s.classify(err)
}

var keyTable = describe("api_keys", new(APIKey), func(c *columns, v *APIKey) {
	c.key("id", &v.ID)
	c.text("org_id", &v.OrgID)
	c.text("name", &v.Name)
	c.text("role", &v.Role)
	c.exactHash("hash", &v.Hash)
	c.number("created_at", (*int64)(&v.CreatedAt))
	c.number("expires_at", (*int64)(&v.ExpiresAt))
	c.number("revoked_at", (*int64)(&v.RevokedAt))
})

// CreateAPIKey stores a key: ErrConflict when its id or hash is taken,
// ErrConstraint when its organization or role does not exist.
func (s Organizations) CreateAPIKey(ctx context.Context, k APIKey) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return keyTable.insertRow(ctx, tx, &k)
	})
}

// APIKeyByHash returns the key with that hash, or ErrNotFound. Expired and
// revoked keys are returned too: the caller decides.
func (s Organizations) APIKeyByHash(ctx context.Context, hash [32]byte) (*APIKey, error) {
	k, err := one(ctx, s.read, keyTable.scan, "select "+keyTable.columns+" from api_keys where hash = $1", hash[:])
	if err != nil {
		return nil, s.classify(err)
	}
	return &k, nil
}

// APIKeys returns the keys of an organization, by id.
func (s Organizations) APIKeys(ctx context.Context, org string) ([]APIKey, error) {
	list, err := all(ctx, s.read, keyTable.scan, "select "+keyTable.columns+" from api_keys where org_id = $1 order by id", org)
	return list, s.classify(err)
}

// RevokeAPIKey ends a key of an organization, or ErrNotFound. A key that was
// revoked before keeps the time at which it was.
func (s Organizations) RevokeAPIKey(ctx context.Context, org, id string, now inventory.Instant) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, `update api_keys set revoked_at = case when revoked_at = 0 then cast($1 as bigint) else revoked_at end
			where org_id = $2 and id = $3`, int64(now), org, id)
	})
}

// ServerKey returns the secret of this installation for a purpose ("audit",
// "link"), storing fresh when there is none yet; of several servers that start
// at once, all get the one that was stored first.
func (s Organizations) ServerKey(ctx context.Context, purpose string, fresh []byte, now inventory.Instant) ([]byte, error) {
	var secret []byte
	err := s.withTx(ctx, func(tx *sql.Tx) (err error) {
		_, err = exec(ctx, tx, `insert into server_keys (purpose, secret, created_at) values ($1, $2, $3)
			on conflict (purpose) do nothing`, purpose, fresh, int64(now))
		if err != nil {
			return err
		}
		secret, err = one(ctx, tx, func(r engine.Row, b *[]byte) error { return r.Scan(b) },
			"select secret from server_keys where purpose = $1", purpose)
		return err
	})
	return secret, err
}
