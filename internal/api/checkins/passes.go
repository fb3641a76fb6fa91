package checkins

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// maxPassName is how long the name of a pass can be, in characters.
const maxPassName = 80

// NewCheckinPass is the body that lets a phone check people in.
type NewCheckinPass struct {
	Name       string     `json:"name" minLength:"1" maxLength:"80" doc:"What the phone is called, for organizers." example:"Gate A, Mia"`
	ListID     string     `json:"list_id,omitempty" maxLength:"64" doc:"Which list of the door. Default: the list that the gate belongs to, else the event's own."`
	Gate       string     `json:"gate,omitempty" maxLength:"64" doc:"Where the phone stands, for the counts."`
	ValidFrom  *time.Time `json:"valid_from,omitempty" doc:"Default: six hours before the doors of the event open, or it begins. At most seven days before it begins."`
	ValidUntil *time.Time `json:"valid_until,omitempty" doc:"Default: six hours after the event ends. At most two days after, and 14 days after valid_from."`
}

// CheckinPassChange is the body that changes a pass. What is absent stays.
type CheckinPassChange struct {
	Name       *string    `json:"name,omitempty" minLength:"1" maxLength:"80"`
	ValidFrom  *time.Time `json:"valid_from,omitempty"`
	ValidUntil *time.Time `json:"valid_until,omitempty"`
}

// CheckinPassEnd is the body that signs a phone out.
type CheckinPassEnd struct {
	LateScans string `json:"late_scans,omitempty" enum:"take,refuse" doc:"What becomes of what the phone scanned before and has not handed in. take, the default: it is taken for a day. refuse: nothing more is taken, for a phone that was lost."`
}

// RedeemedCode is the body with which a phone takes a pass.
type RedeemedCode struct {
	Code string `json:"code" minLength:"1" maxLength:"64" doc:"What stands behind the # of the link." example:"hq_MDEyMzQ1Njc4OWFiY2RlZg"`
}

// CheckinPass is the pass of a phone, as organizers see it.
type CheckinPass struct {
	ID           string     `json:"id" example:"cpa_3k9q0a7c1v5m06f2w8d4xk1n7p9s" doc:"The scans of its phone have it as their device_id."`
	EventID      string     `json:"event_id"`
	Name         string     `json:"name"`
	ListID       string     `json:"list_id,omitempty" doc:"Absent for the event's own list."`
	Gate         string     `json:"gate,omitempty"`
	ValidFrom    time.Time  `json:"valid_from"`
	ValidUntil   time.Time  `json:"valid_until"`
	Status       string     `json:"status" enum:"waiting,in_use,expired,ended" doc:"waiting: no phone has used the code. in_use: one has. expired: its hours are past. ended: the phone was signed out."`
	CreatedAt    time.Time  `json:"created_at"`
	RedeemedAt   *time.Time `json:"redeemed_at,omitempty" doc:"When a phone used the code."`
	SeenAt       *time.Time `json:"seen_at,omitempty" doc:"When that phone called last, to the minute."`
	EndedAt      *time.Time `json:"ended_at,omitempty"`
	HandsInUntil *time.Time `json:"hands_in_until,omitempty" doc:"Of one that is over: until when what its phone scanned before is taken."`
	Scans        int64      `json:"scans" doc:"How many scans of its phone are stored."`
	Tries        int64      `json:"tries" doc:"How often another phone tried the code after it was used."`
	TriedAt      *time.Time `json:"tried_at,omitempty" doc:"When last."`
}

// CreatedCheckinPass is a pass with its code.
type CreatedCheckinPass struct {
	CheckinPass
	URL string `json:"url" doc:"The link that the phone opens. It is shown this once; only a hash of the code behind the # is stored." example:"https://tickets.example.org/door#hq_MDEyMzQ1Njc4OWFiY2RlZg"`
	QR  string `json:"qr_svg" doc:"Its QR code, as SVG."`
}

// CheckinPasses are the passes of an event.
type CheckinPasses struct {
	Items []*CheckinPass `json:"items"`
}

// PhonePass is a pass as its phone sees it.
type PhonePass struct {
	ID           string    `json:"id" doc:"The phone's own device_id."`
	Name         string    `json:"name"`
	EventID      string    `json:"event_id"`
	Title        string    `json:"title"`
	StartsAt     time.Time `json:"starts_at"`
	Timezone     string    `json:"timezone"`
	Organization string    `json:"organization" doc:"Who runs the event."`
	ListID       string    `json:"list_id,omitempty" doc:"Absent for the event's own list."`
	ListName     string    `json:"list_name,omitempty"`
	Gate         string    `json:"gate,omitempty"`
	ValidUntil   time.Time `json:"valid_until"`
}

// RedeemedPass is a pass with the token of the phone that has it now.
type RedeemedPass struct {
	PhonePass
	Token string `json:"token" doc:"Authorization: Bearer. Only its SHA-256 is stored." example:"hp_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"`
}

func (h *Handlers) passShown(v *checkins.PassView) *CheckinPass {
	now := inventory.At(h.Now())
	out := &CheckinPass{
		ID: v.ID, EventID: v.EventID, Name: v.Name, ListID: v.List, Gate: v.Gate, ValidFrom: v.ValidFrom.Time(), ValidUntil: v.ValidUntil.Time(),
		Status: string(v.State(now)), CreatedAt: v.CreatedAt.Time(), RedeemedAt: wire.TimePtr(v.RedeemedAt), SeenAt: wire.TimePtr(v.SeenAt),
		EndedAt: wire.TimePtr(v.EndedAt), Scans: v.Scans, Tries: v.Tries, TriedAt: wire.TimePtr(v.TriedAt),
	}
	if v.RedeemedAt != 0 && now >= v.Over() {
		out.HandsInUntil = wire.TimePtr(v.HandsInUntil())
	}
	return out
}

// created shows a pass with its code, which is nowhere else.
func (h *Handlers) created(v *checkins.PassView, code string) (*CreatedCheckinPass, error) {
	link := *h.Access.Base.JoinPath("door")
	link.Fragment = code
	qr, err := ticket.NewCode(link.String())
	if err != nil {
		return nil, err
	}
	return &CreatedCheckinPass{CheckinPass: *h.passShown(v), URL: link.String(), QR: qr.SVG("QR code")}, nil
}

// derived are the bits of a secret of a request that is repeated with its Idempotency-Key; nil:
// it has none, and its secrets are random.
func (h *Handlers) derived(c *access.Call, of string) *[32]byte {
	if c.Key == "" {
		return nil
	}
	var bits [32]byte
	mac := hmac.New(sha256.New, h.Links.Derive("check-in pass"))
	mac.Write([]byte(of + "\n" + c.Key))
	mac.Sum(bits[:0])
	return &bits
}

// codeOf is the code of a new pass, and its hash.
func (h *Handlers) codeOf(c *access.Call, pass string) (code, hash string) {
	if seed := h.derived(c, "code\n"+pass); seed != nil {
		return identity.PassCode(seed[:])
	}
	return identity.PassCode(nil)
}

// passFaults checks the hours of a pass.
func passFaults(check *httpapi.Checks, k *access.EventSummary, from, until, now inventory.Instant) {
	says := map[string]string{
		"too_early": "must be at most seven days before the event begins", "out_of_order": "must be after valid_from", "over": "must be in the future",
		"too_late": "must be at most two days after the event ends", "too_long": "must be at most 14 days after valid_from",
	}
	for _, f := range checkin.PassFaults(from, until, k.StartsAt, k.EndsAt, now) {
		check.Add(f.Field, "out_of_range", "%s", says[f.Code])
	}
}

func (h *Handlers) createPass(c *access.Call, k *access.EventSummary, in *NewCheckinPass) (*CreatedCheckinPass, error) {
	var check httpapi.Checks
	now := inventory.At(h.Now())
	p := checkins.PassView{CheckinPass: checkins.CheckinPass{CreatedAt: now, Name: check.Line("name", in.Name, 1, maxPassName)}}
	p.ID, p.EventID, p.Gate = c.OwnIDIn(id.CheckinPass, k.EventID), k.EventID, check.Line("gate", in.Gate, 0, MaxGate)
	p.ValidFrom, p.ValidUntil = checkin.PassHours(k.DoorsOpen, k.StartsAt, k.EndsAt)
	if in.ValidFrom != nil {
		p.ValidFrom = wire.Moment(&check, "valid_from", *in.ValidFrom)
	}
	if in.ValidUntil != nil {
		p.ValidUntil = wire.Moment(&check, "valid_until", *in.ValidUntil)
	}
	passFaults(&check, k, p.ValidFrom, p.ValidUntil, now)
	if err := check.Err(); err != nil {
		return nil, err
	}
	list, err := h.listOf(c, k, "list_id", in.ListID, "gate", p.Gate)
	if err != nil {
		return nil, err
	}
	p.List = list.ID
	code, hash := h.codeOf(c, p.ID)
	p.CodeHash = hash
	err = h.Store.CheckIns.CreatePass(organizations.WithBy(c.Context(), c.By()), p.CheckinPass)
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		return h.passMade(c, p.EventID, p.ID, code, func(have *checkins.PassView) bool {
			return have.Name == p.Name && have.List == p.List && have.Gate == p.Gate &&
				(in.ValidFrom == nil || have.ValidFrom == p.ValidFrom) && (in.ValidUntil == nil || have.ValidUntil == p.ValidUntil)
		})
	}
	if err != nil {
		return nil, passProblem(err)
	}
	return h.created(&p, code)
}

// passMade answers a request that is repeated with its Idempotency-Key.
func (h *Handlers) passMade(c *access.Call, event, pass, code string, same func(*checkins.PassView) bool) (*CreatedCheckinPass, error) {
	have, err := h.Store.CheckIns.Pass(c.Context(), event, pass)
	if err != nil {
		return nil, err
	}
	if err := c.Repeated(have.CodeHash == identity.HashPassCode(code) && same(have)); err != nil {
		return nil, err
	}
	return h.created(have, code)
}

// passProblem is the problem of an error of making passes.
func passProblem(err error) error {
	if errors.Is(err, database.ErrLimit) {
		return kindTooManyPasses.Problem()
	}
	return err
}

func (h *Handlers) listPasses(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*CheckinPasses, error) {
	list, err := h.Store.CheckIns.Passes(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &CheckinPasses{Items: make([]*CheckinPass, len(list))}
	for i := range list {
		out.Items[i] = h.passShown(&list[i])
	}
	return out, nil
}

// passNamed returns the event of the pass in the path, after asking whether the caller may
// take the route's action there.
func passNamed(c *access.Call) (k *access.EventSummary, pass string, err error) {
	pass = c.Param("pass_id")
	if k, err = c.EventOf(pass, id.CheckinPass); err != nil {
		return nil, "", err
	}
	return k, pass, c.Caller.Authorize(c.Action, k.Resource())
}

// passNow is a pass as it stands.
func (h *Handlers) passNow(c *access.Call, event, pass string) (*CheckinPass, error) {
	v, err := h.Store.CheckIns.Pass(c.Context(), event, pass)
	if err != nil {
		return nil, err
	}
	return h.passShown(v), nil
}

func (h *Handlers) changePass(c *access.Call, in *CheckinPassChange) (*CheckinPass, error) {
	k, pass, err := passNamed(c)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	err = h.Store.CheckIns.ChangePass(organizations.WithBy(c.Context(), c.By()), k.EventID, pass, func(p *checkins.CheckinPass) error {
		var check httpapi.Checks
		if in.Name != nil {
			p.Name = check.Line("name", *in.Name, 1, maxPassName)
		}
		if in.ValidFrom == nil && in.ValidUntil == nil {
			return check.Err()
		}
		if s := p.State(now); s == checkin.PassEnded || s == checkin.PassExpired {
			return kindPassOver.Problem()
		}
		if in.ValidFrom != nil {
			if p.RedeemedAt != 0 {
				check.Add("valid_from", "not_allowed", "must be absent: a phone has the pass")
			}
			p.ValidFrom = wire.Moment(&check, "valid_from", *in.ValidFrom)
		}
		if in.ValidUntil != nil {
			p.ValidUntil = wire.Moment(&check, "valid_until", *in.ValidUntil)
		}
		passFaults(&check, k, p.ValidFrom, p.ValidUntil, now)
		return check.Err()
	})
	if err != nil {
		return nil, err
	}
	h.Access.Passes.Forget(pass)
	return h.passNow(c, k.EventID, pass)
}

func (h *Handlers) endPass(c *access.Call, in *CheckinPassEnd) (*CheckinPass, error) {
	k, pass, err := passNamed(c)
	if err != nil {
		return nil, err
	}
	if err := h.Store.CheckIns.EndPass(organizations.WithBy(c.Context(), c.By()), k.EventID, pass, inventory.At(h.Now()), in.LateScans != "refuse"); err != nil {
		return nil, err
	}
	h.Access.Passes.Forget(pass)
	return h.passNow(c, k.EventID, pass)
}

func (h *Handlers) renewPass(c *access.Call, _ *httpapi.None) (*CreatedCheckinPass, error) {
	k, pass, err := passNamed(c)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	var made checkins.PassView
	name := h.IDs.In(id.CheckinPass, k.EventID)
	if c.Key != "" {
		name = id.Named(id.CheckinPass, k.EventID, "renew\n"+pass+"\n"+c.Caller.Actor()+"\n"+c.Key)
	}
	code, hash := h.codeOf(c, name)
	err = h.Store.CheckIns.ReplacePass(organizations.WithBy(c.Context(), c.By()), k.EventID, pass, now, func(p checkins.CheckinPass) (checkins.CheckinPass, error) {
		made.CheckinPass = checkins.CheckinPass{
			Name: p.Name, CodeHash: hash, CreatedAt: now,
			Pass: checkin.Pass{ID: name, EventID: p.EventID, List: p.List, Gate: p.Gate, ValidFrom: p.ValidFrom, ValidUntil: p.ValidUntil},
		}
		if p.State(now) == checkin.PassExpired || now >= p.ValidUntil {
			return made.CheckinPass, kindPassOver.Problem()
		}
		return made.CheckinPass, nil
	})
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		return h.passMade(c, k.EventID, name, code, func(*checkins.PassView) bool { return true })
	}
	if err != nil {
		return nil, passProblem(err)
	}
	h.Access.Passes.Forget(pass)
	return h.created(&made, code)
}

func (h *Handlers) redeemPass(c *access.Call, in *RedeemedCode) (*RedeemedPass, error) {
	if err := c.OwnPage(); err != nil {
		return nil, err
	}
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	found, err := h.Store.CheckIns.PassByCode(c.Context(), identity.HashPassCode(in.Code))
	if errors.Is(err, database.ErrNotFound) {
		c.Refused(organizations.PassRefused, kindCodeInvalid.Code)
		return nil, kindCodeInvalid.About()
	}
	if err != nil {
		return nil, err
	}
	token, hash := identity.PassToken(h.derived(c, "token\n"+found.ID+"\n"+in.Code))
	by := c.By()
	by.Actor = found.ID
	why, err := h.Store.CheckIns.RedeemPass(organizations.WithBy(c.Context(), by), found.EventID, found.ID, hash, inventory.At(h.Now()))
	switch {
	case err != nil:
		return nil, err
	case why == checkin.RefusedUsed:
		c.Refused(organizations.PassRefused, kindCodeUsed.Code)
		return nil, kindCodeUsed.About()
	case why == checkin.RefusedEarly:
		return nil, kindCodeEarly.With("The code is good from " + found.ValidFrom.Time().Format(time.RFC3339) + ".")
	case why != "":
		return nil, kindCodeOver.About()
	}
	shown, err := h.phonePass(c, &found.CheckinPass)
	if err != nil {
		return nil, err
	}
	return &RedeemedPass{PhonePass: *shown, Token: token}, nil
}

func (h *Handlers) ownPass(c *access.Call, _ *httpapi.None) (*PhonePass, error) {
	p := c.Caller.Pass
	v, err := h.Store.CheckIns.Pass(c.Context(), p.EventID, p.ID)
	if err != nil {
		return nil, err
	}
	return h.phonePass(c, &v.CheckinPass)
}

// phonePass shows a pass to its phone.
func (h *Handlers) phonePass(c *access.Call, p *checkins.CheckinPass) (*PhonePass, error) {
	event, err := h.Store.Events.Event(c.Context(), p.EventID)
	if err != nil {
		return nil, err
	}
	org, err := h.Store.Organizations.Profile(c.Context(), event.Event.OrgID)
	if err != nil {
		return nil, err
	}
	out := &PhonePass{
		ID: p.ID, Name: p.Name, EventID: p.EventID, Title: event.Details.Title, StartsAt: event.Event.StartsAt.Time(), Timezone: event.Event.Zone.String(),
		Organization: org.Name, ListID: p.List, Gate: p.Gate, ValidUntil: p.ValidUntil.Time(),
	}
	if p.List == "" {
		return out, nil
	}
	lists, err := h.Lists.Get(c.Context(), p.EventID)
	for i := range lists {
		if lists[i].ID == p.List {
			out.ListName = lists[i].Name
		}
	}
	return out, err
}
