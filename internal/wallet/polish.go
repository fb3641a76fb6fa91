package wallet

var polish = map[string]string{
	"label.event": "Wydarzenie", "label.when": "Kiedy", "label.where": "Gdzie", "label.name": "Imię i nazwisko", "label.tier": "Bilet",
	"label.seat": "Miejsce", "label.number": "Numer biletu", "label.by": "Organizator",
}
