package jobs

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/desk"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// lapseEvery is how often offers of resources are looked for whose time is over. Whoever
// comes to a resource in between finds them ended, too.
const lapseEvery = 15 * time.Second

// resourceMails are the mails for what a person is told.
var resourceMails = map[resource.Reason]message.AccountMailKind{
	resource.ReasonJoined:    message.ResourceWaitingMail,
	resource.ReasonOffered:   message.ResourceOfferMail,
	resource.ReasonAccepted:  message.ResourceAcceptedMail,
	resource.ReasonExpired:   message.ResourceExpiredMail,
	resource.ReasonDeclined:  message.ResourceDeclinedMail,
	resource.ReasonWithdrawn: message.ResourceWithdrawnMail,
	resource.ReasonRemoved:   message.ResourceRemovedMail,
}

// ResourceOutbox returns the jobs that tell people what was decided about their places on the
// waitlist of a resource, and the other system what became of offers. Who joins and is offered
// something at once is told so in one mail.
func ResourceOutbox(r *store.Resource, d *resource.Decision) ([]store.Job, error) {
	var list []store.Job
	add := func(args river.JobArgs, attempts int64) error {
		job, err := newJob(args, river.PriorityDefault, attempts)
		list = append(list, job)
		return err
	}
	offered := map[string]bool{}
	for _, t := range d.Tells {
		offered[t.EntryID] = offered[t.EntryID] || t.Reason == resource.ReasonOffered
	}
	for _, t := range d.Tells {
		if t.Reason == resource.ReasonJoined && offered[t.EntryID] {
			continue
		}
		if err := add(sendAccountMail{What: resourceMails[t.Reason], ID: t.EntryID, Offer: t.OfferID}, maxAttempts); err != nil {
			return nil, err
		}
	}
	if r.NotifyURL == "" {
		return list, nil
	}
	for i := range d.Changes {
		if o := d.Changes[i].Offer; o != nil {
			if err := add(resourceNotice{ResourceID: r.ID, OfferID: o.ID, Status: string(o.State), Reason: string(d.Changes[i].Reason), Seq: d.Changes[i].Seq, At: max(o.MadeAt, o.EndedAt)}, maxAttempts); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// resourceMail is a mail about a place on the waitlist of a resource.
func (w *mailSender) resourceMail(ctx context.Context, args *sendAccountMail) (to string, l message.AccountMail, err error) {
	st := w.jobs.store.Resources
	of, ok := id.ResourceOf(args.ID, id.ResourceEntry)
	if !ok {
		return "", l, fmt.Errorf("jobs: %q is no place on the waitlist of a resource", args.ID)
	}
	e, err := st.Entry(ctx, of, args.ID)
	if err != nil {
		return "", l, err
	}
	if e.Email == "" { // erased
		return "", l, errObsolete
	}
	r, err := st.ByID(ctx, of)
	if err != nil {
		return "", l, err
	}
	l = message.AccountMail{Kind: args.What, Locale: e.Locale, URL: w.oneTime.PlaceURL(e.ID), Name: r.Name, Units: e.Units, Minutes: int64(r.ClaimWindow / inventory.Minute)}
	if l.Zone, err = r.Zone(); err != nil {
		return "", l, err
	}
	if args.What != message.ResourceOfferMail {
		return e.Email, l, nil
	}
	o, err := st.Offer(ctx, of, args.Offer)
	if err != nil {
		return "", l, err
	}
	if o.State != resource.OfferOpen || o.Deadline <= w.jobs.instant() {
		return "", l, errObsolete
	}
	l.Until = o.Deadline
	return e.Email, l, nil
}

// resourceNotice tells the other system what became of an offer.
type resourceNotice struct {
	ResourceID string            `json:"resource_id"`
	OfferID    string            `json:"offer_id"`
	Status     string            `json:"status"`
	Reason     string            `json:"reason"`
	Seq        int64             `json:"seq"`
	At         inventory.Instant `json:"at"`
}

// Kind names the job in the database.
func (resourceNotice) Kind() string { return "resource_notice" }

// Post sends what another system is told; see webhook.Sender.Post.
type Post func(context.Context, *webhook.Parcel) (webhook.Answer, error)

type resourceNotifier struct {
	river.WorkerDefaults[resourceNotice]
	jobs *Jobs
	post Post
}

// errNotTaken means that the other system has not taken what it was told.
var errNotTaken = errors.New("jobs: the other system has not taken it")

// Work sends it, and is tried again until it is taken, or the other system says that nobody is
// there any more.
func (w *resourceNotifier) Work(ctx context.Context, job *river.Job[resourceNotice]) error {
	a, st := &job.Args, w.jobs.store.Resources
	r, err := st.ByID(ctx, a.ResourceID)
	if err != nil || r.NotifyURL == "" {
		return err
	}
	o, err := st.Offer(ctx, r.ID, a.OfferID)
	if err != nil {
		return err
	}
	e, err := st.Entry(ctx, r.ID, o.EntryID)
	if err != nil {
		return err
	}
	answer, err := w.post(ctx, &webhook.Parcel{
		URL: r.NotifyURL, Owner: r.ID, SecretVersion: r.SecretVersion, RotatedAt: r.RotatedAt, ID: fmt.Sprintf("%s.%d", a.OfferID, a.Seq), Type: "resource_offer." + a.Status, At: a.At.Time(),
		Data: webhook.ResourceOffer{
			ResourceID: r.ID, Resource: r.Key, OfferID: o.ID, EntryID: e.ID, UserID: e.UserID, ReleaseEventID: o.ReleaseID, Units: o.Units,
			Status: a.Status, Reason: a.Reason, Seq: a.Seq, ExpiresAt: o.Deadline.Time(),
		},
	})
	if err != nil || answer.Taken() || answer.Status == http.StatusGone {
		return err
	}
	return fmt.Errorf("%w: %s", errNotTaken, answer.Error)
}

// lapseOffers ends the offers of resources whose time is over.
type lapseOffers struct{}

// Kind names the job in the database.
func (lapseOffers) Kind() string { return "lapse_resource_offers" }

type offerLapser struct {
	river.WorkerDefaults[lapseOffers]
	desk *desk.Desk
}

// Work ends them.
func (l *offerLapser) Work(ctx context.Context, _ *river.Job[lapseOffers]) error {
	_, err := l.desk.Lapse(ctx)
	return err
}

// addResources adds the workers and the periodic job for resources.
func (j *Jobs) addResources(conf *river.Config, post Post) error {
	d, err := desk.New(j.store, ResourceOutbox, j.now)
	if err != nil {
		return err
	}
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(
		river.PeriodicInterval(lapseEvery),
		func() (river.JobArgs, *river.InsertOpts) { return lapseOffers{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true},
	))
	err = river.AddWorkerSafely(conf.Workers, &offerLapser{desk: d})
	if err == nil && post != nil {
		err = river.AddWorkerSafely(conf.Workers, &resourceNotifier{jobs: j, post: post})
	}
	return err
}
