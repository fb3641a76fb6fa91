package organizations

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// signInRequest is one mail with a link to sign in that somebody asked for. It is
// kept while it counts.
type signInRequest struct {
	ID, Address string
	Network     string // of the request's sender

	CreatedAt, ExpiresAt inventory.Instant
}

// LinkRequest asks for a mail with a link to sign in, or with those to what an address
// has booked.
type LinkRequest struct {
	Link    SignInLink // stored when there is none that can be mailed again
	Network string     // of the request's sender

	// Since is the moment from which mails count. One network is sent PerNetwork
	// for an address, and an address gets PerAddress that all networks asked for.
	Since                  inventory.Instant
	PerNetwork, PerAddress int64
	// Fresh is when a link must end at the earliest to be mailed again: whoever
	// gets it needs the time to use it.
	Fresh inventory.Instant
	// Remembered is how long this request counts.
	Remembered inventory.Instant
}

// RequestSignInLink mails a link to sign in, with the job that letter returns for
// it: the link that the address was sent before while that is good, so that who
// asks twice has one link, and else the new one. A link to find bookings goes by the same
// rules, and leads nowhere itself: it stands for the mail.
//
// The limits bound what strangers can make us send. They never keep the owner of an
// address from signing in, who may share a network with the stranger: an address
// that has no good link gets one, whoever has asked how often before.
func (s Accounts) RequestSignInLink(ctx context.Context, r *LinkRequest, letter func(link string) (*database.Job, error)) (sent bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		sent = false // a lost race runs this again
		bounded, err := usedUp(ctx, tx, r)
		if err != nil {
			return err
		}
		again, err := goodLink(ctx, tx, r, bounded)
		if err != nil || bounded && again != "" {
			return err
		}
		sent = true
		if err := RequestTable.InsertRow(ctx, tx, &signInRequest{
			ID: r.Link.ID, Address: r.Link.Address, Network: r.Network, CreatedAt: r.Link.CreatedAt, ExpiresAt: r.Remembered,
		}); err != nil {
			return err
		}
		if again == "" {
			job, err := letter(r.Link.ID)
			if err != nil {
				return err
			}
			return createLink(ctx, s.db, tx, r.Link, job)
		}
		job, err := letter(again)
		if err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, database.SomeJob(job)...)
	})
	return sent && err == nil, err
}

// usedUp reports whether the network, or all of them, asked for all the mails that
// an address is sent.
func usedUp(ctx context.Context, q table.Querier, r *LinkRequest) (bool, error) {
	const query = "select count(*) from sign_in_requests where address = $1 and created_at > $2"
	all, err := table.One(ctx, q, table.ScanInt, query, r.Link.Address, int64(r.Since))
	if err != nil || all >= r.PerAddress {
		return true, err
	}
	own, err := table.One(ctx, q, table.ScanInt, query+" and network = $3", r.Link.Address, int64(r.Since), r.Network)
	return own >= r.PerNetwork, err
}

// goodLink returns the id of the newest link of an address that works for some time
// yet, or "". Only a link that leads to the same event or invitation and speaks the same language
// is mailed again; anyOfThem asks for any, which the address was sent.
func goodLink(ctx context.Context, q table.Querier, r *LinkRequest, anyOfThem bool) (string, error) {
	query := "select id from sign_in_links where address = $1 and purpose = $2 and used_at = 0 and expires_at >= $3"
	args := []any{r.Link.Address, r.Link.Purpose, int64(r.Fresh)}
	if !anyOfThem {
		query += " and event_id = $4 and locale = $5 and invitation_id = $6 and invited_at = $7"
		args = append(args, r.Link.EventID, r.Link.Locale, r.Link.InvitationID, int64(r.Link.InvitedAt))
	}
	found, err := table.One(ctx, q, table.ScanText, query+" order by created_at desc, id desc limit 1", args...)
	if errors.Is(err, database.ErrNotFound) {
		return "", nil
	}
	return found, err
}
