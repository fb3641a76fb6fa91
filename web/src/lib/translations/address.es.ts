import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Un paso más',
	'address.text': 'Este evento pide a todo el mundo que confirme primero su correo. Enviaremos un enlace a {email}. Lo que has escrito se queda aquí.',
	'address.send': 'Enviarme el enlace',
	'address.sent.title': 'Revisa tu correo',
	'address.sent.text':
		'El enlace enviado a {email} funciona durante 10 minutos. Tu inscripción aún no está hecha: abre el enlace en este dispositivo y termina aquí.',
	'address.mailbox':
		'Este es un servidor de demostración: el enlace para {email} está en su buzón y funciona durante 10 minutos. Tu inscripción aún no está hecha: abre el enlace en este dispositivo y termina aquí.',
	'address.mailbox.kept': 'Este es un servidor de demostración: los correos no se envían, se guardan aquí.',
	'address.mailbox.open': 'Abrir el buzón',
	'address.none.title': 'Este servidor no envía correos',
	'address.none.text': 'Este evento exige un correo confirmado, y ahora mismo aquí no es posible. Ponte en contacto con el organizador.',
	'address.again': 'Enviarlo otra vez',
	'address.change': 'Usar otra dirección',
	'address.confirmed': '{email} está confirmado.'
} satisfies Translation<typeof english>;
