package wallet

var swedish = map[string]string{
	"label.event": "Evenemang", "label.when": "När", "label.where": "Var", "label.name": "Namn", "label.tier": "Biljett",
	"label.seat": "Plats", "label.number": "Biljettnummer", "label.by": "Arrangör",
}
