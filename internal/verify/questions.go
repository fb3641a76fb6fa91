package verify

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Invariant 26: an answer is one to a question of a version of the event's list, of a
// registration, an order or an entry of the person whose answer it is; and where what is
// required had to be answered, it was.

// checkQuestions compares the lists with the organization's chain, and the answers with
// the lists.
func (c *check) checkQuestions() error {
	event := c.event.Event.ID
	a := &answersCheck{check: c, lists: map[int64]*question.List{}, files: map[string]*namedFile{}}
	var last audience.QuestionList
	err := c.run.snapshot.QuestionLists(event, func(l *audience.QuestionList) error {
		c.run.report.Checked.QuestionLists++
		if l.Version != last.Version+1 {
			c.fail(26, event, "version %d of the questions follows version %d", l.Version, last.Version)
		}
		list, err := question.Decode(l.Version, l.Document)
		if err != nil {
			c.fail(26, event, "version %d of the questions cannot be read", l.Version)
			list = &question.List{Version: l.Version}
		}
		a.lists[l.Version], last = list, *l
		return nil
	})
	if err != nil {
		return err
	}
	if len(c.run.options.Events) == 0 { // else the chains of organizations were not read
		q, said := audit.Questions{Event: event, Version: last.Version, Document: last.Document}, c.run.questions[event]
		if last.Version == 0 && said != "" || last.Version > 0 && said != q.Commitment() {
			c.fail(26, event, "the questions are not what the organization's rows commit to")
		}
	}
	err = c.run.snapshot.Answers(event, func(row *audience.Answered) error {
		c.run.report.Checked.Answers++
		if row.ThingID != a.thing {
			a.endOfThing()
			a.thing, a.demanded, a.given = row.ThingID, row.Demanded, question.Answers{}
		}
		a.row(row)
		return nil
	})
	a.endOfThing()
	if err != nil {
		return err
	}
	return a.checkUploads()
}

// answersCheck is the examination of the answers of one event, thing by thing.
type answersCheck struct {
	*check
	lists    map[int64]*question.List
	thing    string
	demanded int64
	given    question.Answers
	files    map[string]*namedFile // that answers name
}

func (a *answersCheck) row(r *audience.Answered) {
	if owner, what := a.ownerOf(r); what != "" {
		a.fail(26, r.ThingID, "there are answers of unit %d, and %s", r.Unit, what)
	} else if owner != a.names.key(r.PersonID) {
		a.fail(26, r.ThingID, "there are answers of %s, whose it is not", r.PersonID)
	}
	if p := a.people.find(a.names.key(r.PersonID)); p != nil && p.erased {
		a.fail(26, r.ThingID, "%s was erased, and answers are left", r.PersonID)
	}
	if r.Demanded != a.demanded {
		a.fail(26, r.ThingID, "of some units version %d had to be answered and of others version %d", a.demanded, r.Demanded)
	}
	if r.Demanded != 0 && a.lists[r.Demanded] == nil {
		a.fail(26, r.ThingID, "version %d of the questions had to be answered, which is not stored", r.Demanded)
	}
	list, err := question.DecodeAnswers(r.Answers)
	if err != nil {
		a.fail(26, r.ThingID, "the answers of unit %d cannot be read", r.Unit)
		return
	}
	a.given[r.Unit] = list
	for i := range list {
		a.answer(r, &list[i])
	}
}

func (a *answersCheck) answer(r *audience.Answered, x *question.Answer) {
	l := a.lists[x.Version]
	if l == nil {
		a.fail(26, r.ThingID, "an answer is to version %d of the questions, which is not stored", x.Version)
		return
	}
	q := l.Find(x.Question)
	switch {
	case q == nil:
		a.fail(26, r.ThingID, "an answer is to %q, which version %d of the questions does not ask", x.Question, x.Version)
	case (q.Scope == question.Order) != (r.Unit == 0):
		a.fail(26, r.ThingID, "the answer to %q is of unit %d, and not of whom it is asked", x.Question, r.Unit)
	case !q.Takes(x.Values):
		a.fail(26, r.ThingID, "what answers %q is not what version %d of the questions takes", x.Question, x.Version)
	case q.Kind == question.Upload:
		a.name(r, x)
	}
}

// ownerOf is whose the thing of a row is, or why there cannot be such a row.
func (a *answersCheck) ownerOf(r *audience.Answered) (owner key, what string) {
	k := a.names.key(r.ThingID)
	switch {
	case strings.HasPrefix(r.ThingID, id.Entry):
		e := a.entries.find(k)
		if e == nil {
			return key{}, "the entry is not stored"
		}
		owner = e.person
	case strings.HasPrefix(r.ThingID, id.Order):
		h := a.holds.find(k)
		if h == nil {
			return key{}, "the order is not stored"
		}
		if h.entry != (key{}) {
			return key{}, "they belong to the entry that it came of"
		}
		if r.Unit > 0 {
			what = a.notOrdered(id.TicketOf(r.ThingID, r.Unit))
		}
		owner = h.person
	default:
		return key{}, "that is neither an order nor an entry"
	}
	if r.Unit > inventory.MaxOrderUnits {
		what = "there are never so many units"
	}
	return owner, what
}

// endOfThing sees that what had to be answered was. Units of which nothing is stored are
// left out: whoever was given a ticket has not answered yet. So are questions for some tiers
// only, because a unit can have come to another tier since.
func (a *answersCheck) endOfThing() {
	l := a.lists[a.demanded]
	if a.thing == "" || l == nil {
		return
	}
	units := []question.Unit{}
	for unit := range a.given {
		if unit > 0 {
			units = append(units, question.Unit{No: unit})
		}
	}
	if len(units) == 0 {
		units = append(units, question.Unit{}) // of the whole is asked all the same
	}
	slices.SortFunc(units, func(x, y question.Unit) int { return int(x.No - y.No) })
	for _, field := range l.Missing(units, a.given) {
		a.fail(26, a.thing, "%s had to be answered and is not", field)
	}
}
