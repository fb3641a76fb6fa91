package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// decisionWordings are the mails to those who run an organization about accepted offers that somebody has to decide,
// by language.
var decisionWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.English: {
		UndecidedMail: {
			Subject: "{name}: accepted offers for you to decide: {n}",
			Heading: "Somebody has to decide",
			Body: []string{
				"Accepted offers of {name} that wait for a decision: {n}. The people have accepted in time, and the system that keeps the capacity gave no answer that decides.",
				"Each of them waits, and their units are kept from everybody else, until somebody decides. Ask again, or say what became of it.",
			},
			Action: "Decide",
		},
	},
	mailkit.German: {
		UndecidedMail: {
			Subject: "{name}: angenommene Angebote, über die du entscheiden musst: {n}",
			Heading: "Jemand muss entscheiden",
			Body: []string{
				"Angenommene Angebote von {name}, die auf eine Entscheidung warten: {n}. Die Leute haben rechtzeitig angenommen, und das System, dem die Kapazität gehört, hat keine Antwort gegeben, die entscheidet.",
				"Sie alle warten, und ihre Einheiten bekommt niemand sonst, bis jemand entscheidet. Frag noch einmal nach, oder sag, was daraus wurde.",
			},
			Action: "Entscheiden",
		},
	},
	mailkit.French: {
		UndecidedMail: {
			Subject: "{name} : offres acceptées sur lesquelles décider : {n}",
			Heading: "Quelqu’un doit décider",
			Body: []string{
				"Offres acceptées de {name} en attente d’une décision : {n}. Ces personnes ont accepté à temps, et le système qui gère la capacité n’a pas donné de réponse qui tranche.",
				"Toutes restent en attente, et leurs unités ne vont à personne d’autre, jusqu’à ce que quelqu’un décide. Redemandez, ou dites ce qu’il en est.",
			},
			Action: "Décider",
		},
	},
	mailkit.Spanish: {
		UndecidedMail: {
			Subject: "{name}: ofertas aceptadas por decidir: {n}",
			Heading: "Alguien tiene que decidir",
			Body: []string{
				"Ofertas aceptadas de {name} que esperan una decisión: {n}. Las personas aceptaron a tiempo, y el sistema que gestiona la capacidad no dio ninguna respuesta que decida.",
				"Todas esperan, y sus unidades no se dan a nadie más, hasta que alguien decida. Pregunta de nuevo o di qué ha pasado.",
			},
			Action: "Decidir",
		},
	},
	mailkit.Italian: {
		UndecidedMail: {
			Subject: "{name}: offerte accettate da decidere: {n}",
			Heading: "Qualcuno deve decidere",
			Body: []string{
				"Offerte accettate di {name} in attesa di una decisione: {n}. Le persone hanno accettato in tempo, e il sistema che gestisce la capacità non ha dato una risposta che decida.",
				"Tutte aspettano, e le loro unità non vanno a nessun altro, finché qualcuno non decide. Chiedi di nuovo, oppure indica com’è andata.",
			},
			Action: "Decidi",
		},
	},
	mailkit.Dutch: {
		UndecidedMail: {
			Subject: "{name}: aanvaarde aanbiedingen om over te beslissen: {n}",
			Heading: "Iemand moet beslissen",
			Body: []string{
				"Aanvaarde aanbiedingen van {name} die op een beslissing wachten: {n}. De mensen hebben op tijd aanvaard, en het systeem dat de capaciteit beheert, gaf geen antwoord dat beslist.",
				"Ze wachten allemaal, en hun eenheden gaan naar niemand anders, tot iemand beslist. Vraag het opnieuw, of zeg wat ervan geworden is.",
			},
			Action: "Beslissen",
		},
	},
	mailkit.Portuguese: {
		UndecidedMail: {
			Subject: "{name}: ofertas aceites por decidir: {n}",
			Heading: "Alguém tem de decidir",
			Body: []string{
				"Ofertas aceites de {name} que esperam uma decisão: {n}. As pessoas aceitaram a tempo, e o sistema que gere a capacidade não deu uma resposta que decida.",
				"Todas esperam, e as suas unidades não vão para mais ninguém, até que alguém decida. Pergunte de novo, ou diga o que aconteceu.",
			},
			Action: "Decidir",
		},
	},
	mailkit.Polish: {
		UndecidedMail: {
			Subject: "{name}: przyjęte oferty do rozstrzygnięcia: {n}",
			Heading: "Ktoś musi zdecydować",
			Body: []string{
				"Przyjęte oferty {name}, które czekają na decyzję: {n}. Przyjęto je na czas, a system, do którego należą miejsca, nie dał rozstrzygającej odpowiedzi.",
				"Wszystkie te osoby czekają, a ich jednostek nie dostanie nikt inny, dopóki ktoś nie zdecyduje. Zapytaj ponownie albo wskaż, co się stało.",
			},
			Action: "Zdecyduj",
		},
	},
	mailkit.Czech: {
		UndecidedMail: {
			Subject: "{name}: přijaté nabídky k rozhodnutí: {n}",
			Heading: "Někdo musí rozhodnout",
			Body: []string{
				"Přijaté nabídky {name}, které čekají na rozhodnutí: {n}. Lidé je přijali včas a systém, kterému kapacita patří, nedal odpověď, která rozhoduje.",
				"Všichni čekají a jejich jednotky nikdo jiný nedostane, dokud někdo nerozhodne. Zeptejte se znovu, nebo uveďte, jak to dopadlo.",
			},
			Action: "Rozhodnout",
		},
	},
	mailkit.Swedish: {
		UndecidedMail: {
			Subject: "{name}: accepterade erbjudanden att avgöra: {n}",
			Heading: "Någon måste avgöra",
			Body: []string{
				"Accepterade erbjudanden från {name} som väntar på ett beslut: {n}. Personerna tackade ja i tid, och systemet som äger kapaciteten gav inget svar som avgör.",
				"Alla väntar, och deras enheter går inte till någon annan, tills någon avgör. Fråga igen, eller säg hur det gick.",
			},
			Action: "Avgör",
		},
	},
	mailkit.Turkish: {
		UndecidedMail: {
			Subject: "{name}: karar bekleyen kabul edilmiş teklifler: {n}",
			Heading: "Birinin karar vermesi gerekiyor",
			Body: []string{
				"{name} için karar bekleyen kabul edilmiş teklifler: {n}. Kişiler zamanında kabul etti ve kapasitenin sahibi olan sistem karar veren bir yanıt vermedi.",
				"Biri karar verene kadar hepsi bekler ve birimleri başka kimseye verilmez. Yeniden sorun veya ne olduğunu belirtin.",
			},
			Action: "Karar ver",
		},
	},
	mailkit.Arabic: {
		UndecidedMail: {
			Subject: "{name}: عروض مقبولة تنتظر قرارك: {n}",
			Heading: "لا بد أن يقرر أحد",
			Body: []string{
				"عروض {name} المقبولة التي تنتظر قرارًا: {n}. قبِلها أصحابها في الوقت المحدد، ولم يُجب النظام الذي يملك السعة بما يحسم الأمر.",
				"ينتظرون جميعًا، ولا تُمنح وحداتهم لغيرهم، إلى أن يقرر أحد. اسأل من جديد، أو حدّد ما آل إليه الأمر.",
			},
			Action: "اتخاذ القرار",
		},
	},
}
