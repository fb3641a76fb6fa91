package page

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// ratingForm is the form in which a guest says how an event was.
type ratingForm struct {
	URL     string
	Ratings []ratingChoice // the best first
	Words   string
	Most    int // characters of Words
	Named   bool
	Wrong   string // what is wrong with what was sent; "": nothing
	Send    string // label of the button
}

// ratingChoice is one rating.
type ratingChoice struct {
	Value  int64
	Name   string
	Chosen bool
}

// maxFeedback is how much the form sends at most, in bytes: its words, each character of
// which takes twelve at most, and the rest.
const maxFeedback = 12*feedback.MaxWords + 1<<10

// guestOf finds the guest whose link it is. The error is that of the link, or of the feedback.
func (p *Pages) guestOf(ctx context.Context, token string) (*feedback.Guest, error) {
	link, err := p.cfg.Links.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	if link.Kind != identity.FeedbackLink {
		return nil, identity.ErrLinkInvalid
	}
	return p.feedback.Guest(ctx, link.Event(), link.Person)
}

// feedbackForm shows the form, with what was said before.
func (p *Pages) feedbackForm(w http.ResponseWriter, r *http.Request) {
	g, err := p.guestOf(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noFeedback(w, r, g, err)
		return
	}
	said := feedback.Said{}
	if g.Said != nil {
		said = feedback.Said{Rating: g.Said.Rating, Words: g.Said.Words, Named: g.Said.Named}
	}
	p.showFeedback(w, r, http.StatusOK, g, said, "")
}

// takeFeedback stores what was said, and shows the form again by a redirect.
func (p *Pages) takeFeedback(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	g, err := p.guestOf(r.Context(), token)
	if err != nil {
		p.noFeedback(w, r, g, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	r.Body = http.MaxBytesReader(w, r.Body, maxFeedback)
	if err := r.ParseForm(); err != nil {
		p.showFeedback(w, r, http.StatusBadRequest, g, feedback.Said{}, fill(words.RateLong, "{n}", strconv.Itoa(feedback.MaxWords)))
		return
	}
	// Without a rating it is 0, which is none.
	rating, _ := strconv.ParseInt(r.PostForm.Get("rating"), 10, 64)
	said := feedback.Said{Rating: rating, Words: feedback.Clean(r.PostForm.Get("words")), Named: r.PostForm.Get("named") != ""}
	switch {
	case rating < 1 || rating > feedback.MaxRating:
		p.showFeedback(w, r, http.StatusBadRequest, g, said, words.RateFirst)
		return
	case utf8.RuneCountInString(said.Words) > feedback.MaxWords:
		p.showFeedback(w, r, http.StatusBadRequest, g, said, fill(words.RateLong, "{n}", strconv.Itoa(feedback.MaxWords)))
		return
	}
	if _, err := p.feedback.Say(r.Context(), g, said); err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/"+string(identity.FeedbackLink)+"/"+token, http.StatusSeeOther)
}

// showFeedback shows the form with what somebody says, or said.
func (p *Pages) showFeedback(w http.ResponseWriter, r *http.Request, status int, g *feedback.Guest, said feedback.Said, wrong string) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	f := &ratingForm{
		URL: "/" + string(identity.FeedbackLink) + "/" + r.PathValue("token"), Words: said.Words, Most: feedback.MaxWords, Named: said.Named,
		Wrong: wrong, Send: words.RateSend,
	}
	for n := int64(feedback.MaxRating); n >= 1; n-- {
		f.Ratings = append(f.Ratings, ratingChoice{Value: n, Name: words.Ratings[n-1], Chosen: n == said.Rating})
	}
	v := &view{State: "feedback.open", Title: words.of(g.Event).Details.Title, Rating: f}
	if g.Said != nil && wrong == "" {
		v.State, v.Good = "feedback.given", true
	}
	if g.Said != nil {
		f.Send = words.RateAgain
	}
	p.show(w, r, status, v)
}

// noFeedback says why there is no form. A link that has expired was for what is closed.
func (p *Pages) noFeedback(w http.ResponseWriter, r *http.Request, g *feedback.Guest, err error) {
	v := &view{State: "feedback.closed"}
	switch {
	case errors.Is(err, feedback.ErrNoTicket):
		v.State = "feedback.guest"
	case !errors.Is(err, feedback.ErrClosed) && !errors.Is(err, identity.ErrLinkExpired):
		p.fail(w, r, err)
		return
	}
	if g != nil {
		v.Title = g.Event.Details.Title
	}
	p.show(w, r, http.StatusGone, v)
}
