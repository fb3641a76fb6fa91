package access

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/challenge/signals"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/turnedaway"
	"github.com/holdfast-events/holdfast/internal/turns"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// ControlConfig configures what stands between requests and handlers.
type ControlConfig struct {
	API   *httpapi.API
	Store *store.Store
	// Callers is where keys, sessions and members are; nil: in Store.
	Callers   *store.Store
	Sequencer *sequencer.Sequencer
	// LinkReader knows the links of people.
	LinkReader *identity.LinkReader
	IDs        *id.Maker
	Now        func() time.Time
	// Base is where people reach the server.
	Base *url.URL
	// Limits bound how often callers may call.
	Limits *limit.Limits
	// TrustedProxies is how many proxies in front of the server append to
	// X-Forwarded-For. 0: the header is not read.
	TrustedProxies int
	// PassKey has signed the passes of waiting rooms.
	PassKey []byte
	// Challenges asks strangers for a proof of work.
	Challenges *challenge.Gate
	// Signals are how strangers go about it.
	Signals *signals.Signals
	// OriginKey keeps networks and addresses out of what they are counted by.
	OriginKey []byte
	// TurnedAway counts why people were refused who wanted to take part in an event.
	TurnedAway *turnedaway.Counter
	// Crowd gives turns to calls of a crowd; nil: all have theirs at once.
	Crowd *turns.Gate
}

// Control finds out who calls and whether they may, knows the events that they
// call about, and hands their commands to the sequencer.
type Control struct {
	ControlConfig
	Logins *identity.Sessions
	events *eventCache
	// websites are those that take part for people, by organization.
	websites *cache.Cache[string, []string]
	Keys     *identity.Keys
	Passes   *identity.Passes
	// refusals are those of keys that are not valid.
	refusals refusals
	guard    *http.CrossOriginProtection
}

// NewControl builds what callers are known by.
func NewControl(cfg ControlConfig) (a *Control, err error) {
	if cfg.Callers == nil {
		cfg.Callers = cfg.Store
	}
	a = &Control{ControlConfig: cfg, guard: http.NewCrossOriginProtection()}
	if err := a.guard.AddTrustedOrigin(cfg.Base.Scheme + "://" + cfg.Base.Host); err != nil {
		return nil, err
	}
	if a.Keys, err = identity.NewKeys(cfg.Callers, cfg.Now); err != nil {
		return nil, err
	}
	if a.Passes, err = identity.NewPasses(cfg.Store, cfg.Now); err != nil {
		return nil, err
	}
	if a.Logins, err = identity.NewSessions(cfg.Callers, cfg.Base.Scheme == "https", cfg.Now); err != nil {
		return nil, err
	}
	if a.events, err = newEventCache(cfg.Store); err != nil {
		return nil, err
	}
	a.websites, err = newWebsiteCache(cfg.Store)
	return a, err
}

// Call is one request and its caller.
type Call struct {
	httpapi.Request
	Caller  identity.Caller
	Address netip.Addr
	Action  identity.Action // that the route needs
	// invitee is whose invitation the caller has shown; nil: none was.
	invitee *inventory.Person
	control *Control
	found   bool // the event in the path is there, and the caller may know of it
	said    bool // SayWho was called
	// try is that of a stranger who wants a place, from when everything in the request was found good.
	try *signals.Try
	// Turn is that of a call of a crowd, which rests while it waits for a commit; others have none.
	Turn turns.Turn
}

// Handler serves a route: who calls, may they, what do they say, answer.
func (a *Control) Handler(rt *Route) http.Handler {
	open := rt.Open()
	rt.websites = rt.FromWebsites()
	rt.chained = rt.Method != http.MethodGet && (!namesEvent(&rt.Route) || rt.Action == identity.ManageExports)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if open {
			httpapi.AnyOrigin(w.Header())
		}
		c := &Call{Request: httpapi.Request{API: a.API, HTTP: r, Writer: w, Route: &rt.Route}, Action: rt.Action, control: a}
		answer, err := c.serve(rt)
		err = explained(err)
		c.noteRefusal(err)
		c.endTry(err)
		c.Answer(answer, err)
	})
}

// serve is the answer to a call, which is counted while it is made.
func (c *Call) serve(rt *Route) (any, error) {
	if n := c.API.Answering; n != nil {
		n.Add(1)
		defer n.Add(-1)
	}
	if err := c.identify(); err != nil {
		return nil, err
	}
	if rt.websites {
		c.allowWebsite()
	}
	if rt.chained {
		c.SayWho()
	}
	if rt.gate != nil {
		leave, err := rt.gate(c)
		if err != nil {
			c.drain(rt)
			return nil, err
		}
		defer leave()
	}
	if err := c.Read(); err != nil {
		return nil, err
	}
	if rt.crowd {
		if err := c.control.takeTurn(c); err != nil {
			return nil, err
		}
		defer c.Turn.End()
	}
	answer, err := rt.serve(c)
	c.logSecurity(err)
	return answer, err
}

// identify finds out who calls and whether that caller may take the route's
// action on anything at all.
func (c *Call) identify() error {
	if c.Action == identity.Unauthenticated {
		return nil
	}
	if err := c.Credentials(); err != nil {
		return err
	}
	if !inEvent(c.Route) {
		if err := c.Caller.MayOutside(c.Action); err != nil {
			return err
		}
	}
	if err := c.Caller.May(c.Action); err != nil {
		return err
	}
	if c.Caller.Login != nil {
		return c.loginActs()
	}
	switch {
	case c.Context().Value(unlimited{}) != nil:
		return nil
	case c.Caller.Link != nil:
		return c.control.take(identity.CallsOfLink(c.Caller.Link))
	case !c.Caller.Public():
		return nil
	case c.Route.Media == httpapi.EventStream:
		checks := identity.Streams(c.Address)
		return c.control.take(checks[:]...)
	case c.Action == identity.ReadLog:
		checks := identity.Logs(c.Address)
		return c.control.take(checks[:]...)
	default:
		return c.control.Admit(c.Address)
	}
}

// Credentials finds out who calls. A token counts before a cookie.
func (c *Call) Credentials() error {
	c.Address = identity.ClientAddress(c.HTTP, c.control.TrustedProxies)
	if h := c.HTTP.Header.Get("Authorization"); h != "" {
		token, ok := bearer(h)
		if !ok {
			return kindCredentials.Problem()
		}
		return c.present(token)
	}
	return c.Cookie()
}

// present accepts a token as that of a key, of a link or of a phone.
func (c *Call) present(token string) error {
	if strings.HasPrefix(token, identity.PassPrefix) {
		return c.phone(token)
	}
	if strings.HasPrefix(token, identity.LinkPrefix) {
		link, err := c.control.LinkReader.Read(c.Context(), token)
		if err != nil {
			return err
		}
		c.Caller.Link = &link
		if link.Kind != identity.InvitationLink {
			return nil
		}
		v, err := c.control.Store.Invitations.Of(c.Context(), link.ID)
		if err == nil {
			c.invitee = &v.Person
		}
		return err
	}
	return c.authenticate(token)
}

func bearer(header string) (token string, ok bool) {
	const scheme = "Bearer "
	if len(header) <= len(scheme) || !strings.EqualFold(header[:len(scheme)], scheme) {
		return "", false
	}
	return strings.TrimSpace(header[len(scheme):]), true
}

// AdmitAnyone counts the call of a route that asks for no credentials.
func (c *Call) AdmitAnyone() error {
	c.Address = identity.ClientAddress(c.HTTP, c.control.TrustedProxies)
	return c.control.Admit(c.Address)
}

// AdmitReader counts the call of a route that asks for no credentials, by the rate at which
// anybody may read public logs.
func (c *Call) AdmitReader() error {
	c.Address = identity.ClientAddress(c.HTTP, c.control.TrustedProxies)
	checks := identity.Logs(c.Address)
	return c.control.take(checks[:]...)
}

// unlimited marks the context of calls that no limit bounds.
type unlimited struct{}

// Unlimited returns a context for calls by which the server asks itself, which are bounded by
// no limit of strangers.
func Unlimited(ctx context.Context) context.Context {
	return context.WithValue(ctx, unlimited{}, true)
}

// Admit counts a call of the public.
func (a *Control) Admit(address netip.Addr) error {
	checks := identity.Calls(address)
	return a.take(checks[:]...)
}

// MayMail counts a mail that an unknown caller asks for.
func (a *Control) MayMail(address netip.Addr) error {
	checks := identity.Mails(address)
	return a.take(checks[:]...)
}

// MayMailTo counts a mail to an address, folded, that somebody typed who is not known, beside
// MayMail. The key is one of the server.
func (a *Control) MayMailTo(key []byte, address string) error {
	return a.take(identity.MailsTo(key, address))
}

// take counts a call in limits, and says which of them it has passed.
func (a *Control) take(checks ...limit.Check) error {
	refused, ok := a.Limits.Take(a.Now(), checks...)
	if ok {
		return nil
	}
	p := httpapi.KindRateLimited.With("Too many " + refused.Kind.Of() + ". Wait as long as Retry-After says.")
	p.Limit, p.RetryAfter = refused.Kind.String(), refused.Wait
	return p
}

// By is the caller as the rows of an organization's chain name them.
func (c *Call) By() organizations.By {
	address := c.Address
	if !address.IsValid() {
		address = identity.ClientAddress(c.HTTP, c.control.TrustedProxies)
	}
	by := organizations.By{At: inventory.At(c.control.Now()), RequestID: c.RequestID(), Network: identity.Network(address).String()}
	if !c.Caller.Public() {
		by.Actor = c.Caller.Actor()
	}
	if l := c.Caller.Login; l != nil {
		by.AccountID = l.AccountID
	}
	return by
}

// Who is the caller as a command names them.
func (c *Call) Who() inventory.Who {
	return inventory.Who{Actor: c.Caller.Actor(), Staff: c.Caller.Staff()}
}

// Taking is who for a command that takes places for a profile: whether its
// address is proven to be that of the caller counts then. It is for somebody who
// is signed in with that address.
func (c *Call) Taking(p *inventory.Profile) inventory.Who {
	who := c.Who()
	who.Entrant = c.entrant()
	l := c.Caller.Login
	who.Proven = l != nil && l.Address != "" && l.Address == address.Fold(p.Email) || c.invitee != nil
	if !who.Staff {
		who.Origins = c.control.origins(c.Address, p.Email, who.Proven)
	}
	return who
}

// Invitee is the person whose invitation the caller has shown, nil when none was.
func (c *Call) Invitee() *inventory.Person { return c.invitee }

// passHeader shows the pass of a waiting room.
const passHeader = "Holdfast-Pass"

// entrant is whose pass of the waiting room the request shows for the event in its path, as
// a command names it; 0: none that is genuine. Whether it is good is decided with the command.
func (c *Call) entrant() int64 {
	text := c.HTTP.Header.Get(passHeader)
	if text == "" {
		return 0
	}
	pass, err := waitroom.ParsePass(text, c.Param("event_id"), c.control.PassKey, 0)
	if err != nil {
		return 0
	}
	return pass.Index + 1
}

// Repeats is what tells the Idempotency-Key of the request apart from those of others; "":
// it has none.
func (c *Call) Repeats() string {
	if c.Key == "" {
		return ""
	}
	return c.Name() + "\n" + keyHash(c)
}

// Name is the caller as an idempotency key belongs to them: a key, a person, or
// the public, whose keys have their address in them (storeKey).
func (c *Call) Name() string {
	switch l := c.Caller.Link; {
	case c.Caller.Public():
		return "public"
	case l != nil:
		return l.Person // of a link for whoever has it: nobody's id, and this order's own
	}
	return c.Caller.Actor()
}

// storeKey is the idempotency key of the request, nil when it has none.
func (c *Call) storeKey(scope string) *database.Key {
	if c.Key == "" {
		return nil
	}
	return &database.Key{Scope: scope, Caller: c.Name(), Key: keyHash(c), BodyHash: c.BodyHash()}
}

// keyHash is the Idempotency-Key as it is stored. What clients name their requests by can be
// anything, addresses of people too, and the public is told apart by the address of its
// network: so it is a hash of both.
func keyHash(c *Call) string {
	from := ""
	if c.Caller.Public() {
		from = c.Address.String()
	}
	sum := sha256.Sum256([]byte(from + "\n" + c.Key))
	return base64.RawURLEncoding.EncodeToString(sum[:keyHashBytes])
}

// keyHashBytes of the hash tell keys apart: as many as a random key has.
const keyHashBytes = 16

// Submit hands a command to the event's sequencer. A refusal is returned as a
// problem.
func (c *Call) Submit(event string, cmd inventory.Command, details *events.DetailsChange) (sequencer.Reply, error) {
	return c.SubmitIn(event, event, cmd, details)
}

// Along is what comes with a command that takes part.
type Along struct {
	Answers *sequencer.Answers // to questions of the event; nil: none
	// TrackingLink is the id of the link by which the person came; empty: none.
	TrackingLink string
	// Consents are the boxes for marketing and sponsors that were ticked; nil: none.
	Consents []audience.ConsentEntry
}

// SubmitTaking is Submit of a command that takes part, with what comes along.
func (c *Call) SubmitTaking(event string, cmd inventory.Command, with Along) (sequencer.Reply, error) {
	return c.submit(sequencer.Request{EventID: event, Command: cmd, Key: c.storeKey(event), Answers: with.Answers, TrackingLink: with.TrackingLink, Consents: with.Consents})
}

// SubmitAtTill is Submit of an order that is made at a till, with what was answered there; nil:
// nothing.
func (c *Call) SubmitAtTill(event string, cmd inventory.Command, sale *payments.TillSale, answers *sequencer.Answers) (sequencer.Reply, error) {
	return c.submit(sequencer.Request{EventID: event, Command: cmd, Key: c.storeKey(event), Till: sale, Answers: answers})
}

// SubmitPart is Submit of one of several commands of a request, which finds out itself what
// of them was done before.
func (c *Call) SubmitPart(event string, cmd inventory.Command, details *events.DetailsChange) (sequencer.Reply, error) {
	return c.submit(sequencer.Request{EventID: event, Command: cmd, Details: details})
}

// SubmitIn is submit with another scope for the idempotency key.
func (c *Call) SubmitIn(scope, event string, cmd inventory.Command, details *events.DetailsChange) (sequencer.Reply, error) {
	return c.submit(sequencer.Request{EventID: event, Command: cmd, Key: c.storeKey(scope), Details: details})
}

func (c *Call) submit(r sequencer.Request) (sequencer.Reply, error) {
	reply, err := c.control.Sequencer.Submit(c.Context(), r)
	if err != nil {
		if errors.Is(err, sequencer.ErrBusy) {
			c.control.Challenges.Refused()
		}
		p := c.API.Problems.Of(err)
		if p.Status == http.StatusServiceUnavailable {
			p.RetryAfter = sequencer.RetryAfter
		}
		if p.Code == httpapi.KindInternal.Code {
			return reply, err // with its cause, for the log
		}
		return reply, p
	}
	return reply, c.replied(reply)
}

// Answered returns the stored reply to the request, if it is a repetition.
func (c *Call) Answered(scope string) (reply sequencer.Reply, done bool, err error) {
	key := c.storeKey(scope)
	if key == nil {
		return reply, false, nil
	}
	reply, done, err = c.control.Sequencer.Answered(c.Context(), key)
	if err == nil && done {
		err = c.replied(reply)
	}
	return reply, done, err
}

// replied marks a repetition as one, and returns a refusal as a problem.
func (c *Call) replied(reply sequencer.Reply) error {
	if reply.Replayed {
		c.Replayed()
	}
	switch {
	case reply.Code == inventory.OK:
		return nil
	case reply.Replayed:
		return refusal.Replayed(reply.Outcome)
	}
	return refusal.Of(reply.Outcome)
}
