package server

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func TestReadBounce(t *testing.T) {
	dsn := func(lines ...string) string {
		return "Content-Type: multipart/report; report-type=delivery-status\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" + strings.Join(lines, "\r\n") + "\r\n--b--\r\n"
	}
	for name, c := range map[string]struct {
		mail, state string
		address     bool
	}{
		"no such mailbox": {dsn("Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 <ada@example.org> unknown"), messages.DeliveryBounced, true},
		"refused as spam": {dsn("Action: failed", "Status: 5.7.1"), messages.DeliveryFailed, false},
		"delayed":         {dsn("Action: delayed", "Status: 4.4.1"), "", false},
		"delivered":       {dsn("Action: delivered", "Status: 2.0.0"), messages.DeliveryDelivered, false},
		"out of office":   {"Subject: away\r\n\r\nI am away until Monday.\r\n", "", false},
		"nothing":         {"", "", false},
	} {
		rep, ok := readBounce(strings.NewReader(c.mail))
		if ok != (c.state != "") || ok && rep.State != c.state || rep.Address != c.address || strings.Contains(rep.Reason, "@") {
			t.Errorf("%s: %+v, %v", name, rep, ok)
		}
	}
}

func FuzzReadBounce(f *testing.F) {
	f.Add("Action: failed\r\nStatus: 5.1.1\r\n")
	f.Add("\x00:\r\n:\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		if rep, _ := readBounce(strings.NewReader(text)); strings.ContainsAny(rep.Reason, "\r\n") || len([]rune(rep.Reason)) > maxReason {
			t.Errorf("%q", rep.Reason)
		}
	})
}

func TestReportsAreSigned(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	h := &reports{secret: []byte("a secret"), now: func() time.Time { return now }}
	body := []byte(`{"type":"bounce"}`)
	at := strconv.FormatInt(now.Unix(), 10)
	good := "t=" + at + ",v1=" + signReport(h.secret, at, body)
	old := strconv.FormatInt(now.Add(-time.Hour).Unix(), 10)
	for header, want := range map[string]bool{
		good: true, "": false, "t=" + at: false, "v1=" + signReport(h.secret, at, body): false,
		"t=" + at + ",v1=" + signReport([]byte("another"), at, body): false,
		"t=" + old + ",v1=" + signReport(h.secret, old, body):        false,
	} {
		if h.signed(header, body) != want {
			t.Errorf("%q: want %v", header, want)
		}
	}
	if h.signed(good, []byte(`{"type":"delivered"}`)) {
		t.Error("another body was taken")
	}
}
