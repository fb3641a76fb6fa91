package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// feeWordings are the mails about the fee of a place on the waitlist of a resource, by language.
var feeWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.English: {
		ResourceFeeMail:    {Subject: "Pay to join the waitlist: {name}", Heading: "Pay to join the waitlist.", Body: []string{"You asked for a place on the waitlist for {name}{times}. You’re on it once you’ve paid the fee of {amount}: whoever pays first is first.", "Please pay by {until}. After that, your request expires."}, Action: "Pay the fee"},
		ResourceUnpaidMail: {Subject: "You’re not on the waitlist: {name}", Heading: "The fee wasn’t paid in time.", Body: []string{"The fee for the waitlist for {name} wasn’t paid in time, so you’re not on it. If your payment arrives late, you get all of it back."}, Action: "View details"},
	},
	mailkit.German: {
		ResourceFeeMail:    {Subject: "Bezahle, um auf die Warteliste zu kommen: {name}", Heading: "Bezahle, um auf die Warteliste zu kommen.", Body: []string{"Du möchtest auf die Warteliste für {name}{times}. Du stehst darauf, sobald du die Gebühr von {amount} bezahlt hast: Wer zuerst bezahlt, ist zuerst dran.", "Bitte bezahle bis {until}. Danach verfällt deine Anfrage."}, Action: "Gebühr bezahlen"},
		ResourceUnpaidMail: {Subject: "Du stehst nicht auf der Warteliste: {name}", Heading: "Die Gebühr wurde nicht rechtzeitig bezahlt.", Body: []string{"Die Gebühr für die Warteliste für {name} wurde nicht rechtzeitig bezahlt, deshalb stehst du nicht darauf. Kommt deine Zahlung zu spät an, erhältst du sie vollständig zurück."}, Action: "Details ansehen"},
	},
	mailkit.French: {
		ResourceFeeMail:    {Subject: "Payez pour rejoindre la liste d’attente : {name}", Heading: "Payez pour rejoindre la liste d’attente.", Body: []string{"Vous avez demandé une place sur la liste d’attente pour {name}{times}. Vous y serez dès que vous aurez payé les frais de {amount} : la première personne à payer est la première servie.", "Payez avant le {until}. Ensuite, votre demande expire."}, Action: "Payer les frais"},
		ResourceUnpaidMail: {Subject: "Vous n’êtes pas sur la liste d’attente : {name}", Heading: "Les frais n’ont pas été payés à temps.", Body: []string{"Les frais de la liste d’attente pour {name} n’ont pas été payés à temps ; vous n’y êtes donc pas. Si votre paiement arrive en retard, il vous est entièrement remboursé."}, Action: "Voir les détails"},
	},
	mailkit.Spanish: {
		ResourceFeeMail:    {Subject: "Paga para entrar en la lista de espera: {name}", Heading: "Paga para entrar en la lista de espera.", Body: []string{"Has pedido un puesto en la lista de espera de {name}{times}. Estarás en ella cuando hayas pagado la tarifa de {amount}: quien paga primero va primero.", "Paga antes del {until}. Después, tu solicitud caduca."}, Action: "Pagar la tarifa"},
		ResourceUnpaidMail: {Subject: "No estás en la lista de espera: {name}", Heading: "La tarifa no se pagó a tiempo.", Body: []string{"La tarifa de la lista de espera de {name} no se pagó a tiempo, así que no estás en ella. Si tu pago llega tarde, se te devuelve por completo."}, Action: "Ver detalles"},
	},
	mailkit.Italian: {
		ResourceFeeMail:    {Subject: "Paga per entrare in lista d’attesa: {name}", Heading: "Paga per entrare in lista d’attesa.", Body: []string{"Hai chiesto un posto in lista d’attesa per {name}{times}. Sarai in lista quando avrai pagato la quota di {amount}: chi paga per primo viene prima.", "Paga entro il {until}. Dopo, la richiesta scade."}, Action: "Paga la quota"},
		ResourceUnpaidMail: {Subject: "Non sei in lista d’attesa: {name}", Heading: "La quota non è stata pagata in tempo.", Body: []string{"La quota per la lista d’attesa di {name} non è stata pagata in tempo, quindi non sei in lista. Se il pagamento arriva in ritardo, ti viene rimborsato per intero."}, Action: "Vedi i dettagli"},
	},
	mailkit.Dutch: {
		ResourceFeeMail:    {Subject: "Betaal om op de wachtlijst te komen: {name}", Heading: "Betaal om op de wachtlijst te komen.", Body: []string{"Je hebt een plek gevraagd op de wachtlijst voor {name}{times}. Je staat erop zodra je de kosten van {amount} hebt betaald: wie het eerst betaalt, is het eerst aan de beurt.", "Betaal vóór {until}. Daarna vervalt je aanvraag."}, Action: "De kosten betalen"},
		ResourceUnpaidMail: {Subject: "Je staat niet op de wachtlijst: {name}", Heading: "De kosten zijn niet op tijd betaald.", Body: []string{"De kosten voor de wachtlijst voor {name} zijn niet op tijd betaald, dus je staat er niet op. Komt je betaling te laat binnen, dan krijg je alles terug."}, Action: "Details bekijken"},
	},
	mailkit.Portuguese: {
		ResourceFeeMail:    {Subject: "Pague para entrar na lista de espera: {name}", Heading: "Pague para entrar na lista de espera.", Body: []string{"Pediu um lugar na lista de espera de {name}{times}. Fica na lista assim que pagar a taxa de {amount}: quem paga primeiro está primeiro.", "Pague até {until}. Depois disso, o seu pedido expira."}, Action: "Pagar a taxa"},
		ResourceUnpaidMail: {Subject: "Não está na lista de espera: {name}", Heading: "A taxa não foi paga a tempo.", Body: []string{"A taxa da lista de espera de {name} não foi paga a tempo, por isso não está na lista. Se o pagamento chegar tarde, recebe tudo de volta."}, Action: "Ver detalhes"},
	},
	mailkit.Polish: {
		ResourceFeeMail:    {Subject: "Zapłać, aby dołączyć do listy oczekujących: {name}", Heading: "Zapłać, aby dołączyć do listy oczekujących.", Body: []string{"Prosisz o miejsce na liście oczekujących: {name}{times}. Znajdziesz się na niej po zapłaceniu opłaty {amount}: kto pierwszy zapłaci, ten jest pierwszy.", "Zapłać do {until}. Potem zgłoszenie wygasa."}, Action: "Zapłać opłatę"},
		ResourceUnpaidMail: {Subject: "Nie ma Cię na liście oczekujących: {name}", Heading: "Opłata nie została wniesiona na czas.", Body: []string{"Opłata za listę oczekujących ({name}) nie została wniesiona na czas, więc nie ma Cię na liście. Jeśli płatność dotrze za późno, zwrócimy ją w całości."}, Action: "Zobacz szczegóły"},
	},
	mailkit.Czech: {
		ResourceFeeMail:    {Subject: "Zaplaťte a zařaďte se na čekací listinu: {name}", Heading: "Zaplaťte a zařaďte se na čekací listinu.", Body: []string{"Požádali jste o místo na čekací listině: {name}{times}. Budete na ní, jakmile zaplatíte poplatek {amount}: kdo zaplatí první, je první na řadě.", "Zaplaťte prosím do {until}. Poté vaše žádost propadne."}, Action: "Zaplatit poplatek"},
		ResourceUnpaidMail: {Subject: "Nejste na čekací listině: {name}", Heading: "Poplatek nebyl zaplacen včas.", Body: []string{"Poplatek za čekací listinu ({name}) nebyl zaplacen včas, proto na ní nejste. Pokud platba dorazí pozdě, vrátíme vám ji celou."}, Action: "Zobrazit podrobnosti"},
	},
	mailkit.Swedish: {
		ResourceFeeMail:    {Subject: "Betala för att komma med på väntelistan: {name}", Heading: "Betala för att komma med på väntelistan.", Body: []string{"Du har bett om en plats på väntelistan för {name}{times}. Du är med så snart du har betalat avgiften på {amount}: den som betalar först är först.", "Betala senast {until}. Därefter upphör din begäran."}, Action: "Betala avgiften"},
		ResourceUnpaidMail: {Subject: "Du är inte med på väntelistan: {name}", Heading: "Avgiften betalades inte i tid.", Body: []string{"Avgiften för väntelistan för {name} betalades inte i tid, så du är inte med. Kommer din betalning för sent får du tillbaka hela beloppet."}, Action: "Visa detaljer"},
	},
	mailkit.Turkish: {
		ResourceFeeMail:    {Subject: "Bekleme listesine girmek için ödeyin: {name}", Heading: "Bekleme listesine girmek için ödeyin.", Body: []string{"{name}{times} için bekleme listesinde yer istediniz. {amount} tutarındaki ücreti ödediğinizde listeye girersiniz: ilk ödeyen ilk sırada olur.", "Lütfen şu zamana kadar ödeyin: {until}. Sonrasında isteğiniz geçersiz olur."}, Action: "Ücreti öde"},
		ResourceUnpaidMail: {Subject: "Bekleme listesinde değilsiniz: {name}", Heading: "Ücret zamanında ödenmedi.", Body: []string{"{name} bekleme listesinin ücreti zamanında ödenmedi, bu yüzden listede değilsiniz. Ödemeniz geç ulaşırsa tamamı size iade edilir."}, Action: "Ayrıntıları görün"},
	},
	mailkit.Arabic: {
		ResourceFeeMail:    {Subject: "ادفع للانضمام إلى قائمة الانتظار: {name}", Heading: "ادفع للانضمام إلى قائمة الانتظار.", Body: []string{"طلبت مكاناً في قائمة الانتظار لـ {name}{times}. تصبح في القائمة بعد دفع الرسم ({amount}): ومن يدفع أولاً يأتي دوره أولاً.", "يُرجى الدفع قبل {until}. بعد ذلك ينتهي طلبك."}, Action: "دفع الرسم"},
		ResourceUnpaidMail: {Subject: "لست في قائمة الانتظار: {name}", Heading: "لم يُدفع الرسم في الوقت المحدد.", Body: []string{"لم يُدفع رسم قائمة الانتظار لـ {name} في الوقت المحدد، لذلك لست فيها. إن وصلت دفعتك متأخرة، تُعاد إليك كاملة."}, Action: "عرض التفاصيل"},
	},
}

// feeTexts are what is said of fees and prices beside that, on pages too.
type feeTexts struct {
	back, kept  string // that it goes back, or does not
	price, each string // of what is offered
	rules       map[string]string
	anyway      string // when it goes back whatever the rule
}

// feesIn are the texts about fees and prices of resources, by language.
var feesIn = map[*mailkit.Language]feeTexts{
	mailkit.English: {
		back: "Your fee of {amount} goes back to you the way you paid it.", kept: "Under the rule you joined with, the fee of {amount} isn’t refunded.",
		price: "Price: {amount}", each: "Price: {amount} each",
		rules:  map[string]string{"always": "You get the fee back in any case.", "unless_declined": "You get the fee back unless you decline an offer, let it expire, or leave while you have one.", "unless_accepted": "The fee counts towards the price if you accept. If you don’t, you get it back.", "never": "The fee isn’t refunded if you leave, decline or accept."},
		anyway: "You always get it back if you’re removed, or if what you accepted can’t be confirmed.",
	},
	mailkit.German: {
		back: "Deine Gebühr von {amount} geht auf dem Weg zurück, auf dem du bezahlt hast.", kept: "Nach der Regel, mit der du beigetreten bist, wird die Gebühr von {amount} nicht erstattet.",
		price: "Preis: {amount}", each: "Preis: je {amount}",
		rules:  map[string]string{"always": "Du bekommst die Gebühr in jedem Fall zurück.", "unless_declined": "Du bekommst die Gebühr zurück, außer du lehnst ein Angebot ab, lässt es verfallen oder gehst, während du eines hast.", "unless_accepted": "Wenn du annimmst, wird die Gebühr auf den Preis angerechnet. Sonst bekommst du sie zurück.", "never": "Die Gebühr wird nicht erstattet, wenn du gehst, ablehnst oder annimmst."},
		anyway: "Du bekommst sie immer zurück, wenn du entfernt wirst oder wenn nicht bestätigt werden kann, was du angenommen hast.",
	},
	mailkit.French: {
		back: "Vos frais de {amount} vous sont remboursés par le moyen de paiement utilisé.", kept: "Selon la règle en vigueur à votre inscription, les frais de {amount} ne sont pas remboursés.",
		price: "Prix : {amount}", each: "Prix : {amount} par unité",
		rules:  map[string]string{"always": "Les frais vous sont remboursés dans tous les cas.", "unless_declined": "Les frais vous sont remboursés, sauf si vous refusez une offre, la laissez expirer ou partez pendant que vous en avez une.", "unless_accepted": "Si vous acceptez, les frais sont déduits du prix. Sinon, ils vous sont remboursés.", "never": "Les frais ne sont pas remboursés si vous partez, refusez ou acceptez."},
		anyway: "Ils vous sont toujours remboursés si vous êtes retiré de la liste ou si ce que vous avez accepté ne peut pas être confirmé.",
	},
	mailkit.Spanish: {
		back: "Te devolvemos la tarifa de {amount} por el mismo medio con el que pagaste.", kept: "Según la regla con la que te apuntaste, la tarifa de {amount} no se devuelve.",
		price: "Precio: {amount}", each: "Precio: {amount} por unidad",
		rules:  map[string]string{"always": "Se te devuelve la tarifa en cualquier caso.", "unless_declined": "Se te devuelve la tarifa, salvo que rechaces una oferta, la dejes caducar o te vayas mientras tienes una.", "unless_accepted": "Si aceptas, la tarifa se descuenta del precio. Si no, se te devuelve.", "never": "La tarifa no se devuelve si te vas, rechazas o aceptas."},
		anyway: "Siempre se te devuelve si te retiran de la lista o si no se puede confirmar lo que aceptaste.",
	},
	mailkit.Italian: {
		back: "La quota di {amount} ti viene rimborsata con lo stesso metodo con cui hai pagato.", kept: "Secondo la regola con cui ti sei iscritto, la quota di {amount} non viene rimborsata.",
		price: "Prezzo: {amount}", each: "Prezzo: {amount} per unità",
		rules:  map[string]string{"always": "La quota ti viene rimborsata in ogni caso.", "unless_declined": "La quota ti viene rimborsata, a meno che tu non rifiuti un’offerta, la lasci scadere o esca mentre ne hai una.", "unless_accepted": "Se accetti, la quota viene scalata dal prezzo. Altrimenti ti viene rimborsata.", "never": "La quota non viene rimborsata se esci, rifiuti o accetti."},
		anyway: "Ti viene sempre rimborsata se vieni rimosso o se ciò che hai accettato non può essere confermato.",
	},
	mailkit.Dutch: {
		back: "Je krijgt de kosten van {amount} terug op de manier waarop je hebt betaald.", kept: "Volgens de regel waarmee je je hebt aangemeld, worden de kosten van {amount} niet terugbetaald.",
		price: "Prijs: {amount}", each: "Prijs: {amount} per stuk",
		rules:  map[string]string{"always": "Je krijgt de kosten in elk geval terug.", "unless_declined": "Je krijgt de kosten terug, tenzij je een aanbod afwijst, laat verlopen of weggaat terwijl je er een hebt.", "unless_accepted": "Als je accepteert, worden de kosten van de prijs afgetrokken. Anders krijg je ze terug.", "never": "De kosten worden niet terugbetaald als je weggaat, afwijst of accepteert."},
		anyway: "Je krijgt ze altijd terug als je wordt verwijderd of als wat je hebt geaccepteerd niet kan worden bevestigd.",
	},
	mailkit.Portuguese: {
		back: "A taxa de {amount} é devolvida pelo meio com que pagou.", kept: "Segundo a regra com que se inscreveu, a taxa de {amount} não é devolvida.",
		price: "Preço: {amount}", each: "Preço: {amount} por unidade",
		rules:  map[string]string{"always": "Recebe a taxa de volta em qualquer caso.", "unless_declined": "Recebe a taxa de volta, exceto se recusar uma oferta, a deixar expirar ou sair enquanto tiver uma.", "unless_accepted": "Se aceitar, a taxa é descontada no preço. Se não, recebe-a de volta.", "never": "A taxa não é devolvida se sair, recusar ou aceitar."},
		anyway: "Recebe-a sempre de volta se for removido ou se o que aceitou não puder ser confirmado.",
	},
	mailkit.Polish: {
		back: "Opłata {amount} wraca do Ciebie tą samą drogą, którą została zapłacona.", kept: "Zgodnie z zasadą obowiązującą przy zapisie opłata {amount} nie jest zwracana.",
		price: "Cena: {amount}", each: "Cena: {amount} za sztukę",
		rules:  map[string]string{"always": "Opłata jest zwracana w każdym przypadku.", "unless_declined": "Opłata jest zwracana, chyba że odrzucisz ofertę, pozwolisz jej wygasnąć lub zrezygnujesz, mając ofertę.", "unless_accepted": "Jeśli przyjmiesz ofertę, opłata zostanie zaliczona na poczet ceny. W przeciwnym razie zostanie zwrócona.", "never": "Opłata nie jest zwracana po rezygnacji, odrzuceniu ani przyjęciu oferty."},
		anyway: "Zawsze jest zwracana, jeśli zostaniesz usunięty z listy lub jeśli przyjętej oferty nie da się potwierdzić.",
	},
	mailkit.Czech: {
		back: "Poplatek {amount} se vám vrací stejnou cestou, jakou jste platili.", kept: "Podle pravidla, se kterým jste se přihlásili, se poplatek {amount} nevrací.",
		price: "Cena: {amount}", each: "Cena: {amount} za kus",
		rules:  map[string]string{"always": "Poplatek dostanete v každém případě zpět.", "unless_declined": "Poplatek dostanete zpět, pokud neodmítnete nabídku, nenecháte ji propadnout ani neodejdete, když nějakou máte.", "unless_accepted": "Pokud nabídku přijmete, poplatek se započte do ceny. Jinak ho dostanete zpět.", "never": "Poplatek se nevrací, když odejdete, odmítnete nebo přijmete."},
		anyway: "Vždy ho dostanete zpět, pokud vás někdo odebere nebo pokud nelze potvrdit, co jste přijali.",
	},
	mailkit.Swedish: {
		back: "Du får tillbaka avgiften på {amount} på samma sätt som du betalade.", kept: "Enligt regeln som gällde när du anmälde dig betalas avgiften på {amount} inte tillbaka.",
		price: "Pris: {amount}", each: "Pris: {amount} styck",
		rules:  map[string]string{"always": "Du får tillbaka avgiften i vilket fall som helst.", "unless_declined": "Du får tillbaka avgiften om du inte tackar nej till ett erbjudande, låter det gå ut eller lämnar listan medan du har ett.", "unless_accepted": "Om du tackar ja räknas avgiften av från priset. Annars får du tillbaka den.", "never": "Avgiften betalas inte tillbaka om du lämnar listan, tackar nej eller tackar ja."},
		anyway: "Du får alltid tillbaka den om du tas bort eller om det du tackat ja till inte kan bekräftas.",
	},
	mailkit.Turkish: {
		back: "{amount} tutarındaki ücretiniz ödediğiniz yolla size iade edilir.", kept: "Katıldığınız kurala göre {amount} tutarındaki ücret iade edilmez.",
		price: "Fiyat: {amount}", each: "Fiyat: birim başına {amount}",
		rules:  map[string]string{"always": "Ücret her durumda size iade edilir.", "unless_declined": "Bir teklifi reddetmediğiniz, süresini geçirmediğiniz veya teklifiniz varken ayrılmadığınız sürece ücret size iade edilir.", "unless_accepted": "Kabul ederseniz ücret fiyattan düşülür. Etmezseniz size iade edilir.", "never": "Ayrılırsanız, reddederseniz veya kabul ederseniz ücret iade edilmez."},
		anyway: "Listeden çıkarılırsanız veya kabul ettiğiniz onaylanamazsa ücret her zaman iade edilir.",
	},
	mailkit.Arabic: {
		back: "يُعاد إليك الرسم ({amount}) بالطريقة التي دفعت بها.", kept: "وفقاً للقاعدة التي انضممت بها، لا يُعاد الرسم ({amount}).",
		price: "السعر: {amount}", each: "السعر: {amount} للوحدة",
		rules:  map[string]string{"always": "يُعاد إليك الرسم في كل الأحوال.", "unless_declined": "يُعاد إليك الرسم ما لم ترفض عرضاً أو تتركه ينتهي أو تغادر وأنت تملك عرضاً.", "unless_accepted": "إن قبلت، يُحسم الرسم من السعر. وإلا فيُعاد إليك.", "never": "لا يُعاد الرسم إن غادرت أو رفضت أو قبلت."},
		anyway: "يُعاد إليك دائماً إن أُزلت من القائمة أو تعذّر تأكيد ما قبلته.",
	},
}
