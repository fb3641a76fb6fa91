import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Ještě jeden krok',
	'address.text': 'Tato akce všechny žádá, aby nejdřív potvrdili svou e-mailovou adresu. Pošleme odkaz na {email}. Co máte vyplněné, zde zůstane.',
	'address.send': 'Poslat mi odkaz',
	'address.sent.title': 'Podívejte se do e-mailu',
	'address.sent.text': 'Odkaz poslaný na {email} platí 10 minut. Registrace ještě není hotová: otevřete odkaz na tomto zařízení a dokončete ji zde.',
	'address.mailbox':
		'Toto je ukázkový server: odkaz pro {email} je v jeho schránce a platí 10 minut. Registrace ještě není hotová: otevřete odkaz na tomto zařízení a dokončete ji zde.',
	'address.mailbox.kept': 'Toto je ukázkový server: e-maily se neodesílají, zůstávají zde.',
	'address.mailbox.open': 'Otevřít schránku',
	'address.none.title': 'Tento server neposílá e-maily',
	'address.none.text': 'Tato akce vyžaduje potvrzenou e-mailovou adresu, což zde teď není možné. Obraťte se prosím na pořadatele.',
	'address.again': 'Poslat znovu',
	'address.change': 'Použít jinou adresu',
	'address.confirmed': 'Adresa {email} je potvrzená.'
} satisfies Translation<typeof english>;
