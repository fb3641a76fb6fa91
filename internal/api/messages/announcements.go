package messages

import (
	"context"
	"encoding/json"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// countScan is how many people are counted at most for a preview.
const countScan = 20_000

// announceAhead is how far ahead an announcement can be planned.
const announceAhead = 366 * 24 * time.Hour

// Audience selects the recipients of an announcement.
type Audience struct {
	Standing  string   `json:"standing,omitempty" enum:"confirmed,ticket_holder,offered,pending,waiting,applied,ended" doc:"Only guests with this status. Default: everybody with an active order or entry; whoever has only applied is not a guest yet."`
	TierID    string   `json:"tier_id,omitempty" maxLength:"64" doc:"Only guests with something of this tier."`
	CheckedIn string   `json:"checked_in,omitempty" enum:"yes,no" doc:"yes: at least one of their tickets was checked in. no: at least one was not."`
	Answer    string   `json:"answer,omitempty" maxLength:"241" doc:"Only guests who registered, ordered or wait with this answer, of their own or of one who comes with them: the id of a question of the kind choice, choices or consent, a colon and the value of the option, or yes." example:"diet:vegan"`
	PersonIDs []string `json:"person_ids,omitempty" maxItems:"500" doc:"Only these people, of those that match the rest: person ids, as in the guest list."`
}

// NewAnnouncement is an announcement to guests.
type NewAnnouncement struct {
	Audience Audience   `json:"audience,omitempty" doc:"Who receives it, as of when it is sent."`
	Locale   string     `json:"locale" minLength:"2" maxLength:"35" doc:"The language that it is written in, and the rest of the mail with it." example:"en"`
	Subject  string     `json:"subject" minLength:"1" maxLength:"200" doc:"Also the heading."`
	Body     []string   `json:"body" minItems:"1" maxItems:"20" doc:"Paragraphs of plain text; markup is shown as it is written. {name}, {title}, {starts}, {starts_short}, {location} and {organization} are filled in."`
	SendAt   *time.Time `json:"send_at,omitempty" doc:"When to send it. Default: now."`
}

// Announcement is an announcement to guests and its progress.
type Announcement struct {
	ID        string           `json:"id" example:"ann_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string           `json:"event_id"`
	Audience  Audience         `json:"audience"`
	Locale    string           `json:"locale"`
	Subject   string           `json:"subject"`
	Body      []string         `json:"body"`
	CreatedBy string           `json:"created_by" doc:"Id of the member or key."`
	CreatedAt time.Time        `json:"created_at"`
	SendAt    time.Time        `json:"send_at"`
	State     string           `json:"state" enum:"planned,sending,done,stopped" doc:"done: all deliveries were made, which does not mean that all have arrived."`
	Made      int64            `json:"made" doc:"Number of deliveries made so far."`
	Counts    map[string]int64 `json:"deliveries" doc:"Number of deliveries by state."`
}

// AnnouncementList is the latest announcements to guests.
type AnnouncementList struct {
	Items []Announcement `json:"items" doc:"The newest first, at most 100."`
}

// AnnouncementPreview is an announcement as guests would read it, and their number.
type AnnouncementPreview struct {
	Preview
	Recipients int64 `json:"recipients" doc:"How many people would receive it now. Some may have opted out or have no address."`
	AtLeast    bool  `json:"recipients_at_least,omitempty" doc:"There may be more: at most 20,000 people are counted."`
}

// TestAnnouncement is an announcement that is sent to its author.
type TestAnnouncement struct {
	NewAnnouncement
	To string `json:"to" minLength:"1" maxLength:"254" doc:"Your address."`
}

// filter returns the audience as it is stored.
func (in *Audience) filter() *audience.Filter {
	return &audience.Filter{Standing: in.Standing, Tier: in.TierID, CheckedIn: in.CheckedIn, Answer: in.Answer, People: in.PersonIDs, Live: true}
}

// words checks an announcement and returns its text and audience as they are stored.
func (in *NewAnnouncement) words(check *httpapi.Checks, k *access.EventSummary) (*message.Words, *audience.Filter) {
	wanted := in.Audience.filter()
	wire.Audience(check, k, "audience.", wanted, "")
	for i, person := range in.Audience.PersonIDs {
		if event, ok := id.EventOf(person, id.Person); !ok || event != k.EventID {
			check.Add("audience.person_ids["+httpapi.Itoa(int64(i))+"]", "unknown", "is not the id of a person of this event")
		}
	}
	w := &NewWording{Kind: string(message.Announcement), Locale: in.Locale, Subject: in.Subject, Heading: in.Subject, Body: in.Body}
	words := w.words(check)
	for i, p := range in.Body {
		if p == "" {
			check.Add("body["+httpapi.Itoa(int64(i))+"]", "required", "must not be empty")
		}
	}
	return words, wanted
}

// checked checks an announcement in an event.
func (h *Handlers) checked(c *access.Call, in *NewAnnouncement) (*access.EventSummary, *message.Words, *audience.Filter, error) {
	k, err := c.Event()
	if err != nil {
		return nil, nil, nil, err
	}
	var check httpapi.Checks
	words, wanted := in.words(&check, k)
	if in.SendAt != nil && in.SendAt.After(h.Now().Add(announceAhead)) {
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

func (h *Handlers) createAnnouncement(c *access.Call, in *NewAnnouncement) (*Announcement, error) {
	k, words, wanted, err := h.checked(c, in)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	b := messages.WrittenAnnouncement{EventID: k.EventID, ID: c.OwnIDIn(id.Announcement, k.EventID), OrgID: k.OrgID, Locale: in.Locale, CreatedBy: c.Caller.Actor(), CreatedAt: now}
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
	_, err = access.Made(c, h.Store.Announcements.CreateWritten(c.Context(), b, due), &b,
		func(ctx context.Context) (*messages.WrittenAnnouncement, error) {
			return h.Store.Announcements.WrittenByID(ctx, k.EventID, b.ID)
		},
		func(have *messages.WrittenAnnouncement) bool {
			return have.Words == b.Words && have.Audience == b.Audience && have.Locale == b.Locale
		})
	if err != nil {
		return nil, err
	}
	have, err := h.Store.Announcements.WrittenByID(c.Context(), k.EventID, b.ID)
	if err != nil {
		return nil, err
	}
	return h.announcementOf(c, have)
}

func (h *Handlers) announcementOf(c *access.Call, b *messages.WrittenAnnouncement) (*Announcement, error) {
	words, err := message.DecodeWords(b.Words)
	if err != nil {
		return nil, err
	}
	var to audience.Filter
	if err := json.Unmarshal([]byte(b.Audience), &to); err != nil {
		return nil, err
	}
	out := &Announcement{
		ID: b.ID, EventID: b.EventID, Audience: Audience{to.Standing, to.Tier, to.CheckedIn, to.Answer, to.People}, Locale: b.Locale,
		Subject: words.Subject, Body: words.Body, CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt.Time(), SendAt: b.Announcement.DueAt.Time(),
		State: b.Announcement.State, Made: b.Announcement.Made, Counts: map[string]int64{},
	}
	if out.State == messages.AnnouncementVoid {
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

func (h *Handlers) listAnnouncements(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*AnnouncementList, error) {
	list, err := h.Store.Announcements.Written(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &AnnouncementList{Items: []Announcement{}}
	for i := range list {
		b, err := h.announcementOf(c, &list[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *b)
	}
	return out, nil
}

// announcementInPath returns the announcement that the path names.
func (h *Handlers) announcementInPath(c *access.Call) (*messages.WrittenAnnouncement, error) {
	k, err := c.EventOf(c.Param("announcement_id"), id.Announcement)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, ""); err != nil {
		return nil, err
	}
	return h.Store.Announcements.WrittenByID(c.Context(), k.EventID, c.Param("announcement_id"))
}

func (h *Handlers) getAnnouncement(c *access.Call, _ *httpapi.None) (*Announcement, error) {
	b, err := h.announcementInPath(c)
	if err != nil {
		return nil, err
	}
	return h.announcementOf(c, b)
}

func (h *Handlers) stopAnnouncement(c *access.Call, _ *httpapi.None) (*Announcement, error) {
	b, err := h.announcementInPath(c)
	if err != nil {
		return nil, err
	}
	if _, err := h.Store.Announcements.StopWritten(c.Context(), b.EventID, b.ID, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	if b, err = h.Store.Announcements.WrittenByID(c.Context(), b.EventID, b.ID); err != nil {
		return nil, err
	}
	return h.announcementOf(c, b)
}

func (h *Handlers) previewAnnouncement(c *access.Call, in *NewAnnouncement) (*AnnouncementPreview, error) {
	k, words, wanted, err := h.checked(c, in)
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	r, err := h.Dispatcher.Preview(c.Context(), ev, message.Announcement, in.Locale, words)
	if err != nil {
		return nil, err
	}
	shown, err := h.preview(c, &r)
	if err != nil {
		return nil, err
	}
	out := &AnnouncementPreview{Preview: *shown}
	for before, scanned := "", 0; ; {
		page, err := h.Store.People.Guests(c.Context(), k.EventID, before, wire.GuestPage)
		if err != nil {
			return nil, err
		}
		which, err := wanted.Which(c.Context(), h.Store, k.EventID, page)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if before = page[i].Person.ID; which[i] {
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

func (h *Handlers) testAnnouncement(c *access.Call, in *TestAnnouncement) (*TestSent, error) {
	k, words, _, err := h.checked(c, &in.NewAnnouncement)
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	return h.try(c, ev, message.Announcement, in.Locale, in.To, words)
}
