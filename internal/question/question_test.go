package question_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/translation"
)

func number(n int64) *int64 { return &n }

// menu asks each who comes what they eat, and who eats fish which.
func menu() *question.List {
	return &question.List{Version: 3, Questions: []question.Question{
		{ID: "company", Kind: question.Text, Scope: question.Order, Label: "Company", Required: true},
		{ID: "diet", Kind: question.Choice, Scope: question.Attendee, Label: "Diet", Required: true, Options: []question.Option{{Value: "all", Label: "Everything"}, {Value: "fish", Label: "Fish"}}},
		{ID: "fish", Kind: question.Choices, Scope: question.Attendee, Label: "Which fish", Required: true, Options: []question.Option{{Value: "cod", Label: "Cod"}, {Value: "eel", Label: "Eel"}},
			If: &question.Condition{Question: "diet", Values: []string{"fish"}}},
		{ID: "age", Kind: question.Number, Scope: question.Attendee, Label: "Age", Min: number(6), Max: number(99), Tiers: []string{"kids"}, Required: true},
		{ID: "day", Kind: question.Date, Scope: question.Order, Label: "Arrival"},
		{ID: "photos", Kind: question.Consent, Scope: question.Order, Label: "Photos"},
		{ID: "story", Kind: question.LongText, Scope: question.Order, Label: "Story", If: &question.Condition{Question: "photos", Values: []string{question.Agreed}}},
	}}
}

var two = []question.Unit{{No: 1, Tier: "all"}, {No: 2, Tier: "all"}}

func given(question_ string, unit int64, values ...string) question.Given {
	return question.Given{Question: question_, Unit: unit, Values: values}
}

// TestCheck: each answer that is wrong is named, and what is required is demanded of whom
// it is asked, and of nobody else.
func TestCheck(t *testing.T) {
	t.Parallel()
	fine := []question.Given{given("company", 0, " Analytical Engines "), given("diet", 1, "all"), given("fish", 2, "eel", "cod"), given("diet", 2, "fish")}
	for _, c := range []struct {
		name  string
		units []question.Unit
		given []question.Given
		want  []string // faults as field and code
	}{
		{"all is answered", two, fine, nil},
		{"nothing is", two, nil, []string{"answers.company required", "answers.diet[1] required", "answers.diet[2] required"}},
		{"empty is nothing", two, append(slices.Clone(fine[1:]), given("company", 0, "  ")), []string{"answers.company required"}},
		{"a condition is met", two, []question.Given{given("company", 0, "x"), given("diet", 1, "fish"), given("diet", 2, "all")}, []string{"answers.fish[1] required"}},
		{"a condition is not met", two, append(slices.Clone(fine), given("fish", 1, "cod")), []string{"answers[4].question not_asked"}},
		{"a tier is asked more", []question.Unit{{No: 1, Tier: "kids"}}, []question.Given{fine[0], fine[1]}, []string{"answers.age[1] required"}},
		{"another tier is not asked", two, append(slices.Clone(fine), given("age", 1, "7")), []string{"answers[4].question not_asked"}},
		{"it is not known of which tier", []question.Unit{{No: 1}}, []question.Given{fine[0], fine[1]}, nil},
		{"an unknown question", two, append(slices.Clone(fine), given("shoe", 0, "42")), []string{"answers[4].question unknown"}},
		{"answered twice", two, append(slices.Clone(fine), fine[0]), []string{"answers[4].question duplicate"}},
		{"of nobody", two, append(slices.Clone(fine), given("diet", 3, "all")), []string{"answers[4].unit unknown"}},
		{"of each and not of one", two, append(slices.Clone(fine), given("day", 1, "2027-05-31")), []string{"answers[4].unit not_allowed"}},
		{"no option", two, append(slices.Clone(fine[:3]), given("diet", 2, "meat")), []string{"answers[3].value not_allowed", "answers[2].question not_asked", "answers.diet[2] required"}},
		{"one of the options is none", two, append(slices.Clone(fine[:2]), given("diet", 2, "fish"), given("fish", 2, "cod", "ray")), []string{"answers[3].values not_allowed", "answers.fish[2] required"}},
		{"two values", two, append(slices.Clone(fine), given("day", 0, "2027-05-31", "2027-06-01")), []string{"answers[4].value not_allowed"}},
		{"no day", two, append(slices.Clone(fine), given("day", 0, "2027-02-29")), []string{"answers[4].value bad_format"}},
		{"no number", []question.Unit{{No: 1, Tier: "kids"}}, append(slices.Clone(fine[:2]), given("age", 1, "seven")), []string{"answers[2].value bad_format", "answers.age[1] required"}},
		{"too young", []question.Unit{{No: 1, Tier: "kids"}}, append(slices.Clone(fine[:2]), given("age", 1, "5")), []string{"answers[2].value out_of_range", "answers.age[1] required"}},
		{"no consent", two, append(slices.Clone(fine), given("photos", 0, "no")), []string{"answers[4].value not_allowed"}},
		{"a long line", two, append(slices.Clone(fine[1:]), given("company", 0, strings.Repeat("ä", question.MaxText+1))), []string{"answers[3].value too_long", "answers.company required"}},
		{"a long text", two, append(slices.Clone(fine), given("photos", 0, "yes"), given("story", 0, strings.Repeat("ä", question.MaxLongText+1))), []string{"answers[5].value too_long"}},
		{"too many", two, make([]question.Given, question.MaxAnswers+1), []string{"answers too_many"}},
	} {
		_, faults := menu().Check(c.units, c.given, true)
		var got []string
		for _, f := range faults {
			got = append(got, f.Field+" "+f.Code)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	rows, _ := menu().Check(two, fine, true)
	want := question.Answers{0: {{"company", 3, []string{"Analytical Engines"}, nil}}, 1: {{"diet", 3, []string{"all"}, nil}}, 2: {{"fish", 3, []string{"cod", "eel"}, nil}, {"diet", 3, []string{"fish"}, nil}}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Error(d)
	}
	if _, faults := menu().Check(two, nil, false); faults != nil {
		t.Errorf("of staff: %v", faults)
	}
	if missing := menu().Missing(two, rows); missing != nil {
		t.Errorf("missing: %v", missing)
	}
	rows[2] = rows[2][:1]
	if missing := menu().Missing(two, rows); !slices.Equal(missing, []string{"answers.diet[2]"}) {
		t.Errorf("missing: %v", missing)
	}
}

// TestValidate: a list that cannot be asked is refused by the field.
func TestValidate(t *testing.T) {
	t.Parallel()
	if f := menu().Validate(func(tier string) bool { return tier == "kids" }); f != nil {
		t.Fatal(f)
	}
	long := func(n int) string { return strings.Repeat("ö", n+1) }
	for _, c := range []struct {
		want   string
		change func(l *question.List)
	}{
		{"questions[0].id bad_format", func(l *question.List) { l.Questions[0].ID = "The company" }},
		{"questions[0].id bad_format", func(l *question.List) { l.Questions[0].ID = "" }},
		{"questions[4].id duplicate", func(l *question.List) { l.Questions[4].ID = "company" }},
		{"questions[0].kind not_allowed", func(l *question.List) { l.Questions[0].Kind = "video" }},
		{"questions[0].scope not_allowed", func(l *question.List) { l.Questions[0].Scope = "" }},
		{"questions[0].label required", func(l *question.List) { l.Questions[0].Label = "" }},
		{"questions[0].label too_long", func(l *question.List) { l.Questions[0].Label = long(question.MaxLabel) }},
		{"questions[0].help too_long", func(l *question.List) { l.Questions[0].Help = long(question.MaxHelp) }},
		{"questions[3].tiers[0] unknown", func(l *question.List) { l.Questions[3].Tiers = []string{"grown"} }},
		{"questions[3].tiers[1] unknown", func(l *question.List) { l.Questions[3].Tiers = []string{"kids", "kids"} }},
		{"questions[0].options not_allowed", func(l *question.List) { l.Questions[0].Options = []question.Option{{Value: "a", Label: "a"}} }},
		{"questions[2].options required", func(l *question.List) { l.Questions[2].Options = nil }},
		{"questions[2].options too_many", func(l *question.List) { l.Questions[2].Options = make([]question.Option, question.MaxOptions+1) }},
		{"questions[2].options[1].value duplicate", func(l *question.List) { l.Questions[2].Options[1].Value = "cod" }},
		{"questions[2].options[1].label required", func(l *question.List) { l.Questions[2].Options[1].Label = "" }},
		{"questions[0].min not_allowed", func(l *question.List) { l.Questions[0].Min = number(1) }},
		{"questions[3].max out_of_range", func(l *question.List) { l.Questions[3].Max = number(question.MaxNumber + 1) }},
		{"questions[3].max out_of_range", func(l *question.List) { l.Questions[3].Max = number(5) }},
		{"questions[2].if.question unknown", func(l *question.List) { l.Questions[2].If.Question = "photos" }},
		{"questions[2].if.question not_allowed", func(l *question.List) { l.Questions[2].If.Question = "company" }},
		{"questions[6].if.question not_allowed", func(l *question.List) {
			l.Questions[6].If = &question.Condition{Question: "diet", Values: []string{"all"}}
		}},
		{"questions[2].if.values required", func(l *question.List) { l.Questions[2].If.Values = nil }},
		{"questions[2].if.values[0] unknown", func(l *question.List) { l.Questions[2].If.Values = []string{"meat"} }},
		{"questions too_many", func(l *question.List) { l.Questions = make([]question.Question, question.MaxQuestions+1) }},
	} {
		l := menu()
		c.change(l)
		var got []string
		for _, f := range l.Validate(func(tier string) bool { return tier == "kids" }) {
			got = append(got, f.Field+" "+f.Code)
		}
		if !slices.Contains(got, c.want) {
			t.Errorf("%v, want %s", got, c.want)
		}
	}
}

// TestMerge: what the list does not ask any more stays, and staff do not put other words
// below what somebody else has answered.
func TestMerge(t *testing.T) {
	t.Parallel()
	before := question.Answers{0: {{"company", 1, []string{"x"}, nil}, {"gone", 2, []string{"y"}, nil}}, 1: {{"diet", 2, []string{"all"}, nil}}}
	now := question.Answers{0: {{"company", 3, []string{"x"}, nil}}, 1: {{"diet", 3, []string{"fish"}, nil}}}
	for keep, version := range map[bool]int64{true: 1, false: 3} {
		want := question.Answers{0: {{"company", version, []string{"x"}, nil}, {"gone", 2, []string{"y"}, nil}}, 1: {{"diet", 3, []string{"fish"}, nil}}}
		if d := cmp.Diff(want, menu().Merge(before, now, keep)); d != "" {
			t.Errorf("%t: %s", keep, d)
		}
	}
}

// TestStored: lists and answers are read as they were written, and what is none is an error.
func TestStored(t *testing.T) {
	t.Parallel()
	text, err := menu().Encode()
	if err != nil {
		t.Fatal(err)
	}
	l, err := question.Decode(3, text)
	if d := cmp.Diff(menu(), l); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
	for _, bad := range []string{"", "[]", `{"questions":3}`} {
		if _, err := question.Decode(1, bad); err == nil {
			t.Errorf("%q is a list", bad)
		}
		if _, err := question.DecodeAnswers(strconv.Quote(bad)); err == nil {
			t.Errorf("%q are answers", bad)
		}
	}
	if got := l.Find("fish").Words([]string{"eel", "ray"}); got != "Eel; ray" {
		t.Error(got)
	}
}

// TestSaidIn: an answer is read under the words that translate just those it was given to.
func TestSaidIn(t *testing.T) {
	t.Parallel()
	text := func(said, of string) translation.Text { return translation.Text{Text: said, Of: translation.Mark(of)} }
	texts := translation.Texts{
		translation.Question("diet", "label"): text("Que mangez-vous ?", "What do you eat?"), translation.Option("diet", "all"): text("Tout", "Anything"), translation.Option("diet", "vegan"): text("", "Vegan"),
	}
	list := &question.List{Questions: []question.Question{{ID: "diet", Kind: question.Choice, Label: "What do you eat?", Options: []question.Option{{Value: "all", Label: "Everything"}, {Value: "vegan", Label: "Vegan"}}}}}
	if got := list.SaidIn(texts).Questions[0]; got.Label != "Que mangez-vous ?" || got.Options[0].Label != "Everything" || got.Options[1].Label != "Vegan" {
		t.Errorf("%+v", got)
	}
	if got := list.In(texts).Questions[0]; got.Options[0].Label != "Tout" {
		t.Errorf("what is asked now: %+v", got)
	}
	if list.SaidIn(nil) != list || list.Questions[0].Label != "What do you eat?" {
		t.Error("the list itself was changed")
	}
}
