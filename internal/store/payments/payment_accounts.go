package payments

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a PaymentAccount.
const (
	PaymentAccountSetup   = "setup"   // not all of its keys are here
	PaymentAccountActive  = "active"  // new orders are paid to it
	PaymentAccountRetired = "retired" // no new orders are; what began there goes there
	PaymentAccountClosed  = "closed"  // its keys are gone
)

// PaymentAccountPurpose begins the purpose of the server key that has the keys of an
// account; its ID follows. There they are wrapped, rotated and backed up as all secrets.
const PaymentAccountPurpose = "payment_account/"

// MaxPaymentAccounts is how many accounts that are not closed an organization can have.
const MaxPaymentAccounts = 20

// PaymentAccount is an account of an organization at a payment provider, without its keys.
type PaymentAccount struct {
	ID, OrgID, Provider string
	State               string
	Mode                string // live or test
	Version             int64  // of its keys
	CreatedAt           inventory.Instant
	ChangedAt           inventory.Instant
	HeardAt             inventory.Instant // the last webhook that was good; zero: none
}

// PaymentAccountTable describes the table payment_accounts; a row is one PaymentAccount.
var PaymentAccountTable = table.New("payment_accounts", new(PaymentAccount), func(c *table.Columns, v *PaymentAccount) {
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("provider", &v.Provider)
	c.Text("state", &v.State)
	c.Text("mode", &v.Mode)
	c.Number("version", &v.Version)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("changed_at", (*int64)(&v.ChangedAt))
	c.Number("heard_at", (*int64)(&v.HeardAt))
})

func (a *PaymentAccount) deed(action audit.Action) audit.Deed {
	return audit.Deed{Subject: a.ID, Action: action, Commitment: commitPaymentAccount(a)}
}

// CreatePaymentAccount stores an account with its keys. If it is active, the one that was
// active at the same provider is retired. ErrConflict when the ID is taken, ErrLimit when
// the organization has MaxPaymentAccounts.
func (s Payments) CreatePaymentAccount(ctx context.Context, a PaymentAccount, keys organizations.ServerKey) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		have, err := lockPaymentAccounts(ctx, s.db, tx, a.OrgID)
		if err != nil {
			return err
		}
		open := 0
		for i := range have {
			switch {
			case have[i].ID == a.ID:
				return database.ErrConflict
			case have[i].State != PaymentAccountClosed:
				open++
			}
		}
		if open >= MaxPaymentAccounts {
			return database.ErrLimit
		}
		if err := organizations.NoneElsewhere(ctx, tx, a.OrgID); err != nil {
			return err
		}
		if err := organizations.ServerKeyTable.InsertRow(ctx, tx, &keys); err != nil {
			return err
		}
		deeds, err := retireOther(ctx, s.db, tx, have, &a)
		if err != nil {
			return err
		}
		if err := PaymentAccountTable.InsertRow(ctx, tx, &a); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, a.OrgID, a.Provider, append(deeds, a.deed(audit.PaymentAccountAdded))...)
	})
}

// lockPaymentAccounts returns the accounts of an organization. Those who change them wait for
// each other.
func lockPaymentAccounts(ctx context.Context, db *database.DB, tx *sql.Tx, org string) ([]PaymentAccount, error) {
	if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+db.Eng.LockEvent(), org); err != nil {
		return nil, err
	}
	return table.All(ctx, tx, PaymentAccountTable.Scan, "select "+PaymentAccountTable.Columns+" from payment_accounts where org_id = $1 order by id", org)
}

// retireOther retires the account whose place an active one takes.
func retireOther(ctx context.Context, db *database.DB, tx *sql.Tx, have []PaymentAccount, next *PaymentAccount) ([]audit.Deed, error) {
	if next.State != PaymentAccountActive {
		return nil, nil
	}
	for i := range have {
		a := have[i]
		if a.State != PaymentAccountActive || a.Provider != next.Provider || a.ID == next.ID {
			continue
		}
		a.State, a.ChangedAt = PaymentAccountRetired, next.ChangedAt
		return []audit.Deed{a.deed(audit.PaymentAccountRemoved)}, setPaymentAccount(ctx, tx, &a)
	}
	return nil, nil
}

func setPaymentAccount(ctx context.Context, tx *sql.Tx, a *PaymentAccount) error {
	return table.ExecOne(ctx, tx, "update payment_accounts set state = $1, mode = $2, version = $3, changed_at = $4 where id = $5",
		a.State, a.Mode, a.Version, int64(a.ChangedAt), a.ID)
}

// ChangePaymentAccount gives an account other keys. next has the version after the one
// that was read: ErrStale when somebody else was faster.
func (s Payments) ChangePaymentAccount(ctx context.Context, next PaymentAccount, keys organizations.ServerKey) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		have, err := lockPaymentAccounts(ctx, s.db, tx, next.OrgID)
		if err != nil {
			return err
		}
		for i := range have {
			if have[i].ID != next.ID {
				continue
			}
			if have[i].Version != next.Version-1 || have[i].State == PaymentAccountClosed {
				return database.ErrStale
			}
			deeds, err := retireOther(ctx, s.db, tx, have, &next)
			if err != nil {
				return err
			}
			if err := setPaymentAccount(ctx, tx, &next); err != nil {
				return err
			}
			if err := table.ExecOne(ctx, tx, "update server_keys set secret = $1, key_version = $2, key_id = $3 where purpose = $4",
				keys.Secret, keys.KeyVersion, keys.KeyID, keys.Purpose); err != nil {
				return err
			}
			return organizations.Record(ctx, s.db, tx, next.OrgID, next.Provider, append(deeds, next.deed(audit.PaymentAccountChanged))...)
		}
		return database.ErrNotFound
	})
}

// RetirePaymentAccount has no new orders paid to an account. One that is retired or closed
// stays as it is.
func (s Payments) RetirePaymentAccount(ctx context.Context, org, id string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		have, err := lockPaymentAccounts(ctx, s.db, tx, org)
		if err != nil {
			return err
		}
		for i := range have {
			a := &have[i]
			if a.ID != id {
				continue
			}
			if a.State == PaymentAccountRetired || a.State == PaymentAccountClosed {
				return nil
			}
			a.State, a.ChangedAt = PaymentAccountRetired, now
			if err := setPaymentAccount(ctx, tx, a); err != nil {
				return err
			}
			return organizations.Record(ctx, s.db, tx, org, a.Provider, a.deed(audit.PaymentAccountRemoved))
		}
		return database.ErrNotFound
	})
}

// takesOrders reports whether new orders are paid to an account, "" for the installation's.
// That stays so until the session ends: whoever removes or replaces the account waits, and
// finds the page. Otherwise the keys of a page that is being stored could be deleted.
func takesOrders(ctx context.Context, db *database.DB, session engine.Session, account string) (bool, error) {
	if account == "" {
		return true, nil
	}
	state := ""
	err := session.Run(ctx, []engine.Step{{
		SQL: "select state from payment_accounts where id = $1" + db.Eng.Share(), Args: []any{account},
		Row: func(r engine.Row) error { return r.Scan(&state) },
	}})
	if err == nil && state == "" {
		err = database.ErrNotFound
	}
	return state == PaymentAccountActive, err
}

// busyText finds whether the keys of an account are still needed: for a page that can be
// paid or is being made, a payment that is not settled, a refund that is under way, or an event that was
// paid for there and has not ended for so long that nothing can be refunded or disputed. The
// same goes for bookings and for places on waitlists, whose payments have their organization in the
// place of an event; a place lasts until it ends.
const busyText = `select 1 from checkouts where provider = $1 and state = 'open'
	union all select 1 from payments where provider = $1 and state = 'captured'
	union all select 1 from payouts o join payments p on p.event_id = o.event_id and p.id = o.payment_id
		where p.provider = $1 and (o.state = 'due' or o.state = 'pending')
	union all select 1 from checkouts c join events e on e.id = c.event_id where c.provider = $1 and c.ref <> '' and e.ends_at > $2
	union all select 1 from payments p join bookings b on b.org_id = p.event_id and b.id = replace(replace(p.order_id, '-deposit', ''), '-balance', '')
		where p.provider = $1 and b.ends_at > $2
	union all select 1 from payments p join resources r on r.org_id = p.event_id join resource_entries e on e.resource_id = r.id and e.id = replace(p.order_id, '-fee', '')
		where p.provider = $1 and (e.ended_seq = 0 or e.ended_at > $2)
	limit 1`

// ClosePaymentAccount deletes the keys of a retired account, unless they are still needed:
// something is open, or an event or a booking that was paid for there has ended after since. named is
// the account's name in the rows of what was paid to it. There are no new pages of one that
// is retired: see takesOrders.
func (s Payments) ClosePaymentAccount(ctx context.Context, org, id, named string, since, now inventory.Instant) (closed bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		closed = false
		have, err := lockPaymentAccounts(ctx, s.db, tx, org)
		if err != nil {
			return err
		}
		busy, err := table.All(ctx, tx, table.ScanInt, busyText, named, int64(since))
		if err != nil || len(busy) > 0 {
			return err
		}
		for i := range have {
			a := &have[i]
			if a.ID != id || a.State != PaymentAccountRetired {
				continue
			}
			a.State, a.ChangedAt, closed = PaymentAccountClosed, now, true
			if err := setPaymentAccount(ctx, tx, a); err != nil {
				return err
			}
			if err := table.ExecOne(ctx, tx, "delete from server_keys where purpose = $1", PaymentAccountPurpose+a.ID); err != nil {
				return err
			}
			return organizations.Record(ctx, s.db, tx, a.OrgID, a.Provider, a.deed(audit.PaymentAccountClosed))
		}
		return nil
	})
	return closed, err
}

// RetiredPaymentAccounts returns accounts whose keys may be deleted one day, at most limit,
// by their IDs from the one after that.
func (s Payments) RetiredPaymentAccounts(ctx context.Context, after string, limit int) ([]PaymentAccount, error) {
	list, err := table.All(ctx, s.db.Read, PaymentAccountTable.Scan, "select "+PaymentAccountTable.Columns+" from payment_accounts where state = 'retired' and id > $1 order by id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// PaymentAccount returns an account, or ErrNotFound.
func (s Payments) PaymentAccount(ctx context.Context, id string) (*PaymentAccount, error) {
	a, err := table.One(ctx, s.db.Read, PaymentAccountTable.Scan, "select "+PaymentAccountTable.Columns+" from payment_accounts where id = $1", id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &a, nil
}

// PaymentAccounts returns the accounts of an organization, the oldest first: all that are not
// closed, and the newest that are, at most 200.
func (s Payments) PaymentAccounts(ctx context.Context, org string) ([]PaymentAccount, error) {
	list, err := table.All(ctx, s.db.Read, PaymentAccountTable.Scan, "select "+PaymentAccountTable.Columns+" from (select "+PaymentAccountTable.Columns+` from payment_accounts
		where org_id = $1 order by case when state = 'closed' then 1 else 0 end, created_at desc, id desc limit 200) a order by created_at, id`, org)
	return list, s.db.Classify(err)
}

// PaymentAccountKeys returns the wrapped keys of an account, or ErrNotFound.
func (s Payments) PaymentAccountKeys(ctx context.Context, id string) (*organizations.ServerKey, error) {
	k, err := table.One(ctx, s.db.Read, organizations.ServerKeyTable.Scan, "select "+organizations.ServerKeyTable.Columns+" from server_keys where purpose = $1", PaymentAccountPurpose+id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &k, nil
}

// HeardPaymentAccount notes that a good webhook of an account came in. It is noted once in
// a minute: one row would have all webhooks of a rush wait for each other.
func (s Payments) HeardPaymentAccount(ctx context.Context, a *PaymentAccount, now inventory.Instant) error {
	if now < a.HeardAt+inventory.Instant(inventory.Minute) {
		return nil
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update payment_accounts set heard_at = $1 where id = $2 and heard_at = $3", int64(now), a.ID, int64(a.HeardAt))
		return err
	})
}

// CheckoutRefOf returns the provider's name of one of the pages of an account, or
// ErrNotFound. named is the account's name in the rows of its pages.
func (s Payments) CheckoutRefOf(ctx context.Context, named string) (string, error) {
	ref, err := table.One(ctx, s.db.Read, table.ScanText, "select ref from checkouts where provider = $1 and ref <> '' order by ref desc limit 1", named)
	return ref, s.db.Classify(err)
}

func commitPaymentAccount(a *PaymentAccount) string {
	c := audit.PaymentAccount{ID: a.ID, Org: a.OrgID, Provider: a.Provider, State: a.State, Version: a.Version}
	return c.Commitment()
}
