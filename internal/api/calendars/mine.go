package calendars

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// perEvent is how many orders of one event are looked at.
const perEvent = 50

// MyCalendar tells whether there is an address at which a calendar program reads one's tickets.
type MyCalendar struct {
	Enabled bool       `json:"enabled"`
	Since   *time.Time `json:"since,omitempty" doc:"Since when there is this address; absent when there is none."`
}

// NewCalendar is a new address of one's calendar.
type NewCalendar struct {
	URL   string    `json:"url" doc:"Shown this once: only a hash of it is stored. Whoever knows it sees which events you have tickets for, and where those take place that are online, and no more." example:"https://holdfast.example/v1/calendars/hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8/tickets.ics"`
	Since time.Time `json:"since"`
}

// CalendarEnded says that the address leads nowhere any more.
type CalendarEnded struct {
	Status string `json:"status" enum:"ended"`
}

func (h *Handlers) myCalendar(c *access.Call, _ *httpapi.None) (*MyCalendar, error) {
	a, err := h.Store.Accounts.CalendarAddress(c.Context(), c.Caller.Login.AccountID)
	if errors.Is(err, database.ErrNotFound) {
		return &MyCalendar{}, nil
	}
	if err != nil {
		return nil, err
	}
	since := a.CreatedAt.Time()
	return &MyCalendar{Enabled: true, Since: &since}, nil
}

func (h *Handlers) renewCalendar(c *access.Call, _ *httpapi.None) (*NewCalendar, error) {
	text, hash := identity.NewCalendarSecret()
	a := organizations.CalendarAddress{AccountID: c.Caller.Login.AccountID, Hash: hash, CreatedAt: inventory.At(h.Now())}
	if err := h.Store.Accounts.SetCalendarAddress(c.Context(), a); err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Cache-Control", "no-store")
	return &NewCalendar{URL: h.Origin + "/v1/calendars/" + text + "/tickets.ics", Since: a.CreatedAt.Time()}, nil
}

func (h *Handlers) endCalendar(c *access.Call, _ *httpapi.None) (*CalendarEnded, error) {
	return &CalendarEnded{"ended"}, h.Store.Accounts.DropCalendarAddress(c.Context(), c.Caller.Login.AccountID)
}

// secretOf is the hash of the secret address in the path, which anybody may ask for.
func secretOf(c *access.Call) (*[32]byte, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	hash := identity.HashCalendarSecret(c.Param("secret"))
	if hash == nil {
		return nil, database.ErrNotFound
	}
	return hash, nil
}

// tickets answers with the events that the owner of a secret address has tickets for.
func (h *Handlers) tickets(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	hash, err := secretOf(c)
	if err != nil {
		return nil, err
	}
	owner, err := h.Store.Accounts.CalendarOwner(c.Context(), *hash)
	if err != nil {
		return nil, err
	}
	entries, err := h.ticketEntries(c.Context(), owner)
	if err != nil {
		return nil, err
	}
	words := page.WordsFor(owner.Locale)
	cal := calendar.Calendar{Host: h.Host, Name: words.MyTickets, URL: h.Origin + "/me", Entries: entries}
	return newFile(calendar.MediaICS, "tickets.ics", cal.ICS()).answer(c, privateCache)
}

// ticketEntries are the events that somebody has tickets for, and those for which they had
// some, as cancelled.
func (h *Handlers) ticketEntries(ctx context.Context, owner *organizations.Account) ([]calendar.Entry, error) {
	book, err := h.Reader.BookOf(ctx, owner.Address)
	if err != nil {
		return nil, err
	}
	after := h.keptAfter()
	var ids []string
	live := map[string]bool{}
	for i := range book {
		m := &book[i]
		if m.EndsAt <= after {
			continue
		}
		has, had, err := h.ticketsAt(ctx, m)
		if err != nil && !errors.Is(err, database.ErrNotFound) { // erased meanwhile
			return nil, err
		}
		if !has && !had {
			continue
		}
		if _, known := live[m.EventID]; !known {
			ids = append(ids, m.EventID)
		}
		live[m.EventID] = live[m.EventID] || has
	}
	if ids, err = h.datesOfPasses(ctx, ids, live); err != nil {
		return nil, err
	}
	events, err := h.Store.Events.ForCalendar(ctx, ids)
	if err != nil {
		return nil, err
	}
	var entries []calendar.Entry
	for _, event := range ids { // in the order of the book: the latest first
		if v := events[event]; v != nil && v.EndsAt > after { // of a pass, some dates are long over
			e := h.entry(v)
			if e.Cancelled = e.Cancelled || !live[event]; !e.Cancelled {
				e.Online = v.OnlineURL
			}
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// datesOfPasses puts the dates that a pass covers in the place of what sells it: somebody who has
// the pass comes to these.
func (h *Handlers) datesOfPasses(ctx context.Context, ids []string, live map[string]bool) ([]string, error) {
	covered, err := h.Store.Passes.Covered(ctx, ids)
	if err != nil || len(covered) == 0 {
		return ids, err
	}
	var out []string
	for _, event := range ids {
		dates := []string{event}
		if of, sells := covered[event]; sells {
			dates = of
		}
		for _, date := range dates {
			if !slices.Contains(out, date) {
				out = append(out, date)
			}
			live[date] = live[date] || live[event]
		}
	}
	return out, nil
}

// ended are why an order or a registration that had tickets has none any more.
var ended = map[inventory.Reason]bool{
	inventory.ReasonCancelledByPerson: true, inventory.ReasonCancelledByStaff: true, inventory.ReasonEventCancelled: true,
	inventory.ReasonOrderCancelled: true, inventory.ReasonOrderRefunded: true, inventory.ReasonOrderExchanged: true,
}

// ticketsAt reports whether a person has a ticket for an event, or had one.
func (h *Handlers) ticketsAt(ctx context.Context, m *guests.Mine) (has, had bool, err error) {
	holds, err := h.Store.People.PersonHolds(ctx, m.EventID, m.PersonID, perEvent)
	if err != nil {
		return false, false, err
	}
	for i := range holds {
		switch o := &holds[i]; o.State {
		case inventory.HoldConfirmed:
			others, err := h.Store.Tickets.WithOthers(ctx, o.ID)
			if err != nil {
				return false, false, err
			}
			has, had = has || others < o.Units, true
		case inventory.HoldReleased:
			had = had || ended[o.Reason]
		}
	}
	received, err := h.Store.Tickets.FromOthers(ctx, m.EventID, m.PersonID, perEvent)
	if err != nil {
		return false, false, err
	}
	for i := range received {
		if r := &received[i]; r.Transfer.State == inventory.TransferAccepted {
			has, had = has || r.Ticket.Valid, true
		}
	}
	return has, had, nil
}
