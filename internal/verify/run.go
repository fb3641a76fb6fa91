package verify

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// DefaultPrintLimit is how many violations of one invariant a Report keeps.
const DefaultPrintLimit = 20

// Options say what Run checks.
type Options struct {
	// AuditKeys are the public keys that may have signed the heads of the chains;
	// empty: no head can be checked, which is a violation.
	AuditKeys []ed25519.PublicKey
	// Logs has what was signed of the public logs of events, outside the database; nil: it
	// is not here, which is a violation where something was signed.
	Logs *tlog.Signer
	// Pictures names the first file of a picture that is not what was stored, and reports whether
	// it is there at all; "": all are. Files are outside the database. Nil: they are not looked at.
	Pictures func(context.Context, *events.Picture) (file string, there bool, err error)
	// Uploads reports whether the file of an upload is not what was stored, and whether it is there at
	// all. Nil: they are not looked at.
	Uploads func(context.Context, *audience.Upload) (wrong, there bool, err error)
	// Archives says what of the file of an archived event is not what was written. Nil: files are
	// not looked at.
	Archives func(context.Context, *archives.Archive, *events.EventRecord, *logs.EventLog) (wrong []string, err error)
	// LogCopies calls wrong with what is wrong with the copies of public logs. It is called once the
	// snapshot is read, when all events are checked. Nil: they are not looked at.
	LogCopies func(ctx context.Context, wrong func(tlog.CopyFault)) error
	// Events are the ids of the events to check; empty: all.
	Events []string
	// PrintLimit is how many violations of one invariant are kept; all are
	// counted. 0: DefaultPrintLimit.
	PrintLimit int
	// WithoutJobs says that the database was written by a program that stores
	// no jobs (the simulator), so queued messages need none.
	WithoutJobs bool
	// Now is what the clocks of events are compared with, and how long money waits; 0: they
	// are not.
	Now inventory.Instant
}

// Run checks the invariants in one read-only snapshot. An error says that the
// database could not be read to its end, or that an event of Options.Events
// does not exist (database.ErrNotFound); what does not hold is in the Report.
func Run(ctx context.Context, st *store.Store, o Options) (*Report, error) {
	if o.PrintLimit == 0 {
		o.PrintLimit = DefaultPrintLimit
	}
	signed, err := signedLast(o.Logs)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	var report *Report
	err = st.Snapshot(ctx, func(v *snapshot.Snapshot) error {
		// The snapshot may be taken again from the start, so nothing is kept of
		// an earlier try.
		r := &run{options: o, signedLogs: signed, snapshot: v, report: newReport(st.Engine(), o.PrintLimit), events: map[string]bool{}, heads: map[string]takenHead{}, sealed: sealedEvents{}, orgs: map[string]*orgCheck{}, questions: map[string]string{}, asked: map[string]string{}, purposes: map[purposeKey]*knownPurpose{}, paymentOrgs: map[string]string{}, paidOtherwise: map[string]string{}, transfers: map[string]*transferred{}, parts: map[string]map[string]partsOfOrder{}, placed: map[string]placed{}, places: map[string]paidPlaces{}, covers: map[string][]coverOf{}}
		report = r.report
		return r.all(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if o.LogCopies != nil && len(o.Events) == 0 {
		if err := o.LogCopies(ctx, report.addLogCopy); err != nil {
			return nil, fmt.Errorf("verify: the copies of public logs: %w", err)
		}
	}
	report.sort()
	return report, nil
}

// run is one pass over a snapshot.
type run struct {
	options  Options
	snapshot *snapshot.Snapshot
	report   *Report
	events   map[string]bool // those that were checked
	// signedLogs are, by event, the heads that were signed last of the public logs.
	signedLogs map[string]tlog.Head
	// heads are, by event, the last that its organization's chain took in.
	heads map[string]takenHead
	// sealed is, by event, what its organization's chain has sealed of it.
	sealed sealedEvents
	orgs   map[string]*orgCheck
	// questions are, by event, what its organization's chain commits to of what it asks.
	questions map[string]string
	// asked are, by event, what its organization's chain commits to of the purposes that it asks for.
	asked    map[string]string
	purposes map[purposeKey]*knownPurpose
	// paidOtherwise is what the chains of organizations commit to of refunds that were paid by other means
	// than their provider, by refund.
	paidOtherwise map[string]string
	// paymentOrgs are the organizations of payment accounts, by the account's name in payments.
	paymentOrgs map[string]string
	// places are, by organization, the places on waitlists of resources that ask for a fee.
	places map[string]paidPlaces
	// transfers are, by payment, what transactions of bank accounts are in it.
	transfers map[string]*transferred
	// parts are, by event and order, the transactions that are parts of it.
	parts map[string]map[string]partsOfOrder
	// namedBookings are the bookings that transactions of bank accounts are for.
	namedBookings []namedBooking
	// placed is, by event, what bookings that follow it have to agree with.
	placed map[string]placed
	// covers are the events and venues that name a picture, by its id.
	covers map[string][]coverOf
	// archives are the files of events, goneAway the events that are whole in one.
	archives map[string]archives.Archive
	goneAway []string
	replies  map[string]*promises
	jobs     map[string][]seqRange
}

func (r *run) all(ctx context.Context) error {
	steps := []func() error{
		r.loadArchives, r.loadJobs, r.loadReplies, r.checkOrganizations, r.checkPurposes, r.checkBanks, func() error { return r.checkEvents(ctx) }, func() error { r.ofArchived(); return nil }, func() error { return r.checkPictures(ctx) }, r.checkResources, r.checkBookings, r.endOfTransfers, r.checkInvoiceNumbers, r.checkInstallation, r.endOfOrganizations,
		r.checkReferences, r.checkRepliesOfUnknownScopes, r.checkMoneyOfNobody,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	r.checkJobsOfUnknownEvents()
	for _, step := range []func() error{r.checkStrays, r.checkFollowers, r.checkStrayConsents, r.checkCampaigns, r.checkSeriesPasses} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, e := range r.options.Events {
		if !r.events[e] {
			return fmt.Errorf("event %s: %w", e, database.ErrNotFound)
		}
	}
	return nil
}

// wanted reports whether an event is to be checked.
func (r *run) wanted(event string) bool {
	return len(r.options.Events) == 0 || slices.Contains(r.options.Events, event)
}

func (r *run) checkEvents(ctx context.Context) error {
	return r.snapshot.Events(func(e *events.EventRecord) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !r.wanted(e.Event.ID) {
			return nil
		}
		r.events[e.Event.ID] = true
		r.report.Checked.Events++
		if len(r.options.Events) == 0 {
			r.placed[e.Event.ID] = placed{e.Event.OrgID, e.Event.Status, e.Event.StartsAt, e.Event.EndsAt, e.UpdatedAt}
		}
		r.ofOrganization(e)
		if e.ArchivedAt != events.Elsewhere {
			r.noteCover(coverOf{event: e.Event.ID, org: e.Event.OrgID}, e.Details.CoverPicture, &e.Details.Cover)
		}
		away, err := r.away(ctx, e)
		if err != nil {
			return fmt.Errorf("event %s: %w", e.Event.ID, err)
		}
		if away {
			return nil
		}
		if err := newCheck(r, e).all(); err != nil {
			return fmt.Errorf("event %s: %w", e.Event.ID, err)
		}
		delete(r.replies, e.Event.ID)
		delete(r.jobs, e.Event.ID)
		return nil
	})
}
