package wallet

var czech = map[string]string{
	"label.event": "Akce", "label.when": "Kdy", "label.where": "Kde", "label.name": "Jméno", "label.tier": "Vstupenka",
	"label.seat": "Místo", "label.number": "Číslo vstupenky", "label.by": "Pořadatel",
}
