package resources

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Defaults of a resource.
const (
	defaultWindow = 30 * inventory.Minute
	defaultLimit  = 1000
	defaultUnits  = 20
)

// ResourceIn is the body that makes a resource, or changes one. What is absent has its default.
type ResourceIn struct {
	Name            string              `json:"name" minLength:"1" maxLength:"200" doc:"What people read that they wait for." example:"Table at the Old Harbour"`
	Timezone        string              `json:"timezone,omitempty" maxLength:"60" doc:"IANA time zone, in which people are told times. Default: UTC." example:"Europe/Berlin"`
	WindowSeconds   int64               `json:"window_seconds,omitempty" minimum:"60" maximum:"2592000" doc:"How long an offer stands. Default: 1800."`
	WaitlistLimit   int64               `json:"waitlist_limit,omitempty" minimum:"1" maximum:"10000" doc:"How many wait at most. Default: 1000."`
	MaxUnits        int64               `json:"max_units,omitempty" minimum:"1" maximum:"1000" doc:"How many units somebody may wait for. Default: 20."`
	HeadStart       int64               `json:"class_head_start_seconds,omitempty" minimum:"0" maximum:"31536000" doc:"What one step of priority_class is worth: whoever has it counts as having joined so much earlier, so that nobody waits for ever. Default: 0."`
	FirstToAccept   int64               `json:"first_to_accept,omitempty" minimum:"0" maximum:"20" doc:"To how many the same units are offered at once, 2 to 20: the first who fit, in their order. The first to accept has them, and the others keep their places. 0, the default: to one after another."`
	PositionDisplay string              `json:"position_display,omitempty" enum:"exact,hidden" doc:"Whether people see their position. Default: exact."`
	Price           *ResourcePrice      `json:"price,omitempty" doc:"What a unit costs at your system. People are shown it, and an offer keeps it as it was when it was made: your system is told it when it is asked at confirm_url. Nothing is charged. Default: nothing is said of a price."`
	HoldFee         *ResourceFee        `json:"hold_fee,omitempty" doc:"What people pay for a place on the waitlist, at a payment provider of the organization or by hand (mark-resource-entry-paid). A place is theirs, behind those who have paid before, when the payment is in, for which they have 30 minutes. Whoever joins pays what is asked at that time. Refused (no_payment_provider) where nobody could pay it; what a resource asks for already stays. Default: nothing."`
	ConfirmURL      string              `json:"confirm_url,omitempty" maxLength:"2000" doc:"Where your system is asked when somebody accepts, before that is final: an https address that is not inside a private network. Asked with the offer's id as Idempotency-Key, signed with the secret of the resource as Standard Webhooks says, and again until it is answered. 200 or 201: it is theirs. 409: it is gone, and they wait on. 422: they do not get it. Default: accepting is final at once."`
	NotifyURL       string              `json:"notify_url,omitempty" maxLength:"2000" doc:"Where your system is told what became of offers: an https address that is not inside a private network. Signed with the secret of the resource as Standard Webhooks says, and sent again until it is taken. Default: nowhere."`
	PublicPage      bool                `json:"public_page,omitempty" doc:"Everybody can see the resource on a page of its own, and join its waitlist there with an address that they confirm first. Default: false."`
	Description     string              `json:"description,omitempty" maxLength:"4000" doc:"What the public page says of it. Plain text."`
	Attributes      []ResourceAttribute `json:"attributes,omitempty" maxItems:"20" doc:"What people can ask for on the public page. Calls with a key may ask for others, too."`
	Terms           string              `json:"terms,omitempty" maxLength:"4000" doc:"What people have to agree to on the public page before they join. Plain text; what each agreed to is kept. Default: nothing."`
	Version         int64               `json:"version,omitempty" minimum:"1" doc:"Of the resource as you read it, so that nobody's change is lost: if somebody has changed it since, yours is refused. Absent: it is changed, whatever it is by now."`
}

// ResourceAttribute is something that people can ask for on the public page of a resource.
type ResourceAttribute struct {
	Name   string   `json:"name" minLength:"1" maxLength:"60" doc:"As in what is released." example:"area"`
	Label  string   `json:"label,omitempty" maxLength:"60" doc:"What people read. Default: the name." example:"Where"`
	Values []string `json:"values" minItems:"1" maxItems:"50" doc:"What can be asked for; nobody has to." example:"[\"terrace\",\"hall\"]"`
}

// Resource is capacity that another system owns.
type Resource struct {
	ID              string              `json:"id" example:"res_3k9q0a7c1v5m"`
	Key             string              `json:"key" doc:"What you call it." example:"harbour-tables"`
	Name            string              `json:"name"`
	Timezone        string              `json:"timezone"`
	WindowSeconds   int64               `json:"window_seconds"`
	WaitlistLimit   int64               `json:"waitlist_limit"`
	MaxUnits        int64               `json:"max_units"`
	HeadStart       int64               `json:"class_head_start_seconds"`
	FirstToAccept   int64               `json:"first_to_accept" doc:"To how many the same units are offered at once; 0: to one after another."`
	PositionDisplay string              `json:"position_display" enum:"exact,hidden"`
	Price           *ResourcePrice      `json:"price,omitempty"`
	HoldFee         *ResourceFee        `json:"hold_fee,omitempty"`
	ConfirmURL      string              `json:"confirm_url,omitempty"`
	NotifyURL       string              `json:"notify_url,omitempty"`
	PublicPage      bool                `json:"public_page"`
	PageURL         string              `json:"page_url,omitempty" doc:"Of the public page, if there is one."`
	Description     string              `json:"description,omitempty"`
	Attributes      []ResourceAttribute `json:"attributes" doc:"What people can ask for on the public page."`
	Terms           string              `json:"terms,omitempty"`
	SecretVersion   int64               `json:"secret_version" doc:"Which secret signs."`
	SignalURL       string              `json:"signal_url" doc:"Where your system may send what it releases and withdraws without a key, signed with the secret."`
	SignalSubject   string              `json:"signal_subject,omitempty" doc:"Where your system may publish the same body with the same headers, with .capacity-released or .capacity-withdrawn behind it. Absent: this server has no NATS." example:"holdfast.resources.org_3k9q0a7c1v5m.harbour-tables"`
	Unpaid          int64               `json:"pending_payment" doc:"Who has a fee to pay before they are in the queue."`
	Waiting         int64               `json:"waiting" doc:"Who waits and has no offer."`
	Offered         int64               `json:"offered" doc:"Who has an open offer."`
	Accepting       int64               `json:"accepting" doc:"Who has accepted, while your system is asked."`
	Failed          int64               `json:"failed_confirmations" doc:"Of these, about whom your system gave no answer that decides: somebody has to, with :resolve."`
	FreeUnits       int64               `json:"free_units" doc:"Units that were released and that nobody has: whoever joins and fits is offered them at once. Withdraw what you sell yourself."`
	Seq             int64               `json:"seq" doc:"Grows with each change of the waitlist."`
	Version         int64               `json:"version" doc:"Grows with each change of the rules. Send it back when you change them."`
	CreatedAt       time.Time           `json:"created_at"`
	UpdatedAt       time.Time           `json:"updated_at"`
	Secret          string              `json:"secret,omitempty" doc:"What both sign with, as Standard Webhooks says. Shown when the resource is made and when it is rotated." example:"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="`
}

// ResourceList is a page of resources.
type ResourceList struct {
	httpapi.List[Resource] `doc:"By key."`
}

func (h *Handlers) resourceOf(c *access.Call, r *resources.Resource) (*Resource, error) {
	f, err := h.Store.Resources.Figures(c.Context(), r.ID, inventory.At(h.Now()))
	if err != nil {
		return nil, err
	}
	page, subject := "", ""
	if h.Broker {
		subject = broker.Prefix + "." + r.OrgID + "." + r.Key
	}
	if r.PublicPage {
		page = h.Access.Base.JoinPath(PagePath + r.ID).String()
	}
	return &Resource{
		PublicPage: r.PublicPage, PageURL: page, Description: r.Description, Attributes: Attributes(r), Terms: r.Terms,
		ID: r.ID, Key: r.Key, Name: r.Name, Timezone: r.Timezone, WindowSeconds: int64(r.ClaimWindow / inventory.Second), WaitlistLimit: r.WaitlistLimit, MaxUnits: r.MaxUnits,
		HeadStart: int64(r.HeadStart / inventory.Second), PositionDisplay: r.PositionDisplay, ConfirmURL: r.ConfirmURL, NotifyURL: r.NotifyURL, SecretVersion: r.SecretVersion,
		SignalURL: h.Access.Base.JoinPath("/v1/resource-signals/" + r.ID).String(), SignalSubject: subject, Waiting: f.Waiting, Offered: f.Offered, Accepting: f.Accepting, Failed: f.Failed, FreeUnits: f.FreeUnits, Seq: r.Seq,
		FirstToAccept: r.AtOnce, Version: r.Version, Price: PriceOf(r.Price, r.PriceCurrency), HoldFee: FeeOf(r), Unpaid: f.Unpaid,
		CreatedAt: r.CreatedAt.Time(), UpdatedAt: r.UpdatedAt.Time(),
	}, nil
}

// PagePath is where the public pages of resources are.
const PagePath = "/resources/"

// Attributes are what people can ask for on the public page of a resource.
func Attributes(r *resources.Resource) []ResourceAttribute {
	list := make([]ResourceAttribute, len(r.Asks))
	for i, a := range r.Asks {
		list[i] = ResourceAttribute(a)
	}
	return list
}

// asks checks what people can ask for.
func asks(check *httpapi.Checks, in []ResourceAttribute) []resources.ResourceAsk {
	list, seen := []resources.ResourceAsk{}, map[string]bool{}
	for i, a := range in {
		field := fmt.Sprintf("attributes[%d]", i)
		a.Name = check.Line(field+".name", a.Name, 1, maxName)
		a.Label = cmp.Or(check.Line(field+".label", a.Label, 0, maxName), a.Name)
		if seen[a.Name] {
			check.Add(field+".name", "duplicate", "is there twice")
		}
		seen[a.Name] = true
		values := map[string]bool{}
		for k := range a.Values {
			of := fmt.Sprintf("%s.values[%d]", field, k)
			a.Values[k] = check.Line(of, a.Values[k], 1, maxName)
			if values[a.Values[k]] {
				check.Add(of, "duplicate", "is there twice")
			}
			values[a.Values[k]] = true
		}
		list = append(list, resources.ResourceAsk(a))
	}
	return list
}

// keyForm is what a key may look like.
var keyForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// rules checks a resource as it is asked for, under a key.
func (h *Handlers) rules(c *access.Call, at, key string, in *ResourceIn) (*resources.Resource, error) {
	var check httpapi.Checks
	now := inventory.At(h.Now())
	if !keyForm.MatchString(key) {
		check.Add(at, "bad_format", "must have 1 to 64 lower-case letters, digits, - or _, and begin with a letter or digit")
	}
	r := &resources.Resource{
		OrgID: c.Caller.OrgID, Key: key, Name: check.Line("name", in.Name, 1, httpapi.MaxName), Timezone: "UTC",
		PublicPage: in.PublicPage, Description: check.Prose("description", in.Description, maxProse), Asks: asks(&check, in.Attributes), Terms: check.Prose("terms", in.Terms, maxProse),
		PositionDisplay: cmp.Or(in.PositionDisplay, "exact"), NotifyURL: in.NotifyURL, SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{
			ClaimWindow:   inventory.Micros(cmp.Or(in.WindowSeconds, int64(defaultWindow/inventory.Second))) * inventory.Second,
			WaitlistLimit: cmp.Or(in.WaitlistLimit, defaultLimit), MaxUnits: cmp.Or(in.MaxUnits, defaultUnits), HeadStart: inventory.Micros(in.HeadStart) * inventory.Second,
			ConfirmURL: in.ConfirmURL, AtOnce: in.FirstToAccept,
		},
		Version: in.Version,
	}
	if in.FirstToAccept == 1 {
		check.Add("first_to_accept", "out_of_range", "must be 0, or 2 to 20")
	}
	if in.Timezone != "" {
		if zone := check.Zone("timezone", in.Timezone); zone != nil {
			r.Timezone = zone.String()
		}
	}
	money(&check, r, in)
	h.checkURL(&check, "notify_url", in.NotifyURL)
	h.checkURL(&check, "confirm_url", in.ConfirmURL)
	if err := h.payable(c, &check, r); err != nil {
		return nil, err
	}
	return r, check.Err()
}

func (h *Handlers) putResource(c *access.Call, in *ResourceIn) (*Resource, error) {
	r, err := h.rules(c, "resource_key", c.Param("resource_key"), in)
	if err != nil {
		return nil, err
	}
	r.ID = h.Access.IDs.Top(id.Resource)
	kept, created, err := h.Store.Resources.PutResource(organizations.WithBy(c.Context(), c.By()), *r)
	switch {
	case errors.Is(err, database.ErrLimit):
		return nil, kindResources.Problem()
	case errors.Is(err, resources.ErrChanged):
		return nil, kindChanged.Problem(httpapi.FieldError{Field: "version", Code: kindChanged.Code, Message: "is not that of the resource as it is"})
	case err != nil:
		return nil, err
	}
	out, err := h.resourceOf(c, kept)
	if err == nil && created {
		c.Status, out.Secret = 201, h.Webhooks.SecretOf(kept.ID, kept.SecretVersion)
	}
	return out, err
}

// NewResource is the body that makes a resource, and changes none.
type NewResource struct {
	Key string `json:"key" minLength:"1" maxLength:"64" doc:"Your own name for it, with which it is read and changed: lower-case letters, digits, - and _." example:"harbour-tables"`
	ResourceIn
}

func (h *Handlers) createResource(c *access.Call, in *NewResource) (*Resource, error) {
	r, err := h.rules(c, "key", in.Key, &in.ResourceIn)
	if err != nil {
		return nil, err
	}
	r.ID, r.Version = c.OwnID(id.Resource), 0
	err = h.Store.Resources.CreateResource(organizations.WithBy(c.Context(), c.By()), r)
	if errors.Is(err, database.ErrConflict) {
		if r, err = h.repeated(c, r); errors.Is(err, database.ErrNotFound) {
			return nil, kindKeyTaken.Problem(httpapi.FieldError{Field: "key", Code: kindKeyTaken.Code, Message: "is that of another resource"})
		}
	}
	if errors.Is(err, database.ErrLimit) {
		return nil, kindResources.Problem()
	}
	if err != nil {
		return nil, err
	}
	out, err := h.resourceOf(c, r)
	if err == nil {
		out.Secret = h.Webhooks.SecretOf(r.ID, r.SecretVersion)
	}
	return out, err
}

// repeated is the resource that the first of two requests with the same Idempotency-Key made, or
// ErrNotFound: another has the key.
func (h *Handlers) repeated(c *access.Call, want *resources.Resource) (*resources.Resource, error) {
	have, err := h.Store.Resources.ByID(c.Context(), want.ID)
	if err != nil {
		return nil, err
	}
	return have, c.Repeated(have.Key == want.Key && have.Name == want.Name)
}

// checkURL checks an address of the other system, unless there is none.
func (h *Handlers) checkURL(check *httpapi.Checks, field, url string) {
	if url == "" {
		return
	}
	switch err := h.Webhooks.Check(url); {
	case errors.Is(err, netguard.ErrPrivate):
		check.Add(field, "forbidden", "is an address inside a private network")
	case err != nil:
		check.Add(field, "bad_format", "is not an https address without a user, a password or a fragment")
	}
}

// resource is the resource in the path.
func (h *Handlers) resource(c *access.Call) (*resources.Resource, error) {
	r, err := h.Store.Resources.ByKey(c.Context(), c.Caller.OrgID, c.Param("resource_key"))
	if err != nil {
		return nil, err
	}
	return r, ownedBy(c, r.OrgID)
}

// ownedBy asks for access to a thing of the caller's organization.
func ownedBy(c *access.Call, org string) error {
	return c.Caller.Authorize(c.Action, identity.Resource{OrgID: org})
}

func (h *Handlers) getResource(c *access.Call, _ *httpapi.None) (*Resource, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	return h.resourceOf(c, r)
}

func (h *Handlers) listResources(c *access.Call, _ *httpapi.None) (*ResourceList, error) {
	list, err := httpapi.TryList(&c.Request, "resources "+c.Caller.OrgID,
		func(after string, limit int) ([]resources.Resource, error) {
			return h.Store.Resources.Page(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(r *resources.Resource) string { return r.Key },
		func(r *resources.Resource) (shown Resource, err error) {
			of, err := h.resourceOf(c, r)
			if err != nil {
				return shown, err
			}
			return *of, nil
		})
	return &ResourceList{list}, err
}

func (h *Handlers) rotateSecret(c *access.Call, _ *httpapi.None) (*Resource, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	if r, err = h.Store.Resources.RotateSecret(organizations.WithBy(c.Context(), c.By()), r.ID, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	out, err := h.resourceOf(c, r)
	if err == nil {
		out.Secret = h.Webhooks.SecretOf(r.ID, r.SecretVersion)
	}
	return out, err
}
