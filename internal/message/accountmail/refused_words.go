package message

// refusedWordings are the mails that a resource was refused that somebody had accepted, by
// language.
var refusedWordings = map[*dictionary]wording{
	english: {
		subject: "Couldn’t be confirmed: {name}",
		heading: "It couldn’t be confirmed.",
		body:    []string{"You accepted {name}{times}, but it couldn’t be confirmed."},
		action:  "View details",
		after:   []string{"You’re no longer on the waitlist. If you have questions, please contact them."},
	},
	german: {
		subject: "Nicht bestätigt: {name}",
		heading: "Das wurde nicht bestätigt.",
		body:    []string{"Du hast {name}{times} angenommen, aber es wurde nicht bestätigt."},
		action:  "Details ansehen",
		after:   []string{"Du stehst nicht mehr auf der Warteliste. Bei Fragen melde dich bitte dort."},
	},
	french: {
		subject: "Non confirmé : {name}",
		heading: "Cela n’a pas été confirmé.",
		body:    []string{"Vous avez accepté {name}{times}, mais cela n’a pas été confirmé."},
		action:  "Voir les détails",
		after:   []string{"Vous n’êtes plus sur la liste d’attente. Pour toute question, contactez l’établissement."},
	},
	spanish: {
		subject: "No se ha confirmado: {name}",
		heading: "No se ha confirmado.",
		body:    []string{"Aceptaste {name}{times}, pero no se ha confirmado."},
		action:  "Ver detalles",
		after:   []string{"Ya no estás en la lista de espera. Si tienes preguntas, ponte en contacto con el establecimiento."},
	},
	italian: {
		subject: "Non confermato: {name}",
		heading: "Non è stato confermato.",
		body:    []string{"Hai accettato {name}{times}, ma non è stato confermato."},
		action:  "Vedi i dettagli",
		after:   []string{"Non sei più in lista d’attesa. Per domande, contatta la struttura."},
	},
	dutch: {
		subject: "Niet bevestigd: {name}",
		heading: "Het is niet bevestigd.",
		body:    []string{"Je hebt {name}{times} geaccepteerd, maar het is niet bevestigd."},
		action:  "Details bekijken",
		after:   []string{"Je staat niet meer op de wachtlijst. Heb je vragen? Neem dan contact met hen op."},
	},
	portuguese: {
		subject: "Não foi confirmado: {name}",
		heading: "Não foi confirmado.",
		body:    []string{"Aceitou {name}{times}, mas não foi confirmado."},
		action:  "Ver detalhes",
		after:   []string{"Já não está na lista de espera. Se tiver dúvidas, contacte o estabelecimento."},
	},
	polish: {
		subject: "Brak potwierdzenia: {name}",
		heading: "Brak potwierdzenia.",
		body:    []string{"Oferta została przyjęta ({name}{times}), ale jej nie potwierdzono."},
		action:  "Zobacz szczegóły",
		after:   []string{"Nie ma Cię już na liście oczekujących. W razie pytań skontaktuj się z lokalem."},
	},
	czech: {
		subject: "Nepotvrzeno: {name}",
		heading: "Nebylo to potvrzeno.",
		body:    []string{"Nabídku jste přijali ({name}{times}), ale nebyla potvrzena."},
		action:  "Zobrazit podrobnosti",
		after:   []string{"Na čekací listině už nejste. S dotazy se prosím obraťte na podnik."},
	},
	swedish: {
		subject: "Inte bekräftat: {name}",
		heading: "Det bekräftades inte.",
		body:    []string{"Du tackade ja till {name}{times}, men det bekräftades inte."},
		action:  "Visa detaljer",
		after:   []string{"Du står inte längre på väntelistan. Kontakta dem om du har frågor."},
	},
	turkish: {
		subject: "Onaylanmadı: {name}",
		heading: "Onaylanmadı.",
		body:    []string{"Kabul ettiniz ({name}{times}), ancak onaylanmadı."},
		action:  "Ayrıntıları gör",
		after:   []string{"Artık bekleme listesinde değilsiniz. Sorularınız için lütfen işletmeye başvurun."},
	},
	arabic: {
		subject: "لم يتم التأكيد: {name}",
		heading: "لم يتم التأكيد.",
		body:    []string{"قبلت {name}{times}، لكن لم يتم التأكيد."},
		action:  "عرض التفاصيل",
		after:   []string{"لم تعد في قائمة الانتظار. إذا كانت لديك أسئلة، فيُرجى التواصل مع الجهة المعنية."},
	},
}

// resourceCauses say why a resource was refused that somebody had accepted, and resourceSays
// what its own system says of it.
var resourceCauses = map[*dictionary]map[string]string{
	english:    {"payment_failed": "The payment didn’t go through.", "not_eligible": "The conditions for it weren’t met.", "limit_reached": "You’ve already got as many as one person may have."},
	german:     {"payment_failed": "Die Zahlung hat nicht geklappt.", "not_eligible": "Die Voraussetzungen dafür waren nicht erfüllt.", "limit_reached": "Du hast schon so viele, wie eine Person haben darf."},
	french:     {"payment_failed": "Le paiement n’a pas abouti.", "not_eligible": "Les conditions n’étaient pas remplies.", "limit_reached": "Vous en avez déjà autant qu’une personne peut en avoir."},
	spanish:    {"payment_failed": "El pago no se pudo completar.", "not_eligible": "No se cumplían los requisitos.", "limit_reached": "Ya tienes el máximo permitido por persona."},
	italian:    {"payment_failed": "Il pagamento non è andato a buon fine.", "not_eligible": "I requisiti non erano soddisfatti.", "limit_reached": "Hai già il massimo consentito per persona."},
	dutch:      {"payment_failed": "De betaling is niet gelukt.", "not_eligible": "Er werd niet aan de voorwaarden voldaan.", "limit_reached": "Je hebt er al zoveel als één persoon mag hebben."},
	portuguese: {"payment_failed": "O pagamento não foi concluído.", "not_eligible": "Os requisitos não estavam cumpridos.", "limit_reached": "Já tem o máximo permitido por pessoa."},
	polish:     {"payment_failed": "Płatność się nie powiodła.", "not_eligible": "Warunki nie zostały spełnione.", "limit_reached": "Masz już tyle, ile może mieć jedna osoba."},
	czech:      {"payment_failed": "Platba se nezdařila.", "not_eligible": "Nebyly splněny podmínky.", "limit_reached": "Už máte tolik, kolik může mít jedna osoba."},
	swedish:    {"payment_failed": "Betalningen gick inte igenom.", "not_eligible": "Villkoren var inte uppfyllda.", "limit_reached": "Du har redan så många som en person får ha."},
	turkish:    {"payment_failed": "Ödeme tamamlanamadı.", "not_eligible": "Koşullar karşılanmadı.", "limit_reached": "Bir kişinin alabileceği kadarına zaten sahipsiniz."},
	arabic:     {"payment_failed": "لم تكتمل عملية الدفع.", "not_eligible": "لم تُستوفَ الشروط.", "limit_reached": "لديك بالفعل الحد الأقصى المسموح به للشخص."},
}

var resourceSays = map[*dictionary]string{
	english:    "They say: “{words}”",
	german:     "Mitteilung: „{words}“",
	french:     "Message de l’établissement : « {words} »",
	spanish:    "Mensaje del establecimiento: «{words}»",
	italian:    "Messaggio della struttura: «{words}»",
	dutch:      "Bericht: ‘{words}’",
	portuguese: "Mensagem do estabelecimento: «{words}»",
	polish:     "Wiadomość: „{words}”",
	czech:      "Vzkaz: „{words}“",
	swedish:    "Meddelande: ”{words}”",
	turkish:    "İşletmenin mesajı: “{words}”",
	arabic:     "رسالة الجهة المعنية: «{words}»",
}

// ResourceCause says in a language why a resource was refused that somebody had accepted; it is
// empty where there is no more to say.
func ResourceCause(locale, cause string) string { return resourceCauses[dictionaryFor(locale)][cause] }
