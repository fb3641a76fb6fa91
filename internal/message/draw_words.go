package message

// drawWordings are what is said of draws of waiting rooms, by language.
var drawWordings = map[*dictionary]*drawWords{
	english: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "You drew place {place} of {of}: {name}", heading: "You drew place {place} of {of}.", body: []string{
				"The order for {name} has been drawn, and you have place {place} of {of}. People are let in by place, and nobody can get ahead of you.",
				"You don’t have to wait on a page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			}},
			DrawLate: {subject: "You’re number {place}: {name}", heading: "You’re number {place}.", body: []string{
				"The order for {name} has been drawn. You joined after the draw was sealed, so your place is number {place}: after everyone who was drawn, in the order of arrival.",
				"You don’t have to wait on a page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			}},
			DrawStruck: {subject: "Taken out of the draw: {name}", heading: "Your entry was taken out of the draw.", action: "View the draw", body: []string{
				"The organizer took your entry out of the draw for {name}. All entries that were taken out are public, each with its reason. If you think this is a mistake, please contact the organizer.",
			}},
			DrawCancelled: {subject: "Cancelled: {name}", heading: "The event is cancelled.", action: "View the event", body: []string{
				"{name} is cancelled, and with it the draw that you took part in. You don’t have to do anything.",
			}},
			DrawClosed: {subject: "The waiting room has closed: {name}", heading: "The waiting room has closed.", action: "View the event", body: []string{
				"The waiting room for {name} is closed, and your place in it is no longer needed. If there are tickets left, you’ll find them on the event’s page.",
			}},
		},
		slot:   "Your time slot begins",
		footer: "You’re receiving this email because you joined the draw for {name} with this address.",
	},
	german: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Du hast Platz {place} von {of}: {name}", heading: "Du hast Platz {place} von {of} gezogen.", body: []string{
				"Die Reihenfolge für {name} ist ausgelost, und du hast Platz {place} von {of}. Eingelassen wird in dieser Reihenfolge, und niemand kann sich vordrängen.",
				"Du musst auf keiner Seite warten. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			}},
			DrawLate: {subject: "Du bist Nummer {place}: {name}", heading: "Du bist Nummer {place}.", body: []string{
				"Die Reihenfolge für {name} ist ausgelost. Du kamst nach der Versiegelung dazu und hast deshalb Platz {place}: hinter allen, die gezogen wurden, in der Reihenfolge der Ankunft.",
				"Du musst auf keiner Seite warten. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			}},
			DrawStruck: {subject: "Aus der Verlosung genommen: {name}", heading: "Dein Los wurde aus der Verlosung genommen.", action: "Zur Verlosung", body: []string{
				"Der Veranstalter hat dein Los vor der Ziehung aus der Verlosung für {name} genommen. Alle herausgenommenen Lose sind öffentlich, jedes mit seinem Grund. Wenn du das für einen Fehler hältst, wende dich bitte an den Veranstalter.",
			}},
			DrawCancelled: {subject: "Abgesagt: {name}", heading: "Die Veranstaltung ist abgesagt.", action: "Zur Veranstaltung", body: []string{
				"{name} ist abgesagt und damit auch die Verlosung, an der du teilgenommen hast. Du musst nichts tun.",
			}},
			DrawClosed: {subject: "Der Warteraum ist geschlossen: {name}", heading: "Der Warteraum ist geschlossen.", action: "Zur Veranstaltung", body: []string{
				"Der Warteraum für {name} ist geschlossen, und dein Platz darin wird nicht mehr gebraucht. Falls es noch Tickets gibt, findest du sie auf der Seite der Veranstaltung.",
			}},
		},
		slot:   "Dein Zeitfenster beginnt",
		footer: "Du bekommst diese E-Mail, weil du mit dieser Adresse an der Verlosung für {name} teilgenommen hast.",
	},
	french: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Place {place} sur {of} au tirage : {name}", heading: "Vous avez obtenu la place {place} sur {of}.", body: []string{
				"L’ordre pour {name} a été tiré au sort, et vous avez la place {place} sur {of}. On entre dans cet ordre, et personne ne peut vous dépasser.",
				"Inutile d’attendre sur une page. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			}},
			DrawLate: {subject: "Vous avez le numéro {place} : {name}", heading: "Vous avez le numéro {place}.", body: []string{
				"L’ordre pour {name} a été tiré au sort. Vous êtes arrivé(e) après la mise sous scellé du tirage et avez donc la place {place} : après toutes les personnes tirées au sort, dans l’ordre d’arrivée.",
				"Inutile d’attendre sur une page. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			}},
			DrawStruck: {subject: "Participation retirée du tirage : {name}", heading: "Votre participation a été retirée du tirage.", action: "Voir le tirage", body: []string{
				"L’organisateur a retiré votre participation du tirage pour {name} avant qu’il ait lieu. Toutes les participations retirées sont publiques, chacune avec son motif. Si vous pensez que c’est une erreur, contactez l’organisateur.",
			}},
			DrawCancelled: {subject: "Annulé : {name}", heading: "L’événement est annulé.", action: "Voir l’événement", body: []string{
				"{name} est annulé, et avec lui le tirage auquel vous avez participé. Vous n’avez rien à faire.",
			}},
			DrawClosed: {subject: "La salle d’attente est fermée : {name}", heading: "La salle d’attente est fermée.", action: "Voir l’événement", body: []string{
				"La salle d’attente pour {name} est fermée, et votre place n’y est plus nécessaire. S’il reste des billets, vous les trouverez sur la page de l’événement.",
			}},
		},
		slot:   "Début de votre créneau",
		footer: "Vous recevez cet e-mail parce que vous avez participé avec cette adresse au tirage pour {name}.",
	},
	spanish: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Puesto {place} de {of} en el sorteo: {name}", heading: "Te ha salido el puesto {place} de {of}.", body: []string{
				"El orden para {name} ya se ha sorteado y tienes el puesto {place} de {of}. Se entra en ese orden y nadie puede adelantarte.",
				"No hace falta esperar en ninguna página. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			}},
			DrawLate: {subject: "Tienes el número {place}: {name}", heading: "Tienes el número {place}.", body: []string{
				"El orden para {name} ya se ha sorteado. Llegaste después de que se sellara el sorteo, así que tienes el puesto {place}: detrás de quienes entraron en el sorteo, por orden de llegada.",
				"No hace falta esperar en ninguna página. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			}},
			DrawStruck: {subject: "Participación retirada del sorteo: {name}", heading: "Tu participación se retiró del sorteo.", action: "Ver el sorteo", body: []string{
				"El organizador retiró tu participación del sorteo de {name} antes de que se celebrara. Todas las participaciones retiradas son públicas, cada una con su motivo. Si crees que es un error, contacta con el organizador.",
			}},
			DrawCancelled: {subject: "Cancelado: {name}", heading: "El evento se ha cancelado.", action: "Ver el evento", body: []string{
				"{name} se ha cancelado, y con él el sorteo en el que participabas. No tienes que hacer nada.",
			}},
			DrawClosed: {subject: "La sala de espera está cerrada: {name}", heading: "La sala de espera está cerrada.", action: "Ver el evento", body: []string{
				"La sala de espera para {name} está cerrada y ya no necesitas tu puesto. Si quedan entradas, las encontrarás en la página del evento.",
			}},
		},
		slot:   "Tu turno empieza",
		footer: "Recibes este correo porque participaste con esta dirección en el sorteo de {name}.",
	},
	italian: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Posto {place} su {of} nel sorteggio: {name}", heading: "Ti è toccato il posto {place} su {of}.", body: []string{
				"L’ordine per {name} è stato estratto a sorte e hai il posto {place} su {of}. Si entra in quest’ordine e nessuno può superarti.",
				"Non devi aspettare su nessuna pagina. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			}},
			DrawLate: {subject: "Hai il numero {place}: {name}", heading: "Hai il numero {place}.", body: []string{
				"L’ordine per {name} è stato estratto a sorte. Ti sei aggiunto dopo che il sorteggio era stato sigillato, quindi hai il posto {place}: dopo tutti gli estratti, in ordine di arrivo.",
				"Non devi aspettare su nessuna pagina. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			}},
			DrawStruck: {subject: "Partecipazione tolta dal sorteggio: {name}", heading: "La tua partecipazione è stata tolta dal sorteggio.", action: "Vedi il sorteggio", body: []string{
				"L’organizzatore ha tolto la tua partecipazione dal sorteggio per {name} prima dell’estrazione. Tutte le partecipazioni tolte sono pubbliche, ognuna con il suo motivo. Se pensi che sia un errore, contatta l’organizzatore.",
			}},
			DrawCancelled: {subject: "Annullato: {name}", heading: "L’evento è annullato.", action: "Vedi l’evento", body: []string{
				"{name} è annullato, e con esso il sorteggio a cui hai partecipato. Non devi fare nulla.",
			}},
			DrawClosed: {subject: "La sala d’attesa è chiusa: {name}", heading: "La sala d’attesa è chiusa.", action: "Vedi l’evento", body: []string{
				"La sala d’attesa per {name} è chiusa e il tuo posto non serve più. Se ci sono ancora biglietti, li trovi nella pagina dell’evento.",
			}},
		},
		slot:   "Il tuo turno inizia",
		footer: "Ricevi questa e-mail perché hai partecipato con questo indirizzo al sorteggio per {name}.",
	},
	dutch: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Plek {place} van {of} in de loting: {name}", heading: "Je hebt plek {place} van {of} geloot.", body: []string{
				"De volgorde voor {name} is geloot, en je hebt plek {place} van {of}. Iedereen wordt in deze volgorde binnengelaten, en niemand kan voordringen.",
				"Je hoeft op geen enkele pagina te wachten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			}},
			DrawLate: {subject: "Je hebt nummer {place}: {name}", heading: "Je hebt nummer {place}.", body: []string{
				"De volgorde voor {name} is geloot. Je kwam erbij nadat de loting was verzegeld en hebt daarom plek {place}: na iedereen die is geloot, op volgorde van aankomst.",
				"Je hoeft op geen enkele pagina te wachten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			}},
			DrawStruck: {subject: "Deelname uit de loting gehaald: {name}", heading: "Je deelname is uit de loting gehaald.", action: "Naar de loting", body: []string{
				"De organisator heeft je deelname vóór de trekking uit de loting voor {name} gehaald. Alle deelnames die eruit zijn gehaald, zijn openbaar, elk met de reden. Denk je dat dit een vergissing is, neem dan contact op met de organisator.",
			}},
			DrawCancelled: {subject: "Geannuleerd: {name}", heading: "Het evenement is geannuleerd.", action: "Naar het evenement", body: []string{
				"{name} is geannuleerd, en daarmee ook de loting waaraan je meedeed. Je hoeft niets te doen.",
			}},
			DrawClosed: {subject: "De wachtruimte is gesloten: {name}", heading: "De wachtruimte is gesloten.", action: "Naar het evenement", body: []string{
				"De wachtruimte voor {name} is gesloten, en je plek is niet meer nodig. Als er nog tickets zijn, vind je ze op de pagina van het evenement.",
			}},
		},
		slot:   "Je tijdvak begint",
		footer: "Je ontvangt deze e-mail omdat je met dit adres meedeed aan de loting voor {name}.",
	},
	portuguese: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Lugar {place} de {of} no sorteio: {name}", heading: "Saiu-lhe o lugar {place} de {of}.", body: []string{
				"A ordem para {name} foi sorteada e tem o lugar {place} de {of}. Entra-se por esta ordem e ninguém pode passar à sua frente.",
				"Não precisa de esperar em nenhuma página. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			}},
			DrawLate: {subject: "Tem o número {place}: {name}", heading: "Tem o número {place}.", body: []string{
				"A ordem para {name} foi sorteada. Chegou depois de o sorteio ter sido selado, por isso tem o lugar {place}: a seguir a todos os sorteados, por ordem de chegada.",
				"Não precisa de esperar em nenhuma página. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			}},
			DrawStruck: {subject: "Participação retirada do sorteio: {name}", heading: "A sua participação foi retirada do sorteio.", action: "Ver o sorteio", body: []string{
				"O organizador retirou a sua participação do sorteio para {name} antes da extração. Todas as participações retiradas são públicas, cada uma com o seu motivo. Se acha que é um engano, contacte o organizador.",
			}},
			DrawCancelled: {subject: "Cancelado: {name}", heading: "O evento foi cancelado.", action: "Ver o evento", body: []string{
				"{name} foi cancelado, e com ele o sorteio em que participou. Não precisa de fazer nada.",
			}},
			DrawClosed: {subject: "A sala de espera fechou: {name}", heading: "A sala de espera fechou.", action: "Ver o evento", body: []string{
				"A sala de espera para {name} fechou e o seu lugar já não é necessário. Se ainda houver bilhetes, encontra-os na página do evento.",
			}},
		},
		slot:   "O seu horário começa",
		footer: "Recebe este e-mail porque participou com este endereço no sorteio para {name}.",
	},
	polish: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Miejsce {place} z {of} w losowaniu: {name}", heading: "Masz miejsce {place} z {of}.", body: []string{
				"Kolejność na {name} została wylosowana i przypadło Ci miejsce {place} z {of}. Wchodzi się w tej kolejności i nikt nie może Cię wyprzedzić.",
				"Nie musisz czekać na żadnej stronie. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			}},
			DrawLate: {subject: "Masz numer {place}: {name}", heading: "Masz numer {place}.", body: []string{
				"Kolejność na {name} została wylosowana. Zgłoszenie wpłynęło po zapieczętowaniu losowania, dlatego masz miejsce {place}: za wszystkimi wylosowanymi, w kolejności przyjścia.",
				"Nie musisz czekać na żadnej stronie. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			}},
			DrawStruck: {subject: "Zgłoszenie usunięte z losowania: {name}", heading: "Twoje zgłoszenie usunięto z losowania.", action: "Zobacz losowanie", body: []string{
				"Organizator usunął Twoje zgłoszenie z losowania na {name} przed jego przeprowadzeniem. Wszystkie usunięte zgłoszenia są jawne, każde z podaniem powodu. Jeśli uważasz, że to pomyłka, skontaktuj się z organizatorem.",
			}},
			DrawCancelled: {subject: "Odwołane: {name}", heading: "Wydarzenie zostało odwołane.", action: "Zobacz wydarzenie", body: []string{
				"{name} zostało odwołane, a z nim losowanie, w którym bierzesz udział. Nie musisz nic robić.",
			}},
			DrawClosed: {subject: "Poczekalnia jest zamknięta: {name}", heading: "Poczekalnia jest zamknięta.", action: "Zobacz wydarzenie", body: []string{
				"Poczekalnia na {name} jest zamknięta i Twoje miejsce nie jest już potrzebne. Jeśli są jeszcze bilety, znajdziesz je na stronie wydarzenia.",
			}},
		},
		slot:   "Początek Twojego przedziału",
		footer: "Dostajesz tę wiadomość, bo tym adresem zgłoszono udział w losowaniu na {name}.",
	},
	czech: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Místo {place} z {of} v losování: {name}", heading: "Vyšlo na vás místo {place} z {of}.", body: []string{
				"Pořadí na {name} je vylosováno a máte místo {place} z {of}. Dovnitř se vstupuje v tomto pořadí a nikdo vás nemůže předběhnout.",
				"Nemusíte čekat na žádné stránce. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			}},
			DrawLate: {subject: "Máte číslo {place}: {name}", heading: "Máte číslo {place}.", body: []string{
				"Pořadí na {name} je vylosováno. Přišli jste až po zapečetění losování, proto máte místo {place}: za všemi vylosovanými, v pořadí příchodu.",
				"Nemusíte čekat na žádné stránce. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			}},
			DrawStruck: {subject: "Přihláška vyřazena z losování: {name}", heading: "Vaše přihláška byla z losování vyřazena.", action: "Zobrazit losování", body: []string{
				"Pořadatel vyřadil vaši přihlášku z losování na {name} ještě před tahem. Všechny vyřazené přihlášky jsou veřejné, každá s důvodem. Pokud si myslíte, že jde o omyl, obraťte se na pořadatele.",
			}},
			DrawCancelled: {subject: "Zrušeno: {name}", heading: "Akce je zrušena.", action: "Zobrazit akci", body: []string{
				"{name} se ruší a s ní i losování, kterého jste se účastnili. Nemusíte nic dělat.",
			}},
			DrawClosed: {subject: "Čekárna je zavřená: {name}", heading: "Čekárna je zavřená.", action: "Zobrazit akci", body: []string{
				"Čekárna na {name} je zavřená a vaše místo už není potřeba. Pokud ještě zbývají vstupenky, najdete je na stránce akce.",
			}},
		},
		slot:   "Začátek vašeho času",
		footer: "Tento e-mail dostáváte, protože jste se s touto adresou přihlásili do losování na {name}.",
	},
	swedish: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Plats {place} av {of} i lottningen: {name}", heading: "Du fick plats {place} av {of}.", body: []string{
				"Ordningen till {name} är lottad, och du har plats {place} av {of}. Alla släpps in i den ordningen, och ingen kan gå före dig.",
				"Du behöver inte vänta på någon sida. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			}},
			DrawLate: {subject: "Du har nummer {place}: {name}", heading: "Du har nummer {place}.", body: []string{
				"Ordningen till {name} är lottad. Du kom efter att lottningen förseglades och har därför plats {place}: efter alla som lottades, i den ordning ni kom.",
				"Du behöver inte vänta på någon sida. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			}},
			DrawStruck: {subject: "Anmälan borttagen ur utlottningen: {name}", heading: "Din anmälan togs bort ur utlottningen.", action: "Visa lottningen", body: []string{
				"Arrangören tog bort din anmälan ur utlottningen till {name} före dragningen. Alla borttagna anmälningar är offentliga, var och en med sitt skäl. Kontakta arrangören om du tror att det är ett misstag.",
			}},
			DrawCancelled: {subject: "Inställt: {name}", heading: "Evenemanget är inställt.", action: "Visa evenemanget", body: []string{
				"{name} är inställt, och därmed även utlottningen som du deltog i. Du behöver inte göra något.",
			}},
			DrawClosed: {subject: "Väntrummet har stängt: {name}", heading: "Väntrummet har stängt.", action: "Visa evenemanget", body: []string{
				"Väntrummet till {name} har stängt, och din köplats behövs inte längre. Finns det biljetter kvar hittar du dem på evenemangets sida.",
			}},
		},
		slot:   "Din tid börjar",
		footer: "Du får det här mejlet eftersom du deltog i utlottningen till {name} med den här adressen.",
	},
	turkish: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "Kurada {of} kişi arasında {place}. sıra: {name}", heading: "{of} kişi arasında {place}. sıradasınız.", body: []string{
				"{name} için sıra kurayla belirlendi; {of} kişi arasında {place}. sıradasınız. Herkes bu sırayla içeri alınır ve kimse önünüze geçemez.",
				"Hiçbir sayfada beklemeniz gerekmez. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			}},
			DrawLate: {subject: "Numaranız {place}: {name}", heading: "Numaranız {place}.", body: []string{
				"{name} için sıra kurayla belirlendi. Kura mühürlendikten sonra katıldığınız için {place}. sıradasınız: kuraya girenlerin ardından, geliş sırasına göre.",
				"Hiçbir sayfada beklemeniz gerekmez. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			}},
			DrawStruck: {subject: "Katılımınız kuradan çıkarıldı: {name}", heading: "Katılımınız kuradan çıkarıldı.", action: "Kurayı görüntüle", body: []string{
				"Organizatör, katılımınızı çekilişten önce {name} kurasından çıkardı. Çıkarılan tüm katılımlar, nedenleriyle birlikte herkese açıktır. Bunun bir hata olduğunu düşünüyorsanız lütfen organizatörle iletişime geçin.",
			}},
			DrawCancelled: {subject: "İptal edildi: {name}", heading: "Etkinlik iptal edildi.", action: "Etkinliği görüntüle", body: []string{
				"{name} ve onunla birlikte katıldığınız kura iptal edildi. Bir şey yapmanız gerekmiyor.",
			}},
			DrawClosed: {subject: "Bekleme odası kapandı: {name}", heading: "Bekleme odası kapandı.", action: "Etkinliği görüntüle", body: []string{
				"{name} için bekleme odası kapandı ve oradaki yerinize artık gerek yok. Bilet kaldıysa etkinliğin sayfasında bulabilirsiniz.",
			}},
		},
		slot:   "Zaman diliminizin başlangıcı",
		footer: "Bu e-postayı, {name} kurasına bu adresle katıldığınız için alıyorsunuz.",
	},
	arabic: {
		mails: map[DrawResult]wording{
			DrawDrawn: {subject: "ترتيبك في القرعة {place} من {of}: {name}", heading: "ترتيبك {place} من {of}.", body: []string{
				"أُجريت القرعة على الترتيب من أجل {name}، وترتيبك {place} من {of}. يكون الدخول بهذا الترتيب، ولا يمكن لأحد أن يتجاوزك.",
				"لا حاجة إلى الانتظار على أي صفحة. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			}},
			DrawLate: {subject: "رقمك {place}: {name}", heading: "رقمك {place}.", body: []string{
				"أُجريت القرعة على الترتيب من أجل {name}. انضممت بعد ختم القرعة، لذا ترتيبك {place}: بعد كل من شملتهم القرعة، بحسب الوصول.",
				"لا حاجة إلى الانتظار على أي صفحة. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			}},
			DrawStruck: {subject: "أُزيلت مشاركتك من القرعة: {name}", heading: "أُزيلت مشاركتك من القرعة.", action: "عرض القرعة", body: []string{
				"أزال المنظّم مشاركتك من قرعة {name} قبل السحب. جميع المشاركات التي أُزيلت معلنة للجميع، وكل منها مع سببها. إذا كنت تظن أن هذا خطأ فيرجى التواصل مع المنظّم.",
			}},
			DrawCancelled: {subject: "أُلغيت: {name}", heading: "أُلغيت الفعالية.", action: "عرض الفعالية", body: []string{
				"أُلغيت {name}، ومعها القرعة التي شاركت فيها. لا يلزمك القيام بأي شيء.",
			}},
			DrawClosed: {subject: "أُغلقت غرفة الانتظار: {name}", heading: "أُغلقت غرفة الانتظار.", action: "عرض الفعالية", body: []string{
				"أُغلقت غرفة الانتظار من أجل {name}، ولم يعد مكانك فيها لازمًا. إن بقيت تذاكر فستجدها على صفحة الفعالية.",
			}},
		},
		slot:   "بداية موعدك",
		footer: "تصلك هذه الرسالة لأنك شاركت بهذا العنوان في قرعة {name}.",
	},
}
