package store

// QuestionLists streams the versions of what an event asks, oldest first.
func (v *Snapshot) QuestionLists(event string, fn func(*QuestionList) error) error {
	return stream(func(last *QuestionList) ([]QuestionList, error) {
		if last == nil {
			last = &QuestionList{}
		}
		return listsAfter(v.ctx, v.q, event, last.Version, pageRows)
	}, fn)
}

// Answers streams what was answered at an event, by thing and unit.
func (v *Snapshot) Answers(event string, fn func(*Answered) error) error {
	return eachAnswered(v.ctx, v.q, event, fn)
}
