package messages

import (
	"context"
	"encoding/json"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// countScan is how many people are counted at most before a bulletin is sent.
const countScan = 20_000

// bulletinAhead is how far ahead a bulletin can be planned.
const bulletinAhead = 366 * 24 * time.Hour

// Audience says who of an event is written to.
type Audience struct {
	Standing  string   `json:"standing,omitempty" enum:"confirmed,ticket_holder,offered,pending,waiting,ended" doc:"Only guests of this standing. Absent: everybody but those who have nothing any more."`
	TierID    string   `json:"tier_id,omitempty" maxLength:"64" doc:"Only guests with something of this tier."`
	CheckedIn string   `json:"checked_in,omitempty" enum:"yes,no" doc:"yes: somebody came in with a ticket of theirs. no: a ticket of theirs has not been used."`
	PersonIDs []string `json:"person_ids,omitempty" maxItems:"500" doc:"Only these, of those whom the rest fits: ids of persons, as the guest list has them."`
}

// NewBulletin is a message to guests.
type NewBulletin struct {
	Audience Audience   `json:"audience,omitempty" doc:"Who is written to, as it stands when the message goes out."`
	Locale   string     `json:"locale" minLength:"2" maxLength:"35" doc:"The language that it is written in; what stands around it is in the same." example:"en"`
	Subject  string     `json:"subject" minLength:"1" maxLength:"200" doc:"Also the heading."`
	Body     []string   `json:"body" minItems:"1" maxItems:"20" doc:"Paragraphs of plain text; markup is shown as it is written. {name}, {title}, {starts}, {starts_short}, {location} and {organization} are filled in."`
	SendAt   *time.Time `json:"send_at,omitempty" doc:"Not before then. Default: now."`
}

// Bulletin is a message to guests and how far it is.
type Bulletin struct {
	ID        string           `json:"id" example:"bul_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string           `json:"event_id"`
	Audience  Audience         `json:"audience"`
	Locale    string           `json:"locale"`
	Subject   string           `json:"subject"`
	Body      []string         `json:"body"`
	CreatedBy string           `json:"created_by" doc:"Id of the member or key."`
	CreatedAt time.Time        `json:"created_at"`
	SendAt    time.Time        `json:"send_at"`
	State     string           `json:"state" enum:"planned,sending,done,stopped" doc:"done: everybody is on the way, which is not: has arrived."`
	Made      int64            `json:"made" doc:"How many people it went to so far, or is on its way to."`
	Counts    map[string]int64 `json:"deliveries" doc:"What became of it, by state."`
}

// BulletinList are the latest messages to guests.
type BulletinList struct {
	Items []Bulletin `json:"items" doc:"The newest first, at most 100."`
}

// BulletinPreview is a message to guests as it would be read, and by how many.
type BulletinPreview struct {
	Preview
	Recipients int64 `json:"recipients" doc:"How many people it would go to now. Some may have opted out, or have no address."`
	AtLeast    bool  `json:"recipients_at_least,omitempty" doc:"There may be more: no more than 20,000 people are looked at."`
}

// TestBulletin is a message to guests that goes to oneself.
type TestBulletin struct {
	NewBulletin
	To string `json:"to" minLength:"1" maxLength:"254" doc:"Your address."`
}

// filter is the audience as it is kept.
func (in *Audience) filter() *audience.Filter {
	return &audience.Filter{Standing: in.Standing, Tier: in.TierID, CheckedIn: in.CheckedIn, People: in.PersonIDs, Live: true}
}

// words checks a message to guests, and returns what is kept of it.
func (in *NewBulletin) words(check *httpapi.Checks, k *access.EventSummary) (*message.Words, *audience.Filter) {
	wanted := in.Audience.filter()
	wire.Audience(check, k, "audience.", wanted, "")
	for i, person := range in.Audience.PersonIDs {
		if event, ok := id.EventOf(person, id.Person); !ok || event != k.EventID {
			check.Add("audience.person_ids["+httpapi.Itoa(int64(i))+"]", "unknown", "is not the id of a person of this event")
		}
	}
	w := &NewWording{Kind: string(message.Bulletin), Locale: in.Locale, Subject: in.Subject, Heading: in.Subject, Body: in.Body}
	words := w.words(check)
	for i, p := range in.Body {
		if p == "" {
			check.Add("body["+httpapi.Itoa(int64(i))+"]", "required", "must not be empty")
		}
	}
	return words, wanted
}

// bulletin checks a message to guests in an event.
func (h *Handlers) bulletin(c *access.Call, in *NewBulletin) (*access.EventSummary, *message.Words, *audience.Filter, error) {
	k, err := c.Event()
	if err != nil {
		return nil, nil, nil, err
	}
	var check httpapi.Checks
	words, wanted := in.words(&check, k)
	if in.SendAt != nil && in.SendAt.After(h.Now().Add(bulletinAhead)) {
		check.Add("send_at", "out_of_range", "must be within a year")
	}
	if err := check.Err(); err != nil {
		return nil, nil, nil, err
	}
	if h.Dispatcher == nil {
		return nil, nil, nil, kindNoMail.Problem()
	}
	return k, words, wanted, nil
}

func (h *Handlers) createBulletin(c *access.Call, in *NewBulletin) (*Bulletin, error) {
	k, words, wanted, err := h.bulletin(c, in)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	b := store.Bulletin{EventID: k.EventID, ID: h.IDs.In(id.Bulletin, k.EventID), OrgID: k.OrgID, Locale: in.Locale, CreatedBy: c.Caller.Actor(), CreatedAt: now}
	if c.Key != "" { // a repetition names the same message
		b.ID = id.Named(id.Bulletin, k.EventID, c.Caller.Actor()+"\n"+c.Key)
	}
	if b.Words, err = words.Encode(); err != nil {
		return nil, err
	}
	to, err := json.Marshal(wanted)
	if err != nil {
		return nil, err
	}
	b.Audience = string(to)
	due := now
	if in.SendAt != nil {
		due = max(now, inventory.At(*in.SendAt))
	}
	_, err = access.Made(c, h.Store.Announcements.CreateBulletin(c.Context(), b, due), &b,
		func(ctx context.Context) (*store.Bulletin, error) {
			return h.Store.Announcements.BulletinByID(ctx, k.EventID, b.ID)
		},
		func(have *store.Bulletin) bool {
			return have.Words == b.Words && have.Audience == b.Audience && have.Locale == b.Locale
		})
	if err != nil {
		return nil, err
	}
	have, err := h.Store.Announcements.BulletinByID(c.Context(), k.EventID, b.ID)
	if err != nil {
		return nil, err
	}
	return h.bulletinOf(c, have)
}

func (h *Handlers) bulletinOf(c *access.Call, b *store.Bulletin) (*Bulletin, error) {
	words, err := message.DecodeWords(b.Words)
	if err != nil {
		return nil, err
	}
	var to audience.Filter
	if err := json.Unmarshal([]byte(b.Audience), &to); err != nil {
		return nil, err
	}
	out := &Bulletin{
		ID: b.ID, EventID: b.EventID, Audience: Audience{to.Standing, to.Tier, to.CheckedIn, to.People}, Locale: b.Locale,
		Subject: words.Subject, Body: words.Body, CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt.Time(), SendAt: b.Notice.DueAt.Time(),
		State: b.Notice.State, Made: b.Notice.Made, Counts: map[string]int64{},
	}
	if out.State == store.NoticeVoid {
		out.State = "stopped"
	}
	if out.Made == 0 {
		return out, nil
	}
	counts, err := h.Store.Deliveries.CountDeliveries(c.Context(), b.EventID, b.ID)
	for _, v := range counts {
		out.Counts[v.State] += v.Count
	}
	return out, err
}

func (h *Handlers) listBulletins(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*BulletinList, error) {
	list, err := h.Store.Announcements.Bulletins(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &BulletinList{Items: []Bulletin{}}
	for i := range list {
		b, err := h.bulletinOf(c, &list[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *b)
	}
	return out, nil
}

// bulletinInPath finds the message to guests that the path names.
func (h *Handlers) bulletinInPath(c *access.Call) (*store.Bulletin, error) {
	k, err := c.EventOf(c.Param("bulletin_id"), id.Bulletin)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, ""); err != nil {
		return nil, err
	}
	return h.Store.Announcements.BulletinByID(c.Context(), k.EventID, c.Param("bulletin_id"))
}

func (h *Handlers) getBulletin(c *access.Call, _ *httpapi.None) (*Bulletin, error) {
	b, err := h.bulletinInPath(c)
	if err != nil {
		return nil, err
	}
	return h.bulletinOf(c, b)
}

func (h *Handlers) stopBulletin(c *access.Call, _ *httpapi.None) (*Bulletin, error) {
	b, err := h.bulletinInPath(c)
	if err != nil {
		return nil, err
	}
	if _, err := h.Store.Announcements.StopBulletin(c.Context(), b.EventID, b.ID, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	if b, err = h.Store.Announcements.BulletinByID(c.Context(), b.EventID, b.ID); err != nil {
		return nil, err
	}
	return h.bulletinOf(c, b)
}

func (h *Handlers) previewBulletin(c *access.Call, in *NewBulletin) (*BulletinPreview, error) {
	k, words, wanted, err := h.bulletin(c, in)
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	r, err := h.Dispatcher.Preview(c.Context(), ev, message.Bulletin, in.Locale, words)
	if err != nil {
		return nil, err
	}
	out := &BulletinPreview{Preview: Preview{r.Subject, r.Text, r.HTML, delivery.Text(&r)}}
	for before, scanned := "", 0; ; {
		page, err := h.Store.People.Guests(c.Context(), k.EventID, before, wire.GuestPage)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if before = page[i].Person.ID; wanted.Wants(&page[i]) {
				out.Recipients++
			}
		}
		if len(page) < wire.GuestPage {
			return out, nil
		}
		if scanned += wire.GuestPage; scanned >= countScan {
			out.AtLeast = true
			return out, nil
		}
	}
}

func (h *Handlers) testBulletin(c *access.Call, in *TestBulletin) (*TestSent, error) {
	k, words, _, err := h.bulletin(c, &in.NewBulletin)
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	return h.try(c, ev, message.Bulletin, in.Locale, in.To, words)
}
