package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var portuguese = &dictionary{
	Language:   mailkit.Portuguese,
	wordings:   wordings.Portuguese,
	places:     locale.Counted{plural.One: "{n} bilhete", plural.Other: "{n} bilhetes"},
	guests:     locale.Counted{plural.One: "para si e {n} acompanhante", plural.Other: "para si e {n} acompanhantes"},
	placesHeld: locale.Counted{plural.One: "tem {n} bilhete reservado", plural.Other: "tem {n} bilhetes reservados"},

	when: "Quando", where: "Onde", online: "Online", what: "Bilhete", with: "Acompanhantes",
	until: "Aceitar até", cancelUntil: "Cancelar até",
	openDate: "Nova data a anunciar",
	cost:     "Preço", payAny: "Pague o que puder", payFrom: "Pague o que puder, a partir de {amount}", order: "O seu pedido", discount: "Desconto", tax: "Impostos", taxIncluded: "Impostos incluídos", donation: "Donativo, sem IVA", rounding: "Arredondamento", total: "Total",
	ticketOf: "Bilhete {n} de {of}", codeAlt: "Código QR: {ticket}.", shortCode: "Código para introduzir:", seat: "{section}, fila {row}, lugar {number}",

	preferences:     "Deixar de receber lembretes",
	noAnnouncements: "Deixar de receber mensagens como esta",
	unfollow:        "Deixar de seguir {organization}",
	grounds: [grounds]string{
		groundKnown:    "Recebe este e-mail porque este endereço foi indicado para {title}.",
		groundOrder:    "Recebe este e-mail porque foram pedidos com este endereço bilhetes para {title}.",
		groundWaitlist: "Recebe este e-mail porque este endereço está na lista de espera de {title}.",
		groundOffered:  "Recebe este e-mail porque alguém está a enviar para este endereço um bilhete para {title}.",
		groundReceived: "Recebe este e-mail porque um bilhete para {title} foi transferido para este endereço.",
		groundHeld:     "Recebe este e-mail porque este endereço tem um bilhete para {title}.",
		groundGiven:    "Recebe este e-mail porque um bilhete para {title} foi transferido a partir deste endereço.",
		groundReturned: "Recebe este e-mail porque um bilhete deste endereço para {title} foi posto à venda para a lista de espera.",
		groundInvited:  "Recebe este e-mail porque {organization} convidou este endereço para {title}.",
		groundFollows:  "Recebe este e-mail porque segue {organization}.",
	},
	footerOther:   "Não fez isto? Alguém pode ter-se enganado no endereço, e pode ignorar este e-mail.",
	footerFollows: "Pode deixar de seguir a qualquer momento.",
	footerOffered: "Não é para si? Alguém pode ter-se enganado no endereço, e pode ignorar este e-mail.",
	somebody:      "Alguém",
	moreGuests:    "{names} e mais {count}",
	and:           " e ",
}
