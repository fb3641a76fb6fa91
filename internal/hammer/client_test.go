package hammer

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// serveRaw answers every request on one connection with the text, then closes.
func serveRaw(t *testing.T, text string) *client {
	t.Helper()
	here, there := net.Pipe()
	c := newClient("")
	c.conn, c.nc = here, here
	go func() {
		buf := make([]byte, 4096)
		if _, err := there.Read(buf); err != nil {
			return
		}
		// In pieces, so that every boundary is met by some test.
		for len(text) > 0 {
			n := min(7, len(text))
			if _, err := there.Write([]byte(text[:n])); err != nil {
				return
			}
			text = text[n:]
		}
		there.Close() //nolint:errcheck // the pipe is of this test
	}()
	t.Cleanup(func() { here.Close(); there.Close() }) //nolint:errcheck // the pipe is of this test
	return c
}

func TestReplies(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	cases := []struct {
		name, text string
		want       Reply
		body       string
	}{
		{"length", "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", Reply{Status: 201}, "ok"},
		{"lower case", "HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok", Reply{Status: 201}, "ok"},
		{"empty", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", Reply{Status: 200}, ""},
		{"no content", "HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n", Reply{Status: 204}, ""},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n", Reply{Status: 200}, "abc0123456789"},
		{"long", "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n" + long, Reply{Status: 200}, long},
		{"busy", "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n", Reply{Status: 503, RetryAfter: 2 * time.Second}, ""},
		{"closing", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n.", Reply{Status: 200, closing: true}, "."},
		{"interim", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.", Reply{Status: 200}, "."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got Reply
			if err := serveRaw(t, c.text).do([]byte("x"), &got); err != nil {
				t.Fatal(err)
			}
			if got.Status != c.want.Status || got.RetryAfter != c.want.RetryAfter || got.closing != c.want.closing || string(got.Body) != c.body {
				t.Errorf("got %d %v %v %.20q", got.Status, got.RetryAfter, got.closing, got.Body)
			}
		})
	}
}

func TestMalformedReplies(t *testing.T) {
	for _, text := range []string{
		"SSH-2.0-OpenSSH\r\n\r\n",
		"HTTP/1.1 abc\r\n\r\n",
		"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
		"HTTP/1.1 200 OK\r\n\r\nno length",
		"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("y", maxReplyHead+10),
	} {
		var got Reply
		if err := serveRaw(t, text).do([]byte("x"), &got); !errors.Is(err, errReply) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	var got Reply
	if err := serveRaw(t, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ncut").do([]byte("x"), &got); err == nil {
		t.Error("a reply that was cut off was taken for whole")
	}
}

func FuzzParseHead(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"))
	f.Add([]byte("HTTP/1.0 503 x\r\nRetry-After: 1\r\nconnection: close\r\n"))
	f.Fuzz(func(t *testing.T, head []byte) {
		var r Reply
		if _, _, err := parseHead(append(head, '\r', '\n'), &r); err == nil && (r.Status < 100 || r.Status > 999) {
			t.Errorf("status %d", r.Status)
		}
	})
}

func TestFields(t *testing.T) {
	body := []byte(`{"note":"status","status": "confirmed","order_id":"ord_1","ledger_seq":12,"x":{"entry_id":"wle_2"}}`)
	for name, want := range map[string]string{"status": "confirmed", "order_id": "ord_1", "ledger_seq": "12", "entry_id": "wle_2", "offer_id": "", "note": "status"} {
		if got := Field(body, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := FindID(body, "wle_"); got != "wle_2" {
		t.Errorf("FindID is %q", got)
	}
	if got := FindID(body, "off_"); got != "" {
		t.Errorf("FindID is %q", got)
	}
}
