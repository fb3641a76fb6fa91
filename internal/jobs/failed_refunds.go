package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// tellFailedRefund tells whoever may retry a refund that it has failed for good.
type tellFailedRefund struct{ payments.FailedRefund }

// Kind names the job in the database.
func (tellFailedRefund) Kind() string { return payments.TellFailedKind }

type refundTeller struct {
	river.WorkerDefaults[tellFailedRefund]
	jobs *Jobs
}

// Work stores the mails of a refund that has failed and was not retried since: for it or for another
// attempt of it there is another job.
func (w *refundTeller) Work(ctx context.Context, job *river.Job[tellFailedRefund]) error {
	a, st := &job.Args, w.jobs.store
	o, err := st.Payouts.Payout(ctx, a.EventID, a.RefundID)
	if errors.Is(err, database.ErrNotFound) || err == nil && (!o.NeedsPerson() || o.Attempt != a.Attempt) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("jobs: a refund that failed: %w", err)
	}
	org, _, err := w.jobs.refunded(ctx, o)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("jobs: a refund that failed: %w", err)
	}
	letter := sendAccountMail{What: accountmail.RefundFailedMail, Org: org, Refund: o.ID, Event: o.EventID, Attempt: o.Attempt}
	mails, err := tellMembers(ctx, st, letter, identity.Owner, identity.Organizer)
	if err != nil {
		return fmt.Errorf("jobs: a refund that failed: %w", err)
	}
	return st.Jobs.InsertJobs(ctx, mails...)
}

// refunded returns of which organization a refund is, and what was paid for is called; ErrNotFound: it is
// money of nobody.
func (j *Jobs) refunded(ctx context.Context, o *payments.Payout) (org, name string, err error) {
	of, err := j.store.RefundsOf(ctx, []payments.Payout{*o})
	if err == nil && of[0].OrgID == "" {
		err = database.ErrNotFound
	}
	if err != nil {
		return "", "", err
	}
	return of[0].OrgID, of[0].Title, nil
}

// failedRefundMail returns the mail to a member about a refund that has failed, unless it was retried
// or paid by hand since.
func (w *mailSender) failedRefundMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	member, err := w.jobs.store.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	o, err := w.jobs.store.Payouts.Payout(ctx, args.Event, args.Refund)
	if err != nil {
		return "", l, err
	}
	if !o.NeedsPerson() || o.Attempt != args.Attempt {
		return "", l, errObsolete
	}
	l.Kind, l.URL = args.What, w.oneTime.SignInURL()+"?to=/manage/refunds"
	if _, l.Name, err = w.jobs.refunded(ctx, o); err != nil {
		return "", l, err
	}
	l.Locale, err = w.localeOf(ctx, member)
	l.Amount = mailkit.Money(l.Locale, o.Amount, o.Currency)
	return member.Email, l, err
}
