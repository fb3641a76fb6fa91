package discovery

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// TestCityInOtherLanguages: a city is found by what people call it, wherever they are from.
func TestCityInOtherLanguages(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"Vienna": "vienna", "Wien": "vienna", "Vienne": "vienna", "Viena": "vienna", "Wenen": "vienna", "Wiedeń": "vienna", "Vídeň": "vienna", "Viyana": "vienna", "فيينا": "vienna", "Bécs": "vienna", "Вена": "vienna", "ウィーン": "vienna",
		"Praha": "prague", "Prag": "prague", "Praga": "prague", "Praag": "prague", "Прага": "prague", "براغ": "prague", "プラハ": "prague",
		"Köln": "cologne", "KOELN": "cologne", "koln": "cologne", "Keulen": "cologne", "Кёльн": "cologne", "Colonia": "cologne", "Kolonia": "cologne",
		"Monaco di Baviera": "munich", "Mnichov": "munich", "Monachium": "munich", "Münih": "munich", "Munique": "munich", "ميونخ": "munich", "Μόναχο": "munich", "뮌헨": "munich",
		"東京": "tokyo", "东京": "tokyo", "Tóquio": "tokyo", "Tokio": "tokyo", "도쿄": "tokyo", "Токио": "tokyo", "طوكيو": "tokyo",
		"القاهرة": "cairo", "Le Caire": "cairo", "Káhira": "cairo", "Kahire": "cairo", "Kairo": "cairo",
		"Москва": "moscow", "Moskau": "moscow", "Moskva": "moscow", "Moscou": "moscow", "موسكو": "moscow", "莫斯科": "moscow",
		"Londres": "london", "Londyn": "london", "Londýn": "london", "Londra": "london", "لندن": "london", "Лондон": "london",
		"Parijs": "paris", "Parigi": "paris", "Paryż": "paris", "Paříž": "paris", "باريس": "paris", "巴黎": "paris",
		"Varsovie": "warsaw", "Warszawa": "warsaw", "Varšava": "warsaw", "Köpenhamn": "copenhagen", "Kopenhagen": "copenhagen",
		"Αθήνα": "athens", "Atenas": "athens", "Aten": "athens", "Benátky": "venice", "Venezia": "venice", "Nueva York": "new-york", "Pékin": "beijing", "北京": "beijing", "서울": "seoul", "ירושלים": "jerusalem",
		// Neither two letters nor the code of an airport is a name.
		"VIE": "", "MUC": "", "Be": "",
	} {
		got := ""
		if c := CityNamed(typed); c != nil {
			got = c.ID
		}
		if got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// TestCityIsShown: a city is called as readers of a language call it, and otherwise in English.
func TestCityIsShown(t *testing.T) {
	t.Parallel()
	want := map[string]string{"en": "Vienna", "de": "Wien", "fr": "Vienne", "es": "Viena", "it": "Vienna", "nl": "Wenen", "pt": "Viena", "pl": "Wiedeń", "cs": "Vídeň", "sv": "Wien", "tr": "Viyana", "ar": "فيينا"}
	for _, language := range locale.Names() {
		if got := CityByID("vienna").NameIn(language); got != want[language] {
			t.Errorf("in %s Vienna is %q, want %q", language, got, want[language])
		}
	}
	if got := CityByID("graz").NameIn("fr"); got != "Graz" {
		t.Errorf("Graz is %q", got)
	}
}

// TestMainNamesGoFirst: no name in another language finds a city in place of one that is
// called so in English or German.
func TestMainNamesGoFirst(t *testing.T) {
	t.Parallel()
	g := cities()
	main, err := readCities(citiesText)
	if err != nil {
		t.Fatal(err)
	}
	for form, list := range main.byName {
		if got := g.byName[form][0]; got.ID != list[0].ID {
			t.Errorf("%q is %s, want %s", form, got.ID, list[0].ID)
		}
	}
	for i := range g.cities {
		c := &g.cities[i]
		for _, name := range []string{c.Name, c.NameIn("de")} {
			if got := CityNamed(name); got == nil || got.order > c.order {
				t.Errorf("%s is %v, and not %s, which is larger", name, got, c.ID)
			}
		}
	}
	for form, list := range g.shared {
		for i := range list[1:] {
			if list[i].order >= list[i+1].order || list[0] != g.largest[form] {
				t.Errorf("%q is not the largest first", form)
			}
		}
	}
}

// TestAddressInOtherScript: the address says the city in the script of whoever wrote it, in the
// time zone of the event alone.
func TestAddressInOtherScript(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, zone, want string }{
		{"渋谷区, 東京", "Asia/Tokyo", "tokyo"},
		{"ميدان التحرير، القاهرة", "Africa/Cairo", "cairo"},
		{"Тверская 1, Москва", "Europe/Moscow", "moscow"},
		{"Karlova 1, 110 00 Praha", "Europe/Prague", "prague"},
		{"渋谷区, 東京", "Europe/Berlin", ""},
	} {
		got := ""
		if city := CityOf(c.address, nil, c.zone); city != nil {
			got = city.ID
		}
		if got != c.want {
			t.Errorf("%q is in %q, want %q", c.address, got, c.want)
		}
	}
}

// TestNamesOfCitiesThatDoNotFit: files that are not those of the list are refused.
func TestNamesOfCitiesThatDoNotFit(t *testing.T) {
	t.Parallel()
	g, err := readCities("a\tA\t\tDE\t1\t0\t1\tUTC\t\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"b\tfr\tB\n", "a\txx\tB\n", "a\tfr\t\n", "a\tfr\n"} {
		if g.readNames(bad) == nil {
			t.Errorf("%q is read", bad)
		}
	}
	for _, bad := range [][]byte{nil, []byte("no archive"), citySpellings} {
		if g.readSpellings(bad) == nil {
			t.Errorf("%d bytes are read", len(bad))
		}
	}
}

func BenchmarkCityNamed(b *testing.B) {
	cities()
	for b.Loop() {
		CityNamed("Monaco di Baviera")
		CityNamed("Nirgendheim")
	}
}
