// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { reasonsBySubject } from '$lib/api/lists';
import { backoffice } from '$lib/translations/backoffice';
import { kindOf, markOf, tell, who } from './activity';

type Row = Schema['AuditRow'];
const row = (r: Partial<Row>) => ({ seq: 1, units: 0, from: '', to: '', reason: '', subject: '', actor: 'public', ...r }) as Row;

beforeAll(() => backoffice.load('en'));

describe('a story', () => {
	it('has words for everything that can happen', () => {
		for (const [kind, list] of Object.entries(reasonsBySubject)) {
			for (const reason of list) {
				const text = tell(row({ subject: `${kind}_x`, reason, units: 2, to: 'held', from: '' }));
				expect([reason, /^Changed from/.test(text), /[{}]/.test(text)]).toEqual([reason, false, false]);
			}
		}
	});
	it('knows what it is about, and who acted', () => {
		expect([kindOf('sea_1'), kindOf('wle_1'), kindOf('what')]).toEqual(['seat', 'entry', 'unknown']);
		const members = new Map([['mem_1', 'Ada']]);
		expect(who('mem_1', members, new Map())).toBe('Ada');
		expect(who('system', members, new Map())).not.toContain('system_');
		expect([markOf(row({ from: '', to: 'confirmed' })), markOf(row({ from: 'held', to: 'held' })), markOf(row({ to: 'released', from: 'held' }))]).toEqual([
			'good',
			'plain',
			'bad'
		]);
	});
});
