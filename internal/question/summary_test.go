package question_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/question"
)

// TestSummary: answers count once each where their question still takes them, whatever version they
// were given to, and are told apart where it does not.
func TestSummary(t *testing.T) {
	t.Parallel()
	sums := question.NewSummary(menu())
	for _, a := range []struct {
		unit     int64
		question string
		values   []string
	}{
		{0, "company", []string{"Analytical Engines"}},
		{1, "diet", []string{"all"}}, {2, "diet", []string{"fish"}}, {3, "diet", []string{"fish"}},
		{3, "diet", []string{"meat"}}, // an option that is gone
		{0, "diet", []string{"fish"}}, // given when it was asked once for all
		{2, "fish", []string{"cod", "eel"}}, {3, "fish", []string{"eel"}},
		{1, "age", []string{"12"}}, {2, "age", []string{"7"}}, {3, "age", []string{"99"}},
		{4, "age", []string{"100"}}, // above the bound that there is now
		{0, "photos", []string{"yes"}},
		{0, "shoe", []string{"42"}}, // a question that is gone
	} {
		sums.Add(a.unit, &question.Answer{Question: a.question, Version: 1, Values: a.values})
	}
	none := map[string]int64{}
	for id, want := range map[string]question.Sum{
		"company": {Answered: 1, Choices: none},
		"diet":    {Answered: 3, Earlier: 2, Choices: map[string]int64{"all": 1, "fish": 2}},
		"fish":    {Answered: 2, Choices: map[string]int64{"cod": 1, "eel": 2}},
		"age":     {Answered: 3, Earlier: 1, Choices: none, Total: 118, Least: 7, Most: 99},
		"day":     {Choices: none},
		"photos":  {Answered: 1, Choices: map[string]int64{"yes": 1}},
	} {
		if diff := cmp.Diff(want, sums.Of(id)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	below := question.NewSummary(&question.List{Questions: []question.Question{{ID: "n", Kind: question.Number, Scope: question.Order}}})
	for _, n := range []string{"-5", "-2"} {
		below.Add(0, &question.Answer{Question: "n", Values: []string{n}})
	}
	if s := below.Of("n"); s.Total != -7 || s.Least != -5 || s.Most != -2 {
		t.Errorf("%+v", s)
	}
}

// TestMention: what an answer is looked for by stands in it as it is stored.
func TestMention(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"vegan", `5" & <more>`, "100 %_!", "ohne Nüsse", `back\slash`} {
		stored, err := question.EncodeAnswers([]question.Answer{{Question: "else", Version: 1, Values: []string{"a"}}, {Question: "diet", Version: 2, Values: []string{"all", value}}})
		if err != nil {
			t.Fatal(err)
		}
		rest := stored
		for _, part := range question.Mention("diet", value) {
			_, behind, ok := strings.Cut(rest, part)
			if !ok {
				t.Errorf("%q does not stand in %q", part, rest)
			}
			rest = behind
		}
	}
}
