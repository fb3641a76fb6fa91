package jobs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// TestAnnouncementByAnswer: a message to people by what they have answered goes to those who have
// answered so by the time it is sent, and to nobody else.
func TestAnnouncementByAnswer(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 4)
		mx := mailtest.Start(t, &mailtest.Server{})
		f.register(0, 4)
		for user, answer := range map[string]string{"user0": "vegan", "user1": "all", "user2": "vegan"} {
			v, err := f.store.Registrations.Registration(t.Context(), f.event, user)
			if err != nil {
				t.Fatal(err)
			}
			f.answer(v.Hold.ID, v.Person.ID, answer)
		}
		f.servers(1, mx)
		f.settled()
		f.announce(`{"answer":"diet:vegan","live":true}`, "en", `{"subject":"Menu","heading":"Menu","body":["There is soup."]}`)
		mailtest.WaitFor(t, "the message to be done", func() bool {
			return f.count("select count(*) from announcements where kind = 'announcement' and state = 'done'") == 1
		})
		f.settled()
		got := map[string]int{}
		for _, r := range mx.Received() {
			if r.Header("Subject") == "Menu" {
				got[r.To]++
			}
		}
		if len(got) != 2 || got["user0@example.org"] != 1 || got["user2@example.org"] != 1 {
			t.Errorf("the menu went to %v", got)
		}
	})
}

// TestAnswersInMail: a confirmation in an organizer's words shows each guest what that guest has
// answered, by the words that the question had, in the guest's language where they are translated.
func TestAnswersInMail(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 4)
		mx := mailtest.Start(t, &mailtest.Server{})
		list := question.List{Questions: []question.Question{{ID: "diet", Kind: question.Choice, Scope: question.Attendee, Label: "What do you eat?", Options: []question.Option{
			{Value: "all", Label: "Everything"}, {Value: "vegan", Label: "No animals"},
		}}}}
		document, err := list.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.store.Questions.SetQuestions(t.Context(), f.event, document, 1, nil, 9, inventory.At(f.clock())); err != nil {
			t.Fatal(err)
		}
		err = f.store.Wordings.PutWording(t.Context(), messages.Wording{OrgID: f.org, EventID: f.event, Kind: string(inventory.MsgConfirmed), Locale: "en", Words: `{"body":["You said:","{answers}"]}`})
		if err != nil {
			t.Fatal(err)
		}
		f.register(0, 3)
		for user, answer := range map[string]string{"user0": "vegan", "user1": "all"} {
			v, err := f.store.Registrations.Registration(t.Context(), f.event, user)
			if err != nil {
				t.Fatal(err)
			}
			f.answer(v.Hold.ID, v.Person.ID, answer)
		}
		// The second reads French, in which one of the options has no words.
		err = f.store.Wordings.PutWording(t.Context(), messages.Wording{OrgID: f.org, EventID: f.event, Kind: string(inventory.MsgConfirmed), Locale: "fr", Words: `{"body":["You said:","{answers}"]}`})
		if err != nil {
			t.Fatal(err)
		}
		french, err := json.Marshal(translation.Texts{translation.Question("diet", "label"): {Text: "Que mangez-vous ?", Of: translation.Mark("What do you eat?")}})
		if err != nil {
			t.Fatal(err)
		}
		f.exec(fmt.Sprintf("insert into event_translations (event_id, language, title, location, texts, updated_at) values ('%s', 'fr', '', '', '%s', 1)", f.event, french))
		f.exec("update people set locale = 'fr' where user_id = 'user1'")
		f.servers(1, mx)
		f.settled()
		want := map[string]string{"user0@example.org": "No animals", "user1@example.org": "Everything", "user2@example.org": ""}
		asked := map[string]string{"user0@example.org": "What do you eat?", "user1@example.org": "Que mangez-vous ?", "user2@example.org": "mange"}
		for _, r := range mx.Received() {
			answer := want[r.To]
			if !strings.Contains(r.Data, "You said:") || strings.Contains(r.Data, asked[r.To]) != (answer != "") || !strings.Contains(r.Data, answer) || strings.Contains(r.Data, "{answers}") {
				t.Errorf("%s, who has answered %q:\n%s", r.To, answer, r.Data)
			}
			delete(want, r.To)
		}
		if len(want) > 0 {
			t.Errorf("no mail to %v", want)
		}
	})
}

// answer answers what somebody eats.
func (f *fixture) answer(thing, person, value string) {
	f.t.Helper()
	err := f.store.Questions.ChangeAnswers(f.t.Context(), &audience.AnswersChange{
		EventID: f.event, ThingID: thing, PersonID: person, Now: inventory.At(time.Now()),
		Merge: func([]audience.Answered) ([]audience.Answered, []audience.UploadClaim, error) {
			return []audience.Answered{{Unit: 1, Answers: `[{"q":"diet","v":1,"a":["` + value + `"]}]`}}, nil, nil
		},
	})
	if err != nil {
		f.t.Fatal(err)
	}
}
