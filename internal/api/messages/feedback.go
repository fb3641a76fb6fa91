package messages

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func (h *Handlers) feedbackRoutes() []access.Route {
	const own = "/v1/events/{event_id}/people/{user_id}/feedback"
	return []access.Route{
		access.InEvent(identity.ReadFeedback, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/feedback", ID: "list-feedback", Tag: access.TagMessages,
			Summary: "List what guests said",
			Description: "How many gave each rating, and what each said, the latest first. Names are of those who wanted theirs told; at an event with few " +
				"guests the words may tell whose they are all the same.",
			Query: []string{"limit", "cursor"},
		}, h.listFeedback),
		access.InEvent(identity.ReadFeedback, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/feedback.csv", ID: "get-feedback-csv", Tag: access.TagMessages,
			Summary:     "What guests said as CSV",
			Description: "All of it as a table (RFC 4180, UTF-8), the latest first. Names are of those who wanted theirs told.",
			Media:       httpapi.MediaCSV,
		}, h.feedbackCSV),
		access.On(identity.GiveFeedback, httpapi.Route{
			Method: http.MethodGet, Path: own, ID: "get-feedback", Tag: access.TagMessages,
			Summary:     "Get what one said of an event",
			Description: "And whether it can be said now. With the link of the mail that asks, a fresh link, or signed in. Organizers read the list.",
		}, h.getFeedback),
		access.On(identity.GiveFeedback, httpapi.Route{
			Method: http.MethodPut, Path: own, ID: "put-feedback", Tag: access.TagMessages,
			Summary: "Say how an event was",
			Description: "Takes the place of what one said before. From the end of the event on, for 30 days, where it asks (`feedback_after_seconds`), " +
				"and for people who had a ticket until the end.",
			Problems: []httpapi.Kind{kindFeedbackClosed, kindNoTicket},
			Example:  FeedbackIn{Rating: 5, Words: "The lanterns!", Named: true},
		}, h.putFeedback),
	}
}

// FeedbackIn is what a guest says of an event.
type FeedbackIn struct {
	Rating int64  `json:"rating" minimum:"1" maximum:"5" doc:"From 1, the worst, to 5."`
	Words  string `json:"words,omitempty" maxLength:"2000" doc:"What organizers should know. Lines end in a line feed."`
	Named  bool   `json:"named,omitempty" doc:"Organizers may see who says it. Without, they see no name."`
}

// Feedback is what a guest said of an event.
type Feedback struct {
	FeedbackIn
	CreatedAt time.Time `json:"created_at" doc:"When it was said first."`
	UpdatedAt time.Time `json:"updated_at"`
}

// FeedbackOf is what a guest said, as it is shown to them.
func FeedbackOf(f *messages.Feedback) *Feedback {
	return &Feedback{FeedbackIn: FeedbackIn{Rating: f.Rating, Words: f.Words, Named: f.Named}, CreatedAt: f.CreatedAt.Time(), UpdatedAt: f.UpdatedAt.Time()}
}

// OwnFeedback is what a guest said of an event, and whether they can.
type OwnFeedback struct {
	Open bool      `json:"open" doc:"Whether it can be said, or changed, now."`
	Ends time.Time `json:"ends_at" doc:"Until when, where the event asks."`
	Said *Feedback `json:"said,omitempty" doc:"Absent: nothing yet."`
}

// FeedbackItem is what a guest said, as organizers see it.
type FeedbackItem struct {
	Rating    int64     `json:"rating"`
	Words     string    `json:"words"`
	Name      string    `json:"name,omitempty" doc:"Whose it is; absent where they did not want that told, or have no name."`
	CreatedAt time.Time `json:"created_at"`
}

// FeedbackList is a page of what guests said.
type FeedbackList struct {
	Ratings                    []int64 `json:"ratings" doc:"How many guests gave each rating: 1 first, 5 last."`
	httpapi.List[FeedbackItem] `doc:"The latest first."`
}

// feedbackCursor is where a page of what guests said begins: after this.
type feedbackCursor struct {
	CreatedAt int64
	PersonID  string
}

func (h *Handlers) listFeedback(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*FeedbackList, error) {
	list, err := httpapi.ReadList(&c.Request, "feedback "+k.EventID,
		func(after feedbackCursor, limit int) ([]messages.FeedbackView, error) {
			return h.Store.Feedback.Page(c.Context(), k.EventID, inventory.Instant(after.CreatedAt), after.PersonID, limit)
		},
		func(f *messages.FeedbackView) feedbackCursor { return feedbackCursor{int64(f.CreatedAt), f.PersonID} },
		func(f *messages.FeedbackView) FeedbackItem {
			return FeedbackItem{Rating: f.Rating, Words: f.Words, Name: f.Name, CreatedAt: f.CreatedAt.Time()}
		})
	if err != nil {
		return nil, err
	}
	counts, err := h.Store.Feedback.Counts(c.Context(), k.EventID)
	return &FeedbackList{Ratings: counts[:], List: list}, err
}

// feedbackRows is how many rows of the table are read at once.
const feedbackRows = 500

// feedbackColumns are those of the table of what guests said, which never change.
var feedbackColumns = []string{"rating", "words", "name", "created_at", "updated_at"}

// feedbackCSV is the list as a table.
func (h *Handlers) feedbackCSV(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Download, error) {
	return httpapi.CSVPages("feedback-"+k.EventID+".csv", feedbackColumns, feedbackRows, func(after *messages.FeedbackView) ([]messages.FeedbackView, error) {
		if after == nil {
			after = &messages.FeedbackView{}
		}
		return h.Store.Feedback.Page(c.Context(), k.EventID, after.CreatedAt, after.PersonID, feedbackRows)
	}, func(f *messages.FeedbackView) []string {
		return []string{
			strconv.FormatInt(f.Rating, 10), export.Inert(f.Words), export.Inert(f.Name), f.CreatedAt.Time().Format(time.RFC3339), f.UpdatedAt.Time().Format(time.RFC3339),
		}
	})
}

// guest finds the guest in the path and asks for access.
func (h *Handlers) guest(c *access.Call) (*feedback.Guest, error) {
	k, v, _, err := h.contact(c)
	if err != nil {
		return nil, err
	}
	return h.feedback().Guest(c.Context(), k.EventID, v.Person.ID)
}

func (h *Handlers) getFeedback(c *access.Call, _ *httpapi.None) (*OwnFeedback, error) {
	g, err := h.guest(c)
	if err != nil && !errors.Is(err, feedback.ErrClosed) && !errors.Is(err, feedback.ErrNoTicket) {
		return nil, err
	}
	out := &OwnFeedback{Open: err == nil, Ends: feedback.Ends(&g.Event.Event).Time()}
	if g.Said != nil {
		out.Said = FeedbackOf(g.Said)
	}
	return out, nil
}

func (h *Handlers) putFeedback(c *access.Call, in *FeedbackIn) (*Feedback, error) {
	g, err := h.guest(c)
	switch {
	case errors.Is(err, feedback.ErrClosed):
		return nil, kindFeedbackClosed.Problem()
	case errors.Is(err, feedback.ErrNoTicket):
		return nil, kindNoTicket.Problem()
	case err != nil:
		return nil, err
	}
	var check httpapi.Checks
	words := check.Prose("words", in.Words, feedback.MaxWords)
	if err := check.Err(); err != nil {
		return nil, err
	}
	f, err := h.feedback().Say(c.Context(), g, feedback.Said{Rating: in.Rating, Words: words, Named: in.Named})
	if err != nil {
		return nil, err
	}
	return FeedbackOf(f), nil
}
