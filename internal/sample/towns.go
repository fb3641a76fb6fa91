package sample

// town is where events take place.
type town struct {
	name                string
	language, zone      string
	currency            string
	latitude, longitude float64
	weight              int // how many events take place in it, beside others
}

// towns are where people are, and their middles.
var towns = []town{
	{"London", "en", "Europe/London", "GBP", 51.5074, -0.1278, 60},
	{"Manchester", "en", "Europe/London", "GBP", 53.4808, -2.2426, 15},
	{"Bristol", "en", "Europe/London", "GBP", 51.4545, -2.5879, 10},
	{"Leeds", "en", "Europe/London", "GBP", 53.8008, -1.5491, 9},
	{"Edinburgh", "en", "Europe/London", "GBP", 55.9533, -3.1883, 12},
	{"Dublin", "en", "Europe/Dublin", "EUR", 53.3498, -6.2603, 15},
	{"New York", "en", "America/New_York", "USD", 40.7128, -74.0060, 55},
	{"San Francisco", "en", "America/Los_Angeles", "USD", 37.7749, -122.4194, 25},
	{"Melbourne", "en", "Australia/Melbourne", "AUD", -37.8136, 144.9631, 15},
	{"Auckland", "en", "Pacific/Auckland", "NZD", -36.8509, 174.7645, 6},
	{"Berlin", "de", "Europe/Berlin", "EUR", 52.5200, 13.4050, 60},
	{"Hamburg", "de", "Europe/Berlin", "EUR", 53.5511, 9.9937, 35},
	{"München", "de", "Europe/Berlin", "EUR", 48.1351, 11.5820, 32},
	{"Köln", "de", "Europe/Berlin", "EUR", 50.9375, 6.9603, 28},
	{"Frankfurt am Main", "de", "Europe/Berlin", "EUR", 50.1109, 8.6821, 18},
	{"Leipzig", "de", "Europe/Berlin", "EUR", 51.3397, 12.3731, 14},
	{"Freiburg im Breisgau", "de", "Europe/Berlin", "EUR", 47.9990, 7.8421, 6},
	{"Wien", "de", "Europe/Vienna", "EUR", 48.2082, 16.3738, 30},
	{"Zürich", "de", "Europe/Zurich", "CHF", 47.3769, 8.5417, 18},
	{"Paris", "fr", "Europe/Paris", "EUR", 48.8566, 2.3522, 50},
	{"Lyon", "fr", "Europe/Paris", "EUR", 45.7640, 4.8357, 14},
	{"Marseille", "fr", "Europe/Paris", "EUR", 43.2965, 5.3698, 11},
	{"Bruxelles", "fr", "Europe/Brussels", "EUR", 50.8503, 4.3517, 14},
	{"Madrid", "es", "Europe/Madrid", "EUR", 40.4168, -3.7038, 30},
	{"Barcelona", "es", "Europe/Madrid", "EUR", 41.3874, 2.1686, 28},
	{"Sevilla", "es", "Europe/Madrid", "EUR", 37.3891, -5.9845, 8},
	{"Roma", "it", "Europe/Rome", "EUR", 41.9028, 12.4964, 22},
	{"Milano", "it", "Europe/Rome", "EUR", 45.4642, 9.1900, 22},
	{"Bologna", "it", "Europe/Rome", "EUR", 44.4949, 11.3426, 8},
	{"Amsterdam", "nl", "Europe/Amsterdam", "EUR", 52.3676, 4.9041, 24},
	{"Utrecht", "nl", "Europe/Amsterdam", "EUR", 52.0907, 5.1214, 9},
	{"Lisboa", "pt", "Europe/Lisbon", "EUR", 38.7223, -9.1393, 14},
	{"Porto", "pt", "Europe/Lisbon", "EUR", 41.1579, -8.6291, 8},
	{"Stockholm", "sv", "Europe/Stockholm", "SEK", 59.3293, 18.0686, 14},
	{"Malmö", "sv", "Europe/Stockholm", "SEK", 55.6050, 13.0038, 6},
	{"Warszawa", "pl", "Europe/Warsaw", "PLN", 52.2297, 21.0122, 14},
	{"Kraków", "pl", "Europe/Warsaw", "PLN", 50.0647, 19.9450, 9},
	{"Praha", "cs", "Europe/Prague", "CZK", 50.0755, 14.4378, 14},
	{"İstanbul", "tr", "Europe/Istanbul", "TRY", 41.0082, 28.9784, 20},
	{"東京", "ja", "Asia/Tokyo", "JPY", 35.6762, 139.6503, 30},
	{"大阪", "ja", "Asia/Tokyo", "JPY", 34.6937, 135.5023, 14},
}

// tongue is how events are called in a language. The first words are the most common.
type tongue struct {
	kinds  []string // of event
	themes []string
	with   string // before the performer
	venues []string
	spaces string // between words
}

var tongues = map[string]tongue{
	"en": {
		[]string{"Concert", "Workshop", "Festival", "Comedy night", "Meetup", "Exhibition", "Lecture", "Dance class", "Market", "Reading", "Film night", "Quiz night", "Guided walk", "Cooking course"},
		[]string{"Jazz", "Indie", "Photography", "Street food", "Gardening", "Poetry", "Folk", "Baroque", "Yoga", "Ceramics", "Robotics", "Watercolour", "Swing", "Theatre", "Board games"},
		"with", []string{"Town Hall", "The Blue Door", "Central Library", "Riverside Arena", "Old Mill", "Corn Exchange", "Botanic Garden", "Market Square"}, " ",
	},
	"de": {
		[]string{"Konzert", "Lesung", "Workshop", "Festival", "Flohmarkt", "Führung", "Ausstellung", "Vortrag", "Tanzkurs", "Weihnachtsmarkt", "Kochkurs", "Kinderoper", "Stadtlauf", "Filmabend"},
		[]string{"Jazz", "Orgel", "Töpfern", "Kabarett", "Fotografie", "Poesie", "Volkstanz", "Barock", "Improvisation", "Keramik", "Robotik", "Aquarell", "Klezmer", "Theater", "Brettspiele"},
		"mit", []string{"Stadthalle", "Philharmonie", "Stadtbücherei", "Kulturbrauerei", "Alte Kelter", "Schlossgarten", "Werkhof", "Domplatz"}, " ",
	},
	"fr": {
		[]string{"Concert", "Atelier", "Festival", "Exposition", "Conférence", "Soirée", "Marché", "Lecture", "Cours de danse", "Visite guidée", "Spectacle", "Projection"},
		[]string{"Jazz", "Chanson", "Photographie", "Cuisine", "Poésie", "Théâtre", "Musique baroque", "Céramique", "Danse contemporaine", "Aquarelle", "Cirque"},
		"avec", []string{"Théâtre municipal", "Le Petit Café", "Médiathèque", "Salle des fêtes", "Parc floral", "Opéra"}, " ",
	},
	"es": {
		[]string{"Concierto", "Taller", "Festival", "Exposición", "Charla", "Noche de comedia", "Mercado", "Lectura", "Clase de baile", "Visita guiada", "Obra"},
		[]string{"Flamenco", "Jazz", "Fotografía", "Cocina", "Poesía", "Teatro", "Música antigua", "Cerámica", "Salsa", "Acuarela"},
		"con", []string{"Teatro Real", "Casa de Cultura", "Biblioteca Central", "Plaza Mayor", "Jardín Botánico", "Palacio de Congresos"}, " ",
	},
	"it": {
		[]string{"Concerto", "Laboratorio", "Festival", "Mostra", "Conferenza", "Serata", "Mercatino", "Lettura", "Corso di ballo", "Visita guidata"},
		[]string{"Jazz", "Opera", "Fotografia", "Pasta fresca", "Poesia", "Teatro", "Musica barocca", "Ceramica", "Tango", "Acquerello"},
		"con", []string{"Teatro Comunale", "Biblioteca Civica", "Piazza Maggiore", "Auditorium", "Giardino Botanico"}, " ",
	},
	"nl": {
		[]string{"Concert", "Workshop", "Festival", "Tentoonstelling", "Lezing", "Voorstelling", "Rommelmarkt", "Danscursus", "Rondleiding", "Filmavond"},
		[]string{"Jazz", "Fotografie", "Koken", "Poëzie", "Cabaret", "Keramiek", "Kamermuziek", "Aquarel", "Bordspellen"},
		"met", []string{"Stadsschouwburg", "Muziekgebouw", "Bibliotheek", "Grote Kerk", "Stadspark"}, " ",
	},
	"pt": {
		[]string{"Concerto", "Oficina", "Festival", "Exposição", "Conferência", "Espetáculo", "Feira", "Leitura", "Aula de dança", "Visita guiada"},
		[]string{"Fado", "Jazz", "Fotografia", "Cozinha", "Poesia", "Teatro", "Cerâmica", "Samba", "Aguarela"},
		"com", []string{"Centro Cultural", "Teatro Municipal", "Biblioteca", "Jardim Botânico", "Coliseu"}, " ",
	},
	"sv": {
		[]string{"Konsert", "Verkstad", "Festival", "Utställning", "Föreläsning", "Loppmarknad", "Danskurs", "Guidad tur", "Filmkväll"},
		[]string{"Jazz", "Fotografi", "Matlagning", "Poesi", "Teater", "Keramik", "Folkmusik", "Akvarell"},
		"med", []string{"Folkets Hus", "Stadsbiblioteket", "Konserthuset", "Stadsparken"}, " ",
	},
	"pl": {
		[]string{"Koncert", "Warsztaty", "Festiwal", "Wystawa", "Wykład", "Spektakl", "Targ", "Kurs tańca", "Spacer"},
		[]string{"Jazz", "Fotografia", "Gotowanie", "Poezja", "Teatr", "Ceramika", "Muzyka dawna", "Akwarela"},
		"z", []string{"Dom Kultury", "Filharmonia", "Biblioteka", "Rynek Główny"}, " ",
	},
	"cs": {
		[]string{"Koncert", "Dílna", "Festival", "Výstava", "Přednáška", "Představení", "Trh", "Kurz tance"},
		[]string{"Jazz", "Fotografie", "Vaření", "Poezie", "Divadlo", "Keramika", "Lidová hudba"},
		"s", []string{"Městská knihovna", "Národní divadlo", "Kulturní dům", "Náměstí"}, " ",
	},
	"tr": {
		[]string{"Konser", "Atölye", "Festival", "Sergi", "Söyleşi", "Tiyatro", "Pazar", "Dans kursu"},
		[]string{"Caz", "Fotoğraf", "Yemek", "Şiir", "Halk müziği", "Seramik", "Suluboya"},
		"ile", []string{"Kültür Merkezi", "Kütüphane", "Açıkhava Tiyatrosu"}, " ",
	},
	"ja": {
		[]string{"コンサート", "音楽祭", "展覧会", "講演会", "ワークショップ", "映画祭", "朗読会"},
		[]string{"ジャズ", "写真", "料理", "書道", "陶芸", "民謡", "水彩画"},
		"", []string{"文化会館", "市民ホール", "中央図書館", "美術館"}, "",
	},
}

// kindsOf are the kinds of events of a category, in all languages.
var kindsOf = map[string][]string{
	"music":      {"Concert", "Festival", "Konzert", "Concierto", "Concerto", "Konsert", "Koncert", "Festiwal", "Konser", "コンサート", "音楽祭"},
	"theatre":    {"Spectacle", "Obra", "Voorstelling", "Espetáculo", "Spektakl", "Představení", "Tiyatro"},
	"comedy":     {"Comedy night", "Noche de comedia"},
	"dance":      {"Dance class", "Tanzkurs", "Cours de danse", "Clase de baile", "Corso di ballo", "Danscursus", "Aula de dança", "Danskurs", "Kurs tańca", "Kurz tance", "Dans kursu"},
	"film":       {"Film night", "Filmabend", "Projection", "Filmavond", "Filmkväll", "映画祭"},
	"art":        {"Exhibition", "Ausstellung", "Exposition", "Exposición", "Mostra", "Tentoonstelling", "Exposição", "Utställning", "Wystawa", "Výstava", "Sergi", "展覧会"},
	"literature": {"Reading", "Lesung", "Lectura", "Lettura", "Leitura", "朗読会"},
	"food":       {"Cooking course", "Kochkurs"},
	"sport":      {"Stadtlauf"},
	"outdoors":   {"Guided walk", "Führung", "Visite guidée", "Visita guiada", "Visita guidata", "Rondleiding", "Guidad tur", "Spacer"},
	"family":     {"Kinderoper"},
	"games":      {"Quiz night"},
	"learning": {
		"Workshop", "Lecture", "Vortrag", "Atelier", "Conférence", "Taller", "Charla", "Laboratorio", "Conferenza", "Lezing", "Oficina", "Conferência", "Verkstad",
		"Föreläsning", "Warsztaty", "Wykład", "Dílna", "Přednáška", "Atölye", "Söyleşi", "ワークショップ", "講演会",
	},
	"community": {
		"Meetup", "Market", "Flohmarkt", "Weihnachtsmarkt", "Soirée", "Marché", "Mercado", "Serata", "Mercatino", "Rommelmarkt", "Feira", "Loppmarknad",
		"Targ", "Trh", "Pazar",
	},
}

// categoryOf is the category of a kind of event.
var categoryOf = func() map[string]string {
	m := map[string]string{}
	for category, kinds := range kindsOf {
		for _, kind := range kinds {
			m[kind] = category
		}
	}
	return m
}()
