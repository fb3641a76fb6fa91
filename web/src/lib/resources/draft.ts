import type { Schema } from '$lib/api/client';
import { plain } from '$lib/event/amount';
import { digitsOf } from '$lib/event/money';

/** Something that people can ask for, as it is being written: a choice in each line. */
export interface AskDraft {
	name: string;
	label: string;
	values: string;
}

/** The rules of a resource as they are being written. */
export interface Draft {
	name: string;
	timezone: string;
	publicPage: boolean;
	description: string;
	attributes: AskDraft[];
	terms: string;
	window: string; // minutes
	limit: string;
	units: string;
	atOnce: string;
	position: Schema['Resource']['position_display'];
	headStart: string; // minutes
	currency: string; // '': there is no price and no fee
	price: string; // of a unit
	fee: string;
	feeTax: string; // percent
	giveBack: Schema['ResourceFee']['give_back'];
	confirmUrl: string;
	notifyUrl: string;
}

const minutes = (seconds: number) => String(Math.round((seconds / 60) * 1000) / 1000);

/** The rules of a resource, to be changed. */
export function draftOf(r: Schema['Resource']): Draft {
	const amount = (of?: Schema['ResourcePrice']) => (of ? plain(of.amount, of.currency) : '');
	return {
		name: r.name,
		timezone: r.timezone,
		publicPage: r.public_page,
		description: r.description ?? '',
		attributes: r.attributes.map((a) => ({ name: a.name, label: a.label ?? '', values: a.values.join('\n') })),
		terms: r.terms ?? '',
		window: minutes(r.window_seconds),
		limit: String(r.waitlist_limit),
		units: String(r.max_units),
		atOnce: r.first_to_accept ? String(r.first_to_accept) : '',
		position: r.position_display,
		headStart: r.class_head_start_seconds ? minutes(r.class_head_start_seconds) : '',
		currency: r.hold_fee?.currency ?? r.price?.currency ?? '',
		price: amount(r.price),
		fee: amount(r.hold_fee),
		feeTax: r.hold_fee?.tax_rate_bp ? String(r.hold_fee.tax_rate_bp / 100) : '',
		giveBack: r.hold_fee?.give_back ?? 'unless_declined',
		confirmUrl: r.confirm_url ?? '',
		notifyUrl: r.notify_url ?? ''
	};
}

/** A number as people type it, with a point or a comma; undefined when it is none, or below `least`. */
function numberOf(text: string, least: number, whole: boolean): number | undefined {
	const clean = text.trim().replace(',', '.');
	if (!(whole ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,3})?$/).test(clean)) return undefined;
	const n = Number(clean);
	return n >= least ? n : undefined;
}

/** What is sent to the server, and what is wrong before that, by the names of the API's fields. */
export function bodyOf(d: Draft): { body: Schema['ResourceIn']; wrong: Record<string, string> } {
	const wrong: Record<string, string> = {};
	const take = (field: string, text: string, least: number, whole: boolean) => {
		const n = numberOf(text, least, whole);
		if (n === undefined) wrong[field] = 'wrong_type';
		return n ?? 0;
	};
	if (!d.name.trim()) wrong['name'] = 'required';
	const attributes = d.attributes.map((a, i) => {
		const values = a.values
			.split('\n')
			.map((v) => v.trim())
			.filter(Boolean);
		if (!a.name.trim()) wrong[`attributes[${i}].name`] = 'required';
		if (!values.length) wrong[`attributes[${i}].values`] = 'required';
		return { name: a.name.trim(), label: a.label.trim(), values };
	});
	const amount = (field: string, text: string) => {
		const minor = Number(text.trim().replace(',', '.')) * 10 ** digitsOf(d.currency);
		if (!/^\d+([.,]\d+)?$/.test(text.trim()) || Math.abs(minor - Math.round(minor)) > 1e-6) wrong[`${field}.amount`] = 'not_an_amount';
		return { amount: Math.round(minor), currency: d.currency };
	};
	const fee = () => {
		const rate = d.feeTax.trim() ? Math.round(take('hold_fee.tax_rate_bp', d.feeTax, 0, false) * 100) : 0;
		return { ...amount('hold_fee', d.fee), ...(rate && { tax_rate_bp: rate }), give_back: d.giveBack };
	};
	const body: Schema['ResourceIn'] = {
		name: d.name.trim(),
		timezone: d.timezone,
		public_page: d.publicPage,
		description: d.description.trim(),
		attributes,
		terms: d.terms.trim(),
		window_seconds: Math.round(take('window_seconds', d.window, 1, false) * 60),
		waitlist_limit: take('waitlist_limit', d.limit, 1, true),
		max_units: take('max_units', d.units, 1, true),
		first_to_accept: d.atOnce.trim() ? take('first_to_accept', d.atOnce, 2, true) : 0,
		position_display: d.position,
		class_head_start_seconds: d.headStart.trim() ? Math.round(take('class_head_start_seconds', d.headStart, 0, false) * 60) : 0,
		price: d.currency && d.price.trim() ? amount('price', d.price) : undefined,
		hold_fee: d.currency && d.fee.trim() ? fee() : undefined,
		confirm_url: d.confirmUrl.trim(),
		notify_url: d.notifyUrl.trim()
	};
	return { body, wrong };
}

/** What a new resource may be called in the other system, from its name. */
export function keyFrom(name: string): string {
	return name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 64);
}
