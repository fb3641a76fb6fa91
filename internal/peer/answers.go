package peer

import "encoding/json"

// Each decodes the answer of a server, and hands it on.
func Each[Answer any](take func(Answer)) func(answer []byte) error {
	return func(answer []byte) error {
		var a Answer
		if err := json.Unmarshal(answer, &a); err != nil {
			return err
		}
		take(a)
		return nil
	}
}
