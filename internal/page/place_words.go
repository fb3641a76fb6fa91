package page

// PlaceWords are what pages say of places on the waitlists of resources, in one language.
type PlaceWords struct {
	// Headings and Leads by the state of the entry.
	Headings, Leads map[string]string
	// What has happened to it.
	Offered, Accepted, Declined, Withdrawn string
	// Accept is a button; the others name facts.
	Accept, Units, Expected string
}

// placeWords are in the order of locale.Tags.
var placeWords = []*PlaceWords{
	{ // english
		Headings: map[string]string{"offered": "It’s your turn", "accepted": "It’s yours", "declined": "You declined"},
		Leads: map[string]string{
			"waiting":  "As soon as something becomes available and it’s your turn, we’ll email you.",
			"offered":  "It’s held for you until the time below, then it goes to the next person.",
			"declined": "It went to the next person.",
			"expired":  "It wasn’t accepted in time, so it went to the next person.",
			"left":     "You’re no longer waiting.",
			"removed":  "If you think this is a mistake, please contact them.",
		},
		Offered: "Something became available and was offered to you.", Accepted: "You accepted.",
		Declined: "You declined.", Withdrawn: "What you were offered was taken back. You kept your place.",
		Accept: "Accept", Units: "How many", Expected: "Expected around",
	},
	{ // german
		Headings: map[string]string{"offered": "Du bist dran", "accepted": "Das gehört dir", "declined": "Du hast abgelehnt"},
		Leads: map[string]string{
			"waiting":  "Sobald etwas frei wird und du dran bist, schreiben wir dir.",
			"offered":  "Bis zur genannten Zeit ist es für dich reserviert, danach geht es an die nächste Person.",
			"declined": "Es ging an die nächste Person.",
			"expired":  "Es wurde nicht rechtzeitig angenommen und ging an die nächste Person.",
			"left":     "Du wartest nicht mehr.",
			"removed":  "Wenn du das für einen Irrtum hältst, melde dich bitte dort.",
		},
		Offered: "Etwas wurde frei und dir angeboten.", Accepted: "Du hast angenommen.",
		Declined: "Du hast abgelehnt.", Withdrawn: "Was dir angeboten war, wurde zurückgenommen. Du hast deinen Platz behalten.",
		Accept: "Annehmen", Units: "Wie viele", Expected: "Voraussichtlich",
	},
	{ // french
		Headings: map[string]string{"offered": "C’est votre tour", "accepted": "C’est à vous", "declined": "Vous avez refusé"},
		Leads: map[string]string{
			"waiting":  "Dès que quelque chose se libère et que c’est votre tour, nous vous écrivons.",
			"offered":  "C’est réservé pour vous jusqu’à l’heure indiquée ci-dessous, puis cela passe à la personne suivante.",
			"declined": "C’est allé à la personne suivante.",
			"expired":  "Ce n’a pas été accepté à temps et c’est allé à la personne suivante.",
			"left":     "Vous n’attendez plus.",
			"removed":  "Si vous pensez que c’est une erreur, contactez l’établissement.",
		},
		Offered: "Quelque chose s’est libéré et vous a été proposé.", Accepted: "Vous avez accepté.",
		Declined: "Vous avez refusé.", Withdrawn: "Ce qui vous était proposé a été repris. Vous avez gardé votre place.",
		Accept: "Accepter", Units: "Combien", Expected: "Attendu vers",
	},
	{ // spanish
		Headings: map[string]string{"offered": "Es tu turno", "accepted": "Es tuyo", "declined": "Has rechazado la oferta"},
		Leads: map[string]string{
			"waiting":  "En cuanto quede algo libre y sea tu turno, te escribiremos.",
			"offered":  "Lo tienes reservado hasta la hora que ves abajo; después pasa a la siguiente persona.",
			"declined": "Ha pasado a la siguiente persona.",
			"expired":  "No se aceptó a tiempo, así que ha pasado a la siguiente persona.",
			"left":     "Ya no estás esperando.",
			"removed":  "Si crees que es un error, ponte en contacto con el establecimiento.",
		},
		Offered: "Quedó algo libre y se te ofreció.", Accepted: "Aceptaste.",
		Declined: "Rechazaste la oferta.", Withdrawn: "Lo que se te ofreció se retiró. Conservaste tu puesto.",
		Accept: "Aceptar", Units: "Cuántos", Expected: "Previsto hacia",
	},
	{ // italian
		Headings: map[string]string{"offered": "Tocca a te", "accepted": "È tuo", "declined": "Hai rifiutato"},
		Leads: map[string]string{
			"waiting":  "Appena si libera qualcosa e tocca a te, ti scriviamo.",
			"offered":  "È riservato per te fino all’orario indicato sotto, poi passa alla persona successiva.",
			"declined": "È passato alla persona successiva.",
			"expired":  "Non è stato accettato in tempo, quindi è passato alla persona successiva.",
			"left":     "Non sei più in attesa.",
			"removed":  "Se pensi sia un errore, contatta la struttura.",
		},
		Offered: "Si è liberato qualcosa e ti è stato offerto.", Accepted: "Hai accettato.",
		Declined: "Hai rifiutato.", Withdrawn: "Quello che ti era stato offerto è stato ritirato. Hai mantenuto il tuo posto.",
		Accept: "Accetta", Units: "Quanti", Expected: "Previsto intorno a",
	},
	{ // dutch
		Headings: map[string]string{"offered": "Je bent aan de beurt", "accepted": "Het is van jou", "declined": "Je hebt afgewezen"},
		Leads: map[string]string{
			"waiting":  "Zodra er iets vrijkomt en je aan de beurt bent, mailen we je.",
			"offered":  "Het blijft tot de tijd hieronder voor je gereserveerd, daarna gaat het naar de volgende.",
			"declined": "Het ging naar de volgende.",
			"expired":  "Het is niet op tijd geaccepteerd en ging naar de volgende.",
			"left":     "Je wacht niet meer.",
			"removed":  "Denk je dat dit niet klopt? Neem dan contact met hen op.",
		},
		Offered: "Er kwam iets vrij en het is aan je aangeboden.", Accepted: "Je hebt geaccepteerd.",
		Declined: "Je hebt afgewezen.", Withdrawn: "Wat je was aangeboden, is teruggenomen. Je hield je plek.",
		Accept: "Accepteren", Units: "Hoeveel", Expected: "Verwacht rond",
	},
	{ // portuguese
		Headings: map[string]string{"offered": "É a sua vez", "accepted": "É seu", "declined": "Recusou a oferta"},
		Leads: map[string]string{
			"waiting":  "Assim que algo ficar livre e for a sua vez, avisamos por e-mail.",
			"offered":  "Está reservado para si até à hora indicada abaixo; depois passa para a pessoa seguinte.",
			"declined": "Passou para a pessoa seguinte.",
			"expired":  "Não foi aceite a tempo, por isso passou para a pessoa seguinte.",
			"left":     "Já não está à espera.",
			"removed":  "Se acha que é um erro, contacte o estabelecimento.",
		},
		Offered: "Ficou algo livre, que lhe foi oferecido.", Accepted: "Aceitou.",
		Declined: "Recusou.", Withdrawn: "O que lhe foi oferecido foi retirado. Manteve o seu lugar.",
		Accept: "Aceitar", Units: "Quantos", Expected: "Previsto para cerca de",
	},
	{ // polish
		Headings: map[string]string{"offered": "Twoja kolej", "accepted": "Miejsce jest Twoje", "declined": "Oferta odrzucona"},
		Leads: map[string]string{
			"waiting":  "Gdy tylko coś się zwolni i przyjdzie Twoja kolej, wyślemy Ci e-mail.",
			"offered":  "Czeka na Ciebie do podanej niżej godziny, potem trafi do następnej osoby.",
			"declined": "Oferta trafiła do następnej osoby.",
			"expired":  "Oferta nie została przyjęta na czas, więc trafiła do następnej osoby.",
			"left":     "Już nie czekasz.",
			"removed":  "Jeśli to pomyłka, skontaktuj się z lokalem.",
		},
		Offered: "Coś się zwolniło i zostało Ci zaoferowane.", Accepted: "Oferta przyjęta.",
		Declined: "Oferta odrzucona.", Withdrawn: "Ofertę wycofano. Twoje miejsce na liście zostało zachowane.",
		Accept: "Przyjmij", Units: "Ile", Expected: "Przewidywany czas",
	},
	{ // czech
		Headings: map[string]string{"offered": "Jste na řadě", "accepted": "Je to vaše", "declined": "Nabídka odmítnuta"},
		Leads: map[string]string{
			"waiting":  "Jakmile se něco uvolní a přijdete na řadu, napíšeme vám e-mail.",
			"offered":  "Držíme to pro vás do níže uvedeného času, potom jde nabídka dalšímu v pořadí.",
			"declined": "Nabídka šla dalšímu v pořadí.",
			"expired":  "Nikdo ji včas nepřijal, a tak šla nabídka dalšímu v pořadí.",
			"left":     "Už nečekáte.",
			"removed":  "Pokud to považujete za omyl, obraťte se prosím na podnik.",
		},
		Offered: "Něco se uvolnilo a nabídli jsme vám to.", Accepted: "Nabídka přijata.",
		Declined: "Nabídka odmítnuta.", Withdrawn: "Nabídka byla vzata zpět. Své místo jste si ponechali.",
		Accept: "Přijmout", Units: "Kolik", Expected: "Předpokládaný čas",
	},
	{ // swedish
		Headings: map[string]string{"offered": "Det är din tur", "accepted": "Det är ditt", "declined": "Du tackade nej"},
		Leads: map[string]string{
			"waiting":  "Så fort något blir ledigt och det är din tur mejlar vi dig.",
			"offered":  "Det är reserverat åt dig till tiden nedan, sedan går det till nästa person.",
			"declined": "Det gick till nästa person.",
			"expired":  "Du hann inte tacka ja i tid, så det gick till nästa person.",
			"left":     "Du väntar inte längre.",
			"removed":  "Om du tror att det är ett misstag, kontakta dem.",
		},
		Offered: "Något blev ledigt och erbjöds dig.", Accepted: "Du tackade ja.",
		Declined: "Du tackade nej.", Withdrawn: "Det du erbjöds togs tillbaka. Du behöll din plats.",
		Accept: "Tacka ja", Units: "Hur många", Expected: "Väntas omkring",
	},
	{ // turkish
		Headings: map[string]string{"offered": "Sıra sizde", "accepted": "Artık sizin", "declined": "Reddettiniz"},
		Leads: map[string]string{
			"waiting":  "Bir yer açılıp sıra size gelir gelmez e-posta göndereceğiz.",
			"offered":  "Aşağıdaki zamana kadar sizin için ayrıldı, sonra sıradaki kişiye geçer.",
			"declined": "Sıradaki kişiye geçti.",
			"expired":  "Zamanında kabul edilmediği için sıradaki kişiye geçti.",
			"left":     "Artık beklemiyorsunuz.",
			"removed":  "Bunun bir hata olduğunu düşünüyorsanız lütfen işletmeye başvurun.",
		},
		Offered: "Bir yer açıldı ve size teklif edildi.", Accepted: "Kabul ettiniz.",
		Declined: "Reddettiniz.", Withdrawn: "Size teklif edilen yer geri alındı. Sıranızı korudunuz.",
		Accept: "Kabul et", Units: "Kaç adet", Expected: "Tahmini zaman",
	},
	{ // arabic
		Headings: map[string]string{"offered": "حان دورك", "accepted": "أصبح لك", "declined": "رفضت العرض"},
		Leads: map[string]string{
			"waiting":  "فور توفر شيء وحلول دورك، سنراسلك بالبريد الإلكتروني.",
			"offered":  "إنه محجوز لك حتى الوقت المبيَّن أدناه، ثم ينتقل إلى الشخص التالي.",
			"declined": "انتقل إلى الشخص التالي.",
			"expired":  "لم يُقبل في الوقت المحدد، فانتقل إلى الشخص التالي.",
			"left":     "لم تعد تنتظر.",
			"removed":  "إذا كان هذا خطأً في رأيك، فيُرجى التواصل مع الجهة المعنية.",
		},
		Offered: "توفر شيء وعُرض عليك.", Accepted: "قَبِلت.",
		Declined: "رفضت.", Withdrawn: "سُحب ما عُرض عليك، واحتفظت بمكانك.",
		Accept: "قبول", Units: "العدد", Expected: "متوقع في حدود",
	},
}
