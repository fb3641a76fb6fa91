package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Where providers report what became of messages.
const (
	hooksPath      = "/hooks/"
	mailReportPath = "/hooks/mail"
	smsReportPath  = "/hooks/sms"
	maxReport      = 64 << 10
	// reportFor is how old a signed report may be.
	reportFor = 5 * time.Minute
	// maxReason is how much of a reason is kept, in bytes.
	maxReason = 200
)

// reports takes reports of providers. Each is checked before anything is read of
// it; what comes again, or too late, changes nothing and is answered the same.
type reports struct {
	dispatcher *delivery.Dispatcher
	sms        *sms.Twilio
	base       string // where people reach the server, as providers were told
	secret     []byte // of reports about mail; empty: none are taken
	now        func() time.Time
	log        *slog.Logger
}

func (h *reports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case r.URL.Path == mailReportPath && len(h.secret) > 0, r.URL.Path == smsReportPath && h.sms != nil:
	default:
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "reports are sent by POST", http.StatusMethodNotAllowed)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxReport)
	var err error
	if r.URL.Path == smsReportPath {
		err = h.text(r)
	} else {
		err = h.mail(r)
	}
	switch {
	case err == nil, errors.Is(err, delivery.ErrNotOurs):
		// What is not ours is answered alike: a report must not tell what exists.
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, errReport):
		http.Error(w, "the report cannot be read", http.StatusBadRequest)
	case errors.Is(err, errUnsigned), errors.Is(err, sms.ErrSignature):
		http.Error(w, "the signature does not fit", http.StatusForbidden)
	default:
		h.log.Warn("server: delivery report not recorded", slog.String("path", r.URL.Path), slog.Any("error", err))
		w.Header().Set("Retry-After", "5")
		http.Error(w, "try again later", http.StatusServiceUnavailable)
	}
}

var (
	errReport   = errors.New("server: the report cannot be read")
	errUnsigned = errors.New("server: the report is not signed")
)

// text takes a report of Twilio.
func (h *reports) text(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return errReport
	}
	at := h.base + smsReportPath
	if r.URL.RawQuery != "" {
		at += "?" + r.URL.RawQuery
	}
	rep, err := h.sms.ReadReport(at, r.Header.Get("X-Twilio-Signature"), r.PostForm)
	if err != nil {
		return err
	}
	out := delivery.Report{Reason: rep.Reason, Address: rep.Address}
	switch {
	case rep.Delivered:
		out.State = messages.DeliveryDelivered
	case rep.Failed && rep.Address:
		out.State = messages.DeliveryBounced
	case rep.Failed:
		out.State = messages.DeliveryFailed
	default:
		return nil // still on its way
	}
	return h.dispatcher.Reported(r.Context(), delivery.SMSChannel, rep.ID, rep.Key, out)
}

// mailReport is the body of a report about a mail.
type mailReport struct {
	// Recipient is the address for bounces, the sender in the envelope of the mail.
	Recipient string `json:"recipient"`
	Type      string `json:"type"` // delivered, bounce, failed
	Reason    string `json:"reason"`
}

// mail takes a report about a mail, signed with the secret: Holdfast-Signature
// is t=<seconds since 1970>,v1=<hex of HMAC-SHA256 over t, a dot and the body>.
func (h *reports) mail(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return errReport
	}
	if !h.signed(r.Header.Get("Holdfast-Signature"), body) {
		return errUnsigned
	}
	var m mailReport
	if err := json.Unmarshal(body, &m); err != nil {
		return errReport
	}
	rep := delivery.Report{Reason: delivery.Scrub(m.Reason, maxReason)}
	switch m.Type {
	case "delivered":
		rep.State, rep.Reason = messages.DeliveryDelivered, ""
	case "bounce":
		rep.State, rep.Address = messages.DeliveryBounced, true
	case "failed":
		rep.State = messages.DeliveryFailed
	default:
		return errReport
	}
	d, err := h.dispatcher.Bounced(r.Context(), m.Recipient)
	if err != nil {
		return err
	}
	return h.dispatcher.Report(r.Context(), d, rep)
}

func (h *reports) signed(header string, body []byte) bool {
	var at, signature string
	for part := range strings.SplitSeq(header, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			at = value
		case "v1":
			signature = value
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || h.now().Sub(time.Unix(seconds, 0)).Abs() > reportFor {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(signReport(h.secret, at, body)))
}

func signReport(secret []byte, at string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(at + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
