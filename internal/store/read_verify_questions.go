package store

// QuestionLists streams the versions of what an event asks, oldest first.
func (v *Snapshot) QuestionLists(event string, fn func(*QuestionList) error) error {
	return stream(func(last *QuestionList) ([]QuestionList, error) {
		if last == nil {
			last = &QuestionList{}
		}
		return all(v.ctx, v.q, questionListTable.scan, questionListTable.from()+" where event_id = $1 and version > $2 order by version limit $3",
			event, last.Version, pageRows)
	}, fn)
}

// Answers streams what was answered at an event, by thing and unit.
func (v *Snapshot) Answers(event string, fn func(*Answered) error) error {
	return stream(func(last *Answered) ([]Answered, error) {
		if last == nil {
			last = &Answered{Unit: -1}
		}
		return all(v.ctx, v.q, answersTable.scan, answersPage, event, last.ThingID, last.Unit, pageRows)
	}, fn)
}
