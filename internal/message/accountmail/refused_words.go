package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// refusedWordings are the mails that a resource was refused that somebody had accepted, by
// language.
var refusedWordings = map[*mailkit.Language]mailkit.Wording{
	mailkit.English: {
		Subject: "Couldn’t be confirmed: {name}",
		Heading: "It couldn’t be confirmed.",
		Body:    []string{"You accepted {name}{times}, but it couldn’t be confirmed."},
		Action:  "View details",
		After:   []string{"You’re no longer on the waitlist. If you have questions, please contact them."},
	},
	mailkit.German: {
		Subject: "Nicht bestätigt: {name}",
		Heading: "Das wurde nicht bestätigt.",
		Body:    []string{"Du hast {name}{times} angenommen, aber es wurde nicht bestätigt."},
		Action:  "Details ansehen",
		After:   []string{"Du stehst nicht mehr auf der Warteliste. Bei Fragen melde dich bitte dort."},
	},
	mailkit.French: {
		Subject: "Non confirmé : {name}",
		Heading: "Cela n’a pas été confirmé.",
		Body:    []string{"Vous avez accepté {name}{times}, mais cela n’a pas été confirmé."},
		Action:  "Voir les détails",
		After:   []string{"Vous n’êtes plus sur la liste d’attente. Pour toute question, contactez l’établissement."},
	},
	mailkit.Spanish: {
		Subject: "No se ha confirmado: {name}",
		Heading: "No se ha confirmado.",
		Body:    []string{"Aceptaste {name}{times}, pero no se ha confirmado."},
		Action:  "Ver detalles",
		After:   []string{"Ya no estás en la lista de espera. Si tienes preguntas, ponte en contacto con el establecimiento."},
	},
	mailkit.Italian: {
		Subject: "Non confermato: {name}",
		Heading: "Non è stato confermato.",
		Body:    []string{"Hai accettato {name}{times}, ma non è stato confermato."},
		Action:  "Vedi i dettagli",
		After:   []string{"Non sei più in lista d’attesa. Per domande, contatta la struttura."},
	},
	mailkit.Dutch: {
		Subject: "Niet bevestigd: {name}",
		Heading: "Het is niet bevestigd.",
		Body:    []string{"Je hebt {name}{times} geaccepteerd, maar het is niet bevestigd."},
		Action:  "Details bekijken",
		After:   []string{"Je staat niet meer op de wachtlijst. Heb je vragen? Neem dan contact met hen op."},
	},
	mailkit.Portuguese: {
		Subject: "Não foi confirmado: {name}",
		Heading: "Não foi confirmado.",
		Body:    []string{"Aceitou {name}{times}, mas não foi confirmado."},
		Action:  "Ver detalhes",
		After:   []string{"Já não está na lista de espera. Se tiver dúvidas, contacte o estabelecimento."},
	},
	mailkit.Polish: {
		Subject: "Brak potwierdzenia: {name}",
		Heading: "Brak potwierdzenia.",
		Body:    []string{"Oferta została przyjęta ({name}{times}), ale jej nie potwierdzono."},
		Action:  "Zobacz szczegóły",
		After:   []string{"Nie ma Cię już na liście oczekujących. W razie pytań skontaktuj się z lokalem."},
	},
	mailkit.Czech: {
		Subject: "Nepotvrzeno: {name}",
		Heading: "Nebylo to potvrzeno.",
		Body:    []string{"Nabídku jste přijali ({name}{times}), ale nebyla potvrzena."},
		Action:  "Zobrazit podrobnosti",
		After:   []string{"Na čekací listině už nejste. S dotazy se prosím obraťte na podnik."},
	},
	mailkit.Swedish: {
		Subject: "Inte bekräftat: {name}",
		Heading: "Det bekräftades inte.",
		Body:    []string{"Du tackade ja till {name}{times}, men det bekräftades inte."},
		Action:  "Visa detaljer",
		After:   []string{"Du står inte längre på väntelistan. Kontakta dem om du har frågor."},
	},
	mailkit.Turkish: {
		Subject: "Onaylanmadı: {name}",
		Heading: "Onaylanmadı.",
		Body:    []string{"Kabul ettiniz ({name}{times}), ancak onaylanmadı."},
		Action:  "Ayrıntıları gör",
		After:   []string{"Artık bekleme listesinde değilsiniz. Sorularınız için lütfen işletmeye başvurun."},
	},
	mailkit.Arabic: {
		Subject: "لم يتم التأكيد: {name}",
		Heading: "لم يتم التأكيد.",
		Body:    []string{"قبلت {name}{times}، لكن لم يتم التأكيد."},
		Action:  "عرض التفاصيل",
		After:   []string{"لم تعد في قائمة الانتظار. إذا كانت لديك أسئلة، فيُرجى التواصل مع الجهة المعنية."},
	},
}

// resourceCauses say why a resource was refused that somebody had accepted, and resourceSays
// what its own system says of it.
var resourceCauses = map[*mailkit.Language]map[string]string{
	mailkit.English:    {"payment_failed": "The payment didn’t go through.", "not_eligible": "The conditions for it weren’t met.", "limit_reached": "You’ve already got as many as one person may have."},
	mailkit.German:     {"payment_failed": "Die Zahlung hat nicht geklappt.", "not_eligible": "Die Voraussetzungen dafür waren nicht erfüllt.", "limit_reached": "Du hast schon so viele, wie eine Person haben darf."},
	mailkit.French:     {"payment_failed": "Le paiement n’a pas abouti.", "not_eligible": "Les conditions n’étaient pas remplies.", "limit_reached": "Vous en avez déjà autant qu’une personne peut en avoir."},
	mailkit.Spanish:    {"payment_failed": "El pago no se pudo completar.", "not_eligible": "No se cumplían los requisitos.", "limit_reached": "Ya tienes el máximo permitido por persona."},
	mailkit.Italian:    {"payment_failed": "Il pagamento non è andato a buon fine.", "not_eligible": "I requisiti non erano soddisfatti.", "limit_reached": "Hai già il massimo consentito per persona."},
	mailkit.Dutch:      {"payment_failed": "De betaling is niet gelukt.", "not_eligible": "Er werd niet aan de voorwaarden voldaan.", "limit_reached": "Je hebt er al zoveel als één persoon mag hebben."},
	mailkit.Portuguese: {"payment_failed": "O pagamento não foi concluído.", "not_eligible": "Os requisitos não estavam cumpridos.", "limit_reached": "Já tem o máximo permitido por pessoa."},
	mailkit.Polish:     {"payment_failed": "Płatność się nie powiodła.", "not_eligible": "Warunki nie zostały spełnione.", "limit_reached": "Masz już tyle, ile może mieć jedna osoba."},
	mailkit.Czech:      {"payment_failed": "Platba se nezdařila.", "not_eligible": "Nebyly splněny podmínky.", "limit_reached": "Už máte tolik, kolik může mít jedna osoba."},
	mailkit.Swedish:    {"payment_failed": "Betalningen gick inte igenom.", "not_eligible": "Villkoren var inte uppfyllda.", "limit_reached": "Du har redan så många som en person får ha."},
	mailkit.Turkish:    {"payment_failed": "Ödeme tamamlanamadı.", "not_eligible": "Koşullar karşılanmadı.", "limit_reached": "Bir kişinin alabileceği kadarına zaten sahipsiniz."},
	mailkit.Arabic:     {"payment_failed": "لم تكتمل عملية الدفع.", "not_eligible": "لم تُستوفَ الشروط.", "limit_reached": "لديك بالفعل الحد الأقصى المسموح به للشخص."},
}

var resourceSays = map[*mailkit.Language]string{
	mailkit.English:    "They say: “{words}”",
	mailkit.German:     "Mitteilung: „{words}“",
	mailkit.French:     "Message de l’établissement : « {words} »",
	mailkit.Spanish:    "Mensaje del establecimiento: «{words}»",
	mailkit.Italian:    "Messaggio della struttura: «{words}»",
	mailkit.Dutch:      "Bericht: ‘{words}’",
	mailkit.Portuguese: "Mensagem do estabelecimento: «{words}»",
	mailkit.Polish:     "Wiadomość: „{words}”",
	mailkit.Czech:      "Vzkaz: „{words}“",
	mailkit.Swedish:    "Meddelande: ”{words}”",
	mailkit.Turkish:    "İşletmenin mesajı: “{words}”",
	mailkit.Arabic:     "رسالة الجهة المعنية: «{words}»",
}

// ResourceCause says in a language why a resource was refused that somebody had accepted; it is
// empty where there is no more to say.
func ResourceCause(locale, cause string) string { return resourceCauses[mailkit.For(locale)][cause] }
