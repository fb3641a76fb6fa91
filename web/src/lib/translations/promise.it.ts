import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Che cosa è stato promesso',
	text: 'Pubblicato prima della vendita e sigillato nel registro pubblico. Una volta aperta la vendita, nessuno può cambiarlo.',
	'text.off': 'Pubblicato prima della vendita e sigillato nel registro di controllo. Una volta aperta la vendita, nessuno può cambiarlo.',
	log: 'Verificalo nel registro pubblico',
	'none.title': 'Non è stato promesso nulla',
	'none.text': 'L’organizzatore non ha pubblicato una dichiarazione per questo evento.',
	announced: 'La vendita non è ancora aperta. Finora tutto è come promesso.',
	kept: 'Mantenuto finora',
	'kept.text': 'Il registro mostra ciò che è stato promesso.',
	differs: 'Il registro mostra qualcos’altro',
	opens: 'In vigore dal',
	places: 'Biglietti in tutto',
	public: 'In vendita dall’apertura',
	held: 'Non offerti al pubblico',
	'held.none': 'Nessuno',
	later: 'In vendita più tardi',
	prices: 'Prezzi',
	free: 'Gratis',
	versions: 'Versioni',
	version: 'Versione {n}, {time}',
	row: 'Riga {n} del registro',
	'for.artists': 'Artisti',
	'for.guests': 'Lista ospiti',
	'for.partners': 'Partner e sponsor',
	'for.press': 'Stampa',
	'for.staff': 'Staff',
	'for.accessibility': 'Accessibilità',
	'for.box_office': 'Biglietteria',
	'for.reserve': 'Riserva',
	'code.more_held': {
		one: '{n} biglietto non è stato offerto al pubblico; ne erano stati promessi al massimo {promised}.',
		other: '{n} biglietti non sono stati offerti al pubblico; ne erano stati promessi al massimo {promised}.'
	},
	'code.sold_early': {
		one: '{n} biglietto è stato venduto prima dell’apertura prevista della vendita ({time}).',
		other: '{n} biglietti sono stati venduti prima dell’apertura prevista della vendita ({time}).'
	},
	'code.price_changed': '{tier} costa {shown} invece di {promised}.',
	'code.tier_added': 'È stato aggiunto {tier}, a {shown}.',
	'code.places_changed': 'L’evento ha {shown} biglietti invece di {promised}.',
	'code.release_withdrawn': {
		one: '{n} biglietto previsto per {time} non è stato messo in vendita in quel momento.',
		other: '{n} biglietti previsti per {time} non sono stati messi in vendita in quel momento.'
	},
	'code.release_late': {
		one: '{n} biglietto previsto per {time} è arrivato con {shown} minuti di ritardo.',
		other: '{n} biglietti previsti per {time} sono arrivati con {shown} minuti di ritardo.'
	},
	'code.release_missing': {
		one: '{n} biglietto previsto per {time} non è stato messo in vendita.',
		other: '{n} biglietti previsti per {time} non sono stati messi in vendita.'
	},
	tier: 'Un tipo di biglietto',
	incomplete: 'Il registro è lungo ed è ancora in lettura. Riguarda tra un momento.',
	toEvent: 'Torna all’evento',
	'publish.title': 'Promessa prima della vendita',
	'publish.text':
		'Indica quanti biglietti non vengono offerti al pubblico, e per chi. I prezzi e i rilasci successivi sono presi dall’evento. Lo vedono tutti e, una volta aperta la vendita, non si può cambiare.',
	'publish.button': 'Pubblica dichiarazione',
	'publish.again': 'Pubblica una nuova versione',
	'publish.done': 'Pubblicato.',
	'publish.hint': 'Lascia vuoto ciò che non si applica.',
	'publish.see': 'Vedila come tutti'
} satisfies Translation<typeof english>;
