package draw

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds a line of a file, in bytes.
const maxLine = 64 << 10

// WriteFile writes a draw as one file, for mirrors: a line of JSON with the
// publication, then each leaf of an entrant and each leaf of an entrant who was struck out, as a
// JSON string on a line of its own.
func WriteFile(w io.Writer, p *Publication, leaves, strikes iter.Seq2[string, error]) error {
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	if err := encoder.Encode(p); err != nil {
		return fmt.Errorf("draw: write publication: %w", err)
	}
	for _, part := range []iter.Seq2[string, error]{leaves, strikes} {
		for text, err := range part {
			if err == nil {
				err = encoder.Encode(text)
			}
			if err != nil {
				return fmt.Errorf("draw: write leaf: %w", err)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("draw: write: %w", err)
	}
	return nil
}

// CheckFile reads what WriteFile wrote and checks it, as Check does. watch, if there is any, is called
// with each leaf of an entrant, in their order.
func CheckFile(r io.Reader, watch ...func(leaf string)) (*Publication, []int64, []Finding, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	p := &Publication{}
	if !in.Scan() {
		return nil, nil, nil, fmt.Errorf("draw: read: %w", errors.Join(in.Err(), io.ErrUnexpectedEOF))
	}
	if err := json.Unmarshal(in.Bytes(), p); err != nil {
		return nil, nil, nil, fmt.Errorf("draw: read publication: %w", err)
	}
	// at most n lines
	texts := func(n int64, watch ...func(string)) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for range n {
				if !in.Scan() {
					break
				}
				var text string
				err := json.Unmarshal(in.Bytes(), &text)
				for _, look := range watch {
					look(text)
				}
				if !yield(text, err) || err != nil {
					return
				}
			}
			if err := in.Err(); err != nil {
				yield("", err)
			}
		}
	}
	served, findings, err := Check(p, texts(p.Entrants, watch...), texts(p.Struck))
	if err != nil {
		return nil, nil, nil, fmt.Errorf("draw: read leaf: %w", err)
	}
	if in.Scan() || in.Err() != nil {
		findings, served = append(findings, Finding{"leaves", "there are more than the publication says"}), nil
	}
	return p, served, findings, nil
}
