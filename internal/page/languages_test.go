package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale"
)

var update = flag.Bool("update", false, "copy the app's texts anew")

// The pages of the server say what the app says, where words.json names a text of it.
func TestAppTextsUpToDate(t *testing.T) {
	var words map[string]any
	if err := json.Unmarshal(wordsFile, &words); err != nil {
		t.Fatal(err)
	}
	texts := map[string]map[string]any{}
	for _, name := range namedTexts(words) {
		topic, key, _ := strings.Cut(name, ":")
		text := topicTexts(t, topic)[key]
		if len(text) != len(locale.Tags) {
			t.Fatalf("words.json names %s, which the app has in %d of %d languages", name, len(text), len(locale.Tags))
		}
		texts[name] = text
	}
	var want bytes.Buffer
	encode := json.NewEncoder(&want)
	encode.SetEscapeHTML(false)
	encode.SetIndent("", "\t")
	if err := encode.Encode(texts); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("app_texts.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(appTexts, want.Bytes()) {
		t.Error("app_texts.json is not what the app says (make it with go test ./internal/page -run AppTexts -update)")
	}
}

// namedTexts returns the texts of the app that a part of words.json names.
func namedTexts(part any) []string {
	switch part := part.(type) {
	case string:
		return []string{part}
	case map[string]any:
		if _, ok := part["en"]; ok {
			return nil
		}
		var list []string
		for _, p := range part {
			list = append(list, namedTexts(p)...)
		}
		return list
	}
	return nil
}

// topicTexts reads a topic of the app's texts: by key, in each language.
func topicTexts(t *testing.T, topic string) map[string]map[string]any {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "lib", "translations", topic+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]map[string]any
	if err := json.Unmarshal(file, &texts); err != nil {
		t.Fatalf("%s.json: %v", topic, err)
	}
	return texts
}

// Of a key that stands twice, one text would be dropped.
func TestWordsStandOnce(t *testing.T) {
	keysOnce(t, json.NewDecoder(bytes.NewReader(wordsFile)), "words.json")
}

// keysOnce reads the next value, and reports each key that an object in it has twice.
func keysOnce(t *testing.T, decode *json.Decoder, path string) {
	t.Helper()
	next := func() json.Token {
		token, err := decode.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	open, ok := next().(json.Delim)
	if !ok {
		return
	}
	seen := map[string]bool{}
	for decode.More() {
		if open == '[' {
			keysOnce(t, decode, path)
			continue
		}
		key, _ := next().(string)
		if seen[key] {
			t.Errorf("%s has %s twice", path, key)
		}
		seen[key] = true
		keysOnce(t, decode, path+" "+key)
	}
	next()
}

func TestReadWordsRefusesWhatItDoesNotKnow(t *testing.T) {
	for name, file := range map[string]string{
		"a field that Words does not have": `{"Wenn": {"en": "If"}}`,
		"a form that no language has":      `{"PlaceCount": {"en": {"single": "1 ticket"}}}`,
		"half a file":                      `{"When": `,
	} {
		if _, err := readWords([]byte(file), []byte(`{}`)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
