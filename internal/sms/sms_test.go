package sms_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
)

func TestCheckPhone(t *testing.T) {
	for in, want := range map[string]string{"+4930123456": "+4930123456", " +49 (30) 123-456 ": "+4930123456", "+1.500.555.0006": "+15005550006"} {
		if got, err := sms.CheckPhone(in); got != want || err != nil {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "+", "030123456", "004930123456", "+0301234567", "+49", "+1234567890123456", "+49abc12345", "+4930123456\r\nTo: x", "+४९३०१२३४५६"} {
		if got, err := sms.CheckPhone(bad); err == nil {
			t.Errorf("%q was taken as %q", bad, got)
		}
	}
}

func config(s *smstest.Server) sms.Config {
	return sms.Config{Base: s.URL, Account: smstest.Account, Token: smstest.Token, From: smstest.From, StatusURL: "https://holdfast.example/hooks/sms"}
}

func TestSend(t *testing.T) {
	refusals := map[string]*smstest.Refusal{
		"+15005550001": {Status: 400, Code: 21211, Message: "The 'To' number +15005550001 is not a valid phone number."},
		"+15005550009": {Status: 400, Code: 21602, Message: "odd"},
		"+15005550002": {Status: 429, Code: 20429, Message: "Too many requests"},
		"+15005550003": {Status: 500, Code: 0, Message: ""},
	}
	s := smstest.Start(t, &smstest.Server{Answer: func(to string) *smstest.Refusal { return refusals[to] }})
	c, err := sms.New(config(s))
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Send(context.Background(), "+49 30 123456", "Your turn", "evt_1.17")
	got := s.Received()
	if err != nil || len(got) != 1 || got[0].SID != id || got[0].To != "+4930123456" || got[0].Key != "evt_1.17" || got[0].StatusURL != "https://holdfast.example/hooks/sms?d=evt_1.17" {
		t.Errorf("%v, %+v", err, got)
	}
	for to, want := range map[string]provider.Error{
		"+15005550001": {Permanent: true, DeadAddress: true}, "+15005550009": {Permanent: true}, "+15005550002": {Outage: true}, "+15005550003": {Outage: true},
		"12": {Permanent: true, DeadAddress: true},
	} {
		_, err := c.Send(context.Background(), to, "x", "k")
		e, ok := errors.AsType[*provider.Error](err)
		if !ok || e.Permanent != want.Permanent || e.DeadAddress != want.DeadAddress || e.Outage != want.Outage || strings.Contains(e.Error(), "5005550") {
			t.Errorf("%s: %+v", to, err)
		}
	}
	wrong := config(s)
	wrong.Token = "another"
	c, err = sms.New(wrong)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(context.Background(), "+4930123456", "x", "k"); err == nil || !errors.As(err, new(*provider.Error)) {
		t.Errorf("with a wrong token: %v", err)
	}
	gone := config(s)
	gone.Base = "http://127.0.0.1:1"
	c, err = sms.New(gone)
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := errors.AsType[*provider.Error](func() error { _, err := c.Send(context.Background(), "+4930123456", "x", "k"); return err }()); !ok || !e.Outage || e.Permanent {
		t.Errorf("nobody there: %+v", e)
	}
}

func TestReports(t *testing.T) {
	s := smstest.Start(t, &smstest.Server{})
	c, err := sms.New(config(s))
	if err != nil {
		t.Fatal(err)
	}
	const at = "https://holdfast.example/hooks/sms?d=evt_1.17"
	form := url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"undelivered"}, "ErrorCode": {"30005"}, "To": {"+4930123456"}}
	r, err := c.ReadReport(at, sms.Sign(smstest.Token, at, form), form)
	if err != nil || r.ID != "SM1" || r.Key != "evt_1.17" || !r.Failed || !r.Address || strings.Contains(r.Reason, "493") {
		t.Errorf("%+v, %v", r, err)
	}
	for _, signature := range []string{"", "AAAA", sms.Sign("another", at, form), sms.Sign(smstest.Token, at+"8", form)} {
		if _, err := c.ReadReport(at, signature, form); !errors.Is(err, sms.ErrSignature) {
			t.Errorf("signature %q: %v", signature, err)
		}
	}
	form.Set("MessageStatus", "delivered")
	if r, err := c.ReadReport(at, sms.Sign(smstest.Token, at, form), form); err != nil || !r.Delivered || r.Failed {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []sms.Config{{}, {Account: "AC1", Token: "t", From: "12"}, {Account: "AC/1", Token: "t", From: "+4930123456"}, {Account: "AC1", Token: "t", From: "+4930123456", Base: "ftp://x"}} {
		if _, err := sms.New(c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}
