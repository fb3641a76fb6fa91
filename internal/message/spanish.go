package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var spanish = &dictionary{
	tag:         language.Spanish,
	hello:       "Hola, {name}:",
	helloNobody: "Hola:",

	places:     locale.Counted{plural.One: "1 entrada", plural.Other: "{n} entradas"},
	guests:     locale.Counted{plural.One: "tú y 1 acompañante", plural.Other: "tú y {n} acompañantes"},
	minutes:    locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minutos"},
	hours:      locale.Counted{plural.One: "1 hora", plural.Other: "{n} horas"},
	days:       locale.Counted{plural.One: "1 día", plural.Other: "{n} días"},
	placesHeld: locale.Counted{plural.One: "Tienes 1 entrada reservada", plural.Other: "Tienes {n} entradas reservadas"},

	when: "Cuándo", where: "Dónde", what: "Entrada", with: "Acompañantes",
	until: "Aceptar antes de", cancelUntil: "Cancelar antes de",
	amount: "Importe", reference: "Referencia", payBefore: "Pagar antes de", howToPay: "Cómo pagar",
	cost: "Precio", order: "Tu pedido", discount: "Descuento", tax: "Impuestos", taxIncluded: "Impuestos incluidos", rounding: "Redondeo", total: "Total",
	point: ",", thousands: ".",
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
		groundFollows:  "Recibes este correo porque sigues a {organization}.",
	},
	footerLog:     "Cuando se envió este correo, el registro público del evento tenía {n} anotaciones y la huella {root}.",
	footerOther:   "¿No has sido tú? Puede que alguien se haya equivocado de dirección; puedes ignorar este correo.",
	footerFollows: "Puedes dejar de seguir cuando quieras.",
	footerOffered: "¿No es para ti? Puede que alguien se haya equivocado de dirección; puedes ignorar este correo.",
	somebody:      "Alguien",
	moreGuests:    "{names} y {count} más",
	and:           " y ",

	weekdays: [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
	months: [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio",
		"julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s, %d de %s de %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("02/01") },
	clock:     "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confirmado: {title}",
			heading: "¡Ya está!",
			body:    []string{"Tu inscripción en {title} está confirmada: {places}.", "Muestra el código QR en la entrada, en el móvil o en papel. El botón abre todas tus entradas."},
			action:  "Ver o cancelar entradas",
			after:   []string{"¿No puedes ir? Cancela en esa página, para que la siguiente persona de la lista de espera pueda tener tu entrada."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Ya tienes entrada: {title}",
			heading: "¡Ya está!",
			body:    []string{"Ha quedado libre una entrada y era tu turno: tu inscripción en {title} está confirmada, {places}.", "Muestra el código QR en la entrada, en el móvil o en papel. El botón abre todas tus entradas."},
			action:  "Ver o cancelar entradas",
			after:   []string{"¿Ya no puedes ir? Cancela en esa página, para que la siguiente persona de la lista de espera pueda tener tu entrada."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Estás en la lista de espera: {title}",
			heading: "Estás en la lista de espera.",
			body: []string{
				"Estás en la lista de espera de {title}, para {places}.",
				"No tienes que hacer nada más. Cuando sea tu turno, te escribiremos y te reservaremos las entradas durante {window}, para que puedas aceptarlas.",
			},
			action: "Ver tu posición",
			after:  []string{"Esa página muestra tu posición y el motivo de cada cambio. Allí también puedes dejar la lista de espera."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Estás en la lista de espera: {title}",
			heading: "Estás en la lista de espera.",
			body: []string{
				"Estás en la lista de espera de {title}, para {places}.",
				"No tienes que hacer nada más. Cuando sea tu turno, tus entradas quedarán confirmadas al instante y te escribiremos.",
			},
			action: "Ver tu posición",
			after:  []string{"Esa página muestra tu posición y el motivo de cada cambio. Allí también puedes dejar la lista de espera."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Es tu turno: acepta tu entrada antes del {deadline_short} – {title}",
			heading: "¡Es tu turno!",
			body: []string{
				"Ha quedado libre una entrada para {title} y es tu turno. {held}.",
				"Acepta antes del {deadline}. Después pasa a la siguiente persona de la lista de espera.",
			},
			action: "Aceptar o rechazar",
			after:  []string{"¿No puedes ir? Recházala en esa página, para que la siguiente persona no tenga que esperar."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Más tiempo para aceptar, hasta el {deadline_short} – {title}",
			heading: "Tienes más tiempo.",
			body: []string{
				"El organizador de {title} te ha dado más tiempo. {held}.",
				"Acepta antes del {deadline}.",
			},
			action: "Aceptar o rechazar",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Tu oferta ha caducado: {title}",
			heading: "Tu oferta ha caducado.",
			body:    []string{"Te habíamos reservado {places} para {title}. El plazo para aceptar ha pasado y la siguiente persona de la lista de espera recibe una oferta."},
			action:  "Ver detalles",
			after:   []string{"¿Aún quieres ir? Puedes volver a unirte a la lista de espera mientras la inscripción esté abierta."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "Tu inscripción está cancelada.",
			body:    []string{"Has cancelado {places} para {title}. Gracias por avisar: ahora puede ir otra persona."},
			action:  "Ver tu inscripción",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Tu inscripción se ha cancelado: {title}",
			heading: "Tu inscripción se ha cancelado.",
			body:    []string{"El organizador ha cancelado tu inscripción en {title} ({places}). Si crees que es un error, ponte en contacto con el organizador."},
			action:  "Ver tu inscripción",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Una entrada menos: {title}",
			heading: "Se ha cancelado una entrada.",
			body:    []string{"Se ha cancelado una entrada de tu inscripción en {title}: {other}. Su código ya no funciona y ahora puede ir otra persona.", "Tus demás entradas conservan sus códigos: {places}."},
			action:  "Ver tu inscripción",
			after:   []string{"¿No lo esperabas? Ponte en contacto con el organizador."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Ya no estás en la lista de espera: {title}",
			heading: "Ya no estás en la lista de espera.",
			body:    []string{"El organizador te ha quitado de la lista de espera de {title}. Si crees que es un error, ponte en contacto con el organizador."},
			action:  "Ver detalles",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "La lista de espera se ha cerrado: {title}",
			heading: "La lista de espera se ha cerrado.",
			body:    []string{"La inscripción en {title} se ha cerrado y no quedó libre a tiempo ninguna entrada para ti. Lo sentimos."},
			action:  "Ver detalles",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Tu grupo es ahora demasiado grande: {title}",
			heading: "Tu grupo es ahora demasiado grande.",
			body:    []string{"{title} tiene ahora menos aforo y no cabe un grupo como el tuyo ({places}), así que ya no estás en la lista de espera. Puedes volver a unirte con menos acompañantes."},
			action:  "Ver detalles",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Paga antes del {deadline_short}: {title}",
			heading: "Tus entradas están pendientes de pago.",
			body:    []string{"Gracias por tu pedido para {title}. {held}.", "Paga {total} antes del {deadline} con la referencia {reference}, para que podamos encontrar tu pago."},
			action:  "Ver pedido",
			after:   []string{"Recibirás tus entradas en cuanto el organizador haya registrado tu pago. Las entradas sin pagar quedan libres."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Tus entradas: {title}",
			heading: "¡Ya está!",
			body:    []string{"Tu pedido para {title} está confirmado: {places}, {total} en total.", "Muestra el código QR en la entrada, en el móvil o en papel. El botón abre todas tus entradas."},
			action:  "Ver entradas",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Tu pedido ha caducado: {title}",
			heading: "Tu pedido ha caducado.",
			body:    []string{"Te habíamos reservado {places} para {title}. El plazo para pagar ha pasado y las entradas han quedado libres."},
			action:  "Ver pedido",
			after:   []string{"Si has pagado mientras tanto, recibirás tus entradas si siguen disponibles o, si no, un reembolso. En ambos casos te escribiremos."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "Se han cancelado entradas de tu pedido.",
			body:    []string{"Se han cancelado entradas de tu pedido para {title} y ya no son válidas."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Tu reembolso: {title}",
			heading: "Vas a recibir un reembolso.",
			body:    []string{"Por tu pedido para {title} te reembolsamos {refund} a tu método de pago original. Las entradas devueltas ya no son válidas."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Tu reembolso: {title}",
			heading: "Tu pago llegó demasiado tarde.",
			body:    []string{"Tu pago de {refund} para {title} llegó cuando tu pedido ya había terminado, y las entradas ya no estaban disponibles. Recibirás un reembolso completo en tu método de pago original. Lo sentimos."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Tu reembolso: {title}",
			heading: "Tu pago no coincidía con tu pedido.",
			body:    []string{"Tu pedido para {title} cuesta {total} y tu pago fue de {refund}. Recibirás un reembolso completo en tu método de pago original. Mientras tu pedido siga abierto, puedes volver a pagar."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Tu reembolso: {title}",
			heading: "Has pagado dos veces.",
			body:    []string{"Tu pedido para {title} ya estaba pagado. Tu segundo pago de {refund} se reembolsa a tu método de pago original. Tus entradas siguen siendo válidas."},
			action:  "Ver pedido",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Ver tus entradas",
		},
		{NewEvent, ""}: {
			subject: "Novedad de {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} ha anunciado un nuevo evento: {title}, el {starts}."},
			action:  "Ver evento",
		},
		{NewEvent, newDates}: {
			subject: "Novedad de {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} ha anunciado nuevas fechas de {series}, a partir del {starts}."},
			action:  "Ver todas las fechas",
		},
		{Reminder, ""}: {
			subject: "Recordatorio: {title}, {starts_short}",
			heading: "Hasta pronto.",
			body:    []string{"{title} empieza el {starts}. Tienes {places}."},
			action:  "Ver o cancelar entradas",
			after:   []string{"¿No puedes ir? Cancela en esa página, para que pueda ir otra persona."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Recordatorio: {title}, {starts_short}",
			heading: "Hasta pronto.",
			body:    []string{"{title} empieza el {starts}. Tienes la entrada que te dio {other}."},
			action:  "Ver entrada",
		},
		{EventChanged, ""}: {
			subject: "Cambio: {title}, {starts_short}",
			heading: "Ha cambiado la hora o el lugar.",
			body:    []string{"El organizador ha cambiado la hora o el lugar de {title}. Ahora empieza el {starts}.", "Tu inscripción sigue siendo válida: {places}. La cita de calendario adjunta sustituye a la anterior."},
			action:  "Ver o cancelar entradas",
			after:   []string{"Si ya no puedes ir, cancela en esa página."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Cambio: {title}, {starts_short}",
			heading: "Ha cambiado la hora o el lugar.",
			body:    []string{"El organizador ha cambiado la hora o el lugar de {title}. Ahora empieza el {starts}.", "La entrada que te dio {other} sigue siendo válida. La cita de calendario adjunta sustituye a la anterior."},
			action:  "Ver entrada",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "Este evento está cancelado.",
			body:    []string{"El organizador ha cancelado {title}. Tu inscripción ({places}) ya no es válida y no tienes que hacer nada."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Cancelado: {title}",
			heading: "Este evento está cancelado.",
			body:    []string{"El organizador ha cancelado {title}. La entrada que te dio {other} ya no es válida y no tienes que hacer nada. Si hay reembolso, es para la persona que pagó."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} tiene una entrada para ti: {title}",
			heading: "Una entrada para ti.",
			body:    []string{"{other} te envía una entrada para {title}. Acéptala con el botón de abajo y será tuya para mostrarla en la entrada."},
			action:  "Aceptar o rechazar",
			after:   []string{"¿No la esperabas? No tienes que hacer nada: si no la aceptas, la entrada se la queda {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} ha aceptado tu entrada: {title}",
			heading: "Tu entrada se ha transferido.",
			body:    []string{"{other} ha aceptado tu entrada para {title}. Tu código de esa entrada ya no funciona."},
			action:  "Ver transferencia",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Tu entrada: {title}",
			heading: "La entrada es tuya.",
			body:    []string{"La entrada de {other} para {title} ya es tuya, con un código nuevo. El anterior ya no funciona.", "Ábrela con el botón de abajo y muéstrala en el acceso, en el móvil o en papel."},
			action:  "Ver entrada",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} ha rechazado tu entrada: {title}",
			heading: "La entrada sigue siendo tuya.",
			body:    []string{"{other} ha rechazado tu entrada para {title}. Sigue siendo tuya y su código sigue funcionando."},
			action:  "Ver detalles",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Tu nueva entrada: {title}",
			heading: "Tu entrada tiene un código nuevo.",
			body:    []string{"Una de tus entradas para {title} se ha emitido de nuevo. Su código anterior ya no funciona, ni en papel ni en el móvil.", "Abre la nueva con el botón de abajo y muéstrala en el acceso."},
			action:  "Ver entrada",
			after:   []string{"¿No lo has pedido? Ponte en contacto con el organizador."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Tu entrada se ha cancelado: {title}",
			heading: "Tu entrada se ha cancelado.",
			body:    []string{"La entrada para {title} que te dio {other} se ha cancelado. Su código ya no funciona.", "Si hay reembolso, es para la persona que pagó."},
			action:  "Ver detalles",
			after:   []string{"¿No es lo que esperabas? Pregunta a {other} o al organizador."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Tu entrada se ha vendido: {title}",
			heading: "Tu entrada se ha vendido.",
			body:    []string{"Alguien de la lista de espera ha comprado tu entrada para {title}. Te reembolsamos {refund} a tu método de pago original.", "Tu código de esa entrada ya no funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Tu entrada se ha vendido: {title}",
			heading: "Tu entrada se ha vendido.",
			body:    []string{"Alguien de la lista de espera se ha quedado tu entrada para {title}. Ya se te había reembolsado todo.", "Tu código de esa entrada ya no funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Conservas tu entrada: {title}",
			heading: "La entrada sigue siendo tuya.",
			body:    []string{"Nadie de la lista de espera compró tu entrada para {title} antes de que se cerrara la inscripción. Sigue siendo tuya y su código funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Transferencia de entrada cancelada: {title}",
			heading: "La transferencia se ha cancelado.",
			body:    []string{"{other} ha cancelado la transferencia de una entrada para {title}. No tienes que hacer nada."},
			action:  "Ver detalles",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Tu enlace para iniciar sesión",
				heading: "Iniciar sesión",
				body:    []string{"Con este enlace inicias sesión. Funciona una vez, durante {life}."},
				action:  "Iniciar sesión",
				after:   []string{"Nadie de nuestro equipo te pedirá nunca este enlace."},
			},
			InvitationMail: {
				subject: "Invitación a {name}",
				heading: "Te damos la bienvenida a {name}",
				body:    []string{"Ahora puedes ayudar a gestionar los eventos de {name}. Tu rol: {role}.", "Inicia sesión con esta dirección de correo. No hay contraseña: recibes un enlace cada vez."},
				action:  "Iniciar sesión",
			},
			ConfirmAddressMail: {
				subject: "Confirma tu dirección: {name}",
				heading: "{name}: un paso más",
				body:    []string{"Para participar en {name}, confirma que esta dirección es tuya. Este enlace lo hace y te lleva de vuelta al evento. Funciona una vez, durante {life}.", "Aún no tienes plaza: la obtienes cuando termines allí."},
				action:  "Confirmar y continuar",
			},
			FreshLinkMail: {
				subject: "Tu nuevo enlace: {name}",
				heading: "Tu nuevo enlace para {name}",
				body:    []string{"Con este enlace puedes hacer todo con tus entradas para {name}: transferirlas, revenderlas o recuperar tu dinero. Funciona durante {life}."},
				action:  "Abrir",
				after:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
			},
			RegisteredAlreadyMail: {
				subject: "Ya tienes una inscripción: {name}",
				heading: "Ya tienes una inscripción en {name}",
				body:    []string{"Alguien acaba de inscribirse en {name} con esta dirección. Tienes tu plaza, así que no se ha cambiado nada: lo que se acaba de introducir, también los acompañantes, no cuenta.", "Este enlace lleva a tu inscripción. Funciona durante {life}."},
				action:  "Abrir mi inscripción",
				after:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
			},
			WaitingAlreadyMail: {
				subject: "Ya estás en la lista de espera: {name}",
				heading: "Ya estás en la lista de espera de {name}",
				body:    []string{"Alguien acaba de pedir una plaza en {name} con esta dirección. Conservas tu posición en la lista de espera; no se ha cambiado nada.", "Este enlace muestra tu posición. Funciona durante {life}."},
				action:  "Ver mi posición",
				after:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
			},
			LimitReachedMail: {
				subject: "No puedes tener más entradas: {name}",
				heading: "Tienes todas las entradas que puedes para {name}",
				body:    []string{"Alguien acaba de pedir más plazas en {name} con esta dirección. Con lo que tienes, serían más de las que puede tener una persona, así que no se ha añadido nada.", "Este enlace lleva a lo que tienes. Funciona durante {life}."},
				action:  "Abrir",
				after:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
			},
			EndpointDisabledMail: {
				subject: "Los webhooks a {name} se han detenido",
				heading: "Los webhooks se han detenido",
				body:    []string{"{name} lleva mucho tiempo sin aceptar nuestros webhooks, así que ya no enviamos ninguno allí.", "No se pierde nada: lo que ha pasado desde entonces espera y se envía en orden en cuanto el punto de conexión se vuelva a activar."},
				action:  "Ver el punto de conexión",
			},
			RefundAtProviderMail: {
				subject: "{name}: un reembolso de {amount} fuera de Holdfast",
				heading: "Se hizo un reembolso de {amount} en otro lugar",
				body: []string{"Se reembolsaron {amount} de un pedido para {name} en el panel del proveedor de pagos. Las entradas de ese pedido siguen siendo válidas y su venta sigue en las cuentas.",
					"¿Deben cancelarse las entradas? Entonces reembólsalas en la página del pedido. Lo que ya se devolvió no se paga otra vez."},
				action: "Ver el pedido",
			},
			ProviderDeniesMail: {
				subject: "{name} deniega el acceso: pagos o reembolsos detenidos",
				heading: "{name} deniega el acceso",
				body: []string{"{name} no acepta la clave configurada aquí o no permite lo que se pidió con ella. Mientras no se cambie, los pedidos no se pueden pagar con {name}, o los reembolsos no se hacen.",
					"Pide a quien opera este servidor que revise la clave. El registro del servidor dice qué ha respondido {name}. Los reembolsos pendientes esperan y se hacen cuando la clave sea correcta."},
				action: "Ver los eventos",
			},
		},
		minutes: locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minutos"},
		hours:   locale.Counted{plural.One: "1 hora", plural.Other: "{n} horas"},
		roles:   map[string]string{"owner": "propietario", "organizer": "organizador", "box_office": "taquilla", "door": "acceso", "viewer": "lector"},
		footer:  "Recibes este mensaje porque alguien introdujo esta dirección.",
		other:   "¿No has sido tú? Ignora este mensaje y no pasará nada.",
		owners:  "Recibes este mensaje porque eres propietario de una organización aquí.",
	},
}
