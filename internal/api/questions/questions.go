package questions

import (
	"cmp"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

func (h *Handlers) getQuestions(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*wire.Questions, error) {
	// Read anew: whoever changes the list next has to name the version that it has.
	list, err := access.Questions(c.Context(), h.Store, k.EventID)
	if err != nil {
		return nil, err
	}
	texts, err := h.Reader.Texts(c, k)
	if err != nil || list == nil {
		return wire.QuestionsOf(list), err
	}
	return wire.QuestionsOf(list.In(texts)), nil
}

func (h *Handlers) setQuestions(c *access.Call, k *access.EventSummary, in *wire.QuestionsIn) (*wire.Questions, error) {
	var check httpapi.Checks
	list := in.List(&check, k)
	if err := check.Err(); err != nil {
		return nil, err
	}
	text, err := list.Encode()
	if err != nil {
		return nil, err
	}
	set, err := h.Store.Questions.SetQuestions(organizations.WithBy(c.Context(), c.By()), k.EventID, text, len(list.Questions), in.Version, question.MaxVersions, inventory.At(h.Now()))
	switch {
	case errors.Is(err, database.ErrConflict):
		return nil, kindChanged.Problem()
	case errors.Is(err, database.ErrLimit):
		return nil, wire.KindQuestionsTooOften.Problem()
	case err != nil:
		return nil, err
	}
	h.Access.Forget(k.EventID)
	list.Version = set.Version
	return wire.QuestionsOf(list), nil
}

// AnswersChange is the body that changes answers.
type AnswersChange struct {
	Answers []wire.AnswerIn `json:"answers" maxItems:"500" doc:"All answers to what the event asks now. One that is left out is taken back."`
}

// ThingAnswers is what was answered with an order, a registration or a place on the waitlist.
type ThingAnswers struct {
	Editable      bool            `json:"editable" doc:"Whether the caller may change the answers now."`
	EditableUntil *time.Time      `json:"editable_until" doc:"Up to when people may change them."`
	Units         []AnswerUnit    `json:"units" doc:"Who is asked: each who comes."`
	Answers       []wire.Answer   `json:"answers"`
	Missing       []string        `json:"missing" doc:"Fields of what is required and not answered: the event may ask more by now than it did."`
	Asked         *wire.Questions `json:"asked" nullable:"false" doc:"What the event asks now."`
}

// AnswerUnit is one who comes.
type AnswerUnit struct {
	Unit   int64  `json:"unit" doc:"The number that the ticket has."`
	TierID string `json:"tier_id,omitempty"`
	Name   string `json:"name,omitempty" doc:"Who comes, as far as it is known."`
}

// thing is what answers belong to.
type thing struct {
	k      *access.EventSummary
	id     string // that the answers are stored by
	person string
	units  []AnswerUnit
	live   bool
}

func (t *thing) asked() []question.Unit {
	units := make([]question.Unit, len(t.units))
	for i, u := range t.units {
		units[i] = question.Unit{No: u.Unit, Tier: u.TierID}
	}
	return units
}

func orderThing(c *access.Call) (*thing, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	if v.Hold.Kind == inventory.KindBlock {
		return nil, database.ErrNotFound
	}
	t := &thing{k: k, id: audience.ThingOf(v.Hold), person: v.Person.ID, live: v.Hold.State != inventory.HoldReleased && !v.Person.Erased()}
	names := wire.NamesOf(v.Hold, &v.Person)
	for _, unit := range audience.UnitsOf(v.Hold) {
		if tier := wire.TierOfUnit(v.Hold, unit); k.Admits(tier) {
			t.units = append(t.units, AnswerUnit{Unit: unit, TierID: tier, Name: names[unit]})
		}
	}
	return t, nil
}

func entryThing(c *access.Call) (*thing, error) {
	k, v, err := c.Entry(c.Param("entry_id"))
	if err != nil {
		return nil, err
	}
	e := v.Entry
	t := &thing{k: k, id: e.ID, person: v.Person.ID, live: e.Live()}
	tier := e.Tier
	if e.Wish != "" {
		tier = ""
	}
	if !k.Admits(e.Tier) {
		return t, nil // of goods nobody comes in
	}
	for _, u := range wire.UnitsOf(e.Units, tier) {
		t.units = append(t.units, AnswerUnit{Unit: u.No, TierID: u.Tier})
	}
	return t, nil
}

func (h *Handlers) getOrderAnswers(c *access.Call, _ *httpapi.None) (*ThingAnswers, error) {
	t, err := orderThing(c)
	if err != nil {
		return nil, err
	}
	return h.answersOf(c, t)
}

func (h *Handlers) getEntryAnswers(c *access.Call, _ *httpapi.None) (*ThingAnswers, error) {
	t, err := entryThing(c)
	if err != nil {
		return nil, err
	}
	return h.answersOf(c, t)
}

// until is up to when people may change the answers.
func until(k *access.EventSummary) inventory.Instant {
	if k.Questions != nil && k.Questions.EditableUntil != 0 {
		return inventory.Instant(k.Questions.EditableUntil)
	}
	return k.StartsAt
}

func (h *Handlers) editable(c *access.Call, t *thing) bool {
	return t.live && (c.Caller.Staff() || inventory.At(h.Now()) < until(t.k))
}

func (h *Handlers) answersOf(c *access.Call, t *thing) (*ThingAnswers, error) {
	found, err := h.Store.Questions.Answers(c.Context(), t.k.EventID, []string{t.id})
	if err != nil {
		return nil, err
	}
	rows := found[t.id]
	lists, err := h.Reader.Lists(c, t.k.EventID, rows...)
	if err != nil {
		return nil, err
	}
	texts, err := h.Reader.Texts(c, t.k)
	if err != nil {
		return nil, err
	}
	for version, list := range lists {
		lists[version] = list.SaidIn(texts)
	}
	asked := t.k.Questions
	if asked != nil {
		asked = asked.In(texts)
	}
	out := &ThingAnswers{
		Editable: h.editable(c, t), EditableUntil: wire.TimePtr(until(t.k)), Units: t.units, Missing: []string{}, Asked: wire.QuestionsOf(asked),
	}
	if out.Units == nil {
		out.Units = []AnswerUnit{}
	}
	if out.Answers, err = wire.AnswersOf(lists, rows); err != nil {
		return nil, err
	}
	if t.k.Questions == nil {
		return out, nil
	}
	answers, err := decoded(rows)
	if err != nil {
		return nil, err
	}
	out.Missing = append(out.Missing, t.k.Questions.Missing(t.asked(), answers)...)
	return out, nil
}

func decoded(rows []audience.Answered) (question.Answers, error) {
	answers := question.Answers{}
	for i := range rows {
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			return nil, err
		}
		answers[rows[i].Unit] = list
	}
	return answers, nil
}

func (h *Handlers) changeOrderAnswers(c *access.Call, in *AnswersChange) (*ThingAnswers, error) {
	t, err := orderThing(c)
	if err != nil {
		return nil, err
	}
	return h.change(c, t, in)
}

func (h *Handlers) changeEntryAnswers(c *access.Call, in *AnswersChange) (*ThingAnswers, error) {
	t, err := entryThing(c)
	if err != nil {
		return nil, err
	}
	return h.change(c, t, in)
}

func (h *Handlers) change(c *access.Call, t *thing, in *AnswersChange) (*ThingAnswers, error) {
	if !h.editable(c, t) {
		return nil, kindClosed.Problem()
	}
	var check httpapi.Checks
	now, demanded, err := h.Reader.CheckAnswers(c, &check, t.k, t.id, t.asked(), in.Answers)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	list := t.k.Questions
	if list == nil {
		list = &question.List{}
	}
	err = h.Store.Questions.ChangeAnswers(organizations.WithBy(c.Context(), c.By()), &audience.AnswersChange{
		EventID: t.k.EventID, ThingID: t.id, PersonID: t.person, Staff: c.Caller.Staff(), Now: inventory.At(h.Now()),
		Merge: func(before []audience.Answered) (rows []audience.Answered, uploads []audience.UploadClaim, err error) {
			was, err := decoded(before)
			if err != nil {
				return nil, nil, err
			}
			for unit, answers := range list.Merge(was, now, c.Caller.Staff()) {
				text, err := question.EncodeAnswers(answers)
				if err != nil {
					return nil, nil, err
				}
				rows = append(rows, audience.Answered{Unit: unit, Answers: text, Demanded: demanded})
				uploads = append(uploads, wire.Claims(unit, answers)...)
			}
			return rows, uploads, nil
		},
	})
	if err != nil {
		return nil, err
	}
	return h.answersOf(c, t)
}
