package mail

import (
	"mime"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// Headers are read as they were typed, whatever looks like an encoded word in them; no
// line is too long, and none is empty.
func TestHeadersAreWhatWasTyped(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Your ticket", "=?UTF-8?q?free_beer?=", "a =?utf-8?b?YQ==?= b", "Bestätigt: Konzert", strings.Repeat("ü", 80), strings.Repeat("東京", 40),
		"🎺" + strings.Repeat("x", 200) + "ß", "a_b=c?d e  f", "ä =?UTF-8?q?x?= ö", strings.Repeat("word ", 60),
	} {
		_, _, raw, refusal := compose(Mail{
			ID: "1", Subject: text, From: Address{Name: text, Addr: "events@holdfast.example"}, To: Address{Name: text, Addr: "ada@example.org"}, Text: "x",
		}, "holdfast.example")
		if refusal != (*provider.Error)(nil) {
			t.Fatal(refusal)
		}
		head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
		for line := range strings.SplitSeq(head, "\r\n") {
			name, value, _ := strings.Cut(line, ":")
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "Subject:") && strings.TrimSpace(value) == "" {
				t.Errorf("%q: an empty line %q of %s", text, line, name)
			}
			if strings.Contains(line, "=?UTF-8?q?") && len(line) > maxLine {
				t.Errorf("%q: a line of %d bytes", text, len(line))
			}
		}
		m, err := netmail.ReadMessage(strings.NewReader(string(raw)))
		if err != nil {
			t.Fatal(err)
		}
		var words mime.WordDecoder
		if got, err := words.DecodeHeader(m.Header.Get("Subject")); err != nil || got != strings.TrimSpace(text) && got != text {
			t.Errorf("the subject %q is read as %q, %v", text, got, err)
		}
		for _, name := range []string{"From", "To"} {
			if list, err := m.Header.AddressList(name); err != nil || list[0].Name != text {
				t.Errorf("%s %q is read as %+v, %v", name, text, list, err)
			}
		}
	}
}

// SMTPUTF8 is for addresses that need it: others may pass servers that lack it.
func TestOptionsOfASender(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"ada@example.org": true, "": true, "dörte@example.org": false, "ada@büro.example": false} {
		if got := ascii(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
