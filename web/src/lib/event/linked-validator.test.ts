// @vitest-environment node
import { readFileSync } from 'node:fs';
import Validator from '@adobe/structured-data-validator';
import Base, { type Condition } from '@adobe/structured-data-validator/src/types/base.js';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { expect, it } from 'vitest';

// What pages say to search engines (internal/page), read out of HTML and judged by a validator that
// other people wrote, against the vocabulary as schema.org publishes it and what Google asks for.
type Thing = { [property: string]: unknown };

const modules = `${import.meta.dirname}/../../../node_modules`;
const written = (name: string) =>
	JSON.parse(readFileSync(`${import.meta.dirname}/../../../../internal/page/testdata/linked/${name}.json`, 'utf8')) as Record<string, unknown>;

/** A document as it stands in a page. */
const element = (document: unknown) => `<script type="application/ld+json">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>`;

/** Pages by their names: those that stand as documents alone in a file, and those as they were sent. */
const pages: Record<string, string> = {
	...Object.fromEntries(Object.entries({ ...written('event'), ...written('others') }).map(([name, d]) => [name, element(d)])),
	...(written('pages_event') as Record<string, string>),
	...(written('pages_others') as Record<string, string>)
};

/** The vocabulary of schema.org in the form in which the validator reads it. */
function vocabulary() {
	const nodes = new Map<string, Record<string, unknown>>();
	const short = (iri: string) => iri.replace('http://schema.org/', 'schema:');
	const form = /^<(http:\/\/schema\.org\/[^>]+)> <([^>]+)> <([^>]+)>/gm;
	for (const [, subject, predicate, object] of readFileSync(`${modules}/@vocabulary/schema/schema.nq`, 'utf8').matchAll(form)) {
		const id = short(subject!);
		const node = nodes.get(id) ?? { '@id': id };
		nodes.set(id, node);
		const add = (key: string) => (node[key] = [...((node[key] as unknown[]) ?? []), { '@id': short(object!) }]);
		if (object!.endsWith('rdf-schema#Class')) node['@type'] = 'rdfs:Class';
		else if (object!.endsWith('rdf-syntax-ns#Property')) node['@type'] = 'rdf:Property';
		else if (predicate!.endsWith('rdf-schema#subClassOf')) add('rdfs:subClassOf');
		else if (predicate === 'http://schema.org/domainIncludes') add('schema:domainIncludes');
	}
	return { '@graph': [...nodes.values()] };
}

// The validator has no rules for events: Google's are given to it in its own terms, from
// https://developers.google.com/search/docs/appearance/structured-data/event, as read in November
// 2026. A series has none: Google asks for each date as an event of its own.
const eventTypes =
	'Event MusicEvent TheaterEvent ComedyEvent DanceEvent ScreeningEvent VisualArtsEvent LiteraryEvent SocialEvent FoodEvent SportsEvent ChildrensEvent EducationEvent BusinessEvent'.split(
		' '
	);
const rules: Record<string, (to: Base) => Condition[]> = {
	Event: (to) => [
		to.required('name', 'string'),
		to.required('startDate', 'date'),
		to.required('location', 'arrayOrObject'),
		to.recommended('url', 'url'),
		to.recommended('endDate', 'date'),
		to.recommended('image', 'url'),
		...['eventStatus', 'eventAttendanceMode', 'description', 'offers', 'organizer.name', 'organizer.url', 'performer'].map((name) => to.recommended(name))
	],
	Place: (to) => [to.required('name', 'string'), to.required('address')],
	VirtualLocation: (to) => [to.required('url', 'url')],
	Offer: (to) => [
		to.required('availability', 'string'),
		to.required('url', 'url'),
		to.recommended('price', 'number'),
		to.recommended('priceCurrency', 'currency'),
		to.recommended('validFrom', 'date')
	],
	AggregateOffer: (to) => [to.required('availability', 'string'), to.required('url', 'url')],
	PerformingGroup: (to) => [to.required('name', 'string')]
};

const validator = new Validator(vocabulary());
for (const [kind, conditions] of Object.entries(rules)) {
	class Rules extends Base {
		override getConditions() {
			return conditions(this);
		}
	}
	for (const type of kind === 'Event' ? eventTypes : [kind]) (validator.registeredHandlers[type] ??= []).push(() => Promise.resolve({ default: Rules }));
}

/** What the validator says of a page: each with its severity, what it is of and its field. */
async function judged(html: string): Promise<string[]> {
	const issues = await validator.validate(new WebAutoExtractor({ addLocation: true }).parse(`<!doctype html><html><head>${html}</head><body></body></html>`));
	return issues.map(({ severity, path, fieldNames, issueMessage }) => {
		const type = path?.at(-1)?.type ?? 'page';
		return `${severity} ${eventTypes.includes(type) ? 'Event' : type}.${fieldNames?.join(',') ?? issueMessage}`;
	});
}

// What is recommended and not said, since it would not be true.
const unsaid: Record<string, string> = {
	'Event.eventAttendanceMode': 'of an event without a place or an address nobody knows yet how it takes place',
	'Event.description': 'the organizer wrote none; of a date in a series its own page says it',
	'Event.image': 'of a date in a series its own page has it',
	'Event.offers': 'nobody can buy any more, or until there is another date',
	'Event.performer': 'nobody is named',
	'Offer.price': 'of a date in a series whose price is not public',
	'Offer.priceCurrency': 'what costs nothing has no currency',
	'Offer.validFrom': 'its sale began with the publication, of which no time is kept',
	'AggregateOffer.offerCount': 'of a date in a series its own page lists the offers'
};

it('has no error on any page, and warnings only for what would not be true', async () => {
	const met = new Set<string>();
	const unexpected: Record<string, string[]> = {};
	for (const [name, html] of Object.entries(pages)) {
		for (const issue of await judged(html)) {
			const [severity, what] = issue.split(' ') as [string, string];
			// Of categories the file keeps a few properties alone.
			if (severity === 'WARNING' && name.startsWith('an event of the category ') && what.startsWith('Event.')) continue;
			if (severity === 'WARNING' && what in unsaid) met.add(what);
			else (unexpected[name] ??= []).push(issue);
		}
	}
	expect(unexpected).toEqual({});
	expect([...met].sort(), 'a warning that no page has needs no reason').toEqual(Object.keys(unsaid).sort());
});

it('reads pages of all kinds in all languages', async () => {
	const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sv', 'tr', 'ar'];
	const kinds = ['two kinds of tickets, one sold out', 'nowhere yet', 'past', 'a series', 'a venue'];
	for (const name of kinds.flatMap((kind) => languages.map((language) => `${kind} in ${language}`))) {
		const { jsonld } = new WebAutoExtractor({}).parse(pages[name]!);
		expect(Object.keys(jsonld), name).toHaveLength(1);
	}
	expect(JSON.stringify(new WebAutoExtractor({}).parse(pages['two kinds of tickets, one sold out in en']!).jsonld)).toContain('</script>');
});

it('sees what is taken out or wrong', async () => {
	const whole = () => structuredClone((written('event') as Record<string, Thing>)['an event with all that it can say']!);
	const spoiled: [string, string, (d: Thing) => void][] = [
		['ERROR', 'Event.name', (d) => delete d.name],
		['ERROR', 'Event.startDate', (d) => delete d.startDate],
		['ERROR', 'Event.startDate', (d) => (d.startDate = 'tomorrow')],
		['ERROR', 'Event.location', (d) => delete d.location],
		['WARNING', 'Event.url', (d) => delete d.url],
		['ERROR', 'Place.address', (d) => delete (d.location as Thing).address],
		['ERROR', 'Offer.availability', (d) => delete (d.offers as Thing[])[0]!.availability],
		['ERROR', 'Organization.name', (d) => delete (d.organizer as Thing).name],
		['ERROR', 'PerformingGroup.name', (d) => delete (d.performer as Thing[])[0]!.name],
		['ERROR', 'VirtualLocation.url', (d) => (d.location = { '@type': 'VirtualLocation' })],
		[
			'ERROR',
			'PriceSpecification.price',
			(d) => ((d.offers as Thing[])[0]!.priceSpecification = { '@type': 'PriceSpecification', minPrice: '5', priceCurrency: 'EUR' })
		],
		['ERROR', 'AggregateOffer.lowPrice', (d) => ((d.offers as Thing[])[0]!['@type'] = 'AggregateOffer')],
		['ERROR', 'Evnt.@type', (d) => (d['@type'] = 'Evnt')],
		['WARNING', 'Event.tittle', (d) => (d.tittle = 'x')],
		['WARNING', 'Event.endDate', (d) => delete d.endDate],
		['WARNING', 'Event.eventStatus', (d) => delete d.eventStatus],
		['WARNING', 'Offer.priceCurrency', (d) => ((d.offers as Thing[])[0]!.priceCurrency = '€')]
	];
	expect(await judged(element(whole()))).toEqual([]);
	for (const [severity, what, spoil] of spoiled) {
		const d = whole();
		spoil(d);
		expect(await judged(element(d)), what).toContain(`${severity} ${what}`);
	}
	expect(await judged('<script type="application/ld+json">{"@type":</script>')).toEqual([expect.stringMatching(/^ERROR page\./)]);
});
