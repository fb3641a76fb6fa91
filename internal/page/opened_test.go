package page

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestReadByPerson: what opens a page is a browser that somebody has told to go there.
func TestReadByPerson(t *testing.T) {
	t.Parallel()
	const browser = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15"
	for _, c := range []struct {
		what, method, origin, agent, mode, purpose string
		want                                       bool
	}{
		{"a browser", http.MethodGet, "https://tickets.example", browser, "navigate", "", true},
		{"a browser without TLS", http.MethodGet, "http://tickets.example", browser, "", "", true},
		{"a scanner that calls itself a browser", http.MethodGet, "https://tickets.example", browser, "", "", false},
		{"a scanner", http.MethodGet, "http://tickets.example", "Go-http-client/2.0", "", "", false},
		{"a preview", http.MethodGet, "https://tickets.example", browser, "navigate", "prefetch;prerender", false},
		{"a look at the head", http.MethodHead, "https://tickets.example", browser, "navigate", "", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), c.method, "/w/x", http.NoBody)
		for name, value := range map[string]string{"User-Agent": c.agent, "Sec-Fetch-Mode": c.mode, "Sec-Purpose": c.purpose} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if got := readByPerson(r, c.origin); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
	}
}
