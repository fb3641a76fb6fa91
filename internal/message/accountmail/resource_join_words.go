package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// joinWordings are the mails to people who join the waitlist of a resource by themselves, and to
// those who leave one, by language.
var joinWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.English: {
		ResourceAddressMail: {Subject: "Confirm your address: {name}", Heading: "One more step.", Body: []string{"You’d like to join the waitlist for {name}{times}.", "Please confirm that this address is yours. The link works for {life}. You aren’t on the waitlist until then."}, Action: "Confirm and join"},
		ResourceLeftMail:    {Subject: "You left the waitlist: {name}", Heading: "You left the waitlist.", Body: []string{"You’re no longer waiting for {name}. We won’t email you about it again."}, Action: "View details"},
	},
	mailkit.German: {
		ResourceAddressMail: {Subject: "Bestätige deine Adresse: {name}", Heading: "Noch ein Schritt.", Body: []string{"Du möchtest auf die Warteliste für {name}{times}.", "Bitte bestätige, dass diese Adresse dir gehört. Der Link gilt {life}. Bis dahin stehst du nicht auf der Warteliste."}, Action: "Bestätigen und eintragen"},
		ResourceLeftMail:    {Subject: "Du hast die Warteliste verlassen: {name}", Heading: "Du hast die Warteliste verlassen.", Body: []string{"Du wartest nicht mehr auf {name}. Wir schreiben dir dazu nicht mehr."}, Action: "Details ansehen"},
	},
	mailkit.French: {
		ResourceAddressMail: {Subject: "Confirmez votre adresse : {name}", Heading: "Encore une étape.", Body: []string{"Vous souhaitez rejoindre la liste d’attente pour {name}{times}.", "Confirmez que cette adresse est la vôtre. Le lien fonctionne pendant {life}. D’ici là, vous n’êtes pas sur la liste d’attente."}, Action: "Confirmer et rejoindre"},
		ResourceLeftMail:    {Subject: "Vous avez quitté la liste d’attente : {name}", Heading: "Vous avez quitté la liste d’attente.", Body: []string{"Vous n’attendez plus pour {name}. Nous ne vous écrirons plus à ce sujet."}, Action: "Voir les détails"},
	},
	mailkit.Spanish: {
		ResourceAddressMail: {Subject: "Confirma tu dirección: {name}", Heading: "Un paso más.", Body: []string{"Quieres apuntarte a la lista de espera de {name}{times}.", "Confirma que esta dirección es tuya. El enlace funciona durante {life}. Hasta entonces no estás en la lista de espera."}, Action: "Confirmar y apuntarme"},
		ResourceLeftMail:    {Subject: "Has dejado la lista de espera: {name}", Heading: "Has dejado la lista de espera.", Body: []string{"Ya no esperas por {name}. No te escribiremos más sobre esto."}, Action: "Ver detalles"},
	},
	mailkit.Italian: {
		ResourceAddressMail: {Subject: "Conferma il tuo indirizzo: {name}", Heading: "Ancora un passaggio.", Body: []string{"Vuoi entrare nella lista d’attesa per {name}{times}.", "Conferma che questo indirizzo è tuo. Il link funziona per {life}. Fino ad allora non sei nella lista d’attesa."}, Action: "Conferma ed entra"},
		ResourceLeftMail:    {Subject: "Hai lasciato la lista d’attesa: {name}", Heading: "Hai lasciato la lista d’attesa.", Body: []string{"Non sei più in attesa per {name}. Non ti scriveremo più al riguardo."}, Action: "Vedi i dettagli"},
	},
	mailkit.Dutch: {
		ResourceAddressMail: {Subject: "Bevestig je adres: {name}", Heading: "Nog één stap.", Body: []string{"Je wilt op de wachtlijst voor {name}{times}.", "Bevestig dat dit adres van jou is. De link werkt {life}. Tot dan sta je niet op de wachtlijst."}, Action: "Bevestigen en aanmelden"},
		ResourceLeftMail:    {Subject: "Je hebt de wachtlijst verlaten: {name}", Heading: "Je hebt de wachtlijst verlaten.", Body: []string{"Je wacht niet meer op {name}. We mailen je hier niet meer over."}, Action: "Details bekijken"},
	},
	mailkit.Portuguese: {
		ResourceAddressMail: {Subject: "Confirme o seu endereço: {name}", Heading: "Mais um passo.", Body: []string{"Quer entrar na lista de espera de {name}{times}.", "Confirme que este endereço é seu. A ligação funciona durante {life}. Até lá não está na lista de espera."}, Action: "Confirmar e entrar"},
		ResourceLeftMail:    {Subject: "Saiu da lista de espera: {name}", Heading: "Saiu da lista de espera.", Body: []string{"Já não está à espera de {name}. Não lhe escreveremos mais sobre isto."}, Action: "Ver detalhes"},
	},
	mailkit.Polish: {
		ResourceAddressMail: {Subject: "Potwierdź swój adres: {name}", Heading: "Jeszcze jeden krok.", Body: []string{"Chcesz dołączyć do listy oczekujących: {name}{times}.", "Potwierdź, że ten adres jest Twój. Link działa przez {life}. Do tego czasu nie jesteś na liście oczekujących."}, Action: "Potwierdź i dołącz"},
		ResourceLeftMail:    {Subject: "Opuszczono listę oczekujących: {name}", Heading: "Nie jesteś już na liście oczekujących.", Body: []string{"Nie czekasz już na: {name}. Nie będziemy już o tym pisać."}, Action: "Zobacz szczegóły"},
	},
	mailkit.Czech: {
		ResourceAddressMail: {Subject: "Potvrďte svou adresu: {name}", Heading: "Ještě jeden krok.", Body: []string{"Chcete na čekací listinu: {name}{times}.", "Potvrďte, že je tato adresa vaše. Odkaz funguje po dobu {life}. Do té doby na čekací listině nejste."}, Action: "Potvrdit a zapsat se"},
		ResourceLeftMail:    {Subject: "Opustili jste čekací listinu: {name}", Heading: "Opustili jste čekací listinu.", Body: []string{"Už nečekáte: {name}. Nebudeme vám o tom dál psát."}, Action: "Zobrazit podrobnosti"},
	},
	mailkit.Swedish: {
		ResourceAddressMail: {Subject: "Bekräfta din adress: {name}", Heading: "Ett steg till.", Body: []string{"Du vill ställa dig på väntelistan för {name}{times}.", "Bekräfta att adressen är din. Länken fungerar i {life}. Innan dess står du inte på väntelistan."}, Action: "Bekräfta och ställ mig på listan"},
		ResourceLeftMail:    {Subject: "Du har lämnat väntelistan: {name}", Heading: "Du har lämnat väntelistan.", Body: []string{"Du väntar inte längre på {name}. Vi mejlar dig inte mer om det."}, Action: "Visa detaljer"},
	},
	mailkit.Turkish: {
		ResourceAddressMail: {Subject: "Adresinizi onaylayın: {name}", Heading: "Bir adım daha.", Body: []string{"{name}{times} bekleme listesine katılmak istiyorsunuz.", "Bu adresin sizin olduğunu onaylayın. Bağlantı {life} boyunca çalışır. O zamana kadar bekleme listesinde değilsiniz."}, Action: "Onayla ve katıl"},
		ResourceLeftMail:    {Subject: "Bekleme listesinden ayrıldınız: {name}", Heading: "Bekleme listesinden ayrıldınız.", Body: []string{"Artık {name} için beklemiyorsunuz. Bu konuda size bir daha yazmayacağız."}, Action: "Ayrıntıları göster"},
	},
	mailkit.Arabic: {
		ResourceAddressMail: {Subject: "تأكيد عنوانك: {name}", Heading: "خطوة أخرى.", Body: []string{"تريد الانضمام إلى قائمة الانتظار: {name}{times}.", "يُرجى تأكيد أن هذا العنوان لك. يعمل الرابط لمدة {life}. لست في قائمة الانتظار قبل ذلك."}, Action: "التأكيد والانضمام"},
		ResourceLeftMail:    {Subject: "غادرت قائمة الانتظار: {name}", Heading: "غادرت قائمة الانتظار.", Body: []string{"لم تعد تنتظر {name}. لن نراسلك بشأنها بعد الآن."}, Action: "عرض التفاصيل"},
	},
}
