package discovery

import (
	"slices"
	"strings"
)

// Fields of an event that words are found in.
const (
	FieldTitle     = "title"
	FieldPlace     = "place"
	FieldOrganizer = "organizer"
	FieldPerformer = "performer"
	FieldTag       = "tag"
)

// What it weighs where and how a word stands.
const (
	weightTitle       = 20 // as it was typed
	weightTitleForm   = 15 // another form: a plural, a case
	weightPerformer   = 16
	weightHost        = 13
	weightPlace       = 12
	weightTag         = 11
	weightTitlePrefix = 10
	weightOtherForm   = 9
	weightOtherPrefix = 7
	weightTitlePart   = 10 // as the beginning or the end of a compound
	weightPart        = 6

	bonusTogether = 8  // all words stand in the title, one after the other
	bonusWhole    = 12 // and nothing else does
)

// stored are the words of an event and their forms.
type stored struct {
	title, place, host, performers, tags, stems, others, tails []string
}

// begins reports whether any token begins with a text.
func begins(list []string, with string) bool {
	return slices.ContainsFunc(list, func(t string) bool { return strings.HasPrefix(t, with) })
}

// follows reports where tokens stand one after the other in a list; -1: nowhere.
func follows(list, run []string, lastPrefix bool) int {
	for at := 0; at+len(run) <= len(list); at++ {
		end := at + len(run) - 1
		if slices.Equal(list[at:end], run[:len(run)-1]) &&
			(list[end] == run[len(run)-1] || lastPrefix && strings.HasPrefix(list[end], run[len(run)-1])) {
			return at
		}
	}
	return -1
}

// weigh says how well a word fits, and the field where it fits best.
func (w *want) weigh(s *stored) (weight int, field string) {
	if len(w.parts) > 0 {
		for i := range w.parts {
			n, f := w.parts[i].weigh(s)
			if weight += n / len(w.parts); field == "" {
				field = f
			}
		}
		return weight, field
	}
	if w.spaceless {
		for _, f := range []struct {
			list   []string
			weight int
			field  string
		}{
			{s.title, weightTitle, FieldTitle},
			{s.performers, weightPerformer, FieldPerformer},
			{s.host, weightHost, FieldOrganizer},
			{s.place, weightPlace, FieldPlace},
			{s.tags, weightTag, FieldTag},
		} {
			if follows(f.list, w.run, w.prefix) >= 0 {
				return f.weight, f.field
			}
		}
		return 0, ""
	}
	has := func(list []string) bool {
		return slices.ContainsFunc(w.forms, func(f string) bool { return slices.Contains(list, f) })
	}
	switch {
	case slices.Contains(s.title, w.bare):
		return weightTitle, FieldTitle
	case has(s.title), has(s.stems):
		return weightTitleForm, FieldTitle
	case slices.Contains(s.performers, w.bare):
		return weightPerformer, FieldPerformer
	case slices.Contains(s.host, w.bare):
		return weightHost, FieldOrganizer
	case slices.Contains(s.place, w.bare):
		return weightPlace, FieldPlace
	case has(s.tags):
		return weightTag, FieldTag
	case w.prefix && begins(s.title, w.bare):
		return weightTitlePrefix, FieldTitle
	case has(s.host):
		return weightOtherForm, FieldOrganizer
	case has(s.place), has(s.others):
		return weightOtherForm, FieldPlace
	case w.prefix && begins(s.performers, w.bare):
		return weightOtherPrefix, FieldPerformer
	case w.prefix && begins(s.host, w.bare):
		return weightOtherPrefix, FieldOrganizer
	case w.prefix && begins(s.place, w.bare):
		return weightOtherPrefix, FieldPlace
	case w.prefix && begins(s.tags, w.bare):
		return weightOtherPrefix, FieldTag
	}
	for _, h := range w.heads {
		if begins(s.title, h) {
			return weightTitlePart, FieldTitle
		}
		if begins(s.place, h) {
			return weightPart, FieldPlace
		}
	}
	for _, e := range w.ends {
		if begins(s.tails, e.backwards) {
			if slices.ContainsFunc(s.title, func(t string) bool { return strings.Contains(t, e.form) }) {
				return weightTitlePart, FieldTitle
			}
			return weightPart, FieldPlace
		}
	}
	return 0, ""
}

// score says how well an event fits all words, and in which fields they stand.
func score(wants []want, s *stored) (sum int, matched []string) {
	var run []string
	for i := range wants {
		n, field := wants[i].weigh(s)
		sum += n
		if field != "" && !slices.Contains(matched, field) {
			matched = append(matched, field)
		}
		if wants[i].spaceless {
			run = append(run, wants[i].run...)
		} else {
			run = append(run, wants[i].bare)
		}
	}
	if len(run) > 0 && follows(s.title, run, false) >= 0 {
		if len(run) > 1 {
			sum += bonusTogether
		}
		if len(run) == len(s.title) {
			sum += bonusWhole
		}
	}
	return sum, matched
}
