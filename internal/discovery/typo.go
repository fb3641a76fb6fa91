package discovery

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// minCorrected is how many letters a word has at least that may be mistyped.
	minCorrected = 4
	// From manyLetters on two errors are forgiven, below it one.
	manyLetters = 8
	// maxCandidates is how many words are compared with one that nobody has.
	maxCandidates = 400
)

// trigramsOf are the runs of three letters of a word, of which two stand for its
// beginning and its end.
func trigramsOf(word string) []string {
	chars := []rune("^" + word + "$")
	var out []string
	for i := 0; i+3 <= len(chars); i++ {
		if t := string(chars[i : i+3]); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// addWords keeps words that may be meant. They are never taken out: whether anybody
// has one still is asked of the vocabulary.
func addWords(ctx context.Context, tx *sql.Tx, words map[string]string) error {
	for word, shown := range words {
		if utf8.RuneCountInString(word) < minCorrected-1 {
			continue
		}
		done, err := tx.ExecContext(ctx, "insert or ignore into words values (?, ?)", word, shown)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			if err != nil {
				return err
			}
			continue
		}
		for _, t := range trigramsOf(word) {
			if _, err := tx.ExecContext(ctx, "insert into trigrams values (?, ?)", t, word); err != nil {
				return err
			}
		}
	}
	return nil
}

// meant is the word that was probably meant by one that nobody has, as it is shown; ""
// when none is near.
func meant(ctx context.Context, tx *sql.Tx, w *word) (string, error) {
	letters := utf8.RuneCountInString(w.bare)
	if w.spaceless || letters < minCorrected {
		return "", nil
	}
	may := 1
	if letters >= manyLetters {
		may = 2
	}
	grams := trigramsOf(w.bare)
	args := make([]any, 0, len(grams)+1)
	for _, t := range grams {
		args = append(args, t)
	}
	args = append(args, maxCandidates)
	rows, err := tx.QueryContext(ctx, `select w.word, w.shown from (select word, count(*) as shared from trigrams
		where trigram in (?`+strings.Repeat(",?", len(grams)-1)+`) group by word order by shared desc, word limit ?) t join words w on w.word = t.word`, args...)
	if err != nil {
		return "", err
	}
	type candidate struct {
		word, shown string
		errors, has int
	}
	near, err := collect(rows, func(r *sql.Rows) (c candidate, err error) {
		err = r.Scan(&c.word, &c.shown)
		c.errors = distance([]rune(w.bare), []rune(c.word))
		return c, err
	})
	if err != nil {
		return "", err
	}
	near = slices.DeleteFunc(near, func(c candidate) bool { return c.errors > may })
	for i := range near {
		err := tx.QueryRowContext(ctx, "select doc from vocabulary where term = ?", near[i].word).Scan(&near[i].has)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return "", err
		}
	}
	near = slices.DeleteFunc(near, func(c candidate) bool { return c.has == 0 })
	if len(near) == 0 {
		return "", nil
	}
	best := slices.MinFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.errors, b.errors), cmp.Compare(b.has, a.has), cmp.Compare(a.word, b.word))
	})
	return best.shown, nil
}

// distance counts the letters to insert, leave out, change, or exchange with their
// neighbour, none of them twice (Damerau and Levenshtein, optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
