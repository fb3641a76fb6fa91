package jobs

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Accepted offers of which the other system gave no answer that decides wait for somebody to decide.
// Those who may are told by mail: of all that there are at once, so that an outage is not a mail for
// each of them.
const (
	// tellDecisionsEvery is how often it is looked for what is to be told.
	tellDecisionsEvery = 5 * time.Minute
	// decisionsApart is how long members are not told again of a resource of which others wait since,
	// and decisionsAgain when they are told again of what they have not decided.
	decisionsApart = inventory.Instant(inventory.Hour)
	decisionsAgain = inventory.Instant(inventory.Day)
	// decisionsRead is of how many resources a mail counts what waits, and decisionsNamed how many of
	// them it names.
	decisionsRead, decisionsNamed = resources.MaxResources, 10
)

// tellDecisions tells members of accepted offers that wait for them to decide.
type tellDecisions struct{}

// Kind names the job in the database.
func (tellDecisions) Kind() string { return "tell_resource_decisions" }

func tellDecisionsNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(tellDecisionsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return tellDecisions{}, &river.InsertOpts{MaxAttempts: 1} }, // it runs periodically anyway
		&river.PeriodicJobOpts{RunOnStart: true})
}

type decisionTeller struct {
	river.WorkerDefaults[tellDecisions]
	jobs *Jobs
}

// Work stores the mails that are due, organization by organization. Each is stored with when it was told, so an
// attempt can end anywhere, and of two servers one mails.
func (w *decisionTeller) Work(ctx context.Context, _ *river.Job[tellDecisions]) error {
	st, now := w.jobs.store, w.jobs.instant()
	t := resources.TellingDecisions{Now: now, News: now - decisionsApart, Again: now - decisionsAgain}
	_, err := inParts(ctx, w.jobs, "tell of offers that nobody has decided", func(limit int) (int, error) {
		orgs, err := st.Resources.UndecidedOrgs(ctx, t, limit)
		if err != nil {
			return 0, err
		}
		for _, org := range orgs {
			mails, err := tellMembers(ctx, st, sendAccountMail{What: accountmail.UndecidedMail, Org: org}, identity.Owner, identity.Organizer)
			if err != nil {
				return 0, err
			}
			if _, err := st.Resources.TellUndecided(ctx, org, t, mails); err != nil {
				return 0, err
			}
		}
		return len(orgs), nil
	})
	return err
}

// undecidedMail returns the mail to a member about all accepted offers of the organization that wait for
// somebody to decide, unless all are decided by now. It leads to the page where they are.
func (w *mailSender) undecidedMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	st := w.jobs.store
	member, err := st.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	list, err := st.Resources.Undecided(ctx, args.Org, decisionsRead)
	if err != nil {
		return "", l, err
	}
	if len(list) == 0 {
		return "", l, errObsolete
	}
	at := w.oneTime.SignInURL() + "?to=/manage/resources"
	l.Kind, l.Name, l.URL = args.What, list[0].Name, at+"/"+list[0].Key
	for i := range list {
		l.Count += list[i].Count
	}
	if len(list) > 1 {
		org, err := st.Organizations.Profile(ctx, args.Org)
		if err != nil {
			return "", l, err
		}
		l.Name, l.URL = org.Name, at
		slices.SortStableFunc(list, func(a, b resources.Undecided) int { return cmp.Compare(b.Count, a.Count) })
		for _, u := range list[:min(len(list), decisionsNamed)] {
			l.Events = append(l.Events, accountmail.EventCount{Title: u.Name, URL: at + "/" + u.Key, Count: u.Count})
		}
	}
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}
