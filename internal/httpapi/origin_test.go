package httpapi_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Origins are kept as browsers name them, for they are compared byte by byte.
func TestOrigin(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"https://riverside.example":        "https://riverside.example",
		" HTTPS://Riverside.EXAMPLE:443/":  "https://riverside.example",
		"https://riverside.example:8443":   "https://riverside.example:8443",
		"https://bücher.example":           "https://xn--bcher-kva.example",
		"https://[2001:db8::1]:8443":       "https://[2001:db8::1]:8443",
		"https://[fe80::1%25eth0]":         "",
		"https://[fe80::1%25a;%20sandbox]": "",
		"https://[fe80::1%25a%20*%20b]":    "",
		"http://localhost:5173":            "http://localhost:5173",
		"http://localhost:80":              "http://localhost",
		"http://riverside.example":         "",
		"https://*.riverside.example":      "",
		"https://riverside.example/shop":   "",
		"https://riverside.example?a":      "",
		"https://riverside.example?":       "",
		"https://riverside.example#a":      "",
		"https://ada@riverside.example":    "",
		"https://riverside.example:":       "",
		"https://riverside.example:99999":  "",
		"https://":                         "",
		"riverside.example":                "",
		"null":                             "",
		"*":                                "",
		"":                                 "",
	} {
		var check httpapi.Checks
		if got := check.Origin("websites[0]", typed); got != want || (check.Err() == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", typed, got, check.Err(), want)
		}
	}
}
