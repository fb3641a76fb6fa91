package page

import (
	"bytes"
	_ "embed" // of words.json and app_texts.json
	"encoding/json"
	"fmt"
	"sync"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// wordsFile has the texts of Words: objects by the names of fields and keys of maps, in
// which each text stands in every language. One that the app has too is the app's: there
// stands its topic and key, as in "guest:event.when", and what it says is in appTexts.
//
//go:embed words.json
var wordsFile []byte

// appTexts are texts of the app (web/src/lib/translations) by topic and key, copied by a
// test so that the server can be built without the app.
//
//go:embed app_texts.json
var appTexts []byte

// languages returns the words in the order of locale.Tags.
var languages = sync.OnceValue(func() []*Words {
	list, err := readWords(wordsFile, appTexts)
	if err != nil {
		panic(err) // both files are part of the program
	}
	return withRooms(withPlaces(list...)...)
})

// readWords makes the words of each language of what the two files have.
func readWords(file, app []byte) ([]*Words, error) {
	var all map[string]any
	if err := json.Unmarshal(file, &all); err != nil {
		return nil, fmt.Errorf("page: reading words.json: %w", err)
	}
	var apps map[string]map[string]any
	if err := json.Unmarshal(app, &apps); err != nil {
		return nil, fmt.Errorf("page: reading app_texts.json: %w", err)
	}
	list := make([]*Words, len(locale.Tags))
	for i, tag := range locale.Tags {
		spoken, err := json.Marshal(inLanguage(all, apps, tag.String()))
		if err != nil {
			return nil, fmt.Errorf("page: reading the words in %s: %w", tag, err)
		}
		list[i] = &Words{Tag: tag, Brand: "Holdfast"}
		decode := json.NewDecoder(bytes.NewReader(spoken))
		decode.DisallowUnknownFields()
		if err := decode.Decode(list[i]); err != nil {
			return nil, fmt.Errorf("page: reading the words in %s: %w", tag, err)
		}
	}
	return list, nil
}

// inLanguage returns what a part of words.json says in a language: nil where it has none.
func inLanguage(part any, app map[string]map[string]any, language string) any {
	if key, ok := part.(string); ok {
		return app[key][language]
	}
	texts, ok := part.(map[string]any)
	if !ok {
		return nil
	}
	if _, ok := texts["en"]; ok {
		return texts[language]
	}
	spoken := make(map[string]any, len(texts))
	for name, part := range texts {
		spoken[name] = inLanguage(part, app, language)
	}
	return spoken
}
