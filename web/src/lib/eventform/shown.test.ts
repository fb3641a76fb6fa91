// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

// What an organizer says of an event, and no page of guests shows.

type Schemas = Record<string, { properties: Record<string, unknown> }>;
const schemas = (JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../api/openapi.json'), 'utf8')) as { components: { schemas: Schemas } })
	.components.schemas;
const fields = Object.keys(schemas['EventChange']!.properties);

/** The sources of a folder beside this one. */
const sourcesOf = (folder: string) =>
	readdirSync(resolve(import.meta.dirname, '..', folder))
		.filter((f) => /\.(svelte|ts)$/.test(f) && !f.endsWith('.test.ts'))
		.map((f) => readFileSync(resolve(import.meta.dirname, '..', folder, f), 'utf8'))
		.join('\n');

/** What guests do not read on the pages of an event. */
const unread = [
	// What is said when it matters: to whoever comes too late, too early, for too much, or from a busy network.
	'cancellation_cutoff',
	'doors_open_at',
	'limit_per_person',
	'unconfirmed_per_network',
	// With each price.
	'currency',
	// For people who have a ticket, or pay for one.
	'online_url',
	'business_owes_tax_in',
	'reminder_offsets_seconds',
	'feedback_after_seconds',
	// As what guests read of the venue, and who finds the event at all.
	'venue_rooms',
	'visibility',
	'demand'
];

it('pages of guests show every field that an organizer sets', () => {
	const pages = ['guest', 'event', 'registration', 'checkout', 'seats', 'waitingroom'].map(sourcesOf).join('\n');
	expect(fields.filter((f) => !new RegExp(`\\b(e|event|of)\\??\\.${f}\\b`).test(pages))).toEqual(fields.filter((f) => unread.includes(f)));
	expect(unread.filter((f) => !fields.includes(f))).toEqual([]);
});

it('the form shows beforehand what the page of the event says itself', () => {
	const page = readFileSync(resolve(import.meta.dirname, '../guest/EventPage.svelte'), 'utf8');
	const preview = readFileSync(resolve(import.meta.dirname, 'Preview.svelte'), 'utf8');
	const onPage = fields.filter((f) => new RegExp(`\\be\\.${f}\\b`).test(page));
	expect(onPage).toContain('title');
	// The link to the log is for an event that there is; when it is stands in its facts.
	const later = ['log', 'starts_at', 'timezone'];
	expect(onPage.filter((f) => !later.includes(f) && !new RegExp(`\\b(event|draft)\\.${f}\\b`).test(preview))).toEqual([]);
});
