package drawmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// ballotReceiptWords are the mail that acknowledges an application for a ballot, in one language:
// {name} is the event. What it says of drawing is said as in the mail of a draw, and its label and the
// words of its button as in the mails of ballots.
type ballotReceiptWords struct {
	subject, heading, later, keep string
	file                          string // the link to the receipt
}

// ballotReceiptWordings are those words, by language.
var ballotReceiptWordings = map[*mailkit.Language]*ballotReceiptWords{
	mailkit.English: {
		subject: "You’re in the ballot: {name}", heading: "You’re in the ballot.",
		later: "Until the ballot is sealed, you can change what you’d like on its page. You can close every page: we’ll email you how it ended for you.",
		keep:  "Please keep this email and don’t forward it. Its receipt proves that you took part, and until the ballot is sealed anyone who has it can withdraw your entry.",
		file:  "Your receipt as a file: once the draw is over, it lets you check that your entry was in it.",
	},
	mailkit.German: {
		subject: "Du nimmst an der Verlosung teil: {name}", heading: "Du nimmst an der Verlosung teil.",
		later: "Bis die Verlosung versiegelt ist, kannst du auf ihrer Seite ändern, was du möchtest. Du kannst alle Seiten schließen: Wir schreiben dir, wie sie für dich ausgegangen ist.",
		keep:  "Bitte bewahre diese E-Mail auf und leite sie nicht weiter. Ihre Quittung belegt deine Teilnahme, und bis zur Versiegelung kann jeder, der sie hat, dein Los zurückziehen.",
		file:  "Deine Quittung als Datei: Nach der Ziehung kannst du damit prüfen, dass dein Los dabei war.",
	},
	mailkit.French: {
		subject: "Vous participez au tirage : {name}", heading: "Vous participez au tirage.",
		later: "Jusqu’à ce que le tirage soit scellé, vous pouvez modifier vos souhaits sur sa page. Vous pouvez fermer toutes les pages : nous vous écrirons pour vous dire comment il s’est terminé pour vous.",
		keep:  "Conservez cet e-mail et ne le transférez pas. Son reçu prouve votre participation et, jusqu’au scellement, toute personne qui l’a peut retirer celle-ci.",
		file:  "Votre reçu sous forme de fichier : après le tirage, il vous permet de vérifier que votre participation y figurait.",
	},
	mailkit.Spanish: {
		subject: "Participas en el sorteo: {name}", heading: "Participas en el sorteo.",
		later: "Hasta que el sorteo se selle, puedes cambiar lo que quieres en su página. Puedes cerrar todas las páginas: te escribiremos para decirte cómo ha terminado para ti.",
		keep:  "Guarda este correo y no lo reenvíes. Su recibo demuestra que participaste y, hasta que se selle el sorteo, quien lo tenga puede retirar tu participación.",
		file:  "Tu recibo como archivo: después del sorteo te permite comprobar que tu participación estaba en él.",
	},
	mailkit.Italian: {
		subject: "Partecipi all’estrazione: {name}", heading: "Partecipi all’estrazione.",
		later: "Finché l’estrazione non viene sigillata, puoi cambiare ciò che desideri nella sua pagina. Puoi chiudere tutte le pagine: ti scriveremo com’è andata per te.",
		keep:  "Conserva questa email e non inoltrarla. La sua ricevuta dimostra che hai partecipato e, fino alla sigillatura, chi la possiede può ritirare la tua partecipazione.",
		file:  "La tua ricevuta come file: dopo l’estrazione ti permette di verificare che la tua partecipazione ne facesse parte.",
	},
	mailkit.Dutch: {
		subject: "Je doet mee aan de loting: {name}", heading: "Je doet mee aan de loting.",
		later: "Tot de loting wordt verzegeld, kun je op de pagina ervan wijzigen wat je wilt. Je kunt alle pagina’s sluiten: we mailen je hoe het voor je is afgelopen.",
		keep:  "Bewaar deze e-mail en stuur hem niet door. Het bewijs erin toont aan dat je meedeed, en tot de verzegeling kan iedereen die het heeft je deelname intrekken.",
		file:  "Je bewijs als bestand: na de loting kun je er mee nagaan dat je lot erbij was.",
	},
	mailkit.Portuguese: {
		subject: "Está no sorteio: {name}", heading: "Está no sorteio.",
		later: "Até o sorteio ser selado, pode alterar na página dele o que pretende. Pode fechar todas as páginas: enviamos-lhe um e-mail a dizer como terminou para si.",
		keep:  "Guarde este e-mail e não o reencaminhe. O recibo prova que participou e, até o sorteio ser selado, quem o tiver pode retirar a sua participação.",
		file:  "O seu recibo em ficheiro: depois do sorteio permite-lhe verificar que a sua participação estava nele.",
	},
	mailkit.Polish: {
		subject: "Bierzesz udział w losowaniu: {name}", heading: "Bierzesz udział w losowaniu.",
		later: "Do zapieczętowania losowania możesz na jego stronie zmienić to, czego chcesz. Możesz zamknąć wszystkie strony: napiszemy, jak się dla Ciebie skończyło.",
		keep:  "Zachowaj tę wiadomość i nie przesyłaj jej dalej. Zawarte w niej potwierdzenie dowodzi Twojego udziału, a do zapieczętowania każdy, kto je ma, może wycofać Twój los.",
		file:  "Twoje potwierdzenie jako plik: po losowaniu pozwala sprawdzić, że Twój los w nim był.",
	},
	mailkit.Czech: {
		subject: "Jste v losování: {name}", heading: "Jste v losování.",
		later: "Dokud se losování nezapečetí, můžete na jeho stránce změnit, co si přejete. Všechny stránky můžete zavřít: napíšeme vám, jak to pro vás dopadlo.",
		keep:  "Tento e-mail si uschovejte a nepřeposílejte ho. Potvrzení v něm dokazuje, že jste se zúčastnili, a do zapečetění může každý, kdo ho má, váš los stáhnout.",
		file:  "Vaše potvrzení jako soubor: po losování si s ním ověříte, že v něm váš los byl.",
	},
	mailkit.Swedish: {
		subject: "Du är med i lottningen: {name}", heading: "Du är med i lottningen.",
		later: "Tills lottningen förseglas kan du ändra vad du vill ha på dess sida. Du kan stänga alla sidor: vi mejlar dig hur det gick för dig.",
		keep:  "Spara det här mejlet och vidarebefordra det inte. Kvittot i det visar att du var med, och fram till förseglingen kan den som har det dra tillbaka din lott.",
		file:  "Ditt kvitto som fil: efter lottningen kan du med det kontrollera att din lott var med.",
	},
	mailkit.Turkish: {
		subject: "Kuradasınız: {name}", heading: "Kuradasınız.",
		later: "Kura mühürlenene kadar ne istediğinizi sayfasında değiştirebilirsiniz. Tüm sayfaları kapatabilirsiniz: sizin için nasıl sonuçlandığını e-postayla bildireceğiz.",
		keep:  "Lütfen bu e-postayı saklayın ve iletmeyin. İçindeki makbuz katıldığınızı kanıtlar ve kura mühürlenene kadar ona sahip olan herkes kaydınızı geri çekebilir.",
		file:  "Dosya olarak makbuzunuz: kuradan sonra kaydınızın kurada bulunduğunu onunla doğrulayabilirsiniz.",
	},
	mailkit.Arabic: {
		subject: "أنت في القرعة: {name}", heading: "أنت في القرعة.",
		later: "حتى ختم القرعة يمكنك تغيير ما تريده في صفحتها. يمكنك إغلاق جميع الصفحات: سنراسلك بما انتهت إليه بالنسبة إليك.",
		keep:  "يُرجى الاحتفاظ بهذه الرسالة وعدم إعادة توجيهها. يثبت الإيصال الذي فيها أنك شاركت، وحتى ختم القرعة يمكن لمن لديه الإيصال سحب مشاركتك.",
		file:  "إيصالك كملف: بعد القرعة يتيح لك التحقق من أن مشاركتك كانت فيها.",
	},
}

// receipt is the wording of that mail.
func (w *ballotReceiptWords) receipt(d *mailkit.Language) mailkit.Wording {
	drawing := receiptWordings[d].drawing
	return mailkit.Wording{
		Subject: w.subject, Heading: w.heading, Body: []string{drawing.Body[0], w.later}, Action: Ballots[d].mails[BallotFull].Action, After: []string{w.keep},
	}
}
