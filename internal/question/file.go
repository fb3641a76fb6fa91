package question

import (
	"fmt"
	"slices"
)

// Media is what a file is, as far as a question asks for it.
type Media string

// The media. What counts is what the bytes are.
const (
	Image Media = "image" // a JPEG, a PNG or a WebP
	PDF   Media = "pdf"
)

// AllMedia are all media.
var AllMedia = [...]Media{Image, PDF}

// MaxFileBytes and MinFileBytes bound how large a question lets files be.
const (
	MaxFileBytes = 10 << 20
	MinFileBytes = 10 << 10
)

// File is a file that answers a question, as it is kept with the answer: whoever reads the answer
// need not look the file up.
type File struct {
	Name  string `json:"n"`
	Media Media  `json:"m"`
	Size  int64  `json:"s"` // bytes, as they are kept
	// Sent is how many bytes came, which is what a question bounds. It is not kept.
	Sent int64 `json:"-"`
}

// Accepts reports whether the question takes files of a kind.
func (q *Question) Accepts(m Media) bool { return len(q.Accept) == 0 || slices.Contains(q.Accept, m) }

// Limit is how many bytes a file may have that answers the question.
func (q *Question) Limit() int64 {
	if q.MaxBytes == 0 {
		return MaxFileBytes
	}
	return q.MaxBytes
}

func (q *Question) validateFile(f *faults, at string) {
	if q.Kind != Upload {
		if len(q.Accept) > 0 {
			f.add(at+".accept", "not_allowed", "belongs to a file only")
		}
		if q.MaxBytes != 0 {
			f.add(at+".max_bytes", "not_allowed", "belongs to a file only")
		}
		return
	}
	for i, m := range q.Accept {
		if !slices.Contains(AllMedia[:], m) || slices.Contains(q.Accept[:i], m) {
			f.add(fmt.Sprintf("%s.accept[%d]", at, i), "not_allowed", "must be image or pdf, each once")
		}
	}
	if q.MaxBytes != 0 && (q.MaxBytes < MinFileBytes || q.MaxBytes > MaxFileBytes) {
		f.add(at+".max_bytes", "out_of_range", "must be between %d and %d", MinFileBytes, MaxFileBytes)
	}
}

// takesFile says why a file does not answer the question; nil: it does, or the question is not
// answered with a file.
func (q *Question) takesFile(g *Given, name string, taken map[string]bool) *Fault {
	switch {
	case q.Kind != Upload:
		g.File = nil
		return nil
	case g.File == nil:
		return &Fault{".value", "unknown", "is not a file that waits for an answer to this question: upload it again"}
	case taken[name]:
		return &Fault{".value", "duplicate", "is a file that answers another question already"}
	case !q.Accepts(g.File.Media):
		return &Fault{".value", "not_allowed", "is not a kind of file that the question takes"}
	case g.File.Sent > q.Limit():
		return &Fault{".value", "too_long", fmt.Sprintf("must have at most %d bytes", q.Limit())}
	}
	taken[name] = true
	return nil
}

// Words returns the answer as people read it, by the words that its question had.
func (a *Answer) Words(q *Question) string {
	if a.File != nil {
		return a.File.Name
	}
	return q.Words(a.Values)
}
