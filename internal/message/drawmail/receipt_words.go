package drawmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// receiptWordings are the mails with receipts of waiting rooms, by language.
var receiptWordings = map[*mailkit.Language]receiptWords{
	mailkit.English: {
		placed: mailkit.Wording{
			Subject: "You’re number {number}: {name}",
			Heading: "You’re number {number}.",
			Body: []string{
				"This is your place in the waiting room for {name}. People are let in by number, and nobody can get ahead of you.",
				"You can close every page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			},
			Action: "See my place",
			After:  []string{"Whoever has this email can use your place, so please don’t forward it."},
		},
		drawing: mailkit.Wording{
			Subject: "You’re in the draw: {name}",
			Heading: "You’re in the draw.",
			Body: []string{
				"The order for {name} is drawn at random among everyone who joins in time. It makes no difference who came first: the number of your entry only says which one is yours.",
				"You can close every page. The link below shows how many people are ahead of you, and lets you in when it’s your turn, on any device. If you’re late, your place stays good.",
			},
			Action: "See my place",
			After:  []string{"Whoever has this email can use your place, so please don’t forward it."},
		},
		scan: "Your place", alt: "QR code of the link to your place",
		number: "Your number", entry: "Your entry", seals: "The draw is sealed", serves: "People are let in from",
	},
	mailkit.German: {
		placed: mailkit.Wording{
			Subject: "Du bist Nummer {number}: {name}",
			Heading: "Du bist Nummer {number}.",
			Body: []string{
				"Das ist dein Platz im Warteraum für {name}. Eingelassen wird nach Nummern, und niemand kann sich vordrängen.",
				"Du kannst alle Seiten schließen. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			},
			Action: "Meinen Platz ansehen",
			After:  []string{"Wer diese E-Mail hat, kann deinen Platz verwenden: Bitte leite sie nicht weiter."},
		},
		drawing: mailkit.Wording{
			Subject: "Du nimmst an der Verlosung teil: {name}",
			Heading: "Du nimmst an der Verlosung teil.",
			Body: []string{
				"Die Reihenfolge für {name} wird unter allen ausgelost, die rechtzeitig da sind. Wer zuerst kam, macht keinen Unterschied: Die Nummer deines Loses sagt nur, welches deines ist.",
				"Du kannst alle Seiten schließen. Der Link unten zeigt, wie viele noch vor dir sind, und lässt dich hinein, sobald du dran bist, auf jedem Gerät. Auch wenn du später kommst, bleibt dein Platz gültig.",
			},
			Action: "Meinen Platz ansehen",
			After:  []string{"Wer diese E-Mail hat, kann deinen Platz verwenden: Bitte leite sie nicht weiter."},
		},
		scan: "Dein Platz", alt: "QR-Code des Links zu deinem Platz",
		number: "Deine Nummer", entry: "Dein Los", seals: "Die Verlosung wird versiegelt", serves: "Eingelassen wird ab",
	},
	mailkit.French: {
		placed: mailkit.Wording{
			Subject: "Vous avez le numéro {number} : {name}",
			Heading: "Vous avez le numéro {number}.",
			Body: []string{
				"C’est votre place dans la salle d’attente pour {name}. On entre dans l’ordre des numéros, et personne ne peut vous dépasser.",
				"Vous pouvez fermer toutes les pages. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			},
			Action: "Voir ma place",
			After:  []string{"Toute personne qui a cet e-mail peut utiliser votre place : ne le transférez pas."},
		},
		drawing: mailkit.Wording{
			Subject: "Vous participez au tirage : {name}",
			Heading: "Vous participez au tirage.",
			Body: []string{
				"L’ordre pour {name} est tiré au sort parmi toutes les personnes arrivées à temps. Peu importe qui est arrivé en premier : le numéro de votre participation dit seulement laquelle est la vôtre.",
				"Vous pouvez fermer toutes les pages. Le lien ci-dessous indique combien de personnes sont devant vous et vous fait entrer quand vient votre tour, sur n’importe quel appareil. Même en retard, votre place reste valable.",
			},
			Action: "Voir ma place",
			After:  []string{"Toute personne qui a cet e-mail peut utiliser votre place : ne le transférez pas."},
		},
		scan: "Votre place", alt: "QR code du lien vers votre place",
		number: "Votre numéro", entry: "Votre participation", seals: "Le tirage est scellé", serves: "Début des entrées",
	},
	mailkit.Spanish: {
		placed: mailkit.Wording{
			Subject: "Tienes el número {number}: {name}",
			Heading: "Tienes el número {number}.",
			Body: []string{
				"Este es tu puesto en la sala de espera para {name}. Se entra por orden de número y nadie puede adelantarte.",
				"Puedes cerrar todas las páginas. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			},
			Action: "Ver mi puesto",
			After:  []string{"Quien tenga este correo puede usar tu puesto, así que no lo reenvíes."},
		},
		drawing: mailkit.Wording{
			Subject: "Participas en el sorteo: {name}",
			Heading: "Participas en el sorteo.",
			Body: []string{
				"El orden para {name} se sortea entre todas las personas que llegan a tiempo. Da igual quién llegó primero: el número de tu participación solo dice cuál es la tuya.",
				"Puedes cerrar todas las páginas. El enlace de abajo muestra cuántas personas tienes por delante y te deja entrar cuando sea tu turno, en cualquier dispositivo. Si llegas tarde, tu puesto sigue valiendo.",
			},
			Action: "Ver mi puesto",
			After:  []string{"Quien tenga este correo puede usar tu puesto, así que no lo reenvíes."},
		},
		scan: "Tu puesto", alt: "Código QR del enlace a tu puesto",
		number: "Tu número", entry: "Tu participación", seals: "El sorteo se sella", serves: "Se entra desde",
	},
	mailkit.Italian: {
		placed: mailkit.Wording{
			Subject: "Hai il numero {number}: {name}",
			Heading: "Hai il numero {number}.",
			Body: []string{
				"Questo è il tuo posto nella sala d’attesa per {name}. Si entra in ordine di numero e nessuno può superarti.",
				"Puoi chiudere tutte le pagine. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			},
			Action: "Vedi il mio posto",
			After:  []string{"Chi ha questa email può usare il tuo posto: non inoltrarla."},
		},
		drawing: mailkit.Wording{
			Subject: "Partecipi all’estrazione: {name}",
			Heading: "Partecipi all’estrazione.",
			Body: []string{
				"L’ordine per {name} viene estratto a sorte tra tutti quelli che arrivano in tempo. Non conta chi è arrivato prima: il numero della tua partecipazione dice solo qual è la tua.",
				"Puoi chiudere tutte le pagine. Il link qui sotto mostra quante persone hai davanti e ti fa entrare quando tocca a te, da qualsiasi dispositivo. Anche se arrivi tardi, il tuo posto resta valido.",
			},
			Action: "Vedi il mio posto",
			After:  []string{"Chi ha questa email può usare il tuo posto: non inoltrarla."},
		},
		scan: "Il tuo posto", alt: "Codice QR del link al tuo posto",
		number: "Il tuo numero", entry: "La tua partecipazione", seals: "L’estrazione viene sigillata", serves: "Si entra da",
	},
	mailkit.Dutch: {
		placed: mailkit.Wording{
			Subject: "Je hebt nummer {number}: {name}",
			Heading: "Je hebt nummer {number}.",
			Body: []string{
				"Dit is je plek in de wachtruimte voor {name}. Iedereen wordt op nummer binnengelaten, en niemand kan voordringen.",
				"Je kunt alle pagina’s sluiten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			},
			Action: "Mijn plek bekijken",
			After:  []string{"Wie deze e-mail heeft, kan je plek gebruiken: stuur hem niet door."},
		},
		drawing: mailkit.Wording{
			Subject: "Je doet mee aan de loting: {name}",
			Heading: "Je doet mee aan de loting.",
			Body: []string{
				"De volgorde voor {name} wordt geloot onder iedereen die op tijd is. Wie eerst kwam, maakt niet uit: het nummer van je lot zegt alleen welk lot van jou is.",
				"Je kunt alle pagina’s sluiten. De link hieronder laat zien hoeveel mensen er voor je zijn en laat je binnen zodra je aan de beurt bent, op elk apparaat. Ook als je later komt, blijft je plek geldig.",
			},
			Action: "Mijn plek bekijken",
			After:  []string{"Wie deze e-mail heeft, kan je plek gebruiken: stuur hem niet door."},
		},
		scan: "Je plek", alt: "QR-code van de link naar je plek",
		number: "Je nummer", entry: "Je lot", seals: "De loting wordt verzegeld", serves: "Binnenlaten vanaf",
	},
	mailkit.Portuguese: {
		placed: mailkit.Wording{
			Subject: "Tem o número {number}: {name}",
			Heading: "Tem o número {number}.",
			Body: []string{
				"Este é o seu lugar na sala de espera para {name}. Entra-se por ordem de número e ninguém pode passar à sua frente.",
				"Pode fechar todas as páginas. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			},
			Action: "Ver o meu lugar",
			After:  []string{"Quem tiver este e-mail pode usar o seu lugar: não o reencaminhe."},
		},
		drawing: mailkit.Wording{
			Subject: "Está no sorteio: {name}",
			Heading: "Está no sorteio.",
			Body: []string{
				"A ordem para {name} é sorteada entre todas as pessoas que chegam a tempo. Não importa quem chegou primeiro: o número da sua participação só indica qual é a sua.",
				"Pode fechar todas as páginas. A ligação abaixo mostra quantas pessoas estão à sua frente e deixa-o entrar quando for a sua vez, em qualquer dispositivo. Mesmo que chegue tarde, o seu lugar continua válido.",
			},
			Action: "Ver o meu lugar",
			After:  []string{"Quem tiver este e-mail pode usar o seu lugar: não o reencaminhe."},
		},
		scan: "O seu lugar", alt: "Código QR da ligação para o seu lugar",
		number: "O seu número", entry: "A sua participação", seals: "O sorteio é selado", serves: "Entradas a partir de",
	},
	mailkit.Polish: {
		placed: mailkit.Wording{
			Subject: "Masz numer {number}: {name}",
			Heading: "Masz numer {number}.",
			Body: []string{
				"To Twoje miejsce w poczekalni na {name}. Wchodzi się według numerów i nikt nie może Cię wyprzedzić.",
				"Możesz zamknąć wszystkie strony. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			},
			Action: "Zobacz moje miejsce",
			After:  []string{"Kto ma tę wiadomość, może użyć Twojego miejsca, więc nie przesyłaj jej dalej."},
		},
		drawing: mailkit.Wording{
			Subject: "Bierzesz udział w losowaniu: {name}",
			Heading: "Bierzesz udział w losowaniu.",
			Body: []string{
				"Kolejność na {name} jest losowana spośród wszystkich, którzy dołączą na czas. Nie ma znaczenia, kto był pierwszy: numer Twojego losu mówi tylko, który jest Twój.",
				"Możesz zamknąć wszystkie strony. Link poniżej pokazuje, ile osób jest przed Tobą, i wpuści Cię, gdy nadejdzie Twoja kolej, na dowolnym urządzeniu. Nawet jeśli się spóźnisz, miejsce pozostaje ważne.",
			},
			Action: "Zobacz moje miejsce",
			After:  []string{"Kto ma tę wiadomość, może użyć Twojego miejsca, więc nie przesyłaj jej dalej."},
		},
		scan: "Twoje miejsce", alt: "Kod QR linku do Twojego miejsca",
		number: "Twój numer", entry: "Twój los", seals: "Losowanie zostaje zapieczętowane", serves: "Wpuszczanie od",
	},
	mailkit.Czech: {
		placed: mailkit.Wording{
			Subject: "Máte číslo {number}: {name}",
			Heading: "Máte číslo {number}.",
			Body: []string{
				"Toto je vaše místo v čekárně na {name}. Dovnitř se vstupuje podle čísel a nikdo vás nemůže předběhnout.",
				"Všechny stránky můžete zavřít. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			},
			Action: "Zobrazit mé místo",
			After:  []string{"Kdo má tento e-mail, může použít vaše místo, proto ho nepřeposílejte."},
		},
		drawing: mailkit.Wording{
			Subject: "Jste v losování: {name}",
			Heading: "Jste v losování.",
			Body: []string{
				"Pořadí na {name} se losuje mezi všemi, kdo přijdou včas. Nezáleží na tom, kdo byl první: číslo vašeho losu jen říká, který je váš.",
				"Všechny stránky můžete zavřít. Odkaz níže ukazuje, kolik lidí je před vámi, a pustí vás dovnitř, až budete na řadě, na kterémkoli zařízení. I když přijdete později, vaše místo platí dál.",
			},
			Action: "Zobrazit mé místo",
			After:  []string{"Kdo má tento e-mail, může použít vaše místo, proto ho nepřeposílejte."},
		},
		scan: "Vaše místo", alt: "QR kód odkazu na vaše místo",
		number: "Vaše číslo", entry: "Váš los", seals: "Losování se zapečetí", serves: "Vstup od",
	},
	mailkit.Swedish: {
		placed: mailkit.Wording{
			Subject: "Du har nummer {number}: {name}",
			Heading: "Du har nummer {number}.",
			Body: []string{
				"Det här är din köplats i väntrummet till {name}. Alla släpps in i nummerordning, och ingen kan gå före dig.",
				"Du kan stänga alla sidor. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			},
			Action: "Se min köplats",
			After:  []string{"Den som har det här mejlet kan använda din köplats, så vidarebefordra det inte."},
		},
		drawing: mailkit.Wording{
			Subject: "Du är med i lottningen: {name}",
			Heading: "Du är med i lottningen.",
			Body: []string{
				"Ordningen till {name} lottas bland alla som är med i tid. Det spelar ingen roll vem som kom först: numret på din lott säger bara vilken som är din.",
				"Du kan stänga alla sidor. Länken nedan visar hur många som är före dig och släpper in dig när det är din tur, på vilken enhet som helst. Även om du är sen gäller köplatsen.",
			},
			Action: "Se min köplats",
			After:  []string{"Den som har det här mejlet kan använda din köplats, så vidarebefordra det inte."},
		},
		scan: "Din köplats", alt: "QR-kod för länken till din köplats",
		number: "Ditt nummer", entry: "Din lott", seals: "Lottningen förseglas", serves: "Insläpp från",
	},
	mailkit.Turkish: {
		placed: mailkit.Wording{
			Subject: "Numaranız {number}: {name}",
			Heading: "Numaranız {number}.",
			Body: []string{
				"{name} için bekleme odasındaki yeriniz bu. Herkes numara sırasıyla içeri alınır ve kimse önünüze geçemez.",
				"Tüm sayfaları kapatabilirsiniz. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			},
			Action: "Yerimi gör",
			After:  []string{"Bu e-postaya sahip olan herkes yerinizi kullanabilir, bu yüzden lütfen iletmeyin."},
		},
		drawing: mailkit.Wording{
			Subject: "Kuradasınız: {name}",
			Heading: "Kuradasınız.",
			Body: []string{
				"{name} için sıra, zamanında katılan herkes arasında kurayla belirlenir. Kimin önce geldiği fark etmez: kayıt numaranız yalnızca hangisinin sizin olduğunu gösterir.",
				"Tüm sayfaları kapatabilirsiniz. Aşağıdaki bağlantı önünüzde kaç kişi olduğunu gösterir ve sıra size geldiğinde sizi her cihazdan içeri alır. Geç kalsanız da yeriniz geçerli kalır.",
			},
			Action: "Yerimi gör",
			After:  []string{"Bu e-postaya sahip olan herkes yerinizi kullanabilir, bu yüzden lütfen iletmeyin."},
		},
		scan: "Yeriniz", alt: "Yerinize giden bağlantının QR kodu",
		number: "Numaranız", entry: "Kura kaydınız", seals: "Kuranın mühürlenmesi", serves: "İçeri alma başlangıcı",
	},
	mailkit.Arabic: {
		placed: mailkit.Wording{
			Subject: "رقمك {number}: {name}",
			Heading: "رقمك {number}.",
			Body: []string{
				"هذا مكانك في غرفة الانتظار من أجل {name}. يكون الدخول بترتيب الأرقام، ولا يمكن لأحد أن يتجاوزك.",
				"يمكنك إغلاق جميع الصفحات. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			},
			Action: "عرض مكاني",
			After:  []string{"يمكن لمن لديه هذه الرسالة استخدام مكانك، لذا يُرجى عدم إعادة توجيهها."},
		},
		drawing: mailkit.Wording{
			Subject: "أنت في القرعة: {name}",
			Heading: "أنت في القرعة.",
			Body: []string{
				"يُحدَّد الترتيب من أجل {name} بالقرعة بين كل من ينضم في الوقت المحدد. لا يهم من وصل أولًا: رقم مشاركتك يبيّن فقط أيها لك.",
				"يمكنك إغلاق جميع الصفحات. يعرض الرابط أدناه عدد من هم قبلك، ويتيح لك الدخول من أي جهاز عندما يحين دورك. ويبقى مكانك صالحًا حتى إن تأخرت.",
			},
			Action: "عرض مكاني",
			After:  []string{"يمكن لمن لديه هذه الرسالة استخدام مكانك، لذا يُرجى عدم إعادة توجيهها."},
		},
		scan: "مكانك", alt: "رمز QR للرابط إلى مكانك",
		number: "رقمك", entry: "مشاركتك", seals: "ختم القرعة", serves: "بدء الدخول",
	},
}
