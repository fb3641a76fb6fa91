package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
)

// OneTimeLinks makes the addresses in letters.
type OneTimeLinks interface {
	OneTimeURL(p identity.Purpose, linkID string) string
	ConfirmURL(linkID, eventID string) string
	SignInURL() string
}

// writeLetter mails a one-time link or an invitation. It names what it is about
// and carries no token: that is derived when the mail is written.
type writeLetter struct {
	What message.LetterKind `json:"what"`
	ID   string             `json:"id"`            // of the link or member
	Org  string             `json:"org,omitempty"` // of the member
	// Endpoint is one that was disabled.
	Endpoint string `json:"endpoint,omitempty"`
}

// Kind names the job in the database.
func (writeLetter) Kind() string { return "write_letter" }

// letterAttempts bounds the tries of a letter: the retries of ten minutes, which
// is how long most links work.
const letterAttempts = 8

// Letter makes the job that mails a one-time link or an invitation. Org is
// empty for what belongs to none.
func Letter(what message.LetterKind, thing, org string) (store.Job, error) {
	return newJob(writeLetter{What: what, ID: thing, Org: org}, river.PriorityDefault, letterAttempts)
}

// EndpointDisabled makes the jobs that tell the owners of an organization that
// one of its webhook endpoints was disabled.
func (j *Jobs) EndpointDisabled(ctx context.Context, e *store.WebhookEndpoint) ([]store.Job, error) {
	members, err := j.store.Organizations.Members(ctx, e.OrgID)
	if err != nil {
		return nil, err
	}
	var list []store.Job
	for i := range members {
		if members[i].Role != string(identity.Owner) {
			continue
		}
		letter := writeLetter{What: message.LetterEndpoint, ID: members[i].ID, Org: e.OrgID, Endpoint: e.ID}
		job, err := newJob(letter, river.PriorityDefault, letterAttempts)
		if err != nil {
			return nil, err
		}
		list = append(list, job)
	}
	return list, nil
}

type letterWriter struct {
	river.WorkerDefaults[writeLetter]
	jobs    *Jobs
	oneTime OneTimeLinks
}

// errNothingToSay: the link was used or is too old, or the member is gone.
var errNothingToSay = errors.New("jobs: nothing to say any more")

// Work writes and sends one letter.
func (w *letterWriter) Work(ctx context.Context, job *river.Job[writeLetter]) error {
	j := w.jobs
	if _, ok := j.sender.(mail.Nowhere); ok {
		j.log.WarnContext(ctx, "jobs: mail not sent: no mail server is configured", slog.String("kind", string(job.Args.What)))
		return nil
	}
	to, letter, err := w.compose(ctx, &job.Args)
	switch {
	case errors.Is(err, errNothingToSay), errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	words, err := j.renderer.RenderLetter(letter)
	if err != nil {
		return river.JobCancel(err)
	}
	err = j.sender.Send(ctx, mail.Mail{
		ID: strings.TrimSuffix("letter."+job.Args.ID+"."+job.Args.Endpoint, "."), From: j.from, To: mail.Address{Addr: to},
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(),
	})
	if provider.IsPermanent(err) {
		j.log.WarnContext(ctx, "jobs: mail failed", slog.String("kind", string(job.Args.What)), slog.Any("error", err))
		return nil
	}
	return err
}

// compose finds out what a letter says and to whom.
func (w *letterWriter) compose(ctx context.Context, args *writeLetter) (to string, l message.Letter, err error) {
	j := w.jobs
	l.Kind = args.What
	switch args.What {
	case message.LetterEndpoint:
		return w.endpointLetter(ctx, args)
	case message.LetterSignIn:
		link, err := j.store.Accounts.SignInLink(ctx, args.ID)
		if err != nil {
			return "", l, err
		}
		if link.UsedAt != 0 || link.ExpiresAt <= j.instant() {
			return "", l, errNothingToSay
		}
		l.URL, l.Locale, l.Minutes = w.oneTime.OneTimeURL(identity.ForSignIn, link.ID), link.Locale, int64(identity.SignInLife/time.Minute)
		if link.EventID != "" {
			event, err := j.store.Events.Event(ctx, link.EventID)
			if err != nil {
				return "", l, err
			}
			l.Kind, l.Name = message.LetterConfirm, event.Details.Title
			l.URL = w.oneTime.ConfirmURL(link.ID, link.EventID)
		}
		return link.Email, l, nil
	case message.LetterInvitation:
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
	return "", l, fmt.Errorf("jobs: no letter %q", args.What)
}

// endpointLetter tells an owner which endpoint was disabled.
func (w *letterWriter) endpointLetter(ctx context.Context, args *writeLetter) (to string, l message.Letter, err error) {
	member, err := w.jobs.store.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	e, err := w.jobs.store.Webhooks.Webhook(ctx, args.Org, args.Endpoint)
	if err != nil {
		return "", l, err
	}
	if e.State != "disabled" { // somebody was quicker
		return "", l, errNothingToSay
	}
	at, err := url.Parse(e.URL)
	if err != nil {
		return "", l, fmt.Errorf("jobs: endpoint %s: %w", e.ID, err)
	}
	account, err := w.jobs.store.Accounts.AccountByAddress(ctx, member.Address)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", l, err
	}
	l.Kind, l.URL, l.Name = args.What, w.oneTime.SignInURL()+"?to=/manage/webhooks", at.Hostname()
	if account != nil {
		l.Locale = account.Locale
	}
	return member.Email, l, nil
}
