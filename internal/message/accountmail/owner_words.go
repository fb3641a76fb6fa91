package message

// ownerWordings are the mails to those who run an organization about money that did not go back and
// messages that did not arrive, by language.
var ownerWordings = map[*dictionary]map[AccountMailKind]wording{
	english: {
		RefundFailedMail: {
			subject: "{name}: a refund of {amount} failed",
			heading: "A refund of {amount} failed",
			body: []string{
				"A refund of {amount} for {name} has failed for good: nobody tries it again by itself, and the person it is for has been told that you will take care of it.",
				"See why it failed, and try it again or note that you have paid it back.",
			},
			action: "See failed refunds",
		},
		UndeliveredMail: {
			subject: "Undelivered messages: {n}",
			heading: "Some messages could not be delivered",
			body:    []string{"Messages of {name} to guests that reached nobody of late: {n}. The page shows why each was not delivered, and sends it again when you say so."},
			action:  "See undelivered messages",
		},
		OffersUndeliveredMail: {
			subject: "{name}: offers that reached nobody: {n}",
			heading: "Somebody does not know of their offer",
			body: []string{
				"Offers of places at {name} that could not be delivered: {n}. Their deadlines run: whoever hears of theirs too late loses the place.",
				"See why, and send them again, extend them, or call these people.",
			},
			action: "See undelivered messages",
		},
	},
	german: {
		RefundFailedMail: {
			subject: "{name}: Erstattung über {amount} fehlgeschlagen",
			heading: "Eine Erstattung über {amount} ist fehlgeschlagen",
			body: []string{
				"Eine Erstattung über {amount} für {name} ist endgültig fehlgeschlagen. Von selbst wird sie nicht noch einmal versucht, und wer das Geld bekommt, liest, dass du dich darum kümmerst.",
				"Sieh nach, woran es lag. Dort kannst du es noch einmal versuchen oder vermerken, dass du selbst erstattet hast.",
			},
			action: "Zu den fehlgeschlagenen Erstattungen",
		},
		UndeliveredMail: {
			subject: "Nicht zugestellte Nachrichten: {n}",
			heading: "Einige Nachrichten wurden nicht zugestellt",
			body:    []string{"Nachrichten von {name} an Gäste, die zuletzt niemanden erreicht haben: {n}. Die Seite zeigt, woran es jeweils lag, und sendet sie auf Wunsch noch einmal."},
			action:  "Zu den nicht zugestellten Nachrichten",
		},
		OffersUndeliveredMail: {
			subject: "{name}: Angebote, die niemanden erreichten: {n}",
			heading: "Jemand weiß nichts von seinem Angebot",
			body: []string{
				"Angebote von Plätzen bei {name}, die nicht zugestellt werden konnten: {n}. Ihre Fristen laufen: Wer zu spät davon hört, verliert den Platz.",
				"Sieh nach, woran es lag, und sende sie noch einmal, verlängere sie, oder ruf die Leute an.",
			},
			action: "Zu den nicht zugestellten Nachrichten",
		},
	},
	french: {
		RefundFailedMail: {
			subject: "{name} : échec d’un remboursement de {amount}",
			heading: "Un remboursement de {amount} a échoué",
			body: []string{
				"Un remboursement de {amount} pour {name} a définitivement échoué. Il n’est pas retenté tout seul, et la personne concernée a été informée que vous vous en occupez.",
				"Voyez pourquoi il a échoué, puis réessayez ou notez que vous avez remboursé vous-même.",
			},
			action: "Voir les remboursements échoués",
		},
		UndeliveredMail: {
			subject: "Messages non distribués : {n}",
			heading: "Certains messages n’ont pas pu être distribués",
			body:    []string{"Messages de {name} à des invités qui n’ont récemment atteint personne : {n}. La page indique la raison de chacun et le renvoie si vous le voulez."},
			action:  "Voir les messages non distribués",
		},
		OffersUndeliveredMail: {
			subject: "{name} : offres qui n’ont atteint personne : {n}",
			heading: "Quelqu’un ne sait rien de son offre",
			body: []string{
				"Offres de places pour {name} qui n’ont pas pu être distribuées : {n}. Leurs délais courent : qui l’apprend trop tard perd la place.",
				"Voyez pourquoi, puis renvoyez-les, prolongez-les ou appelez ces personnes.",
			},
			action: "Voir les messages non distribués",
		},
	},
	spanish: {
		RefundFailedMail: {
			subject: "{name}: ha fallado un reembolso de {amount}",
			heading: "Ha fallado un reembolso de {amount}",
			body: []string{
				"Un reembolso de {amount} de {name} ha fallado definitivamente. No se vuelve a intentar solo, y a la persona se le ha dicho que te encargas de ello.",
				"Mira por qué ha fallado e inténtalo de nuevo, o anota que lo has devuelto tú.",
			},
			action: "Ver reembolsos fallidos",
		},
		UndeliveredMail: {
			subject: "Mensajes no entregados: {n}",
			heading: "Algunos mensajes no se pudieron entregar",
			body:    []string{"Mensajes de {name} a invitados que últimamente no han llegado a nadie: {n}. La página muestra el motivo de cada uno y lo envía de nuevo si quieres."},
			action:  "Ver mensajes no entregados",
		},
		OffersUndeliveredMail: {
			subject: "{name}: ofertas que no llegaron a nadie: {n}",
			heading: "Alguien no sabe nada de su oferta",
			body: []string{
				"Ofertas de plazas en {name} que no se pudieron entregar: {n}. Sus plazos corren: quien se entere demasiado tarde pierde la plaza.",
				"Mira por qué y envíalas de nuevo, amplíalas o llama a estas personas.",
			},
			action: "Ver mensajes no entregados",
		},
	},
	italian: {
		RefundFailedMail: {
			subject: "{name}: rimborso di {amount} non riuscito",
			heading: "Un rimborso di {amount} non è riuscito",
			body: []string{
				"Un rimborso di {amount} per {name} non è riuscito in modo definitivo. Non viene ritentato da solo, e alla persona è stato detto che te ne occupi tu.",
				"Guarda perché non è riuscito, poi riprova oppure annota che hai rimborsato tu.",
			},
			action: "Vedi i rimborsi non riusciti",
		},
		UndeliveredMail: {
			subject: "Messaggi non recapitati: {n}",
			heading: "Alcuni messaggi non sono stati recapitati",
			body:    []string{"Messaggi di {name} agli ospiti che di recente non hanno raggiunto nessuno: {n}. La pagina mostra il motivo di ciascuno e lo invia di nuovo se vuoi."},
			action:  "Vedi i messaggi non recapitati",
		},
		OffersUndeliveredMail: {
			subject: "{name}: offerte che non hanno raggiunto nessuno: {n}",
			heading: "Qualcuno non sa della sua offerta",
			body: []string{
				"Offerte di posti per {name} che non è stato possibile recapitare: {n}. Le scadenze corrono: chi lo sa troppo tardi perde il posto.",
				"Guarda perché, poi inviale di nuovo, prorogale o chiama queste persone.",
			},
			action: "Vedi i messaggi non recapitati",
		},
	},
	dutch: {
		RefundFailedMail: {
			subject: "{name}: terugbetaling van {amount} mislukt",
			heading: "Een terugbetaling van {amount} is mislukt",
			body: []string{
				"Een terugbetaling van {amount} voor {name} is definitief mislukt. Ze wordt niet vanzelf opnieuw geprobeerd, en de betrokkene leest dat jij ervoor zorgt.",
				"Bekijk waarom het misging, en probeer het opnieuw of noteer dat je zelf hebt terugbetaald.",
			},
			action: "Mislukte terugbetalingen bekijken",
		},
		UndeliveredMail: {
			subject: "Niet bezorgde berichten: {n}",
			heading: "Sommige berichten konden niet worden bezorgd",
			body:    []string{"Berichten van {name} aan gasten die de laatste tijd niemand bereikten: {n}. De pagina laat zien waarom, en verstuurt ze opnieuw als je dat wilt."},
			action:  "Niet bezorgde berichten bekijken",
		},
		OffersUndeliveredMail: {
			subject: "{name}: aanbiedingen die niemand bereikten: {n}",
			heading: "Iemand weet niets van het aanbod",
			body: []string{
				"Aanbiedingen van plaatsen bij {name} die niet konden worden bezorgd: {n}. De termijnen lopen: wie er te laat van hoort, verliest de plaats.",
				"Bekijk waarom, en verstuur ze opnieuw, verleng ze of bel deze mensen.",
			},
			action: "Niet bezorgde berichten bekijken",
		},
	},
	portuguese: {
		RefundFailedMail: {
			subject: "{name}: falhou um reembolso de {amount}",
			heading: "Falhou um reembolso de {amount}",
			body: []string{
				"Um reembolso de {amount} de {name} falhou definitivamente. Não é tentado de novo sozinho, e a pessoa foi informada de que trata do assunto.",
				"Veja porque falhou e tente de novo, ou registe que o devolveu por si.",
			},
			action: "Ver reembolsos falhados",
		},
		UndeliveredMail: {
			subject: "Mensagens não entregues: {n}",
			heading: "Algumas mensagens não puderam ser entregues",
			body:    []string{"Mensagens de {name} a convidados que ultimamente não chegaram a ninguém: {n}. A página mostra o motivo de cada uma e envia-a de novo, se quiser."},
			action:  "Ver mensagens não entregues",
		},
		OffersUndeliveredMail: {
			subject: "{name}: ofertas que não chegaram a ninguém: {n}",
			heading: "Alguém não sabe da sua oferta",
			body: []string{
				"Ofertas de lugares em {name} que não puderam ser entregues: {n}. Os prazos estão a contar: quem souber demasiado tarde perde o lugar.",
				"Veja porquê e envie-as de novo, prolongue-as ou telefone a estas pessoas.",
			},
			action: "Ver mensagens não entregues",
		},
	},
	polish: {
		RefundFailedMail: {
			subject: "{name}: zwrot {amount} nie powiódł się",
			heading: "Zwrot {amount} nie powiódł się",
			body: []string{
				"Zwrot {amount} za {name} ostatecznie się nie powiódł. Nie zostanie ponowiony samoczynnie, a osoba, której dotyczy, wie, że się tym zajmiesz.",
				"Sprawdź przyczynę, a potem spróbuj ponownie albo zaznacz, że pieniądze zostały zwrócone ręcznie.",
			},
			action: "Zobacz nieudane zwroty",
		},
		UndeliveredMail: {
			subject: "Niedostarczone wiadomości: {n}",
			heading: "Niektórych wiadomości nie udało się dostarczyć",
			body:    []string{"Wiadomości od {name} do gości, które ostatnio do nikogo nie dotarły: {n}. Strona pokazuje przyczynę każdej z nich i na życzenie wysyła ją ponownie."},
			action:  "Zobacz niedostarczone wiadomości",
		},
		OffersUndeliveredMail: {
			subject: "{name}: oferty, które do nikogo nie dotarły: {n}",
			heading: "Ktoś nie wie o swojej ofercie",
			body: []string{
				"Oferty miejsc na {name}, których nie udało się dostarczyć: {n}. Terminy biegną: kto dowie się za późno, straci miejsce.",
				"Sprawdź przyczynę i wyślij je ponownie, przedłuż je albo zadzwoń do tych osób.",
			},
			action: "Zobacz niedostarczone wiadomości",
		},
	},
	czech: {
		RefundFailedMail: {
			subject: "{name}: vrácení {amount} se nezdařilo",
			heading: "Vrácení {amount} se nezdařilo",
			body: []string{
				"Vrácení {amount} za {name} se definitivně nezdařilo. Samo se už nezopakuje a dotyčná osoba ví, že se o to postaráte.",
				"Podívejte se proč a zkuste to znovu, nebo si poznamenejte, že jste peníze vrátili sami.",
			},
			action: "Zobrazit nezdařená vrácení",
		},
		UndeliveredMail: {
			subject: "Nedoručené zprávy: {n}",
			heading: "Některé zprávy se nepodařilo doručit",
			body:    []string{"Zprávy od {name} hostům, které v poslední době nikoho nezastihly: {n}. Stránka ukazuje důvod u každé z nich a na přání ji odešle znovu."},
			action:  "Zobrazit nedoručené zprávy",
		},
		OffersUndeliveredMail: {
			subject: "{name}: nabídky, které nikoho nezastihly: {n}",
			heading: "Někdo neví o své nabídce",
			body: []string{
				"Nabídky míst na {name}, které se nepodařilo doručit: {n}. Lhůty běží: kdo se o nabídce dozví pozdě, přijde o místo.",
				"Podívejte se proč a pošlete je znovu, prodlužte je, nebo těm lidem zavolejte.",
			},
			action: "Zobrazit nedoručené zprávy",
		},
	},
	swedish: {
		RefundFailedMail: {
			subject: "{name}: återbetalning av {amount} misslyckades",
			heading: "En återbetalning av {amount} misslyckades",
			body: []string{
				"En återbetalning av {amount} för {name} har misslyckats för gott. Den görs inte om av sig själv, och den som ska ha pengarna har fått veta att du tar hand om det.",
				"Se varför den misslyckades, och försök igen eller anteckna att du själv har betalat tillbaka.",
			},
			action: "Visa misslyckade återbetalningar",
		},
		UndeliveredMail: {
			subject: "Ej levererade meddelanden: {n}",
			heading: "Några meddelanden kunde inte levereras",
			body:    []string{"Meddelanden från {name} till gäster som på sistone inte nått någon: {n}. Sidan visar varför, och skickar dem igen om du vill."},
			action:  "Visa ej levererade meddelanden",
		},
		OffersUndeliveredMail: {
			subject: "{name}: erbjudanden som inte nådde någon: {n}",
			heading: "Någon vet inte om sitt erbjudande",
			body: []string{
				"Erbjudanden om platser till {name} som inte kunde levereras: {n}. Tiden går: den som får veta det för sent förlorar platsen.",
				"Se varför, och skicka dem igen, förläng dem eller ring personerna.",
			},
			action: "Visa ej levererade meddelanden",
		},
	},
	turkish: {
		RefundFailedMail: {
			subject: "{name}: {amount} tutarındaki iade başarısız oldu",
			heading: "{amount} tutarındaki iade başarısız oldu",
			body: []string{
				"{name} için {amount} tutarındaki iade kesin olarak başarısız oldu. Kendiliğinden yeniden denenmez ve ilgili kişiye bununla ilgileneceğiniz bildirildi.",
				"Neden başarısız olduğuna bakın, sonra yeniden deneyin veya parayı kendinizin iade ettiğini not edin.",
			},
			action: "Başarısız iadeleri gör",
		},
		UndeliveredMail: {
			subject: "Teslim edilemeyen iletiler: {n}",
			heading: "Bazı iletiler teslim edilemedi",
			body:    []string{"{name} tarafından misafirlere gönderilip son zamanlarda kimseye ulaşmayan iletiler: {n}. Sayfa her birinin nedenini gösterir ve isterseniz yeniden gönderir."},
			action:  "Teslim edilemeyen iletileri gör",
		},
		OffersUndeliveredMail: {
			subject: "{name}: kimseye ulaşmayan teklifler: {n}",
			heading: "Birinin teklifinden haberi yok",
			body: []string{
				"{name} için teslim edilemeyen yer teklifleri: {n}. Süreleri işliyor: çok geç öğrenen yerini kaybeder.",
				"Nedenine bakın, sonra yeniden gönderin, süreyi uzatın veya bu kişileri arayın.",
			},
			action: "Teslim edilemeyen iletileri gör",
		},
	},
	arabic: {
		RefundFailedMail: {
			subject: "{name}: تعذّر رد مبلغ {amount}",
			heading: "تعذّر رد مبلغ {amount}",
			body: []string{
				"تعذّر نهائياً رد مبلغ {amount} الخاص بـ {name}. لن تُعاد المحاولة تلقائياً، وقد أُبلغ صاحب المبلغ بأنك ستتولى الأمر.",
				"اطّلع على السبب، ثم أعد المحاولة أو سجّل أنك رددت المبلغ بنفسك.",
			},
			action: "عرض المبالغ التي تعذّر ردها",
		},
		UndeliveredMail: {
			subject: "رسائل لم تُسلَّم: {n}",
			heading: "تعذّر تسليم بعض الرسائل",
			body:    []string{"رسائل {name} إلى الضيوف التي لم تصل أحداً مؤخراً: {n}. تعرض الصفحة سبب كل منها، وتعيد إرسالها إن أردت."},
			action:  "عرض الرسائل التي لم تُسلَّم",
		},
		OffersUndeliveredMail: {
			subject: "{name}: عروض لم تصل أحداً: {n}",
			heading: "شخص لا يعلم بعرضه",
			body: []string{
				"عروض أماكن في {name} تعذّر تسليمها: {n}. مهلها جارية: من يعلم بعرضه متأخراً يفقد مكانه.",
				"اطّلع على السبب، ثم أعد إرسالها أو مدّدها أو اتصل بأصحابها.",
			},
			action: "عرض الرسائل التي لم تُسلَّم",
		},
	},
}
