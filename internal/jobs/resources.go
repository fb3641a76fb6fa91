package jobs

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// lapseEvery is how often offers of resources are looked for whose time is over. Whoever
// comes to a resource in between finds them ended, too.
const lapseEvery = 15 * time.Second

// resourceMails are the mails for what a person is told.
var resourceMails = map[resource.Reason]accountmail.Kind{
	resource.ReasonJoined:    accountmail.ResourceWaitingMail,
	resource.ReasonOffered:   accountmail.ResourceOfferMail,
	resource.ReasonAccepted:  accountmail.ResourceAcceptedMail,
	resource.ReasonExpired:   accountmail.ResourceExpiredMail,
	resource.ReasonDeclined:  accountmail.ResourceDeclinedMail,
	resource.ReasonWithdrawn: accountmail.ResourceWithdrawnMail,
	resource.ReasonLeft:      accountmail.ResourceLeftMail,
	resource.ReasonRemoved:   accountmail.ResourceRemovedMail,
	resource.ReasonFaster:    accountmail.ResourceFasterMail,
	resource.ReasonPaid:      accountmail.ResourceWaitingMail,
	resource.ReasonUnpaid:    accountmail.ResourceUnpaidMail,
	// Whether it was taken back before it was accepted or found to be gone after, and by whom,
	// is the same to those who still wait.
	resource.ReasonTaken:          accountmail.ResourceWithdrawnMail,
	resource.ReasonReturned:       accountmail.ResourceWithdrawnMail,
	resource.ReasonRefused:        accountmail.ResourceRefusedMail,
	resource.ReasonRefusedByStaff: accountmail.ResourceRefusedMail,
}

// ResourceOutbox returns the jobs that tell people what was decided about their places on the
// waitlist of a resource, and the other system what became of offers. Anyone who joins and is offered
// something at once is told so in one mail.
func ResourceOutbox(r *resources.Resource, d *resource.Decision) ([]database.Job, error) {
	var list []database.Job
	add := func(args river.JobArgs, attempts int64) error {
		job, err := newJob(args, river.PriorityDefault, attempts)
		list = append(list, job)
		return err
	}
	offered, unpaid := map[string]bool{}, map[string]bool{}
	for _, t := range d.Tells {
		offered[t.EntryID] = offered[t.EntryID] || t.Reason == resource.ReasonOffered
	}
	for i := range d.Changes {
		if e := d.Changes[i].Entry; e != nil {
			unpaid[e.ID] = e.State == resource.PendingPayment
		}
	}
	for _, t := range d.Tells {
		what := resourceMails[t.Reason]
		switch joins := t.Reason == resource.ReasonJoined || t.Reason == resource.ReasonPaid; {
		case joins && offered[t.EntryID]:
			continue
		case joins && unpaid[t.EntryID]:
			what = accountmail.ResourceFeeMail
		}
		if err := add(sendAccountMail{What: what, ID: t.EntryID, Offer: t.OfferID}, maxAttempts); err != nil {
			return nil, err
		}
	}
	for i := range d.Changes {
		if a := d.Changes[i].Confirmation; a != nil && a.State == resource.Asking {
			job, err := confirmJob(r.ID, a.OfferID)
			if err != nil {
				return nil, err
			}
			list = append(list, job)
		}
	}
	if r.NotifyURL == "" {
		return list, nil
	}
	for i := range d.Changes {
		// That somebody accepts it the other system is asked, and not told.
		if o := d.Changes[i].Offer; o != nil && o.State != resource.OfferAccepting {
			if err := add(resourceNotice{ResourceID: r.ID, OfferID: o.ID, Status: string(o.State), Reason: string(d.Changes[i].Reason), Seq: d.Changes[i].Seq, At: max(o.MadeAt, o.EndedAt)}, maxAttempts); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// resourceMail is a mail about a place on the waitlist of a resource.
func (w *mailSender) resourceMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	st := w.jobs.store.Resources
	of, ok := id.ResourceOf(args.ID, id.ResourceEntry)
	if !ok {
		return "", l, fmt.Errorf("jobs: %q is not a place on the waitlist of a resource", args.ID)
	}
	if args.What == accountmail.ResourceAddressMail {
		return w.joinMail(ctx, of, args)
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
	l = accountmail.Mail{Kind: args.What, Locale: e.Locale, URL: w.oneTime.PlaceURL(e.ID), Name: r.Name, Units: e.Units, Minutes: int64(r.ClaimWindow / inventory.Minute), More: r.AtOnce}
	if l.Zone, err = r.Zone(); err != nil {
		return "", l, err
	}
	if e.Fee > 0 && (e.PaidBy != "" || args.What == accountmail.ResourceFeeMail) {
		l.Amount, l.Back = mailkit.Money(e.Locale, e.Fee, e.FeeCurrency), e.FeeBack
	}
	switch args.What {
	case accountmail.ResourceFeeMail:
		if l.Until, l.Cause = e.PayUntil, string(e.GiveBack); e.State != resource.PendingPayment || e.PayUntil <= w.jobs.instant() {
			return "", l, errObsolete
		}
		return e.Email, l, nil
	case accountmail.ResourceOfferMail:
	case accountmail.ResourceRefusedMail:
		a, err := st.Confirmation(ctx, of, args.Offer)
		if err != nil {
			return "", l, err
		}
		l.Cause, l.Words = string(a.Cause), a.Words
		return e.Email, l, nil
	default:
		return e.Email, l, nil
	}
	o, err := st.Offer(ctx, of, args.Offer)
	if err != nil {
		return "", l, err
	}
	if o.State != resource.OfferOpen || o.Deadline <= w.jobs.instant() {
		return "", l, errObsolete
	}
	if l.Amount = ""; o.Price > 0 {
		l.Amount = mailkit.Money(e.Locale, o.Price, o.PriceCurrency)
	}
	if l.Until, l.More = o.Deadline, o.RoundSize; o.Round != "" {
		l.Kind = accountmail.ResourceRaceMail
	}
	return e.Email, l, nil
}

// tellOffer tells somebody what they are offered, by the channels that they chose at the organization, as it
// is told about offers of events: the next channel is tried when one fails for good, or has taken too much of
// the time to accept. Quiet hours do not hold it back: its time runs, and nobody else is offered it.
func (w *mailSender) tellOffer(ctx context.Context, job *river.Job[sendAccountMail], to string, words *mailkit.Rendered) error {
	j := w.jobs
	of, _ := id.ResourceOf(job.Args.ID, id.ResourceEntry)
	o, err := j.store.Resources.Offer(ctx, of, job.Args.Offer)
	if err != nil || o.ToldAt != 0 {
		return err
	}
	e, err := j.store.Resources.Entry(ctx, of, job.Args.ID)
	if err != nil {
		return err
	}
	r, err := j.store.Resources.ByID(ctx, of)
	if err != nil {
		return err
	}
	n := &delivery.Notice{OrgID: r.OrgID, User: e.UserID, Email: to, Reader: e.ID, Key: o.ID, Words: *words}
	slow := inventory.Micros(j.instant()-o.MadeAt) >= delivery.FallbackAfter(inventory.Micros(o.Deadline-o.MadeAt))
	way, err := w.tell(ctx, job, n, &accountmail.Mail{}, slow)
	if err != nil || way == "" {
		return err
	}
	return j.store.Resources.OfferTold(ctx, of, o.ID, way, j.instant())
}

// joinMail is the mail with which somebody confirms their address who joins a waitlist by
// themselves, before there is a place.
func (w *mailSender) joinMail(ctx context.Context, of string, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	a, err := w.jobs.store.ResourceJoins.Join(ctx, of, args.ID)
	if err != nil {
		return "", l, err
	}
	now := w.jobs.instant()
	if a.Email == "" || a.ConfirmedAt != 0 || a.ExpiresAt <= now {
		return "", l, errObsolete
	}
	r, err := w.jobs.store.Resources.ByID(ctx, of)
	if err != nil {
		return "", l, err
	}
	return a.Email, accountmail.Mail{
		Kind: args.What, Locale: a.Locale, URL: w.oneTime.PlaceURL(a.EntryID), Name: r.Name, Units: a.Units, Minutes: minutesLeft(a.ExpiresAt - now),
	}, nil
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
	var name, email string
	if e.Own && a.Status == string(resource.OfferAccepted) { // the other system knows nobody else by this name
		name, email = e.Name, e.Email
	}
	answer, err := w.post(ctx, &webhook.Parcel{
		URL: r.NotifyURL, Owner: r.ID, SecretVersion: r.SecretVersion, RotatedAt: r.RotatedAt, ID: fmt.Sprintf("%s.%d", a.OfferID, a.Seq), Type: "resource_offer." + a.Status, At: a.At.Time(),
		Data: webhook.ResourceOffer{
			ResourceID: r.ID, Resource: r.Key, OfferID: o.ID, EntryID: e.ID, UserID: e.UserID, Name: name, Email: email, ReleaseEventID: o.ReleaseID, Units: o.Units,
			Status: a.Status, Reason: a.Reason, Seq: a.Seq, ExpiresAt: o.Deadline.Time(),
		},
	})
	if err != nil || answer.Taken() || answer.Status == http.StatusGone {
		return err
	}
	return fmt.Errorf("%w: %s", errNotTaken, answer.Error)
}

const (
	// confirmQueue is where other systems are asked, which may take as long as they like
	// without holding up anything else.
	confirmQueue = "confirmations"
	// asksAtOnce is how many questions of a server are on their way.
	asksAtOnce = 8
)

// confirmOffer asks the other system about an offer that was accepted.
type confirmOffer struct {
	ResourceID string `json:"resource_id"`
	OfferID    string `json:"offer_id"`
}

// Kind names the job in the database.
func (confirmOffer) Kind() string { return "resource_confirm" }

// confirmJob is the job that asks about an offer.
func confirmJob(resourceID, offer string) (database.Job, error) {
	job, err := newJob(confirmOffer{resourceID, offer}, river.PriorityDefault, maxAttempts)
	job.Queue = confirmQueue
	return job, err
}

// Ask sends what another system answers; see webhook.Sender.Ask.
type Ask func(context.Context, *webhook.Parcel) (webhook.Reply, error)

type offerConfirmer struct {
	river.WorkerDefaults[confirmOffer]
	jobs      *Jobs
	waitlists *waitlists.Service
	ask       waitlists.Ask
}

// Work asks once, and comes again when it is to be asked again, or when
// it could not ask: for as long as the Service says.
func (w *offerConfirmer) Work(ctx context.Context, job *river.Job[confirmOffer]) error {
	again, err := w.waitlists.Confirm(ctx, job.Args.ResourceID, job.Args.OfferID, w.ask)
	if err != nil || again == 0 {
		return err
	}
	return river.JobSnooze(max(0, again.Time().Sub(w.jobs.now())))
}

// AskOf asks the other system of a resource by a signed request, which has the id of the offer
// for its key however often it is sent.
func AskOf(ask Ask) waitlists.Ask {
	return func(ctx context.Context, q *waitlists.Question) (waitlists.Reply, error) {
		r, o := q.Resource, q.Offer
		var name, email string
		if q.Entry.Own {
			name, email = q.Entry.Name, q.Entry.Email
		}
		reply, err := ask(ctx, &webhook.Parcel{
			URL: r.ConfirmURL, Owner: r.ID, SecretVersion: r.SecretVersion, RotatedAt: r.RotatedAt, ID: o.ID, Type: "resource_offer.confirm", At: q.Confirmation.BegunAt.Time(),
			Data: webhook.ResourceConfirm{
				ResourceID: r.ID, Resource: r.Key, OfferID: o.ID, EntryID: o.EntryID, UserID: q.Entry.UserID, Name: name, Email: email, ReleaseEventID: o.ReleaseID, Units: o.Units,
				Attributes: q.Release.Attributes, PaymentMethodID: q.Confirmation.PaymentMethod, Price: priceOf(o), HoldFee: feeOf(q.Entry),
			},
		})
		out := waitlists.Reply{Status: reply.Status, Wait: reply.Wait, Reason: resource.Cause(reply.Reason), Words: reply.Message}
		switch {
		case reply.TimedOut:
			out.Fault = resource.CauseTimeout
		case reply.Status == 0:
			out.Fault = resource.CauseUnreachable
		}
		return out, err
	}
}

// priceOf is what a unit of an offer costs, as it was made; nil: nothing is said of it.
func priceOf(o *resources.ResourceOffer) *webhook.Money {
	if o.Price == 0 {
		return nil
	}
	return &webhook.Money{Amount: o.Price, Currency: o.PriceCurrency}
}

// feeOf is the fee that the person of an entry has paid; nil: none.
func feeOf(e *resources.ResourceEntry) *webhook.HoldFee {
	if e.PaidBy == "" {
		return nil
	}
	return &webhook.HoldFee{Money: webhook.Money{Amount: e.Fee, Currency: e.FeeCurrency}, GiveBack: string(e.GiveBack), PaymentID: e.PaidBy}
}

// lapseOffers ends the offers of resources whose time is over, and has those asked about that nobody
// asks about any more.
type lapseOffers struct{}

// Kind names the job in the database.
func (lapseOffers) Kind() string { return "lapse_resource_offers" }

type offerLapser struct {
	river.WorkerDefaults[lapseOffers]
	jobs      *Jobs
	waitlists *waitlists.Service
}

// Work ends them, and deletes what was asked for with an address that was not confirmed.
func (l *offerLapser) Work(ctx context.Context, _ *river.Job[lapseOffers]) error {
	if _, err := l.waitlists.Lapse(ctx); err != nil {
		return err
	}
	j := l.jobs
	if _, err := inParts(ctx, j, "ask about offers that nobody asks about", func(limit int) (int, error) { return l.waitlists.AskAbandoned(ctx, limit, confirmJob) }); err != nil {
		return err
	}
	_, err := inParts(ctx, j, "delete what people asked for and did not confirm", func(limit int) (int, error) { return j.store.ResourceJoins.Prune(ctx, j.instant(), limit) })
	return err
}

// addResources adds the workers and the periodic job for resources.
func (j *Jobs) addResources(conf *river.Config, post Post, ask Ask, watch waitlists.Watch) error {
	d, err := waitlists.New(j.store, ResourceOutbox, j.now, watch)
	if err != nil {
		return err
	}
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(
		river.PeriodicInterval(lapseEvery),
		func() (river.JobArgs, *river.InsertOpts) { return lapseOffers{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true},
	))
	err = river.AddWorkerSafely(conf.Workers, &offerLapser{jobs: j, waitlists: d})
	if err == nil && post != nil {
		err = river.AddWorkerSafely(conf.Workers, &resourceNotifier{jobs: j, post: post})
	}
	if err == nil && ask != nil {
		err = river.AddWorkerSafely(conf.Workers, &offerConfirmer{jobs: j, waitlists: d, ask: AskOf(ask)})
	}
	return err
}
