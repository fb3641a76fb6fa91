package page

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// WaitWords say about how long somebody on a waitlist waits, in one language.
type WaitWords struct {
	Label  string
	Waits  map[waitroom.Expected]string
	Backed locale.Counted // what it was taken from: {n}, {time}
}

// waitWords are in the order of locale.Tags.
var waitWords = []*WaitWords{
	{ // english
		Label: "Expected wait",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Less than an hour", waitroom.SomeHours: "A few hours", waitroom.SomeDays: "A few days",
			waitroom.NotLikely: "It’s unlikely to be your turn before registration closes",
		},
		Backed: locale.Counted{plural.One: "Since {time}, {n} ticket has gone to people on the waitlist.", plural.Other: "Since {time}, {n} tickets have gone to people on the waitlist."},
	},
	{ // german
		Label: "Voraussichtliche Wartezeit",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Weniger als eine Stunde", waitroom.SomeHours: "Einige Stunden", waitroom.SomeDays: "Einige Tage",
			waitroom.NotLikely: "Wahrscheinlich bist du vor Anmeldeschluss nicht mehr dran",
		},
		Backed: locale.Counted{plural.One: "Seit {time} ging {n} Ticket an die Warteliste.", plural.Other: "Seit {time} gingen {n} Tickets an die Warteliste."},
	},
	{ // french
		Label: "Attente prévue",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Moins d’une heure", waitroom.SomeHours: "Quelques heures", waitroom.SomeDays: "Quelques jours",
			waitroom.NotLikely: "Il est peu probable que votre tour vienne avant la clôture",
		},
		Backed: locale.Counted{plural.One: "Depuis le {time}, {n} billet est allé à la liste d’attente.", plural.Other: "Depuis le {time}, {n} billets sont allés à la liste d’attente."},
	},
	{ // spanish
		Label: "Espera prevista",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Menos de una hora", waitroom.SomeHours: "Unas horas", waitroom.SomeDays: "Unos días",
			waitroom.NotLikely: "Es poco probable que te toque antes del cierre",
		},
		Backed: locale.Counted{plural.One: "Desde el {time} ha llegado {n} entrada a la lista de espera.", plural.Other: "Desde el {time} han llegado {n} entradas a la lista de espera."},
	},
	{ // italian
		Label: "Attesa prevista",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Meno di un’ora", waitroom.SomeHours: "Qualche ora", waitroom.SomeDays: "Qualche giorno",
			waitroom.NotLikely: "È improbabile che tocchi a te prima della chiusura",
		},
		Backed: locale.Counted{plural.One: "Da {time} è andato {n} biglietto alla lista d’attesa.", plural.Other: "Da {time} sono andati {n} biglietti alla lista d’attesa."},
	},
	{ // dutch
		Label: "Verwachte wachttijd",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Minder dan een uur", waitroom.SomeHours: "Enkele uren", waitroom.SomeDays: "Enkele dagen",
			waitroom.NotLikely: "Het is onwaarschijnlijk dat je vóór de sluiting aan de beurt komt",
		},
		Backed: locale.Counted{plural.One: "Sinds {time} ging er {n} ticket naar de wachtlijst.", plural.Other: "Sinds {time} gingen er {n} tickets naar de wachtlijst."},
	},
	{ // portuguese
		Label: "Espera prevista",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Menos de uma hora", waitroom.SomeHours: "Algumas horas", waitroom.SomeDays: "Alguns dias",
			waitroom.NotLikely: "É pouco provável que chegue a sua vez antes do fecho",
		},
		Backed: locale.Counted{plural.One: "Desde {time}, {n} bilhete foi para a lista de espera.", plural.Other: "Desde {time}, {n} bilhetes foram para a lista de espera."},
	},
	{ // polish
		Label: "Przewidywane oczekiwanie",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Mniej niż godzina", waitroom.SomeHours: "Kilka godzin", waitroom.SomeDays: "Kilka dni",
			waitroom.NotLikely: "Mało prawdopodobne, by Twoja kolej nadeszła przed zamknięciem zapisów",
		},
		Backed: locale.Counted{plural.One: "Bilety dla listy oczekujących: {n} (od: {time}).", plural.Few: "Bilety dla listy oczekujących: {n} (od: {time}).", plural.Many: "Bilety dla listy oczekujących: {n} (od: {time}).", plural.Other: "Bilety dla listy oczekujących: {n} (od: {time})."},
	},
	{ // czech
		Label: "Předpokládané čekání",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Méně než hodina", waitroom.SomeHours: "Několik hodin", waitroom.SomeDays: "Několik dní",
			waitroom.NotLikely: "Není pravděpodobné, že na vás před uzavřením registrace přijde řada",
		},
		Backed: locale.Counted{plural.One: "Vstupenky pro čekací listinu: {n} (od: {time}).", plural.Few: "Vstupenky pro čekací listinu: {n} (od: {time}).", plural.Many: "Vstupenky pro čekací listinu: {n} (od: {time}).", plural.Other: "Vstupenky pro čekací listinu: {n} (od: {time})."},
	},
	{ // swedish
		Label: "Beräknad väntetid",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Mindre än en timme", waitroom.SomeHours: "Några timmar", waitroom.SomeDays: "Några dagar",
			waitroom.NotLikely: "Det blir troligen inte din tur innan anmälan stänger",
		},
		Backed: locale.Counted{plural.One: "Sedan {time} har {n} biljett gått till väntelistan.", plural.Other: "Sedan {time} har {n} biljetter gått till väntelistan."},
	},
	{ // turkish
		Label: "Tahmini bekleme",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "Bir saatten az", waitroom.SomeHours: "Birkaç saat", waitroom.SomeDays: "Birkaç gün",
			waitroom.NotLikely: "Kayıt kapanmadan sıranın size gelmesi pek olası değil",
		},
		Backed: locale.Counted{plural.One: "Bekleme listesine giden bilet: {n} (başlangıç: {time}).", plural.Other: "Bekleme listesine giden bilet: {n} (başlangıç: {time})."},
	},
	{ // arabic
		Label: "مدة الانتظار المتوقعة",
		Waits: map[waitroom.Expected]string{
			waitroom.WithinHour: "أقل من ساعة", waitroom.SomeHours: "بضع ساعات", waitroom.SomeDays: "بضعة أيام",
			waitroom.NotLikely: "من غير المرجَّح أن يحين دورك قبل إغلاق التسجيل",
		},
		Backed: locale.Counted{plural.Zero: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time}).", plural.One: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time}).", plural.Two: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time}).", plural.Few: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time}).", plural.Many: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time}).", plural.Other: "تذاكر وصلت إلى قائمة الانتظار: {n} (منذ: {time})."},
	},
}
