package drawmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// Ballots are what is said of ballots, by language.
var Ballots = map[*mailkit.Language]*BallotWords{
	mailkit.English: {
		Offered: mailkit.Wording{Subject: "You were drawn: claim by {deadline_short} – {title}", Heading: "You were drawn!", Body: []string{
			"You drew place {place} of {of} in the ballot for {title}: {held}.",
			"Please claim by {deadline}. After that it goes to whoever is next in the order that was drawn.",
		}},
		Waiting: mailkit.Wording{Subject: "Place {place} in the ballot: {title}", Heading: "You’re on the waitlist, in the order that was drawn.", Body: []string{
			"You drew place {place} of {of} in the ballot for {title}. The tickets that were there went to people who were drawn before you.",
			"There’s nothing else to do. Whatever comes back goes to the next in this order, and we’ll email you when it’s your turn.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "The ballot is over: {name}", Heading: "You didn’t get a ticket this time.", Action: "View the ballot", Body: []string{
				"You drew place {place} of {of} in the ballot for {name}. The tickets and the places on the waitlist went to people who were drawn before you.",
			}},
			BallotRefused: {Subject: "The ballot is over: {name}", Heading: "You didn’t get a ticket this time.", Action: "View the ballot", Body: []string{
				"You took part in the ballot for {name}, but couldn’t be put on the waitlist when it was your turn: you may have tickets already, or registration has changed meanwhile.",
			}},
			BallotStruck: {Subject: "The ballot is over: {name}", Heading: "Your entry was taken out of the ballot.", Action: "View the ballot", Body: []string{
				"The organizer took your entry out of the ballot for {name} before the draw. All entries that were taken out are public, each with its reason. If you think this is a mistake, please contact the organizer.",
			}},
			BallotCancelled: {Subject: "Cancelled: {name}", Heading: "The event is cancelled.", Action: "View the ballot", Body: []string{
				"{name} is cancelled, and with it the ballot that you took part in. You don’t have to do anything.",
			}},
			BallotClosed: {Subject: "The ballot is over: {name}", Heading: "The ballot has ended.", Action: "View the ballot", Body: []string{
				"The ballot for {name} was closed before it was your turn. Nobody else gets a ticket through it.",
			}},
		},
		entry: "Your entry", drawn: "Your place in the draw", place: "{place} of {of}",
		Check:  "Check the draw yourself: who took part, the seal and the number it was drawn with are public.",
		footer: "You’re receiving this email because you entered the ballot for {name} with this address.",
	},
	mailkit.German: {
		Offered: mailkit.Wording{Subject: "Du wurdest gezogen: bis {deadline_short} annehmen – {title}", Heading: "Du wurdest gezogen!", Body: []string{
			"In der Verlosung für {title} hast du Platz {place} von {of}: {held}.",
			"Bitte nimm bis {deadline} an. Danach geht es an die Nächsten in der gezogenen Reihenfolge.",
		}},
		Waiting: mailkit.Wording{Subject: "Platz {place} in der Verlosung: {title}", Heading: "Du bist auf der Warteliste, in der gezogenen Reihenfolge.", Body: []string{
			"In der Verlosung für {title} hast du Platz {place} von {of}. Die vorhandenen Tickets gingen an Personen, die vor dir gezogen wurden.",
			"Du musst nichts weiter tun. Was zurückkommt, geht an die Nächsten in dieser Reihenfolge, und wir schreiben dir, sobald du dran bist.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Die Verlosung ist vorbei: {name}", Heading: "Diesmal hat es nicht geklappt.", Action: "Zur Verlosung", Body: []string{
				"In der Verlosung für {name} hast du Platz {place} von {of}. Die Tickets und die Plätze auf der Warteliste gingen an Personen, die vor dir gezogen wurden.",
			}},
			BallotRefused: {Subject: "Die Verlosung ist vorbei: {name}", Heading: "Diesmal hat es nicht geklappt.", Action: "Zur Verlosung", Body: []string{
				"Du hast an der Verlosung für {name} teilgenommen, konntest aber nicht auf die Warteliste gesetzt werden, als du dran warst: Vielleicht hast du schon Tickets, oder die Anmeldung hat sich inzwischen geändert.",
			}},
			BallotStruck: {Subject: "Die Verlosung ist vorbei: {name}", Heading: "Dein Los wurde aus der Verlosung genommen.", Action: "Zur Verlosung", Body: []string{
				"Der Veranstalter hat dein Los vor der Ziehung aus der Verlosung für {name} genommen. Alle herausgenommenen Lose sind öffentlich, jedes mit seinem Grund. Wenn du das für einen Fehler hältst, wende dich bitte an den Veranstalter.",
			}},
			BallotCancelled: {Subject: "Abgesagt: {name}", Heading: "Die Veranstaltung ist abgesagt.", Action: "Zur Verlosung", Body: []string{
				"{name} ist abgesagt und damit auch die Verlosung, an der du teilgenommen hast. Du musst nichts tun.",
			}},
			BallotClosed: {Subject: "Die Verlosung ist vorbei: {name}", Heading: "Die Verlosung ist beendet.", Action: "Zur Verlosung", Body: []string{
				"Die Verlosung für {name} wurde geschlossen, bevor du dran warst. Über sie bekommt niemand mehr ein Ticket.",
			}},
		},
		entry: "Dein Los", drawn: "Dein gezogener Platz", place: "{place} von {of}",
		Check:  "Prüfe die Ziehung selbst: Wer teilnahm, das Siegel und die Zahl, mit der gezogen wurde, sind öffentlich.",
		footer: "Du bekommst diese E-Mail, weil du mit dieser Adresse an der Verlosung für {name} teilgenommen hast.",
	},
	mailkit.French: {
		Offered: mailkit.Wording{Subject: "Vous êtes tiré(e) au sort : répondez avant le {deadline_short} – {title}", Heading: "Le sort vous a désigné !", Body: []string{
			"Au tirage pour {title}, vous avez obtenu la place {place} sur {of} : {held}.",
			"Veuillez répondre avant le {deadline}. Ensuite, l’offre passe à la personne suivante dans l’ordre tiré au sort.",
		}},
		Waiting: mailkit.Wording{Subject: "Place {place} au tirage : {title}", Heading: "Vous êtes sur la liste d’attente, dans l’ordre tiré au sort.", Body: []string{
			"Au tirage pour {title}, vous avez obtenu la place {place} sur {of}. Les billets disponibles sont allés aux personnes tirées avant vous.",
			"Vous n’avez rien d’autre à faire. Ce qui revient va à la personne suivante dans cet ordre, et nous vous écrirons quand viendra votre tour.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Le tirage est terminé : {name}", Heading: "Vous n’avez pas obtenu de billet cette fois-ci.", Action: "Voir le tirage", Body: []string{
				"Au tirage pour {name}, vous avez obtenu la place {place} sur {of}. Les billets et les places sur la liste d’attente sont allés aux personnes tirées avant vous.",
			}},
			BallotRefused: {Subject: "Le tirage est terminé : {name}", Heading: "Vous n’avez pas obtenu de billet cette fois-ci.", Action: "Voir le tirage", Body: []string{
				"Vous avez participé au tirage pour {name}, mais vous n’avez pas pu être inscrit(e) sur la liste d’attente quand votre tour est venu : vous avez peut-être déjà des billets, ou les inscriptions ont changé entre-temps.",
			}},
			BallotStruck: {Subject: "Le tirage est terminé : {name}", Heading: "Votre participation a été retirée du tirage.", Action: "Voir le tirage", Body: []string{
				"L’organisateur a retiré votre participation du tirage pour {name} avant qu’il ait lieu. Toutes les participations retirées sont publiques, chacune avec son motif. Si vous pensez que c’est une erreur, contactez l’organisateur.",
			}},
			BallotCancelled: {Subject: "Annulé : {name}", Heading: "L’événement est annulé.", Action: "Voir le tirage", Body: []string{
				"{name} est annulé, et avec lui le tirage auquel vous avez participé. Vous n’avez rien à faire.",
			}},
			BallotClosed: {Subject: "Le tirage est terminé : {name}", Heading: "Le tirage a pris fin.", Action: "Voir le tirage", Body: []string{
				"Le tirage pour {name} a été clos avant votre tour. Plus personne n’obtient de billet par ce tirage.",
			}},
		},
		entry: "Votre participation", drawn: "Votre place au tirage", place: "{place} sur {of}",
		Check:  "Vérifiez le tirage vous-même : les participations, le scellé et le nombre qui a servi au tirage sont publics.",
		footer: "Vous recevez cet e-mail parce que vous avez participé avec cette adresse au tirage pour {name}.",
	},
	mailkit.Spanish: {
		Offered: mailkit.Wording{Subject: "Te ha tocado: acepta antes del {deadline_short} – {title}", Heading: "¡Te ha tocado!", Body: []string{
			"En el sorteo de {title} te ha salido el puesto {place} de {of}: {held}.",
			"Acepta antes del {deadline}. Después pasa a la siguiente persona en el orden sorteado.",
		}},
		Waiting: mailkit.Wording{Subject: "Puesto {place} en el sorteo: {title}", Heading: "Estás en la lista de espera, en el orden sorteado.", Body: []string{
			"En el sorteo de {title} te ha salido el puesto {place} de {of}. Las entradas que había fueron para quienes salieron antes que tú.",
			"No tienes que hacer nada más. Lo que vuelva a quedar libre va a la siguiente persona en este orden, y te escribiremos cuando te toque.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "El sorteo ha terminado: {name}", Heading: "Esta vez no has conseguido entrada.", Action: "Ver el sorteo", Body: []string{
				"En el sorteo de {name} te ha salido el puesto {place} de {of}. Las entradas y los puestos en la lista de espera fueron para quienes salieron antes que tú.",
			}},
			BallotRefused: {Subject: "El sorteo ha terminado: {name}", Heading: "Esta vez no has conseguido entrada.", Action: "Ver el sorteo", Body: []string{
				"Participaste en el sorteo de {name}, pero no pudimos ponerte en la lista de espera cuando llegó tu turno: quizá ya tienes entradas o la inscripción ha cambiado mientras tanto.",
			}},
			BallotStruck: {Subject: "El sorteo ha terminado: {name}", Heading: "Tu participación se retiró del sorteo.", Action: "Ver el sorteo", Body: []string{
				"El organizador retiró tu participación del sorteo de {name} antes de que se celebrara. Todas las participaciones retiradas son públicas, cada una con su motivo. Si crees que es un error, contacta con el organizador.",
			}},
			BallotCancelled: {Subject: "Cancelado: {name}", Heading: "El evento se ha cancelado.", Action: "Ver el sorteo", Body: []string{
				"{name} se ha cancelado, y con él el sorteo en el que participabas. No tienes que hacer nada.",
			}},
			BallotClosed: {Subject: "El sorteo ha terminado: {name}", Heading: "El sorteo ha terminado.", Action: "Ver el sorteo", Body: []string{
				"El sorteo de {name} se cerró antes de que llegara tu turno. Nadie más recibe entradas por él.",
			}},
		},
		entry: "Tu participación", drawn: "Tu puesto en el sorteo", place: "{place} de {of}",
		Check:  "Comprueba el sorteo por tu cuenta: quién participó, el sello y el número con el que se sorteó son públicos.",
		footer: "Recibes este correo porque participaste con esta dirección en el sorteo de {name}.",
	},
	mailkit.Italian: {
		Offered: mailkit.Wording{Subject: "Sei tra gli estratti: accetta entro il {deadline_short} – {title}", Heading: "Sei tra gli estratti!", Body: []string{
			"Nel sorteggio per {title} ti è toccato il posto {place} su {of}: {held}.",
			"Accetta entro il {deadline}. Poi passa alla persona successiva nell’ordine estratto.",
		}},
		Waiting: mailkit.Wording{Subject: "Posto {place} nel sorteggio: {title}", Heading: "Sei in lista d’attesa, nell’ordine estratto.", Body: []string{
			"Nel sorteggio per {title} ti è toccato il posto {place} su {of}. I biglietti disponibili sono andati a chi è stato estratto prima di te.",
			"Non devi fare altro. Ciò che si libera va alla persona successiva in questo ordine, e ti scriveremo quando sarà il tuo turno.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Il sorteggio è concluso: {name}", Heading: "Questa volta non hai ottenuto un biglietto.", Action: "Vedi il sorteggio", Body: []string{
				"Nel sorteggio per {name} ti è toccato il posto {place} su {of}. I biglietti e i posti in lista d’attesa sono andati a chi è stato estratto prima di te.",
			}},
			BallotRefused: {Subject: "Il sorteggio è concluso: {name}", Heading: "Questa volta non hai ottenuto un biglietto.", Action: "Vedi il sorteggio", Body: []string{
				"Hai partecipato al sorteggio per {name}, ma al tuo turno non è stato possibile metterti in lista d’attesa: forse hai già dei biglietti, oppure nel frattempo le iscrizioni sono cambiate.",
			}},
			BallotStruck: {Subject: "Il sorteggio è concluso: {name}", Heading: "La tua partecipazione è stata tolta dal sorteggio.", Action: "Vedi il sorteggio", Body: []string{
				"L’organizzatore ha tolto la tua partecipazione dal sorteggio per {name} prima dell’estrazione. Tutte le partecipazioni tolte sono pubbliche, ognuna con il suo motivo. Se pensi che sia un errore, contatta l’organizzatore.",
			}},
			BallotCancelled: {Subject: "Annullato: {name}", Heading: "L’evento è annullato.", Action: "Vedi il sorteggio", Body: []string{
				"{name} è annullato, e con esso il sorteggio a cui hai partecipato. Non devi fare nulla.",
			}},
			BallotClosed: {Subject: "Il sorteggio è concluso: {name}", Heading: "Il sorteggio è terminato.", Action: "Vedi il sorteggio", Body: []string{
				"Il sorteggio per {name} è stato chiuso prima del tuo turno. Nessun altro riceve biglietti in questo modo.",
			}},
		},
		entry: "La tua partecipazione", drawn: "Il tuo posto nel sorteggio", place: "{place} su {of}",
		Check:  "Verifica tu stesso il sorteggio: chi ha partecipato, il sigillo e il numero con cui è stato estratto sono pubblici.",
		footer: "Ricevi questa e-mail perché hai partecipato con questo indirizzo al sorteggio per {name}.",
	},
	mailkit.Dutch: {
		Offered: mailkit.Wording{Subject: "Je bent ingeloot: accepteer vóór {deadline_short} – {title}", Heading: "Je bent ingeloot!", Body: []string{
			"Bij de loting voor {title} heb je plek {place} van {of}: {held}.",
			"Accepteer vóór {deadline}. Daarna gaat het naar de volgende in de gelote volgorde.",
		}},
		Waiting: mailkit.Wording{Subject: "Plek {place} in de loting: {title}", Heading: "Je staat op de wachtlijst, in de gelote volgorde.", Body: []string{
			"Bij de loting voor {title} heb je plek {place} van {of}. De tickets die er waren, gingen naar mensen die vóór jou werden geloot.",
			"Je hoeft verder niets te doen. Wat terugkomt, gaat naar de volgende in deze volgorde, en we mailen je als je aan de beurt bent.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "De loting is voorbij: {name}", Heading: "Deze keer heb je geen ticket.", Action: "Naar de loting", Body: []string{
				"Bij de loting voor {name} heb je plek {place} van {of}. De tickets en de plekken op de wachtlijst gingen naar mensen die vóór jou werden geloot.",
			}},
			BallotRefused: {Subject: "De loting is voorbij: {name}", Heading: "Deze keer heb je geen ticket.", Action: "Naar de loting", Body: []string{
				"Je deed mee aan de loting voor {name}, maar je kon niet op de wachtlijst worden gezet toen je aan de beurt was: misschien heb je al tickets, of de aanmelding is intussen veranderd.",
			}},
			BallotStruck: {Subject: "De loting is voorbij: {name}", Heading: "Je deelname is uit de loting gehaald.", Action: "Naar de loting", Body: []string{
				"De organisator heeft je deelname vóór de trekking uit de loting voor {name} gehaald. Alle deelnames die eruit zijn gehaald, zijn openbaar, elk met de reden. Denk je dat dit een vergissing is, neem dan contact op met de organisator.",
			}},
			BallotCancelled: {Subject: "Geannuleerd: {name}", Heading: "Het evenement is geannuleerd.", Action: "Naar de loting", Body: []string{
				"{name} is geannuleerd, en daarmee ook de loting waaraan je meedeed. Je hoeft niets te doen.",
			}},
			BallotClosed: {Subject: "De loting is voorbij: {name}", Heading: "De loting is beëindigd.", Action: "Naar de loting", Body: []string{
				"De loting voor {name} werd gesloten voordat je aan de beurt was. Niemand krijgt hierdoor nog een ticket.",
			}},
		},
		entry: "Je deelname", drawn: "Je gelote plek", place: "{place} van {of}",
		Check:  "Controleer de loting zelf: wie meedeed, het zegel en het getal waarmee is geloot, zijn openbaar.",
		footer: "Je ontvangt deze e-mail omdat je met dit adres meedeed aan de loting voor {name}.",
	},
	mailkit.Portuguese: {
		Offered: mailkit.Wording{Subject: "O sorteio deu-lhe um lugar: aceite até {deadline_short} – {title}", Heading: "O sorteio deu-lhe um lugar!", Body: []string{
			"No sorteio para {title} ficou na posição {place} de {of}: {held}.",
			"Aceite até {deadline}. Depois passa para a pessoa seguinte na ordem sorteada.",
		}},
		Waiting: mailkit.Wording{Subject: "Posição {place} no sorteio: {title}", Heading: "Está na lista de espera, na ordem sorteada.", Body: []string{
			"No sorteio para {title} ficou na posição {place} de {of}. Os bilhetes que havia foram para quem foi sorteado antes de si.",
			"Não precisa de fazer mais nada. O que voltar a ficar livre vai para a pessoa seguinte nesta ordem, e enviamos-lhe um e-mail quando chegar a sua vez.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "O sorteio terminou: {name}", Heading: "Desta vez não conseguiu bilhete.", Action: "Ver o sorteio", Body: []string{
				"No sorteio para {name} ficou na posição {place} de {of}. Os bilhetes e os lugares na lista de espera foram para quem foi sorteado antes de si.",
			}},
			BallotRefused: {Subject: "O sorteio terminou: {name}", Heading: "Desta vez não conseguiu bilhete.", Action: "Ver o sorteio", Body: []string{
				"Participou no sorteio para {name}, mas não foi possível colocá-lo na lista de espera quando chegou a sua vez: talvez já tenha bilhetes, ou a inscrição mudou entretanto.",
			}},
			BallotStruck: {Subject: "O sorteio terminou: {name}", Heading: "A sua participação foi retirada do sorteio.", Action: "Ver o sorteio", Body: []string{
				"O organizador retirou a sua participação do sorteio para {name} antes da extração. Todas as participações retiradas são públicas, cada uma com o seu motivo. Se acha que é um engano, contacte o organizador.",
			}},
			BallotCancelled: {Subject: "Cancelado: {name}", Heading: "O evento foi cancelado.", Action: "Ver o sorteio", Body: []string{
				"{name} foi cancelado, e com ele o sorteio em que participou. Não precisa de fazer nada.",
			}},
			BallotClosed: {Subject: "O sorteio terminou: {name}", Heading: "O sorteio terminou.", Action: "Ver o sorteio", Body: []string{
				"O sorteio para {name} foi encerrado antes de chegar a sua vez. Mais ninguém recebe bilhetes por ele.",
			}},
		},
		entry: "A sua participação", drawn: "A sua posição no sorteio", place: "{place} de {of}",
		Check:  "Verifique o sorteio: quem participou, o selo e o número com que foi sorteado são públicos.",
		footer: "Recebe este e-mail porque participou com este endereço no sorteio para {name}.",
	},
	mailkit.Polish: {
		Offered: mailkit.Wording{Subject: "Wylosowano Cię: przyjmij do {deadline_short} – {title}", Heading: "Wylosowano Cię!", Body: []string{
			"W losowaniu na {title} przypadło Ci miejsce {place} z {of}: {held}.",
			"Przyjmij do {deadline}. Potem przejdzie to na następną osobę w wylosowanej kolejności.",
		}},
		Waiting: mailkit.Wording{Subject: "Miejsce {place} w losowaniu: {title}", Heading: "Jesteś na liście oczekujących, w wylosowanej kolejności.", Body: []string{
			"W losowaniu na {title} przypadło Ci miejsce {place} z {of}. Dostępne bilety trafiły do osób wylosowanych przed Tobą.",
			"Nie musisz nic więcej robić. To, co się zwolni, dostaje następna osoba w tej kolejności, a gdy przyjdzie Twoja kolej, napiszemy do Ciebie.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Losowanie się skończyło: {name}", Heading: "Tym razem nie masz biletu.", Action: "Zobacz losowanie", Body: []string{
				"W losowaniu na {name} przypadło Ci miejsce {place} z {of}. Bilety i miejsca na liście oczekujących trafiły do osób wylosowanych przed Tobą.",
			}},
			BallotRefused: {Subject: "Losowanie się skończyło: {name}", Heading: "Tym razem nie masz biletu.", Action: "Zobacz losowanie", Body: []string{
				"Bierzesz udział w losowaniu na {name}, ale gdy przyszła Twoja kolej, nie można było wpisać Cię na listę oczekujących: być może masz już bilety albo zapisy w międzyczasie się zmieniły.",
			}},
			BallotStruck: {Subject: "Losowanie się skończyło: {name}", Heading: "Twoje zgłoszenie usunięto z losowania.", Action: "Zobacz losowanie", Body: []string{
				"Organizator usunął Twoje zgłoszenie z losowania na {name} przed jego przeprowadzeniem. Wszystkie usunięte zgłoszenia są jawne, każde z podaniem powodu. Jeśli uważasz, że to pomyłka, skontaktuj się z organizatorem.",
			}},
			BallotCancelled: {Subject: "Odwołane: {name}", Heading: "Wydarzenie zostało odwołane.", Action: "Zobacz losowanie", Body: []string{
				"{name} zostało odwołane, a z nim losowanie, w którym bierzesz udział. Nie musisz nic robić.",
			}},
			BallotClosed: {Subject: "Losowanie się skończyło: {name}", Heading: "Losowanie zostało zakończone.", Action: "Zobacz losowanie", Body: []string{
				"Losowanie na {name} zamknięto, zanim przyszła Twoja kolej. Nikt więcej nie dostanie przez nie biletu.",
			}},
		},
		entry: "Twoje zgłoszenie", drawn: "Twoje wylosowane miejsce", place: "{place} z {of}",
		Check:  "Sprawdź losowanie samodzielnie: zgłoszenia, pieczęć i liczba, z której losowano, są jawne.",
		footer: "Dostajesz tę wiadomość, bo tym adresem zgłoszono udział w losowaniu na {name}.",
	},
	mailkit.Czech: {
		Offered: mailkit.Wording{Subject: "Máte vylosováno: přijměte do {deadline_short} – {title}", Heading: "Máte vylosováno!", Body: []string{
			"V losování na {title} na vás vyšlo místo {place} z {of}: {held}.",
			"Přijměte prosím do {deadline}. Potom připadne další osobě ve vylosovaném pořadí.",
		}},
		Waiting: mailkit.Wording{Subject: "Místo {place} v losování: {title}", Heading: "Jste na čekací listině ve vylosovaném pořadí.", Body: []string{
			"V losování na {title} na vás vyšlo místo {place} z {of}. Vstupenky, které byly k dispozici, dostali lidé vylosovaní před vámi.",
			"Nemusíte dělat nic dalšího. Co se uvolní, dostane další osoba v tomto pořadí, a až na vás přijde řada, napíšeme vám.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Losování skončilo: {name}", Heading: "Tentokrát na vás vstupenka nevyšla.", Action: "Zobrazit losování", Body: []string{
				"V losování na {name} na vás vyšlo místo {place} z {of}. Vstupenky i místa na čekací listině dostali lidé vylosovaní před vámi.",
			}},
			BallotRefused: {Subject: "Losování skončilo: {name}", Heading: "Tentokrát na vás vstupenka nevyšla.", Action: "Zobrazit losování", Body: []string{
				"Účastníte se losování na {name}, ale když na vás přišla řada, nebylo možné vás zapsat na čekací listinu: možná už vstupenky máte, nebo se mezitím změnilo přihlašování.",
			}},
			BallotStruck: {Subject: "Losování skončilo: {name}", Heading: "Vaše přihláška byla z losování vyřazena.", Action: "Zobrazit losování", Body: []string{
				"Pořadatel vyřadil vaši přihlášku z losování na {name} ještě před tahem. Všechny vyřazené přihlášky jsou veřejné, každá s důvodem. Pokud si myslíte, že jde o omyl, obraťte se na pořadatele.",
			}},
			BallotCancelled: {Subject: "Zrušeno: {name}", Heading: "Akce je zrušena.", Action: "Zobrazit losování", Body: []string{
				"{name} se ruší a s ní i losování, kterého jste se účastnili. Nemusíte nic dělat.",
			}},
			BallotClosed: {Subject: "Losování skončilo: {name}", Heading: "Losování bylo ukončeno.", Action: "Zobrazit losování", Body: []string{
				"Losování na {name} bylo uzavřeno dřív, než na vás přišla řada. Nikdo další už přes něj vstupenku nedostane.",
			}},
		},
		entry: "Vaše přihláška", drawn: "Vaše vylosované místo", place: "{place} z {of}",
		Check:  "Ověřte si losování: přihlášky, pečeť i číslo, kterým se losovalo, jsou veřejné.",
		footer: "Tento e-mail dostáváte, protože jste se s touto adresou přihlásili do losování na {name}.",
	},
	mailkit.Swedish: {
		Offered: mailkit.Wording{Subject: "Du har lottats fram: tacka ja senast {deadline_short} – {title}", Heading: "Du har lottats fram!", Body: []string{
			"I utlottningen till {title} fick du plats {place} av {of}: {held}.",
			"Tacka ja senast {deadline}. Därefter går den till nästa person i den lottade ordningen.",
		}},
		Waiting: mailkit.Wording{Subject: "Plats {place} i utlottningen: {title}", Heading: "Du står på väntelistan, i den lottade ordningen.", Body: []string{
			"I utlottningen till {title} fick du plats {place} av {of}. Biljetterna som fanns gick till dem som lottades fram före dig.",
			"Du behöver inte göra något mer. Det som blir ledigt går till nästa person i den här ordningen, och vi mejlar dig när det är din tur.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Utlottningen är över: {name}", Heading: "Du fick ingen biljett den här gången.", Action: "Visa utlottningen", Body: []string{
				"I utlottningen till {name} fick du plats {place} av {of}. Biljetterna och platserna på väntelistan gick till dem som lottades fram före dig.",
			}},
			BallotRefused: {Subject: "Utlottningen är över: {name}", Heading: "Du fick ingen biljett den här gången.", Action: "Visa utlottningen", Body: []string{
				"Du deltog i utlottningen till {name}, men kunde inte sättas upp på väntelistan när det var din tur: du kanske redan har biljetter, eller så har anmälan ändrats under tiden.",
			}},
			BallotStruck: {Subject: "Utlottningen är över: {name}", Heading: "Din anmälan togs bort ur utlottningen.", Action: "Visa utlottningen", Body: []string{
				"Arrangören tog bort din anmälan ur utlottningen till {name} före dragningen. Alla borttagna anmälningar är offentliga, var och en med sitt skäl. Kontakta arrangören om du tror att det är ett misstag.",
			}},
			BallotCancelled: {Subject: "Inställt: {name}", Heading: "Evenemanget är inställt.", Action: "Visa utlottningen", Body: []string{
				"{name} är inställt, och därmed även utlottningen som du deltog i. Du behöver inte göra något.",
			}},
			BallotClosed: {Subject: "Utlottningen är över: {name}", Heading: "Utlottningen har avslutats.", Action: "Visa utlottningen", Body: []string{
				"Utlottningen till {name} stängdes innan det var din tur. Ingen mer får en biljett genom den.",
			}},
		},
		entry: "Din anmälan", drawn: "Din plats i utlottningen", place: "{place} av {of}",
		Check:  "Kontrollera utlottningen själv: vilka som deltog, sigillet och talet som den gjordes med är offentliga.",
		footer: "Du får det här mejlet eftersom du deltog i utlottningen till {name} med den här adressen.",
	},
	mailkit.Turkish: {
		Offered: mailkit.Wording{Subject: "Kurada çıktınız: {deadline_short} tarihine kadar alın – {title}", Heading: "Kurada çıktınız!", Body: []string{
			"{title} kurasında {of} kişi arasında {place}. sıradasınız: {held}.",
			"Lütfen {deadline} tarihine kadar alın. Sonrasında kura sırasındaki bir sonraki kişiye geçer.",
		}},
		Waiting: mailkit.Wording{Subject: "Kurada {place}. sıra: {title}", Heading: "Kura sırasına göre bekleme listesindesiniz.", Body: []string{
			"{title} kurasında {of} kişi arasında {place}. sıradasınız. Var olan biletler sizden önce çıkan kişilere gitti.",
			"Başka bir şey yapmanız gerekmiyor. Boşalan yerler bu sıradaki bir sonraki kişiye gider; sıra size geldiğinde e-posta göndereceğiz.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "Kura sona erdi: {name}", Heading: "Bu kez bilet çıkmadı.", Action: "Kurayı görüntüle", Body: []string{
				"{name} kurasında {of} kişi arasında {place}. sıradasınız. Biletler ve bekleme listesindeki yerler sizden önce çıkan kişilere gitti.",
			}},
			BallotRefused: {Subject: "Kura sona erdi: {name}", Heading: "Bu kez bilet çıkmadı.", Action: "Kurayı görüntüle", Body: []string{
				"{name} kurasına katıldınız, ancak sıra size geldiğinde bekleme listesine alınamadınız: zaten biletiniz olabilir ya da kayıt koşulları bu arada değişmiş olabilir.",
			}},
			BallotStruck: {Subject: "Kura sona erdi: {name}", Heading: "Katılımınız kuradan çıkarıldı.", Action: "Kurayı görüntüle", Body: []string{
				"Organizatör, katılımınızı çekilişten önce {name} kurasından çıkardı. Çıkarılan tüm katılımlar, nedenleriyle birlikte herkese açıktır. Bunun bir hata olduğunu düşünüyorsanız lütfen organizatörle iletişime geçin.",
			}},
			BallotCancelled: {Subject: "İptal edildi: {name}", Heading: "Etkinlik iptal edildi.", Action: "Kurayı görüntüle", Body: []string{
				"{name} ve onunla birlikte katıldığınız kura iptal edildi. Bir şey yapmanız gerekmiyor.",
			}},
			BallotClosed: {Subject: "Kura sona erdi: {name}", Heading: "Kura sona erdi.", Action: "Kurayı görüntüle", Body: []string{
				"{name} kurası, sıra size gelmeden kapatıldı. Bu kurayla artık kimse bilet alamaz.",
			}},
		},
		entry: "Katılımınız", drawn: "Kuradaki sıranız", place: "{place} / {of}",
		Check:  "Kurayı kendiniz doğrulayın: katılımlar, mühür ve kurada kullanılan sayı herkese açıktır.",
		footer: "Bu e-postayı, {name} kurasına bu adresle katıldığınız için alıyorsunuz.",
	},
	mailkit.Arabic: {
		Offered: mailkit.Wording{Subject: "وقع عليك الاختيار: أكّد قبل {deadline_short} – {title}", Heading: "وقع عليك الاختيار في القرعة!", Body: []string{
			"في قرعة {title} جاء ترتيبك {place} من {of}: {held}.",
			"يرجى التأكيد قبل {deadline}. بعد ذلك ينتقل العرض إلى التالي في ترتيب القرعة.",
		}},
		Waiting: mailkit.Wording{Subject: "ترتيبك في القرعة {place}: {title}", Heading: "أنت في قائمة الانتظار بترتيب القرعة.", Body: []string{
			"في قرعة {title} جاء ترتيبك {place} من {of}. ذهبت التذاكر المتاحة إلى من سبقوك في القرعة.",
			"لا يلزمك شيء آخر. كل ما يتاح من جديد يذهب إلى التالي في هذا الترتيب، وسنراسلك عندما يحين دورك.",
		}},
		mails: map[BallotResult]mailkit.Wording{
			BallotFull: {Subject: "انتهت القرعة: {name}", Heading: "لم تحصل على تذكرة هذه المرة.", Action: "عرض القرعة", Body: []string{
				"في قرعة {name} جاء ترتيبك {place} من {of}. ذهبت التذاكر والأماكن في قائمة الانتظار إلى من سبقوك في القرعة.",
			}},
			BallotRefused: {Subject: "انتهت القرعة: {name}", Heading: "لم تحصل على تذكرة هذه المرة.", Action: "عرض القرعة", Body: []string{
				"شاركت في قرعة {name}، لكن تعذّر وضعك في قائمة الانتظار عندما حان دورك: ربما لديك تذاكر بالفعل، أو تغيّر التسجيل في هذه الأثناء.",
			}},
			BallotStruck: {Subject: "انتهت القرعة: {name}", Heading: "أُزيلت مشاركتك من القرعة.", Action: "عرض القرعة", Body: []string{
				"أزال المنظّم مشاركتك من قرعة {name} قبل السحب. جميع المشاركات التي أُزيلت معلنة للجميع، وكل منها مع سببها. إذا كنت تظن أن هذا خطأ فيرجى التواصل مع المنظّم.",
			}},
			BallotCancelled: {Subject: "أُلغيت: {name}", Heading: "أُلغيت الفعالية.", Action: "عرض القرعة", Body: []string{
				"أُلغيت {name}، ومعها القرعة التي شاركت فيها. لا يلزمك القيام بأي شيء.",
			}},
			BallotClosed: {Subject: "انتهت القرعة: {name}", Heading: "انتهت القرعة.", Action: "عرض القرعة", Body: []string{
				"أُغلقت قرعة {name} قبل أن يحين دورك. لن يحصل أحد بعد الآن على تذكرة عن طريقها.",
			}},
		},
		entry: "مشاركتك", drawn: "ترتيبك في القرعة", place: "{place} من {of}",
		Check:  "تحقّق من القرعة بنفسك: المشاركات والختم والرقم الذي أُجريت به معلنة للجميع.",
		footer: "تصلك هذه الرسالة لأنك شاركت بهذا العنوان في قرعة {name}.",
	},
}
