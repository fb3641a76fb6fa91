// Package mailbox is the local mailbox: the page that shows the mails that a
// server without SMTP would have sent, so that a newcomer can click the links in
// them. It is mounted by package server only where that is wanted, because it
// shows everybody's mail to everybody.
//
// It reads mails that mail.Local has stored, and changes nothing. A mail's HTML
// is shown in a sandboxed frame from a route of its own, whose policy allows
// nothing but the mail's own styles; the pages themselves have no script either.
package mailbox

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// shown is how many mails the list has, newest first.
const shown = 200

// maxID is longer than any id of a mail.
const maxID = 80

// Config says what the page needs.
type Config struct {
	Store *store.Store
	Log   *slog.Logger // nil: nothing is logged
}

// Handler serves /mailbox, /mailbox/{id}, its /html and its /invite.ics.
type Handler struct {
	store  *store.Store
	log    *slog.Logger
	pages  *template.Template
	policy string // Content-Security-Policy of the pages
	mux    *http.ServeMux
}

//go:embed page.html page.css
var files embed.FS

// New returns the handler.
func New(c Config) (*Handler, error) {
	if c.Store == nil {
		return nil, errors.New("mailbox: no store")
	}
	h := &Handler{store: c.Store, log: c.Log, mux: http.NewServeMux()}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	css, err := files.ReadFile("page.css")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(css)
	h.policy = "default-src 'none'; frame-src 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	h.pages, err = template.New("").Funcs(template.FuncMap{
		"css":  func() template.CSS { return template.CSS(css) },
		"when": func(i inventory.Instant) string { return i.Time().Format("2 Jan 2006, 15:04:05 UTC") },
		"iso":  func(i inventory.Instant) string { return i.Time().Format(time.RFC3339) },
	}).ParseFS(files, "page.html")
	if err != nil {
		return nil, err
	}
	h.mux.HandleFunc("GET /mailbox", h.list)
	h.mux.HandleFunc("GET /mailbox/{$}", h.list)
	h.mux.HandleFunc("GET /mailbox/{id}", h.one)
	h.mux.HandleFunc("GET /mailbox/{id}/html", h.html)
	h.mux.HandleFunc("GET /mailbox/{id}/invite.ics", h.calendar)
	return h, nil
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cache-Control", "no-store")
	h.mux.ServeHTTP(w, r)
}

// view is what a page shows: a list, a mail, or what went wrong.
type view struct {
	Title   string
	Mails   []messages.Mail
	Full    bool // there may be more than the list shows
	Mail    *messages.Mail
	Problem string
}

func (h *Handler) list(w http.ResponseWriter, r *http.Request) {
	mails, err := h.store.Mails.Mailbox(r.Context(), shown)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	h.page(w, r, http.StatusOK, view{Title: "Local mailbox", Mails: mails, Full: len(mails) == shown})
}

func (h *Handler) one(w http.ResponseWriter, r *http.Request) {
	m, err := h.find(r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	h.page(w, r, http.StatusOK, view{Title: m.Subject, Mail: m})
}

// html serves a mail's own document. Its links open in the whole window: inside
// the frame there is no room for the page that they lead to.
func (h *Handler) html(w http.ResponseWriter, r *http.Request) {
	m, err := h.find(r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "+
		"form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation")
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	h.write(w, r, strings.Replace(m.HTMLBody, "<head>", `<head><base target="_top">`, 1))
}

// calendar serves the calendar entry that came with a mail, as its file.
func (h *Handler) calendar(w http.ResponseWriter, r *http.Request) {
	m, err := h.find(r)
	if err == nil && m.Calendar == "" {
		err = database.ErrNotFound
	}
	if err != nil {
		h.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="invite.ics"`)
	h.write(w, r, m.Calendar)
}

func (h *Handler) find(r *http.Request) (*messages.Mail, error) {
	id := r.PathValue("id")
	if len(id) > maxID {
		return nil, database.ErrNotFound
	}
	return h.store.Mails.MailByID(r.Context(), id)
}

func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, database.ErrNotFound) {
		h.page(w, r, http.StatusNotFound, view{Title: "No such mail", Problem: "There is no mail here under this address."})
		return
	}
	if r.Context().Err() != nil {
		return // nobody listens any more
	}
	h.log.ErrorContext(r.Context(), "mailbox: cannot read mail", slog.Any("error", err))
	h.page(w, r, http.StatusServiceUnavailable, view{Title: "The mailbox cannot be read", Problem: "The database does not answer at the moment. Please try again."})
}

func (h *Handler) page(w http.ResponseWriter, r *http.Request, status int, v view) {
	var b strings.Builder
	if err := h.pages.ExecuteTemplate(&b, "page.html", v); err != nil {
		h.log.ErrorContext(r.Context(), "mailbox: page not rendered", slog.Any("error", err))
		http.Error(w, "the page cannot be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", h.policy)
	w.Header().Set("X-Frame-Options", "DENY")
	w.WriteHeader(status)
	h.write(w, r, b.String())
}

func (h *Handler) write(w http.ResponseWriter, r *http.Request, body string) {
	if _, err := w.Write([]byte(body)); err != nil {
		h.log.DebugContext(r.Context(), "mailbox: client disconnected", slog.Any("error", err))
	}
}
