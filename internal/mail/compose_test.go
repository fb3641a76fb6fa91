package mail

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"
	"time"
)

// FuzzQuoted: what is encoded is read again by another implementation, in lines
// that are not too long and of which none begins with a dot or ends in a space.
func FuzzQuoted(f *testing.F) {
	for _, text := range []string{
		"", "Hello.\n.\n..\nend", strings.Repeat("a", 75), strings.Repeat("a", 76) + "\n" + strings.Repeat("ü", 90), "trailing \n \nspaces  ",
		"a=b\tc\r\nd\re", strings.Repeat("x", 74) + " \n", strings.Repeat("x", 75) + ".y", strings.Repeat("=", 200), "\x00\xff",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := appendQuoted(nil, text)
		for line := range bytes.SplitSeq(got, []byte("\r\n")) {
			if len(line) > maxLine || bytes.HasPrefix(line, []byte(".")) || bytes.HasSuffix(line, []byte(" ")) || bytes.ContainsAny(line, "\r\n") {
				t.Fatalf("line %q of %q", line, text)
			}
		}
		back, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(got)))
		if err != nil {
			t.Fatal(err)
		}
		lines := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
		if lines(string(back)) != lines(text) {
			t.Fatalf("%q became %q", text, back)
		}
	})
}

// TestCompose: headers that are long or of another script, and a calendar entry
// beside the text and as a file, are what another implementation reads.
func TestCompose(t *testing.T) {
	subject := "Bestätigt: " + strings.Repeat("Konzert im Hafen ", 9) + "🎺"
	m := Mail{
		ID: "evt_1.17", From: Address{"Bücher & Söhne, \"Hafen\"", "events@holdfast.example"}, To: Address{"", "ana@example.org"}, Subject: subject,
		Text: "Hallo\n", HTML: `<p>Hallo</p><img src="cid:ticket-1@ord_1">`, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC), Unsubscribe: "https://tickets.example/u/" + strings.Repeat("x", 90) + "/unsubscribe",
		Calendar: &Calendar{Method: "REQUEST", Text: "BEGIN:VCALENDAR\r\nSUMMARY:" + strings.Repeat("ü", 200) + "\r\nEND:VCALENDAR\r\n"},
		Images:   []Image{{"ticket-1@ord_1", "ticket-1.png", bytes.Repeat([]byte{0, 255, 13, 10}, 99)}},
	}
	m.ReplyTo = "hello@harbour.example"
	from, to, body, refusal := compose(m, "tickets.example")
	if refusal != nil || from != m.From.Addr || to != m.To.Addr {
		t.Fatal(from, to, refusal)
	}
	head, _, _ := bytes.Cut(body, []byte("\r\n\r\n"))
	for line := range bytes.SplitSeq(head, []byte("\r\n")) {
		if len(line) > 78 && !bytes.Contains(line, []byte("https://")) {
			t.Errorf("a line of %d: %s", len(line), line)
		}
	}
	// What unfolds to two spaces is shown with one before the subject by some readers.
	if unfolded := bytes.ReplaceAll(head, []byte("\r\n "), []byte(" ")); bytes.Contains(unfolded, []byte(":  ")) || !bytes.Contains(unfolded, []byte("Subject: =?")) {
		t.Errorf("folded as\n%s", head)
	}
	got, err := netmail.ReadMessage(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	words := new(mime.WordDecoder)
	if said, err := words.DecodeHeader(got.Header.Get("Subject")); err != nil || said != subject {
		t.Errorf("subject %q, %v", said, err)
	}
	if list, err := got.Header.AddressList("From"); err != nil || len(list) != 1 || list[0].Name != m.From.Name || list[0].Address != m.From.Addr {
		t.Errorf("from %v, %v", list, err)
	}
	if list, err := got.Header.AddressList("Reply-To"); err != nil || len(list) != 1 || list[0].Name != "" || list[0].Address != m.ReplyTo {
		t.Errorf("answers go to %v, %v", list, err)
	}
	if got.Header.Get("List-Unsubscribe") != "<"+m.Unsubscribe+">" || got.Header.Get("Message-Id") != "<evt_1.17@tickets.example>" {
		t.Errorf("%v", got.Header)
	}
	var seen []string
	walk(t, got.Header.Get("Content-Type"), got.Body, func(kind, encoding string, r io.Reader) {
		switch encoding {
		case "quoted-printable":
			r = quotedprintable.NewReader(r)
		case "base64":
			r = base64.NewDecoder(base64.StdEncoding, r)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, kind)
		want := map[string]string{"text/plain": "Hallo\n", "text/html": m.HTML, "text/calendar": m.Calendar.Text, "application/ics": m.Calendar.Text, "image/png": string(m.Images[0].PNG)}[kind]
		if lines := strings.NewReplacer("\r\n", "\n"); strings.TrimSuffix(lines.Replace(string(text)), "\n") != strings.TrimSuffix(lines.Replace(want), "\n") {
			t.Errorf("%s: %q", kind, text)
		}
	})
	if fmt.Sprint(seen) != "[text/plain text/html image/png text/calendar application/ics]" {
		t.Errorf("%v", seen)
	}
	// The picture is a part of the HTML, which names it.
	if !bytes.Contains(body, []byte("\r\nContent-ID: <ticket-1@ord_1>\r\n")) || !bytes.Contains(body, []byte("multipart/related; type=\"text/html\"")) {
		t.Errorf("the picture belongs to nothing:\n%s", body)
	}
	if got := Inlined(m.HTML, m.Images); strings.Contains(got, "cid:") || !strings.Contains(got, `<img src="data:image/png;base64,`+base64.StdEncoding.EncodeToString(m.Images[0].PNG)+`">`) {
		t.Errorf("inlined: %s", got)
	}
	m.Calendar = nil
	if _, _, body, refusal = compose(m, "tickets.example"); refusal != nil {
		t.Fatal(refusal)
	}
	if got, err = netmail.ReadMessage(bytes.NewReader(body)); err != nil {
		t.Fatal(err)
	}
	seen = nil
	walk(t, got.Header.Get("Content-Type"), got.Body, func(kind, _ string, _ io.Reader) { seen = append(seen, kind) })
	if fmt.Sprint(seen) != "[text/plain text/html image/png]" {
		t.Errorf("without an entry: %v", seen)
	}
}

// Answers go to one plain address, or to the sender: what would be more than that, in
// the header or after it, is left out.
func TestReplyTo(t *testing.T) {
	for reply, want := range map[string]string{
		"": "", "hello@harbour.example": `<hello@harbour.example>`, "hello@hafen-büro.example": `<hello@xn--hafen-bro-w9a.example>`,
		"grüße@harbour.example": "", "nobody": "", "a@b.example\r\nBcc: x@y.example": "", "a@b.example, c@d.example": "", "Ada <a@b.example>": "",
	} {
		_, _, body, refusal := compose(Mail{
			ID: "evt_1.17", From: Address{"Harbour", "events@holdfast.example"}, To: Address{"", "ana@example.org"}, Subject: "Hello", Text: "Hello\n", ReplyTo: reply,
		}, "tickets.example")
		if refusal != nil {
			t.Fatal(reply, refusal)
		}
		got, err := netmail.ReadMessage(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if got.Header.Get("Reply-To") != want || got.Header.Get("Bcc") != "" {
			t.Errorf("%q became %q", reply, got.Header.Get("Reply-To"))
		}
	}
}

func walk(t *testing.T, kind string, body io.Reader, leaf func(kind, encoding string, r io.Reader)) {
	t.Helper()
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(media, "multipart/") {
		t.Fatalf("%s", media)
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		inner, params, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if err != nil {
			t.Fatal(err)
		}
		if params["boundary"] != "" {
			walk(t, p.Header.Get("Content-Type"), p, leaf)
			continue
		}
		leaf(inner, p.Header.Get("Content-Transfer-Encoding"), p)
	}
}

func BenchmarkCompose(b *testing.B) {
	m := Mail{
		ID: "evt_1.17", From: Address{"Holdfast", "events@holdfast.example"}, To: Address{"", "ana@example.org"}, Subject: "Reminder: Concert",
		Text: strings.Repeat("You have a place at the concert.\n", 20), HTML: strings.Repeat("<p style=\"margin:0 0 12px\">You have a place at the concert.</p>\n", 70), Date: time.Unix(0, 0),
		Bounce: "b-abc-p0123456789abcdef-0123456789abcdef@bounces.example", Unsubscribe: "https://tickets.example/u/0123456789abcdef0123456789abcdef/unsubscribe",
	}
	for b.Loop() {
		if _, _, _, refusal := compose(m, "tickets.example"); refusal != nil {
			b.Fatal(refusal)
		}
	}
}
