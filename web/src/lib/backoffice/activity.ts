import type { Schema } from '$lib/api/client';
import { backoffice } from '$lib/translations/backoffice';

type Row = Schema['AuditRow'];

/** What a story is about, by the prefix of its id. */
export type Kind = 'event' | 'order' | 'block' | 'entry' | 'offer' | 'transfer' | 'exchange' | 'seat' | 'pool' | 'unknown';

const prefixes: Record<string, Kind> = {
	evt: 'event',
	ord: 'order',
	blk: 'block',
	wle: 'entry',
	off: 'offer',
	trf: 'transfer',
	exc: 'exchange',
	sea: 'seat',
	pol: 'pool'
};

export function kindOf(id: string): Kind {
	return prefixes[id.slice(0, id.indexOf('_'))] ?? 'unknown';
}

/** One step of a story, in plain words. */
export function tell(row: Row): string {
	const kind = kindOf(row.subject);
	for (const key of [`tell.${kind}.${row.reason}.${row.to}`, `tell.${kind}.${row.reason}`, `tell.${row.reason}`]) {
		if (backoffice.has(key)) return backoffice(key, { n: Math.abs(row.units), to: row.to, from: row.from });
	}
	return backoffice('tell.other', { from: row.from || '–', to: row.to || '–' });
}

/** How a step of a story looks. */
export type Mark = 'good' | 'bad' | 'wait' | 'plain';

const good = ['confirmed', 'accepted', 'published', 'exchanged'];
const bad = ['released', 'expired', 'declined', 'left', 'removed', 'closed', 'cancelled'];
const wait = ['held', 'waiting', 'offered', 'open', 'matched'];

export function markOf(row: Row): Mark {
	if (row.from === row.to) return 'plain';
	if (good.includes(row.to)) return 'good';
	if (bad.includes(row.to)) return 'bad';
	return wait.includes(row.to) ? 'wait' : 'plain';
}

/** Who did it, as far as an id says; names are those of the members that are known. */
export function who(actor: string, members: ReadonlyMap<string, string>, people: ReadonlyMap<string, string>): string {
	if (actor === 'system') return backoffice('who.system');
	if (actor === 'public') return backoffice('who.public');
	const name = members.get(actor) ?? people.get(actor);
	if (name) return name;
	switch (actor.slice(0, actor.indexOf('_'))) {
		case 'mem':
			return backoffice('who.member');
		case 'key':
			return backoffice('who.key');
		case 'per':
			return backoffice('who.person');
	}
	return backoffice('who.other', { id: actor });
}
