import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { nobody, personIn } from './Contact.svelte';

// What the API takes of whoever takes part, and the form does not ask or send.

type Schemas = Record<string, { properties: Record<string, unknown> }>;
const schemas = (JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../api/openapi.json'), 'utf8')) as { components: { schemas: Schemas } })
	.components.schemas;

/** What is asked in a part of the form of its own, is known without being asked, or is for programs. */
const elsewhere = ['answers', 'consents', 'via', 'locale', 'user_id'];

it('asks all that is taken of a person, and sends it', () => {
	const [first, ...others] = ['NewRegistration', 'NewOrder', 'JoinIn', 'SeatReservation', 'SeatWait', 'SeatWish'].map((body) => schemas[body]!.properties);
	const person = Object.keys(first!).filter((f) => others.every((body) => f in body) && !elsewhere.includes(f));
	expect(person).toContain('email');
	expect(Object.keys(nobody).sort()).toEqual(person.sort());
	expect(Object.keys(personIn(nobody)).sort()).toEqual(person);
	const source = readFileSync(resolve(import.meta.dirname, 'Contact.svelte'), 'utf8');
	expect(person.filter((f) => !source.includes(`={contact.${f}}`))).toEqual([]);
});

it('is in every form for taking part', () => {
	const forms = ['registration/Register', 'registration/WaitForGoods', 'checkout/Buy', 'seats/Buyer'];
	const source = (form: string) => readFileSync(resolve(import.meta.dirname, '..', `${form}.svelte`), 'utf8');
	expect(forms.filter((form) => !source(form).includes('personIn(contact)'))).toEqual([]);
});
