package message

import (
	"crypto/rand"
	"encoding/hex"
	htmltemplate "html/template"
	"strings"
	"sync"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// A form is a rendered message for many people, with gaps for what differs between
// them: the name, the links and the tickets. A reminder for 200,000 people is rendered once for each
// language, tier and size of party; for each person only the gaps are filled.
//
// The value of a gap must be the same wherever the layout may have put it, whatever the
// templates escape there. So a message to a person whose name would be escaped is
// rendered separately (see inert).
type form struct {
	rest                      mailkit.Rendered // the fields without gaps
	subject, lead, html, text gapped
}

// Gaps of a form.
const (
	gapName = iota
	gapURL
	gapPreferences
	gapTickets     // in the HTML
	gapTicketsText // in the text
	gaps
	noGap = -1
)

// gapped is a text in pieces, each with the gap that follows it.
type gapped []piece

type piece struct {
	text string
	gap  int
}

// formKey is everything that the text of a shared message depends on. Events, styles
// and heads of logs are compared by pointer: they are read again after a while, and get a new one.
type formKey struct {
	ev           *events.EventView
	pass         *events.EventView // what sells the pass of its readers; nil: they have none
	style        *Style
	log          *mailkit.LogHead
	kind         inv.MessageKind
	reason       inv.Reason
	lang, tier   string
	online       string
	units        int64
	named, links bool
	tickets      bool
}

// formsLimit is how many forms are cached; when it is reached, all are dropped.
const formsLimit = 100

type forms struct {
	// marks stand for the gaps while a form is rendered. They are random, so no text of
	// an organizer contains one.
	marks [gaps]string

	mu   sync.Mutex
	list map[formKey]*form // guarded by mu
}

func newForms() *forms {
	f := &forms{list: map[formKey]*form{}}
	for i := range f.marks {
		secret := make([]byte, 12)
		rand.Read(secret)
		f.marks[i] = "gap" + hex.EncodeToString(secret)
	}
	return f
}

// shared reports whether a message is the same for many people: it depends on the event,
// the tier and the size of the party only.
func shared(m *events.MessageView, a *about) bool {
	switch m.Message.Kind {
	case Reminder, EventChanged, EventPostponed, Announcement, NewEvent, Feedback, inv.MsgConfirmed, inv.MsgApplied, inv.MsgWaitlisted:
	default:
		return false
	}
	return a.drawn == nil && len(m.Answers) == 0 && m.Offer == nil && m.Transfer == nil && m.Exchange == nil && (m.Hold == nil || m.Hold.Order == nil) &&
		(a.units <= 1 || a.guests == "" || a.guests == "[]")
}

// inert reports whether no value of a reader is ever escaped: neither the name, in text
// or attributes of HTML, nor the URLs, in links.
func (r *reader) inert() bool {
	return !strings.ContainsAny(r.name, "\x00\"&'+<>{}") && plainURL(r.url) && plainURL(r.preferences)
}

func plainURL(address string) bool {
	for i := range len(address) {
		switch c := address[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/:", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// fromForm renders a shared message from its form.
func (r *Renderer) fromForm(d *dictionary, style *Style, ev *events.EventView, m *events.MessageView, a *about, to *reader) (mailkit.Rendered, error) {
	key := formKey{ev: ev, pass: sellsPass(m), style: style, log: to.log, kind: m.Message.Kind, reason: a.reason, lang: d.Tag.String(), tier: a.tier, online: a.online, units: a.units, named: to.name != "", links: to.url != "", tickets: to.tickets != ""}
	r.forms.mu.Lock()
	f := r.forms.list[key]
	r.forms.mu.Unlock()
	if f == nil {
		blank := reader{log: to.log, preferences: r.forms.marks[gapPreferences]}
		if key.named {
			blank.name = r.forms.marks[gapName]
		}
		if key.links {
			blank.url = r.forms.marks[gapURL]
		}
		if key.tickets {
			blank.tickets, blank.ticketsText = htmltemplate.HTML(r.forms.marks[gapTickets]), r.forms.marks[gapTicketsText]
		}
		said, err := r.write(d, style, ev, m, a, &blank)
		if err != nil {
			return mailkit.Rendered{}, err
		}
		f = r.forms.cut(said)
		r.forms.keep(key, f)
	}
	out := f.rest
	values := [gaps]string{to.name, to.url, to.preferences, string(to.tickets), to.ticketsText}
	out.HTML, out.Text = f.html.fill(&values), f.text.fill(&values)
	if out.URL != "" {
		out.URL = to.url
	}
	out.PreferencesURL = to.preferences
	values[gapName] = mailkit.Plain(to.name) // for the subject and the lead
	out.Subject, out.Lead = f.subject.fill(&values), f.lead.fill(&values)
	return out, nil
}

func (f *forms) keep(key formKey, made *form) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) >= formsLimit {
		clear(f.list)
	}
	f.list[key] = made
}

// cut makes a form of a message that was rendered with marks for the gaps.
func (f *forms) cut(said mailkit.Rendered) *form {
	out := &form{subject: f.gapped(said.Subject), lead: f.gapped(said.Lead), html: f.gapped(said.HTML), text: f.gapped(said.Text)}
	said.Subject, said.Lead, said.HTML, said.Text = "", "", "", ""
	out.rest = said
	return out
}

func (f *forms) gapped(text string) (list gapped) {
	for {
		at, gap := len(text), noGap
		for i, mark := range f.marks {
			if n := strings.Index(text, mark); n >= 0 && n < at {
				at, gap = n, i
			}
		}
		list = append(list, piece{text[:at], gap})
		if gap == noGap {
			return list
		}
		text = text[at+len(f.marks[gap]):]
	}
}

func (g gapped) fill(values *[gaps]string) string {
	if len(g) == 1 {
		return g[0].text
	}
	size := 0
	for i := range g {
		size += len(g[i].text)
		if g[i].gap != noGap {
			size += len(values[g[i].gap])
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i := range g {
		b.WriteString(g[i].text)
		if g[i].gap != noGap {
			b.WriteString(values[g[i].gap])
		}
	}
	return b.String()
}
