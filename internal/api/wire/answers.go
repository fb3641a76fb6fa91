package wire

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// AnswerFile is a file that a question was answered with.
type AnswerFile struct {
	ID    string `json:"id" example:"upl_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name  string `json:"name" doc:"As whoever sent it called it, with the extension of what it is." example:"student card.jpg"`
	Media string `json:"media" enum:"image,pdf" doc:"An image is a JPEG, whatever was sent."`
	Size  int64  `json:"size" doc:"In bytes." example:"181204"`
}

// Answers checks what was answered with a command that takes places; nil: nothing was.
func (r *Reader) Answers(c *access.Call, check *httpapi.Checks, k *access.EventSummary, units []question.Unit, in []AnswerIn) (*sequencer.Answers, error) {
	return r.answersOf(c, check, k, units, in, !c.Caller.Staff())
}

// AnswersAtDoor is Answers of a sale at the door: whoever sells asks what is required as a form
// does, and with unanswered need not.
func (r *Reader) AnswersAtDoor(c *access.Call, check *httpapi.Checks, k *access.EventSummary, units []question.Unit, in []AnswerIn, unanswered bool) (*sequencer.Answers, error) {
	return r.answersOf(c, check, k, units, in, !unanswered)
}

func (r *Reader) answersOf(c *access.Call, check *httpapi.Checks, k *access.EventSummary, units []question.Unit, in []AnswerIn, demand bool) (*sequencer.Answers, error) {
	if k.Questions == nil && len(in) == 0 {
		return nil, nil
	}
	rows, demanded, err := r.checkAnswers(c, check, k, "", units, in, demand)
	if err != nil {
		return nil, err
	}
	out := &sequencer.Answers{Units: map[int64]string{}, Demanded: demanded}
	for unit, list := range rows {
		text, err := question.EncodeAnswers(list)
		if err != nil { // text always encodes
			panic(err)
		}
		out.Units[unit] = text
		out.Uploads = append(out.Uploads, Claims(unit, list)...)
	}
	return out, nil
}

// Claims are the files that answers of a unit name.
func Claims(unit int64, list []question.Answer) (claims []audience.UploadClaim) {
	for i := range list {
		if a := &list[i]; a.File != nil && len(a.Values) == 1 {
			claims = append(claims, audience.UploadClaim{ID: a.Values[0], Question: a.Question, Unit: unit})
		}
	}
	return claims
}

// CheckAnswers checks answers to what an event asks now, and says which version of the
// list had to be answered in full; 0: none, of staff. The thing is what was answered before; "":
// nothing was.
func (r *Reader) CheckAnswers(c *access.Call, check *httpapi.Checks, k *access.EventSummary, thing string, units []question.Unit, in []AnswerIn) (rows question.Answers, demanded int64, err error) {
	return r.checkAnswers(c, check, k, thing, units, in, !c.Caller.Staff())
}

// checkAnswers is CheckAnswers with demand, which says whether what is required has to be answered.
func (r *Reader) checkAnswers(c *access.Call, check *httpapi.Checks, k *access.EventSummary, thing string, units []question.Unit, in []AnswerIn, demand bool) (rows question.Answers, demanded int64, err error) {
	l := k.Questions
	if l == nil {
		l = &question.List{}
	}
	if demand {
		demanded = l.Version
	}
	answers := given(check, in)
	if err := r.findFiles(c, k, l, thing, answers); err != nil {
		return nil, 0, err
	}
	rows, faults := l.Check(units, answers, demanded != 0)
	for _, f := range faults {
		check.Add(f.Field, f.Code, "%s", f.Message)
	}
	return rows, demanded, nil
}

// findFiles finds the files that answers name, as far as they wait for these answers or are what was
// answered so before.
func (r *Reader) findFiles(c *access.Call, k *access.EventSummary, l *question.List, thing string, answers []question.Given) error {
	var ids []string
	asked := func(g *question.Given) bool {
		q := l.Find(g.Question)
		return q != nil && q.Kind == question.Upload && len(g.Values) == 1
	}
	for i := range answers {
		if g := &answers[i]; asked(g) {
			if event, ok := id.EventOf(g.Values[0], id.Upload); ok && event == k.EventID {
				ids = append(ids, g.Values[0])
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := r.Store.Uploads.Named(c.Context(), k.EventID, ids)
	if err != nil {
		return err
	}
	again, err := repeats(c, k, found)
	if err != nil {
		return err
	}
	now := inventory.At(r.Now())
	for i := range answers {
		g := &answers[i]
		if !asked(g) {
			continue
		}
		u := found[g.Values[0]]
		if u == nil || u.Question != g.Question {
			continue
		}
		if u.Waits(now) || again || thing != "" && u.UnusedSince == 0 && u.ThingID == thing && u.Unit == g.Unit {
			g.File = &question.File{Name: u.Name, Media: question.Media(u.Media), Size: u.Size, Sent: u.Sent}
		}
	}
	return nil
}

// repeats reports whether the request is answered as before: then its files have been taken by what
// it did.
func repeats(c *access.Call, k *access.EventSummary, found map[string]*audience.Upload) (bool, error) {
	for _, u := range found {
		if u.UnusedSince == 0 {
			_, done, err := c.Answered(k.EventID)
			var told *httpapi.Problem
			if errors.As(err, &told) {
				return true, nil // as the sequencer says it once more
			}
			return done, err
		}
	}
	return false, nil
}
