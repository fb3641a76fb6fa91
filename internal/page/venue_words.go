package page

// VenueWords are what the page of a venue says, in one language.
type VenueWords struct {
	Address, Map, Hours, Always, Closed, Capacity, People, Prices, PerHour, Once, Deposit, AddOns, Free, FreeLead, Full, Resting, Heading, Each, Person, Hour string
}

// venueWords are in the order of locale.Tags.
var venueWords = []*VenueWords{
	{ // english
		Address: "Address", Map: "Show on a map", Hours: "Opening hours", Always: "Always open", Closed: "closed", Capacity: "Capacity", People: "up to {count} people",
		Prices: "Prices", PerHour: "{price} per room and hour", Once: "{price} per room", Deposit: "{percent} % deposit to confirm a booking", AddOns: "Add-ons",
		Free: "Free times", FreeLead: "In the next 14 days. All times are local times of the venue ({zone}).", Full: "Nothing is free in the next 14 days.",
		Resting: "It’s not taking bookings at the moment.", Heading: "Venue", Each: "{price} each", Person: "{price} per person", Hour: "{price} per hour",
	},
	{ // german
		Address: "Adresse", Map: "Auf einer Karte zeigen", Hours: "Öffnungszeiten", Always: "Immer geöffnet", Closed: "geschlossen", Capacity: "Platz",
		People: "bis zu {count} Personen", Prices: "Preise", PerHour: "{price} je Raum und Stunde", Once: "{price} je Raum",
		Deposit: "{percent} % Anzahlung, um eine Buchung zu bestätigen", AddOns: "Extras", Free: "Freie Zeiten",
		FreeLead: "In den nächsten 14 Tagen. Alle Zeiten sind Ortszeiten des Hauses ({zone}).", Full: "In den nächsten 14 Tagen ist nichts frei.",
		Resting: "Zurzeit nimmt es keine Buchungen an.", Heading: "Veranstaltungsort", Each: "{price} je Stück", Person: "{price} je Person", Hour: "{price} je Stunde",
	},
	{ // french
		Address: "Adresse", Map: "Voir sur une carte", Hours: "Horaires d’ouverture", Always: "Toujours ouvert", Closed: "fermé", Capacity: "Capacité",
		People: "jusqu’à {count} personnes", Prices: "Tarifs", PerHour: "{price} par salle et par heure", Once: "{price} par salle",
		Deposit: "{percent} % d’acompte pour confirmer une réservation", AddOns: "Options", Free: "Créneaux libres",
		FreeLead: "Dans les 14 prochains jours. Toutes les heures sont à l’heure locale du lieu ({zone}).", Full: "Rien n’est libre dans les 14 prochains jours.",
		Resting: "Aucune réservation n’est possible pour le moment.", Heading: "Lieu", Each: "{price} l’unité", Person: "{price} par personne", Hour: "{price} par heure",
	},
	{ // spanish
		Address: "Dirección", Map: "Ver en un mapa", Hours: "Horario", Always: "Siempre abierto", Closed: "cerrado", Capacity: "Capacidad", People: "hasta {count} personas",
		Prices: "Precios", PerHour: "{price} por sala y hora", Once: "{price} por sala", Deposit: "{percent} % de anticipo para confirmar una reserva", AddOns: "Extras",
		Free: "Horas libres", FreeLead: "En los próximos 14 días. Todas las horas son locales del recinto ({zone}).", Full: "No hay nada libre en los próximos 14 días.",
		Resting: "Por ahora no acepta reservas.", Heading: "Recinto", Each: "{price} cada uno", Person: "{price} por persona", Hour: "{price} por hora",
	},
	{ // italian
		Address: "Indirizzo", Map: "Mostra su una mappa", Hours: "Orari di apertura", Always: "Sempre aperto", Closed: "chiuso", Capacity: "Capienza",
		People: "fino a {count} persone", Prices: "Prezzi", PerHour: "{price} per sala e ora", Once: "{price} per sala",
		Deposit: "Acconto del {percent} % per confermare una prenotazione", AddOns: "Extra", Free: "Orari liberi",
		FreeLead: "Nei prossimi 14 giorni. Tutti gli orari sono locali della struttura ({zone}).", Full: "Non c’è nulla di libero nei prossimi 14 giorni.",
		Resting: "Al momento non accetta prenotazioni.", Heading: "Struttura", Each: "{price} ciascuno", Person: "{price} a persona", Hour: "{price} all’ora",
	},
	{ // dutch
		Address: "Adres", Map: "Op een kaart tonen", Hours: "Openingstijden", Always: "Altijd open", Closed: "gesloten", Capacity: "Capaciteit",
		People: "tot {count} personen", Prices: "Prijzen", PerHour: "{price} per zaal en uur", Once: "{price} per zaal",
		Deposit: "{percent} % aanbetaling om een boeking te bevestigen", AddOns: "Extra’s", Free: "Vrije tijden",
		FreeLead: "In de komende 14 dagen. Alle tijden zijn lokale tijden van de locatie ({zone}).", Full: "In de komende 14 dagen is er niets vrij.",
		Resting: "Er worden nu geen boekingen aangenomen.", Heading: "Locatie", Each: "{price} per stuk", Person: "{price} per persoon", Hour: "{price} per uur",
	},
	{ // portuguese
		Address: "Morada", Map: "Mostrar num mapa", Hours: "Horário", Always: "Sempre aberto", Closed: "fechado", Capacity: "Capacidade", People: "até {count} pessoas",
		Prices: "Preços", PerHour: "{price} por sala e hora", Once: "{price} por sala", Deposit: "{percent} % de adiantamento para confirmar uma reserva", AddOns: "Extras",
		Free: "Horas livres", FreeLead: "Nos próximos 14 dias. Todas as horas são locais do espaço ({zone}).", Full: "Não há nada livre nos próximos 14 dias.",
		Resting: "De momento não aceita reservas.", Heading: "Espaço", Each: "{price} cada", Person: "{price} por pessoa", Hour: "{price} por hora",
	},
	{ // polish
		Address: "Adres", Map: "Pokaż na mapie", Hours: "Godziny otwarcia", Always: "Zawsze otwarte", Closed: "zamknięte", Capacity: "Pojemność", People: "do {count} osób",
		Prices: "Ceny", PerHour: "{price} za salę i godzinę", Once: "{price} za salę", Deposit: "{percent} % zaliczki, aby potwierdzić rezerwację", AddOns: "Dodatki",
		Free: "Wolne terminy", FreeLead: "W ciągu najbliższych 14 dni. Wszystkie godziny są czasem lokalnym obiektu ({zone}).",
		Full: "W ciągu najbliższych 14 dni nic nie jest wolne.", Resting: "Obecnie obiekt nie przyjmuje rezerwacji.", Heading: "Obiekt", Each: "{price} za sztukę",
		Person: "{price} za osobę", Hour: "{price} za godzinę",
	},
	{ // czech
		Address: "Adresa", Map: "Zobrazit na mapě", Hours: "Otevírací doba", Always: "Vždy otevřeno", Closed: "zavřeno", Capacity: "Kapacita", People: "až {count} osob",
		Prices: "Ceny", PerHour: "{price} za sál a hodinu", Once: "{price} za sál", Deposit: "záloha {percent} % k potvrzení rezervace", AddOns: "Doplňky", Free: "Volné časy",
		FreeLead: "V příštích 14 dnech. Všechny časy jsou v místním čase ({zone}).", Full: "V příštích 14 dnech není nic volného.", Resting: "Rezervace se nyní nepřijímají.",
		Heading: "Místo konání", Each: "{price} za kus", Person: "{price} za osobu", Hour: "{price} za hodinu",
	},
	{ // swedish
		Address: "Adress", Map: "Visa på en karta", Hours: "Öppettider", Always: "Alltid öppet", Closed: "stängt", Capacity: "Kapacitet", People: "upp till {count} personer",
		Prices: "Priser", PerHour: "{price} per rum och timme", Once: "{price} per rum", Deposit: "{percent} % handpenning för att bekräfta en bokning", AddOns: "Tillägg",
		Free: "Lediga tider", FreeLead: "Under de närmaste 14 dagarna. Alla tider är lokala ({zone}).", Full: "Inget är ledigt de närmaste 14 dagarna.",
		Resting: "Lokalen tar inte emot bokningar just nu.", Heading: "Lokal", Each: "{price} styck", Person: "{price} per person", Hour: "{price} per timme",
	},
	{ // turkish
		Address: "Adres", Map: "Haritada göster", Hours: "Açılış saatleri", Always: "Her zaman açık", Closed: "kapalı", Capacity: "Kapasite", People: "en fazla {count} kişi",
		Prices: "Fiyatlar", PerHour: "salon ve saat başına {price}", Once: "salon başına {price}", Deposit: "rezervasyonun onayı için % {percent} kapora",
		AddOns: "Ek hizmetler", Free: "Boş saatler", FreeLead: "Önümüzdeki 14 günde. Tüm saatler mekânın yerel saatidir ({zone}).", Full: "Önümüzdeki 14 günde boş yer yok.",
		Resting: "Şu anda rezervasyon alınmıyor.", Heading: "Mekân", Each: "tanesi {price}", Person: "kişi başı {price}", Hour: "saati {price}",
	},
	{ // arabic
		Address: "العنوان", Map: "عرض على الخريطة", Hours: "ساعات العمل", Always: "مفتوح دائمًا", Closed: "مغلق", Capacity: "السعة", People: "حتى {count} شخص",
		Prices: "الأسعار", PerHour: "{price} لكل قاعة في الساعة", Once: "{price} لكل قاعة", Deposit: "عربون {percent} % لتأكيد الحجز", AddOns: "إضافات",
		Free: "الأوقات المتاحة", FreeLead: "خلال الأيام الأربعة عشر القادمة. جميع الأوقات بالتوقيت المحلي للمكان ({zone}).",
		Full: "لا يوجد وقت متاح خلال الأيام الأربعة عشر القادمة.", Resting: "لا يستقبل المكان حجوزات في الوقت الحالي.", Heading: "المكان", Each: "{price} للواحدة",
		Person: "{price} للشخص", Hour: "{price} للساعة",
	},
}
