package resources

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Who gets the capacity of a resource is decided under a lock on its row, one command in a
// transaction, with the rows of the chain of its organization.

// MaxResources bounds the resources of an organization: another system may keep one for each table
// of each evening.
const MaxResources = 10_000

// ErrChanged means that somebody else has changed a resource since it was read.
var ErrChanged = errors.New("store: the resource was changed meanwhile")

// PutResource stores a resource under its key, or changes the one that is there, and reports
// which. Of a resource that is there the id, the counters and the secret stay as they are.
// ErrLimit: the organization has MaxResources. ErrChanged: it is not of the version that r names;
// 0: of any.
func (s Resources) PutResource(ctx context.Context, r Resource) (kept *Resource, created bool, err error) { //nolint:gocritic // what is kept is a copy
	kept, created, err = s.putResource(ctx, &r)
	if errors.Is(err, database.ErrConflict) { // somebody else has just made it
		kept, created, err = s.putResource(ctx, &r)
	}
	return kept, created, err
}

func (s Resources) putResource(ctx context.Context, r *Resource) (kept *Resource, created bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		have, err := table.One(ctx, tx, ResourceTable.Scan, ResourceTable.From()+" where org_id = $1 and key = $2"+s.db.ForUpdate, r.OrgID, r.Key)
		switch {
		case err == nil && r.Version != 0 && r.Version != have.Version, errors.Is(err, database.ErrNotFound) && r.Version != 0:
			return ErrChanged
		case err == nil:
			next := *r
			next.Version = have.Version + 1
			next.ID, next.SecretVersion, next.RotatedAt, next.Seq, next.Joined, next.CreatedAt = have.ID, have.SecretVersion, have.RotatedAt, have.Seq, have.Joined, have.CreatedAt
			next.UpdatedAt = max(next.UpdatedAt, have.UpdatedAt)
			if err := ResourceTable.UpdateRow(ctx, tx, &next, 1); err != nil {
				return err
			}
			kept, created = &next, false
			return organizations.Record(ctx, s.db, tx, r.OrgID, "", audit.Deed{Subject: next.ID, Action: audit.ResourceChanged, Commitment: commitResource(&next)})
		case errors.Is(err, database.ErrNotFound):
			first := *r
			kept, created = &first, true
			return s.insertResource(ctx, tx, &first)
		}
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return kept, created, nil
}

// CreateResource stores a new resource. ErrConflict: the organization has one with this key, or
// the id is taken. ErrLimit: it has MaxResources.
func (s Resources) CreateResource(ctx context.Context, r *Resource) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return s.insertResource(ctx, tx, r) })
}

func (s Resources) insertResource(ctx context.Context, tx *sql.Tx, r *Resource) error {
	n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from resources where org_id = $1", r.OrgID)
	if err != nil {
		return err
	}
	if n >= MaxResources {
		return database.ErrLimit
	}
	r.Version = 1
	if err := ResourceTable.InsertRow(ctx, tx, r); err != nil {
		return err
	}
	return organizations.Record(ctx, s.db, tx, r.OrgID, "", audit.Deed{Subject: r.ID, Action: audit.ResourceCreated, Commitment: commitResource(r)})
}

// RotateSecret gives a resource the next secret.
func (s Resources) RotateSecret(ctx context.Context, resourceID string, now inventory.Instant) (*Resource, error) {
	var r Resource
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if r, err = oneResource(ctx, tx, resourceID, s.db.ForUpdate); err != nil {
			return err
		}
		r.SecretVersion, r.RotatedAt, r.UpdatedAt = r.SecretVersion+1, now, max(now, r.UpdatedAt)
		if err := ResourceTable.UpdateRow(ctx, tx, &r, 1); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, r.OrgID, "", audit.Deed{Subject: r.ID, Action: audit.ResourceChanged, Commitment: commitResource(&r)})
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// ResourceCall is a command for a resource.
type ResourceCall struct {
	ResourceID string
	Command    resource.Command
	Now        inventory.Instant
	// Entry is the entry that joins; with any other command nil.
	Entry *ResourceEntry
	// Forget: the entry that leaves is made nobody's.
	Forget string
	// PaymentMethod is handed on to the other system when it is asked about what is accepted.
	PaymentMethod string
	// paid is the payment of which the command is made.
	paid *payments.Payment
	// NewID makes ids.
	NewID *id.Maker
	// Outbox makes the jobs that tell people and the other system what was decided.
	Outbox func(*Resource, *resource.Decision) ([]database.Job, error)
}

// Decide decides a command under the lock of its resource, and stores what came of it.
// ErrNotFound: there is no such resource. A refusal is not an error: what was due was done.
func (s Resources) Decide(ctx context.Context, c *ResourceCall) (res *Resource, d *resource.Decision, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		r, err := oneResource(ctx, tx, c.ResourceID, s.db.ForUpdate)
		if err != nil {
			return err
		}
		if j, ok := c.Command.(resource.Join); ok && j.Own {
			if err := mayJoin(ctx, tx, r.ID, j.EntryID); err != nil {
				return err
			}
		}
		// Clocks of servers differ; what was decided before is not after what is decided now.
		now := max(c.Now, r.UpdatedAt)
		if d, err = s.decide(ctx, tx, &r, c, now); err != nil {
			return err
		}
		res = &r
		if c.Forget == "" || d.Code != resource.OK {
			return nil
		}
		return s.forgetResourceEntry(ctx, tx, &r, c.Forget, now)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("store: decide about a resource: %w", s.db.Classify(err))
	}
	return res, d, nil
}

// decide decides a command for a resource that is held, and stores what came of it.
func (s Resources) decide(ctx context.Context, tx *sql.Tx, r *Resource, c *ResourceCall, now inventory.Instant) (*resource.Decision, error) {
	st, err := loadResource(ctx, tx, r, c, now)
	if err != nil {
		return nil, err
	}
	d := resource.Decide(st, c.Command, now, func() string { return c.NewID.InResource(id.ResourceOffer, r.ID) })
	if len(d.Changes) == 0 {
		return d, nil
	}
	return d, s.writeResource(ctx, tx, r, st, d, c, now)
}

// loadResource reads what of a resource can still change, and what the command names.
func loadResource(ctx context.Context, tx *sql.Tx, r *Resource, c *ResourceCall, now inventory.Instant) (*resource.State, error) {
	st := &resource.State{
		Settings: r.Settings, Seq: r.Seq, Joined: r.Joined, Entries: map[string]*resource.Entry{}, Offers: map[string]*resource.Offer{}, Signals: map[string]*resource.Signal{},
		Confirmations: map[string]*resource.Confirmation{},
	}
	entries := func(where string, args ...any) error {
		list, err := table.All(ctx, tx, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where resource_id = $1 and "+where, append([]any{r.ID}, args...)...)
		for i := range list {
			st.Entries[list[i].ID] = &list[i].Entry
		}
		return err
	}
	offers := func(where string, args ...any) error {
		list, err := table.All(ctx, tx, ResourceOfferTable.Scan, ResourceOfferTable.From()+" where resource_id = $1 and "+where, append([]any{r.ID}, args...)...)
		for i := range list {
			st.Offers[list[i].ID] = &list[i].Offer
		}
		return err
	}
	signals := func(where string, args ...any) error {
		list, err := table.All(ctx, tx, ResourceSignalTable.Scan, ResourceSignalTable.From()+" where resource_id = $1 and "+where, append([]any{r.ID}, args...)...)
		for i := range list {
			st.Signals[list[i].EventID] = &list[i].Signal
		}
		return err
	}
	confirmations := func(offer string) error {
		list, err := table.All(ctx, tx, ResourceConfirmationTable.Scan, ResourceConfirmationTable.From()+" where resource_id = $1 and offer_id = $2", r.ID, offer)
		for i := range list {
			st.Confirmations[list[i].OfferID] = &list[i].Confirmation
		}
		return err
	}
	// The question about what an entry accepts, if there is one.
	ofEntry := func(entry string) error {
		if e := st.Entries[entry]; e != nil && e.State == resource.Accepting {
			return confirmations(e.OfferID)
		}
		return nil
	}
	// Withdrawals that wait for what becomes of an offer.
	waiting := func(offer string) error {
		if o := st.Offers[offer]; o != nil {
			return signals("kind = 'withdrawn' and release_id = $2 and taken < units", o.ReleaseID)
		}
		return nil
	}
	if err := errors.Join(
		entries("state in ('pending_payment', 'waiting', 'offered', 'accepting')"), offers("state in ('open', 'accepting')"),
		signals("kind = 'released' and units > offered + taken + lost and (valid_until = 0 or valid_until > $2)", int64(now)),
		signals("event_id in (select o.release_id from resource_offers o where o.resource_id = $1 and o.state in ('open', 'accepting'))"),
	); err != nil {
		return nil, err
	}
	switch cmd := c.Command.(type) {
	case resource.Join:
		return st, entries("id = $2", cmd.EntryID)
	case resource.Pay:
		return st, entries("id = $2", cmd.EntryID)
	case resource.Leave:
		return st, errors.Join(entries("id = $2", cmd.EntryID), ofEntry(cmd.EntryID))
	case resource.Answer:
		return st, errors.Join(offers("id = $2", cmd.OfferID), confirmations(cmd.OfferID))
	case resource.Conclude:
		return st, errors.Join(offers("id = $2", cmd.OfferID), confirmations(cmd.OfferID), waiting(cmd.OfferID))
	case resource.Retry:
		return st, confirmations(cmd.OfferID)
	case resource.Receive:
		g := &cmd.Signal
		return st, errors.Join(signals("event_id in ($2, $3)", g.EventID, g.ReleaseID), signals("release_id = $2 and release_id <> ''", g.EventID))
	}
	return st, nil
}

// writeResource stores the changes of a decision: rows as they are at its end, and a row of the
// chain for each.
func (s Resources) writeResource(ctx context.Context, tx *sql.Tx, r *Resource, st *resource.State, d *resource.Decision, c *ResourceCall, now inventory.Instant) error {
	last := map[string]int64{}
	for i := range d.Changes {
		last[changed(&d.Changes[i])] = d.Changes[i].Seq
	}
	// What others refer to is stored first, so that foreign keys hold at each step.
	for _, kind := range [...]func(*resource.Change) bool{
		func(ch *resource.Change) bool { return ch.Signal != nil },
		func(ch *resource.Change) bool { return ch.Entry != nil },
		func(ch *resource.Change) bool { return ch.Offer != nil && ch.Offer.State != resource.OfferOpen },
		func(ch *resource.Change) bool { return ch.Offer != nil && ch.Offer.State == resource.OfferOpen },
		func(ch *resource.Change) bool { return ch.Confirmation != nil },
	} {
		for i := range d.Changes {
			ch := &d.Changes[i]
			if !kind(ch) || last[changed(ch)] != ch.Seq {
				continue
			}
			if err := writeChange(ctx, tx, r.ID, st, ch, c); err != nil {
				return err
			}
		}
	}
	if c.paid != nil && d.Code == resource.OK {
		if err := s.keepFee(ctx, tx, r, c.paid, now); err != nil {
			return err
		}
	}
	if err := s.giveBack(ctx, tx, r, d, now); err != nil {
		return err
	}
	r.Seq, r.Joined, r.UpdatedAt = d.Seq, d.Joined, now
	if err := ResourceTable.UpdateRow(ctx, tx, r, 1); err != nil {
		return err
	}
	if c.Outbox != nil {
		jobs, err := c.Outbox(r, d)
		if err != nil {
			return err
		}
		if err := s.db.InsertJobs(ctx, tx, jobs...); err != nil {
			return err
		}
	}
	return s.recordResource(ctx, tx, r, d, now)
}

// changed names what a change is of.
func changed(ch *resource.Change) string {
	switch {
	case ch.Entry != nil:
		return ch.Entry.ID
	case ch.Offer != nil:
		return ch.Offer.ID
	case ch.Confirmation != nil:
		return "confirmation " + ch.Confirmation.OfferID
	}
	return "signal " + ch.Signal.EventID
}

func writeChange(ctx context.Context, tx *sql.Tx, resourceID string, st *resource.State, ch *resource.Change, c *ResourceCall) error {
	switch {
	case ch.Entry != nil && st.Entries[ch.Entry.ID] == nil:
		row := *c.Entry
		row.ResourceID, row.Entry = resourceID, *ch.Entry
		return ResourceEntryTable.InsertRow(ctx, tx, &row)
	case ch.Entry != nil:
		return ResourceEntryTable.UpdateRow(ctx, tx, &ResourceEntry{ResourceID: resourceID, Entry: *ch.Entry}, 1)
	case ch.Offer != nil && st.Offers[ch.Offer.ID] == nil:
		return ResourceOfferTable.InsertRow(ctx, tx, &ResourceOffer{ResourceID: resourceID, Offer: *ch.Offer})
	case ch.Offer != nil:
		return ResourceOfferTable.UpdateRow(ctx, tx, &ResourceOffer{ResourceID: resourceID, Offer: *ch.Offer}, 1)
	case ch.Confirmation != nil:
		return writeConfirmation(ctx, tx, resourceID, st, ch, c)
	case st.Signals[ch.Signal.EventID] == nil:
		return ResourceSignalTable.InsertRow(ctx, tx, &ResourceSignal{resourceID, *ch.Signal})
	}
	return ResourceSignalTable.UpdateRow(ctx, tx, &ResourceSignal{resourceID, *ch.Signal}, 1)
}

// recordResource adds the rows of the chain that say what became of entries and offers, and
// what the other system said. Whatever follows from a call is done by nobody.
func (s Resources) recordResource(ctx context.Context, tx *sql.Tx, r *Resource, d *resource.Decision, now inventory.Instant) error {
	type run struct {
		byCaller bool
		deeds    []audit.Deed
	}
	var runs []run
	for i := range d.Changes {
		deed, byCaller := resourceDeed(r.ID, &d.Changes[i])
		if deed.Action == "" {
			continue
		}
		if n := len(runs); n == 0 || runs[n-1].byCaller != byCaller {
			runs = append(runs, run{byCaller: byCaller})
		}
		runs[len(runs)-1].deeds = append(runs[len(runs)-1].deeds, deed)
	}
	for _, group := range runs {
		by := organizations.By{At: now}
		if group.byCaller {
			by = organizations.ByOf(ctx)
			by.At = now
		}
		if err := organizations.Record(organizations.WithBy(ctx, by), s.db, tx, r.OrgID, "", group.deeds...); err != nil {
			return err
		}
	}
	return nil
}

// resourceDeed is the row of the chain about a change, if there is one, and whether the caller
// made it.
func resourceDeed(resourceID string, ch *resource.Change) (deed audit.Deed, byCaller bool) {
	switch ch.Reason {
	case resource.ReasonUnits: // follows from the offers and the signals
		return deed, false
	case resource.ReasonOffered, resource.ReasonExpired, resource.ReasonFaster, resource.ReasonUnpaid:
	case resource.ReasonWithdrawn:
		byCaller = ch.Signal != nil
	default:
		byCaller = true
	}
	switch {
	case ch.Entry != nil:
		deed = audit.Deed{Subject: ch.Entry.ID, Action: audit.ResourceEntryEnded, Commitment: commitResourceEntry(resourceID, ch.Entry)}
		switch {
		case ch.Reason == resource.ReasonJoined:
			deed.Action = audit.ResourceEntryJoined
		case ch.Reason == resource.ReasonPaid:
			deed.Action = audit.ResourceEntryPaid
		case ch.Entry.State == resource.Waiting:
			deed.Action = audit.ResourceEntryReturned
		case ch.Entry.State == resource.Offered:
			deed.Action = audit.ResourceEntryOffered
		case ch.Entry.State == resource.Accepting:
			deed.Action = audit.ResourceEntryAccepting
		}
	case ch.Offer != nil:
		deed = audit.Deed{Subject: ch.Offer.ID, Action: audit.ResourceOfferEnded, Commitment: commitResourceOffer(resourceID, ch.Offer)}
		switch ch.Offer.State {
		case resource.OfferOpen:
			deed.Action = audit.ResourceOfferMade
		case resource.OfferAccepting:
			deed.Action = audit.ResourceOfferAccepting
		}
	case ch.Confirmation != nil:
		deed = audit.Deed{Subject: ResourceConfirmationSubject(ch.Confirmation.OfferID), Action: audit.ResourceConfirmationBegun, Commitment: commitResourceConfirmation(resourceID, ch.Confirmation)}
		switch {
		case ch.Confirmation.State == resource.Failed:
			deed.Action = audit.ResourceConfirmationFailed
		case ch.Confirmation.State == resource.Ended:
			deed.Action = audit.ResourceConfirmationEnded
		case ch.Reason == resource.ReasonAskedAgain:
			deed.Action = audit.ResourceConfirmationRepeated
		}
	default:
		deed = audit.Deed{Subject: ResourceSignalSubject(resourceID, ch.Signal.EventID), Action: audit.ResourceCapacitySignal, Commitment: commitResourceSignal(resourceID, ch.Signal)}
	}
	return deed, byCaller
}

// ResourceSignalSubject names a signal in the chain of its organization.
func ResourceSignalSubject(resourceID, event string) string { return resourceID + "/" + event }

// ResourceConfirmationSubject names a confirmation in the chain of its organization.
func ResourceConfirmationSubject(offer string) string { return offer + "/confirmation" }

// forgetResourceEntry makes an entry nobody's, and notes that.
func (s Resources) forgetResourceEntry(ctx context.Context, tx *sql.Tx, r *Resource, entry string, now inventory.Instant) error {
	resourceID := r.ID
	if err := table.ExecOne(ctx, tx, "update resource_entries set user_id = '', email = '', address = '', name = '', locale = '', attributes = '{}' where resource_id = $1 and id = $2", resourceID, entry); err != nil {
		return err
	}
	if _, err := table.Exec(ctx, tx, `update resource_confirmations set words = '', payment_method = '' where resource_id = $1
		and offer_id in (select o.id from resource_offers o where o.resource_id = $1 and o.entry_id = $2)`, resourceID, entry); err != nil {
		return err
	}
	if _, err := table.Exec(ctx, tx, "update resource_joins set name = '', email = '', address = '', locale = '', attributes = '{}' where resource_id = $1 and entry_id = $2", resourceID, entry); err != nil {
		return err
	}
	if err := forgetBilling(ctx, tx, r.OrgID, entry); err != nil {
		return err
	}
	return noteErased(ctx, s.db, tx, entry, now)
}

func commitResource(r *Resource) string {
	c := audit.Resource{
		ID: r.ID, Org: r.OrgID, Key: r.Key, ClaimWindow: r.ClaimWindow, HeadStart: r.HeadStart, WaitlistLimit: r.WaitlistLimit, MaxUnits: r.MaxUnits,
		NotifyURL: r.NotifyURL, ConfirmURL: r.ConfirmURL, SecretVersion: r.SecretVersion, AtOnce: r.AtOnce,
		Price: r.Price, Currency: r.PriceCurrency, HoldFee: r.HoldFee, FeeCurrency: r.HoldFeeCurrency, FeeTaxRate: r.HoldFeeTaxRate, GiveBack: string(r.GiveBack),
	}
	return c.Commitment()
}

func commitResourceEntry(resourceID string, e *resource.Entry) string {
	c := audit.ResourceEntry{
		ID: e.ID, Resource: resourceID, State: string(e.State), Offer: e.OfferID, Units: e.Units, Class: e.Class, JoinNo: e.JoinNo, Rank: e.Rank,
		JoinedAt: e.JoinedAt, EndedAt: e.EndedAt, JoinedSeq: e.JoinedSeq, EndedSeq: e.EndedSeq, Own: e.Own,
		Fee: e.Fee, FeeCurrency: e.FeeCurrency, FeeTaxRate: e.FeeTaxRate, GiveBack: string(e.GiveBack), PayUntil: e.PayUntil, PaidBy: e.PaidBy, PaidAt: e.PaidAt, PaidSeq: e.PaidSeq, FeeBack: e.FeeBack,
	}
	return c.Commitment()
}

func commitResourceOffer(resourceID string, o *resource.Offer) string {
	c := audit.ResourceOffer{
		ID: o.ID, Resource: resourceID, Entry: o.EntryID, State: string(o.State), Release: o.ReleaseID, Units: o.Units,
		MadeAt: o.MadeAt, Deadline: o.Deadline, EndedAt: o.EndedAt, MadeSeq: o.MadeSeq, EndedSeq: o.EndedSeq,
		Round: o.Round, RoundUnits: o.RoundUnits, RoundSize: o.RoundSize, Price: o.Price, Currency: o.PriceCurrency,
	}
	return c.Commitment()
}

func commitResourceConfirmation(resourceID string, a *resource.Confirmation) string {
	c := audit.ResourceConfirmation{
		Resource: resourceID, Offer: a.OfferID, State: string(a.State), Outcome: string(a.Outcome), Cause: string(a.Cause), Status: a.Status, Staff: a.Staff,
		BegunAt: a.BegunAt, Since: a.Since, EndedAt: a.EndedAt, BegunSeq: a.BegunSeq, EndedSeq: a.EndedSeq,
	}
	return c.Commitment()
}

func commitResourceSignal(resourceID string, g *resource.Signal) string {
	c := audit.ResourceSignal{
		Resource: resourceID, EventID: g.EventID, Kind: string(g.Kind), Release: g.ReleaseID, Units: g.Units, Attributes: g.Attributes,
		ValidUntil: g.ValidUntil, At: g.At, Seq: g.Seq,
	}
	return c.Commitment()
}
