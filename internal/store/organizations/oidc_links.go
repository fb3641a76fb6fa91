package organizations

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ByOIDC is the method of a session that an OpenID Connect provider vouched for.
const ByOIDC = "oidc"

// Errors of signing in with an OpenID Connect provider. Whoever is refused has changed nothing.
var (
	// ErrNotMember: nobody has made the person a member of anything.
	ErrNotMember = errors.New("store: not a member of any organization")
	// ErrUnverified: the person is not known here, and the provider vouches for no address.
	ErrUnverified = errors.New("store: the provider has not verified an address")
	// ErrLinkedOtherwise: the account of that address belongs to another person of the provider.
	ErrLinkedOtherwise = errors.New("store: the account is linked with another person of the provider")
)

// OIDCLink says who an account is at an OpenID Connect provider.
type OIDCLink struct {
	ID, AccountID string
	// Issuer and Subject name the person there, and never change; each pair is linked once, and an
	// account has one link for each issuer.
	Issuer, Subject string
	// Email is the address that the provider had verified when the link was made.
	Email string

	CreatedAt, UsedAt inventory.Instant
}

// OIDCLinkTable describes the table oidc_links; a row is one OIDCLink.
var OIDCLinkTable = table.New("oidc_links", new(OIDCLink), func(c *table.Columns, v *OIDCLink) {
	c.Key("id", &v.ID)
	c.Text("account_id", &v.AccountID)
	c.Text("issuer", &v.Issuer)
	c.Text("subject", &v.Subject)
	c.Text("email", &v.Email)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("used_at", (*int64)(&v.UsedAt))
})

// OIDCAttempt is a sign-in with the provider that has begun in a browser.
type OIDCAttempt struct {
	ID        string
	Hash      [32]byte // SHA-256 of the cookie that the browser keeps meanwhile
	ExpiresAt inventory.Instant
}

// OIDCAttemptTable describes the table oidc_attempts; a row is one OIDCAttempt.
var OIDCAttemptTable = table.New("oidc_attempts", new(OIDCAttempt), func(c *table.Columns, v *OIDCAttempt) {
	c.Key("id", &v.ID)
	c.ExactHash("hash", &v.Hash)
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
})

// BeginOIDC keeps a sign-in that has begun until the browser comes back.
func (s Accounts) BeginOIDC(ctx context.Context, a OIDCAttempt) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return OIDCAttemptTable.InsertRow(ctx, tx, &a) })
}

// TakeOIDC uses up the attempt of the cookie with a hash: ErrEnded when it was used or is too old.
// Of two who take it one gets it.
func (s Accounts) TakeOIDC(ctx context.Context, hash [32]byte, now inventory.Instant) error {
	var found []int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		found, err = table.All(ctx, tx, table.ScanInt, "delete from oidc_attempts where hash = $1 returning expires_at", hash[:])
		return err
	})
	if err == nil && (len(found) == 0 || found[0] <= int64(now)) {
		err = ErrEnded
	}
	return err
}

// OIDCPerson is somebody for whom an OpenID Connect provider vouches.
type OIDCPerson struct {
	Issuer, Subject string
	// Address is the e-mail address that the provider has verified, folded, and Email the same as
	// the provider has it; both are empty when it has verified none.
	Address, Email string
	// Locale is the language of an account that is made.
	Locale string
}

// SignInByOIDC opens a session for somebody for whom a provider vouches: the account that is linked
// with the person there, or else that of the address which the provider has verified. link is the
// id of the link that is made then, and newAccount that of the account of a member who has never
// signed in. The session with the hash replaced, when there is one, ends.
//
// Errors: ErrNotMember, ErrUnverified, ErrLinkedOtherwise, and ErrConflict when the same person
// signs in for the first time twice at once.
func (s Accounts) SignInByOIDC(ctx context.Context, p OIDCPerson, link, newAccount string, session Session, replaced *[32]byte) (*Account, error) {
	var account Account
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		have, err := table.All(ctx, tx, OIDCLinkTable.Scan, OIDCLinkTable.From()+" where issuer = $1 and subject = $2", p.Issuer, p.Subject)
		if err != nil {
			return err
		}
		if len(have) > 0 {
			account, err = useOIDCLink(ctx, tx, &have[0], session.CreatedAt)
		} else {
			account, err = s.linkOIDC(ctx, tx, &p, OIDCLink{ID: link, CreatedAt: session.CreatedAt, UsedAt: session.CreatedAt}, newAccount)
		}
		if err != nil {
			return err
		}
		session.AccountID = account.ID
		if err := openSession(ctx, tx, session, replaced); err != nil {
			return err
		}
		return noteOf(ctx, s.db, tx, &account, SecurityEntry{Action: SignedIn, Subject: session.ID, Detail: session.Method})
	})
	if err != nil {
		return nil, err
	}
	return &account, nil
}

// useOIDCLink returns the account of a link, whatever address the provider has for the person now.
func useOIDCLink(ctx context.Context, q table.Querier, l *OIDCLink, now inventory.Instant) (Account, error) {
	account, err := table.One(ctx, q, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where id = $1", l.AccountID)
	if err != nil {
		return Account{}, err
	}
	if err := someMembership(ctx, q, account.Address); err != nil {
		return Account{}, err
	}
	return account, table.ExecOne(ctx, q, "update oidc_links set used_at = $1 where id = $2", int64(now), l.ID)
}

// linkOIDC links the account of a member's address with a person of the provider.
func (s Accounts) linkOIDC(ctx context.Context, tx *sql.Tx, p *OIDCPerson, link OIDCLink, newAccount string) (Account, error) {
	if p.Address == "" {
		return Account{}, ErrUnverified
	}
	if err := someMembership(ctx, tx, p.Address); err != nil {
		return Account{}, err
	}
	email, err := spelling(ctx, tx, p.Address, p.Email)
	if err != nil {
		return Account{}, err
	}
	account, err := ensureAccount(ctx, tx, Account{ID: newAccount, Address: p.Address, Email: email, Locale: p.Locale, CreatedAt: link.CreatedAt})
	if err != nil {
		return Account{}, err
	}
	// Whoever was linked meanwhile by another browser of the same person is a conflict.
	n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from oidc_links where account_id = $1 and issuer = $2 and subject <> $3", account.ID, p.Issuer, p.Subject)
	switch {
	case err != nil:
		return Account{}, err
	case n > 0:
		return Account{}, ErrLinkedOtherwise
	}
	link.AccountID, link.Issuer, link.Subject, link.Email = account.ID, p.Issuer, p.Subject, p.Email
	if err := OIDCLinkTable.InsertRow(ctx, tx, &link); err != nil {
		return Account{}, err
	}
	return account, noteOf(ctx, s.db, tx, &account, SecurityEntry{Action: OIDCLinked, Subject: link.ID})
}

// someMembership is nil when an address is a member of anything, and ErrNotMember otherwise.
func someMembership(ctx context.Context, q table.Querier, address string) error {
	list, err := table.All(ctx, q, table.ScanInt, "select 1 from members where address = $1 limit 1", address)
	if err == nil && len(list) == 0 {
		err = ErrNotMember
	}
	return err
}

// OIDCLinks returns the links of an account, the oldest first.
func (s Accounts) OIDCLinks(ctx context.Context, account string) ([]OIDCLink, error) {
	list, err := table.All(ctx, s.db.Read, OIDCLinkTable.Scan, OIDCLinkTable.From()+" where account_id = $1 order by created_at, id", account)
	return list, s.db.Classify(err)
}

// RemoveOIDCLink takes a link of an account away, with the sessions of it that the provider vouched
// for, or ErrNotFound.
func (s Accounts) RemoveOIDCLink(ctx context.Context, account, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "delete from oidc_links where account_id = $1 and id = $2", account, id); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from sessions where account_id = $1 and method = $2", account, ByOIDC); err != nil {
			return err
		}
		return noteOfID(ctx, s.db, tx, account, SecurityEntry{Action: OIDCUnlinked, Subject: id})
	})
}

// RequireOIDC reports whether any organization wants its members to sign in with the provider.
func (s Organizations) RequireOIDC(ctx context.Context) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanInt, "select 1 from organizations where staff_oidc limit 1")
	return len(list) > 0, s.db.Classify(err)
}

// OwnedBy returns the names of organizations that an address, folded, is an owner of, at most
// MaxMemberships.
func (s Organizations) OwnedBy(ctx context.Context, address string) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select o.name from members m join organizations o on o.id = m.org_id
		where m.address = $1 and m.role = 'owner' order by o.name, o.id limit $2`, address, MaxMemberships)
	return list, s.db.Classify(err)
}
