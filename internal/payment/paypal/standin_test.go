package paypal_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	clientID  = "client"
	clientKey = "secret"
	webhookID = "5WH123"
)

// standIn answers as PayPal's public documentation says that PayPal does, as far
// as the provider calls it. What it signs it can verify, byte for byte.
type standIn struct {
	t   *testing.T
	url string
	key *rsa.PrivateKey

	mu       sync.Mutex
	tokens   int               // handed out
	revoked  bool              // the next call with a token is refused
	replies  map[string]string // by request id: repeated requests are answered the same
	bodies   map[string]string // by request id: what was asked for with it
	orders   map[string]*ppOrder
	refunds  map[string]*ppRefund
	refunded map[string]int64 // by capture, minor units
	declines bool             // the payer's card
	statuses map[string]int   // by request id: of a declined attempt, which is kept too
	broken   int              // status of every answer, 0: works
	captures string           // status of new captures
	payouts  string           // status of new refunds
}

type ppOrder struct {
	status, customID, value, currency, capture, captureStatus string
}

type ppRefund struct{ status string }

func newStandIn(t *testing.T) *standIn {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	s := &standIn{
		t: t, key: key, replies: map[string]string{}, bodies: map[string]string{}, statuses: map[string]int{}, orders: map[string]*ppOrder{}, refunds: map[string]*ppRefund{},
		refunded: map[string]int64{}, captures: "COMPLETED", payouts: "COMPLETED",
	}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	s.url = srv.URL
	return s
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if s.broken != 0 {
		w.WriteHeader(s.broken)
		return
	}
	if r.URL.Path == "/v1/oauth2/token" {
		s.token(w, r, string(body))
		return
	}
	if s.revoked || r.Header.Get("Authorization") != fmt.Sprintf("Bearer token-%d", s.tokens) {
		s.revoked = false
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	id := r.Header.Get("PayPal-Request-Id")
	// PayPal answers a known id with the state of the first request, whatever the
	// second one asks for: so one that asks for something else is a defect of ours.
	if was, again := s.bodies[r.URL.Path+id]; again && id != "" && was != string(body) {
		s.t.Errorf("request id %s came with %s, and now comes with %s", id, was, body)
	}
	if text, again := s.replies[r.URL.Path+id]; again && id != "" {
		if status := s.statuses[r.URL.Path+id]; status != 0 {
			w.WriteHeader(status)
		}
		fmt.Fprint(w, text)
		return
	}
	status, answer := s.call(r, body)
	text, err := json.Marshal(answer)
	if err != nil {
		s.t.Error(err)
	}
	if id != "" && status < 300 {
		s.replies[r.URL.Path+id], s.bodies[r.URL.Path+id] = string(text), string(body)
	}
	if id != "" && strings.Contains(string(text), "INSTRUMENT_DECLINED") {
		s.replies[r.URL.Path+id], s.bodies[r.URL.Path+id], s.statuses[r.URL.Path+id] = string(text), string(body), status
	}
	w.WriteHeader(status)
	w.Write(text)
}

func (s *standIn) token(w http.ResponseWriter, r *http.Request, body string) {
	user, key, _ := r.BasicAuth()
	if user != clientID || key != clientKey || body != "grant_type=client_credentials" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.tokens++
	fmt.Fprintf(w, `{"access_token":"token-%d","token_type":"Bearer","expires_in":32400}`, s.tokens)
}

type object map[string]any

func (s *standIn) call(r *http.Request, body []byte) (int, any) {
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch route := r.Method + " " + strings.Join(path[:2], "/"); {
	case route == "POST v1/notifications":
		return s.verify(body)
	case route == "POST v2/checkout" && len(path) == 3:
		return s.create(body)
	case route == "GET v2/checkout" && len(path) == 4:
		return s.show(path[3], http.StatusOK)
	case route == "POST v2/checkout" && len(path) == 5 && path[4] == "capture":
		return s.capture(path[3])
	case route == "POST v2/payments" && len(path) == 5 && path[4] == "refund":
		return s.refund(path[3], body)
	case route == "GET v2/payments" && path[2] == "refunds":
		if f := s.refunds[path[3]]; f != nil {
			return http.StatusOK, object{"id": path[3], "status": f.status}
		}
	}
	return http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"}
}

func (s *standIn) create(body []byte) (int, any) {
	var in struct {
		Intent string `json:"intent"`
		Units  []struct {
			CustomID string            `json:"custom_id"`
			Amount   map[string]string `json:"amount"`
		} `json:"purchase_units"`
		Source struct {
			PayPal struct {
				Context map[string]string `json:"experience_context"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	if err := json.Unmarshal(body, &in); err != nil || in.Intent != "CAPTURE" || len(in.Units) != 1 {
		return http.StatusBadRequest, object{"name": "INVALID_REQUEST", "debug_id": "d1"}
	}
	if how := in.Source.PayPal.Context["payment_method_preference"]; how != "IMMEDIATE_PAYMENT_REQUIRED" {
		s.t.Errorf("payments that clear after days are taken: %q", how)
	}
	id := fmt.Sprintf("PPO%d", len(s.orders)+1)
	s.orders[id] = &ppOrder{status: "PAYER_ACTION_REQUIRED", customID: in.Units[0].CustomID, value: in.Units[0].Amount["value"], currency: in.Units[0].Amount["currency_code"]}
	return http.StatusOK, object{"id": id, "status": "PAYER_ACTION_REQUIRED", "links": []object{
		{"rel": "self", "href": s.url + "/v2/checkout/orders/" + id}, {"rel": "payer-action", "href": "https://www.paypal.example/checkoutnow?token=" + id}}}
}

func (s *standIn) show(id string, status int) (int, any) {
	o := s.orders[id]
	if o == nil {
		return http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"}
	}
	money := object{"currency_code": o.currency, "value": o.value}
	unit := object{"custom_id": o.customID, "amount": money}
	if o.capture != "" {
		unit["payments"] = object{"captures": []object{{"id": o.capture, "status": o.captureStatus, "amount": money, "custom_id": o.customID, "create_time": "2027-01-15T08:00:00Z"}}}
	}
	return status, object{"id": id, "status": o.status, "purchase_units": []object{unit}}
}

func (s *standIn) capture(id string) (int, any) {
	o := s.orders[id]
	switch {
	case o == nil:
		return http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"}
	case o.status != "APPROVED":
		return http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY"}
	}
	if s.declines {
		return http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "debug_id": "d2", "details": []object{{"issue": "INSTRUMENT_DECLINED"}}}
	}
	o.status, o.capture, o.captureStatus = "COMPLETED", "CAP"+id, s.captures
	return s.show(id, http.StatusCreated)
}

func (s *standIn) refund(capture string, body []byte) (int, any) {
	var in struct {
		Amount   map[string]string `json:"amount"`
		CustomID string            `json:"custom_id"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return http.StatusBadRequest, object{"name": "INVALID_REQUEST"}
	}
	for _, o := range s.orders {
		if o.capture != capture {
			continue
		}
		want, paid := minor(s.t, in.Amount["value"]), minor(s.t, o.value)
		if s.refunded[capture]+want > paid {
			return http.StatusUnprocessableEntity, object{"name": "REFUND_AMOUNT_EXCEEDED"}
		}
		s.refunded[capture] += want
		id := fmt.Sprintf("REF%d", len(s.refunds)+1)
		s.refunds[id] = &ppRefund{s.payouts}
		return http.StatusCreated, object{"id": id, "status": s.payouts, "custom_id": in.CustomID}
	}
	return http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"}
}

func minor(t *testing.T, value string) (n int64) {
	if _, err := fmt.Sscanf(strings.Replace(value, ".", "", 1), "%d", &n); err != nil {
		t.Errorf("amount %q: %v", value, err)
	}
	return n
}

// verify is the postback: the signature is over id, time, webhook and the CRC of
// the event's bytes.
func (s *standIn) verify(body []byte) (int, any) {
	var in struct {
		Algo  string          `json:"auth_algo"`
		ID    string          `json:"transmission_id"`
		Sig   string          `json:"transmission_sig"`
		Time  string          `json:"transmission_time"`
		Hook  string          `json:"webhook_id"`
		Event json.RawMessage `json:"webhook_event"`
	}
	if err := json.Unmarshal(body, &in); err != nil || in.Algo == "" {
		return http.StatusBadRequest, object{"name": "VALIDATION_ERROR"}
	}
	sig, err := base64.StdEncoding.DecodeString(in.Sig)
	sum := digest(in.ID, in.Time, in.Hook, in.Event)
	if err != nil || in.Hook != webhookID || rsa.VerifyPKCS1v15(&s.key.PublicKey, crypto.SHA256, sum, sig) != nil {
		return http.StatusOK, object{"verification_status": "FAILURE"}
	}
	return http.StatusOK, object{"verification_status": "SUCCESS"}
}

func digest(id, at, hook string, event []byte) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", id, at, hook, crc32.ChecksumIEEE(event)))
	return sum[:]
}

// signed are the headers of a webhook as PayPal sends it.
func (s *standIn) signed(body []byte, at time.Time) http.Header {
	when := at.UTC().Format(time.RFC3339)
	sig, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, digest("tr-1", when, webhookID, body))
	if err != nil {
		s.t.Fatal(err)
	}
	h := http.Header{}
	h.Set("PAYPAL-AUTH-ALGO", "SHA256withRSA")
	h.Set("PAYPAL-CERT-URL", "https://api.paypal.example/certs/CERT-1")
	h.Set("PAYPAL-TRANSMISSION-ID", "tr-1")
	h.Set("PAYPAL-TRANSMISSION-SIG", base64.StdEncoding.EncodeToString(sig))
	h.Set("PAYPAL-TRANSMISSION-TIME", when)
	return h
}
