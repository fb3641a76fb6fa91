import { beforeEach, describe, expect, it } from 'vitest';
import { speak, type Language } from '$lib/i18n/language.svelte';
import { account } from '$lib/translations/account';
import { core } from '$lib/translations/core';
import { explain } from './explain';
import { problemOf } from './problem';

const refused = (body: object) => problemOf({ code: 'forbidden', ...body }, new Response(null, { status: 403 }));

describe('a refusal by role', () => {
	const roles = ['owner', 'organizer', 'box_office', 'door'] as const;
	for (const language of ['en', 'de'] satisfies Language[]) {
		describe(language, () => {
			beforeEach(async () => {
				await speak(language);
				await Promise.all([core.load(), account.load()]);
			});
			it('names the role that it takes, as the list of members does', () => {
				for (const role of roles) expect(explain(refused({ role }))).toContain(account(`role.${role}`));
			});
			it('tells people who are not members to ask for an invitation', () => {
				expect(explain(refused({ role: 'viewer' }))).toBe(core('needs.viewer'));
			});
			it('names none where none helps, or where the app knows no such role', () => {
				for (const body of [{}, { role: 'king' }, { role: 7 }]) expect(explain(refused(body))).toBe(core('problem.forbidden'));
			});
		});
	}
});
