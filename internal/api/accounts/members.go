package accounts

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// OwnOrganization is an organization as its members see it: with what they have
// to know of the installation that it is on.
type OwnOrganization struct {
	wire.Organization
	PasskeyRequired bool   `json:"passkey_required" doc:"Its members must sign in with a passkey to act for it."`
	OIDCRequired    bool   `json:"oidc_required" doc:"Its members must sign in with the OpenID Connect provider of this installation to act for it."`
	Mail            string `json:"mail" enum:"server,mailbox,none" doc:"Where mail of this installation goes. server: to a mail server. mailbox: it is kept and shown at /mailbox, for trying things out. none: nowhere, links to sign in included; messages are in people's inboxes only." example:"server"`
	// Websites are the origins whose pages may take part.
	Websites []string `json:"websites" doc:"Origins of websites whose pages may show events in a frame, and may register people, join the waitlist and order for them in their browsers and without credentials (CORS)." example:"[\"https://riverside.example\"]"`
	// DeniedProviders are the payment providers that deny access.
	DeniedProviders []string `json:"payment_providers_denied" doc:"Payment providers that do not accept the key of this installation, or do not allow what was last asked for with it. Whoever runs it finds the answer of the provider in its log."`
	// RefundsFailed are the refunds that need a person.
	RefundsFailed int64 `json:"refunds_failed" doc:"How many refunds have failed for good, of orders, bookings and places, and were neither retried nor made by hand since: GET /v1/refunds lists them." example:"0"`
	// Decisions are the resources of which accepted offers need a person.
	Decisions []ResourceDecisions `json:"resource_decisions" doc:"Resources of which accepted offers wait for somebody to decide, because their system gave no answer that decides: those that have waited longest first, at most 10."`
}

// ResourceDecisions is how many accepted offers of a resource wait for somebody to decide.
type ResourceDecisions struct {
	Key    string    `json:"resource_key" example:"harbour-tables"`
	Name   string    `json:"name" example:"Table at the Old Harbour"`
	Offers int64     `json:"offers" doc:"How many: GET /v1/resources/{resource_key}/offers?accepting=true lists them." example:"3"`
	Since  time.Time `json:"since" doc:"When the first of them was left to people."`
}

// mostDecisions is how many resources are named of which accepted offers wait for somebody to decide.
const mostDecisions = 10

// OrganizationChange is the body that changes an organization. What is absent stays.
type OrganizationChange struct {
	Name            *string `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"What it is called."`
	Color           *string `json:"color,omitempty" maxLength:"7" doc:"#rrggbb; empty: the default."`
	PasskeyRequired *bool   `json:"passkey_required,omitempty" doc:"Whether its members must sign in with a passkey to act for it."`
	OIDCRequired    *bool   `json:"oidc_required,omitempty" doc:"Whether its members must sign in with the OpenID Connect provider of this installation to act for it: neither a link by mail nor a passkey is enough then. Not together with passkey_required."`
	// Websites take the place of those that are there.
	Websites *[]string `json:"websites,omitempty" maxItems:"20" doc:"Origins of websites whose pages may show events in a frame, register people, join the waitlist and order for them: https and a host, with its port if it is another than 443; http for localhost only. They take the place of those that are there." example:"[\"https://riverside.example\"]"`
}

// NewOrganization is the body that creates an organization.
type NewOrganization struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called. Plain text." example:"Riverside Workshop"`
}

// Member is somebody who may act for the organization.
type Member struct {
	ID        string           `json:"id" example:"mem_3k9q0a7c1v5m" doc:"The name that the audit log uses."`
	Email     string           `json:"email"`
	Name      string           `json:"name"`
	Role      string           `json:"role" enum:"owner,organizer,box_office,door,viewer,events" doc:"In the organization. events: only the roles in single events."`
	Events    []wire.EventRole `json:"events" doc:"Roles in single events, beside role; by event."`
	SignedIn  bool             `json:"signed_in" doc:"Whether somebody has ever signed in with the address."`
	CreatedAt time.Time        `json:"created_at"`
}

// MemberList are the members of an organization.
type MemberList struct {
	Items []Member `json:"items"`
}

// NewMember is the body that invites a member.
type NewMember struct {
	Email  string           `json:"email" minLength:"3" maxLength:"254" doc:"The address that the person signs in with."`
	Name   string           `json:"name,omitempty" maxLength:"200" doc:"Plain text."`
	Role   string           `json:"role" enum:"owner,organizer,box_office,door,viewer,events" doc:"What the person may do. events: only what the roles in single events let them, of which there is one at least."`
	Events []wire.EventRole `json:"events,omitempty" maxItems:"100" doc:"Roles in single events, beside role: there the stronger of the two counts. Each event once."`
}

// MemberChange is the body that changes a member. What is absent stays.
type MemberChange struct {
	Name   *string           `json:"name,omitempty" maxLength:"200" doc:"Plain text."`
	Role   *string           `json:"role,omitempty" enum:"owner,organizer,box_office,door,viewer,events" doc:"What the person may do. events: only what the roles in single events let them, of which there is one at least."`
	Events *[]wire.EventRole `json:"events,omitempty" maxItems:"100" doc:"Roles in single events; they take the place of those that are there."`
}

func memberOf(m *organizations.Member) *Member {
	return &Member{ID: m.ID, Email: m.Email, Name: m.Name, Role: m.Role, Events: wire.EventRolesOf(m.Events), SignedIn: m.SignedIn, CreatedAt: m.CreatedAt.Time()}
}

func (h *Handlers) ownOrganizationOf(ctx context.Context, o *organizations.Profile) (*OwnOrganization, error) {
	denials, err := h.Store.Payments.Denials(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	denied := []string{}
	for i := range denials {
		provider, _ := payment.CutAccount(denials[i].Provider)
		denied = append(denied, provider)
	}
	slices.Sort(denied)
	failed, err := h.Store.Payouts.CountFailed(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	undecided, err := h.Store.Resources.Undecided(ctx, o.ID, mostDecisions)
	if err != nil {
		return nil, err
	}
	decisions := make([]ResourceDecisions, len(undecided))
	for i, u := range undecided {
		decisions[i] = ResourceDecisions{u.Key, u.Name, u.Count, u.Since.Time()}
	}
	return &OwnOrganization{wire.OrganizationOf(o), o.StaffPasskeys, o.StaffOIDC, h.mailWay(), o.Websites, slices.Compact(denied), failed, decisions}, nil
}

// mailWay says where mail of this installation goes.
func (h *Handlers) mailWay() string { return cmp.Or(h.Mail, wire.MailNowhere) }

func (h *Handlers) getOrganization(c *access.Call, _ *httpapi.None) (*OwnOrganization, error) {
	o, err := h.Store.Organizations.Profile(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	return h.ownOrganizationOf(c.Context(), o)
}

// createOrganization makes somebody who is signed in the first owner of a new
// organization. The very first of an installation is made by whoever runs it.
func (h *Handlers) createOrganization(c *access.Call, in *NewOrganization) (*wire.Membership, error) {
	var check httpapi.Checks
	org := organizations.Organization{ID: c.OwnID(id.Organization), Name: check.Line("name", in.Name, 1, httpapi.MaxName), CreatedAt: inventory.At(h.Now())}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if h.Reader.NewOrganizations != identity.ByAnyone {
		return nil, kindOperatorCreates.Problem()
	}
	if setUp, err := h.Store.Organizations.AnyMember(c.Context()); err != nil || !setUp {
		return nil, cmp.Or(err, error(kindOperatorCreates.Problem()))
	}
	account, err := h.Store.Accounts.Account(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	owner := organizations.Member{
		ID: c.OwnID(id.Member), OrgID: org.ID, Address: account.Address, Email: account.Email, Name: account.Name,
		Role: string(identity.Owner), CreatedAt: org.CreatedAt,
	}
	fresh := &wire.Membership{MemberID: owner.ID, Organization: wire.Organization{ID: org.ID, Name: org.Name}, Role: owner.Role}
	err = h.Store.Organizations.CreateOwned(c.Context(), org, owner, identity.MaxOwned)
	switch {
	case errors.Is(err, database.ErrLimit):
		return nil, kindOrganizationLimit.Problem()
	case errors.Is(err, database.ErrNotFound): // the account was deleted a moment ago
		return nil, identity.ErrUnauthenticated
	case err == nil:
		h.Access.Logins.ForgetMembers()
	}
	return access.Made(c, err, fresh, func(ctx context.Context) (*wire.Membership, error) {
		o, err := h.Store.Organizations.Profile(ctx, org.ID)
		if err != nil {
			return nil, err
		}
		return &wire.Membership{MemberID: owner.ID, Organization: wire.OrganizationOf(o), Role: owner.Role}, nil
	}, func(have *wire.Membership) bool { return have.Organization.Name == org.Name })
}

var colorForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (h *Handlers) changeOrganization(c *access.Call, in *OrganizationChange) (*OwnOrganization, error) {
	o, err := h.Store.Organizations.Profile(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Name != nil {
		o.Name = check.Line("name", *in.Name, 1, httpapi.MaxName)
	}
	if in.Color != nil {
		if o.Color = *in.Color; o.Color != "" && !colorForm.MatchString(o.Color) {
			check.Add("color", "bad_format", "must be a colour like #0f766e, in lower case, or empty")
		}
	}
	if in.Websites != nil {
		o.Websites = websites(&check, *in.Websites)
	}
	h.asked(&check, o, in)
	if err := check.Err(); err != nil {
		return nil, err
	}
	// Else the first who cannot act any more is the one who asked for it.
	if l := c.Caller.Login; l != nil {
		switch {
		case in.PasskeyRequired != nil && *in.PasskeyRequired && !l.Passkey:
			return nil, identity.ErrPasskey
		case in.OIDCRequired != nil && *in.OIDCRequired && !l.OIDC:
			return nil, identity.ErrOIDC
		}
	}
	if err := h.Store.Organizations.ChangeProfile(c.Context(), *o); err != nil {
		return nil, err
	}
	h.Access.Logins.ForgetMembers()
	h.Access.ForgetWebsites(o.ID)
	return h.ownOrganizationOf(c.Context(), o)
}

// asked takes what an organization asks of its members when they sign in.
func (h *Handlers) asked(check *httpapi.Checks, o *organizations.Profile, in *OrganizationChange) {
	if in.PasskeyRequired != nil {
		o.StaffPasskeys = *in.PasskeyRequired
	}
	if in.OIDCRequired == nil {
		if o.StaffPasskeys && o.StaffOIDC && in.PasskeyRequired != nil {
			check.Add("passkey_required", "not_together", "cannot be asked for while members must sign in with the provider")
		}
		return
	}
	o.StaffOIDC = *in.OIDCRequired
	switch {
	case o.StaffOIDC && h.OIDC == nil:
		check.Add("oidc_required", "no_provider", "cannot be asked for: this installation has no OpenID Connect provider")
	case o.StaffOIDC && o.StaffPasskeys:
		check.Add("oidc_required", "not_together", "cannot be asked for while members must sign in with a passkey")
	}
}

// maxWebsites is how many websites may take part for an organization.
const maxWebsites = 20

// websites are the origins as browsers name them, each once.
func websites(check *httpapi.Checks, typed []string) []string {
	if len(typed) > maxWebsites {
		check.Add("websites", "too_many", "must be at most %d", maxWebsites)
		return nil
	}
	origins := []string{}
	for i, text := range typed {
		origin := check.Origin("websites["+httpapi.Itoa(int64(i))+"]", text)
		if !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	return origins
}

func (h *Handlers) listMembers(c *access.Call, _ *httpapi.None) (*MemberList, error) {
	list, err := h.Store.Organizations.Members(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &MemberList{Items: []Member{}}
	for i := range list {
		out.Items = append(out.Items, *memberOf(&list[i]))
	}
	return out, nil
}

func (h *Handlers) inviteMember(c *access.Call, in *NewMember) (*Member, error) {
	var check httpapi.Checks
	email := check.Email("email", in.Email)
	m := organizations.Member{
		ID: c.OwnID(id.Member), OrgID: c.Caller.OrgID, Email: email, Address: address.Fold(email),
		Name: check.Line("name", in.Name, 0, httpapi.MaxName), Role: in.Role, CreatedAt: inventory.At(h.Now()),
	}
	events, err := h.eventRoles(c, &check, in.Role, in.Events)
	if err != nil {
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	m.Events = events
	job, err := h.letter(accountmail.InvitationMail, m.ID, m.OrgID)
	if err != nil {
		return nil, err
	}
	err = h.Store.Organizations.AddMember(c.Context(), m, job)
	if errors.Is(err, database.ErrConflict) {
		return h.sameMember(c, &m)
	}
	if errors.Is(err, database.ErrLimit) {
		return nil, kindMemberLimit.Problem()
	}
	if err != nil {
		return nil, err
	}
	h.Access.Logins.ForgetMembers()
	return memberOf(&m), nil
}

// eventRoles checks roles in single events, each of the organization, and returns them by event.
func (h *Handlers) eventRoles(c *access.Call, check *httpapi.Checks, role string, in []wire.EventRole) ([]organizations.EventRole, error) {
	if len(in) > organizations.MaxEventRoles {
		check.Add("events", "too_many", "must be at most %d", organizations.MaxEventRoles)
		return nil, nil
	}
	if role == string(identity.EventsOnly) && len(in) == 0 {
		check.Add("events", "required", "must name an event: there is no other role")
	}
	list := make([]organizations.EventRole, 0, len(in))
	for i, r := range in {
		at := "events[" + httpapi.Itoa(int64(i)) + "].event_id"
		k, err := h.Access.Event(c.Context(), r.EventID)
		switch {
		case errors.Is(err, database.ErrNotFound) || err == nil && k.OrgID != c.Caller.OrgID:
			check.Add(at, "unknown", "is not an event of this organization")
		case err != nil:
			return nil, err
		case slices.ContainsFunc(list, func(have organizations.EventRole) bool { return have.EventID == r.EventID }):
			check.Add(at, "duplicate", "is named before")
		default:
			list = append(list, organizations.EventRole{EventID: r.EventID, Role: r.Role})
		}
	}
	slices.SortFunc(list, func(a, b organizations.EventRole) int { return cmp.Compare(a.EventID, b.EventID) })
	return list, nil
}

// sameMember answers a repetition with the member that the first request made.
func (h *Handlers) sameMember(c *access.Call, want *organizations.Member) (*Member, error) {
	have, err := h.Store.Organizations.MemberByID(c.Context(), want.OrgID, want.ID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, kindMemberExists.Problem(
			httpapi.FieldError{Field: "email", Code: kindMemberExists.Code, Message: "is that of a member"})
	case err != nil:
		return nil, err
	}
	if err := c.Repeated(have.Address == want.Address && have.Name == want.Name && have.Role == want.Role && slices.Equal(have.Events, want.Events)); err != nil {
		return nil, err
	}
	return memberOf(have), nil
}

// memberParam is the member in the path.
func (h *Handlers) memberParam(c *access.Call) (*organizations.Member, error) {
	member := c.Param("member_id")
	if !id.Valid(member, id.Member) {
		return nil, database.ErrNotFound
	}
	return h.Store.Organizations.MemberByID(c.Context(), c.Caller.OrgID, member)
}

func (h *Handlers) changeMember(c *access.Call, in *MemberChange) (*Member, error) {
	m, err := h.memberParam(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Name != nil {
		m.Name = check.Line("name", *in.Name, 0, httpapi.MaxName)
	}
	if in.Role != nil {
		m.Role = *in.Role
	}
	of := wire.EventRolesOf(m.Events)
	if in.Events != nil {
		of = *in.Events
	}
	if in.Role != nil || in.Events != nil {
		if m.Events, err = h.eventRoles(c, &check, m.Role, of); err != nil {
			return nil, err
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Organizations.ChangeMember(c.Context(), m.OrgID, m.ID, m.Name, m.Role, m.Events); err != nil {
		return nil, err
	}
	h.Access.Logins.ForgetMembers()
	return memberOf(m), nil
}

func (h *Handlers) removeMember(c *access.Call, _ *httpapi.None) (*Accepted, error) {
	m, err := h.memberParam(c)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Organizations.RemoveMember(c.Context(), m.OrgID, m.ID); err != nil {
		return nil, err
	}
	h.Access.Logins.ForgetMembers()
	return &Accepted{"removed"}, nil
}
