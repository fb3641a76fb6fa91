package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/server"
)

// What the server and the stand-in of Stripe know of each other.
const (
	stripeKey       = "sk_test_bench"
	stripeSecret    = "whsec_bench"
	stripeReference = "holdfast_reference"
)

// stripePayments has a server take payments with the stand-in.
func stripePayments(url string) server.Payments {
	if url == "" {
		return server.Payments{}
	}
	return server.Payments{StripeKey: stripeKey, StripeWebhookSecret: stripeSecret, StripeURL: url}
}

// stripeStandIn makes Checkout Sessions as Stripe does, and remembers what for. It refuses
// what Stripe refuses: a request without the key of the account, or without an idempotency
// key, a key that comes again with other parameters, and parameters that do not make a
// session.
type stripeStandIn struct {
	url    string
	server *http.Server
	served chan error

	mu       sync.Mutex
	forms    map[string]string // by idempotency key
	names    map[string]string // of the session, by idempotency key
	sessions []stripeSession
}

type stripeSession struct {
	name, reference, currency string
	amount                    int64
}

func newStripe() (*stripeStandIn, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("bench: stand-in of Stripe: %w", err)
	}
	s := &stripeStandIn{url: "http://" + l.Addr().String(), served: make(chan error, 1), forms: map[string]string{}, names: map[string]string{}}
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { s.served <- s.server.Serve(l) }()
	return s, nil
}

func (s *stripeStandIn) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := s.server.Shutdown(ctx)
	if served := <-s.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

func (s *stripeStandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	refuse := func(status int, kind, why string) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"type":%q,"message":%q}}`, kind, why)
	}
	key := r.Header.Get("Idempotency-Key")
	switch {
	case r.Header.Get("Authorization") != "Bearer "+stripeKey:
		refuse(http.StatusUnauthorized, "invalid_request_error", "invalid API key")
		return
	case r.Method != http.MethodPost || r.URL.Path != "/v1/checkout/sessions" || key == "":
		refuse(http.StatusNotFound, "invalid_request_error", "unrecognized request")
		return
	case r.ParseForm() != nil:
		refuse(http.StatusBadRequest, "invalid_request_error", "not a form")
		return
	}
	made, err := sessionOf(r.PostForm)
	if err != nil {
		refuse(http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	name, ok := s.make(key, r.PostForm.Encode(), made)
	if !ok {
		refuse(http.StatusBadRequest, "idempotency_error", "the key was used with other parameters")
		return
	}
	json.NewEncoder(w).Encode(map[string]any{ //nolint:errcheck // who asked is gone
		"id": "cs_" + name, "object": "checkout.session", "status": "open", "payment_status": "unpaid", "url": s.url + "/pay/" + name,
	})
}

// sessionOf reads the parameters of a session.
func sessionOf(form url.Values) (made stripeSession, err error) {
	const price = "line_items[0][price_data]"
	made.reference, made.currency = form.Get("metadata["+stripeReference+"]"), form.Get(price+"[currency]")
	made.amount, err = strconv.ParseInt(form.Get(price+"[unit_amount]"), 10, 64)
	until, timeErr := strconv.ParseInt(form.Get("expires_at"), 10, 64)
	left := time.Until(time.Unix(until, 0))
	switch {
	case err != nil || made.amount < 1 || len(made.currency) != 3 || form.Get("line_items[0][quantity]") != "1" || form.Get(price+"[product_data][name]") == "":
		return made, errors.New("line_items")
	case form.Get("mode") != "payment" || made.reference == "" || form.Get("payment_intent_data[metadata]["+stripeReference+"]") != made.reference:
		return made, errors.New("mode and metadata")
	case !strings.HasPrefix(form.Get("success_url"), "http") || !strings.HasPrefix(form.Get("cancel_url"), "http"):
		return made, errors.New("success_url and cancel_url")
	case timeErr != nil || left < 30*time.Minute || left > 24*time.Hour:
		return made, errors.New("expires_at")
	}
	return made, nil
}

// make returns the name of the session of an idempotency key. ok is false if the key was
// used for something else.
func (s *stripeStandIn) make(key, form string, made stripeSession) (name string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, again := s.forms[key]; again {
		return s.names[key], was == form
	}
	made.name = fmt.Sprintf("bench_%d", len(s.sessions)+1)
	s.forms[key], s.names[key], s.sessions = form, made.name, append(s.sessions, made)
	return made.name, true
}
