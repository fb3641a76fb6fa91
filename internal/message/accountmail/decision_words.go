package message

// decisionWordings are the mails to those who run an organization about accepted offers that somebody has to decide,
// by language.
var decisionWordings = map[*dictionary]map[AccountMailKind]wording{
	english: {
		UndecidedMail: {
			subject: "{name}: accepted offers for you to decide: {n}",
			heading: "Somebody has to decide",
			body: []string{
				"Accepted offers of {name} that wait for a decision: {n}. The people have accepted in time, and the system that keeps the capacity gave no answer that decides.",
				"Each of them waits, and their units are kept from everybody else, until somebody decides. Ask again, or say what became of it.",
			},
			action: "Decide",
		},
	},
	german: {
		UndecidedMail: {
			subject: "{name}: angenommene Angebote, über die du entscheiden musst: {n}",
			heading: "Jemand muss entscheiden",
			body: []string{
				"Angenommene Angebote von {name}, die auf eine Entscheidung warten: {n}. Die Leute haben rechtzeitig angenommen, und das System, dem die Kapazität gehört, hat keine Antwort gegeben, die entscheidet.",
				"Sie alle warten, und ihre Einheiten bekommt niemand sonst, bis jemand entscheidet. Frag noch einmal nach, oder sag, was daraus wurde.",
			},
			action: "Entscheiden",
		},
	},
	french: {
		UndecidedMail: {
			subject: "{name} : offres acceptées sur lesquelles décider : {n}",
			heading: "Quelqu’un doit décider",
			body: []string{
				"Offres acceptées de {name} en attente d’une décision : {n}. Ces personnes ont accepté à temps, et le système qui gère la capacité n’a pas donné de réponse qui tranche.",
				"Toutes restent en attente, et leurs unités ne vont à personne d’autre, jusqu’à ce que quelqu’un décide. Redemandez, ou dites ce qu’il en est.",
			},
			action: "Décider",
		},
	},
	spanish: {
		UndecidedMail: {
			subject: "{name}: ofertas aceptadas por decidir: {n}",
			heading: "Alguien tiene que decidir",
			body: []string{
				"Ofertas aceptadas de {name} que esperan una decisión: {n}. Las personas aceptaron a tiempo, y el sistema que gestiona la capacidad no dio ninguna respuesta que decida.",
				"Todas esperan, y sus unidades no se dan a nadie más, hasta que alguien decida. Pregunta de nuevo o di qué ha pasado.",
			},
			action: "Decidir",
		},
	},
	italian: {
		UndecidedMail: {
			subject: "{name}: offerte accettate da decidere: {n}",
			heading: "Qualcuno deve decidere",
			body: []string{
				"Offerte accettate di {name} in attesa di una decisione: {n}. Le persone hanno accettato in tempo, e il sistema che gestisce la capacità non ha dato una risposta che decida.",
				"Tutte aspettano, e le loro unità non vanno a nessun altro, finché qualcuno non decide. Chiedi di nuovo, oppure indica com’è andata.",
			},
			action: "Decidi",
		},
	},
	dutch: {
		UndecidedMail: {
			subject: "{name}: aanvaarde aanbiedingen om over te beslissen: {n}",
			heading: "Iemand moet beslissen",
			body: []string{
				"Aanvaarde aanbiedingen van {name} die op een beslissing wachten: {n}. De mensen hebben op tijd aanvaard, en het systeem dat de capaciteit beheert, gaf geen antwoord dat beslist.",
				"Ze wachten allemaal, en hun eenheden gaan naar niemand anders, tot iemand beslist. Vraag het opnieuw, of zeg wat ervan geworden is.",
			},
			action: "Beslissen",
		},
	},
	portuguese: {
		UndecidedMail: {
			subject: "{name}: ofertas aceites por decidir: {n}",
			heading: "Alguém tem de decidir",
			body: []string{
				"Ofertas aceites de {name} que esperam uma decisão: {n}. As pessoas aceitaram a tempo, e o sistema que gere a capacidade não deu uma resposta que decida.",
				"Todas esperam, e as suas unidades não vão para mais ninguém, até que alguém decida. Pergunte de novo, ou diga o que aconteceu.",
			},
			action: "Decidir",
		},
	},
	polish: {
		UndecidedMail: {
			subject: "{name}: przyjęte oferty do rozstrzygnięcia: {n}",
			heading: "Ktoś musi zdecydować",
			body: []string{
				"Przyjęte oferty {name}, które czekają na decyzję: {n}. Przyjęto je na czas, a system, do którego należą miejsca, nie dał rozstrzygającej odpowiedzi.",
				"Wszystkie te osoby czekają, a ich jednostek nie dostanie nikt inny, dopóki ktoś nie zdecyduje. Zapytaj ponownie albo wskaż, co się stało.",
			},
			action: "Zdecyduj",
		},
	},
	czech: {
		UndecidedMail: {
			subject: "{name}: přijaté nabídky k rozhodnutí: {n}",
			heading: "Někdo musí rozhodnout",
			body: []string{
				"Přijaté nabídky {name}, které čekají na rozhodnutí: {n}. Lidé je přijali včas a systém, kterému kapacita patří, nedal odpověď, která rozhoduje.",
				"Všichni čekají a jejich jednotky nikdo jiný nedostane, dokud někdo nerozhodne. Zeptejte se znovu, nebo uveďte, jak to dopadlo.",
			},
			action: "Rozhodnout",
		},
	},
	swedish: {
		UndecidedMail: {
			subject: "{name}: accepterade erbjudanden att avgöra: {n}",
			heading: "Någon måste avgöra",
			body: []string{
				"Accepterade erbjudanden från {name} som väntar på ett beslut: {n}. Personerna tackade ja i tid, och systemet som äger kapaciteten gav inget svar som avgör.",
				"Alla väntar, och deras enheter går inte till någon annan, tills någon avgör. Fråga igen, eller säg hur det gick.",
			},
			action: "Avgör",
		},
	},
	turkish: {
		UndecidedMail: {
			subject: "{name}: karar bekleyen kabul edilmiş teklifler: {n}",
			heading: "Birinin karar vermesi gerekiyor",
			body: []string{
				"{name} için karar bekleyen kabul edilmiş teklifler: {n}. Kişiler zamanında kabul etti ve kapasitenin sahibi olan sistem karar veren bir yanıt vermedi.",
				"Biri karar verene kadar hepsi bekler ve birimleri başka kimseye verilmez. Yeniden sorun veya ne olduğunu belirtin.",
			},
			action: "Karar ver",
		},
	},
	arabic: {
		UndecidedMail: {
			subject: "{name}: عروض مقبولة تنتظر قرارك: {n}",
			heading: "لا بد أن يقرر أحد",
			body: []string{
				"عروض {name} المقبولة التي تنتظر قرارًا: {n}. قبِلها أصحابها في الوقت المحدد، ولم يُجب النظام الذي يملك السعة بما يحسم الأمر.",
				"ينتظرون جميعًا، ولا تُمنح وحداتهم لغيرهم، إلى أن يقرر أحد. اسأل من جديد، أو حدّد ما آل إليه الأمر.",
			},
			action: "اتخاذ القرار",
		},
	},
}
