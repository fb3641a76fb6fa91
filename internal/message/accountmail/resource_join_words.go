package message

// joinWordings are the mails to people who join the waitlist of a resource by themselves, and to
// those who leave one, by language.
var joinWordings = map[*dictionary]map[AccountMailKind]wording{
	english: {
		ResourceAddressMail: {subject: "Confirm your address: {name}", heading: "One more step.", body: []string{"You’d like to join the waitlist for {name}{times}.", "Please confirm that this address is yours. The link works for {life}. You aren’t on the waitlist until then."}, action: "Confirm and join"},
		ResourceLeftMail:    {subject: "You left the waitlist: {name}", heading: "You left the waitlist.", body: []string{"You’re no longer waiting for {name}. We won’t email you about it again."}, action: "View details"},
	},
	german: {
		ResourceAddressMail: {subject: "Bestätige deine Adresse: {name}", heading: "Noch ein Schritt.", body: []string{"Du möchtest auf die Warteliste für {name}{times}.", "Bitte bestätige, dass diese Adresse dir gehört. Der Link gilt {life}. Bis dahin stehst du nicht auf der Warteliste."}, action: "Bestätigen und eintragen"},
		ResourceLeftMail:    {subject: "Du hast die Warteliste verlassen: {name}", heading: "Du hast die Warteliste verlassen.", body: []string{"Du wartest nicht mehr auf {name}. Wir schreiben dir dazu nicht mehr."}, action: "Details ansehen"},
	},
	french: {
		ResourceAddressMail: {subject: "Confirmez votre adresse : {name}", heading: "Encore une étape.", body: []string{"Vous souhaitez rejoindre la liste d’attente pour {name}{times}.", "Confirmez que cette adresse est la vôtre. Le lien fonctionne pendant {life}. D’ici là, vous n’êtes pas sur la liste d’attente."}, action: "Confirmer et rejoindre"},
		ResourceLeftMail:    {subject: "Vous avez quitté la liste d’attente : {name}", heading: "Vous avez quitté la liste d’attente.", body: []string{"Vous n’attendez plus pour {name}. Nous ne vous écrirons plus à ce sujet."}, action: "Voir les détails"},
	},
	spanish: {
		ResourceAddressMail: {subject: "Confirma tu dirección: {name}", heading: "Un paso más.", body: []string{"Quieres apuntarte a la lista de espera de {name}{times}.", "Confirma que esta dirección es tuya. El enlace funciona durante {life}. Hasta entonces no estás en la lista de espera."}, action: "Confirmar y apuntarme"},
		ResourceLeftMail:    {subject: "Has dejado la lista de espera: {name}", heading: "Has dejado la lista de espera.", body: []string{"Ya no esperas por {name}. No te escribiremos más sobre esto."}, action: "Ver detalles"},
	},
	italian: {
		ResourceAddressMail: {subject: "Conferma il tuo indirizzo: {name}", heading: "Ancora un passaggio.", body: []string{"Vuoi entrare nella lista d’attesa per {name}{times}.", "Conferma che questo indirizzo è tuo. Il link funziona per {life}. Fino ad allora non sei nella lista d’attesa."}, action: "Conferma ed entra"},
		ResourceLeftMail:    {subject: "Hai lasciato la lista d’attesa: {name}", heading: "Hai lasciato la lista d’attesa.", body: []string{"Non sei più in attesa per {name}. Non ti scriveremo più al riguardo."}, action: "Vedi i dettagli"},
	},
	dutch: {
		ResourceAddressMail: {subject: "Bevestig je adres: {name}", heading: "Nog één stap.", body: []string{"Je wilt op de wachtlijst voor {name}{times}.", "Bevestig dat dit adres van jou is. De link werkt {life}. Tot dan sta je niet op de wachtlijst."}, action: "Bevestigen en aanmelden"},
		ResourceLeftMail:    {subject: "Je hebt de wachtlijst verlaten: {name}", heading: "Je hebt de wachtlijst verlaten.", body: []string{"Je wacht niet meer op {name}. We mailen je hier niet meer over."}, action: "Details bekijken"},
	},
	portuguese: {
		ResourceAddressMail: {subject: "Confirme o seu endereço: {name}", heading: "Mais um passo.", body: []string{"Quer entrar na lista de espera de {name}{times}.", "Confirme que este endereço é seu. A ligação funciona durante {life}. Até lá não está na lista de espera."}, action: "Confirmar e entrar"},
		ResourceLeftMail:    {subject: "Saiu da lista de espera: {name}", heading: "Saiu da lista de espera.", body: []string{"Já não está à espera de {name}. Não lhe escreveremos mais sobre isto."}, action: "Ver detalhes"},
	},
	polish: {
		ResourceAddressMail: {subject: "Potwierdź swój adres: {name}", heading: "Jeszcze jeden krok.", body: []string{"Chcesz dołączyć do listy oczekujących: {name}{times}.", "Potwierdź, że ten adres jest Twój. Link działa przez {life}. Do tego czasu nie jesteś na liście oczekujących."}, action: "Potwierdź i dołącz"},
		ResourceLeftMail:    {subject: "Opuszczono listę oczekujących: {name}", heading: "Nie jesteś już na liście oczekujących.", body: []string{"Nie czekasz już na: {name}. Nie będziemy już o tym pisać."}, action: "Zobacz szczegóły"},
	},
	czech: {
		ResourceAddressMail: {subject: "Potvrďte svou adresu: {name}", heading: "Ještě jeden krok.", body: []string{"Chcete na čekací listinu: {name}{times}.", "Potvrďte, že je tato adresa vaše. Odkaz funguje po dobu {life}. Do té doby na čekací listině nejste."}, action: "Potvrdit a zapsat se"},
		ResourceLeftMail:    {subject: "Opustili jste čekací listinu: {name}", heading: "Opustili jste čekací listinu.", body: []string{"Už nečekáte: {name}. Nebudeme vám o tom dál psát."}, action: "Zobrazit podrobnosti"},
	},
	swedish: {
		ResourceAddressMail: {subject: "Bekräfta din adress: {name}", heading: "Ett steg till.", body: []string{"Du vill ställa dig på väntelistan för {name}{times}.", "Bekräfta att adressen är din. Länken fungerar i {life}. Innan dess står du inte på väntelistan."}, action: "Bekräfta och ställ mig på listan"},
		ResourceLeftMail:    {subject: "Du har lämnat väntelistan: {name}", heading: "Du har lämnat väntelistan.", body: []string{"Du väntar inte längre på {name}. Vi mejlar dig inte mer om det."}, action: "Visa detaljer"},
	},
	turkish: {
		ResourceAddressMail: {subject: "Adresinizi onaylayın: {name}", heading: "Bir adım daha.", body: []string{"{name}{times} bekleme listesine katılmak istiyorsunuz.", "Bu adresin sizin olduğunu onaylayın. Bağlantı {life} boyunca çalışır. O zamana kadar bekleme listesinde değilsiniz."}, action: "Onayla ve katıl"},
		ResourceLeftMail:    {subject: "Bekleme listesinden ayrıldınız: {name}", heading: "Bekleme listesinden ayrıldınız.", body: []string{"Artık {name} için beklemiyorsunuz. Bu konuda size bir daha yazmayacağız."}, action: "Ayrıntıları göster"},
	},
	arabic: {
		ResourceAddressMail: {subject: "تأكيد عنوانك: {name}", heading: "خطوة أخرى.", body: []string{"تريد الانضمام إلى قائمة الانتظار: {name}{times}.", "يُرجى تأكيد أن هذا العنوان لك. يعمل الرابط لمدة {life}. لست في قائمة الانتظار قبل ذلك."}, action: "التأكيد والانضمام"},
		ResourceLeftMail:    {subject: "غادرت قائمة الانتظار: {name}", heading: "غادرت قائمة الانتظار.", body: []string{"لم تعد تنتظر {name}. لن نراسلك بشأنها بعد الآن."}, action: "عرض التفاصيل"},
	},
}
