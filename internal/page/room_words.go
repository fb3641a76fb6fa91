package page

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// RoomWords are what pages say of places in waiting rooms, in one language. The app says the same.
type RoomWords struct {
	// Title is what it is about, Yours and Drawn are above one's own place, Of below one that was
	// drawn.
	Title, Yours, Drawn string
	Of                  locale.Counted
	// Ahead is how many come before, Next that nobody does, Serving up to which place people are
	// called, Before from when.
	Ahead                 locale.Counted
	Next, Serving, Before string // {n}; {time}
	SlotFrom              string // {time}

	// The wait.
	Wait, WaitUnknown, Paused string
	WaitMinutes, WaitHours    locale.Counted

	// What is left.
	Left       string
	LeftPlaces locale.Counted

	Safe string // whatever becomes of the page

	// The own turn, and being inside: GoIn is a button, Tickets leads on, NoScript is said to people who
	// have none.
	Turn, GoIn, Full  string
	TurnText          locale.Counted
	In, InText        string
	Tickets, NoScript string

	// What has ended. ToEvent leads to the page of the event.
	Over, OverText, Done, DoneText, Closed, ClosedText, ToEvent string

	// A draw.
	Draw, DrawText, Sealed string // {time}
	SealedText             locale.Counted
	Late                   string
	Struck, StruckText     string

	// Updates says that the page is loaded again by itself; the others are links.
	Updates, Stop, Again string
}

// roomWords are in the order of locale.Tags.
var roomWords = append(roomWordsWest, roomWordsEast...)

var roomWordsWest = []*RoomWords{
	{ // english
		Title: "Waiting room", Yours: "Your number", Drawn: "Your place in the draw", Next: "You’re next.", Serving: "Letting in up to number {n}",
		Before: "People are let in from {time} on, in the order of their numbers.", SlotFrom: "Your time slot begins {time}. Your place stays good after that.",
		Ahead: locale.Counted{plural.One: "{n} person ahead of you", plural.Other: "{n} people ahead of you"},
		Of:    locale.Counted{plural.One: "of {n} person", plural.Other: "of {n} people"},
		Wait:  "Your wait", WaitUnknown: "We can’t tell yet", Paused: "Paused by the organizer. Your place is kept.",
		WaitMinutes: locale.Counted{plural.One: "About {n} minute", plural.Other: "About {n} minutes"},
		WaitHours:   locale.Counted{plural.One: "About {n} hour", plural.Other: "About {n} hours"},
		Left:        "Still available",
		LeftPlaces:  locale.Counted{plural.One: "{n} ticket", plural.Other: "{n} tickets"},
		Safe:        "Keep this page open or not: your place is safe",
		Turn:        "It’s your turn", GoIn: "Go in",
		TurnText: locale.Counted{plural.One: "Once you’re in, you have {n} minute to order.", plural.Other: "Once you’re in, you have {n} minutes to order."},
		Full:     "It’s your turn, but as many people are inside as can be. You come in as soon as someone is done: please try again in a moment.",
		In:       "You’re in", InText: "You can order until the time is up.", Tickets: "Continue to tickets",
		Over: "Your time inside is over", OverText: "Each place lets you in once. What you ordered is yours.",
		Done:     "You’re all set",
		DoneText: "What you took is yours. Each place lets you in once, so there’s room for the next person now.",
		Closed:   "The waiting room is closed", ClosedText: "You don’t need a place anymore. See the event for what’s still available.", ToEvent: "View event",
		Draw:       "You’re in the draw",
		DrawText:   "Until the draw is sealed ({time}), it makes no difference who came first. You can close this page.",
		Sealed:     "The draw is sealed",
		SealedText: locale.Counted{plural.One: "{n} person takes part. Nobody can change that anymore, not even the organizer.", plural.Other: "{n} people take part. Nobody can change that anymore, not even the organizer."},
		Late:       "The random number for the draw is more than an hour late. Its value can’t change however late it comes, so your chance is the same. We keep waiting for it.",
		Struck:     "This place was taken out of the draw", StruckText: "The organizer took it out before the draw was sealed, as a duplicate or as fraud. The reason is on the public list of the draw.",
		Updates: "This page updates by itself.", Stop: "Stop updating", Again: "Update by itself",
		NoScript: "Ordering takes JavaScript. If it’s off here, open this link in another browser or on another device: your place goes with it.",
	},
	{ // german
		Title: "Warteraum", Yours: "Deine Nummer", Drawn: "Dein Platz in der Verlosung", Next: "Du bist als Nächstes dran.", Serving: "Eingelassen wird bis Nummer {n}",
		Before: "Eingelassen wird ab {time}, in der Reihenfolge der Nummern.", SlotFrom: "Dein Zeitfenster beginnt {time}. Danach bleibt dein Platz gültig.",
		Ahead: locale.Counted{plural.One: "{n} Person vor dir", plural.Other: "{n} Personen vor dir"},
		Of:    locale.Counted{plural.One: "von {n} Person", plural.Other: "von {n} Personen"},
		Wait:  "Deine Wartezeit", WaitUnknown: "Noch nicht abzusehen", Paused: "Der Veranstalter hat den Einlass angehalten. Dein Platz bleibt dir.",
		WaitMinutes: locale.Counted{plural.One: "Etwa {n} Minute", plural.Other: "Etwa {n} Minuten"},
		WaitHours:   locale.Counted{plural.One: "Etwa {n} Stunde", plural.Other: "Etwa {n} Stunden"},
		Left:        "Noch verfügbar",
		LeftPlaces:  locale.Counted{plural.One: "{n} Ticket", plural.Other: "{n} Tickets"},
		Safe:        "Ob du diese Seite offen lässt oder nicht: Dein Platz ist sicher",
		Turn:        "Du bist dran", GoIn: "Hineingehen",
		TurnText: locale.Counted{plural.One: "Sobald du drin bist, hast du {n} Minute zum Bestellen.", plural.Other: "Sobald du drin bist, hast du {n} Minuten zum Bestellen."},
		Full:     "Du bist dran, aber es sind so viele drin, wie hineindürfen. Sobald jemand fertig ist, kommst du hinein: Bitte versuch es gleich noch einmal.",
		In:       "Du bist drin", InText: "Bis die Zeit um ist, kannst du bestellen.", Tickets: "Weiter zu den Tickets",
		Over: "Deine Zeit ist abgelaufen", OverText: "Jeder Platz lässt einmal hinein. Was du bestellt hast, gehört dir.",
		Done:     "Alles erledigt",
		DoneText: "Was du genommen hast, gehört dir. Jeder Platz lässt einmal hinein, also kommt jetzt die nächste Person dran.",
		Closed:   "Der Warteraum ist geschlossen", ClosedText: "Du brauchst keinen Platz mehr. Bei der Veranstaltung siehst du, was es noch gibt.", ToEvent: "Zur Veranstaltung",
		Draw:       "Du nimmst an der Verlosung teil",
		DrawText:   "Bis die Verlosung versiegelt wird ({time}), macht es keinen Unterschied, wer zuerst kam. Du kannst diese Seite schließen.",
		Sealed:     "Die Verlosung ist versiegelt",
		SealedText: locale.Counted{plural.One: "{n} Person nimmt teil. Daran kann niemand mehr etwas ändern, auch der Veranstalter nicht.", plural.Other: "{n} Personen nehmen teil. Daran kann niemand mehr etwas ändern, auch der Veranstalter nicht."},
		Late:       "Die Zufallszahl für die Verlosung ist mehr als eine Stunde zu spät. Ihr Wert bleibt derselbe, wie spät sie auch kommt, und damit auch deine Chance. Wir warten weiter auf sie.",
		Struck:     "Dieser Platz wurde aus der Verlosung genommen", StruckText: "Der Veranstalter hat ihn vor der Versiegelung herausgenommen, als doppelt oder als Betrug. Der Grund steht in der öffentlichen Liste der Verlosung.",
		Updates: "Diese Seite aktualisiert sich von selbst.", Stop: "Nicht mehr aktualisieren", Again: "Von selbst aktualisieren",
		NoScript: "Zum Bestellen braucht es JavaScript. Wenn es hier ausgeschaltet ist, öffne diesen Link in einem anderen Browser oder auf einem anderen Gerät: Dein Platz kommt mit.",
	},
	{ // french
		Title: "Salle d’attente", Yours: "Votre numéro", Drawn: "Votre place au tirage", Next: "C’est à vous ensuite.", Serving: "On entre jusqu’au numéro {n}",
		Before: "Les entrées se font dans l’ordre des numéros. Début : {time}.", SlotFrom: "Début de votre créneau : {time}. Votre place reste valable ensuite.",
		Ahead: locale.Counted{plural.One: "{n} personne devant vous", plural.Other: "{n} personnes devant vous"},
		Of:    locale.Counted{plural.One: "sur {n} personne", plural.Other: "sur {n} personnes"},
		Wait:  "Votre attente", WaitUnknown: "Encore impossible à dire", Paused: "En pause, par décision de l’organisateur. Votre place est gardée.",
		WaitMinutes: locale.Counted{plural.One: "Environ {n} minute", plural.Other: "Environ {n} minutes"},
		WaitHours:   locale.Counted{plural.One: "Environ {n} heure", plural.Other: "Environ {n} heures"},
		Left:        "Encore disponibles",
		LeftPlaces:  locale.Counted{plural.One: "{n} billet", plural.Other: "{n} billets"},
		Safe:        "Page ouverte ou non, votre place est gardée",
		Turn:        "C’est votre tour", GoIn: "Entrer",
		TurnText: locale.Counted{plural.One: "Une fois à l’intérieur, vous avez {n} minute pour commander.", plural.Other: "Une fois à l’intérieur, vous avez {n} minutes pour commander."},
		Full:     "C’est votre tour, mais le maximum de personnes est à l’intérieur. Vous entrez dès que quelqu’un a terminé : veuillez réessayer dans un instant.",
		In:       "Vous êtes à l’intérieur", InText: "Vous pouvez commander jusqu’à la fin du temps imparti.", Tickets: "Vers les billets",
		Over: "Votre temps à l’intérieur est écoulé", OverText: "Chaque place permet d’entrer une fois. Ce que vous avez commandé est à vous.",
		Done:     "Tout est en ordre",
		DoneText: "Ce que vous avez pris est à vous. Chaque place permet d’entrer une fois : c’est maintenant au tour de la personne suivante.",
		Closed:   "La salle d’attente est fermée", ClosedText: "Vous n’avez plus besoin de place. Voyez sur la page de l’événement ce qui est encore disponible.", ToEvent: "Voir l’événement",
		Draw:       "Vous participez au tirage",
		DrawText:   "Jusqu’à ce que le tirage soit scellé ({time}), peu importe qui est arrivé en premier. Vous pouvez fermer cette page.",
		Sealed:     "Le tirage est scellé",
		SealedText: locale.Counted{plural.One: "{n} personne participe. Plus personne ne peut rien y changer, pas même l’organisateur.", plural.Other: "{n} personnes participent. Plus personne ne peut rien y changer, pas même l’organisateur."},
		Late:       "Le nombre aléatoire du tirage a plus d’une heure de retard. Sa valeur ne peut pas changer, quel que soit ce retard : votre chance reste la même. Nous continuons à l’attendre.",
		Struck:     "Cette place a été retirée du tirage", StruckText: "L’organisateur l’a retirée avant que le tirage soit scellé, comme doublon ou comme fraude. La raison figure sur la liste publique du tirage.",
		Updates: "Cette page s’actualise toute seule.", Stop: "Ne plus actualiser", Again: "Actualiser automatiquement",
		NoScript: "Pour commander, il faut JavaScript. S’il est désactivé ici, ouvrez ce lien dans un autre navigateur ou sur un autre appareil : votre place vous suit.",
	},
	{ // spanish
		Title: "Sala de espera", Yours: "Tu número", Drawn: "Tu puesto en el sorteo", Next: "Tu turno es el siguiente.", Serving: "Entrando hasta el número {n}",
		Before: "Se entra por orden de número. Inicio: {time}.", SlotFrom: "Tu franja empieza: {time}. Después, tu puesto sigue valiendo.",
		Ahead: locale.Counted{plural.One: "{n} persona por delante", plural.Other: "{n} personas por delante"},
		Of:    locale.Counted{plural.One: "de {n} persona", plural.Other: "de {n} personas"},
		Wait:  "Tu espera", WaitUnknown: "Aún no lo sabemos", Paused: "El organizador la ha pausado. Tu puesto se conserva.",
		WaitMinutes: locale.Counted{plural.One: "Aproximadamente {n} minuto", plural.Other: "Aproximadamente {n} minutos"},
		WaitHours:   locale.Counted{plural.One: "Aproximadamente {n} hora", plural.Other: "Aproximadamente {n} horas"},
		Left:        "Aún disponibles",
		LeftPlaces:  locale.Counted{plural.One: "{n} entrada", plural.Other: "{n} entradas"},
		Safe:        "Con la página abierta o no, tu puesto está a salvo",
		Turn:        "Es tu turno", GoIn: "Entrar",
		TurnText: locale.Counted{plural.One: "Una vez dentro, tienes {n} minuto para hacer tu pedido.", plural.Other: "Una vez dentro, tienes {n} minutos para hacer tu pedido."},
		Full:     "Es tu turno, pero ya hay dentro tantas personas como caben. Entras en cuanto alguien termine: inténtalo de nuevo en un momento.",
		In:       "Estás dentro", InText: "Puedes hacer tu pedido hasta que se acabe el tiempo.", Tickets: "Continuar a las entradas",
		Over: "Tu tiempo dentro ha terminado", OverText: "Cada puesto da acceso una vez. Lo que pediste es tuyo.",
		Done:     "Todo listo",
		DoneText: "Lo que te llevaste es tuyo. Cada puesto da acceso una vez, así que ahora hay sitio para la siguiente persona.",
		Closed:   "La sala de espera está cerrada", ClosedText: "Ya no necesitas un puesto. Mira en el evento qué queda disponible.", ToEvent: "Ver evento",
		Draw:       "Participas en el sorteo",
		DrawText:   "Hasta que se selle el sorteo ({time}), da igual quién llegó primero. Puedes cerrar esta página.",
		Sealed:     "El sorteo está sellado",
		SealedText: locale.Counted{plural.One: "Participa {n} persona. Ya nadie puede cambiarlo, ni siquiera el organizador.", plural.Other: "Participan {n} personas. Ya nadie puede cambiarlo, ni siquiera el organizador."},
		Late:       "El número aleatorio del sorteo lleva más de una hora de retraso. Su valor no puede cambiar por tarde que llegue, así que tu probabilidad es la misma. Seguimos esperándolo.",
		Struck:     "Este puesto se sacó del sorteo", StruckText: "El organizador lo sacó antes de que se sellara el sorteo, por duplicado o por fraude. El motivo está en la lista pública del sorteo.",
		Updates: "Esta página se actualiza sola.", Stop: "Dejar de actualizar", Again: "Actualizar automáticamente",
		NoScript: "Para hacer el pedido hace falta JavaScript. Si aquí está desactivado, abre este enlace en otro navegador o dispositivo: tu puesto va contigo.",
	},
	{ // italian
		Title: "Sala d’attesa", Yours: "Il tuo numero", Drawn: "Il tuo posto nell’estrazione", Next: "Tra poco tocca a te.", Serving: "Si entra fino al numero {n}",
		Before: "Si entra in ordine di numero. Inizio: {time}.", SlotFrom: "La tua fascia oraria inizia: {time}. Dopo, il tuo posto resta valido.",
		Ahead: locale.Counted{plural.One: "{n} persona davanti a te", plural.Other: "{n} persone davanti a te"},
		Of:    locale.Counted{plural.One: "su {n} persona", plural.Other: "su {n} persone"},
		Wait:  "La tua attesa", WaitUnknown: "Non lo sappiamo ancora", Paused: "In pausa per decisione dell’organizzatore. Il tuo posto è conservato.",
		WaitMinutes: locale.Counted{plural.One: "Circa {n} minuto", plural.Other: "Circa {n} minuti"},
		WaitHours:   locale.Counted{plural.One: "Circa {n} ora", plural.Other: "Circa {n} ore"},
		Left:        "Ancora disponibili",
		LeftPlaces:  locale.Counted{plural.One: "{n} biglietto", plural.Other: "{n} biglietti"},
		Safe:        "Pagina aperta o no, il tuo posto è al sicuro",
		Turn:        "Tocca a te", GoIn: "Entra",
		TurnText: locale.Counted{plural.One: "Una volta dentro, hai {n} minuto per ordinare.", plural.Other: "Una volta dentro, hai {n} minuti per ordinare."},
		Full:     "Tocca a te, ma dentro ci sono già tutte le persone possibili. Entri appena qualcuno ha finito: riprova tra un momento.",
		In:       "Sei dentro", InText: "Puoi ordinare fino allo scadere del tempo.", Tickets: "Vai ai biglietti",
		Over: "Il tuo tempo all’interno è finito", OverText: "Ogni posto fa entrare una volta. Ciò che hai ordinato è tuo.",
		Done:     "Tutto a posto",
		DoneText: "Ciò che hai preso è tuo. Ogni posto fa entrare una volta, quindi ora c’è spazio per la persona successiva.",
		Closed:   "La sala d’attesa è chiusa", ClosedText: "Non ti serve più un posto. Guarda nella pagina dell’evento che cosa è ancora disponibile.", ToEvent: "Vedi evento",
		Draw:       "Partecipi all’estrazione",
		DrawText:   "Finché l’estrazione non è sigillata ({time}), non importa chi è arrivato prima. Puoi chiudere questa pagina.",
		Sealed:     "L’estrazione è sigillata",
		SealedText: locale.Counted{plural.One: "Partecipa {n} persona. Nessuno può più cambiarlo, nemmeno l’organizzatore.", plural.Other: "Partecipano {n} persone. Nessuno può più cambiarlo, nemmeno l’organizzatore."},
		Late:       "Il numero casuale per l’estrazione ha più di un’ora di ritardo. Il suo valore non può cambiare, per quanto tardi arrivi, quindi le tue probabilità sono le stesse. Continuiamo ad aspettarlo.",
		Struck:     "Questo posto è stato tolto dall’estrazione", StruckText: "L’organizzatore lo ha tolto prima che l’estrazione fosse sigillata, come duplicato o come frode. Il motivo è nell’elenco pubblico dell’estrazione.",
		Updates: "Questa pagina si aggiorna da sola.", Stop: "Non aggiornare più", Again: "Aggiorna automaticamente",
		NoScript: "Per ordinare serve JavaScript. Se qui è disattivato, apri questo link in un altro browser o su un altro dispositivo: il tuo posto ti segue.",
	},
	{ // dutch
		Title: "Wachtruimte", Yours: "Je nummer", Drawn: "Je plek in de loting", Next: "Jij bent de volgende.", Serving: "Binnengelaten wordt tot en met nummer {n}",
		Before: "Mensen worden vanaf {time} binnengelaten, in volgorde van nummer.", SlotFrom: "Je tijdvak begint: {time}. Daarna blijft je plek geldig.",
		Ahead: locale.Counted{plural.One: "{n} persoon voor je", plural.Other: "{n} personen voor je"},
		Of:    locale.Counted{plural.One: "van {n} persoon", plural.Other: "van {n} personen"},
		Wait:  "Je wachttijd", WaitUnknown: "Nog niet te zeggen", Paused: "Gepauzeerd door de organisator. Je houdt je plek.",
		WaitMinutes: locale.Counted{plural.One: "Ongeveer {n} minuut", plural.Other: "Ongeveer {n} minuten"},
		WaitHours:   locale.Counted{plural.One: "Ongeveer {n} uur", plural.Other: "Ongeveer {n} uur"},
		Left:        "Nog beschikbaar",
		LeftPlaces:  locale.Counted{plural.One: "{n} ticket", plural.Other: "{n} tickets"},
		Safe:        "Houd deze pagina open of niet: je plek is veilig",
		Turn:        "Je bent aan de beurt", GoIn: "Naar binnen",
		TurnText: locale.Counted{plural.One: "Als je binnen bent, heb je {n} minuut om te bestellen.", plural.Other: "Als je binnen bent, heb je {n} minuten om te bestellen."},
		Full:     "Je bent aan de beurt, maar er zijn nu zoveel mensen binnen als er kunnen zijn. Je komt binnen zodra er iemand klaar is: probeer het zo opnieuw.",
		In:       "Je bent binnen", InText: "Je kunt bestellen tot de tijd om is.", Tickets: "Verder naar de tickets",
		Over: "Je tijd binnen is om", OverText: "Elke plek laat je één keer binnen. Wat je hebt besteld is van jou.",
		Done:     "Alles is geregeld",
		DoneText: "Wat je hebt genomen is van jou. Elke plek laat je één keer binnen, dus er is nu ruimte voor de volgende.",
		Closed:   "De wachtruimte is gesloten", ClosedText: "Je hebt geen plek meer nodig. Bij het evenement zie je wat er nog is.", ToEvent: "Naar het evenement",
		Draw:       "Je doet mee aan de loting",
		DrawText:   "Tot de loting wordt verzegeld ({time}) maakt het niet uit wie er het eerst was. Je kunt deze pagina sluiten.",
		Sealed:     "De loting is verzegeld",
		SealedText: locale.Counted{plural.One: "{n} persoon doet mee. Dat kan niemand meer veranderen, ook de organisator niet.", plural.Other: "{n} personen doen mee. Dat kan niemand meer veranderen, ook de organisator niet."},
		Late:       "Het willekeurige getal voor de loting is meer dan een uur te laat. De waarde kan niet veranderen, hoe laat het ook komt, dus je kans blijft gelijk. We blijven erop wachten.",
		Struck:     "Deze plek is uit de loting gehaald", StruckText: "De organisator heeft hem eruit gehaald voordat de loting werd verzegeld, als dubbel of als fraude. De reden staat op de openbare lijst van de loting.",
		Updates: "Deze pagina werkt zichzelf bij.", Stop: "Niet meer bijwerken", Again: "Vanzelf bijwerken",
		NoScript: "Om te bestellen is JavaScript nodig. Staat het hier uit, open deze link dan in een andere browser of op een ander apparaat: je plek gaat mee.",
	},
	{ // portuguese
		Title: "Sala de espera", Yours: "O seu número", Drawn: "O seu lugar no sorteio", Next: "A sua vez é a seguir.", Serving: "A entrar até ao número {n}",
		Before: "Entra-se por ordem de número. Início: {time}.", SlotFrom: "Início do seu horário: {time}. Depois disso, o seu lugar continua válido.",
		Ahead: locale.Counted{plural.One: "{n} pessoa à sua frente", plural.Other: "{n} pessoas à sua frente"},
		Of:    locale.Counted{plural.One: "de {n} pessoa", plural.Other: "de {n} pessoas"},
		Wait:  "A sua espera", WaitUnknown: "Ainda não sabemos", Paused: "Em pausa, por decisão do organizador. O seu lugar está guardado.",
		WaitMinutes: locale.Counted{plural.One: "Cerca de {n} minuto", plural.Other: "Cerca de {n} minutos"},
		WaitHours:   locale.Counted{plural.One: "Cerca de {n} hora", plural.Other: "Cerca de {n} horas"},
		Left:        "Ainda disponíveis",
		LeftPlaces:  locale.Counted{plural.One: "{n} bilhete", plural.Other: "{n} bilhetes"},
		Safe:        "Com a página aberta ou não, o seu lugar está seguro",
		Turn:        "É a sua vez", GoIn: "Entrar",
		TurnText: locale.Counted{plural.One: "Depois de entrar, tem {n} minuto para fazer o pedido.", plural.Other: "Depois de entrar, tem {n} minutos para fazer o pedido."},
		Full:     "É a sua vez, mas já está lá dentro o máximo de pessoas. Entra assim que alguém terminar: tente novamente dentro de momentos.",
		In:       "Está lá dentro", InText: "Pode fazer o pedido até o tempo terminar.", Tickets: "Continuar para os bilhetes",
		Over: "O seu tempo lá dentro terminou", OverText: "Cada lugar dá entrada uma vez. O que pediu é seu.",
		Done:     "Está tudo pronto",
		DoneText: "O que levou é seu. Cada lugar dá entrada uma vez, por isso agora há espaço para a pessoa seguinte.",
		Closed:   "A sala de espera está fechada", ClosedText: "Já não precisa de um lugar. Veja no evento o que ainda está disponível.", ToEvent: "Ver evento",
		Draw:       "Está no sorteio",
		DrawText:   "Até o sorteio ser selado ({time}), não importa quem chegou primeiro. Pode fechar esta página.",
		Sealed:     "O sorteio está selado",
		SealedText: locale.Counted{plural.One: "Participa {n} pessoa. Já ninguém pode alterar isso, nem o organizador.", plural.Other: "Participam {n} pessoas. Já ninguém pode alterar isso, nem o organizador."},
		Late:       "O número aleatório do sorteio está mais de uma hora atrasado. O valor não pode mudar por muito que demore, por isso a sua probabilidade é a mesma. Continuamos à espera dele.",
		Struck:     "Este lugar foi retirado do sorteio", StruckText: "O organizador retirou-o antes de o sorteio ser selado, como duplicado ou como fraude. O motivo está na lista pública do sorteio.",
		Updates: "Esta página atualiza-se sozinha.", Stop: "Deixar de atualizar", Again: "Atualizar automaticamente",
		NoScript: "Para encomendar é preciso JavaScript. Se aqui estiver desativado, abra esta ligação noutro navegador ou dispositivo: o seu lugar vai consigo.",
	},
}
