package jobs

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// refundMailDelay is how long a refund that was made in a provider's dashboard may turn
// out to be one of ours before anybody is told about it: a webhook can be faster than the
// answer to our own request.
const refundMailDelay = 2 * time.Minute

// MoneyNotifier makes the jobs that tell owners what became of their money.
type MoneyNotifier struct {
	Store *store.Store
	Now   func() time.Time
}

// RefundedAtProvider returns the jobs that tell the owners of an event of a refund that
// was made in the provider's dashboard.
func (n MoneyNotifier) RefundedAtProvider(ctx context.Context, o *payments.Payout) ([]database.Job, error) {
	if o.EventID == "" || payments.OfBookings(o.EventID) {
		return nil, nil
	}
	e, err := n.Store.Events.Event(ctx, o.EventID)
	if err != nil {
		return nil, err
	}
	list, err := tellMembers(ctx, n.Store, sendAccountMail{What: accountmail.RefundAtProviderMail, Org: e.Event.OrgID, Refund: o.ID}, identity.Owner)
	for i := range list {
		list[i].At = inventory.At(n.Now().Add(refundMailDelay))
	}
	return list, err
}

// refundMail returns the mail to an owner about a refund that was made in the provider's
// dashboard, unless the items were refunded here since.
func (w *mailSender) refundMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	st := w.jobs.store
	member, err := st.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	event, _ := id.EventOf(args.Refund, id.Refund)
	o, err := st.Payouts.Payout(ctx, event, args.Refund)
	if err != nil {
		return "", l, err
	}
	all, err := st.Payouts.PaymentPayouts(ctx, event, o.PaymentID)
	if err != nil {
		return "", l, err
	}
	if o.State != payments.PayoutDone || payments.Uncovered(all) == 0 {
		return "", l, errObsolete
	}
	e, err := st.Events.Event(ctx, event)
	if err != nil {
		return "", l, err
	}
	l.Kind, l.Name = args.What, e.Details.Title
	l.URL = w.oneTime.SignInURL() + "?to=/manage/events/" + event + "/orders/" + o.OrderID
	l.Locale, err = w.localeOf(ctx, member)
	l.Amount = mailkit.Money(l.Locale, o.Amount, o.Currency)
	return member.Email, l, err
}

// ProviderDenies returns the jobs that tell the owners of an organization that a payment
// provider denies access.
func (n MoneyNotifier) ProviderDenies(ctx context.Context, org, provider string) ([]database.Job, error) {
	return tellMembers(ctx, n.Store, sendAccountMail{What: accountmail.ProviderDeniesMail, Org: org, Provider: provider}, identity.Owner)
}

// deniedMail returns the mail to an owner about a provider that denies access, unless it
// accepts something again.
func (w *mailSender) deniedMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	st := w.jobs.store
	member, err := st.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	denials, err := st.Payments.Denials(ctx, args.Org)
	if err != nil {
		return "", l, err
	}
	if !slices.ContainsFunc(denials, func(d payments.ProviderDenial) bool { return d.Provider == args.Provider }) {
		return "", l, errObsolete
	}
	l.Kind, l.Name, l.URL = args.What, cmp.Or(payment.Title(args.Provider), args.Provider), w.oneTime.SignInURL()+"?to=/manage"
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}
