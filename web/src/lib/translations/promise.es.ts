import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Qué se prometió',
	text: 'Publicado antes de la venta y sellado en el registro público. Una vez abierta la venta, nadie puede cambiarlo.',
	'text.off': 'Publicado antes de la venta y sellado en el registro de auditoría. Una vez abierta la venta, nadie puede cambiarlo.',
	log: 'Comprobarlo en el registro público',
	'none.title': 'No se prometió nada',
	'none.text': 'El organizador no ha publicado una declaración para este evento.',
	announced: 'La venta aún no se ha abierto. Hasta ahora todo es como se prometió.',
	kept: 'Cumplido hasta ahora',
	'kept.text': 'El registro muestra lo que se prometió.',
	differs: 'El registro muestra otra cosa',
	opens: 'Vigente desde',
	places: 'Entradas en total',
	public: 'A la venta desde la apertura',
	held: 'No ofrecidas al público',
	'held.none': 'Ninguna',
	later: 'A la venta más adelante',
	prices: 'Precios',
	free: 'Gratis',
	versions: 'Versiones',
	version: 'Versión {n}, {time}',
	row: 'Línea {n} del registro',
	'for.artists': 'Artistas',
	'for.guests': 'Lista de invitados',
	'for.partners': 'Socios y patrocinadores',
	'for.press': 'Prensa',
	'for.staff': 'Equipo',
	'for.accessibility': 'Accesibilidad',
	'for.box_office': 'Taquilla',
	'for.reserve': 'Reserva',
	'code.more_held': {
		one: '{n} entrada no se ofreció al público; se prometieron {promised} como máximo.',
		other: '{n} entradas no se ofrecieron al público; se prometieron {promised} como máximo.'
	},
	'code.sold_early': {
		one: '{n} entrada se vendió antes de la apertura prevista de la venta ({time}).',
		other: '{n} entradas se vendieron antes de la apertura prevista de la venta ({time}).'
	},
	'code.price_changed': '{tier} cuesta {shown} en lugar de {promised}.',
	'code.tier_added': 'Se añadió {tier}, a {shown}.',
	'code.places_changed': 'El evento tiene {shown} entradas en lugar de {promised}.',
	'code.release_withdrawn': {
		one: '{n} entrada prevista para el {time} no salió a la venta entonces.',
		other: '{n} entradas previstas para el {time} no salieron a la venta entonces.'
	},
	'code.release_late': {
		one: '{n} entrada prevista para el {time} llegó con {shown} minutos de retraso.',
		other: '{n} entradas previstas para el {time} llegaron con {shown} minutos de retraso.'
	},
	'code.release_missing': {
		one: '{n} entrada prevista para el {time} no ha salido a la venta.',
		other: '{n} entradas previstas para el {time} no han salido a la venta.'
	},
	tier: 'Un tipo de entrada',
	incomplete: 'El registro es largo y aún se está leyendo. Vuelve a mirar en un momento.',
	toEvent: 'Volver al evento',
	'publish.title': 'Prometer antes de la venta',
	'publish.text':
		'Di cuántas entradas no se ofrecen al público y para quién son. Los precios y las salidas a la venta posteriores se toman del evento. Lo ve todo el mundo y, una vez abierta la venta, no se puede cambiar.',
	'publish.button': 'Publicar declaración',
	'publish.again': 'Publicar una nueva versión',
	'publish.done': 'Publicado.',
	'publish.hint': 'Deja vacío lo que no corresponda.',
	'publish.see': 'Verla como todo el mundo'
} satisfies Translation<typeof english>;
