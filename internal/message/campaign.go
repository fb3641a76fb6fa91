package message

import (
	"fmt"
	htmltemplate "html/template"
	"strings"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

// CampaignMail is what an organization writes to somebody who has agreed to it.
type CampaignMail struct {
	// Locale is the reader's language, in which everything is beside Subject, Body and Consent.
	Locale string
	Name   string // of the reader, or ""
	// Organization is what it is called, and OrgID its id, which the mail's art is made of, or the
	// event's.
	Organization, OrgID string
	Subject             string
	Body                []string
	// Event is the id of the event that it leads to, whose page is at URL; "": to none.
	Event, URL string
	// Consent are the words that the reader agreed to, and WithdrawURL is where that is ended.
	Consent, WithdrawURL string
}

// campaignWords are what a mail of a campaign says in one language beside what the organization
// wrote: {organization} is written in. In footer {consent} is what was agreed to.
type campaignWords struct{ footer, more, unsubscribe string }

// RenderCampaign renders a mail of a campaign, with the brand of its organization if style has one.
func (r *Renderer) RenderCampaign(style *Style, in *CampaignMail) (mailkit.Rendered, error) {
	d := dictionaryFor(in.Locale)
	words := campaignWordings[d]
	name := mailkit.CleanName(in.Name)
	organization := mailkit.Clean(in.Organization, mailkit.MaxTitle)
	fill := strings.NewReplacer("{name}", name, "{organization}", organization).Replace
	l := mailkit.Letter{
		Lang: d.Tag.String(), Dir: locale.Dir(d.Tag), Greeting: greeting(d, name), Title: fill(mailkit.Clean(in.Subject, maxSubject)), Event: organization,
		Footer:     strings.NewReplacer("{organization}", organization, "{consent}", mailkit.Clean(in.Consent, maxParagraph)).Replace(words.footer),
		FooterMore: words.more, Preferences: in.WithdrawURL, PreferencesText: words.unsubscribe,
	}
	l.Heading = l.Title
	for _, p := range in.Body {
		l.Body = append(l.Body, fill(mailkit.Clean(p, maxParagraph)))
	}
	art := in.OrgID
	if in.Event != "" {
		art, l.Action, l.URL = in.Event, d.wordings[wordings.Key{Kind: NewEvent}].Action, in.URL
	}
	l.Ground, l.Tiles = mailkit.CoverOf(art)
	l.Brand, l.Address, l.Colour = style.brand()
	if l.Colour == "" {
		l.Colour = htmltemplate.CSS(mailkit.DefaultColour)
	}
	html, text, err := r.Layouts.Render(&l)
	if err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: a campaign: %w", err)
	}
	return mailkit.Rendered{Locale: l.Lang, Subject: mailkit.Plain(l.Title), HTML: html, Text: text, URL: in.URL, Optional: true, PreferencesURL: in.WithdrawURL}, nil
}

var campaignWordings = map[*dictionary]*campaignWords{
	english:    {footer: "You’re receiving this email from {organization} because you agreed to this: “{consent}”", more: "You can withdraw your consent at any time.", unsubscribe: "Unsubscribe"},
	german:     {footer: "Du bekommst diese Nachricht von {organization}, weil du hierin eingewilligt hast: „{consent}“", more: "Du kannst deine Einwilligung jederzeit widerrufen.", unsubscribe: "Abbestellen"},
	french:     {footer: "Vous recevez ce message de {organization} parce que vous avez donné votre accord : « {consent} »", more: "Vous pouvez retirer votre accord à tout moment.", unsubscribe: "Se désabonner"},
	spanish:    {footer: "Recibes este mensaje de {organization} porque diste tu consentimiento: «{consent}»", more: "Puedes retirar tu consentimiento cuando quieras.", unsubscribe: "Darse de baja"},
	italian:    {footer: "Ricevi questo messaggio da {organization} perché hai dato il tuo consenso: «{consent}»", more: "Puoi revocare il consenso in qualsiasi momento.", unsubscribe: "Annulla l’iscrizione"},
	dutch:      {footer: "Je krijgt dit bericht van {organization} omdat je hiervoor toestemming hebt gegeven: ‘{consent}’", more: "Je kunt je toestemming op elk moment intrekken.", unsubscribe: "Afmelden"},
	portuguese: {footer: "Recebe esta mensagem de {organization} porque deu o seu consentimento: «{consent}»", more: "Pode retirar o consentimento a qualquer momento.", unsubscribe: "Cancelar a subscrição"},
	polish:     {footer: "Otrzymujesz tę wiadomość od {organization}, bo zgadzasz się na to: „{consent}”", more: "Zgodę możesz wycofać w każdej chwili.", unsubscribe: "Wypisz się"},
	czech:      {footer: "Tuto zprávu od {organization} dostáváte, protože jste dali souhlas: „{consent}“", more: "Souhlas můžete kdykoli odvolat.", unsubscribe: "Odhlásit odběr"},
	swedish:    {footer: "Du får det här meddelandet från {organization} eftersom du har samtyckt till det: ”{consent}”", more: "Du kan när som helst återkalla ditt samtycke.", unsubscribe: "Avregistrera"},
	turkish:    {footer: "Bu iletiyi {organization} gönderdi, çünkü şuna onay verdiniz: “{consent}”", more: "Onayınızı istediğiniz zaman geri çekebilirsiniz.", unsubscribe: "Abonelikten çık"},
	arabic:     {footer: "تصلك هذه الرسالة من {organization} لأنك وافقت على ما يلي: «{consent}»", more: "يمكنك سحب موافقتك في أي وقت.", unsubscribe: "إلغاء الاشتراك"},
}
