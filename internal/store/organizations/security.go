package organizations

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The security log of an organization: who signed in, and who changed who may act for
// it, from which network. It is for owners to read, is kept for a while, and is not part
// of any chain: what changes access is in the organization's chain besides, in the same
// transaction.

// Actions of the security log, beside those of the chain.
const (
	SignedIn        = "signed_in"
	SignInFailed    = "sign_in_failed"
	SessionEnded    = "session_ended"
	PasskeyAdded    = "passkey_added"
	PasskeyRemoved  = "passkey_removed"
	OIDCLinked      = "oidc_linked"
	OIDCUnlinked    = "oidc_unlinked"
	ExportRequested = "export_requested"
	KeyRefused      = "key_refused"
	// PassRefused is in no organization's log: a phone asks every few seconds.
	PassRefused = "checkin_pass_refused"
)

// SecurityActions are all actions of the security log.
var SecurityActions = []string{
	SignedIn, SignInFailed, SessionEnded, PasskeyAdded, PasskeyRemoved, OIDCLinked, OIDCUnlinked,
	string(audit.MemberAdded), string(audit.MemberChanged), string(audit.MemberRemoved),
	string(audit.KeyCreated), string(audit.KeyRevoked), KeyRefused,
	string(audit.WebhookCreated), string(audit.WebhookChanged), string(audit.WebhookDeleted),
	string(audit.PaymentAccountAdded), string(audit.PaymentAccountChanged), string(audit.PaymentAccountRemoved), string(audit.PaymentAccountClosed),
	string(audit.BankAccountAdded), string(audit.BankAccountChanged), string(audit.BankAccountRemoved),
	string(audit.InvoicingCreated), string(audit.InvoicingChanged),
	string(audit.QuestionsChanged), string(audit.AnswersChanged), string(audit.RefundPaidOtherwise),
	string(audit.CheckinPassCreated), string(audit.CheckinPassRedeemed), string(audit.CheckinPassChanged), string(audit.CheckinPassEnded),
	ExportRequested, string(audit.OrganizationCreated), string(audit.OrganizationChanged),
}

// SecurityKeepFor is how long a row of the security log is kept, in microseconds.
const SecurityKeepFor = 90 * inventory.Day

// Bounds of what failed, which strangers can multiply: the same failure from one
// network once in failureEvery, and in all mostFailures in that time.
const (
	failureEvery = inventory.Hour
	mostFailures = 100
)

// SecurityEntry is a row of the security log.
type SecurityEntry struct {
	ID, OrgID string
	At        inventory.Instant
	Action    string
	// Actor did it: a member, an account, a key. Subject is what it was done
	// to, and Detail what of it: a role, a way of signing in, a kind of file.
	Actor, Subject, Detail string
	// AccountID is whose deed it was, and Network where from: both go with the account.
	AccountID, Network string
	RequestID          string // as in the answer, and in the log line of the call
	// Times is how often it happened, of what is counted and not told each time.
	Times int64
}

// SecurityTable describes the table security_log; a row is one SecurityEntry.
var SecurityTable = table.New("security_log", new(SecurityEntry), func(c *table.Columns, e *SecurityEntry) {
	c.Key("id", &e.ID)
	c.Text("org_id", &e.OrgID)
	c.Number("at", (*int64)(&e.At))
	c.Text("action", &e.Action)
	c.Text("actor", &e.Actor)
	c.Text("subject", &e.Subject)
	c.Text("detail", &e.Detail)
	c.Text("account_id", &e.AccountID)
	c.Text("network", &e.Network)
	c.Text("request_id", &e.RequestID)
	c.Number("times", &e.Times)
})

// securityIDs names rows.
var securityIDs = &id.Maker{}

// Note adds a row to the security log, by whom the context says, and to what a log line
// will tell once the call is answered.
func Note(ctx context.Context, db *database.DB, q table.Querier, e SecurityEntry) error {
	by := ByOf(ctx)
	e.ID, e.At, e.Network, e.RequestID = securityIDs.Top(id.SecurityEntry), by.At, by.Network, by.RequestID
	if e.Actor == "" {
		e.Actor = by.Actor
	}
	if e.AccountID == "" {
		e.AccountID = by.AccountID
	}
	e.Times = max(e.Times, 1)
	by.tell(&e)
	if e.OrgID == "" {
		return nil
	}
	return SecurityTable.InsertRow(ctx, q, &e)
}

// tell keeps an entry for the log line, once: a transaction may be tried again, and
// what somebody does is in the log of each organization that they are a member of.
func (b *By) tell(e *SecurityEntry) {
	if b.noted != nil && !slices.ContainsFunc(*b.noted, func(n SecurityEntry) bool { return n.Action == e.Action && n.Subject == e.Subject }) {
		*b.noted = append(*b.noted, *e)
	}
}

// noteOf adds a row about somebody to the log of each organization that they act for.
func noteOf(ctx context.Context, db *database.DB, q table.Querier, a *Account, e SecurityEntry) error {
	list, err := Memberships(ctx, q, a.Address)
	if err != nil {
		return err
	}
	e.AccountID = a.ID
	for i := range list {
		e.OrgID, e.Actor = list[i].OrgID, list[i].ID
		if err := Note(ctx, db, q, e); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		e.Actor = a.ID
		return Note(ctx, db, q, e)
	}
	return nil
}

// noteOfID is noteOf for an account by its id; one that is gone leaves no row.
func noteOfID(ctx context.Context, db *database.DB, q table.Querier, account string, e SecurityEntry) error {
	list, err := table.All(ctx, q, AccountTable.Scan, "select "+AccountTable.Columns+" from accounts where id = $1", account)
	if err != nil || len(list) == 0 {
		return err
	}
	return noteOf(ctx, db, q, &list[0], e)
}

// NoteFailedSignIn adds that somebody could not sign in with a link of an address to
// the log of each organization that it is a member of. Of many in an hour few are kept.
func (s Organizations) NoteFailedSignIn(ctx context.Context, link, detail string) error {
	by := ByOf(ctx)
	by.tell(&SecurityEntry{Action: SignInFailed, Subject: link, Detail: detail, Network: by.Network, RequestID: by.RequestID, At: by.At})
	l, err := signInLink(ctx, s.db, link)
	if err != nil || l == nil || l.Address == "" {
		return err
	}
	return s.noteFailure(ctx, l.Address, detail)
}

// NoteFailedOIDC adds that a provider vouched for an address, folded, and that its person was not
// let in, as NoteFailedSignIn does.
func (s Organizations) NoteFailedOIDC(ctx context.Context, address, detail string) error {
	by := ByOf(ctx)
	by.tell(&SecurityEntry{Action: SignInFailed, Detail: detail, Network: by.Network, RequestID: by.RequestID, At: by.At})
	return s.noteFailure(ctx, address, detail)
}

// noteFailure adds that somebody with an address could not sign in to the log of each organization
// that it is a member of. Of many in an hour few are kept.
func (s Organizations) noteFailure(ctx context.Context, address, detail string) error {
	by := ByOf(ctx)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		list, err := Memberships(ctx, tx, address)
		if err != nil {
			return err
		}
		for i := range list {
			since := int64(by.At - inventory.Instant(failureEvery))
			recent, err := table.One(ctx, tx, table.ScanInt, "select count(*) from security_log where org_id = $1 and at > $2 and action = $3", list[i].OrgID, since, SignInFailed)
			if err != nil {
				return err
			}
			same, err := table.One(ctx, tx, table.ScanInt, `select count(*) from security_log where org_id = $1 and at > $2 and action = $3 and subject = $4 and network = $5`,
				list[i].OrgID, since, SignInFailed, list[i].ID, by.Network)
			if err != nil {
				return err
			}
			if recent >= mostFailures || same > 0 {
				continue
			}
			e := SecurityEntry{OrgID: list[i].OrgID, Action: SignInFailed, Actor: "public", Subject: list[i].ID, Detail: detail}
			if err := Note(ctx, s.db, tx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// NoteRefusedKey adds to the log of an organization that a key of its own was refused
// times times, which nobody but the holder of that key can do. Of one key and network there is
// a row for each hour, which counts; of all, few are kept.
func (s Organizations) NoteRefusedKey(ctx context.Context, key *APIKey, detail string, times int64) error {
	by := ByOf(ctx)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		since := int64(by.At - inventory.Instant(failureEvery))
		n, err := table.Exec(ctx, tx, `update security_log set times = times + $1 where org_id = $2 and at > $3 and action = $4 and subject = $5 and network = $6`,
			times, key.OrgID, since, KeyRefused, key.ID, by.Network)
		if err != nil || n > 0 {
			return err
		}
		recent, err := table.One(ctx, tx, table.ScanInt, "select count(*) from security_log where org_id = $1 and at > $2 and action = $3", key.OrgID, since, KeyRefused)
		if err != nil || recent >= mostFailures {
			return err
		}
		return Note(ctx, s.db, tx, SecurityEntry{OrgID: key.OrgID, Action: KeyRefused, Actor: "public", Subject: key.ID, Detail: detail, Times: times})
	})
}

// NoteExport adds that somebody took a file with personal data that is not an export of an
// event.
func (s Organizations) NoteExport(ctx context.Context, org, what string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return Note(ctx, s.db, tx, SecurityEntry{OrgID: org, Action: ExportRequested, Subject: org, Detail: what})
	})
}

// SecurityOf returns the latest rows of all security logs that are about an account: what
// it did, and what others did to its memberships. Where those were stays theirs.
func (s Accounts) SecurityOf(ctx context.Context, account string, limit int) ([]SecurityEntry, error) {
	list, err := table.All(ctx, s.db.Read, SecurityTable.Scan, SecurityTable.From()+` where account_id = $1 and account_id <> '' order by at desc, id desc limit $2`, account, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	a, err := s.Account(ctx, account)
	if err != nil {
		return nil, err
	}
	of, err := Memberships(ctx, s.db.Read, a.Address)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	for _, m := range of {
		more, err := table.All(ctx, s.db.Read, SecurityTable.Scan, SecurityTable.From()+" where org_id = $1 and subject = $2 and account_id <> $3 order by at desc, id desc limit $4",
			m.OrgID, m.ID, account, limit)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range more {
			if more[i].Action != SignInFailed {
				more[i].Network = ""
			}
		}
		list = append(list, more...)
	}
	slices.SortFunc(list, func(a, b SecurityEntry) int {
		return cmp.Or(cmp.Compare(b.At, a.At), strings.Compare(b.ID, a.ID))
	})
	return list[:min(len(list), limit)], nil
}

// signInLink returns a link, or nil when there is none.
func signInLink(ctx context.Context, db *database.DB, id string) (*SignInLink, error) {
	list, err := table.All(ctx, db.Read, LinkTable.Scan, "select "+LinkTable.Columns+" from sign_in_links where id = $1", id)
	if err != nil || len(list) == 0 {
		return nil, db.Classify(err)
	}
	return &list[0], nil
}

// SecurityFilter selects rows of a security log; what is empty selects all.
type SecurityFilter struct {
	Action, Actor, Network string
	From, Until            inventory.Instant
}

// SecurityPosition is where a page of a security log ends.
type SecurityPosition struct {
	At inventory.Instant
	ID string
}

// SecurityLog returns rows of the security log of an organization, the latest first,
// behind a position.
func (s Organizations) SecurityLog(ctx context.Context, org string, f SecurityFilter, before SecurityPosition, limit int) ([]SecurityEntry, error) {
	if before.At == 0 {
		before.At = 1<<63 - 1
	}
	if f.Until == 0 {
		f.Until = 1<<63 - 1
	}
	list, err := table.All(ctx, s.db.Read, SecurityTable.Scan, SecurityTable.From()+` where org_id = $1
		and (at, id) < (cast($2 as bigint), cast($3 as text)) and at >= $4 and at < $5
		and (cast($6 as text) = '' or action = $6) and (cast($7 as text) = '' or actor = $7) and (cast($8 as text) = '' or network = $8)
		order by at desc, id desc limit $9`,
		org, int64(before.At), before.ID, int64(f.From), int64(f.Until), f.Action, f.Actor, f.Network, limit)
	return list, s.db.Classify(err)
}

// PruneSecurityLog deletes rows before a time, at most limit, and returns how many.
func (s Organizations) PruneSecurityLog(ctx context.Context, before inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, "delete from security_log where id in (select id from security_log where at < $1 order by at limit $2)", int64(before), limit)
		return err
	})
	return n, err
}
