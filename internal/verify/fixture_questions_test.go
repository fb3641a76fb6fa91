package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// ask is an event with questions that were changed after somebody had answered: one is
// registered, one waits, and one of a party is asked for each who comes.
func (f *fixture) ask() {
	f.t.Helper()
	p := f.open(16, line(inventory.PromoteOffer, inventory.BoundedSkip))
	diet := question.Question{ID: "diet", Kind: question.Choice, Scope: question.Attendee, Label: "What do you eat?", Required: true,
		Options: []question.Option{{Value: "all", Label: "All"}, {Value: "vegan", Label: "Vegan"}}}
	list := question.List{Questions: []question.Question{{ID: "company", Kind: question.Text, Scope: question.Order, Label: "Company", Required: true}, diet}}
	set := func() {
		f.t.Helper()
		text, err := list.Encode()
		if err == nil {
			_, err = f.store.Questions.SetQuestions(f.t.Context(), p.id, text, len(list.Questions), nil, question.MaxVersions, inventory.At(f.now))
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
	set()
	answer := func(cmd inventory.Command) {
		f.t.Helper()
		r := p.write(sequencer.Request{EventID: p.id, Command: cmd, Answers: &sequencer.Answers{Demanded: 1, Units: map[int64]string{
			0: `[{"q":"company","v":1,"a":["Engines"]}]`, 1: `[{"q":"diet","v":1,"a":["all"]}]`, 2: `[{"q":"diet","v":1,"a":["vegan"]}]`,
		}}})[0]
		if r.Code != inventory.OK {
			f.t.Fatalf("%+v", r)
		}
	}
	answer(p.register(0, 2, 0))
	answer(p.register(0, 2, 0))
	p.must(p.register(0, 5, 0), p.register(0, 3, 0))
	answer(p.register(0, 2, 0)) // waits
	list.Questions = list.Questions[1:]
	list.Questions[0].Label = "What is your meal?"
	set()
	asks := int64(3600)
	r := p.write(sequencer.Request{EventID: p.id, Details: &events.DetailsChange{FeedbackAfter: &asks},
		Command: inventory.Configure{Who: staff, StartsAt: p.create.Event.StartsAt, EndsAt: p.create.Event.EndsAt, Zone: p.create.Event.Zone, Settings: p.create.Event.Settings}})[0]
	if r.Code != inventory.OK {
		f.t.Fatalf("%+v", r)
	}
	guest := f.column("select person_id from holds where event_id = $1 and id = $2", p.id, p.orders[0])[0]
	if err := f.store.Feedback.Give(f.t.Context(), messages.Feedback{EventID: p.id, PersonID: guest, Rating: 4, Words: "Warm soup", UpdatedAt: inventory.At(f.now)}); err != nil {
		f.t.Fatal(err)
	}
	err := f.store.Questions.ChangeAnswers(f.t.Context(), &audience.AnswersChange{
		EventID: p.id, ThingID: p.orders[0], Staff: true, Now: inventory.At(f.now), PersonID: guest,
		Merge: func(before []audience.Answered) ([]audience.Answered, []audience.UploadClaim, error) {
			for i := range before {
				before[i].Demanded = 0
			}
			before[1].Answers = `[{"q":"diet","v":2,"a":["vegan"]}]`
			return before, nil, nil
		},
	})
	if err != nil {
		f.t.Fatal(err)
	}
}
