import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'O que foi prometido',
	text: 'Publicado antes da venda e selado no registo público. Depois de a venda abrir, ninguém pode alterá-lo.',
	'text.off': 'Publicado antes da venda e selado no registo de auditoria. Depois de a venda abrir, ninguém pode alterá-lo.',
	log: 'Verificar no registo público',
	'none.title': 'Nada foi prometido',
	'none.text': 'O organizador não publicou uma declaração para este evento.',
	announced: 'A venda ainda não abriu. Até agora, tudo está como prometido.',
	kept: 'Cumprido até agora',
	'kept.text': 'O registo mostra o que foi prometido.',
	differs: 'O registo mostra outra coisa',
	opens: 'Em vigor a partir de',
	places: 'Bilhetes no total',
	public: 'À venda desde a abertura',
	held: 'Não oferecidos ao público',
	'held.none': 'Nenhum',
	later: 'À venda mais tarde',
	prices: 'Preços',
	free: 'Grátis',
	versions: 'Versões',
	version: 'Versão {n}, {time}',
	row: 'Linha {n} do registo',
	'for.artists': 'Artistas',
	'for.guests': 'Lista de convidados',
	'for.partners': 'Parceiros e patrocinadores',
	'for.press': 'Imprensa',
	'for.staff': 'Equipa',
	'for.accessibility': 'Acessibilidade',
	'for.box_office': 'Bilheteira',
	'for.reserve': 'Reserva',
	'code.more_held': {
		one: '{n} bilhete não foi oferecido ao público; foram prometidos {promised} no máximo.',
		other: '{n} bilhetes não foram oferecidos ao público; foram prometidos {promised} no máximo.'
	},
	'code.sold_early': {
		one: '{n} bilhete foi vendido antes da abertura prevista da venda ({time}).',
		other: '{n} bilhetes foram vendidos antes da abertura prevista da venda ({time}).'
	},
	'code.price_changed': '{tier} custa {shown} em vez de {promised}.',
	'code.tier_added': '{tier} foi adicionado, a {shown}.',
	'code.places_changed': 'O evento tem {shown} bilhetes em vez de {promised}.',
	'code.release_withdrawn': {
		one: '{n} bilhete previsto para {time} não foi posto à venda nessa altura.',
		other: '{n} bilhetes previstos para {time} não foram postos à venda nessa altura.'
	},
	'code.release_late': {
		one: '{n} bilhete previsto para {time} chegou com {shown} minutos de atraso.',
		other: '{n} bilhetes previstos para {time} chegaram com {shown} minutos de atraso.'
	},
	'code.release_missing': {
		one: '{n} bilhete previsto para {time} não foi posto à venda.',
		other: '{n} bilhetes previstos para {time} não foram postos à venda.'
	},
	tier: 'Um tipo de bilhete',
	incomplete: 'O registo é longo e ainda está a ser lido. Volte a ver dentro de momentos.',
	toEvent: 'Voltar ao evento',
	'publish.title': 'Prometer antes da venda',
	'publish.text':
		'Indique quantos bilhetes não são oferecidos ao público, e para quem. Os preços e as disponibilizações posteriores são retirados do evento. Todos o veem e, depois de a venda abrir, já não pode ser alterado.',
	'publish.button': 'Publicar declaração',
	'publish.again': 'Publicar uma nova versão',
	'publish.done': 'Publicado.',
	'publish.hint': 'Deixe vazio o que não se aplica.',
	'publish.see': 'Ver como todos a veem'
} satisfies Translation<typeof english>;
