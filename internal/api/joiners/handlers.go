// Package joiners answers for people who join the waitlist of a resource by themselves: what they ask
// for on its public page, and the place behind the link that they were mailed.
package joiners

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/invoices"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storeresources "github.com/holdfast-events/holdfast/internal/store/resources"
)

const (
	// linkLife is how long the link works with which an address is confirmed.
	linkLife = inventory.Instant(2 * inventory.Hour)
	// recipientPurpose derives the key by which addresses are counted that were typed, and
	// userPurpose that from which the other system has its name for somebody.
	recipientPurpose = "resource recipients"
	userPurpose      = "resource users"
	// mostSeen bounds what is shown of one place.
	mostSeen = 200
)

// Handlers answer for people who join waitlists of resources by themselves.
type Handlers struct {
	wire.Base
	Waitlists *waitlists.Service
	Erasures  *erasure.Keeper
	// Invoices answers for the people and companies to whom fees are invoiced.
	Invoices *invoices.Handlers
	// Letter makes the job that mails a link; nil: nothing is mailed, and nobody can join.
	Letter  func(what accountmail.Kind, thing, org string) (database.Job, error)
	Settler *settlement.Settler
}

// Kinds of problem that only these resources have.
var (
	kindTerms = httpapi.Kind{
		Code: "resource_terms", Status: 422, Title: "The terms have to be agreed to", Field: "terms_version",
		Help: "Show the terms of the resource, and send terms_version as it is read with them once they are agreed to. If they were changed meanwhile, show them again.",
	}
	kindLate = httpapi.Kind{
		Code: "join_expired", Status: 410, Title: "The link is over",
		Help: "The address was not confirmed in time, and what was asked for is deleted. Join again on the page of the resource.",
	}
	kindNotJoined = httpapi.Kind{
		Code: "resource_not_joined", Status: 409, Title: "There is no place yet",
		Help: "The address has to be confirmed first, with confirm.",
	}
	kindClosed = httpapi.Kind{
		Code: "resource_not_public", Status: 403, Title: "Nobody can join here",
		Help: "public_page of the resource is false by now, or this server mails nothing. Nothing was changed.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindTerms, kindLate, kindNotJoined, kindClosed},
}

// NewResourceJoin is the body with which somebody joins the waitlist of a resource.
type NewResourceJoin struct {
	Name         string            `json:"name" minLength:"1" maxLength:"200" doc:"Who waits. Whoever has the resource reads it, with the address." example:"Ada Lovelace"`
	Email        string            `json:"email" maxLength:"254" doc:"Where the link goes with which the address is confirmed, and offers after that." example:"ada@example.org"`
	Locale       string            `json:"locale,omitempty" maxLength:"35" doc:"The language of the mails. Default: that of Accept-Language." example:"de"`
	Units        int64             `json:"units,omitempty" minimum:"1" maximum:"1000" doc:"How many units, all of one release. Default: 1."`
	Attributes   map[string]string `json:"attributes,omitempty" maxProperties:"20" doc:"What they have to be like: of what the resource lists. What is absent does not matter."`
	TermsVersion string            `json:"terms_version,omitempty" maxLength:"40" doc:"That of the terms that were agreed to. Needed where the resource has terms."`
}

// ResourceJoinAsked is the answer to whoever joins: there is no place yet.
type ResourceJoinAsked struct {
	Status    string    `json:"status" enum:"confirm_address" doc:"A link was mailed. Whoever follows and presses it is on the waitlist from then on. It is answered the same when the address waits already: then the mail leads to that place."`
	ExpiresAt time.Time `json:"expires_at" doc:"When the link is over."`
}

// Found is what a token leads to.
type Found struct {
	Resource *storeresources.Resource
	Join     *storeresources.ResourceJoin  // nil: somebody else has put them on the waitlist
	Entry    *storeresources.ResourceEntry // nil: there is no place yet
}

// Find reads a token. identity.ErrLinkInvalid: it is none, or there is nothing any more.
func (h *Handlers) Find(ctx context.Context, token string) (*Found, error) {
	entry, err := h.Links.Place(token)
	if err != nil {
		return nil, err
	}
	of, _ := id.ResourceOf(entry, id.ResourceEntry)
	f, now := new(Found), inventory.At(h.Now())
	if f.Entry, err = h.Store.Resources.Entry(ctx, of, entry); errors.Is(err, database.ErrNotFound) {
		f.Entry = nil
	} else if err != nil {
		return nil, err
	}
	if f.Join, err = h.Store.ResourceJoins.Join(ctx, of, entry); errors.Is(err, database.ErrNotFound) {
		f.Join = nil
	} else if err != nil {
		return nil, err
	}
	e, j := f.Entry, f.Join
	switch {
	case e == nil && (j == nil || j.Email == ""), e != nil && (e.Email == "" || e.EndedAt != 0 && e.EndedAt+waitlists.KeptFor <= now):
		return nil, identity.ErrLinkInvalid
	}
	if f.Resource, err = h.Store.Resources.ByID(ctx, of); errors.Is(err, database.ErrNotFound) {
		return nil, identity.ErrLinkInvalid
	}
	return f, err
}

// chosen checks what somebody asks for against what a resource lists.
func chosen(check *httpapi.Checks, r *storeresources.Resource, in map[string]string) resource.Attributes {
	out := resource.Attributes{}
	for name, value := range in {
		at := slices.IndexFunc(r.Asks, func(a storeresources.ResourceAsk) bool { return a.Name == name })
		if at < 0 || !slices.Contains(r.Asks[at].Values, value) {
			check.Add("attributes", "not_allowed", "must be of what the resource lists")
			continue
		}
		out[name] = value
	}
	return out
}

// Ask stores what somebody asks for at a resource that everybody may see, and mails the link with
// which the address is confirmed. from is where the caller is.
func (h *Handlers) Ask(ctx context.Context, from netip.Addr, r *storeresources.Resource, language string, in *NewResourceJoin) (*ResourceJoinAsked, error) {
	if h.Letter == nil {
		return nil, kindClosed.Problem()
	}
	var check httpapi.Checks
	now := inventory.At(h.Now())
	j := &storeresources.ResourceJoin{
		ResourceID: r.ID, EntryID: h.IDs.InResource(id.ResourceEntry, r.ID), Name: check.Line("name", in.Name, 1, httpapi.MaxName), Email: check.Email("email", in.Email), Locale: language,
		Attributes: chosen(&check, r, in.Attributes), Units: max(1, in.Units), Terms: r.Terms, RequestedAt: now, ExpiresAt: now + linkLife,
	}
	if in.Locale != "" {
		j.Locale = check.Locale("locale", in.Locale)
	}
	j.Address = address.Fold(j.Email)
	if err := check.Err(); err != nil {
		return nil, err
	}
	figures, err := h.Store.Resources.Figures(ctx, r.ID, now)
	switch {
	case err != nil:
		return nil, err
	case in.TermsVersion != r.TermsVersion():
		return nil, kindTerms.Problem(httpapi.FieldError{Field: "terms_version", Code: kindTerms.Code, Message: "must be that of the terms as they are"})
	case j.Units > r.MaxUnits:
		return nil, resources.Refused(&resource.Decision{Code: resource.TooManyUnits})
	case figures.Live() >= r.WaitlistLimit:
		return nil, resources.Refused(&resource.Decision{Code: resource.WaitlistFull})
	}
	// Whoever has asked for too many uses up nothing of the address that they type.
	if err := h.Access.MayMail(from); err != nil {
		return nil, err
	}
	if err := h.Access.MayMailTo(h.Links.Derive(recipientPurpose), j.Address); err != nil {
		return nil, err
	}
	answer := &ResourceJoinAsked{"confirm_address", j.ExpiresAt.Time()}
	// Whether an address waits is nobody's business but its owner's.
	if there, err := h.remind(ctx, r, j.Address); err != nil || there {
		return answer, err
	}
	mail, err := h.Letter(accountmail.ResourceAddressMail, j.EntryID, r.OrgID)
	if err != nil {
		return nil, err
	}
	return answer, h.Store.ResourceJoins.Ask(ctx, j, mail)
}

// remind mails the link to the place that an address has, and reports whether it has one.
func (h *Handlers) remind(ctx context.Context, r *storeresources.Resource, address string) (there bool, err error) {
	e, err := h.Store.Resources.LiveOf(ctx, r.ID, address)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	what := accountmail.ResourceWaitingMail
	if e.State == resource.PendingPayment {
		what = accountmail.ResourceFeeMail
	}
	mail, err := h.Letter(what, e.ID, r.OrgID)
	if err != nil {
		return false, err
	}
	return true, h.Store.ResourceJoins.Remind(ctx, mail)
}

// user is the name by which the other system knows an address: the same one whenever it joins.
func (h *Handlers) user(r *storeresources.Resource, address string) string {
	mac := hmac.New(sha256.New, h.Links.Derive(userPurpose))
	mac.Write([]byte(r.OrgID + "\x00" + address))
	return "self_" + hex.EncodeToString(mac.Sum(nil)[:12])
}

// Confirm confirms the address of somebody, and puts them on the waitlist. Confirming again changes
// nothing; where they could not be put on it, it tries again.
func (h *Handlers) Confirm(ctx context.Context, f *Found) error {
	if f.Join == nil { // there is a place, and the address was theirs to begin with
		return nil
	}
	j, err := h.Store.ResourceJoins.Confirm(ctx, f.Resource.ID, f.Join.EntryID, inventory.At(h.Now()))
	if errors.Is(err, storeresources.ErrJoinExpired) {
		return kindLate.Problem()
	}
	if err != nil || f.Entry != nil {
		return err
	}
	if !f.Resource.PublicPage {
		return kindClosed.Problem()
	}
	d, err := h.Waitlists.JoinOwn(ctx, j, h.user(f.Resource, j.Address))
	switch {
	case err != nil:
		return err
	case d.Code == resource.AlreadyWaiting: // it was confirmed with another link, or somebody has put them on it
		if h.Letter != nil {
			if _, err := h.remind(ctx, f.Resource, j.Address); err != nil {
				return err
			}
		}
		return resources.KindWaits.About()
	case d.Code != resource.OK:
		return resources.Refused(d)
	}
	return nil
}

// do decides a command for the place that was found, by its person.
func (h *Handlers) do(ctx context.Context, f *Found, command func(*storeresources.ResourceEntry) resource.Command) error {
	if f.Entry == nil {
		return kindNotJoined.Problem()
	}
	_, d, err := h.Waitlists.Do(h.by(ctx, f), f.Resource.ID, command(f.Entry))
	if err == nil && d.Code != resource.OK {
		err = resources.Refused(d)
	}
	return err
}

// by has what somebody does be theirs in the chain of the organization.
func (h *Handlers) by(ctx context.Context, f *Found) context.Context {
	return organizations.WithBy(ctx, organizations.By{Actor: f.Entry.ID, At: inventory.At(h.Now())})
}

// Accept accepts the offer that is open. payment is handed on to the other system, if that is asked.
func (h *Handlers) Accept(ctx context.Context, f *Found, payment string) error {
	if f.Entry == nil {
		return kindNotJoined.Problem()
	}
	offer, err := h.answered(ctx, f)
	if err != nil {
		return err
	}
	d, err := h.Waitlists.Accept(h.by(ctx, f), f.Resource.ID, offer, payment)
	if err == nil && d.Code != resource.OK {
		err = resources.Refused(d)
	}
	return err
}

// answered is the offer that its person answers: the one that is open or was accepted, or else the
// last.
func (h *Handlers) answered(ctx context.Context, f *Found) (offer string, err error) {
	if f.Entry.OfferID != "" {
		return f.Entry.OfferID, nil
	}
	list, err := h.Store.Resources.EntryOffers(ctx, f.Resource.ID, f.Entry.ID, mostSeen)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[len(list)-1].ID, nil
}

// Checkout returns the page on which the fee of a place is paid.
func (h *Handlers) Checkout(ctx context.Context, f *Found, provider string) (*resources.ResourceCheckout, error) {
	if f.Entry == nil {
		return nil, kindNotJoined.Problem()
	}
	return resources.Checkout(ctx, h.Settler, f.Entry, provider)
}

// Opened stores that its person looks at what they are offered, the first time.
func (h *Handlers) Opened(ctx context.Context, f *Found) error {
	if f.Entry == nil || f.Entry.State != resource.Offered {
		return nil
	}
	o, err := h.Store.Resources.Offer(ctx, f.Resource.ID, f.Entry.OfferID)
	if err != nil {
		return err
	}
	return h.Waitlists.Seen(ctx, o)
}

// Decline declines the offer that is open.
func (h *Handlers) Decline(ctx context.Context, f *Found) error {
	if f.Entry != nil && f.Entry.State == resource.Declined {
		return nil
	}
	return h.do(ctx, f, func(e *storeresources.ResourceEntry) resource.Command { return resource.Answer{OfferID: e.OfferID} })
}

// Forget erases who it is; a place that is live ends first.
func (h *Handlers) Forget(ctx context.Context, f *Found) error {
	entry := ""
	if f.Entry != nil {
		entry = f.Entry.ID
		ctx = h.by(ctx, f)
	} else {
		entry = f.Join.EntryID
	}
	if err := h.Waitlists.Forget(ctx, entry); err != nil {
		return err
	}
	if f.Entry != nil {
		if err := h.Erasures.Visited(ctx, f.Resource.OrgID, f.Entry.UserID, f.Entry.Email); err != nil {
			return err
		}
	}
	// When that fails a job does it within a minute.
	_ = h.Erasures.Work(ctx)
	return nil
}
