import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Mais um passo',
	'address.text': 'Este evento pede a todos que confirmem primeiro o endereço de e-mail. Enviamos uma ligação para {email}. O que introduziu fica aqui.',
	'address.send': 'Enviar-me a ligação',
	'address.sent.title': 'Veja o seu e-mail',
	'address.sent.text':
		'A ligação enviada para {email} funciona durante 10 minutos. A inscrição ainda não está feita: abra a ligação neste dispositivo e conclua aqui.',
	'address.mailbox':
		'Este é um servidor de demonstração: a ligação para {email} está na caixa de correio dele e funciona durante 10 minutos. A inscrição ainda não está feita: abra a ligação neste dispositivo e conclua aqui.',
	'address.mailbox.kept': 'Este é um servidor de demonstração: os e-mails não são enviados, ficam guardados aqui.',
	'address.mailbox.open': 'Abrir caixa de correio',
	'address.none.title': 'Este servidor não envia e-mails',
	'address.none.text': 'Este evento exige um endereço de e-mail confirmado, o que não é possível aqui neste momento. Contacte o organizador.',
	'address.again': 'Enviar novamente',
	'address.change': 'Usar outro endereço',
	'address.confirmed': '{email} está confirmado.'
} satisfies Translation<typeof english>;
