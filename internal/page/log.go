package page

import (
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// LogURL is the page on which the log of an event is checked, below origin.
func LogURL(origin, event string) string { return EventURL(origin, event) + "/log" }

// Where the programs are that check logs, and that of the installation.
const (
	checkerPath             = "/log/log.py"
	installationCheckerPath = "/log/installation.py"
)

// logView is what the page of a log shows beside its facts.
type logView struct {
	EventPath, Checkpoint, Checker string
	Whole                          bool     // everybody can read all entries
	Commands                       []string // that check it
	// Of the log of the installation; Installation is empty while there is none.
	Installation, InstallationProof, InstallationChecker string
	InstallationCommands                                 []string
	Witnesses                                            []string // names of those that have signed it too
}

// logPage is the page on which anybody checks the public log of an event.
func (p *Pages) logPage(w http.ResponseWriter, r *http.Request) {
	v, err := p.publicEvent(r.Context(), r.PathValue("event_id"), r.Header.Get("Accept-Language"))
	if errors.Is(err, database.ErrNotFound) {
		p.show(w, r, http.StatusNotFound, &view{State: "unknown"})
		return
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	event := r.PathValue("event_id")
	shown := &view{Words: v.Words, Title: v.Title, State: "log", Public: v.Public, Embedded: v.Embedded, Log: &logView{EventPath: EventURL("", event)}}
	status := http.StatusOK
	if v.LogPath == "" {
		shown.State, status = "log.off", http.StatusNotFound
	} else if err = p.logFacts(r, shown, event); err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, status, shown)
}

// logFacts adds the head that was signed last, and how it is checked.
func (p *Pages) logFacts(r *http.Request, v *view, event string) error {
	head, err := p.cfg.Logs.Published(r.Context(), event)
	switch {
	case errors.Is(err, publiclog.ErrPending):
		v.State = "log.pending"
		return nil
	case errors.Is(err, publiclog.ErrStopped), errors.Is(err, tlog.ErrRewritten):
		v.State = "log.stopped"
		return nil
	case err != nil:
		return err
	}
	e, err := p.cfg.Store.Events.Event(r.Context(), event)
	if err != nil {
		return err
	}
	signed, l := head.SignedAt.Time(), v.Log
	v.Facts = []fact{
		{Label: v.LogEntries, Text: strconv.FormatInt(head.Head.Size, 10), Strong: true},
		{Label: v.LogRoot, Text: hex.EncodeToString(head.Head.Root[:])},
		{Label: v.LogSigned, Text: v.Moment(signed, e.Event.Zone), Datetime: signed.Format(time.RFC3339)},
		{Label: v.LogKey, Text: head.VerifierKey},
	}
	l.Whole = e.Event.Settings.LogAudience() == inventory.LogPublic
	l.Checkpoint, l.Checker = "/log/"+event+"/checkpoint", checkerPath
	l.Commands = []string{"python3 log.py proof FILE '" + head.VerifierKey + "'"}
	if l.Whole {
		l.Commands = append(l.Commands, "python3 log.py log "+p.cfg.Origin+"/log/"+event+"/ '"+head.VerifierKey+"'")
	}
	return p.installationFacts(r, l, event)
}

// installationFacts adds how anybody checks that the log is in that of the installation,
// when it is by now.
func (p *Pages) installationFacts(r *http.Request, l *logView, event string) error {
	head, err := p.cfg.Logs.Installation(r.Context())
	switch {
	case errors.Is(err, publiclog.ErrPending), errors.Is(err, publiclog.ErrStopped), errors.Is(err, tlog.ErrRewritten):
		return nil
	case err != nil:
		return err
	}
	const prefix = "/log/" + tlog.Installation + "/"
	l.Installation, l.InstallationChecker = prefix+"checkpoint", installationCheckerPath
	switch _, err := p.cfg.Logs.Included(r.Context(), event); {
	case err == nil:
		l.InstallationProof = "/v1/events/" + event + "/log/proof"
	case !errors.Is(err, publiclog.ErrPending):
		return err
	}
	keys := " '" + head.VerifierKey + "'"
	signed := p.cfg.Logs.Witnesses.Signed(head.Checkpoint)
	for _, w := range p.cfg.Logs.Witnesses.List() {
		if _, has := signed[w.Name]; has {
			l.Witnesses = append(l.Witnesses, w.Name)
			keys += " --witness='" + w.VerifierKey + "'"
		}
	}
	l.InstallationCommands = []string{"python3 installation.py proof FILE" + keys, "python3 installation.py log " + p.cfg.Origin + prefix + keys}
	return nil
}

// proof sends the proof of what happened last to the entry or the order of a link, from
// the public log of its event.
func (p *Pages) proof(kind identity.LinkKind) Route {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, err := p.find(r.Context(), r.PathValue("token"), kind)
		if err == nil && !p.proves(s) {
			err = database.ErrNotFound
		}
		var proof []byte
		if err == nil {
			thing, seq := s.proven()
			proof, err = p.cfg.Logs.Proof(r.Context(), s.link.Event(), thing, seq)
		}
		switch {
		case errors.Is(err, publiclog.ErrPending):
			w.Header().Set("Retry-After", "2")
			p.show(w, r, http.StatusServiceUnavailable, &view{State: "log.pending"})
		case errors.Is(err, publiclog.ErrStopped), errors.Is(err, tlog.ErrRewritten):
			p.show(w, r, http.StatusServiceUnavailable, &view{State: "log.stopped"})
		case err != nil:
			p.fail(w, r, err)
		default:
			head := w.Header()
			head.Set("Content-Type", "text/plain; charset=utf-8")
			head.Set("Content-Disposition", `attachment; filename="`+s.link.ID+`.tlog-proof"`)
			head.Set("Cache-Control", "no-store")
			head.Set("Referrer-Policy", "no-referrer")
			w.Write(proof) // the client went away: there is nobody to tell
		}
	})
	return Route{http.MethodGet, "/" + string(kind) + "/{token}/proof", h}
}

// proven returns what a link leads to, and the audit row that is the newest of it.
func (s *subject) proven() (thing string, seq int64) {
	if s.link.Kind == identity.EntryLink {
		return s.v.Entry.ID, s.v.Entry.LastSeq
	}
	return s.v.Hold.ID, s.v.Hold.LastSeq
}

// proves reports whether the person of a link gets proofs, which one who was given the link does not.
func (p *Pages) proves(s *subject) bool {
	return p.cfg.Logs != nil && !s.link.Bears() && s.event.Event.Settings.LogAudience() != inventory.LogOff &&
		(s.link.Kind == identity.EntryLink || s.link.Kind == identity.OrderLink)
}

// sendChecker sends a program that checks logs.
func sendChecker(name string, program []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/x-python; charset=utf-8")
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		h.Set("Cache-Control", "public, max-age=3600")
		w.Write(program) // the client went away: there is nobody to tell
	}
}
