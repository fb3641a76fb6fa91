// Package questions answers for what an event asks its people, and for what they answered.
package questions

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for questions and answers.
type Handlers struct {
	Access *access.Control
	Now    func() time.Time
	// Reader completes what is shown with what only the store knows.
	Reader *wire.Reader
	Store  *store.Store
}

// Kinds of problem that only these resources have.
var (
	kindChanged = httpapi.Kind{
		Code: "questions_changed", Status: 409, Title: "The questions were changed meanwhile",
		Help: "Read the questions again, and send the change with their version.",
	}
	kindTooOften = httpapi.Kind{
		Code: "questions_changed_too_often", Status: 409, Title: "The questions were changed too often",
		Help: "Each change is kept, because answers keep the words under which they were given. An event has at most 1,000 versions.",
	}
	kindClosed = httpapi.Kind{
		Code: "answers_closed", Status: 409, Title: "Answers can no longer be changed",
		Help: "The time for it is over, or what was ordered has ended. The organizer can still change them.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{Kinds: []httpapi.Kind{kindChanged, kindTooOften, kindClosed}}
