package message

// ballotWordings are what is said of ballots, by language.
var ballotWordings = map[*dictionary]*ballotWords{
	english: {
		offered: wording{subject: "You were drawn: claim by {deadline_short} – {title}", heading: "You were drawn!", body: []string{
			"You drew place {place} of {of} in the ballot for {title}: {held}.",
			"Please claim by {deadline}. After that it goes to whoever is next in the order that was drawn.",
		}},
		waiting: wording{subject: "Place {place} in the ballot: {title}", heading: "You’re on the waitlist, in the order that was drawn.", body: []string{
			"You drew place {place} of {of} in the ballot for {title}. The tickets that were there went to people who were drawn before you.",
			"There’s nothing else to do. Whatever comes back goes to the next in this order, and we’ll email you when it’s your turn.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "The ballot is over: {name}", heading: "You didn’t get a ticket this time.", action: "View the ballot", body: []string{
				"You drew place {place} of {of} in the ballot for {name}. The tickets and the places on the waitlist went to people who were drawn before you.",
			}},
			BallotRefused: {subject: "The ballot is over: {name}", heading: "You didn’t get a ticket this time.", action: "View the ballot", body: []string{
				"You took part in the ballot for {name}, but couldn’t be put on the waitlist when it was your turn: you may have tickets already, or registration has changed meanwhile.",
			}},
			BallotStruck: {subject: "The ballot is over: {name}", heading: "Your entry was taken out of the ballot.", action: "View the ballot", body: []string{
				"The organizer took your entry out of the ballot for {name} before the draw. All entries that were taken out are public, each with its reason. If you think this is a mistake, please contact the organizer.",
			}},
			BallotCancelled: {subject: "Cancelled: {name}", heading: "The event is cancelled.", action: "View the ballot", body: []string{
				"{name} is cancelled, and with it the ballot that you took part in. You don’t have to do anything.",
			}},
			BallotClosed: {subject: "The ballot is over: {name}", heading: "The ballot has ended.", action: "View the ballot", body: []string{
				"The ballot for {name} was closed before it was your turn. Nobody else gets a ticket through it.",
			}},
		},
		entry: "Your entry", drawn: "Your place in the draw", place: "{place} of {of}",
		check:  "Check the draw yourself: who took part, the seal and the number it was drawn with are public.",
		footer: "You’re receiving this email because you entered the ballot for {name} with this address.",
	},
	german: {
		offered: wording{subject: "Du wurdest gezogen: bis {deadline_short} annehmen – {title}", heading: "Du wurdest gezogen!", body: []string{
			"In der Verlosung für {title} hast du Platz {place} von {of}: {held}.",
			"Bitte nimm bis {deadline} an. Danach geht es an die Nächsten in der gezogenen Reihenfolge.",
		}},
		waiting: wording{subject: "Platz {place} in der Verlosung: {title}", heading: "Du bist auf der Warteliste, in der gezogenen Reihenfolge.", body: []string{
			"In der Verlosung für {title} hast du Platz {place} von {of}. Die vorhandenen Tickets gingen an Personen, die vor dir gezogen wurden.",
			"Du musst nichts weiter tun. Was zurückkommt, geht an die Nächsten in dieser Reihenfolge, und wir schreiben dir, sobald du dran bist.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Die Verlosung ist vorbei: {name}", heading: "Diesmal hat es nicht geklappt.", action: "Zur Verlosung", body: []string{
				"In der Verlosung für {name} hast du Platz {place} von {of}. Die Tickets und die Plätze auf der Warteliste gingen an Personen, die vor dir gezogen wurden.",
			}},
			BallotRefused: {subject: "Die Verlosung ist vorbei: {name}", heading: "Diesmal hat es nicht geklappt.", action: "Zur Verlosung", body: []string{
				"Du hast an der Verlosung für {name} teilgenommen, konntest aber nicht auf die Warteliste gesetzt werden, als du dran warst: Vielleicht hast du schon Tickets, oder die Anmeldung hat sich inzwischen geändert.",
			}},
			BallotStruck: {subject: "Die Verlosung ist vorbei: {name}", heading: "Dein Los wurde aus der Verlosung genommen.", action: "Zur Verlosung", body: []string{
				"Der Veranstalter hat dein Los vor der Ziehung aus der Verlosung für {name} genommen. Alle herausgenommenen Lose sind öffentlich, jedes mit seinem Grund. Wenn du das für einen Fehler hältst, wende dich bitte an den Veranstalter.",
			}},
			BallotCancelled: {subject: "Abgesagt: {name}", heading: "Die Veranstaltung ist abgesagt.", action: "Zur Verlosung", body: []string{
				"{name} ist abgesagt und damit auch die Verlosung, an der du teilgenommen hast. Du musst nichts tun.",
			}},
			BallotClosed: {subject: "Die Verlosung ist vorbei: {name}", heading: "Die Verlosung ist beendet.", action: "Zur Verlosung", body: []string{
				"Die Verlosung für {name} wurde geschlossen, bevor du dran warst. Über sie bekommt niemand mehr ein Ticket.",
			}},
		},
		entry: "Dein Los", drawn: "Dein gezogener Platz", place: "{place} von {of}",
		check:  "Prüfe die Ziehung selbst: Wer teilnahm, das Siegel und die Zahl, mit der gezogen wurde, sind öffentlich.",
		footer: "Du bekommst diese E-Mail, weil du mit dieser Adresse an der Verlosung für {name} teilgenommen hast.",
	},
	french: {
		offered: wording{subject: "Vous êtes tiré(e) au sort : répondez avant le {deadline_short} – {title}", heading: "Le sort vous a désigné !", body: []string{
			"Au tirage pour {title}, vous avez obtenu la place {place} sur {of} : {held}.",
			"Veuillez répondre avant le {deadline}. Ensuite, l’offre passe à la personne suivante dans l’ordre tiré au sort.",
		}},
		waiting: wording{subject: "Place {place} au tirage : {title}", heading: "Vous êtes sur la liste d’attente, dans l’ordre tiré au sort.", body: []string{
			"Au tirage pour {title}, vous avez obtenu la place {place} sur {of}. Les billets disponibles sont allés aux personnes tirées avant vous.",
			"Vous n’avez rien d’autre à faire. Ce qui revient va à la personne suivante dans cet ordre, et nous vous écrirons quand viendra votre tour.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Le tirage est terminé : {name}", heading: "Vous n’avez pas obtenu de billet cette fois-ci.", action: "Voir le tirage", body: []string{
				"Au tirage pour {name}, vous avez obtenu la place {place} sur {of}. Les billets et les places sur la liste d’attente sont allés aux personnes tirées avant vous.",
			}},
			BallotRefused: {subject: "Le tirage est terminé : {name}", heading: "Vous n’avez pas obtenu de billet cette fois-ci.", action: "Voir le tirage", body: []string{
				"Vous avez participé au tirage pour {name}, mais vous n’avez pas pu être inscrit(e) sur la liste d’attente quand votre tour est venu : vous avez peut-être déjà des billets, ou les inscriptions ont changé entre-temps.",
			}},
			BallotStruck: {subject: "Le tirage est terminé : {name}", heading: "Votre participation a été retirée du tirage.", action: "Voir le tirage", body: []string{
				"L’organisateur a retiré votre participation du tirage pour {name} avant qu’il ait lieu. Toutes les participations retirées sont publiques, chacune avec son motif. Si vous pensez que c’est une erreur, contactez l’organisateur.",
			}},
			BallotCancelled: {subject: "Annulé : {name}", heading: "L’événement est annulé.", action: "Voir le tirage", body: []string{
				"{name} est annulé, et avec lui le tirage auquel vous avez participé. Vous n’avez rien à faire.",
			}},
			BallotClosed: {subject: "Le tirage est terminé : {name}", heading: "Le tirage a pris fin.", action: "Voir le tirage", body: []string{
				"Le tirage pour {name} a été clos avant votre tour. Plus personne n’obtient de billet par ce tirage.",
			}},
		},
		entry: "Votre participation", drawn: "Votre place au tirage", place: "{place} sur {of}",
		check:  "Vérifiez le tirage vous-même : les participations, le scellé et le nombre qui a servi au tirage sont publics.",
		footer: "Vous recevez cet e-mail parce que vous avez participé avec cette adresse au tirage pour {name}.",
	},
	spanish: {
		offered: wording{subject: "Te ha tocado: acepta antes del {deadline_short} – {title}", heading: "¡Te ha tocado!", body: []string{
			"En el sorteo de {title} te ha salido el puesto {place} de {of}: {held}.",
			"Acepta antes del {deadline}. Después pasa a la siguiente persona en el orden sorteado.",
		}},
		waiting: wording{subject: "Puesto {place} en el sorteo: {title}", heading: "Estás en la lista de espera, en el orden sorteado.", body: []string{
			"En el sorteo de {title} te ha salido el puesto {place} de {of}. Las entradas que había fueron para quienes salieron antes que tú.",
			"No tienes que hacer nada más. Lo que vuelva a quedar libre va a la siguiente persona en este orden, y te escribiremos cuando te toque.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "El sorteo ha terminado: {name}", heading: "Esta vez no has conseguido entrada.", action: "Ver el sorteo", body: []string{
				"En el sorteo de {name} te ha salido el puesto {place} de {of}. Las entradas y los puestos en la lista de espera fueron para quienes salieron antes que tú.",
			}},
			BallotRefused: {subject: "El sorteo ha terminado: {name}", heading: "Esta vez no has conseguido entrada.", action: "Ver el sorteo", body: []string{
				"Participaste en el sorteo de {name}, pero no pudimos ponerte en la lista de espera cuando llegó tu turno: quizá ya tienes entradas o la inscripción ha cambiado mientras tanto.",
			}},
			BallotStruck: {subject: "El sorteo ha terminado: {name}", heading: "Tu participación se retiró del sorteo.", action: "Ver el sorteo", body: []string{
				"El organizador retiró tu participación del sorteo de {name} antes de que se celebrara. Todas las participaciones retiradas son públicas, cada una con su motivo. Si crees que es un error, contacta con el organizador.",
			}},
			BallotCancelled: {subject: "Cancelado: {name}", heading: "El evento se ha cancelado.", action: "Ver el sorteo", body: []string{
				"{name} se ha cancelado, y con él el sorteo en el que participabas. No tienes que hacer nada.",
			}},
			BallotClosed: {subject: "El sorteo ha terminado: {name}", heading: "El sorteo ha terminado.", action: "Ver el sorteo", body: []string{
				"El sorteo de {name} se cerró antes de que llegara tu turno. Nadie más recibe entradas por él.",
			}},
		},
		entry: "Tu participación", drawn: "Tu puesto en el sorteo", place: "{place} de {of}",
		check:  "Comprueba el sorteo por tu cuenta: quién participó, el sello y el número con el que se sorteó son públicos.",
		footer: "Recibes este correo porque participaste con esta dirección en el sorteo de {name}.",
	},
	italian: {
		offered: wording{subject: "Sei tra gli estratti: accetta entro il {deadline_short} – {title}", heading: "Sei tra gli estratti!", body: []string{
			"Nel sorteggio per {title} ti è toccato il posto {place} su {of}: {held}.",
			"Accetta entro il {deadline}. Poi passa alla persona successiva nell’ordine estratto.",
		}},
		waiting: wording{subject: "Posto {place} nel sorteggio: {title}", heading: "Sei in lista d’attesa, nell’ordine estratto.", body: []string{
			"Nel sorteggio per {title} ti è toccato il posto {place} su {of}. I biglietti disponibili sono andati a chi è stato estratto prima di te.",
			"Non devi fare altro. Ciò che si libera va alla persona successiva in questo ordine, e ti scriveremo quando sarà il tuo turno.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Il sorteggio è concluso: {name}", heading: "Questa volta non hai ottenuto un biglietto.", action: "Vedi il sorteggio", body: []string{
				"Nel sorteggio per {name} ti è toccato il posto {place} su {of}. I biglietti e i posti in lista d’attesa sono andati a chi è stato estratto prima di te.",
			}},
			BallotRefused: {subject: "Il sorteggio è concluso: {name}", heading: "Questa volta non hai ottenuto un biglietto.", action: "Vedi il sorteggio", body: []string{
				"Hai partecipato al sorteggio per {name}, ma al tuo turno non è stato possibile metterti in lista d’attesa: forse hai già dei biglietti, oppure nel frattempo le iscrizioni sono cambiate.",
			}},
			BallotStruck: {subject: "Il sorteggio è concluso: {name}", heading: "La tua partecipazione è stata tolta dal sorteggio.", action: "Vedi il sorteggio", body: []string{
				"L’organizzatore ha tolto la tua partecipazione dal sorteggio per {name} prima dell’estrazione. Tutte le partecipazioni tolte sono pubbliche, ognuna con il suo motivo. Se pensi che sia un errore, contatta l’organizzatore.",
			}},
			BallotCancelled: {subject: "Annullato: {name}", heading: "L’evento è annullato.", action: "Vedi il sorteggio", body: []string{
				"{name} è annullato, e con esso il sorteggio a cui hai partecipato. Non devi fare nulla.",
			}},
			BallotClosed: {subject: "Il sorteggio è concluso: {name}", heading: "Il sorteggio è terminato.", action: "Vedi il sorteggio", body: []string{
				"Il sorteggio per {name} è stato chiuso prima del tuo turno. Nessun altro riceve biglietti in questo modo.",
			}},
		},
		entry: "La tua partecipazione", drawn: "Il tuo posto nel sorteggio", place: "{place} su {of}",
		check:  "Verifica tu stesso il sorteggio: chi ha partecipato, il sigillo e il numero con cui è stato estratto sono pubblici.",
		footer: "Ricevi questa e-mail perché hai partecipato con questo indirizzo al sorteggio per {name}.",
	},
	dutch: {
		offered: wording{subject: "Je bent ingeloot: accepteer vóór {deadline_short} – {title}", heading: "Je bent ingeloot!", body: []string{
			"Bij de loting voor {title} heb je plek {place} van {of}: {held}.",
			"Accepteer vóór {deadline}. Daarna gaat het naar de volgende in de gelote volgorde.",
		}},
		waiting: wording{subject: "Plek {place} in de loting: {title}", heading: "Je staat op de wachtlijst, in de gelote volgorde.", body: []string{
			"Bij de loting voor {title} heb je plek {place} van {of}. De tickets die er waren, gingen naar mensen die vóór jou werden geloot.",
			"Je hoeft verder niets te doen. Wat terugkomt, gaat naar de volgende in deze volgorde, en we mailen je als je aan de beurt bent.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "De loting is voorbij: {name}", heading: "Deze keer heb je geen ticket.", action: "Naar de loting", body: []string{
				"Bij de loting voor {name} heb je plek {place} van {of}. De tickets en de plekken op de wachtlijst gingen naar mensen die vóór jou werden geloot.",
			}},
			BallotRefused: {subject: "De loting is voorbij: {name}", heading: "Deze keer heb je geen ticket.", action: "Naar de loting", body: []string{
				"Je deed mee aan de loting voor {name}, maar je kon niet op de wachtlijst worden gezet toen je aan de beurt was: misschien heb je al tickets, of de aanmelding is intussen veranderd.",
			}},
			BallotStruck: {subject: "De loting is voorbij: {name}", heading: "Je deelname is uit de loting gehaald.", action: "Naar de loting", body: []string{
				"De organisator heeft je deelname vóór de trekking uit de loting voor {name} gehaald. Alle deelnames die eruit zijn gehaald, zijn openbaar, elk met de reden. Denk je dat dit een vergissing is, neem dan contact op met de organisator.",
			}},
			BallotCancelled: {subject: "Geannuleerd: {name}", heading: "Het evenement is geannuleerd.", action: "Naar de loting", body: []string{
				"{name} is geannuleerd, en daarmee ook de loting waaraan je meedeed. Je hoeft niets te doen.",
			}},
			BallotClosed: {subject: "De loting is voorbij: {name}", heading: "De loting is beëindigd.", action: "Naar de loting", body: []string{
				"De loting voor {name} werd gesloten voordat je aan de beurt was. Niemand krijgt hierdoor nog een ticket.",
			}},
		},
		entry: "Je deelname", drawn: "Je gelote plek", place: "{place} van {of}",
		check:  "Controleer de loting zelf: wie meedeed, het zegel en het getal waarmee is geloot, zijn openbaar.",
		footer: "Je ontvangt deze e-mail omdat je met dit adres meedeed aan de loting voor {name}.",
	},
	portuguese: {
		offered: wording{subject: "O sorteio deu-lhe um lugar: aceite até {deadline_short} – {title}", heading: "O sorteio deu-lhe um lugar!", body: []string{
			"No sorteio para {title} ficou na posição {place} de {of}: {held}.",
			"Aceite até {deadline}. Depois passa para a pessoa seguinte na ordem sorteada.",
		}},
		waiting: wording{subject: "Posição {place} no sorteio: {title}", heading: "Está na lista de espera, na ordem sorteada.", body: []string{
			"No sorteio para {title} ficou na posição {place} de {of}. Os bilhetes que havia foram para quem foi sorteado antes de si.",
			"Não precisa de fazer mais nada. O que voltar a ficar livre vai para a pessoa seguinte nesta ordem, e enviamos-lhe um e-mail quando chegar a sua vez.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "O sorteio terminou: {name}", heading: "Desta vez não conseguiu bilhete.", action: "Ver o sorteio", body: []string{
				"No sorteio para {name} ficou na posição {place} de {of}. Os bilhetes e os lugares na lista de espera foram para quem foi sorteado antes de si.",
			}},
			BallotRefused: {subject: "O sorteio terminou: {name}", heading: "Desta vez não conseguiu bilhete.", action: "Ver o sorteio", body: []string{
				"Participou no sorteio para {name}, mas não foi possível colocá-lo na lista de espera quando chegou a sua vez: talvez já tenha bilhetes, ou a inscrição mudou entretanto.",
			}},
			BallotStruck: {subject: "O sorteio terminou: {name}", heading: "A sua participação foi retirada do sorteio.", action: "Ver o sorteio", body: []string{
				"O organizador retirou a sua participação do sorteio para {name} antes da extração. Todas as participações retiradas são públicas, cada uma com o seu motivo. Se acha que é um engano, contacte o organizador.",
			}},
			BallotCancelled: {subject: "Cancelado: {name}", heading: "O evento foi cancelado.", action: "Ver o sorteio", body: []string{
				"{name} foi cancelado, e com ele o sorteio em que participou. Não precisa de fazer nada.",
			}},
			BallotClosed: {subject: "O sorteio terminou: {name}", heading: "O sorteio terminou.", action: "Ver o sorteio", body: []string{
				"O sorteio para {name} foi encerrado antes de chegar a sua vez. Mais ninguém recebe bilhetes por ele.",
			}},
		},
		entry: "A sua participação", drawn: "A sua posição no sorteio", place: "{place} de {of}",
		check:  "Verifique o sorteio: quem participou, o selo e o número com que foi sorteado são públicos.",
		footer: "Recebe este e-mail porque participou com este endereço no sorteio para {name}.",
	},
	polish: {
		offered: wording{subject: "Wylosowano Cię: przyjmij do {deadline_short} – {title}", heading: "Wylosowano Cię!", body: []string{
			"W losowaniu na {title} przypadło Ci miejsce {place} z {of}: {held}.",
			"Przyjmij do {deadline}. Potem przejdzie to na następną osobę w wylosowanej kolejności.",
		}},
		waiting: wording{subject: "Miejsce {place} w losowaniu: {title}", heading: "Jesteś na liście oczekujących, w wylosowanej kolejności.", body: []string{
			"W losowaniu na {title} przypadło Ci miejsce {place} z {of}. Dostępne bilety trafiły do osób wylosowanych przed Tobą.",
			"Nie musisz nic więcej robić. To, co się zwolni, dostaje następna osoba w tej kolejności, a gdy przyjdzie Twoja kolej, napiszemy do Ciebie.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Losowanie się skończyło: {name}", heading: "Tym razem nie masz biletu.", action: "Zobacz losowanie", body: []string{
				"W losowaniu na {name} przypadło Ci miejsce {place} z {of}. Bilety i miejsca na liście oczekujących trafiły do osób wylosowanych przed Tobą.",
			}},
			BallotRefused: {subject: "Losowanie się skończyło: {name}", heading: "Tym razem nie masz biletu.", action: "Zobacz losowanie", body: []string{
				"Bierzesz udział w losowaniu na {name}, ale gdy przyszła Twoja kolej, nie można było wpisać Cię na listę oczekujących: być może masz już bilety albo zapisy w międzyczasie się zmieniły.",
			}},
			BallotStruck: {subject: "Losowanie się skończyło: {name}", heading: "Twoje zgłoszenie usunięto z losowania.", action: "Zobacz losowanie", body: []string{
				"Organizator usunął Twoje zgłoszenie z losowania na {name} przed jego przeprowadzeniem. Wszystkie usunięte zgłoszenia są jawne, każde z podaniem powodu. Jeśli uważasz, że to pomyłka, skontaktuj się z organizatorem.",
			}},
			BallotCancelled: {subject: "Odwołane: {name}", heading: "Wydarzenie zostało odwołane.", action: "Zobacz losowanie", body: []string{
				"{name} zostało odwołane, a z nim losowanie, w którym bierzesz udział. Nie musisz nic robić.",
			}},
			BallotClosed: {subject: "Losowanie się skończyło: {name}", heading: "Losowanie zostało zakończone.", action: "Zobacz losowanie", body: []string{
				"Losowanie na {name} zamknięto, zanim przyszła Twoja kolej. Nikt więcej nie dostanie przez nie biletu.",
			}},
		},
		entry: "Twoje zgłoszenie", drawn: "Twoje wylosowane miejsce", place: "{place} z {of}",
		check:  "Sprawdź losowanie samodzielnie: zgłoszenia, pieczęć i liczba, z której losowano, są jawne.",
		footer: "Dostajesz tę wiadomość, bo tym adresem zgłoszono udział w losowaniu na {name}.",
	},
	czech: {
		offered: wording{subject: "Máte vylosováno: přijměte do {deadline_short} – {title}", heading: "Máte vylosováno!", body: []string{
			"V losování na {title} na vás vyšlo místo {place} z {of}: {held}.",
			"Přijměte prosím do {deadline}. Potom připadne další osobě ve vylosovaném pořadí.",
		}},
		waiting: wording{subject: "Místo {place} v losování: {title}", heading: "Jste na čekací listině ve vylosovaném pořadí.", body: []string{
			"V losování na {title} na vás vyšlo místo {place} z {of}. Vstupenky, které byly k dispozici, dostali lidé vylosovaní před vámi.",
			"Nemusíte dělat nic dalšího. Co se uvolní, dostane další osoba v tomto pořadí, a až na vás přijde řada, napíšeme vám.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Losování skončilo: {name}", heading: "Tentokrát na vás vstupenka nevyšla.", action: "Zobrazit losování", body: []string{
				"V losování na {name} na vás vyšlo místo {place} z {of}. Vstupenky i místa na čekací listině dostali lidé vylosovaní před vámi.",
			}},
			BallotRefused: {subject: "Losování skončilo: {name}", heading: "Tentokrát na vás vstupenka nevyšla.", action: "Zobrazit losování", body: []string{
				"Účastníte se losování na {name}, ale když na vás přišla řada, nebylo možné vás zapsat na čekací listinu: možná už vstupenky máte, nebo se mezitím změnilo přihlašování.",
			}},
			BallotStruck: {subject: "Losování skončilo: {name}", heading: "Vaše přihláška byla z losování vyřazena.", action: "Zobrazit losování", body: []string{
				"Pořadatel vyřadil vaši přihlášku z losování na {name} ještě před tahem. Všechny vyřazené přihlášky jsou veřejné, každá s důvodem. Pokud si myslíte, že jde o omyl, obraťte se na pořadatele.",
			}},
			BallotCancelled: {subject: "Zrušeno: {name}", heading: "Akce je zrušena.", action: "Zobrazit losování", body: []string{
				"{name} se ruší a s ní i losování, kterého jste se účastnili. Nemusíte nic dělat.",
			}},
			BallotClosed: {subject: "Losování skončilo: {name}", heading: "Losování bylo ukončeno.", action: "Zobrazit losování", body: []string{
				"Losování na {name} bylo uzavřeno dřív, než na vás přišla řada. Nikdo další už přes něj vstupenku nedostane.",
			}},
		},
		entry: "Vaše přihláška", drawn: "Vaše vylosované místo", place: "{place} z {of}",
		check:  "Ověřte si losování: přihlášky, pečeť i číslo, kterým se losovalo, jsou veřejné.",
		footer: "Tento e-mail dostáváte, protože jste se s touto adresou přihlásili do losování na {name}.",
	},
	swedish: {
		offered: wording{subject: "Du har lottats fram: tacka ja senast {deadline_short} – {title}", heading: "Du har lottats fram!", body: []string{
			"I utlottningen till {title} fick du plats {place} av {of}: {held}.",
			"Tacka ja senast {deadline}. Därefter går den till nästa person i den lottade ordningen.",
		}},
		waiting: wording{subject: "Plats {place} i utlottningen: {title}", heading: "Du står på väntelistan, i den lottade ordningen.", body: []string{
			"I utlottningen till {title} fick du plats {place} av {of}. Biljetterna som fanns gick till dem som lottades fram före dig.",
			"Du behöver inte göra något mer. Det som blir ledigt går till nästa person i den här ordningen, och vi mejlar dig när det är din tur.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Utlottningen är över: {name}", heading: "Du fick ingen biljett den här gången.", action: "Visa utlottningen", body: []string{
				"I utlottningen till {name} fick du plats {place} av {of}. Biljetterna och platserna på väntelistan gick till dem som lottades fram före dig.",
			}},
			BallotRefused: {subject: "Utlottningen är över: {name}", heading: "Du fick ingen biljett den här gången.", action: "Visa utlottningen", body: []string{
				"Du deltog i utlottningen till {name}, men kunde inte sättas upp på väntelistan när det var din tur: du kanske redan har biljetter, eller så har anmälan ändrats under tiden.",
			}},
			BallotStruck: {subject: "Utlottningen är över: {name}", heading: "Din anmälan togs bort ur utlottningen.", action: "Visa utlottningen", body: []string{
				"Arrangören tog bort din anmälan ur utlottningen till {name} före dragningen. Alla borttagna anmälningar är offentliga, var och en med sitt skäl. Kontakta arrangören om du tror att det är ett misstag.",
			}},
			BallotCancelled: {subject: "Inställt: {name}", heading: "Evenemanget är inställt.", action: "Visa utlottningen", body: []string{
				"{name} är inställt, och därmed även utlottningen som du deltog i. Du behöver inte göra något.",
			}},
			BallotClosed: {subject: "Utlottningen är över: {name}", heading: "Utlottningen har avslutats.", action: "Visa utlottningen", body: []string{
				"Utlottningen till {name} stängdes innan det var din tur. Ingen mer får en biljett genom den.",
			}},
		},
		entry: "Din anmälan", drawn: "Din plats i utlottningen", place: "{place} av {of}",
		check:  "Kontrollera utlottningen själv: vilka som deltog, sigillet och talet som den gjordes med är offentliga.",
		footer: "Du får det här mejlet eftersom du deltog i utlottningen till {name} med den här adressen.",
	},
	turkish: {
		offered: wording{subject: "Kurada çıktınız: {deadline_short} tarihine kadar alın – {title}", heading: "Kurada çıktınız!", body: []string{
			"{title} kurasında {of} kişi arasında {place}. sıradasınız: {held}.",
			"Lütfen {deadline} tarihine kadar alın. Sonrasında kura sırasındaki bir sonraki kişiye geçer.",
		}},
		waiting: wording{subject: "Kurada {place}. sıra: {title}", heading: "Kura sırasına göre bekleme listesindesiniz.", body: []string{
			"{title} kurasında {of} kişi arasında {place}. sıradasınız. Var olan biletler sizden önce çıkan kişilere gitti.",
			"Başka bir şey yapmanız gerekmiyor. Boşalan yerler bu sıradaki bir sonraki kişiye gider; sıra size geldiğinde e-posta göndereceğiz.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "Kura sona erdi: {name}", heading: "Bu kez bilet çıkmadı.", action: "Kurayı görüntüle", body: []string{
				"{name} kurasında {of} kişi arasında {place}. sıradasınız. Biletler ve bekleme listesindeki yerler sizden önce çıkan kişilere gitti.",
			}},
			BallotRefused: {subject: "Kura sona erdi: {name}", heading: "Bu kez bilet çıkmadı.", action: "Kurayı görüntüle", body: []string{
				"{name} kurasına katıldınız, ancak sıra size geldiğinde bekleme listesine alınamadınız: zaten biletiniz olabilir ya da kayıt koşulları bu arada değişmiş olabilir.",
			}},
			BallotStruck: {subject: "Kura sona erdi: {name}", heading: "Katılımınız kuradan çıkarıldı.", action: "Kurayı görüntüle", body: []string{
				"Organizatör, katılımınızı çekilişten önce {name} kurasından çıkardı. Çıkarılan tüm katılımlar, nedenleriyle birlikte herkese açıktır. Bunun bir hata olduğunu düşünüyorsanız lütfen organizatörle iletişime geçin.",
			}},
			BallotCancelled: {subject: "İptal edildi: {name}", heading: "Etkinlik iptal edildi.", action: "Kurayı görüntüle", body: []string{
				"{name} ve onunla birlikte katıldığınız kura iptal edildi. Bir şey yapmanız gerekmiyor.",
			}},
			BallotClosed: {subject: "Kura sona erdi: {name}", heading: "Kura sona erdi.", action: "Kurayı görüntüle", body: []string{
				"{name} kurası, sıra size gelmeden kapatıldı. Bu kurayla artık kimse bilet alamaz.",
			}},
		},
		entry: "Katılımınız", drawn: "Kuradaki sıranız", place: "{place} / {of}",
		check:  "Kurayı kendiniz doğrulayın: katılımlar, mühür ve kurada kullanılan sayı herkese açıktır.",
		footer: "Bu e-postayı, {name} kurasına bu adresle katıldığınız için alıyorsunuz.",
	},
	arabic: {
		offered: wording{subject: "وقع عليك الاختيار: أكّد قبل {deadline_short} – {title}", heading: "وقع عليك الاختيار في القرعة!", body: []string{
			"في قرعة {title} جاء ترتيبك {place} من {of}: {held}.",
			"يرجى التأكيد قبل {deadline}. بعد ذلك ينتقل العرض إلى التالي في ترتيب القرعة.",
		}},
		waiting: wording{subject: "ترتيبك في القرعة {place}: {title}", heading: "أنت في قائمة الانتظار بترتيب القرعة.", body: []string{
			"في قرعة {title} جاء ترتيبك {place} من {of}. ذهبت التذاكر المتاحة إلى من سبقوك في القرعة.",
			"لا يلزمك شيء آخر. كل ما يتاح من جديد يذهب إلى التالي في هذا الترتيب، وسنراسلك عندما يحين دورك.",
		}},
		mails: map[BallotResult]wording{
			BallotFull: {subject: "انتهت القرعة: {name}", heading: "لم تحصل على تذكرة هذه المرة.", action: "عرض القرعة", body: []string{
				"في قرعة {name} جاء ترتيبك {place} من {of}. ذهبت التذاكر والأماكن في قائمة الانتظار إلى من سبقوك في القرعة.",
			}},
			BallotRefused: {subject: "انتهت القرعة: {name}", heading: "لم تحصل على تذكرة هذه المرة.", action: "عرض القرعة", body: []string{
				"شاركت في قرعة {name}، لكن تعذّر وضعك في قائمة الانتظار عندما حان دورك: ربما لديك تذاكر بالفعل، أو تغيّر التسجيل في هذه الأثناء.",
			}},
			BallotStruck: {subject: "انتهت القرعة: {name}", heading: "أُزيلت مشاركتك من القرعة.", action: "عرض القرعة", body: []string{
				"أزال المنظّم مشاركتك من قرعة {name} قبل السحب. جميع المشاركات التي أُزيلت معلنة للجميع، وكل منها مع سببها. إذا كنت تظن أن هذا خطأ فيرجى التواصل مع المنظّم.",
			}},
			BallotCancelled: {subject: "أُلغيت: {name}", heading: "أُلغيت الفعالية.", action: "عرض القرعة", body: []string{
				"أُلغيت {name}، ومعها القرعة التي شاركت فيها. لا يلزمك القيام بأي شيء.",
			}},
			BallotClosed: {subject: "انتهت القرعة: {name}", heading: "انتهت القرعة.", action: "عرض القرعة", body: []string{
				"أُغلقت قرعة {name} قبل أن يحين دورك. لن يحصل أحد بعد الآن على تذكرة عن طريقها.",
			}},
		},
		entry: "مشاركتك", drawn: "ترتيبك في القرعة", place: "{place} من {of}",
		check:  "تحقّق من القرعة بنفسك: المشاركات والختم والرقم الذي أُجريت به معلنة للجميع.",
		footer: "تصلك هذه الرسالة لأنك شاركت بهذا العنوان في قرعة {name}.",
	},
}
