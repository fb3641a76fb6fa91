package sms

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// channel is the name of short messages in errors.
const channel = "sms"

// Limits of a Twilio.
const (
	DefaultTimeout = 15 * time.Second
	DefaultBase    = "https://api.twilio.com"
	maxAnswer      = 64 << 10
	maxReason      = 200
)

// Config says which account sends.
type Config struct {
	Base    string // zero: DefaultBase; tests give that of a stand-in
	Account string // account SID
	Token   string // auth token: it also signs the reports
	From    string // E.164, or the SID of a messaging service (MG…)
	// StatusURL is where the provider reports what became of a message; "" nowhere.
	StatusURL string
	Timeout   time.Duration // zero: DefaultTimeout
}

// Twilio sends through the Messages resource of Twilio's REST API.
type Twilio struct {
	c      Config
	client *http.Client
}

// New checks the configuration. It does not connect.
func New(c Config) (*Twilio, error) {
	if c.Account == "" || c.Token == "" || strings.ContainsAny(c.Account, "/?# ") {
		return nil, errors.New("sms: an account SID and its auth token are needed")
	}
	if !strings.HasPrefix(c.From, "MG") {
		from, err := CheckPhone(c.From)
		if err != nil {
			return nil, fmt.Errorf("sms: the sender: %w", err)
		}
		c.From = from
	}
	if c.Base == "" {
		c.Base = DefaultBase
	}
	if u, err := url.Parse(c.Base); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("sms: the address of the API is not an http or https address")
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	// No redirect is followed: the request carries the account's token.
	client := &http.Client{Timeout: c.Timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Twilio{c: c, client: client}, nil
}

// reportKey is the field of StatusURL that says which message a report is about.
const reportKey = "d"

// Send hands over a text and returns the provider's name for it. key is the
// stable key of the message: it goes with the request (Twilio's API keeps no
// keys, a stand-in or a gateway in front may), and in the address of reports: one
// may come before the answer to the request has been read, and then nobody here
// knows the provider's name yet.
func (t *Twilio) Send(ctx context.Context, to, text, key string) (id string, err error) {
	phone, err := CheckPhone(to)
	if err != nil {
		return "", &provider.Error{Channel: channel, Permanent: true, DeadAddress: true, Reason: "the recipient's phone number is not valid"}
	}
	form := url.Values{"To": {phone}, "Body": {text}}
	if strings.HasPrefix(t.c.From, "MG") {
		form.Set("MessagingServiceSid", t.c.From)
	} else {
		form.Set("From", t.c.From)
	}
	if t.c.StatusURL != "" {
		form.Set("StatusCallback", t.c.StatusURL+"?"+reportKey+"="+url.QueryEscape(key))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost,
		strings.TrimRight(t.c.Base, "/")+"/2010-04-01/Accounts/"+url.PathEscape(t.c.Account)+"/Messages.json", strings.NewReader(form.Encode()))
	if err != nil {
		return "", &provider.Error{Channel: channel, Outage: true, Reason: "the request cannot be made", Cause: err}
	}
	req.SetBasicAuth(t.c.Account, t.c.Token)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("I-Twilio-Idempotency-Token", key)
	resp, err := t.client.Do(req)
	if err != nil {
		return "", &provider.Error{Channel: channel, Outage: true, Reason: "the provider cannot be reached", Cause: err}
	}
	defer resp.Body.Close() //nolint:errcheck // it was read as far as it is wanted
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return "", &provider.Error{Channel: channel, Outage: true, Status: resp.StatusCode, Reason: "the provider's answer broke off", Cause: err}
	}
	return answer(resp, body)
}

// badNumber are Twilio's codes for a number that takes nothing: it is none, it
// cannot be reached from here, it has no SMS, or its owner has opted out.
var badNumber = []int{21211, 21214, 21217, 21265, 21401, 21407, 21421, 21610, 21614, 30003, 30005, 30006}

func answer(resp *http.Response, body []byte) (string, error) {
	var a struct {
		SID     string `json:"sid"`
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	err := json.Unmarshal(body, &a)
	status := resp.StatusCode
	if status >= 200 && status < 300 {
		if err != nil || a.SID == "" {
			return "", &provider.Error{Channel: channel, Outage: true, Status: status, Reason: "the provider's answer cannot be read", Cause: err}
		}
		return a.SID, nil
	}
	e := &provider.Error{Channel: channel, Status: status, Code: a.Code, RetryAfter: provider.RetryAfter(resp.Header), Reason: scrub(a.Message)}
	if e.Reason == "" {
		e.Reason = fmt.Sprintf("the provider answered %d", status)
	}
	switch {
	case slices.Contains(badNumber, a.Code):
		e.Permanent, e.DeadAddress = true, true
	case status == http.StatusTooManyRequests, status >= 500, status == http.StatusUnauthorized, status == http.StatusForbidden, status < 400:
		e.Outage = true // an operator or time can mend it: nothing is given up for it
	default:
		e.Permanent = true
	}
	return "", e
}

var numberLike = regexp.MustCompile(`\+?\d[\d .()-]{5,}\d`)

// scrub takes phone numbers out of an answer, and makes one short line of it.
func scrub(text string) string {
	text = strings.Join(strings.Fields(numberLike.ReplaceAllString(text, "(number)")), " ")
	if r := []rune(text); len(r) > maxReason {
		text = string(r[:maxReason])
	}
	return text
}

// Report is what the provider tells later about a message.
type Report struct {
	ID        string
	Key       string // of the message, as Send was given it
	Delivered bool
	Failed    bool // for good
	Address   bool // because the number takes nothing
	Reason    string
}

// ErrSignature: the report was not made by the provider.
var ErrSignature = errors.New("sms: the signature is not the provider's")

// ReadReport checks the signature of a report (X-Twilio-Signature: HMAC-SHA1 of
// the address and the sorted fields) and reads it. at is the address as the
// provider called it, with its query: the signature covers that too.
func (t *Twilio) ReadReport(at, signature string, form url.Values) (Report, error) {
	if !hmac.Equal([]byte(signature), []byte(Sign(t.c.Token, at, form))) {
		return Report{}, ErrSignature
	}
	r := Report{ID: form.Get("MessageSid")}
	if u, err := url.Parse(at); err == nil {
		r.Key = u.Query().Get(reportKey)
	}
	switch form.Get("MessageStatus") {
	case "delivered":
		r.Delivered = true
	case "undelivered", "failed":
		r.Failed = true
		r.Reason = "the provider could not deliver it"
		if code := form.Get("ErrorCode"); code != "" && len(code) < 10 {
			r.Reason += " (" + scrub(code) + ")"
			r.Address = slices.ContainsFunc(badNumber, func(n int) bool { return fmt.Sprint(n) == code })
		}
	}
	return r, nil
}

// Sign makes the signature of a report.
func Sign(token, at string, form url.Values) string {
	mac := hmac.New(sha1.New, []byte(token))
	io.WriteString(mac, at) //nolint:errcheck // a hash takes everything
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, v := range form[name] {
			io.WriteString(mac, name+v) //nolint:errcheck // as above
		}
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
