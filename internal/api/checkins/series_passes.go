package checkins

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/passes"
)

// A pass for several dates of a series is a ticket of an event of its own. At the door of a date
// that it covers it is admitted in its own event, at a list that stands for that door there: so
// that it comes in once on each date follows from what lets every ticket in once at a list.

// PassAtDoor is a pass of a series that was scanned at the door of an event.
type PassAtDoor struct {
	EventID string `json:"event_id" doc:"The event that sold it."`
	Title   string `json:"title"`
	Covered bool   `json:"covered" doc:"Whether it opens this door. If not, the verdict is wrong_event (it is for other dates of the series) or wrong_list (this is the event that sells the passes, where nobody is let in)."`
}

// BundledPass is a pass of the series, with the key that verifies its tokens.
type BundledPass struct {
	EventID   string `json:"event_id" doc:"The event that sells it: tokens name it."`
	PublicKey string `json:"public_key" doc:"Ed25519, base64url: its tokens are signed with it."`
	Title     string `json:"title"`
	Covered   bool   `json:"covered" doc:"Whether it opens this door. If so, its tickets are listed in valid, elsewhere and revoked like those of the event; if not, they are for other dates."`
}

// passDoor is the door of a date for the tickets of a pass.
type passDoor struct {
	pass *passes.WithDates
	list checkins.List // of the pass's event
	tier string        // of the date: a pass comes in where a ticket of this tier does
}

// device is how a device is called in the event of the pass, which has no phones of its own.
func (*passDoor) device(name string) string {
	if strings.HasPrefix(name, id.CheckinPass) {
		return "at:" + name
	}
	return name
}

// passAt finds the pass whose event a ticket is of, and its door here; nil: it is of none of this
// series, or does not cover this date.
func (h *Handlers) passAt(ctx context.Context, k *access.EventSummary, ticket string, list *checkins.List) (*PassAtDoor, *passDoor, error) {
	order, _, _ := id.UnitOf(ticket)
	event, ok := id.EventOf(order, id.Order)
	p := k.Pass(event)
	if !ok || p == nil {
		return nil, nil, nil
	}
	shown := &PassAtDoor{EventID: p.ID}
	of, err := h.Access.Event(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	shown.Title = of.Title
	d := k.OpenedBy(p)
	if d == nil {
		return shown, nil, nil
	}
	shown.Covered = true
	door := &passDoor{pass: p, tier: d.TierID, list: passList(k, p.ID, list, inventory.At(h.Now()))}
	lists, err := h.Lists.Get(ctx, p.ID)
	if err == nil && !slices.ContainsFunc(lists, func(l checkins.List) bool { return l.ID == door.list.ID }) {
		err = h.Store.CheckIns.EnsureList(ctx, door.list)
		h.Lists.Forget(p.ID)
	}
	if err != nil {
		return nil, nil, err
	}
	return shown, door, nil
}

// passList is what stands for a list of a date in the event of a pass.
func passList(k *access.EventSummary, pass string, list *checkins.List, now inventory.Instant) checkins.List {
	name := k.Title + ", " + k.StartsAt.Time().UTC().Format(time.DateOnly)
	if list.Name != "" {
		name += ", " + list.Name
	}
	if r := []rune(name); len(r) > maxListName {
		name = string(r[len(r)-maxListName:])
	}
	return checkins.List{ID: id.Named(id.List, pass, k.EventID+"\n"+list.ID), EventID: pass, Name: name, Rules: checkin.Rules{ReEntry: list.ReEntry}, CreatedAt: now, UpdatedAt: now}
}

// maxListName is how long the name of a list is at most, in characters.
const maxListName = 200

// enterWithPass lets a pass in at the door of a date.
func (h *Handlers) enterWithPass(ctx context.Context, door *passDoor, list *checkins.List, wish checkins.Entering) (*Checkin, error) {
	wish.Scan.List, wish.Scan.Device = door.list.ID, door.device(wish.Scan.Device)
	return h.enterBy(ctx, door.pass.ID, list, wish, func(v *events.TicketView) checkin.Verdict {
		return list.Refuses(wish.Scan.At, door.tier, v.Extra)
	})
}

// bundlePasses adds what a scanner needs to let in passes.
func (h *Handlers) bundlePasses(c *access.Call, k *access.EventSummary, b *Bundle, door *checkins.List) error {
	b.Passes = []BundledPass{}
	for i := range k.Passes {
		p := &k.Passes[i]
		if p.ID == k.EventID {
			continue
		}
		of, err := h.Access.Event(c.Context(), p.ID)
		if err != nil {
			return err
		}
		public, err := h.Tickets.Public(p.ID)
		if err != nil {
			return err
		}
		d := k.OpenedBy(p)
		shown := BundledPass{EventID: p.ID, PublicKey: base64.RawURLEncoding.EncodeToString(public), Title: of.Title, Covered: d != nil}
		b.Passes = append(b.Passes, shown)
		if !shown.Covered {
			continue
		}
		if err := h.bundlePass(c.Context(), of, b, d.TierID, door); err != nil {
			return err
		}
	}
	return nil
}

// bundlePass adds the tickets of a pass, which come in where those of a tier of the date do.
func (h *Handlers) bundlePass(ctx context.Context, of *access.EventSummary, b *Bundle, tier string, door *checkins.List) error {
	rules := *door
	if door.Admits(tier, false) {
		rules.Tiers = nil
	} else {
		rules.Tiers = []string{""}
	}
	for after, more := "", true; more; {
		orders, err := h.Store.Tickets.IssuedOrders(ctx, of.EventID, after, bundlePage)
		if err != nil {
			return err
		}
		numbers, err := h.orderNumbers(ctx, of.EventID, orders)
		if err != nil {
			return err
		}
		for i := range orders {
			if err := h.bundled(of, b, &orders[i], &rules, numbers[orders[i].OrderID], nil); err != nil {
				return err
			}
		}
		if more = len(orders) == bundlePage; more {
			after = orders[bundlePage-1].OrderID
		}
	}
	return nil
}

// findPasses adds the tickets of passes that open this door to what a search found, up to maxFound
// in all.
func (h *Handlers) findPasses(c *access.Call, k *access.EventSummary, list *checkins.List, q string, out *FoundTickets) error {
	for i := range k.Passes {
		p := &k.Passes[i]
		if k.OpenedBy(p) == nil {
			continue
		}
		found, more, err := h.search(c.Context(), p.ID, q)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(v events.TicketView) bool { return v.Extra }) // which is handed over by the event of the pass
		if len(found) == 0 {
			continue
		}
		of, err := h.Access.Event(c.Context(), p.ID)
		if err != nil {
			return err
		}
		if room := maxFound - len(out.Items); len(found) > room {
			found, more = found[:room], true
		}
		shown, err := h.shownAt(c, p.ID, passList(k, p.ID, list, 0).ID, found)
		if err != nil {
			return err
		}
		for _, f := range shown {
			f.Pass = &PassAtDoor{EventID: p.ID, Title: of.Title, Covered: true}
		}
		out.Items, out.More = append(out.Items, shown...), out.More || more
	}
	return nil
}

// passesVersion says where the tickets of the passes of a date stand.
func (h *Handlers) passesVersion(ctx context.Context, k *access.EventSummary) (string, error) {
	text := ""
	for i := range k.Passes {
		p := &k.Passes[i]
		if p.ID == k.EventID {
			continue
		}
		text += "." + id.TailOf(p.ID)
		if k.OpenedBy(p) == nil {
			continue
		}
		v, err := h.Store.Tickets.TicketsVersion(ctx, p.ID)
		if err != nil {
			return "", err
		}
		text += "." + strconv.FormatInt(v.Seq, 10) + "." + strconv.FormatInt(v.Reissued, 10)
	}
	return text, nil
}

// PassesAtDoor counts the passes of a kind that came in.
type PassesAtDoor struct {
	EventID  string `json:"event_id" doc:"The event that sells them."`
	Title    string `json:"title"`
	Tickets  int64  `json:"tickets" doc:"Passes that are good."`
	Admitted int64  `json:"admitted" doc:"Passes with which somebody came in here."`
}

// addPasses counts who came in with passes among those who came in.
func (h *Handlers) addPasses(ctx context.Context, k *access.EventSummary, list *checkins.List, out *Attendance) error {
	for i := range k.Passes {
		p := &k.Passes[i]
		if k.OpenedBy(p) == nil {
			continue
		}
		of, err := h.Access.Event(ctx, p.ID)
		if err != nil {
			return err
		}
		at := passList(k, p.ID, list, 0)
		a, err := h.Store.CheckIns.Attendance(ctx, p.ID, at.ID)
		if err != nil {
			return err
		}
		out.Passes = append(out.Passes, PassesAtDoor{p.ID, of.Title, a.Tickets, a.Admitted})
		out.Tickets, out.Admitted, out.Inside = out.Tickets+a.Tickets, out.Admitted+a.Admitted, out.Inside+a.Inside
		out.Doubles, out.Overrides = out.Doubles+a.Doubles, out.Overrides+a.Overrides
		for _, g := range a.Gates {
			out.addGate(g)
		}
		for _, n := range a.Hours {
			out.addHour(HourCount{n.At.Time(), n.Admitted})
		}
	}
	return nil
}

func (a *Attendance) addGate(g checkins.GateCount) {
	for i := range a.Gates {
		if at := &a.Gates[i]; at.Gate == g.Gate {
			at.Admitted, at.Inside, at.Exits = at.Admitted+g.Admitted, at.Inside+g.Inside, at.Exits+g.Exits
			return
		}
	}
	a.Gates = append(a.Gates, GateCount{g.Gate, g.Admitted, g.Inside, g.Exits})
}

func (a *Attendance) addHour(n HourCount) {
	at := 0
	for at < len(a.Hours) && a.Hours[at].At.Before(n.At) {
		at++
	}
	if at < len(a.Hours) && a.Hours[at].At.Equal(n.At) {
		a.Hours[at].Admitted += n.Admitted
		return
	}
	a.Hours = append(a.Hours[:at], append([]HourCount{n}, a.Hours[at:]...)...)
}

// typedPass is the ticket of a pass whose short code was typed at the door of a date.
func (h *Handlers) typedPass(ctx context.Context, k *access.EventSummary, code string) (string, int64, error) {
	for i := range k.Passes {
		t, err := h.typed(ctx, k.Passes[i].ID, code)
		if err == nil {
			return t.ID, int64(t.Version), nil
		}
		if !errors.Is(err, database.ErrNotFound) {
			return "", 0, err
		}
	}
	return "", 0, database.ErrNotFound
}

// passVerdict is what is said of a ticket of another event, which may be a pass: nil, it is not.
func passVerdict(k *access.EventSummary, list string, shown *PassAtDoor) *Checkin {
	if shown == nil {
		return nil
	}
	out := &Checkin{Verdict: string(checkin.WrongEvent), ListID: list, Pass: shown}
	if shown.EventID == k.EventID {
		out.Verdict = string(checkin.WrongList)
	}
	return out
}
