package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// OneTimeLinks makes the links in mails about accounts.
type OneTimeLinks interface {
	OneTimeURL(p identity.Purpose, linkID string) string
	ConfirmURL(linkID, eventID string) string
	ClaimURL(linkID string) string
	SignInURL() string
	FindURL() string
	FreshURL(kind identity.LinkKind, thing, person string) string
	PlaceURL(entry string) string
	BookingURL(booking string) string
	RoomURL(event string, index int64) string
}

// sendAccountMail mails a one-time link or an invitation. It contains no token: that is
// derived when the mail is rendered.
type sendAccountMail struct {
	What accountmail.Kind `json:"what"`
	ID   string           `json:"id"`            // of the link or member, or what a fresh link leads to
	Org  string           `json:"org,omitempty"` // of the member
	// Person is whose fresh link it is.
	Person string `json:"person,omitempty"`
	// Endpoint is the endpoint that was disabled.
	Endpoint string `json:"endpoint,omitempty"`
	// Refund is the refund that was made in a provider's dashboard, or one that failed with its Attempt,
	// of Event or the organization.
	Refund  string `json:"refund,omitempty"`
	Attempt int64  `json:"attempt,omitempty"`
	// Event is the event that it is about, and Since from when on messages count that reached nobody.
	Event string            `json:"event,omitempty"`
	Since inventory.Instant `json:"since,omitempty"`
	// Provider is the payment provider that denies access.
	Provider string `json:"provider,omitempty"`
	// Booking is the booking of rooms that it is about, and Others those of its booker that went the
	// same way.
	Booking string   `json:"booking,omitempty"`
	Others  []string `json:"others,omitempty"`
	// Calendar is the calendar of others that fails.
	Calendar string `json:"calendar,omitempty"`
	// Offer is the offer of a resource that it is about, if there is one; ID is the entry.
	Offer string `json:"offer,omitempty"`
}

// Kind names the job in the database.
func (sendAccountMail) Kind() string { return "send_account_mail" }

// reader returns the id of the person, the one-time link or the member that it is to.
func (a *sendAccountMail) reader() string { return cmp.Or(a.Person, a.ID) }

// mailAttempts is the maximum number of attempts: they last for ten minutes, which is
// how long most links work.
const mailAttempts = 8

// AccountMail returns the job that mails a one-time link or an invitation. org is empty
// for a link.
func AccountMail(what accountmail.Kind, thing, org string) (database.Job, error) {
	return newJob(sendAccountMail{What: what, ID: thing, Org: org}, river.PriorityDefault, mailAttempts)
}

// FreshLink returns the job that mails a person a fresh link to a thing.
func FreshLink(thing, person string) (database.Job, error) {
	return newJob(sendAccountMail{What: accountmail.FreshLinkMail, ID: thing, Person: person}, river.PriorityDefault, mailAttempts)
}

// EndpointDisabled returns the jobs that tell the owners of an organization that one of
// its webhook endpoints was disabled.
func (j *Jobs) EndpointDisabled(ctx context.Context, e *messages.WebhookEndpoint) ([]database.Job, error) {
	return tellMembers(ctx, j.store, sendAccountMail{What: accountmail.EndpointDisabledMail, Org: e.OrgID, Endpoint: e.ID}, identity.Owner)
}

// tellMembers returns the jobs that mail a letter to each member of its organization who has one of
// these roles.
func tellMembers(ctx context.Context, st *store.Store, letter sendAccountMail, roles ...identity.Role) ([]database.Job, error) {
	members, err := st.Organizations.Members(ctx, letter.Org)
	if err != nil {
		return nil, err
	}
	var list []database.Job
	for i := range members {
		if !slices.Contains(roles, identity.Role(members[i].Role)) {
			continue
		}
		letter.ID = members[i].ID
		job, err := newJob(letter, river.PriorityDefault, mailAttempts)
		if err != nil {
			return nil, err
		}
		list = append(list, job)
	}
	return list, nil
}

type mailSender struct {
	river.WorkerDefaults[sendAccountMail]
	jobs    *Jobs
	oneTime OneTimeLinks
}

// errObsolete means that the link was used or has expired, or the endpoint is enabled
// again.
var errObsolete = errors.New("jobs: the mail is obsolete")

// Work renders and sends one mail.
func (w *mailSender) Work(ctx context.Context, job *river.Job[sendAccountMail]) error {
	j := w.jobs
	if _, ok := j.sender.(mail.Nowhere); ok && job.Args.What != accountmail.ResourceOfferMail { // which has other channels
		j.log.WarnContext(ctx, "jobs: mail not sent: no mail server is configured", slog.String("kind", string(job.Args.What)))
		return nil
	}
	to, letter, err := w.compose(ctx, &job.Args)
	switch {
	case errors.Is(err, errObsolete), errors.Is(err, database.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	words, err := accountmail.Render(j.renderer.Layouts, letter)
	if err != nil {
		return river.JobCancel(err)
	}
	if job.Args.What == accountmail.ResourceOfferMail {
		return w.tellOffer(ctx, job, to, &words)
	}
	if letter.Guest && job.Args.What != accountmail.BookingAddressMail { // which proves that the address is theirs
		return w.tellBooker(ctx, job, to, &letter, &words)
	}
	return w.send(ctx, job, to, &letter, &words)
}

// send mails a letter. One that will never be taken is no error.
func (w *mailSender) send(ctx context.Context, job *river.Job[sendAccountMail], to string, letter *accountmail.Mail, words *mailkit.Rendered) error {
	err := w.mail(ctx, job, to, letter, words)
	if provider.IsPermanent(err) {
		w.jobs.log.WarnContext(ctx, "jobs: mail failed", slog.String("kind", string(job.Args.What)), slog.Any("error", err))
		return nil
	}
	return err
}

// mail mails a letter.
func (w *mailSender) mail(ctx context.Context, job *river.Job[sendAccountMail], to string, letter *accountmail.Mail, words *mailkit.Rendered) error {
	j := w.jobs
	m := mail.Mail{
		ID: accountMailID(job), From: j.from, To: mail.Address{Addr: to}, Reader: job.Args.reader(),
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(),
	}
	if len(letter.Booked) > 0 {
		at, err := url.Parse(w.oneTime.SignInURL())
		if err != nil {
			return fmt.Errorf("jobs: our address: %w", err)
		}
		c := message.CalendarOfBookings(message.CalendarConfig{Host: at.Hostname(), Organizer: j.from.Addr, Name: letter.Name, Now: j.now()}, letter.Booked, to)
		m.Calendar = &mail.Calendar{Method: c.Method, Text: c.Text}
	}
	return j.sender.Send(ctx, m)
}

// accountMailID returns the ID of a mail, the same for each attempt. A fresh link to
// one thing can be requested, a link to sign in mailed, and a provider deny access,
// more than once.
func accountMailID(job *river.Job[sendAccountMail]) string {
	switch job.Args.What {
	case accountmail.FreshLinkMail, accountmail.RegisteredAlreadyMail, accountmail.WaitingAlreadyMail, accountmail.LimitReachedMail, accountmail.SignInMail, accountmail.ConfirmAddressMail, accountmail.FoundMail, accountmail.ProviderDeniesMail,
		accountmail.ResourceWaitingMail, accountmail.ResourceOfferMail, accountmail.ResourceAcceptedMail, accountmail.ResourceExpiredMail, accountmail.ResourceDeclinedMail, accountmail.ResourceWithdrawnMail, accountmail.ResourceRemovedMail, accountmail.ResourceRefusedMail, accountmail.ResourceAddressMail, accountmail.ResourceLeftMail, accountmail.ResourceRaceMail, accountmail.ResourceFasterMail, accountmail.ResourceFeeMail, accountmail.ResourceUnpaidMail,
		accountmail.BookingRequestedMail, accountmail.BookingDepositMail, accountmail.BookingConfirmedMail, accountmail.BookingDeclinedMail, accountmail.BookingCancelledMail, accountmail.BookingLapsedMail,
		accountmail.BookingMovedMail, accountmail.BookingGrantedMail, accountmail.BookingBalanceMail, accountmail.BookingReminderMail, accountmail.BookingAddressMail, accountmail.CalendarFailsMail, accountmail.UndeliveredMail, accountmail.OffersUndeliveredMail, accountmail.UndecidedMail:
		return fmt.Sprintf("account.%s.%d", job.Args.ID, job.ID)
	case accountmail.RefundFailedMail:
		return fmt.Sprintf("account.%s.%s.failed.%d", job.Args.ID, job.Args.Refund, job.Args.Attempt)
	}
	return strings.TrimRight("account."+job.Args.ID+"."+job.Args.Endpoint+job.Args.Refund, ".")
}

// compose returns the content of a mail and its recipient.
func (w *mailSender) compose(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	j := w.jobs
	l.Kind = args.What
	switch args.What {
	case accountmail.EndpointDisabledMail:
		return w.endpointMail(ctx, args)
	case accountmail.RefundAtProviderMail:
		return w.refundMail(ctx, args)
	case accountmail.ProviderDeniesMail:
		return w.deniedMail(ctx, args)
	case accountmail.RefundFailedMail:
		return w.failedRefundMail(ctx, args)
	case accountmail.UndeliveredMail:
		return w.undeliveredMail(ctx, args)
	case accountmail.OffersUndeliveredMail:
		return w.offersMail(ctx, args)
	case accountmail.UndecidedMail:
		return w.undecidedMail(ctx, args)
	case accountmail.FreshLinkMail, accountmail.RegisteredAlreadyMail, accountmail.WaitingAlreadyMail, accountmail.LimitReachedMail:
		return w.freshLinkMail(ctx, args)
	case accountmail.FoundMail:
		return w.foundMail(ctx, args)
	case accountmail.ResourceWaitingMail, accountmail.ResourceOfferMail, accountmail.ResourceAcceptedMail, accountmail.ResourceExpiredMail, accountmail.ResourceDeclinedMail, accountmail.ResourceWithdrawnMail, accountmail.ResourceRemovedMail, accountmail.ResourceRefusedMail, accountmail.ResourceAddressMail, accountmail.ResourceLeftMail, accountmail.ResourceRaceMail, accountmail.ResourceFasterMail, accountmail.ResourceFeeMail, accountmail.ResourceUnpaidMail:
		return w.resourceMail(ctx, args)
	case accountmail.BookingRequestedMail, accountmail.BookingDepositMail, accountmail.BookingConfirmedMail, accountmail.BookingDeclinedMail, accountmail.BookingCancelledMail, accountmail.BookingLapsedMail,
		accountmail.BookingMovedMail, accountmail.BookingGrantedMail, accountmail.BookingBalanceMail, accountmail.BookingReminderMail, accountmail.BookingAddressMail:
		return w.bookingMail(ctx, args)
	case accountmail.CalendarFailsMail:
		return w.calendarMail(ctx, args)
	case accountmail.SignInMail, accountmail.ConfirmAddressMail:
		link, err := j.store.Accounts.SignInLink(ctx, args.ID)
		if err != nil {
			return "", l, err
		}
		if link.UsedAt != 0 || link.ExpiresAt <= j.instant() {
			return "", l, errObsolete
		}
		l.URL, l.Locale, l.Minutes = w.oneTime.OneTimeURL(identity.ForSignIn, link.ID), link.Locale, minutesLeft(link.ExpiresAt-j.instant())
		if link.EventID != "" {
			event, err := j.store.Events.Event(ctx, link.EventID)
			if err != nil {
				return "", l, err
			}
			l.Kind, l.Name = accountmail.ConfirmAddressMail, titleFor(event, link.Locale)
			if l.URL = w.oneTime.ConfirmURL(link.ID, link.EventID); link.Purpose == organizations.ForClaim {
				l.URL = w.oneTime.ClaimURL(link.ID)
			}
		}
		return link.Email, l, nil
	case accountmail.InvitationMail:
		member, err := j.store.Organizations.MemberByID(ctx, args.Org, args.ID)
		if err != nil {
			return "", l, err
		}
		org, err := j.store.Organizations.Profile(ctx, args.Org)
		if err != nil {
			return "", l, err
		}
		l.URL, l.Name, l.Role = w.oneTime.SignInURL(), org.Name, member.Role
		return member.Email, l, nil
	}
	return "", l, fmt.Errorf("jobs: unknown kind of mail %q", args.What)
}

// minutesLeft returns how many minutes a link works, the one that has begun among
// them: a link that is mailed again works for less than a new one.
func minutesLeft(left inventory.Instant) int64 {
	return int64((inventory.Micros(left) + inventory.Minute - 1) / inventory.Minute)
}

// endpointMail returns the mail to an owner about a disabled endpoint.
func (w *mailSender) endpointMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	member, err := w.jobs.store.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	e, err := w.jobs.store.Webhooks.Webhook(ctx, args.Org, args.Endpoint)
	if err != nil {
		return "", l, err
	}
	if e.State != "disabled" { // enabled again
		return "", l, errObsolete
	}
	at, err := url.Parse(e.URL)
	if err != nil {
		return "", l, fmt.Errorf("jobs: endpoint %s: %w", e.ID, err)
	}
	l.Kind, l.URL, l.Name = args.What, w.oneTime.SignInURL()+"?to=/manage/webhooks", at.Hostname()
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}

// localeOf returns the language of a member, "" while they have not signed in.
func (w *mailSender) localeOf(ctx context.Context, m *organizations.Member) (string, error) {
	account, err := w.jobs.store.Accounts.AccountByAddress(ctx, m.Address)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return account.Locale, nil
}

// freshLinkMail makes a new link for each attempt: it works from when it is sent.
func (w *mailSender) freshLinkMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	kind, ok := identity.KindOf(args.ID)
	if !ok {
		return "", l, fmt.Errorf("jobs: no link leads to %q", args.ID)
	}
	event, _ := id.EventOf(args.Person, id.Person)
	v, err := w.jobs.store.Registrations.PersonByID(ctx, event, args.Person)
	if err != nil {
		return "", l, err
	}
	if v.Person.Profile.Email == "" { // erased
		return "", l, errObsolete
	}
	e, err := w.jobs.store.Events.Event(ctx, event)
	if err != nil {
		return "", l, err
	}
	return v.Person.Profile.Email, accountmail.Mail{
		Kind: args.What, Locale: v.Person.Profile.Locale, URL: w.oneTime.FreshURL(kind, args.ID, args.Person), Name: titleFor(e, v.Person.Profile.Locale),
		Minutes: int64(identity.FreshLinkLife / time.Minute),
	}, nil
}

// titleFor is what an event is called in the language of a mail.
func titleFor(e *events.EventView, of string) string { return e.In(locale.Name(of)).Details.Title }
