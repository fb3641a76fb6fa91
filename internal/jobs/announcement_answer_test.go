package jobs_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
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
