package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strings"
	"time"
)

// Problem is what every error is answered with: a problem document of RFC 9457.
// It never carries what an inner error says.
type Problem struct {
	Type   string       `json:"type" doc:"A stable address of the kind of problem. It leads to a page that explains it." example:"/problems/sold_out"`
	Title  string       `json:"title" doc:"The kind of problem in a few words." example:"Sold out"`
	Status int          `json:"status" doc:"The HTTP status." example:"409"`
	Code   string       `json:"code" doc:"The kind of problem, for programs. Stable." example:"sold_out"`
	Detail string       `json:"detail,omitempty" doc:"What happened this time." example:"No units are left, and join_waitlist was not set."`
	Errors []FieldError `json:"errors,omitempty" doc:"What is wrong with which field."`
	Role   string       `json:"role,omitempty" doc:"Of forbidden: the least role that may do this. Absent where no role may." example:"organizer"`
	Limit  string       `json:"limit,omitempty" doc:"Of rate_limited, where there is a rate: which one was passed. Calls without credentials have one for each address and network, and so have streams (stream_), public logs (log_) and mails that are asked for (mail_address, mail_network), and whoever is not staff for files that answer questions (upload_address, upload_network); mails for which an address was typed have one for each such address (mail_recipient); calls with an API key have one for each key, calls of somebody who is signed in one for each session and account, calls with a link of a mail one for each link. Around the openings of an event with high or extreme demand, so has what takes or waits for a place, for each account and network (high_, extreme_)." enum:"address,network,stream_address,stream_network,log_address,log_network,mail_address,mail_network,upload_address,upload_network,mail_recipient,key,account,session,link,high_account,high_network,extreme_account,extreme_network" example:"network"`
	// Conflicts and FreeTimes are about the time of rooms.
	Conflicts []TimeConflict `json:"conflicts,omitempty" doc:"Of room_taken and add_on_taken: every booking that is in the way, by time. At most 1,000 of a room."`
	FreeTimes *FreeTimes     `json:"free_times,omitempty" doc:"Of room_taken, add_on_taken and outside_opening_hours: the nearest times at which all rooms are free for as long and the venue is open. They are looked for within 60 days, and nobody keeps them."`
	// Dates are those of a booking that repeats.
	Dates *RefusedDates `json:"dates,omitempty" doc:"Of room_taken, add_on_taken and outside_opening_hours, of a booking that repeats: which of its dates cannot be."`
	// Odds are those of somebody who waits.
	Odds *Odds `json:"odds,omitempty" doc:"Of not_called_yet, while people are let in: whether something is left when it is one's own turn."`
	// RequestID is filled in when the problem is written.
	RequestID string `json:"request_id,omitempty" doc:"What this request is called in the log, as in the header X-Request-Id. Name it when you ask for help." example:"5f2b9c0de41a-2k"`

	// RetryAfter is when to ask again; 0: nothing is said.
	RetryAfter time.Duration `json:"-"`
}

// Odds say whether something is left for somebody who waits, and by which figures.
type Odds struct {
	Ahead  int64   `json:"ahead" doc:"People who are called before." example:"9800"`
	Left   int64   `json:"left" doc:"Units that are available now." example:"412"`
	Share  float64 `json:"share,omitempty" doc:"The part of those who were called that came in. Absent: not known yet, and all are reckoned with." example:"0.8"`
	Each   float64 `json:"each,omitempty" doc:"How many units those who came in took on average. Absent: not known yet, and two are reckoned with." example:"1.8"`
	Chance string  `json:"chance" enum:"likely,possible,unlikely" doc:"What those ahead would take: likely is less than 0.7 of what is left, unlikely more than 1.3 of it, or nothing is left."`
}

// FieldError says what is wrong with one field of a request.
type FieldError struct {
	Field   string `json:"field" doc:"The field, as guests[0].name. Of a header or parameter, its name." example:"guests[0].name"`
	Code    string `json:"code" doc:"What is wrong, for programs." example:"too_long"`
	Message string `json:"message" doc:"What is wrong, for people." example:"must have at most 200 characters"`
}

// TimeConflict is a booking that is in the way of another, or a time at which a room is taken
// elsewhere.
type TimeConflict struct {
	BookingID    string    `json:"booking_id,omitempty" doc:"Absent where the room is taken elsewhere, as calendar_id says." example:"bkg_3k9q0a7c1v5m"`
	CalendarID   string    `json:"calendar_id,omitempty" doc:"The imported calendar that says so, where the room is taken elsewhere." example:"cal_3k9q0a7c1v5m"`
	AddOnID      string    `json:"add_on_id,omitempty" doc:"Of add_on_taken: the add-on that was asked for, of which it has so many." example:"adn_3k9q0a7c1v5m"`
	Quantity     int64     `json:"quantity,omitempty" doc:"How many of the add-on it has." example:"2"`
	RoomID       string    `json:"room_id,omitempty" doc:"The room that was asked for; absent where it is about an add-on." example:"roo_3k9q0a7c1v5m"`
	BookedRoomID string    `json:"booked_room_id,omitempty" doc:"The room that the other booking has: the same, a part of it, or one of which it is a part." example:"roo_3k9q0a7c1v5m"`
	StartsAt     time.Time `json:"starts_at"`
	EndsAt       time.Time `json:"ends_at"`
	BusyFrom     time.Time `json:"busy_from" doc:"When its set-up begins."`
	BusyTo       time.Time `json:"busy_to" doc:"When its tear-down is over."`
}

// RefusedDates are the dates of a booking that repeats which cannot be.
type RefusedDates struct {
	Asked int64         `json:"asked" doc:"How many dates it comes to." example:"10"`
	Items []RefusedDate `json:"items" doc:"Those that cannot be, by start."`
}

// RefusedDate is a date that cannot be.
type RefusedDate struct {
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	Reason   string    `json:"reason" enum:"room_taken,add_on_taken,outside_opening_hours" doc:"Why. What is taken can be waited for (on_conflict); a date on which the venue is closed cannot."`
}

// FreeTimes are starts that would be possible.
type FreeTimes struct {
	Before *time.Time `json:"before" doc:"The last possible start before what was asked for; null: there is none."`
	After  *time.Time `json:"after" doc:"The first possible start after what was asked for; null: there is none."`
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

const (
	problemPath        = "/problems/"
	defaultRetryAfter  = time.Second
	statusClientClosed = 499 // what proxies log for a client that went away
)

// Kind is a kind of problem.
type Kind struct {
	Code   string // for programs; stable
	Status int
	Title  string
	Help   string // what to do about it, for the page that explains it
	Field  string // the field that a problem of this kind is about, if always the same
}

// With makes a problem of the kind that says what happened this time.
func (k Kind) With(detail string, fields ...FieldError) *Problem {
	return &Problem{Type: problemPath + k.Code, Title: k.Title, Status: k.Status, Code: k.Code, Detail: detail, Errors: fields}
}

// Problem makes a problem of the kind that says no more than the kind itself.
func (k Kind) Problem(fields ...FieldError) *Problem { return k.With(k.Help, fields...) }

// About is Problem with the kind's field named as what is wrong.
func (k Kind) About() *Problem {
	p := k.Problem()
	if k.Field != "" {
		p.Errors = []FieldError{{Field: k.Field, Code: k.Code, Message: strings.ToLower(k.Title)}}
	}
	return p
}

// Invalid is the problem of a request with wrong fields.
func Invalid(fields ...FieldError) *Problem {
	names := make([]string, 0, len(fields))
	for _, f := range fields {
		if !slices.Contains(names, f.Field) {
			names = append(names, f.Field)
		}
	}
	return KindInvalid.With("Look at "+strings.Join(names, ", ")+".", fields...)
}

// ErrorKind says which kind of problem an error becomes.
type ErrorKind struct {
	Err  error
	Kind Kind
}

// Problems are what one package adds to the registry: the kinds that only it
// has, and what its errors become.
type Problems struct {
	Kinds  []Kind
	Errors []ErrorKind
}

// Registry knows all kinds of problem of a server and what errors become.
type Registry struct {
	kinds  map[string]Kind
	errors []ErrorKind
}

// NewRegistry makes a registry. Of two errors that both match, the one that was
// registered first counts. It fails when two packages have one code.
func NewRegistry(all ...Problems) (*Registry, error) {
	r := &Registry{kinds: map[string]Kind{}}
	for _, p := range all {
		for _, k := range p.Kinds {
			if _, taken := r.kinds[k.Code]; taken || k.Code == "" {
				return nil, fmt.Errorf("httpapi: the kind of problem %q is registered twice, or has no code", k.Code)
			}
			r.kinds[k.Code] = k
		}
		r.errors = append(r.errors, p.Errors...)
	}
	return r, nil
}

// Kind returns the kind of a code, and whether there is one.
func (r *Registry) Kind(code string) (Kind, bool) {
	k, ok := r.kinds[code]
	return k, ok
}

// Kinds returns all kinds by status and code.
func (r *Registry) Kinds() []Kind {
	all := make([]Kind, 0, len(r.kinds))
	for _, k := range r.kinds {
		all = append(all, k)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].Status != all[j].Status {
			return all[i].Status < all[j].Status
		}
		return all[i].Code < all[j].Code
	})
	return all
}

// Of turns any error into a problem. What it does not know is ours: an internal
// error, of which the client learns nothing more.
func (r *Registry) Of(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	for i := range r.errors {
		if e := &r.errors[i]; errors.Is(err, e.Err) {
			p := e.Kind.About()
			if p.Status == http.StatusServiceUnavailable {
				p.RetryAfter = defaultRetryAfter
			}
			return p
		}
	}
	return KindInternal.Problem()
}
