package organizations

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Passkey is a public key that an account signs in with.
type Passkey struct {
	ID, AccountID string
	CredentialID  []byte // unique
	Credential    string // JSON: public key, counter, flags
	Name          string

	CreatedAt, UsedAt inventory.Instant
}

// PasskeyTable describes the table passkeys; a row is one Passkey.
var PasskeyTable = table.New("passkeys", new(Passkey), func(c *table.Columns, v *Passkey) {
	c.Key("id", &v.ID)
	c.Text("account_id", &v.AccountID)
	c.Blob("credential_id", &v.CredentialID)
	c.Text("credential", &v.Credential)
	c.Text("name", &v.Name)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("used_at", (*int64)(&v.UsedAt))
})

// challenge is what a passkey is asked.
type challenge struct {
	ID, AccountID string // AccountID is empty for signing in
	Data          string // JSON
	ExpiresAt     inventory.Instant
}

// ChallengeTable describes the table passkey_challenges; a row is one challenge.
var ChallengeTable = table.New("passkey_challenges", new(challenge), func(c *table.Columns, v *challenge) {
	c.Key("id", &v.ID)
	c.Text("account_id", &v.AccountID)
	c.Text("data", &v.Data)
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
})

// CreateChallenge keeps what a passkey is asked until it answers. Account is
// empty for signing in.
func (s Accounts) CreateChallenge(ctx context.Context, id, account, data string, expires inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return ChallengeTable.InsertRow(ctx, tx, &challenge{id, account, data, expires})
	})
}

// TakeChallenge uses a challenge up and returns what was asked; ErrNotFound
// when there is none of that account, ErrEnded when it is too old. Of two who
// take it one gets it.
func (s Accounts) TakeChallenge(ctx context.Context, id, account string, now inventory.Instant) (data string, err error) {
	var asked challenge
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		asked, err = table.One(ctx, tx, ChallengeTable.Scan, ChallengeTable.From()+" where id = $1 and account_id = $2", id, account)
		if err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "delete from passkey_challenges where id = $1", id)
	})
	if err == nil && asked.ExpiresAt <= now {
		err = ErrEnded
	}
	return asked.Data, err
}

// AddPasskey stores a passkey; ErrConflict when it is somebody's already.
func (s Accounts) AddPasskey(ctx context.Context, p Passkey) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := PasskeyTable.InsertRow(ctx, tx, &p); err != nil {
			return err
		}
		return noteOfID(ctx, s.db, tx, p.AccountID, SecurityEntry{Action: PasskeyAdded, Subject: p.ID})
	})
}

// Passkeys returns the passkeys of an account, by id.
func (s Accounts) Passkeys(ctx context.Context, account string) ([]Passkey, error) {
	list, err := table.All(ctx, s.db.Read, PasskeyTable.Scan, "select "+PasskeyTable.Columns+" from passkeys where account_id = $1 order by id", account)
	return list, s.db.Classify(err)
}

// UsePasskey notes that a passkey was used, and its new counter.
func (s Accounts) UsePasskey(ctx context.Context, account string, credentialID []byte, credential string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update passkeys set credential = $1, used_at = $2 where account_id = $3 and credential_id = $4",
			credential, int64(now), account, credentialID)
	})
}

// RemovePasskey removes a passkey of an account, or ErrNotFound.
func (s Accounts) RemovePasskey(ctx context.Context, account, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "delete from passkeys where account_id = $1 and id = $2", account, id); err != nil {
			return err
		}
		return noteOfID(ctx, s.db, tx, account, SecurityEntry{Action: PasskeyRemoved, Subject: id})
	})
}
