import type { Schema } from '$lib/api/client';
import { localOf, momentOfText } from '$lib/organizer/zones';
import { keyOf, type Question } from './asking';

/** A question as it is being written. */
export interface Draft {
	/** Of the row on the page; nothing else. */
	row: number;
	/** That the server knows it by, once it was saved. */
	id: string;
	kind: Question['kind'];
	attendee: boolean;
	label: string;
	help: string;
	required: boolean;
	atDoor: boolean;
	tiers: string[];
	/** One per line. */
	options: string;
	/** The options as they were read: whoever changes the words of one keeps its value. */
	values: { value: string; label: string }[];
	min: string;
	max: string;
	/** Of a file: what it may be, and how large, in megabytes. */
	accept: ('image' | 'pdf')[];
	megabytes: string;
	/** What an earlier question has to be answered with: its row and the value of an option, or ''. */
	when: string;
	/** As it was read, and other values that it may be answered with: only programs ask for several. */
	whenRead: string;
	others: string[];
}

const megabyte = 1 << 20;

let rows = 0;

/** A new question. */
export function fresh(): Draft {
	return {
		row: ++rows,
		id: '',
		kind: 'text',
		attendee: false,
		label: '',
		help: '',
		required: false,
		atDoor: false,
		tiers: [],
		options: '',
		values: [],
		min: '',
		max: '',
		accept: ['image', 'pdf'],
		megabytes: '',
		when: '',
		whenRead: '',
		others: []
	};
}

/** Lines with something in them. */
export const linesOf = (text: string) => [...new Set(text.split('\n').map((l) => l.trim()))].filter(Boolean);

/** The options that a draft has: a line that was there before keeps its value, and so does one whose words were changed in their place. */
export function optionsOf(d: Draft): { value: string; label: string }[] {
	const lines = linesOf(d.options);
	const same = lines.length === d.values.length;
	const taken = new Set<string>();
	return lines.map((label, i) => {
		const before = d.values.find((o) => o.label === label) ?? (same && !lines.includes(d.values[i]!.label) ? d.values[i] : undefined);
		let value = before?.value ?? label;
		while (taken.has(value)) value += ' ';
		taken.add(value);
		return { value, label };
	});
}

/** What a later question can be asked for: by the row and the value. */
export function answersOf(d: Draft): { when: string; value: string; label: string }[] {
	if (d.kind === 'consent') return [{ when: keyOf('yes', d.row), value: 'yes', label: '✓' }];
	if (d.kind !== 'choice' && d.kind !== 'choices') return [];
	return optionsOf(d).map((o) => ({ when: keyOf(o.value, d.row), value: o.value, label: o.label }));
}

/** The questions of an event to be changed. */
export function draftsOf(questions: readonly Question[]): Draft[] {
	const drafts = questions.map((q) => ({
		...fresh(),
		id: q.id,
		kind: q.kind,
		attendee: q.scope === 'attendee',
		label: q.label,
		help: q.help ?? '',
		required: q.required ?? false,
		atDoor: q.at_door ?? false,
		tiers: q.tiers ?? [],
		options: (q.options ?? []).map((o) => o.label).join('\n'),
		values: q.options ?? [],
		min: q.min === undefined ? '' : String(q.min),
		max: q.max === undefined ? '' : String(q.max),
		accept: q.accept?.length ? [...q.accept] : ['image' as const, 'pdf' as const],
		megabytes: q.max_bytes ? String(Math.round((q.max_bytes / megabyte) * 100) / 100) : ''
	}));
	questions.forEach((q, i) => {
		const on = q.if && drafts.find((d) => d.id === q.if!.question);
		if (!on || !q.if!.values.length) return;
		const [first, ...others] = q.if!.values;
		const when = keyOf(first!, on.row);
		Object.assign(drafts[i]!, { when, whenRead: when, others });
	});
	return drafts;
}

/** A name for a question that has none yet: of its words, and another than those that are taken. */
function named(label: string, taken: ReadonlySet<string>): string {
	const base =
		label
			.normalize('NFKD')
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.replace(/^-+|-+$/g, '')
			.slice(0, 30) || 'question';
	for (let n = 1; ; n++) {
		const id = n === 1 ? base : `${base}-${n}`;
		if (!taken.has(id)) return id;
	}
}

/**
 * The drafts as they are sent. `seen` are names that questions had before: an
 * answer to one of these is never taken for one to a new question.
 */
export function questionsIn(drafts: readonly Draft[], seen: ReadonlySet<string>): Question[] {
	const taken = new Set([...seen, ...drafts.map((d) => d.id)]);
	const ids = new Map<number, string>();
	for (const d of drafts) {
		const id = d.id || named(d.label, taken);
		taken.add(id);
		ids.set(d.row, id);
	}
	const number = (text: string) => (text.trim() ? Number(text) : undefined);
	return drafts.map((d, i): Question => {
		const on = drafts.slice(0, i).find((o) => answersOf(o).some((a) => a.when === d.when));
		const offered = on ? answersOf(on) : [];
		const others = d.when === d.whenRead ? d.others.filter((v) => offered.some((a) => a.value === v)) : [];
		const values = [...offered.filter((a) => a.when === d.when).map((a) => a.value), ...others];
		const choice = d.kind === 'choice' || d.kind === 'choices';
		return {
			id: ids.get(d.row)!,
			kind: d.kind,
			scope: d.attendee ? 'attendee' : 'order',
			label: d.label.trim(),
			help: d.help.trim() || undefined,
			required: d.required,
			at_door: d.atDoor,
			tiers: d.tiers.length ? d.tiers : undefined,
			options: choice ? optionsOf(d) : undefined,
			min: d.kind === 'number' ? number(d.min) : undefined,
			max: d.kind === 'number' ? number(d.max) : undefined,
			accept: d.kind === 'file' && d.accept.length === 1 ? [...d.accept] : undefined,
			max_bytes: d.kind === 'file' && d.megabytes.trim() ? Math.round(Number(d.megabytes.replace(',', '.')) * megabyte) : undefined,
			if: on ? { question: ids.get(on.row)!, values } : undefined
		};
	});
}

/** Up to when answers can be changed, as it is typed and as it is sent. */
export function untilText(l: Schema['Questions'], zone: string): string {
	if (!l.editable_until) return '';
	const { date, time } = localOf(new Date(l.editable_until), zone);
	return `${date}T${time}`;
}
export const untilIn = (text: string, zone: string) => momentOfText(text, zone)?.toISOString();
