package message

// The mails about bookings of rooms that guests get, in the languages that members are not spoken
// to in.
var (
	bookingsInFrench = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Confirmez votre adresse : {name}", heading: "{name} : encore une étape", body: []string{"Vous avez demandé des salles de {name} : {what}.", "Confirmez que cette adresse est la vôtre, et votre demande est envoyée. Le lien fonctionne pendant {life}. Rien n’est réservé avant cela."}, action: "Confirmer et envoyer"},
		BookingDepositMail:   {subject: "Acompte à payer avant le {until_short} : {name}", heading: "Votre réservation attend son acompte", body: []string{"Les salles de {name} vous sont gardées : {what}.", "Payez l’acompte de {amount} avant le {until}. La réservation est confirmée dès qu’il est arrivé. Sans lui, les salles sont ensuite libérées."}, action: "Payer l’acompte"},
		BookingConfirmedMail: {subject: "Réservation confirmée : {name}", heading: "Votre réservation est confirmée", body: []string{"Vous avez les salles de {name} : {what}."}, action: "Voir la réservation"},
		BookingDeclinedMail:  {subject: "Réservation refusée : {name}", heading: "Votre demande a été refusée", body: []string{"{name} ne peut pas vous donner les salles : {what}."}, action: "Voir la réservation"},
		BookingCancelledMail: {subject: "Réservation annulée : {name}", heading: "La réservation a été annulée", body: []string{"Les salles de {name} sont de nouveau libres : {what}."}, action: "Voir la réservation"},
		BookingLapsedMail:    {subject: "Réservation expirée : {name}", heading: "Votre réservation a expiré", body: []string{"L’acompte n’a pas été payé à temps, ou la demande est restée sans réponse, et les salles de {name} sont de nouveau libres : {what}.", "Un paiement en route compte encore si les salles sont libres à son arrivée. Sinon, il est remboursé en entier."}, action: "Voir la réservation"},
		BookingBalanceMail:   {subject: "{amount} à payer avant le {until_short} : {name}", heading: "Le reste de votre réservation est à payer", body: []string{"Votre réservation de {name} : {what}.", "Le reste du prix, {amount}, est à payer avant le {until}."}, action: "Payer maintenant"},
	}
	bookingsInSpanish = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Confirma tu dirección: {name}", heading: "{name}: un paso más", body: []string{"Has pedido salas de {name}: {what}.", "Confirma que esta dirección es tuya y se envía tu solicitud. El enlace funciona durante {life}. Antes de eso no hay nada reservado."}, action: "Confirmar y enviar"},
		BookingDepositMail:   {subject: "Paga el depósito antes del {until_short}: {name}", heading: "Tu reserva espera el depósito", body: []string{"Las salas de {name} están guardadas para ti: {what}.", "Paga el depósito de {amount} antes del {until}. La reserva queda confirmada cuando llegue. Sin él, las salas se liberan entonces."}, action: "Pagar el depósito"},
		BookingConfirmedMail: {subject: "Reserva confirmada: {name}", heading: "Tu reserva está confirmada", body: []string{"Tienes las salas de {name}: {what}."}, action: "Ver la reserva"},
		BookingDeclinedMail:  {subject: "Reserva rechazada: {name}", heading: "Tu solicitud ha sido rechazada", body: []string{"{name} no puede darte las salas: {what}."}, action: "Ver la reserva"},
		BookingCancelledMail: {subject: "Reserva cancelada: {name}", heading: "La reserva se ha cancelado", body: []string{"Las salas de {name} vuelven a estar libres: {what}."}, action: "Ver la reserva"},
		BookingLapsedMail:    {subject: "Reserva caducada: {name}", heading: "Tu reserva ha caducado", body: []string{"El depósito no se pagó a tiempo, o nadie respondió a la solicitud, y las salas de {name} vuelven a estar libres: {what}.", "Un pago en camino aún cuenta si las salas siguen libres cuando llegue. Si no, se devuelve entero."}, action: "Ver la reserva"},
		BookingBalanceMail:   {subject: "{amount} por pagar antes del {until_short}: {name}", heading: "Falta pagar el resto de tu reserva", body: []string{"Tu reserva de {name}: {what}.", "El resto del precio, {amount}, se paga antes del {until}."}, action: "Pagar ahora"},
	}
	bookingsInItalian = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Conferma il tuo indirizzo: {name}", heading: "{name}: ancora un passaggio", body: []string{"Hai chiesto delle sale di {name}: {what}.", "Conferma che questo indirizzo è tuo e la richiesta viene inviata. Il link funziona per {life}. Prima non è prenotato nulla."}, action: "Conferma e invia"},
		BookingDepositMail:   {subject: "Acconto da pagare entro il {until_short}: {name}", heading: "La tua prenotazione attende l’acconto", body: []string{"Le sale di {name} sono tenute per te: {what}.", "Paga l’acconto di {amount} entro il {until}. La prenotazione è confermata quando arriva. Senza acconto le sale tornano libere."}, action: "Paga l’acconto"},
		BookingConfirmedMail: {subject: "Prenotazione confermata: {name}", heading: "La tua prenotazione è confermata", body: []string{"Hai le sale di {name}: {what}."}, action: "Vedi la prenotazione"},
		BookingDeclinedMail:  {subject: "Prenotazione rifiutata: {name}", heading: "La tua richiesta è stata rifiutata", body: []string{"{name} non può darti le sale: {what}."}, action: "Vedi la prenotazione"},
		BookingCancelledMail: {subject: "Prenotazione annullata: {name}", heading: "La prenotazione è stata annullata", body: []string{"Le sale di {name} sono di nuovo libere: {what}."}, action: "Vedi la prenotazione"},
		BookingLapsedMail:    {subject: "Prenotazione scaduta: {name}", heading: "La tua prenotazione è scaduta", body: []string{"L’acconto non è arrivato in tempo, o nessuno ha risposto alla richiesta, e le sale di {name} sono di nuovo libere: {what}.", "Un pagamento in arrivo vale ancora se le sale sono libere quando arriva. Altrimenti viene rimborsato per intero."}, action: "Vedi la prenotazione"},
		BookingBalanceMail:   {subject: "{amount} da pagare entro il {until_short}: {name}", heading: "Resta da pagare il saldo della prenotazione", body: []string{"La tua prenotazione di {name}: {what}.", "Il resto del prezzo, {amount}, va pagato entro il {until}."}, action: "Paga ora"},
	}
	bookingsInDutch = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Bevestig je adres: {name}", heading: "{name}: nog één stap", body: []string{"Je hebt zalen van {name} aangevraagd: {what}.", "Bevestig dat dit adres van jou is, dan wordt je aanvraag verstuurd. De link werkt {life}. Eerder is er niets geboekt."}, action: "Bevestigen en versturen"},
		BookingDepositMail:   {subject: "Betaal de aanbetaling uiterlijk {until_short}: {name}", heading: "Je boeking wacht op de aanbetaling", body: []string{"De zalen van {name} worden voor je vastgehouden: {what}.", "Betaal de aanbetaling van {amount} uiterlijk {until}. De boeking is bevestigd zodra die er is. Anders komen de zalen dan weer vrij."}, action: "Aanbetaling betalen"},
		BookingConfirmedMail: {subject: "Boeking bevestigd: {name}", heading: "Je boeking is bevestigd", body: []string{"Je hebt de zalen van {name}: {what}."}, action: "Boeking bekijken"},
		BookingDeclinedMail:  {subject: "Boeking afgewezen: {name}", heading: "Je aanvraag is afgewezen", body: []string{"{name} kan je de zalen niet geven: {what}."}, action: "Boeking bekijken"},
		BookingCancelledMail: {subject: "Boeking geannuleerd: {name}", heading: "De boeking is geannuleerd", body: []string{"De zalen van {name} zijn weer vrij: {what}."}, action: "Boeking bekijken"},
		BookingLapsedMail:    {subject: "Boeking vervallen: {name}", heading: "Je boeking is vervallen", body: []string{"De aanbetaling kwam niet op tijd, of de aanvraag is niet beantwoord, en de zalen van {name} zijn weer vrij: {what}.", "Een betaling die onderweg is, telt nog als de zalen dan vrij zijn. Anders gaat alles terug."}, action: "Boeking bekijken"},
		BookingBalanceMail:   {subject: "{amount} te betalen uiterlijk {until_short}: {name}", heading: "De rest van je boeking moet betaald worden", body: []string{"Je boeking van {name}: {what}.", "De rest van de prijs, {amount}, moet uiterlijk {until} betaald zijn."}, action: "Nu betalen"},
	}
	bookingsInPortuguese = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Confirme o seu endereço: {name}", heading: "{name}: mais um passo", body: []string{"Pediu salas de {name}: {what}.", "Confirme que este endereço é seu, e o pedido é enviado. A ligação funciona durante {life}. Antes disso nada está reservado."}, action: "Confirmar e enviar"},
		BookingDepositMail:   {subject: "Pague o sinal até {until_short}: {name}", heading: "A sua reserva espera pelo sinal", body: []string{"As salas de {name} estão guardadas para si: {what}.", "Pague o sinal de {amount} até {until}. A reserva fica confirmada quando ele chegar. Sem ele, as salas ficam livres nessa altura."}, action: "Pagar o sinal"},
		BookingConfirmedMail: {subject: "Reserva confirmada: {name}", heading: "A sua reserva está confirmada", body: []string{"Tem as salas de {name}: {what}."}, action: "Ver a reserva"},
		BookingDeclinedMail:  {subject: "Reserva recusada: {name}", heading: "O seu pedido foi recusado", body: []string{"{name} não pode dar-lhe as salas: {what}."}, action: "Ver a reserva"},
		BookingCancelledMail: {subject: "Reserva cancelada: {name}", heading: "A reserva foi cancelada", body: []string{"As salas de {name} estão de novo livres: {what}."}, action: "Ver a reserva"},
		BookingLapsedMail:    {subject: "Reserva caducada: {name}", heading: "A sua reserva caducou", body: []string{"O sinal não foi pago a tempo, ou o pedido ficou sem resposta, e as salas de {name} estão de novo livres: {what}.", "Um pagamento a caminho ainda conta se as salas estiverem livres quando chegar. Caso contrário, é devolvido por inteiro."}, action: "Ver a reserva"},
		BookingBalanceMail:   {subject: "{amount} a pagar até {until_short}: {name}", heading: "Falta pagar o resto da sua reserva", body: []string{"A sua reserva de {name}: {what}.", "O resto do preço, {amount}, deve ser pago até {until}."}, action: "Pagar agora"},
	}
	bookingsInPolish = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Potwierdź swój adres: {name}", heading: "{name}: jeszcze jeden krok", body: []string{"Prosisz o sale {name}: {what}.", "Potwierdź, że ten adres jest Twój, a zapytanie zostanie wysłane. Link działa przez {life}. Do tego czasu nic nie jest zarezerwowane."}, action: "Potwierdź i wyślij"},
		BookingDepositMail:   {subject: "Zapłać zadatek do {until_short}: {name}", heading: "Twoja rezerwacja czeka na zadatek", body: []string{"Sale {name} są dla Ciebie trzymane: {what}.", "Zapłać zadatek {amount} do {until}. Rezerwacja jest potwierdzona, gdy wpłynie. Bez niego sale zostaną wtedy zwolnione."}, action: "Zapłać zadatek"},
		BookingConfirmedMail: {subject: "Rezerwacja potwierdzona: {name}", heading: "Twoja rezerwacja jest potwierdzona", body: []string{"Masz sale {name}: {what}."}, action: "Zobacz rezerwację"},
		BookingDeclinedMail:  {subject: "Rezerwacja odrzucona: {name}", heading: "Twoje zapytanie odrzucono", body: []string{"{name} nie może dać Ci sal: {what}."}, action: "Zobacz rezerwację"},
		BookingCancelledMail: {subject: "Rezerwacja anulowana: {name}", heading: "Rezerwację anulowano", body: []string{"Sale {name} są znów wolne: {what}."}, action: "Zobacz rezerwację"},
		BookingLapsedMail:    {subject: "Rezerwacja wygasła: {name}", heading: "Twoja rezerwacja wygasła", body: []string{"Zadatek nie wpłynął na czas albo nikt nie odpowiedział na zapytanie, i sale {name} są znów wolne: {what}.", "Płatność w drodze jeszcze się liczy, jeśli sale będą wtedy wolne. W przeciwnym razie wraca w całości."}, action: "Zobacz rezerwację"},
		BookingBalanceMail:   {subject: "{amount} do zapłaty do {until_short}: {name}", heading: "Pozostała część ceny do zapłaty", body: []string{"Twoja rezerwacja {name}: {what}.", "Resztę ceny, {amount}, trzeba zapłacić do {until}."}, action: "Zapłać teraz"},
	}
	bookingsInCzech = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Potvrďte svou adresu: {name}", heading: "{name}: ještě jeden krok", body: []string{"Žádáte o sály {name}: {what}.", "Potvrďte, že je tato adresa vaše, a žádost se odešle. Odkaz funguje po dobu {life}. Do té doby není nic rezervováno."}, action: "Potvrdit a odeslat"},
		BookingDepositMail:   {subject: "Zaplaťte zálohu do {until_short}: {name}", heading: "Vaše rezervace čeká na zálohu", body: []string{"Sály {name} vám držíme: {what}.", "Zaplaťte zálohu {amount} do {until}. Rezervace je potvrzená, jakmile dorazí. Bez ní se sály poté uvolní."}, action: "Zaplatit zálohu"},
		BookingConfirmedMail: {subject: "Rezervace potvrzena: {name}", heading: "Vaše rezervace je potvrzená", body: []string{"Máte sály {name}: {what}."}, action: "Zobrazit rezervaci"},
		BookingDeclinedMail:  {subject: "Rezervace odmítnuta: {name}", heading: "Vaše žádost byla odmítnuta", body: []string{"{name} vám sály nemůže dát: {what}."}, action: "Zobrazit rezervaci"},
		BookingCancelledMail: {subject: "Rezervace zrušena: {name}", heading: "Rezervace byla zrušena", body: []string{"Sály {name} jsou opět volné: {what}."}, action: "Zobrazit rezervaci"},
		BookingLapsedMail:    {subject: "Rezervace propadla: {name}", heading: "Vaše rezervace propadla", body: []string{"Záloha nepřišla včas nebo na žádost nikdo neodpověděl a sály {name} jsou opět volné: {what}.", "Platba, která je na cestě, ještě platí, pokud budou sály volné. Jinak se celá vrátí."}, action: "Zobrazit rezervaci"},
		BookingBalanceMail:   {subject: "{amount} k zaplacení do {until_short}: {name}", heading: "Zbývá doplatit rezervaci", body: []string{"Vaše rezervace {name}: {what}.", "Zbytek ceny, {amount}, je třeba zaplatit do {until}."}, action: "Zaplatit"},
	}
	bookingsInSwedish = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Bekräfta din adress: {name}", heading: "{name}: ett steg till", body: []string{"Du har frågat efter lokaler hos {name}: {what}.", "Bekräfta att adressen är din, så skickas förfrågan. Länken fungerar i {life}. Innan dess är inget bokat."}, action: "Bekräfta och skicka"},
		BookingDepositMail:   {subject: "Betala handpenningen senast {until_short}: {name}", heading: "Din bokning väntar på handpenningen", body: []string{"Lokalerna hos {name} hålls för dig: {what}.", "Betala handpenningen på {amount} senast {until}. Bokningen är bekräftad när den har kommit. Annars blir lokalerna lediga då."}, action: "Betala handpenningen"},
		BookingConfirmedMail: {subject: "Bokningen är bekräftad: {name}", heading: "Din bokning är bekräftad", body: []string{"Du har lokalerna hos {name}: {what}."}, action: "Visa bokningen"},
		BookingDeclinedMail:  {subject: "Bokningen avböjdes: {name}", heading: "Din förfrågan avböjdes", body: []string{"{name} kan inte ge dig lokalerna: {what}."}, action: "Visa bokningen"},
		BookingCancelledMail: {subject: "Bokningen avbokades: {name}", heading: "Bokningen har avbokats", body: []string{"Lokalerna hos {name} är lediga igen: {what}."}, action: "Visa bokningen"},
		BookingLapsedMail:    {subject: "Bokningen har förfallit: {name}", heading: "Din bokning har förfallit", body: []string{"Handpenningen kom inte i tid, eller så fick förfrågan inget svar, och lokalerna hos {name} är lediga igen: {what}.", "En betalning på väg gäller om lokalerna är lediga när den kommer. Annars går allt tillbaka."}, action: "Visa bokningen"},
		BookingBalanceMail:   {subject: "{amount} att betala senast {until_short}: {name}", heading: "Resten av din bokning ska betalas", body: []string{"Din bokning hos {name}: {what}.", "Resten av priset, {amount}, ska betalas senast {until}."}, action: "Betala nu"},
	}
	bookingsInTurkish = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "Adresinizi onaylayın: {name}", heading: "{name}: bir adım daha", body: []string{"{name} salonlarını istediniz: {what}.", "Bu adresin sizin olduğunu onaylayın, isteğiniz gönderilsin. Bağlantı {life} boyunca çalışır. O zamana kadar hiçbir şey ayrılmış değildir."}, action: "Onayla ve gönder"},
		BookingDepositMail:   {subject: "Kaporayı {until_short} tarihine kadar ödeyin: {name}", heading: "Rezervasyonunuz kaporayı bekliyor", body: []string{"{name} salonları sizin için tutuluyor: {what}.", "{amount} kaporayı {until} tarihine kadar ödeyin. Ulaştığında rezervasyon onaylanır. Ödenmezse salonlar o zaman boşalır."}, action: "Kaporayı öde"},
		BookingConfirmedMail: {subject: "Rezervasyon onaylandı: {name}", heading: "Rezervasyonunuz onaylandı", body: []string{"{name} salonları sizin: {what}."}, action: "Rezervasyonu göster"},
		BookingDeclinedMail:  {subject: "Rezervasyon reddedildi: {name}", heading: "İsteğiniz reddedildi", body: []string{"{name} size salonları veremiyor: {what}."}, action: "Rezervasyonu göster"},
		BookingCancelledMail: {subject: "Rezervasyon iptal edildi: {name}", heading: "Rezervasyon iptal edildi", body: []string{"{name} salonları yeniden boş: {what}."}, action: "Rezervasyonu göster"},
		BookingLapsedMail:    {subject: "Rezervasyonun süresi doldu: {name}", heading: "Rezervasyonunuzun süresi doldu", body: []string{"Kapora zamanında gelmedi ya da istek yanıtlanmadı; {name} salonları yeniden boş: {what}.", "Yoldaki bir ödeme, ulaştığında salonlar boşsa geçerlidir. Değilse tümü iade edilir."}, action: "Rezervasyonu göster"},
		BookingBalanceMail:   {subject: "{until_short} tarihine kadar {amount}: {name}", heading: "Rezervasyonunuzun kalanı ödenecek", body: []string{"{name} rezervasyonunuz: {what}.", "Fiyatın kalanı olan {amount}, {until} tarihine kadar ödenmelidir."}, action: "Şimdi öde"},
	}
	bookingsInArabic = map[AccountMailKind]wording{
		BookingAddressMail:   {subject: "تأكيد عنوانك: {name}", heading: "{name}: خطوة أخرى", body: []string{"طلبت قاعات {name}: {what}.", "يُرجى تأكيد أن هذا العنوان لك ليُرسل طلبك. يعمل الرابط لمدة {life}. لا شيء محجوز قبل ذلك."}, action: "التأكيد والإرسال"},
		BookingDepositMail:   {subject: "دفع العربون حتى {until_short}: {name}", heading: "حجزك ينتظر العربون", body: []string{"قاعات {name} محفوظة لك: {what}.", "يُرجى دفع العربون {amount} حتى {until}. يتأكد الحجز عند وصوله. وإلا تصبح القاعات متاحة بعدها."}, action: "دفع العربون"},
		BookingConfirmedMail: {subject: "تم تأكيد الحجز: {name}", heading: "تم تأكيد حجزك", body: []string{"قاعات {name} لك: {what}."}, action: "عرض الحجز"},
		BookingDeclinedMail:  {subject: "رُفض الحجز: {name}", heading: "رُفض طلبك", body: []string{"لا يمكن لـ {name} إعطاؤك القاعات: {what}."}, action: "عرض الحجز"},
		BookingCancelledMail: {subject: "أُلغي الحجز: {name}", heading: "أُلغي الحجز", body: []string{"قاعات {name} متاحة من جديد: {what}."}, action: "عرض الحجز"},
		BookingLapsedMail:    {subject: "انتهت صلاحية الحجز: {name}", heading: "انتهت صلاحية حجزك", body: []string{"لم يصل العربون في الوقت المحدد، أو لم يُجب على الطلب، وقاعات {name} متاحة من جديد: {what}.", "الدفعة التي في الطريق تُقبل إن كانت القاعات متاحة عند وصولها. وإلا تُعاد كاملة."}, action: "عرض الحجز"},
		BookingBalanceMail:   {subject: "{amount} للدفع حتى {until_short}: {name}", heading: "باقي ثمن حجزك مستحق", body: []string{"حجزك لدى {name}: {what}.", "باقي الثمن، {amount}، مستحق حتى {until}."}, action: "الدفع الآن"},
	}
)
