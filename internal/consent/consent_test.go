package consent

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	news := map[string]string{"en": "Send me news.", "de": "Schickt mir Neues."}
	for _, c := range []struct {
		name string
		kind Kind
		text Text
		want string // the fields and codes of the faults
	}{
		{"marketing", Marketing, Text{Default: "en", Words: news}, ""},
		{"a sponsor", Sponsor, Text{Sponsor: "Lantern Ltd", PrivacyURL: "https://lantern.example/privacy", Default: "de", Words: news}, ""},
		{"marketing of a sponsor", Marketing, Text{Sponsor: "Lantern Ltd", PrivacyURL: "https://lantern.example", Default: "en", Words: news}, "sponsor not_allowed, privacy_url not_allowed"},
		{"a sponsor without a name", Sponsor, Text{PrivacyURL: "https://lantern.example/privacy", Default: "en", Words: news}, "sponsor required"},
		{"without a privacy address", Sponsor, Text{Sponsor: "Lantern Ltd", Default: "en", Words: news}, "privacy_url invalid"},
		{"an address of another kind", Sponsor, Text{Sponsor: "Lantern Ltd", PrivacyURL: "javascript:alert(1)", Default: "en", Words: news}, "privacy_url invalid"},
		{"an address without encryption", Sponsor, Text{Sponsor: "Lantern Ltd", PrivacyURL: "http://lantern.example", Default: "en", Words: news}, "privacy_url invalid"},
		{"without the default language", Marketing, Text{Default: "fr", Words: news}, "words.fr required"},
		{"a language that nobody is spoken to in", Marketing, Text{Default: "en", Words: map[string]string{"en": "News", "xx": "?"}}, "words.xx unknown"},
		{"empty words", Marketing, Text{Default: "en", Words: map[string]string{"en": "News", "de": " "}}, "words.de required"},
		{"long words", Marketing, Text{Default: "en", Words: map[string]string{"en": strings.Repeat("é", MaxWords+1)}}, "words.en too_long"},
		{"the longest words", Marketing, Text{Default: "en", Words: map[string]string{"en": strings.Repeat("é", MaxWords)}}, ""},
	} {
		var got []string
		for _, f := range c.text.Check(c.kind) {
			got = append(got, f.Field+" "+f.Code)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, strings.Join(got, ", "), c.want)
		}
	}
}

func TestIn(t *testing.T) {
	t.Parallel()
	text := &Text{Default: "de", Words: map[string]string{"de": "Neues", "en": "News"}}
	for lang, want := range map[string]string{"en": "News en", "de": "Neues de", "fr": "Neues de", "": "Neues de"} {
		if words, shown := text.In(lang); words+" "+shown != want {
			t.Errorf("in %q: %s %s, want %s", lang, words, shown, want)
		}
	}
}

func TestTake(t *testing.T) {
	t.Parallel()
	first, now := &Text{Default: "en", Words: map[string]string{"en": "News"}}, &Text{Default: "en", Words: map[string]string{"en": "News and offers", "de": "Neues"}}
	asked := []Asked{{"cpu_a", Marketing, 2, now}, {"cpu_b", Sponsor, 1, first}}
	older := func(purpose string, version int64) (*Text, error) {
		if purpose == "cpu_a" && version == 1 {
			return first, nil
		}
		return nil, errors.New("nobody asks for that")
	}
	for _, c := range []struct {
		name   string
		ticked []Given
		want   []Given
	}{
		{"nothing", nil, nil},
		{"both", []Given{{"cpu_a", 2, "de"}, {"cpu_b", 1, "en"}}, []Given{{"cpu_a", 2, "de"}, {"cpu_b", 1, "en"}}},
		{"twice", []Given{{"cpu_a", 2, "de"}, {"cpu_a", 2, "en"}}, []Given{{"cpu_a", 2, "de"}}},
		{"earlier words", []Given{{"cpu_a", 1, "en"}}, []Given{{"cpu_a", 1, "en"}}},
		{"earlier words in a language that they did not have", []Given{{"cpu_a", 1, "de"}}, nil},
		{"words that do not exist yet", []Given{{"cpu_a", 3, "en"}, {"cpu_b", 0, "en"}}, nil},
		{"what is not asked", []Given{{"cpu_c", 1, "en"}}, nil},
		{"a language without words", []Given{{"cpu_b", 1, "de"}}, nil},
	} {
		got, err := Take(asked, c.ticked, older)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
	asked[1].Version = 2
	if _, err := Take(asked, []Given{{"cpu_b", 1, "en"}}, older); err == nil {
		t.Error("a version that cannot be read is not an error")
	}
}
