import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { newDraft, readDraft } from './draft';

// A field of an event that somebody adds to the API and forgets in the form, or adds
// to the form and shows nowhere.

type Schemas = Record<string, { properties: Record<string, unknown> }>;
const schemas = (JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../api/openapi.json'), 'utf8')) as { components: { schemas: Schemas } })
	.components.schemas;

/** What the form says in another way, or not. */
const elsewhere: Record<string, string[]> = {
	// The button says whether it is published; the seats and the currency come with what costs or has them;
	// languages have a page of their own.
	NewEvent: ['publish', 'seating', 'currency', 'main_language'],
	// Worth of a priority class: by the API only.
	WaitlistIn: ['priority_head_start_seconds'],
	OrdersIn: [],
	// Of the event, and what its places say; add-ons, donations and fees have a page of their own.
	NewTier: ['currency', 'capacity', 'pools', 'kind', 'per_ticket', 'goes_with', 'suggested', 'fee']
};

it('the form sends every field that the API takes', () => {
	const { body } = readDraft(newDraft('General'));
	const sent: Record<string, object> = { NewEvent: body, WaitlistIn: body.waitlist!, OrdersIn: body.orders!, NewTier: body.tiers![0]! };
	for (const [schema, part] of Object.entries(sent)) {
		const fields = Object.keys(schemas[schema]!.properties).filter((f) => !elsewhere[schema]!.includes(f));
		expect(Object.keys(part).sort(), schema).toEqual(fields.sort());
	}
});

it('the form has a place for every field of a draft', () => {
	const components = readdirSync(import.meta.dirname)
		.filter((f) => f.endsWith('.svelte') && f !== 'Preview.svelte')
		.map((f) => readFileSync(resolve(import.meta.dirname, f), 'utf8'))
		.join('\n');
	const draft = newDraft('General');
	const bound = (path: string, fields: object) => Object.keys(fields).filter((f) => !new RegExp(`\\b${path}\\.${f}\\b`).test(components));
	expect(bound('draft', draft)).toEqual([]);
	expect(bound('(?:draft\\.waitlist|waitlist)', draft.waitlist)).toEqual([]);
});
