package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// ownerWordings are the mails to those who run an organization about money that did not go back and
// messages that did not arrive, by language.
var ownerWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.English: {
		RefundFailedMail: {
			Subject: "{name}: a refund of {amount} failed",
			Heading: "A refund of {amount} failed",
			Body: []string{
				"A refund of {amount} for {name} has failed for good: nobody tries it again by itself, and the person it is for has been told that you will take care of it.",
				"See why it failed, and try it again or note that you have paid it back.",
			},
			Action: "See failed refunds",
		},
		UndeliveredMail: {
			Subject: "Undelivered messages: {n}",
			Heading: "Some messages could not be delivered",
			Body:    []string{"Messages of {name} to guests that reached nobody of late: {n}. The page shows why each was not delivered, and sends it again when you say so."},
			Action:  "See undelivered messages",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: offers that reached nobody: {n}",
			Heading: "Somebody does not know of their offer",
			Body: []string{
				"Offers of places at {name} that could not be delivered: {n}. Their deadlines run: whoever hears of theirs too late loses the place.",
				"See why, and send them again, extend them, or call these people.",
			},
			Action: "See undelivered messages",
		},
	},
	mailkit.German: {
		RefundFailedMail: {
			Subject: "{name}: Erstattung über {amount} fehlgeschlagen",
			Heading: "Eine Erstattung über {amount} ist fehlgeschlagen",
			Body: []string{
				"Eine Erstattung über {amount} für {name} ist endgültig fehlgeschlagen. Von selbst wird sie nicht noch einmal versucht, und wer das Geld bekommt, liest, dass du dich darum kümmerst.",
				"Sieh nach, woran es lag. Dort kannst du es noch einmal versuchen oder vermerken, dass du selbst erstattet hast.",
			},
			Action: "Zu den fehlgeschlagenen Erstattungen",
		},
		UndeliveredMail: {
			Subject: "Nicht zugestellte Nachrichten: {n}",
			Heading: "Einige Nachrichten wurden nicht zugestellt",
			Body:    []string{"Nachrichten von {name} an Gäste, die zuletzt niemanden erreicht haben: {n}. Die Seite zeigt, woran es jeweils lag, und sendet sie auf Wunsch noch einmal."},
			Action:  "Zu den nicht zugestellten Nachrichten",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: Angebote, die niemanden erreichten: {n}",
			Heading: "Jemand weiß nichts von seinem Angebot",
			Body: []string{
				"Angebote von Plätzen bei {name}, die nicht zugestellt werden konnten: {n}. Ihre Fristen laufen: Wer zu spät davon hört, verliert den Platz.",
				"Sieh nach, woran es lag, und sende sie noch einmal, verlängere sie, oder ruf die Leute an.",
			},
			Action: "Zu den nicht zugestellten Nachrichten",
		},
	},
	mailkit.French: {
		RefundFailedMail: {
			Subject: "{name} : échec d’un remboursement de {amount}",
			Heading: "Un remboursement de {amount} a échoué",
			Body: []string{
				"Un remboursement de {amount} pour {name} a définitivement échoué. Il n’est pas retenté tout seul, et la personne concernée a été informée que vous vous en occupez.",
				"Voyez pourquoi il a échoué, puis réessayez ou notez que vous avez remboursé vous-même.",
			},
			Action: "Voir les remboursements échoués",
		},
		UndeliveredMail: {
			Subject: "Messages non distribués : {n}",
			Heading: "Certains messages n’ont pas pu être distribués",
			Body:    []string{"Messages de {name} à des invités qui n’ont récemment atteint personne : {n}. La page indique la raison de chacun et le renvoie si vous le voulez."},
			Action:  "Voir les messages non distribués",
		},
		OffersUndeliveredMail: {
			Subject: "{name} : offres qui n’ont atteint personne : {n}",
			Heading: "Quelqu’un ne sait rien de son offre",
			Body: []string{
				"Offres de places pour {name} qui n’ont pas pu être distribuées : {n}. Leurs délais courent : qui l’apprend trop tard perd la place.",
				"Voyez pourquoi, puis renvoyez-les, prolongez-les ou appelez ces personnes.",
			},
			Action: "Voir les messages non distribués",
		},
	},
	mailkit.Spanish: {
		RefundFailedMail: {
			Subject: "{name}: ha fallado un reembolso de {amount}",
			Heading: "Ha fallado un reembolso de {amount}",
			Body: []string{
				"Un reembolso de {amount} de {name} ha fallado definitivamente. No se vuelve a intentar solo, y a la persona se le ha dicho que te encargas de ello.",
				"Mira por qué ha fallado e inténtalo de nuevo, o anota que lo has devuelto tú.",
			},
			Action: "Ver reembolsos fallidos",
		},
		UndeliveredMail: {
			Subject: "Mensajes no entregados: {n}",
			Heading: "Algunos mensajes no se pudieron entregar",
			Body:    []string{"Mensajes de {name} a invitados que últimamente no han llegado a nadie: {n}. La página muestra el motivo de cada uno y lo envía de nuevo si quieres."},
			Action:  "Ver mensajes no entregados",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: ofertas que no llegaron a nadie: {n}",
			Heading: "Alguien no sabe nada de su oferta",
			Body: []string{
				"Ofertas de plazas en {name} que no se pudieron entregar: {n}. Sus plazos corren: quien se entere demasiado tarde pierde la plaza.",
				"Mira por qué y envíalas de nuevo, amplíalas o llama a estas personas.",
			},
			Action: "Ver mensajes no entregados",
		},
	},
	mailkit.Italian: {
		RefundFailedMail: {
			Subject: "{name}: rimborso di {amount} non riuscito",
			Heading: "Un rimborso di {amount} non è riuscito",
			Body: []string{
				"Un rimborso di {amount} per {name} non è riuscito in modo definitivo. Non viene ritentato da solo, e alla persona è stato detto che te ne occupi tu.",
				"Guarda perché non è riuscito, poi riprova oppure annota che hai rimborsato tu.",
			},
			Action: "Vedi i rimborsi non riusciti",
		},
		UndeliveredMail: {
			Subject: "Messaggi non recapitati: {n}",
			Heading: "Alcuni messaggi non sono stati recapitati",
			Body:    []string{"Messaggi di {name} agli ospiti che di recente non hanno raggiunto nessuno: {n}. La pagina mostra il motivo di ciascuno e lo invia di nuovo se vuoi."},
			Action:  "Vedi i messaggi non recapitati",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: offerte che non hanno raggiunto nessuno: {n}",
			Heading: "Qualcuno non sa della sua offerta",
			Body: []string{
				"Offerte di posti per {name} che non è stato possibile recapitare: {n}. Le scadenze corrono: chi lo sa troppo tardi perde il posto.",
				"Guarda perché, poi inviale di nuovo, prorogale o chiama queste persone.",
			},
			Action: "Vedi i messaggi non recapitati",
		},
	},
	mailkit.Dutch: {
		RefundFailedMail: {
			Subject: "{name}: terugbetaling van {amount} mislukt",
			Heading: "Een terugbetaling van {amount} is mislukt",
			Body: []string{
				"Een terugbetaling van {amount} voor {name} is definitief mislukt. Ze wordt niet vanzelf opnieuw geprobeerd, en de betrokkene leest dat jij ervoor zorgt.",
				"Bekijk waarom het misging, en probeer het opnieuw of noteer dat je zelf hebt terugbetaald.",
			},
			Action: "Mislukte terugbetalingen bekijken",
		},
		UndeliveredMail: {
			Subject: "Niet bezorgde berichten: {n}",
			Heading: "Sommige berichten konden niet worden bezorgd",
			Body:    []string{"Berichten van {name} aan gasten die de laatste tijd niemand bereikten: {n}. De pagina laat zien waarom, en verstuurt ze opnieuw als je dat wilt."},
			Action:  "Niet bezorgde berichten bekijken",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: aanbiedingen die niemand bereikten: {n}",
			Heading: "Iemand weet niets van het aanbod",
			Body: []string{
				"Aanbiedingen van plaatsen bij {name} die niet konden worden bezorgd: {n}. De termijnen lopen: wie er te laat van hoort, verliest de plaats.",
				"Bekijk waarom, en verstuur ze opnieuw, verleng ze of bel deze mensen.",
			},
			Action: "Niet bezorgde berichten bekijken",
		},
	},
	mailkit.Portuguese: {
		RefundFailedMail: {
			Subject: "{name}: falhou um reembolso de {amount}",
			Heading: "Falhou um reembolso de {amount}",
			Body: []string{
				"Um reembolso de {amount} de {name} falhou definitivamente. Não é tentado de novo sozinho, e a pessoa foi informada de que trata do assunto.",
				"Veja porque falhou e tente de novo, ou registe que o devolveu por si.",
			},
			Action: "Ver reembolsos falhados",
		},
		UndeliveredMail: {
			Subject: "Mensagens não entregues: {n}",
			Heading: "Algumas mensagens não puderam ser entregues",
			Body:    []string{"Mensagens de {name} a convidados que ultimamente não chegaram a ninguém: {n}. A página mostra o motivo de cada uma e envia-a de novo, se quiser."},
			Action:  "Ver mensagens não entregues",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: ofertas que não chegaram a ninguém: {n}",
			Heading: "Alguém não sabe da sua oferta",
			Body: []string{
				"Ofertas de lugares em {name} que não puderam ser entregues: {n}. Os prazos estão a contar: quem souber demasiado tarde perde o lugar.",
				"Veja porquê e envie-as de novo, prolongue-as ou telefone a estas pessoas.",
			},
			Action: "Ver mensagens não entregues",
		},
	},
	mailkit.Polish: {
		RefundFailedMail: {
			Subject: "{name}: zwrot {amount} nie powiódł się",
			Heading: "Zwrot {amount} nie powiódł się",
			Body: []string{
				"Zwrot {amount} za {name} ostatecznie się nie powiódł. Nie zostanie ponowiony samoczynnie, a osoba, której dotyczy, wie, że się tym zajmiesz.",
				"Sprawdź przyczynę, a potem spróbuj ponownie albo zaznacz, że pieniądze zostały zwrócone ręcznie.",
			},
			Action: "Zobacz nieudane zwroty",
		},
		UndeliveredMail: {
			Subject: "Niedostarczone wiadomości: {n}",
			Heading: "Niektórych wiadomości nie udało się dostarczyć",
			Body:    []string{"Wiadomości od {name} do gości, które ostatnio do nikogo nie dotarły: {n}. Strona pokazuje przyczynę każdej z nich i na życzenie wysyła ją ponownie."},
			Action:  "Zobacz niedostarczone wiadomości",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: oferty, które do nikogo nie dotarły: {n}",
			Heading: "Ktoś nie wie o swojej ofercie",
			Body: []string{
				"Oferty miejsc na {name}, których nie udało się dostarczyć: {n}. Terminy biegną: kto dowie się za późno, straci miejsce.",
				"Sprawdź przyczynę i wyślij je ponownie, przedłuż je albo zadzwoń do tych osób.",
			},
			Action: "Zobacz niedostarczone wiadomości",
		},
	},
	mailkit.Czech: {
		RefundFailedMail: {
			Subject: "{name}: vrácení {amount} se nezdařilo",
			Heading: "Vrácení {amount} se nezdařilo",
			Body: []string{
				"Vrácení {amount} za {name} se definitivně nezdařilo. Samo se už nezopakuje a dotyčná osoba ví, že se o to postaráte.",
				"Podívejte se proč a zkuste to znovu, nebo si poznamenejte, že jste peníze vrátili sami.",
			},
			Action: "Zobrazit nezdařená vrácení",
		},
		UndeliveredMail: {
			Subject: "Nedoručené zprávy: {n}",
			Heading: "Některé zprávy se nepodařilo doručit",
			Body:    []string{"Zprávy od {name} hostům, které v poslední době nikoho nezastihly: {n}. Stránka ukazuje důvod u každé z nich a na přání ji odešle znovu."},
			Action:  "Zobrazit nedoručené zprávy",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: nabídky, které nikoho nezastihly: {n}",
			Heading: "Někdo neví o své nabídce",
			Body: []string{
				"Nabídky míst na {name}, které se nepodařilo doručit: {n}. Lhůty běží: kdo se o nabídce dozví pozdě, přijde o místo.",
				"Podívejte se proč a pošlete je znovu, prodlužte je, nebo těm lidem zavolejte.",
			},
			Action: "Zobrazit nedoručené zprávy",
		},
	},
	mailkit.Swedish: {
		RefundFailedMail: {
			Subject: "{name}: återbetalning av {amount} misslyckades",
			Heading: "En återbetalning av {amount} misslyckades",
			Body: []string{
				"En återbetalning av {amount} för {name} har misslyckats för gott. Den görs inte om av sig själv, och den som ska ha pengarna har fått veta att du tar hand om det.",
				"Se varför den misslyckades, och försök igen eller anteckna att du själv har betalat tillbaka.",
			},
			Action: "Visa misslyckade återbetalningar",
		},
		UndeliveredMail: {
			Subject: "Ej levererade meddelanden: {n}",
			Heading: "Några meddelanden kunde inte levereras",
			Body:    []string{"Meddelanden från {name} till gäster som på sistone inte nått någon: {n}. Sidan visar varför, och skickar dem igen om du vill."},
			Action:  "Visa ej levererade meddelanden",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: erbjudanden som inte nådde någon: {n}",
			Heading: "Någon vet inte om sitt erbjudande",
			Body: []string{
				"Erbjudanden om platser till {name} som inte kunde levereras: {n}. Tiden går: den som får veta det för sent förlorar platsen.",
				"Se varför, och skicka dem igen, förläng dem eller ring personerna.",
			},
			Action: "Visa ej levererade meddelanden",
		},
	},
	mailkit.Turkish: {
		RefundFailedMail: {
			Subject: "{name}: {amount} tutarındaki iade başarısız oldu",
			Heading: "{amount} tutarındaki iade başarısız oldu",
			Body: []string{
				"{name} için {amount} tutarındaki iade kesin olarak başarısız oldu. Kendiliğinden yeniden denenmez ve ilgili kişiye bununla ilgileneceğiniz bildirildi.",
				"Neden başarısız olduğuna bakın, sonra yeniden deneyin veya parayı kendinizin iade ettiğini not edin.",
			},
			Action: "Başarısız iadeleri gör",
		},
		UndeliveredMail: {
			Subject: "Teslim edilemeyen iletiler: {n}",
			Heading: "Bazı iletiler teslim edilemedi",
			Body:    []string{"{name} tarafından misafirlere gönderilip son zamanlarda kimseye ulaşmayan iletiler: {n}. Sayfa her birinin nedenini gösterir ve isterseniz yeniden gönderir."},
			Action:  "Teslim edilemeyen iletileri gör",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: kimseye ulaşmayan teklifler: {n}",
			Heading: "Birinin teklifinden haberi yok",
			Body: []string{
				"{name} için teslim edilemeyen yer teklifleri: {n}. Süreleri işliyor: çok geç öğrenen yerini kaybeder.",
				"Nedenine bakın, sonra yeniden gönderin, süreyi uzatın veya bu kişileri arayın.",
			},
			Action: "Teslim edilemeyen iletileri gör",
		},
	},
	mailkit.Arabic: {
		RefundFailedMail: {
			Subject: "{name}: تعذّر رد مبلغ {amount}",
			Heading: "تعذّر رد مبلغ {amount}",
			Body: []string{
				"تعذّر نهائياً رد مبلغ {amount} الخاص بـ {name}. لن تُعاد المحاولة تلقائياً، وقد أُبلغ صاحب المبلغ بأنك ستتولى الأمر.",
				"اطّلع على السبب، ثم أعد المحاولة أو سجّل أنك رددت المبلغ بنفسك.",
			},
			Action: "عرض المبالغ التي تعذّر ردها",
		},
		UndeliveredMail: {
			Subject: "رسائل لم تُسلَّم: {n}",
			Heading: "تعذّر تسليم بعض الرسائل",
			Body:    []string{"رسائل {name} إلى الضيوف التي لم تصل أحداً مؤخراً: {n}. تعرض الصفحة سبب كل منها، وتعيد إرسالها إن أردت."},
			Action:  "عرض الرسائل التي لم تُسلَّم",
		},
		OffersUndeliveredMail: {
			Subject: "{name}: عروض لم تصل أحداً: {n}",
			Heading: "شخص لا يعلم بعرضه",
			Body: []string{
				"عروض أماكن في {name} تعذّر تسليمها: {n}. مهلها جارية: من يعلم بعرضه متأخراً يفقد مكانه.",
				"اطّلع على السبب، ثم أعد إرسالها أو مدّدها أو اتصل بأصحابها.",
			},
			Action: "عرض الرسائل التي لم تُسلَّم",
		},
	},
}
