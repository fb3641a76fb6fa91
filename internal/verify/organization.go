package verify

import (
	"crypto/ed25519"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariants 4 and 13 hold for organizations too: who may act for one and which events
// it has is what the rows of its own chain make of it, and the chain is signed.

// orgCheck is what the chain of an organization says of it.
type orgCheck struct {
	run  *run
	org  *snapshot.OrganizationRecord
	seq  int64
	head audit.Hash
	// stands is what each subject that is there is said to be; an event is said to be
	// nothing but there.
	stands map[string]string
}

// takenHead is the head of an event that is in its organization's chain.
type takenHead struct {
	seq        int64
	commitment string
}

// steps says for each action whether its subject has to be there before, and whether it
// is there after.
var steps = map[audit.Action]struct{ before, after bool }{
	audit.OrganizationCreated: {false, true},
	audit.OrganizationChanged: {true, true},
	audit.KeyCreated:          {false, true},
	audit.KeyRevoked:          {true, true},
	audit.MemberAdded:         {false, true},
	audit.MemberChanged:       {true, true},
	audit.MemberRemoved:       {true, false},
	audit.WebhookCreated:      {false, true},
	audit.WebhookChanged:      {true, true},
	audit.WebhookDeleted:      {true, false},
	// The row of an account stays, for what was paid to it.
	audit.PaymentAccountAdded:    {false, true},
	audit.PaymentAccountChanged:  {true, true},
	audit.PaymentAccountRemoved:  {true, true},
	audit.PaymentAccountClosed:   {true, true},
	audit.InvoicingCreated:       {false, true},
	audit.InvoicingChanged:       {true, true},
	audit.EventCreated:           {false, true},
	audit.HeadTaken:              {true, true},
	audit.NamesSealed:            {true, true},
	audit.ScansSealed:            {true, true},
	audit.QuestionsChanged:       {true, true},
	audit.CheckinPassCreated:     {false, true},
	audit.CheckinPassRedeemed:    {true, true},
	audit.CheckinPassChanged:     {true, true},
	audit.CheckinPassEnded:       {true, true},
	audit.TillOpened:             {false, true},
	audit.TillClosed:             {true, true},
	audit.TrackingLinkMade:       {false, true},
	audit.TrackingLinkChanged:    {true, true},
	audit.ConsentPurposeMade:     {false, true},
	audit.ConsentPurposeChanged:  {true, true},
	audit.ConsentsAsked:          {true, true},
	audit.BankAccountAdded:       {false, true},
	audit.BankAccountChanged:     {true, true},
	audit.BankAccountRemoved:     {true, false},
	audit.BankStatementRead:      {false, true},
	audit.BankTransactionTaken:   {false, true},
	audit.BankTransactionChanged: {true, true},
	audit.BookingCreated:         {false, true},
	audit.BookingConfirmed:       {true, true},
	audit.BookingDeclined:        {true, true},
	audit.BookingCancelled:       {true, true},
	audit.BookingMoved:           {true, true},
	audit.BookingLapsed:          {true, true},
	audit.BookingCompleted:       {true, true},
	audit.BookingGranted:         {true, true},
	audit.BookingPassedOver:      {true, true},
	audit.BookingApproved:        {true, true},
	audit.BookingPaid:            {true, true},
	audit.BookingPriced:          {true, true},
	audit.BookingAddOns:          {true, true},
	audit.BookingDepositWaived:   {true, true},

	audit.BookingRefundAssigned:   {false, true},
	audit.BookingRefundReassigned: {true, true},

	audit.ResourceCreated:              {false, true},
	audit.ResourceChanged:              {true, true},
	audit.ResourceEntryJoined:          {false, true},
	audit.ResourceEntryOffered:         {true, true},
	audit.ResourceEntryPaid:            {true, true},
	audit.ResourceEntryReturned:        {true, true},
	audit.ResourceEntryAccepting:       {true, true},
	audit.ResourceOfferAccepting:       {true, true},
	audit.ResourceConfirmationBegun:    {false, true},
	audit.ResourceConfirmationRepeated: {true, true},
	audit.ResourceConfirmationFailed:   {true, true},
	audit.ResourceConfirmationEnded:    {true, true},
	audit.ResourceEntryEnded:           {true, true},
	audit.ResourceOfferMade:            {false, true},
	audit.ResourceOfferEnded:           {true, true},
	audit.ResourceCapacitySignal:       {false, true},
}

func (o *orgCheck) fail(invariant int, subject, format string, args ...any) {
	o.run.report.add(invariant, "", subject, format, args...)
}

// checkOrganizations follows the chains of organizations, and compares what they say
// with the rows. Where only some events are checked, it is left out.
func (r *run) checkOrganizations() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	list, err := r.snapshot.Organizations()
	if err != nil {
		return err
	}
	for i := range list {
		o := &orgCheck{run: r, org: &list[i], stands: map[string]string{}}
		r.orgs[o.org.ID] = o
		r.report.Checked.Organizations++
		if err := r.snapshot.Deeds(o.org.ID, o.deed); err != nil {
			return err
		}
		o.endOfDeeds()
	}
	if err := r.snapshot.APIKeys(func(k *organizations.APIKey) error {
		c := audit.Key{ID: k.ID, Org: k.OrgID, Role: k.Role, Event: k.EventID, Hash: k.Hash, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt}
		r.compare(k.OrgID, k.ID, c.Commitment(), "the key's organization, role, event or time")
		return nil
	}); err != nil {
		return err
	}
	if err := r.snapshot.Members(func(m *organizations.Member) error {
		c := audit.Member{ID: m.ID, Org: m.OrgID, Role: m.Role, Address: m.Address, Salt: m.Salt}
		for _, e := range m.Events {
			c.Events = append(c.Events, e.EventID, e.Role)
		}
		r.compare(m.OrgID, m.ID, c.Commitment(), "the member's organization, role or address")
		return nil
	}); err != nil {
		return err
	}
	if err := r.snapshot.Webhooks(func(w *messages.WebhookEndpoint) error {
		c := audit.Webhook{ID: w.ID, Org: w.OrgID, URL: w.URL, Types: w.Types, SecretVersion: w.SecretVersion}
		r.compare(w.OrgID, w.ID, c.Commitment(), "where the webhook sends, what, or its secret")
		return nil
	}); err != nil {
		return err
	}
	return r.paymentAccounts()
}

// paymentAccounts compares the accounts at payment providers with the chains, and what
// there is of their keys with their state.
func (r *run) paymentAccounts() error {
	keys, err := r.snapshot.PaymentAccountKeys()
	if err != nil {
		return err
	}
	err = r.snapshot.PaymentAccounts(func(a *payments.PaymentAccount) error {
		c := audit.PaymentAccount{ID: a.ID, Org: a.OrgID, Provider: a.Provider, State: a.State, Version: a.Version}
		r.compare(a.OrgID, a.ID, c.Commitment(), "the payment account's organization, provider, state or version of its keys")
		if closed := a.State == payments.PaymentAccountClosed; closed == keys[a.ID] {
			r.report.add(4, "", a.ID, "the payment account is %s; that its keys are stored: %t", a.State, keys[a.ID])
		}
		delete(keys, a.ID)
		r.paymentOrgs[a.Provider+"@"+a.ID] = a.OrgID
		return nil
	})
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		r.report.add(4, "", id, "there are keys of a payment account that is not stored")
	}
	return err
}

// deed takes the next row of the chain.
func (o *orgCheck) deed(d *organizations.Deed) error {
	o.run.report.Checked.OrganizationRows++
	if d.Seq != o.seq+1 {
		o.fail(4, o.org.ID, "row %d of the organization follows row %d", d.Seq, o.seq)
	}
	if audit.ChainDeeds(o.head, o.org.ID, []audit.Deed{d.Deed})[0] != d.Hash {
		o.fail(13, o.org.ID, "row %d of the organization does not hash to what is stored with it", d.Seq)
	}
	o.seq, o.head = d.Seq, d.Hash
	if d.Action == audit.AnswersChanged { // of an order or an entry, which the chain does not follow
		return nil
	}
	if d.Action == audit.RefundPaidOtherwise { // of a refund, which is compared with it where its money is
		if _, twice := o.run.paidOtherwise[d.Subject]; twice {
			o.fail(4, d.Subject, "row %d of the organization says %q, which cannot follow", d.Seq, d.Action)
		}
		o.run.paidOtherwise[strings.Clone(d.Subject)] = strings.Clone(d.Commitment)
		return nil
	}
	step, known := steps[d.Action]
	was, there := o.stands[d.Subject]
	if !known || there != step.before || (d.Action == audit.OrganizationCreated) != (d.Seq == 1) {
		o.fail(4, d.Subject, "row %d of the organization says %q, which cannot follow", d.Seq, d.Action)
		return nil
	}
	switch {
	case d.Action == audit.HeadTaken:
		if last := o.run.heads[d.Subject]; d.EventSeq <= last.seq {
			o.fail(4, d.Subject, "row %d of the organization takes in ledger seq %d after %d", d.Seq, d.EventSeq, last.seq)
		}
		o.run.heads[d.Subject] = takenHead{d.EventSeq, d.Commitment}
		o.stands[d.Subject] = was
	case d.Action == audit.QuestionsChanged:
		o.run.questions[d.Subject] = d.Commitment
		o.stands[d.Subject] = was
	case d.Action == audit.ConsentsAsked:
		o.run.asked[d.Subject] = d.Commitment
		o.stands[d.Subject] = was
	case d.Action.Sealing():
		o.run.sealed.add(d)
		o.stands[d.Subject] = was
	case step.after:
		o.stands[d.Subject] = d.Commitment
	default:
		delete(o.stands, d.Subject)
	}
	return nil
}

// endOfDeeds compares the last hash with the organization's, checks its signature, and
// compares the organization itself.
func (o *orgCheck) endOfDeeds() {
	id, keys := o.org.ID, o.run.options.AuditKeys
	if o.seq != o.org.Seq || o.head != o.org.Head {
		o.fail(13, id, "the last row of the organization is not the head of its chain")
	}
	if len(keys) > 0 && !slices.ContainsFunc(keys, func(k ed25519.PublicKey) bool {
		return audit.VerifyOrganization(k, id, o.org.Seq, o.org.Head, o.org.Sig)
	}) {
		o.fail(13, id, "the head of the organization at row %d is not signed by this installation's audit key", o.org.Seq)
	}
	c := audit.Organization{ID: id, Name: o.org.Name, Color: o.org.Color, StaffPasskeys: o.org.StaffPasskeys, StaffOIDC: o.org.StaffOIDC, Websites: o.org.Websites}
	o.run.compare(id, id, c.Commitment(), "the organization's name, colour, websites or duty to sign in with a passkey or a provider")
}

// compare compares what a row makes of a subject with what the chain says, and takes
// the subject out of those that are left.
func (r *run) compare(org, subject, commitment, what string) {
	o := r.orgs[org]
	if o == nil {
		return // a row of no organization is invariant 14
	}
	said, there := o.stands[subject]
	delete(o.stands, subject)
	switch {
	case !there:
		o.fail(4, subject, "no row of organization %s says that it is there", org)
	case said != commitment:
		o.fail(4, subject, "%s is not what the organization's rows commit to", what)
	}
}

// ofOrganization notes that an event is there.
func (r *run) ofOrganization(event *events.EventRecord) {
	if len(r.options.Events) == 0 {
		r.compare(event.Event.OrgID, event.Event.ID, "", "")
	}
}

// endOfOrganizations fails what the chains say and no row is.
func (r *run) endOfOrganizations() error {
	for _, org := range slices.Sorted(maps.Keys(r.orgs)) {
		o := r.orgs[org]
		for _, subject := range slices.Sorted(maps.Keys(o.stands)) {
			o.fail(4, subject, "the rows of organization %s say that it is there, and it is not stored", org)
		}
	}
	return nil
}
