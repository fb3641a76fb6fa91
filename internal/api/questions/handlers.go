// Package questions answers for what an event asks its people, and for what they answered.
package questions

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/upload"
)

// Handlers answer for questions and answers.
type Handlers struct {
	wire.Base
	// Uploads keeps the files that questions are answered with.
	Uploads *upload.Shelf
	// Gate bounds the files that are on their way.
	Gate *limit.AtOnce
}

// Kinds of problem that only these resources have.
var (
	kindChanged = httpapi.Kind{
		Code: "questions_changed", Status: 409, Title: "The questions were changed meanwhile",
		Help: "Read the questions again, and send the change with their version.",
	}
	kindClosed = httpapi.Kind{
		Code: "answers_closed", Status: 409, Title: "Answers can no longer be changed",
		Help: "The time for it is over, or what was ordered has ended. The organizer can still change them.",
	}
)

// Kinds of problem of files.
var (
	kindFileUnsupported = httpapi.Kind{
		Code: "file_unsupported", Status: 422, Title: "Not a file that the question takes", Field: "body",
		Help: "Send what the question accepts: a JPEG, a PNG or a WebP that does not move, or a PDF. What counts is what the bytes are, and not how they are called.",
	}
	kindFileBroken = httpapi.Kind{
		Code: "file_broken", Status: 422, Title: "The file cannot be read", Field: "body",
		Help: "Part of it is missing or wrong, or it is two files in one. Save it again with a program that shows it.",
	}
	kindFileDimensions = httpapi.Kind{
		Code: "file_dimensions", Status: 422, Title: "The picture has too few or too many pixels", Field: "body",
		Help: fmt.Sprintf("It must be from %d to %d pixels wide and high, and have %d megapixels at most.", picture.MinSide, picture.MaxSide, picture.MaxPixels/1_000_000),
	}
	kindFileTooLarge = httpapi.Kind{
		Code: "file_too_large", Status: 413, Title: "The file is too large", Field: "body",
		Help: "The question says how large it may be (max_bytes).",
	}
	kindTooManyFiles = httpapi.Kind{
		Code: "too_many_files", Status: 409, Title: "Too many files were sent for the event",
		Help: "Files that no answer has are deleted after a day. Try again later, or ask the organizer.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{Kinds: []httpapi.Kind{
	kindChanged, wire.KindQuestionsTooOften, kindClosed, kindFileUnsupported, kindFileBroken, kindFileDimensions, kindFileTooLarge, kindTooManyFiles,
}}
