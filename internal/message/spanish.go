package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var spanish = &dictionary{
	Language:   mailkit.Spanish,
	wordings:   wordings.Spanish,
	places:     locale.Counted{plural.One: "1 entrada", plural.Other: "{n} entradas"},
	guests:     locale.Counted{plural.One: "tú y 1 acompañante", plural.Other: "tú y {n} acompañantes"},
	placesHeld: locale.Counted{plural.One: "Tienes 1 entrada reservada", plural.Other: "Tienes {n} entradas reservadas"},

	when: "Cuándo", where: "Dónde", online: "En línea", what: "Entrada", with: "Acompañantes",
	until: "Aceptar antes de", cancelUntil: "Cancelar antes de",
	openDate: "Nueva fecha por anunciar",
	cost:     "Precio", payAny: "Paga lo que puedas", payFrom: "Paga lo que puedas, desde {amount}", order: "Tu pedido", discount: "Descuento", tax: "Impuestos", taxIncluded: "Impuestos incluidos", donation: "Donativo, sin IVA", rounding: "Redondeo", total: "Total",
	ticketOf: "Entrada {n} de {of}", codeAlt: "Código QR: {ticket}.", shortCode: "Código para escribir:", seat: "{section}, fila {row}, asiento {number}",

	preferences:     "No recibir más recordatorios",
	noAnnouncements: "No recibir más mensajes como este",
	unfollow:        "Dejar de seguir a {organization}",
	grounds: [grounds]string{
		groundKnown:    "Recibes este correo porque se indicó esta dirección para {title}.",
		groundOrder:    "Recibes este correo porque con esta dirección se pidieron entradas para {title}.",
		groundWaitlist: "Recibes este correo porque esta dirección está en la lista de espera de {title}.",
		groundOffered:  "Recibes este correo porque alguien envía a esta dirección una entrada para {title}.",
		groundReceived: "Recibes este correo porque se transfirió a esta dirección una entrada para {title}.",
		groundHeld:     "Recibes este correo porque esta dirección tiene una entrada para {title}.",
		groundGiven:    "Recibes este correo porque se transfirió desde esta dirección una entrada para {title}.",
		groundReturned: "Recibes este correo porque una entrada de esta dirección para {title} se puso a la venta para la lista de espera.",
		groundInvited:  "Recibes este correo porque {organization} ha invitado a esta dirección a {title}.",
		groundFollows:  "Recibes este correo porque sigues a {organization}.",
	},
	footerOther:   "¿No has sido tú? Puede que alguien se haya equivocado de dirección; puedes ignorar este correo.",
	footerFollows: "Puedes dejar de seguir cuando quieras.",
	footerOffered: "¿No es para ti? Puede que alguien se haya equivocado de dirección; puedes ignorar este correo.",
	somebody:      "Alguien",
	moreGuests:    "{names} y {count} más",
	and:           " y ",
}
