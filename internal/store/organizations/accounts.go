package organizations

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ErrEnded: a one-time link was used before, or is too old.
var ErrEnded = errors.New("store: used or expired")

// Account is somebody who proved that mail to an address reaches them.
type Account struct {
	ID      string
	Address string // the e-mail address, folded; unique
	Email   string // as it was typed
	Name    string
	Locale  string

	CreatedAt inventory.Instant
	// SuggestionsOffAt is since when nothing is suggested by what they booked; 0: it is.
	SuggestionsOffAt inventory.Instant
}

// ForClaim is the purpose of a link with which somebody confirms an address for an invitation that
// was handed to them.
const ForClaim = "claim"

// SignInLink is a one-time link without its token.
type SignInLink struct {
	ID      string
	Purpose string // sign_in, setup, recovery, find, claim
	Address string // '' to set up
	Email   string
	Locale  string
	EventID string // which asks for a confirmed address; '' for none
	// InvitationID and InvitedAt are, of ForClaim, the invitation that the address is confirmed
	// for, and when its link was made.
	InvitationID string
	InvitedAt    inventory.Instant

	CreatedAt, ExpiresAt, UsedAt inventory.Instant
}

// Session is a browser that is signed in, without its cookie.
type Session struct {
	ID, AccountID string
	Hash          [32]byte // SHA-256 of the cookie
	Method        string   // link, setup, passkey, oidc, recovery
	Agent         string   // what the browser called itself

	CreatedAt, SeenAt, ExpiresAt inventory.Instant
}

// Login is a session, whose it is and where that person is a member.
type Login struct {
	Session     Session
	Account     Account
	Memberships []Membership
}

// AccountTable describes the table accounts; a row is one Account.
var AccountTable = table.New("accounts", new(Account), func(c *table.Columns, v *Account) {
	c.Key("id", &v.ID)
	c.Text("address", &v.Address)
	c.Text("email", &v.Email)
	c.Text("name", &v.Name)
	c.Text("locale", &v.Locale)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("suggestions_off_at", (*int64)(&v.SuggestionsOffAt))
})

// LinkTable describes the table sign_in_links; a row is one SignInLink.
var LinkTable = table.New("sign_in_links", new(SignInLink), func(c *table.Columns, v *SignInLink) {
	c.Key("id", &v.ID)
	c.Text("purpose", &v.Purpose)
	c.Text("address", &v.Address)
	c.Text("email", &v.Email)
	c.Text("locale", &v.Locale)
	c.Text("event_id", &v.EventID)
	c.Text("invitation_id", &v.InvitationID)
	c.Number("invited_at", (*int64)(&v.InvitedAt))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
	c.Number("used_at", (*int64)(&v.UsedAt))
})

// RequestTable describes the table sign_in_requests; a row is one signInRequest.
var RequestTable = table.New("sign_in_requests", new(signInRequest), func(c *table.Columns, v *signInRequest) {
	c.Key("id", &v.ID)
	c.Text("address", &v.Address)
	c.Text("network", &v.Network)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
})

// SessionTable describes the table sessions; a row is one Session.
var SessionTable = table.New("sessions", new(Session), func(c *table.Columns, v *Session) {
	c.Key("id", &v.ID)
	c.Text("account_id", &v.AccountID)
	c.ExactHash("hash", &v.Hash)
	c.Text("method", &v.Method)
	c.Text("agent", &v.Agent)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("seen_at", (*int64)(&v.SeenAt))
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
})

// spelling returns how an address is spelled that is stored: that of an account, a
// member or a person of an event. A mail with power goes there, and not to another
// spelling that a stranger typed. Of an address that nobody has it is what was typed.
func spelling(ctx context.Context, q table.Querier, folded, typed string) (string, error) {
	for _, query := range [...]string{
		"select email from accounts where address = $1",
		"select email from members where address = $1 order by created_at, id limit 1",
		`select p.email from address_book b join people p on p.event_id = b.event_id and p.id = b.person_id
			where b.address = $1 order by b.event_id, b.person_id limit 1`,
	} {
		stored, err := table.One(ctx, q, table.ScanText, query, folded)
		if errors.Is(err, database.ErrNotFound) {
			continue
		}
		if err != nil {
			return "", err
		}
		// The book may be older than a change of the address.
		if address.Fold(stored) == folded {
			return stored, nil
		}
	}
	return typed, nil
}

// CreateSignInLink stores a link and, when job is not nil, the job that mails
// it, to the spelling of its address that is stored.
func (s Accounts) CreateSignInLink(ctx context.Context, l SignInLink, job *database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return createLink(ctx, s.db, tx, l, job) })
}

func createLink(ctx context.Context, db *database.DB, tx *sql.Tx, l SignInLink, job *database.Job) (err error) {
	if l.Email, err = spelling(ctx, tx, l.Address, l.Email); err != nil {
		return err
	}
	if err := LinkTable.InsertRow(ctx, tx, &l); err != nil {
		return err
	}
	return db.InsertJobs(ctx, tx, database.SomeJob(job)...)
}

// SignInLink returns a link, used or not, or ErrNotFound.
func (s Accounts) SignInLink(ctx context.Context, id string) (*SignInLink, error) {
	l, err := table.One(ctx, s.db.Read, LinkTable.Scan, "select "+LinkTable.Columns+" from sign_in_links where id = $1", id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &l, nil
}

// useLink marks a link as used, which one caller can do once.
func useLink(ctx context.Context, q table.Querier, id, purpose string, now inventory.Instant) (*SignInLink, error) {
	l, err := table.One(ctx, q, LinkTable.Scan, "select "+LinkTable.Columns+" from sign_in_links where id = $1 and purpose = $2", id, purpose)
	if err != nil {
		return nil, err
	}
	n, err := table.Exec(ctx, q, "update sign_in_links set used_at = $1 where id = $2 and used_at = 0 and expires_at > $3",
		int64(now), id, int64(now))
	if err == nil && n == 0 {
		err = ErrEnded
	}
	return &l, err
}

// Purposes of links that sign somebody in. A link for recovery is printed by the command
// line, and opens a session with the method of the same name.
const (
	ForSignIn   = "sign_in"
	ForRecovery = "recovery"
)

// SignIn uses a link up and opens a session for its address; newAccount is the
// account's id when the address has none. The session with the hash replaced,
// when there is one, ends: nobody goes on with a cookie from before.
func (s Accounts) SignIn(ctx context.Context, link, newAccount string, session Session, replaced *[32]byte) (*Account, error) {
	var account Account
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		purpose := ForSignIn
		if session.Method == ForRecovery {
			purpose = ForRecovery
		}
		l, err := useLink(ctx, tx, link, purpose, session.CreatedAt)
		if err != nil {
			return err
		}
		account, err = ensureAccount(ctx, tx, Account{ID: newAccount, Address: l.Address, Email: l.Email, Locale: l.Locale, CreatedAt: session.CreatedAt})
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

// OpenSession opens a session for an account that proved itself otherwise.
func (s Accounts) OpenSession(ctx context.Context, session Session, replaced *[32]byte) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := openSession(ctx, tx, session, replaced); err != nil {
			return err
		}
		return noteOfID(ctx, s.db, tx, session.AccountID, SecurityEntry{Action: SignedIn, Subject: session.ID, Detail: session.Method})
	})
}

// Enrolled is somebody who is signed in from the start.
type Enrolled struct {
	Account Account
	Session Session
}

// Enroll makes people with an account and a session each, all or none: those of a rehearsal, who
// have no mailbox to sign in by. Nobody may have their addresses already.
func (s Accounts) Enroll(ctx context.Context, people []Enrolled) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range people {
			if err := AccountTable.InsertRow(ctx, tx, &people[i].Account); err != nil {
				return err
			}
			if err := SessionTable.InsertRow(ctx, tx, &people[i].Session); err != nil {
				return err
			}
		}
		return nil
	})
}

// ensureAccount returns the account of an address, which it makes when there is none.
func ensureAccount(ctx context.Context, q table.Querier, a Account) (Account, error) {
	_, err := AccountTable.InsertUnless(ctx, q, &a, "on conflict (address) do nothing")
	if err != nil {
		return Account{}, err
	}
	return table.One(ctx, q, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where address = $1", a.Address)
}

// MaxSessions is how many sessions an account has; one more ends the one that was used
// longest ago.
const MaxSessions = 100

func openSession(ctx context.Context, q table.Querier, v Session, replaced *[32]byte) error {
	if replaced != nil {
		if _, err := table.Exec(ctx, q, "delete from sessions where hash = $1", replaced[:]); err != nil {
			return err
		}
	}
	if err := SessionTable.InsertRow(ctx, q, &v); err != nil {
		return err
	}
	_, err := table.Exec(ctx, q, `delete from sessions where id in (select id from sessions where account_id = $1 and id <> $2
		order by seen_at desc, id desc limit $3 offset $4)`, v.AccountID, v.ID, MaxSessions, MaxSessions-1)
	return err
}

// LoginByHash returns the session with that hash and whose it is, or
// ErrNotFound. One that has expired is returned too: the caller decides.
func (s Accounts) LoginByHash(ctx context.Context, hash [32]byte) (*Login, error) {
	var l Login
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		if l.Session, err = table.One(ctx, tx, SessionTable.Scan, "select "+SessionTable.Columns+" from sessions where hash = $1", hash[:]); err != nil {
			return err
		}
		if l.Account, err = table.One(ctx, tx, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where id = $1", l.Session.AccountID); err != nil {
			return err
		}
		l.Memberships, err = Memberships(ctx, tx, l.Account.Address)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &l, nil
}

// Account returns an account, or ErrNotFound.
func (s Accounts) Account(ctx context.Context, id string) (*Account, error) {
	a, err := table.One(ctx, s.db.Read, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where id = $1", id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &a, nil
}

// AccountByAddress returns the account of a folded address, or ErrNotFound.
func (s Accounts) AccountByAddress(ctx context.Context, address string) (*Account, error) {
	a, err := table.One(ctx, s.db.Read, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where address = $1", address)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &a, nil
}

// ChangeAccount changes what an account is called and its language.
func (s Accounts) ChangeAccount(ctx context.Context, id, name, locale string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update accounts set name = $1, locale = $2 where id = $3", name, locale, id)
	})
}

// TurnSuggestions notes since when nothing is suggested to an account by what it booked; 0:
// it is.
func (s Accounts) TurnSuggestions(ctx context.Context, id string, off inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update accounts set suggestions_off_at = $1 where id = $2", int64(off), id)
	})
}

// Sessions returns the sessions of an account that have not expired, by id: those that
// were used last, MaxSessions at most.
func (s Accounts) Sessions(ctx context.Context, account string, now inventory.Instant) ([]Session, error) {
	list, err := table.All(ctx, s.db.Read, SessionTable.Scan,
		"select "+SessionTable.Columns+" from sessions where account_id = $1 and expires_at > $2 order by seen_at desc, id desc limit $3",
		account, int64(now), MaxSessions)
	slices.SortFunc(list, func(a, b Session) int { return strings.Compare(a.ID, b.ID) })
	return list, s.db.Classify(err)
}

// ProlongSession notes that a session was used, and moves its end.
func (s Accounts) ProlongSession(ctx context.Context, id string, seen, expires inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update sessions set seen_at = $1, expires_at = $2 where id = $3", int64(seen), int64(expires), id)
		return err // no row: it was ended meanwhile, which is not an error
	})
}

// EndSession ends a session of an account, or ErrNotFound.
func (s Accounts) EndSession(ctx context.Context, account, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "delete from sessions where account_id = $1 and id = $2", account, id); err != nil {
			return err
		}
		return noteOfID(ctx, s.db, tx, account, SecurityEntry{Action: SessionEnded, Subject: id})
	})
}

// PruneSignIns deletes links, requests for them, sessions, challenges and attempts that ended
// before, at most limit of each, and returns how many in all.
func (s Accounts) PruneSignIns(ctx context.Context, before inventory.Instant, limit int) (int64, error) {
	var total int64
	for _, name := range [...]string{"sign_in_links", "sign_in_requests", "sessions", "passkey_challenges", "oidc_attempts"} {
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			n, err := table.Exec(ctx, tx, "delete from "+name+" where id in (select id from "+name+
				" where expires_at < $1 order by expires_at limit $2)", int64(before), limit)
			if err == nil {
				total += n
			}
			return err
		})
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// Accounts is accounts and how they sign in.
type Accounts struct{ db *database.DB }

// NewAccounts returns Accounts on a database.
func NewAccounts(db *database.DB) Accounts { return Accounts{db} }

// SetCalendarAddress gives an account another address for its calendar: the one before leads
// nowhere. ErrNotFound: there is no such account.
func (s Accounts) SetCalendarAddress(ctx context.Context, a CalendarAddress) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The lock keeps the account from being erased meanwhile.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from accounts where id = $1"+s.db.Eng.ForUpdate(), a.AccountID); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from calendar_addresses where account_id = $1", a.AccountID); err != nil {
			return err
		}
		return CalendarTable.InsertRow(ctx, tx, &a)
	})
}

// DropCalendarAddress ends the address of an account; that there is none is not an error.
func (s Accounts) DropCalendarAddress(ctx context.Context, account string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from calendar_addresses where account_id = $1", account)
		return err
	})
}

// CalendarAddress returns the address of an account, or ErrNotFound.
func (s Accounts) CalendarAddress(ctx context.Context, account string) (*CalendarAddress, error) {
	v, err := table.One(ctx, s.db.Read, CalendarTable.Scan, CalendarTable.From()+" where account_id = $1", account)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// CalendarOwner returns whose calendar is read at the address with that hash, or ErrNotFound.
func (s Accounts) CalendarOwner(ctx context.Context, hash [32]byte) (*Account, error) {
	v, err := table.One(ctx, s.db.Read, AccountTable.Scan, "select "+AccountTable.Columns+` from accounts
		where id = (select c.account_id from calendar_addresses c where c.hash = $1)`, hash[:])
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// CalendarAddress is the address at which a calendar program reads the tickets of an account.
type CalendarAddress struct {
	AccountID string
	Hash      [32]byte // SHA-256 of the secret in the address
	CreatedAt inventory.Instant
}

// CalendarTable describes the table calendar_addresses; a row is one CalendarAddress.
var CalendarTable = table.New("calendar_addresses", new(CalendarAddress), func(c *table.Columns, v *CalendarAddress) {
	c.Key("account_id", &v.AccountID)
	c.ExactHash("hash", &v.Hash)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})
