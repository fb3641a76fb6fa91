package waitingrooms

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/challenge/signals"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Taker is a holder of units of an event.
type Taker struct {
	ID       string    `json:"id" example:"5f0c1b7e9a3d2c48" doc:"Of a person. Of a network or a card a pseudonym, which is another one in each event; what it is of is not stored."`
	Name     string    `json:"name,omitempty" doc:"Of a person."`
	Email    string    `json:"email,omitempty" doc:"Of a person."`
	Units    int64     `json:"units" doc:"In all."`
	Taken    int64     `json:"taken" doc:"Units of tickets and registrations that stand."`
	Unpaid   int64     `json:"unpaid" doc:"Units of orders that wait for their payment."`
	Waiting  int64     `json:"waiting" doc:"Units that are waited for, or offered."`
	People   int64     `json:"people" doc:"How many have them."`
	FirstAt  time.Time `json:"first_at" doc:"When the first of them was taken or asked for."`
	LatestAt time.Time `json:"latest_at"`
	// Signals are how they went about it.
	Signals *TakerSignals `json:"signals,omitempty" doc:"How strangers of the network went about it lately, as far as the server that answers has seen it since its start. Absent: it has seen none, or this is a person."`
}

// TakerSignals are how strangers of a network went about taking part.
type TakerSignals struct {
	Tries    int64  `json:"tries" doc:"How often they tried to take part or to wait."`
	Quick    int64  `json:"quick" doc:"Of these, sooner after the page was opened than anybody can fill in a form, or without a page (see get-visit)."`
	Reused   int64  `json:"reused" doc:"Of these, with an opening of the page that had been used three times or more."`
	Refusals int64  `json:"refusals_in_a_row" doc:"How often in a row they were refused, up to the last try."`
	Effort   string `json:"effort" enum:"usual,more,much_more,most" doc:"How much work a challenge asks of them now at least. It becomes usual by itself within 20 minutes."`
}

// efforts are the names of levels.
var efforts = [...]string{challenge.Idle: "usual", challenge.Busy: "more", challenge.Crowded: "much_more", challenge.Stormed: "most"}

// TakerList are those who have most units of an event.
type TakerList struct {
	By    string  `json:"by" enum:"network,range,person,card"`
	Items []Taker `json:"items" doc:"Who has most first, at most 50."`
}

// ReleaseTaker is the body that takes back what somebody has.
type ReleaseTaker struct {
	By   string `json:"by" enum:"network,range,person"`
	ID   string `json:"id" minLength:"1" maxLength:"64" doc:"Of one that is listed."`
	What string `json:"what,omitempty" enum:"all,unpaid,waiting" doc:"unpaid: orders that wait for their payment. waiting: places on the waitlist, with their offers. Default all, which is both. What is paid or registered stays."`
}

// ReleasedTaker is what was taken back.
type ReleasedTaker struct {
	Orders  int64 `json:"orders" doc:"Orders that were cancelled."`
	Entries int64 `json:"entries" doc:"People who were removed from the waitlist."`
	More    bool  `json:"more" doc:"There is more than goes into one call: make it again."`
}

const (
	maxTakers = 50
	// maxReleased is how many orders, and how many entries, one call takes back.
	maxReleased = 100
)

// takersBy are the ways to count.
var takersBy = []string{"network", "range", "person", "card"}

var kindNoTaker = httpapi.Kind{
	Code: "no_such_taker", Status: 404, Title: "Not listed", Help: "GET /v1/events/{event_id}/takers lists who has most, and nobody of this id is there any more.",
}

var exampleTaker = Taker{
	ID: "5f0c1b7e9a3d2c48", Units: 46, Taken: 4, Unpaid: 12, Waiting: 30, People: 23,
	FirstAt: time.Date(2027, 11, 1, 9, 0, 2, 0, time.UTC), LatestAt: time.Date(2027, 11, 1, 9, 0, 41, 0, time.UTC),
	Signals: &TakerSignals{Tries: 61, Quick: 58, Reused: 40, Refusals: 15, Effort: "most"},
}

func (h *Handlers) takerRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadTakers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/refusals", ID: "list-refusals", Tag: access.TagWaitingRoom,
			Summary: "Why people were refused",
			Description: "How often people who wanted to take part in the event, or to come in from its waiting room, were refused, by the code of the problem, on all servers of the installation. None of them is written by itself: each " +
				"server adds what it has counted every 15 seconds, and the rest when it stops. Members and keys of the organization are not counted.",
			Answer: RefusalList{Since: &exampleTaker.FirstAt, Exact: true, Items: []RefusalCount{{Code: "not_called_yet", Count: 812, LatestAt: exampleTaker.LatestAt}, {Code: "waiting_room", Count: 41, LatestAt: exampleTaker.FirstAt}}},
		}, h.listRefusals),
		access.InEvent(identity.ReadTakers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/takers", ID: "list-takers", Tag: access.TagWaitingRoom,
			Summary: "Who took how much",
			Description: "Who has most units of the event, taken and waited for. `by=network` (default) is by the IPv4 address or IPv6 /64 that they came from, `by=range` by the /24 or /48 around it, as far as nobody vouched " +
				"for them: whoever was signed in is in neither. With them are networks that have nothing, of which strangers tried. `by=person` has everybody, `by=card` what was paid with one card or one PayPal account, a minute or two later, as far as the payment provider tells them apart. Nothing of a device is looked at. It goes with the person who is erased, and a month after the event.",
			Query: []string{"by"}, Values: map[string][]any{"by": {"network", "range", "person", "card"}}, Answer: TakerList{By: "network", Items: []Taker{exampleTaker}},
		}, h.listTakers),
		access.InEvent(identity.ReleaseTaken, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/takers:release", ID: "release-taker", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Take back what somebody has",
			Description: "Cancels orders that are not paid, and removes people from the waitlist: what they had goes to the next person. Each is told, and is a row of the audit log, as if it was done one by one. " +
				"Nobody is kept from coming again. Of a network that is listed and has nothing, nothing is taken back.",
			Problems: []httpapi.Kind{kindNoTaker}, Example: ReleaseTaker{By: "network", ID: exampleTaker.ID, What: "all"}, Answer: ReleasedTaker{Orders: 6, Entries: 15},
		}, h.releaseTaker),
	}
}

// RefusalList is why people were refused.
type RefusalList struct {
	Since *time.Time     `json:"since" doc:"The first of them; null: there were none."`
	Items []RefusalCount `json:"items" doc:"The most frequent first."`
	Exact bool           `json:"exact" doc:"Every server that has refused somebody has stopped as it should, or is the one that answers. false: others count too, and may have counted more in the last 15 seconds, or one of them was killed and took as much with it."`
}

// RefusalCount is one reason.
type RefusalCount struct {
	Code     string    `json:"code" example:"sold_out" doc:"Of the problem that they were answered with."`
	Count    int64     `json:"count" doc:"How often."`
	LatestAt time.Time `json:"latest_at"`
}

func (h *Handlers) listRefusals(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*RefusalList, error) {
	all, err := h.Access.TurnedAway.Of(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &RefusalList{Items: []RefusalCount{}, Exact: all.Exact}
	if !all.Since.IsZero() {
		out.Since = httpapi.Ptr(all.Since.UTC())
	}
	for _, r := range all.Items {
		out.Items = append(out.Items, RefusalCount{Code: r.Code, Count: r.Count, LatestAt: r.LatestAt.UTC()})
	}
	return out, nil
}

// takers returns who has most, by a way to count; the ids are not yet those that are shown.
func (h *Handlers) takers(c *access.Call, event, by string) ([]events.Taker, error) {
	if by == "person" {
		return h.Store.Events.PersonTakers(c.Context(), event, maxTakers)
	}
	return h.Store.Events.OriginTakers(c.Context(), event, originKind(by), maxTakers)
}

// originKind is the kind of origins that a way counts.
func originKind(by string) string {
	switch by {
	case "range":
		return access.OriginNetwork
	case "card":
		return access.OriginCard
	}
	return access.OriginHost
}

// takerID is how one is named to organizers.
func (h *Handlers) takerID(event, by, key string) string {
	if by == "person" {
		return key
	}
	return h.Access.Pseudonym(event, key)
}

func (h *Handlers) listTakers(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TakerList, error) {
	out := &TakerList{By: cmp.Or(c.Query.Get("by"), "network"), Items: []Taker{}}
	if !slices.Contains(takersBy, out.By) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "by", Code: "not_allowed", Message: "must be network, range, person or card"})
	}
	list, err := h.takers(c, k.EventID, out.By)
	if err != nil {
		return nil, err
	}
	people := map[string]*inventory.Person{}
	if out.By == "person" {
		var ids []string
		for i := range list {
			ids = append(ids, list[i].Key)
		}
		guests, err := h.Store.People.GuestsByID(c.Context(), k.EventID, ids)
		if err != nil {
			return nil, err
		}
		for i := range guests {
			people[guests[i].Person.ID] = &guests[i].Person
		}
	}
	for i := range list {
		t := &list[i]
		item := Taker{
			ID: h.takerID(k.EventID, out.By, t.Key), Units: t.Taken + t.Unpaid + t.Waiting, Taken: t.Taken, Unpaid: t.Unpaid, Waiting: t.Waiting, People: t.People,
			FirstAt: t.First.Time(), LatestAt: t.Last.Time(),
		}
		if p := people[t.Key]; p != nil {
			item.Name, item.Email = p.Profile.Name, p.Profile.Email
		}
		out.Items = append(out.Items, item)
	}
	if out.By == "network" || out.By == "range" {
		h.addSignals(k.EventID, out, list)
	}
	return out, nil
}

// signalsOf shows how strangers of a network went about it.
func signalsOf(n *signals.Network, now inventory.Instant) *TakerSignals {
	return &TakerSignals{Tries: n.Tries, Quick: n.Quick, Reused: n.Reused, Refusals: int64(n.Refusals), Effort: efforts[n.Level(now)]}
}

// addSignals adds how strangers went about it to networks, and after them networks of which they
// tried and have nothing, those that tried most first.
func (h *Handlers) addSignals(event string, out *TakerList, list []events.Taker) {
	seen := h.Access.Seen(event, originKind(out.By))
	now := inventory.At(h.Access.Now())
	shown := func(n *signals.Network) *TakerSignals { return signalsOf(n, now) }
	for i := range list {
		if n, has := seen[list[i].Key]; has {
			out.Items[i].Signals = shown(&n)
			delete(seen, list[i].Key)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(seen), func(a, b string) int { return cmp.Or(cmp.Compare(seen[b].Tries, seen[a].Tries), cmp.Compare(a, b)) }) {
		if len(out.Items) >= maxTakers {
			return
		}
		n := seen[key]
		out.Items = append(out.Items, Taker{ID: h.takerID(event, out.By, key), FirstAt: n.First.Time(), LatestAt: n.Last.Time(), Signals: shown(&n)})
	}
}

func (h *Handlers) releaseTaker(c *access.Call, k *access.EventSummary, in *ReleaseTaker) (*ReleasedTaker, error) {
	// A pseudonym says of nobody who it is: those that are listed are gone through.
	list, err := h.takers(c, k.EventID, in.By)
	if err != nil {
		return nil, err
	}
	key := ""
	for i := range list {
		if h.takerID(k.EventID, in.By, list[i].Key) == in.ID {
			key = list[i].Key
		}
	}
	if key == "" {
		if h.onlyTried(k.EventID, in) {
			return &ReleasedTaker{}, nil // there is nothing that could be taken back
		}
		return nil, kindNoTaker.Problem()
	}
	found, err := h.Store.Events.TakeableFrom(c.Context(), k.EventID, key, in.By == "person", maxReleased+1)
	if err != nil {
		return nil, err
	}
	out := &ReleasedTaker{}
	if in.What != "waiting" {
		if out.Orders, err = releaseEach(c, k.EventID, found.Orders, func(id string) inventory.Command {
			return inventory.CancelOrder{Who: c.Who(), OrderID: id, Unpaid: true}
		}); err != nil {
			return nil, err
		}
		out.More = len(found.Orders) > maxReleased
	}
	if in.What != "unpaid" {
		if out.Entries, err = releaseEach(c, k.EventID, found.Entries, func(id string) inventory.Command { return inventory.Leave{Who: c.Who(), EntryID: id} }); err != nil {
			return nil, err
		}
		out.More = out.More || len(found.Entries) > maxReleased
	}
	return out, nil
}

// onlyTried reports whether one is a network of which strangers have tried to take part, and that
// may have nothing.
func (h *Handlers) onlyTried(event string, of *ReleaseTaker) bool {
	if of.By == "person" {
		return false
	}
	for key := range h.Access.Seen(event, originKind(of.By)) {
		if h.takerID(event, of.By, key) == of.ID {
			return true
		}
	}
	return false
}

// releaseEach ends what is there, and counts it. What has ended meanwhile is left alone, and
// so is an order that was paid meanwhile.
func releaseEach(c *access.Call, event string, ids []string, end func(id string) inventory.Command) (n int64, err error) {
	for _, id := range ids[:min(len(ids), maxReleased)] {
		reply, err := c.SubmitPart(event, end(id), nil)
		switch {
		case err == nil && reply.Status == "cancelled" || reply.Status == string(inventory.EntryRemoved):
			n++
		case err != nil && reply.Code != inventory.EntryEnded:
			return n, err
		}
	}
	return n, nil
}
