package message

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestAnswersInConfirmation: an organizer's text shows what was answered, of each who comes by name,
// as it was typed and as nothing else, and so much of it that it is still a mail.
func TestAnswersInConfirmation(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	style := (*Style)(nil).With(inv.MsgConfirmed, "en", Words{Body: []string{"This is what you said:", "{answers}", "In short: {answers}."}})
	render := func(answers ...events.SaidAnswer) mailkit.Rendered {
		t.Helper()
		m := told(t, inv.MsgConfirmed, inv.ReasonRegistered, "en")
		m.Answers = answers
		got, err := r.RenderWith(style, nil, concert(t), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		mailtest.WellFormed(t, got, answersHole)
		return got
	}
	got := render(
		events.SaidAnswer{Question: "Company", Text: "Harbour <Hall> & Sons\r\nBcc: x@example.org"},
		events.SaidAnswer{Unit: 1, Question: "What do you eat?", Text: "Vegan"},
		events.SaidAnswer{Unit: 2, Question: "What do you eat?", Text: "{answers} https://evil.example/x"},
	)
	text := mailkit.Plain(got.Text)
	for _, line := range []string{
		"\nCompany · Harbour <Hall> & Sons Bcc: x@example.org\n", "\nAna Novák · What do you eat? · Vegan\n", "\nBo · What do you eat? · {answers} https://evil.example/x\n",
		"In short: Company · Harbour <Hall> & Sons Bcc: x@example.org; Ana Novák · What do you eat? · Vegan; Bo · ",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	for _, bad := range []string{"<Hall>", "https://evil", "evil.example"} {
		if strings.Contains(got.HTML, bad) {
			t.Errorf("%q is in the HTML", bad)
		}
	}
	if got := render(); strings.Contains(got.Text, " · What") || !strings.Contains(got.Text, "In short: .") {
		t.Errorf("of nothing that was answered:\n%s", got.Text)
	}
	many := make([]events.SaidAnswer, 500)
	for i := range many {
		many[i] = events.SaidAnswer{Question: "Q" + strconv.Itoa(i), Text: strings.Repeat("x", 2000)}
	}
	if got := render(many...); !strings.Contains(got.Text, "Q59") || strings.Contains(got.Text, "Q60") || strings.Contains(got.Text, strings.Repeat("x", maxAnswer+1)) {
		t.Errorf("of many answers the mail has %d characters", len(got.Text))
	}
}

// TestAnswersHole: answers stand in the paragraphs of confirmations, and nowhere else.
func TestAnswersHole(t *testing.T) {
	t.Parallel()
	hole := []string{"You said {answers}"}
	for _, c := range []struct {
		kind  inv.MessageKind
		words Words
		field string
	}{
		{inv.MsgConfirmed, Words{Body: hole, After: hole}, ""},
		{inv.MsgOrderConfirmed, Words{Body: hole}, ""},
		{inv.MsgConfirmed, Words{Subject: hole[0]}, "subject"},
		{inv.MsgConfirmed, Words{Heading: hole[0]}, "heading"},
		{inv.MsgConfirmed, Words{Action: hole[0]}, "action"},
		{inv.MsgWaitlisted, Words{Body: hole}, "body[0]"},
		{Announcement, Words{Body: hole}, "body[0]"},
	} {
		err := c.words.Check(c.kind)
		if bad, ok := errors.AsType[*WordsError](err); ok != (c.field != "") || ok && bad.Field != c.field {
			t.Errorf("%s %+v: %v", c.kind, c.words, err)
		}
		style := (*Style)(nil).With(c.kind, "en", c.words)
		if style.NamesAnswers(c.kind, "en-GB") != (c.field == "") || style.NamesAnswers(c.kind, "de") {
			t.Errorf("%s %+v: whether it shows answers", c.kind, c.words)
		}
	}
}
