package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var spanish = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Tu enlace para iniciar sesión",
			Heading: "Iniciar sesión",
			Body:    []string{"Con este enlace inicias sesión. Funciona una vez, durante {life}."},
			Action:  "Iniciar sesión",
			After:   []string{"Nadie de nuestro equipo te pedirá nunca este enlace."},
		},
		InvitationMail: {
			Subject: "Invitación a {name}",
			Heading: "Te damos la bienvenida a {name}",
			Body:    []string{"Ahora puedes ayudar a gestionar los eventos de {name}. Tu rol: {role}.", "Inicia sesión con esta dirección de correo. No hay contraseña: recibes un enlace cada vez."},
			Action:  "Iniciar sesión",
		},
		ConfirmAddressMail: {
			Subject: "Confirma tu dirección: {name}",
			Heading: "{name}: un paso más",
			Body:    []string{"Para participar en {name}, confirma que esta dirección es tuya. Este enlace lo hace y te lleva de vuelta al evento. Funciona una vez, durante {life}.", "Aún no tienes plaza: la obtienes cuando termines allí."},
			Action:  "Confirmar y continuar",
		},
		FreshLinkMail: {
			Subject: "Tu nuevo enlace: {name}",
			Heading: "Tu nuevo enlace para {name}",
			Body:    []string{"Con este enlace puedes hacer todo con tus entradas para {name}: transferirlas, revenderlas o recuperar tu dinero. Funciona durante {life}."},
			Action:  "Abrir",
			After:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
		},
		FoundMail: {
			Subject: "Tus entradas",
			Heading: "Tus entradas",
			Body:    []string{"Esto es lo que hay reservado con esta dirección: lo que viene y lo de las últimas semanas. Cada enlace funciona durante {life}."},
			Action:  "Iniciar sesión y verlo todo",
			After:   []string{"No reenvíes este correo. Nadie de nuestro equipo te pedirá nunca estos enlaces."},
		},
		NothingFoundMail: {
			Subject: "No hay entradas con esta dirección",
			Heading: "No hay entradas con esta dirección",
			Body:    []string{"Con esta dirección no hay nada reservado para los próximos eventos. Quizá usaste otra: busca nuestro primer correo sobre tus entradas."},
			Action:  "Buscar con otra dirección",
		},
		RegisteredAlreadyMail: {
			Subject: "Ya tienes una inscripción: {name}",
			Heading: "Ya tienes una inscripción en {name}",
			Body:    []string{"Alguien acaba de inscribirse en {name} con esta dirección. Tienes tu plaza, así que no se ha cambiado nada: lo que se acaba de introducir, también los acompañantes, no cuenta.", "Este enlace lleva a tu inscripción. Funciona durante {life}."},
			Action:  "Abrir mi inscripción",
			After:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
		},
		WaitingAlreadyMail: {
			Subject: "Ya estás en la lista de espera: {name}",
			Heading: "Ya estás en la lista de espera de {name}",
			Body:    []string{"Alguien acaba de pedir una plaza en {name} con esta dirección. Conservas tu posición en la lista de espera; no se ha cambiado nada.", "Este enlace muestra tu posición. Funciona durante {life}."},
			Action:  "Ver mi posición",
			After:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
		},
		LimitReachedMail: {
			Subject: "No puedes tener más entradas: {name}",
			Heading: "Tienes todas las entradas que puedes para {name}",
			Body:    []string{"Alguien acaba de pedir más plazas en {name} con esta dirección. Con lo que tienes, serían más de las que puede tener una persona, así que no se ha añadido nada.", "Este enlace lleva a lo que tienes. Funciona durante {life}."},
			Action:  "Abrir",
			After:   []string{"No lo reenvíes. Nadie de nuestro equipo te pedirá nunca este enlace."},
		},
		EndpointDisabledMail: {
			Subject: "Los webhooks a {name} se han detenido",
			Heading: "Los webhooks se han detenido",
			Body:    []string{"{name} lleva mucho tiempo sin aceptar nuestros webhooks, así que ya no enviamos ninguno allí.", "No se pierde nada: lo que ha pasado desde entonces espera y se envía en orden en cuanto el punto de conexión se vuelva a activar."},
			Action:  "Ver el punto de conexión",
		},
		RefundAtProviderMail: {
			Subject: "{name}: un reembolso de {amount} fuera de Holdfast",
			Heading: "Se hizo un reembolso de {amount} en otro lugar",
			Body: []string{"Se reembolsaron {amount} de un pedido para {name} en el panel del proveedor de pagos. Las entradas de ese pedido siguen siendo válidas y su venta sigue en las cuentas.",
				"¿Deben cancelarse las entradas? Entonces reembólsalas en la página del pedido. Lo que ya se devolvió no se paga otra vez."},
			Action: "Ver el pedido",
		},
		ProviderDeniesMail: {
			Subject: "{name} deniega el acceso: pagos o reembolsos detenidos",
			Heading: "{name} deniega el acceso",
			Body: []string{"{name} no acepta la clave configurada aquí o no permite lo que se pidió con ella. Mientras no se cambie, los pedidos no se pueden pagar con {name}, o los reembolsos no se hacen.",
				"Pide a quien opera este servidor que revise la clave. El registro del servidor dice qué ha respondido {name}. Los reembolsos pendientes esperan y se hacen cuando la clave sea correcta."},
			Action: "Ver los eventos",
		},
	},
	minutes: locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minutos"},
	hours:   locale.Counted{plural.One: "1 hora", plural.Other: "{n} horas"},
	roles:   map[string]string{"owner": "propietario", "organizer": "organizador", "box_office": "taquilla", "door": "acceso", "viewer": "lector", "events": "eventos concretos"},
	owners:  "Recibes este mensaje porque eres propietario de una organización aquí.",
}
