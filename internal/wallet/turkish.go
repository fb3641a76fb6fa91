package wallet

var turkish = map[string]string{
	"label.event": "Etkinlik", "label.when": "Ne zaman", "label.where": "Nerede", "label.name": "Ad", "label.tier": "Bilet",
	"label.seat": "Koltuk", "label.number": "Bilet numarası", "label.by": "Organizatör",
}
