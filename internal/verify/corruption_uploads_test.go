package verify_test

import (
	"context"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// uploadCorruptions are those of files that answer questions.
var uploadCorruptions = []corruption{
	{"a file that answers is lost", 48, "names it, and it is not stored", []string{"delete from uploads where unused_since = 0"}},
	{"a file that answers is being deleted", 48, "names it, and it is said that none does", []string{"update uploads set unused_since = -1, thing_id = '' where unused_since = 0"}},
	{"an answer with a file is lost", 48, "which does not name it", []string{"delete from answers where answers like '%upl_%'"}},
	{"a file is for another question", 48, "it is for \"photo\" of", []string{"update uploads set question = 'photo' where unused_since = 0"}},
	{"a file is of another unit", 48, "it is for \"card\" of", []string{"update uploads set unit = 7 where unused_since = 0"}},
	{"a file has another name", 48, "the answer that names it says something else of it", []string{"update uploads set name = 'invoice.pdf' where unused_since = 0"}},
	{"an answer does not say which file it is", 48, "does not say which file it is", []string{`update answers set answers = replace(answers, ',"f":{"n":"card.jpg","m":"image","s":3}', '') where answers like '%upl_%'`}},
	{"a file without an answer is somebody's", 48, "no answer names it, and it says whose it is", []string{"update uploads set person_id = (select min(p.id) from people p where p.event_id = uploads.event_id) where unused_since > 0"}},
	{"the file of an answer has other bytes", 48, "its file is not what was stored", []string{"update uploads set sha256 = 'wrong' where unused_since = 0"}},
	{"the file of an answer is gone", 48, "its file is not there", []string{"update uploads set sha256 = 'gone' where unused_since = 0"}},
	{"somebody who is not there has sent a file", 14, "in uploads, person_id names", []string{"update uploads set person_id = 'per_lost' where unused_since = 0"}},
	{"a file answers with an order that is lost", 14, "in uploads, thing_id names", []string{"update uploads set thing_id = 'ord_lost' where unused_since = 0"}},
}

// uploads stands for where files are kept: the hash says what is there.
func uploads(_ context.Context, u *audience.Upload) (wrong, there bool, err error) {
	return u.SHA256 != "right", u.SHA256 != "gone", nil
}

// send is an event that asks for a file: one has answered, and a file waits for an answer.
func (f *fixture) send() {
	f.t.Helper()
	p := f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip))
	list := question.List{Questions: []question.Question{{ID: "card", Kind: question.Upload, Scope: question.Attendee, Label: "Student card", Required: true}}}
	text, err := list.Encode()
	if err == nil {
		_, err = f.store.Questions.SetQuestions(f.t.Context(), p.id, text, 1, nil, question.MaxVersions, inventory.At(f.now))
	}
	if err != nil {
		f.t.Fatal(err)
	}
	names := [2]string{"upl_" + p.id[4:] + strings.Repeat("1", 16), "upl_" + p.id[4:] + strings.Repeat("2", 16)}
	for _, name := range names {
		if err := f.store.Uploads.Keep(f.t.Context(), audience.Upload{
			EventID: p.id, ID: name, Question: "card", Name: "card.jpg", Media: "image", Size: 3, Sent: 4, SHA256: "right", CreatedAt: inventory.At(f.now),
		}); err != nil {
			f.t.Fatal(err)
		}
	}
	r := p.write(sequencer.Request{EventID: p.id, Command: p.register(0, 1, 0), Answers: &sequencer.Answers{
		Demanded: 1, Units: map[int64]string{1: `[{"q":"card","v":1,"a":["` + names[0] + `"],"f":{"n":"card.jpg","m":"image","s":3}}]`},
		Uploads: []audience.UploadClaim{{ID: names[0], Question: "card", Unit: 1}},
	}})[0]
	if r.Code != inventory.OK {
		f.t.Fatalf("%+v", r)
	}
}
