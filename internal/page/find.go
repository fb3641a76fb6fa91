package page

import (
	"errors"
	"net/http"
)

// findPath is the page on which somebody has what they booked mailed to them.
const findPath = "/find"

// maxFind is how much its form sends at most, in bytes.
const maxFind = 4 << 10

// Finder has links to what an address has booked mailed to it, as the API does, for the sender of
// the request: ErrAddress, or ErrTooSoon when too many mails were asked for. mail says where
// mail goes, as the API says it: server, mailbox or none.
type Finder func(r *http.Request, email string) (mail string, err error)

// Errors of a Finder.
var (
	ErrAddress = errors.New("page: not an email address")
	ErrTooSoon = errors.New("page: too many mails were asked for")
)

// findForm is the form of the page.
type findForm struct {
	URL   string
	Send  string // label of the button
	Email string // as it was sent
	Wrong string // what is wrong with it; "": nothing
}

// finding is the form of the page on which somebody has what they booked mailed to them.
func (w *Words) finding(email, wrong string) *findForm {
	return &findForm{URL: findPath, Send: w.FindSend, Email: email, Wrong: wrong}
}

// findBookings has the mail sent, and says so whether the address has booked anything.
func (p *Pages) findBookings(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFind)
	words := WordsFor(r.Header.Get("Accept-Language"))
	err := r.ParseForm()
	if err != nil {
		p.show(w, r, http.StatusBadRequest, &view{State: "find", Finding: words.finding("", words.FindWrong)})
		return
	}
	email := r.PostForm.Get("email")
	mail, err := p.cfg.Find(r, email)
	if errors.Is(err, ErrAddress) {
		p.show(w, r, http.StatusUnprocessableEntity, &view{State: "find", Finding: words.finding(email, words.FindWrong)})
		return
	}
	p.mailed(w, r, "find", email, mail, err)
}

// mailed says what became of a mail that somebody asked for on a page, as a Finder returns it.
func (p *Pages) mailed(w http.ResponseWriter, r *http.Request, page, email, mail string, err error) {
	switch {
	case errors.Is(err, ErrTooSoon):
		p.show(w, r, http.StatusTooManyRequests, &view{State: "busy"})
	case err != nil:
		p.fail(w, r, err)
	default:
		state := page + ".sent"
		if mail == "mailbox" || mail == "none" {
			state = page + "." + mail
		}
		p.show(w, r, http.StatusOK, &view{State: state, Good: mail != "none", Email: email})
	}
}
