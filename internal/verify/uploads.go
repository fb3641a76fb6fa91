package verify

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// namedFile is an answer that names a file. Invariant 48: the file is there, for that answer alone.
type namedFile struct {
	thing, question, person string
	unit                    int64
	file                    question.File
}

// name notes that an answer names a file.
func (a *answersCheck) name(r *audience.Answered, x *question.Answer) {
	switch {
	case x.File == nil || len(x.Values) != 1:
		a.fail(48, r.ThingID, "the answer to %q does not say which file it is", x.Question)
	case a.files[x.Values[0]] != nil:
		a.fail(48, r.ThingID, "the answer to %q names %s, which another answer names", x.Question, x.Values[0])
	default:
		a.files[x.Values[0]] = &namedFile{r.ThingID, x.Question, r.PersonID, r.Unit, *x.File}
	}
}

// checkUploads compares the files of an event with the answers that name them.
func (a *answersCheck) checkUploads() error {
	err := snapshot.Uploads(a.run.snapshot, a.event.Event.ID, func(u *audience.Upload) error {
		a.run.report.Checked.Uploads++
		n := a.files[u.ID]
		delete(a.files, u.ID)
		switch {
		case u.UnusedSince != 0 && n != nil:
			a.fail(48, u.ID, "an answer of %s names it, and it is said that none does", n.thing)
		case u.UnusedSince != 0:
			if u.PersonID != "" || u.Unit != 0 {
				a.fail(48, u.ID, "no answer names it, and it says whose it is")
			}
		case n == nil:
			a.fail(48, u.ID, "it is said to be an answer of %s, which does not name it", u.ThingID)
		case n.thing != u.ThingID || n.unit != u.Unit || n.question != u.Question || n.person != u.PersonID:
			a.fail(48, u.ID, "it is for %q of %s, and answers %q of %s", u.Question, u.ThingID, n.question, n.thing)
		case n.file != question.File{Name: u.Name, Media: question.Media(u.Media), Size: u.Size}:
			a.fail(48, u.ID, "the answer that names it says something else of it")
		default:
			return a.checkFile(u)
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		a.fail(48, name, "an answer of %s names it, and it is not stored", a.files[name].thing)
	}
	return err
}

// checkFile reads the file of an upload that an answer names.
func (a *answersCheck) checkFile(u *audience.Upload) error {
	if a.run.options.Uploads == nil {
		return nil
	}
	switch wrong, there, err := a.run.options.Uploads(snapshot.ContextOf(a.run.snapshot), u); {
	case err != nil:
		return err
	case wrong && there:
		a.fail(48, u.ID, "its file is not what was stored")
	case wrong:
		a.fail(48, u.ID, "its file is not there")
	}
	return nil
}
