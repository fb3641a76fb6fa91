package turnstile

import "sync"

// once is what somebody made of a view, for all who read it.
type once struct {
	do sync.Once
	is any
}

// Once returns what makes returned when Once was called first for this view, which thousands
// may read in the second that it stands. It is not for a view that Look did not return.
func (v *View) Once(makes func() any) any {
	v.once.do.Do(func() { v.once.is = makes() })
	return v.once.is
}
