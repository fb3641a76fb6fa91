package drawmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// drawWordings are what is said of draws of waiting rooms, by language.
var drawWordings = map[*mailkit.Language]*drawWords{
	mailkit.English: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "You drew place {place} of {of}: {name}", Heading: "You drew place {place} of {of}.", Body: []string{
				"The order for {name} has been drawn, and you have place {place} of {of}. People are let in by place, and nobody can get ahead of you.",
				"You don’t have to wait on a page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			}},
			DrawLate: {Subject: "You’re number {place}: {name}", Heading: "You’re number {place}.", Body: []string{
				"The order for {name} has been drawn. You joined after the draw was sealed, so your place is number {place}: after everyone who was drawn, in the order of arrival.",
				"You don’t have to wait on a page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			}},
			DrawStruck: {Subject: "Taken out of the draw: {name}", Heading: "Your entry was taken out of the draw.", Action: "View the draw", Body: []string{
				"The organizer took your entry out of the draw for {name}. All entries that were taken out are public, each with its reason. If you think this is a mistake, please contact the organizer.",
			}},
			DrawCancelled: {Subject: "Cancelled: {name}", Heading: "The event is cancelled.", Action: "View the event", Body: []string{
				"{name} is cancelled, and with it the draw that you took part in. You don’t have to do anything.",
			}},
			DrawClosed: {Subject: "The waiting room has closed: {name}", Heading: "The waiting room has closed.", Action: "View the event", Body: []string{
				"The waiting room for {name} is closed, and your place in it is no longer needed. If there are tickets left, you’ll find them on the event’s page.",
			}},
		},
		slot:   "Your time slot begins",
		footer: "You’re receiving this email because you joined the draw for {name} with this address.",
	},
	mailkit.German: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Du hast Platz {place} von {of}: {name}", Heading: "Du hast Platz {place} von {of} gezogen.", Body: []string{
				"Die Reihenfolge für {name} ist ausgelost, und du hast Platz {place} von {of}. Eingelassen wird in dieser Reihenfolge, und niemand kann sich vordrängen.",
				"Du musst auf keiner Seite warten. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			}},
			DrawLate: {Subject: "Du bist Nummer {place}: {name}", Heading: "Du bist Nummer {place}.", Body: []string{
				"Die Reihenfolge für {name} ist ausgelost. Du kamst nach der Versiegelung dazu und hast deshalb Platz {place}: hinter allen, die gezogen wurden, in der Reihenfolge der Ankunft.",
				"Du musst auf keiner Seite warten. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			}},
			DrawStruck: {Subject: "Aus der Verlosung genommen: {name}", Heading: "Dein Los wurde aus der Verlosung genommen.", Action: "Zur Verlosung", Body: []string{
				"Der Veranstalter hat dein Los vor der Ziehung aus der Verlosung für {name} genommen. Alle herausgenommenen Lose sind öffentlich, jedes mit seinem Grund. Wenn du das für einen Fehler hältst, wende dich bitte an den Veranstalter.",
			}},
			DrawCancelled: {Subject: "Abgesagt: {name}", Heading: "Die Veranstaltung ist abgesagt.", Action: "Zur Veranstaltung", Body: []string{
				"{name} ist abgesagt und damit auch die Verlosung, an der du teilgenommen hast. Du musst nichts tun.",
			}},
			DrawClosed: {Subject: "Der Warteraum ist geschlossen: {name}", Heading: "Der Warteraum ist geschlossen.", Action: "Zur Veranstaltung", Body: []string{
				"Der Warteraum für {name} ist geschlossen, und dein Platz darin wird nicht mehr gebraucht. Falls es noch Tickets gibt, findest du sie auf der Seite der Veranstaltung.",
			}},
		},
		slot:   "Dein Zeitfenster beginnt",
		footer: "Du bekommst diese E-Mail, weil du mit dieser Adresse an der Verlosung für {name} teilgenommen hast.",
	},
	mailkit.French: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Place {place} sur {of} au tirage : {name}", Heading: "Vous avez obtenu la place {place} sur {of}.", Body: []string{
				"L’ordre pour {name} a été tiré au sort, et vous avez la place {place} sur {of}. On entre dans cet ordre, et personne ne peut vous dépasser.",
				"Inutile d’attendre sur une page. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			}},
			DrawLate: {Subject: "Vous avez le numéro {place} : {name}", Heading: "Vous avez le numéro {place}.", Body: []string{
				"L’ordre pour {name} a été tiré au sort. Vous êtes arrivé(e) après la mise sous scellé du tirage et avez donc la place {place} : après toutes les personnes tirées au sort, dans l’ordre d’arrivée.",
				"Inutile d’attendre sur une page. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			}},
			DrawStruck: {Subject: "Participation retirée du tirage : {name}", Heading: "Votre participation a été retirée du tirage.", Action: "Voir le tirage", Body: []string{
				"L’organisateur a retiré votre participation du tirage pour {name} avant qu’il ait lieu. Toutes les participations retirées sont publiques, chacune avec son motif. Si vous pensez que c’est une erreur, contactez l’organisateur.",
			}},
			DrawCancelled: {Subject: "Annulé : {name}", Heading: "L’événement est annulé.", Action: "Voir l’événement", Body: []string{
				"{name} est annulé, et avec lui le tirage auquel vous avez participé. Vous n’avez rien à faire.",
			}},
			DrawClosed: {Subject: "La salle d’attente est fermée : {name}", Heading: "La salle d’attente est fermée.", Action: "Voir l’événement", Body: []string{
				"La salle d’attente pour {name} est fermée, et votre place n’y est plus nécessaire. S’il reste des billets, vous les trouverez sur la page de l’événement.",
			}},
		},
		slot:   "Début de votre créneau",
		footer: "Vous recevez cet e-mail parce que vous avez participé avec cette adresse au tirage pour {name}.",
	},
	mailkit.Spanish: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Puesto {place} de {of} en el sorteo: {name}", Heading: "Te ha salido el puesto {place} de {of}.", Body: []string{
				"El orden para {name} ya se ha sorteado y tienes el puesto {place} de {of}. Se entra en ese orden y nadie puede adelantarte.",
				"No hace falta esperar en ninguna página. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			}},
			DrawLate: {Subject: "Tienes el número {place}: {name}", Heading: "Tienes el número {place}.", Body: []string{
				"El orden para {name} ya se ha sorteado. Llegaste después de que se sellara el sorteo, así que tienes el puesto {place}: detrás de quienes entraron en el sorteo, por orden de llegada.",
				"No hace falta esperar en ninguna página. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			}},
			DrawStruck: {Subject: "Participación retirada del sorteo: {name}", Heading: "Tu participación se retiró del sorteo.", Action: "Ver el sorteo", Body: []string{
				"El organizador retiró tu participación del sorteo de {name} antes de que se celebrara. Todas las participaciones retiradas son públicas, cada una con su motivo. Si crees que es un error, contacta con el organizador.",
			}},
			DrawCancelled: {Subject: "Cancelado: {name}", Heading: "El evento se ha cancelado.", Action: "Ver el evento", Body: []string{
				"{name} se ha cancelado, y con él el sorteo en el que participabas. No tienes que hacer nada.",
			}},
			DrawClosed: {Subject: "La sala de espera está cerrada: {name}", Heading: "La sala de espera está cerrada.", Action: "Ver el evento", Body: []string{
				"La sala de espera para {name} está cerrada y ya no necesitas tu puesto. Si quedan entradas, las encontrarás en la página del evento.",
			}},
		},
		slot:   "Tu turno empieza",
		footer: "Recibes este correo porque participaste con esta dirección en el sorteo de {name}.",
	},
	mailkit.Italian: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Posto {place} su {of} nel sorteggio: {name}", Heading: "Ti è toccato il posto {place} su {of}.", Body: []string{
				"L’ordine per {name} è stato estratto a sorte e hai il posto {place} su {of}. Si entra in quest’ordine e nessuno può superarti.",
				"Non devi aspettare su nessuna pagina. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			}},
			DrawLate: {Subject: "Hai il numero {place}: {name}", Heading: "Hai il numero {place}.", Body: []string{
				"L’ordine per {name} è stato estratto a sorte. Ti sei aggiunto dopo che il sorteggio era stato sigillato, quindi hai il posto {place}: dopo tutti gli estratti, in ordine di arrivo.",
				"Non devi aspettare su nessuna pagina. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			}},
			DrawStruck: {Subject: "Partecipazione tolta dal sorteggio: {name}", Heading: "La tua partecipazione è stata tolta dal sorteggio.", Action: "Vedi il sorteggio", Body: []string{
				"L’organizzatore ha tolto la tua partecipazione dal sorteggio per {name} prima dell’estrazione. Tutte le partecipazioni tolte sono pubbliche, ognuna con il suo motivo. Se pensi che sia un errore, contatta l’organizzatore.",
			}},
			DrawCancelled: {Subject: "Annullato: {name}", Heading: "L’evento è annullato.", Action: "Vedi l’evento", Body: []string{
				"{name} è annullato, e con esso il sorteggio a cui hai partecipato. Non devi fare nulla.",
			}},
			DrawClosed: {Subject: "La sala d’attesa è chiusa: {name}", Heading: "La sala d’attesa è chiusa.", Action: "Vedi l’evento", Body: []string{
				"La sala d’attesa per {name} è chiusa e il tuo posto non serve più. Se ci sono ancora biglietti, li trovi nella pagina dell’evento.",
			}},
		},
		slot:   "Il tuo turno inizia",
		footer: "Ricevi questa e-mail perché hai partecipato con questo indirizzo al sorteggio per {name}.",
	},
	mailkit.Dutch: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Plek {place} van {of} in de loting: {name}", Heading: "Je hebt plek {place} van {of} geloot.", Body: []string{
				"De volgorde voor {name} is geloot, en je hebt plek {place} van {of}. Iedereen wordt in deze volgorde binnengelaten, en niemand kan voordringen.",
				"Je hoeft op geen enkele pagina te wachten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			}},
			DrawLate: {Subject: "Je hebt nummer {place}: {name}", Heading: "Je hebt nummer {place}.", Body: []string{
				"De volgorde voor {name} is geloot. Je kwam erbij nadat de loting was verzegeld en hebt daarom plek {place}: na iedereen die is geloot, op volgorde van aankomst.",
				"Je hoeft op geen enkele pagina te wachten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			}},
			DrawStruck: {Subject: "Deelname uit de loting gehaald: {name}", Heading: "Je deelname is uit de loting gehaald.", Action: "Naar de loting", Body: []string{
				"De organisator heeft je deelname vóór de trekking uit de loting voor {name} gehaald. Alle deelnames die eruit zijn gehaald, zijn openbaar, elk met de reden. Denk je dat dit een vergissing is, neem dan contact op met de organisator.",
			}},
			DrawCancelled: {Subject: "Geannuleerd: {name}", Heading: "Het evenement is geannuleerd.", Action: "Naar het evenement", Body: []string{
				"{name} is geannuleerd, en daarmee ook de loting waaraan je meedeed. Je hoeft niets te doen.",
			}},
			DrawClosed: {Subject: "De wachtruimte is gesloten: {name}", Heading: "De wachtruimte is gesloten.", Action: "Naar het evenement", Body: []string{
				"De wachtruimte voor {name} is gesloten, en je plek is niet meer nodig. Als er nog tickets zijn, vind je ze op de pagina van het evenement.",
			}},
		},
		slot:   "Je tijdvak begint",
		footer: "Je ontvangt deze e-mail omdat je met dit adres meedeed aan de loting voor {name}.",
	},
	mailkit.Portuguese: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Lugar {place} de {of} no sorteio: {name}", Heading: "Saiu-lhe o lugar {place} de {of}.", Body: []string{
				"A ordem para {name} foi sorteada e tem o lugar {place} de {of}. Entra-se por esta ordem e ninguém pode passar à sua frente.",
				"Não precisa de esperar em nenhuma página. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			}},
			DrawLate: {Subject: "Tem o número {place}: {name}", Heading: "Tem o número {place}.", Body: []string{
				"A ordem para {name} foi sorteada. Chegou depois de o sorteio ter sido selado, por isso tem o lugar {place}: a seguir a todos os sorteados, por ordem de chegada.",
				"Não precisa de esperar em nenhuma página. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			}},
			DrawStruck: {Subject: "Participação retirada do sorteio: {name}", Heading: "A sua participação foi retirada do sorteio.", Action: "Ver o sorteio", Body: []string{
				"O organizador retirou a sua participação do sorteio para {name} antes da extração. Todas as participações retiradas são públicas, cada uma com o seu motivo. Se acha que é um engano, contacte o organizador.",
			}},
			DrawCancelled: {Subject: "Cancelado: {name}", Heading: "O evento foi cancelado.", Action: "Ver o evento", Body: []string{
				"{name} foi cancelado, e com ele o sorteio em que participou. Não precisa de fazer nada.",
			}},
			DrawClosed: {Subject: "A sala de espera fechou: {name}", Heading: "A sala de espera fechou.", Action: "Ver o evento", Body: []string{
				"A sala de espera para {name} fechou e o seu lugar já não é necessário. Se ainda houver bilhetes, encontra-os na página do evento.",
			}},
		},
		slot:   "O seu horário começa",
		footer: "Recebe este e-mail porque participou com este endereço no sorteio para {name}.",
	},
	mailkit.Polish: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Miejsce {place} z {of} w losowaniu: {name}", Heading: "Masz miejsce {place} z {of}.", Body: []string{
				"Kolejność na {name} została wylosowana i przypadło Ci miejsce {place} z {of}. Wchodzi się w tej kolejności i nikt nie może Cię wyprzedzić.",
				"Nie musisz czekać na żadnej stronie. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			}},
			DrawLate: {Subject: "Masz numer {place}: {name}", Heading: "Masz numer {place}.", Body: []string{
				"Kolejność na {name} została wylosowana. Zgłoszenie wpłynęło po zapieczętowaniu losowania, dlatego masz miejsce {place}: za wszystkimi wylosowanymi, w kolejności przyjścia.",
				"Nie musisz czekać na żadnej stronie. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			}},
			DrawStruck: {Subject: "Zgłoszenie usunięte z losowania: {name}", Heading: "Twoje zgłoszenie usunięto z losowania.", Action: "Zobacz losowanie", Body: []string{
				"Organizator usunął Twoje zgłoszenie z losowania na {name} przed jego przeprowadzeniem. Wszystkie usunięte zgłoszenia są jawne, każde z podaniem powodu. Jeśli uważasz, że to pomyłka, skontaktuj się z organizatorem.",
			}},
			DrawCancelled: {Subject: "Odwołane: {name}", Heading: "Wydarzenie zostało odwołane.", Action: "Zobacz wydarzenie", Body: []string{
				"{name} zostało odwołane, a z nim losowanie, w którym bierzesz udział. Nie musisz nic robić.",
			}},
			DrawClosed: {Subject: "Poczekalnia jest zamknięta: {name}", Heading: "Poczekalnia jest zamknięta.", Action: "Zobacz wydarzenie", Body: []string{
				"Poczekalnia na {name} jest zamknięta i Twoje miejsce nie jest już potrzebne. Jeśli są jeszcze bilety, znajdziesz je na stronie wydarzenia.",
			}},
		},
		slot:   "Początek Twojego przedziału",
		footer: "Dostajesz tę wiadomość, bo tym adresem zgłoszono udział w losowaniu na {name}.",
	},
	mailkit.Czech: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Místo {place} z {of} v losování: {name}", Heading: "Vyšlo na vás místo {place} z {of}.", Body: []string{
				"Pořadí na {name} je vylosováno a máte místo {place} z {of}. Dovnitř se vstupuje v tomto pořadí a nikdo vás nemůže předběhnout.",
				"Nemusíte čekat na žádné stránce. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			}},
			DrawLate: {Subject: "Máte číslo {place}: {name}", Heading: "Máte číslo {place}.", Body: []string{
				"Pořadí na {name} je vylosováno. Přišli jste až po zapečetění losování, proto máte místo {place}: za všemi vylosovanými, v pořadí příchodu.",
				"Nemusíte čekat na žádné stránce. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			}},
			DrawStruck: {Subject: "Přihláška vyřazena z losování: {name}", Heading: "Vaše přihláška byla z losování vyřazena.", Action: "Zobrazit losování", Body: []string{
				"Pořadatel vyřadil vaši přihlášku z losování na {name} ještě před tahem. Všechny vyřazené přihlášky jsou veřejné, každá s důvodem. Pokud si myslíte, že jde o omyl, obraťte se na pořadatele.",
			}},
			DrawCancelled: {Subject: "Zrušeno: {name}", Heading: "Akce je zrušena.", Action: "Zobrazit akci", Body: []string{
				"{name} se ruší a s ní i losování, kterého jste se účastnili. Nemusíte nic dělat.",
			}},
			DrawClosed: {Subject: "Čekárna je zavřená: {name}", Heading: "Čekárna je zavřená.", Action: "Zobrazit akci", Body: []string{
				"Čekárna na {name} je zavřená a vaše místo už není potřeba. Pokud ještě zbývají vstupenky, najdete je na stránce akce.",
			}},
		},
		slot:   "Začátek vašeho času",
		footer: "Tento e-mail dostáváte, protože jste se s touto adresou přihlásili do losování na {name}.",
	},
	mailkit.Swedish: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Plats {place} av {of} i lottningen: {name}", Heading: "Du fick plats {place} av {of}.", Body: []string{
				"Ordningen till {name} är lottad, och du har plats {place} av {of}. Alla släpps in i den ordningen, och ingen kan gå före dig.",
				"Du behöver inte vänta på någon sida. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			}},
			DrawLate: {Subject: "Du har nummer {place}: {name}", Heading: "Du har nummer {place}.", Body: []string{
				"Ordningen till {name} är lottad. Du kom efter att lottningen förseglades och har därför plats {place}: efter alla som lottades, i den ordning ni kom.",
				"Du behöver inte vänta på någon sida. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			}},
			DrawStruck: {Subject: "Anmälan borttagen ur utlottningen: {name}", Heading: "Din anmälan togs bort ur utlottningen.", Action: "Visa lottningen", Body: []string{
				"Arrangören tog bort din anmälan ur utlottningen till {name} före dragningen. Alla borttagna anmälningar är offentliga, var och en med sitt skäl. Kontakta arrangören om du tror att det är ett misstag.",
			}},
			DrawCancelled: {Subject: "Inställt: {name}", Heading: "Evenemanget är inställt.", Action: "Visa evenemanget", Body: []string{
				"{name} är inställt, och därmed även utlottningen som du deltog i. Du behöver inte göra något.",
			}},
			DrawClosed: {Subject: "Väntrummet har stängt: {name}", Heading: "Väntrummet har stängt.", Action: "Visa evenemanget", Body: []string{
				"Väntrummet till {name} har stängt, och din köplats behövs inte längre. Finns det biljetter kvar hittar du dem på evenemangets sida.",
			}},
		},
		slot:   "Din tid börjar",
		footer: "Du får det här mejlet eftersom du deltog i utlottningen till {name} med den här adressen.",
	},
	mailkit.Turkish: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "Kurada {of} kişi arasında {place}. sıra: {name}", Heading: "{of} kişi arasında {place}. sıradasınız.", Body: []string{
				"{name} için sıra kurayla belirlendi; {of} kişi arasında {place}. sıradasınız. Herkes bu sırayla içeri alınır ve kimse önünüze geçemez.",
				"Hiçbir sayfada beklemeniz gerekmez. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			}},
			DrawLate: {Subject: "Numaranız {place}: {name}", Heading: "Numaranız {place}.", Body: []string{
				"{name} için sıra kurayla belirlendi. Kura mühürlendikten sonra katıldığınız için {place}. sıradasınız: kuraya girenlerin ardından, geliş sırasına göre.",
				"Hiçbir sayfada beklemeniz gerekmez. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			}},
			DrawStruck: {Subject: "Katılımınız kuradan çıkarıldı: {name}", Heading: "Katılımınız kuradan çıkarıldı.", Action: "Kurayı görüntüle", Body: []string{
				"Organizatör, katılımınızı çekilişten önce {name} kurasından çıkardı. Çıkarılan tüm katılımlar, nedenleriyle birlikte herkese açıktır. Bunun bir hata olduğunu düşünüyorsanız lütfen organizatörle iletişime geçin.",
			}},
			DrawCancelled: {Subject: "İptal edildi: {name}", Heading: "Etkinlik iptal edildi.", Action: "Etkinliği görüntüle", Body: []string{
				"{name} ve onunla birlikte katıldığınız kura iptal edildi. Bir şey yapmanız gerekmiyor.",
			}},
			DrawClosed: {Subject: "Bekleme odası kapandı: {name}", Heading: "Bekleme odası kapandı.", Action: "Etkinliği görüntüle", Body: []string{
				"{name} için bekleme odası kapandı ve oradaki yerinize artık gerek yok. Bilet kaldıysa etkinliğin sayfasında bulabilirsiniz.",
			}},
		},
		slot:   "Zaman diliminizin başlangıcı",
		footer: "Bu e-postayı, {name} kurasına bu adresle katıldığınız için alıyorsunuz.",
	},
	mailkit.Arabic: {
		mails: map[DrawResult]mailkit.Wording{
			DrawDrawn: {Subject: "ترتيبك في القرعة {place} من {of}: {name}", Heading: "ترتيبك {place} من {of}.", Body: []string{
				"أُجريت القرعة على الترتيب من أجل {name}، وترتيبك {place} من {of}. يكون الدخول بهذا الترتيب، ولا يمكن لأحد أن يتجاوزك.",
				"لا حاجة إلى الانتظار على أي صفحة. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			}},
			DrawLate: {Subject: "رقمك {place}: {name}", Heading: "رقمك {place}.", Body: []string{
				"أُجريت القرعة على الترتيب من أجل {name}. انضممت بعد ختم القرعة، لذا ترتيبك {place}: بعد كل من شملتهم القرعة، بحسب الوصول.",
				"لا حاجة إلى الانتظار على أي صفحة. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			}},
			DrawStruck: {Subject: "أُزيلت مشاركتك من القرعة: {name}", Heading: "أُزيلت مشاركتك من القرعة.", Action: "عرض القرعة", Body: []string{
				"أزال المنظّم مشاركتك من قرعة {name} قبل السحب. جميع المشاركات التي أُزيلت معلنة للجميع، وكل منها مع سببها. إذا كنت تظن أن هذا خطأ فيرجى التواصل مع المنظّم.",
			}},
			DrawCancelled: {Subject: "أُلغيت: {name}", Heading: "أُلغيت الفعالية.", Action: "عرض الفعالية", Body: []string{
				"أُلغيت {name}، ومعها القرعة التي شاركت فيها. لا يلزمك القيام بأي شيء.",
			}},
			DrawClosed: {Subject: "أُغلقت غرفة الانتظار: {name}", Heading: "أُغلقت غرفة الانتظار.", Action: "عرض الفعالية", Body: []string{
				"أُغلقت غرفة الانتظار من أجل {name}، ولم يعد مكانك فيها لازمًا. إن بقيت تذاكر فستجدها على صفحة الفعالية.",
			}},
		},
		slot:   "بداية موعدك",
		footer: "تصلك هذه الرسالة لأنك شاركت بهذا العنوان في قرعة {name}.",
	},
}
