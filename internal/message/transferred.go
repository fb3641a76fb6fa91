package message

import (
	"slices"
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// transferredOf returns what a message is about that is about the transfer of something that lets
// nobody in, or to somebody who was given that: "Parking"; "": it is about neither.
func transferredOf(ev *events.EventView, m *events.MessageView) string {
	if m.Transfer == nil || m.Pass != nil {
		return ""
	}
	tier := ev.Tier(m.Transfer.Ticket.TierID)
	if tier == nil || tier.Admits() {
		return ""
	}
	switch m.Message.Kind {
	case Reminder, EventChanged, EventPostponed, inv.MsgEventCancelled:
		return mailkit.Clean(tier.Name, mailkit.MaxTitle)
	}
	if OfTransfer(m.Message.Kind) {
		return mailkit.Clean(tier.Name, mailkit.MaxTitle)
	}
	return ""
}

// forTransferred returns the words of a message about the transfer of what lets nobody in.
func (d *dictionary) forTransferred(w mailkit.Wording, m *events.MessageView, about *about) mailkit.Wording {
	if about.transferred == "" {
		return w
	}
	words := transferredWordings[d]
	switch m.Message.Kind {
	case inv.MsgTransferOffered:
		return mailkit.Wording{Subject: words.offeredSubject, Heading: words.offeredHeading, Body: []string{words.offered}, Action: w.Action, After: []string{words.stays}}
	case inv.MsgTransferAccepted:
		return mailkit.Wording{Subject: words.acceptedSubject, Heading: words.acceptedHeading, Body: []string{words.accepted}, Action: w.Action}
	case inv.MsgTicketReceived:
		return mailkit.Wording{Subject: words.receivedSubject, Heading: words.receivedHeading, Body: []string{words.received, words.pickUp}, Action: words.action}
	case inv.MsgTransferDeclined:
		return mailkit.Wording{Subject: words.declinedSubject, Heading: words.keptHeading, Body: []string{words.declined}, Action: w.Action}
	case inv.MsgTransferCancelled:
		return mailkit.Wording{Subject: words.cancelledSubject, Heading: w.Heading, Body: []string{words.cancelled}, Action: w.Action}
	case inv.MsgTicketVoided:
		return mailkit.Wording{Subject: words.voidedSubject, Heading: words.voidedHeading, Body: []string{words.voided, w.Body[1]}, Action: w.Action, After: w.After}
	case Reminder:
		w.Body, w.Action = []string{words.soon}, words.action
	case EventChanged:
		w.Body, w.Action = []string{w.Body[0], words.changed}, words.action
	case EventPostponed:
		w.Body, w.Action = []string{w.Body[0], words.postponed}, words.action
	case inv.MsgEventCancelled:
		w.Body = []string{words.off}
	}
	return w
}

// groundFor tells why somebody received a message.
func (d *dictionary) groundFor(why ground, about *about) string {
	if about.transferred != "" {
		switch words := transferredWordings[d]; why {
		case groundOffered:
			return words.toTake
		case groundReceived:
			return words.taken
		case groundGiven:
			return words.given
		}
	}
	return d.grounds[why]
}

// withAddOns adds to the words of an offer that add-ons can be taken with it, and that one can give
// beside it, if any of that is for sale.
func (d *dictionary) withAddOns(w mailkit.Wording, ev *events.EventView, m *events.MessageView) (_ mailkit.Wording, names, gifts string) {
	if m.Message.Kind != inv.MsgOffer {
		return w, "", ""
	}
	if names = addOnsFor(d, ev, m); names != "" {
		w.Body = append(slices.Clone(w.Body), addOnWordings[d])
	}
	if gifts = giftsFor(d, ev, m); gifts != "" {
		w.Body = append(slices.Clone(w.Body), giftWordings[d])
	}
	return w, names, gifts
}

// giftsFor names what the person of an offer can give to where they accept it.
func giftsFor(d *dictionary, ev *events.EventView, m *events.MessageView) string {
	if m.Hold == nil || m.Hold.Order == nil {
		return ""
	}
	var names []string
	for i := range ev.Tiers {
		if t := &ev.Tiers[i]; t.Donation() && !t.Hidden && t.SellsTo(inv.Who{}, m.Offer.OpenedAt) == inv.OK {
			names = append(names, mailkit.Clean(t.Name, mailkit.MaxTitle))
		}
	}
	return strings.Join(names, locale.Comma(d.Tag))
}

// giftWordings say that one can give beside what is offered, to {gifts}.
var giftWordings = map[*dictionary]string{
	english:    "You can also give something when you claim: {gifts}.",
	german:     "Beim Annehmen kannst du auch etwas spenden: {gifts}.",
	french:     "En acceptant, vous pouvez aussi faire un don : {gifts}.",
	spanish:    "Al aceptar también puedes hacer una donación: {gifts}.",
	italian:    "Quando accetti puoi anche fare una donazione: {gifts}.",
	dutch:      "Bij het aannemen kun je ook iets doneren: {gifts}.",
	portuguese: "Ao aceitar, também pode fazer um donativo: {gifts}.",
	polish:     "Przyjmując ofertę, możesz też przekazać darowiznę: {gifts}.",
	czech:      "Při přijetí můžete také přispět: {gifts}.",
	swedish:    "När du tackar ja kan du också ge en gåva: {gifts}.",
	turkish:    "Kabul ederken bağış da yapabilirsiniz: {gifts}.",
	arabic:     "عند القبول يمكنك أيضًا التبرع: {gifts}.",
}

// addOnsFor names the add-ons that the person of an offer can take with its tickets: those that are
// for sale when it is made, and not gone.
func addOnsFor(d *dictionary, ev *events.EventView, m *events.MessageView) string {
	if m.Hold == nil || m.Hold.Order == nil {
		return ""
	}
	goes := func(t *inv.Tier) bool {
		return slices.ContainsFunc(m.Hold.Order.Items, func(it inv.Item) bool {
			ticket := ev.Tier(it.Tier)
			return ticket != nil && t.TakenWith(ticket)
		})
	}
	left := func(t *inv.Tier) bool {
		return !slices.ContainsFunc(ev.Pools, func(p inv.Pool) bool { return slices.Contains(t.Pools, p.ID) && p.Left() <= 0 })
	}
	var names []string
	for i := range ev.Tiers {
		if t := &ev.Tiers[i]; t.Kind == inv.AddOnTier && !t.Hidden && goes(t) && left(t) && t.SellsTo(inv.Who{}, m.Offer.OpenedAt) == inv.OK {
			names = append(names, mailkit.Clean(t.Name, mailkit.MaxTitle))
		}
	}
	return strings.Join(names, locale.Comma(d.Tag))
}

// addOnWordings say that what is offered can be taken with {add_ons}.
var addOnWordings = map[*dictionary]string{
	english:    "You can add extras when you claim: {add_ons}.",
	german:     "Beim Annehmen kannst du Extras dazunehmen: {add_ons}.",
	french:     "En acceptant, vous pouvez ajouter des extras : {add_ons}.",
	spanish:    "Al aceptar puedes añadir extras: {add_ons}.",
	italian:    "Quando accetti puoi aggiungere degli extra: {add_ons}.",
	dutch:      "Bij het aannemen kun je extra’s toevoegen: {add_ons}.",
	portuguese: "Ao aceitar, pode acrescentar extras: {add_ons}.",
	polish:     "Przyjmując ofertę, możesz wybrać dodatki: {add_ons}.",
	czech:      "Při přijetí si můžete přidat doplňky: {add_ons}.",
	swedish:    "När du tackar ja kan du välja till: {add_ons}.",
	turkish:    "Kabul ederken ekstralar ekleyebilirsiniz: {add_ons}.",
	arabic:     "عند القبول يمكنك إضافة ما يلي: {add_ons}.",
}
