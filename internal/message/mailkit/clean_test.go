package mailkit

import (
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"  Ana \t\r\n Novák ":            "Ana Novák",
		"Ana\r\nBcc: x@example.org":      "Ana Bcc: x@example.org",
		"Ana\u202egnp.exe":               "Anagnp.exe",
		"A\u2028B\u2029C\u0085D\x00\x1b": "A B C D",
		"<script>alert(1)</script>":      "<script>alert(1)</script>",
		"\xff\xfe":                       "",
		"نسرین":                          isolate + "نسرین" + isolateEnd,
		"می\u200cخواهم":                  isolate + "می\u200cخواهم" + isolateEnd,
		strings.Repeat("x", 200):         strings.Repeat("x", MaxTitle) + "…",
	} {
		if got := Clean(in, MaxTitle); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

// A name cannot become a link: anybody can register a stranger's address.
func TestCleanNameBreaksLinks(t *testing.T) {
	for _, name := range []string{"https://evil.example/x", "www.evil.example", "evil.example", "you@evil.example", "a.bb.cc.dd"} {
		got := CleanName(name)
		for _, bad := range []string{"://", "l.e", "w.e", "@e", "a.b", "b.c", "c.d"} {
			if strings.Contains(got, bad) {
				t.Errorf("cleanName(%q) = %q still has %q", name, got, bad)
			}
		}
		if Plain(got) != name {
			t.Errorf("cleanName(%q) changed what is seen: %q", name, Plain(got))
		}
	}
	if got := CleanName("J. R. Smith jr."); got != "J. R. Smith jr." {
		t.Errorf("an ordinary name was changed: %q", got)
	}
}
