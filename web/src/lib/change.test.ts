import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/problem';
import { toasts } from '$lib/ui/toasts.svelte';
import { core } from '$lib/translations/core';
import { Change, focusProblem } from './change.svelte';

beforeEach(() => core.load());
afterEach(() => {
	for (const t of toasts.shown) toasts.dismiss(t.id);
});
const shown = () => toasts.shown.map((t) => `${t.tone}: ${t.text}`);

describe('a change that is sent', () => {
	/** Sends once, and says with which key. */
	async function sent(c: Change, fails?: Problem): Promise<string> {
		let key = '';
		const done = await c.send(async (header) => {
			key = header['Idempotency-Key'];
			expect(c.busy).toBe(true);
			await Promise.resolve();
			if (fails) throw fails;
		});
		expect([c.busy, c.problem, done]).toEqual([false, fails, !fails]);
		return key;
	}
	it('is the same while nobody knows what became of it', async () => {
		const c = new Change();
		const first = await sent(c, new Problem('unavailable', 503));
		expect(await sent(c, new Problem('unavailable', 503))).toBe(first);
		expect(await sent(c)).toBe(first);
		expect(await sent(c)).not.toBe(first);
	});
	it('is another when it was refused, or begun again', async () => {
		const c = new Change();
		const first = await sent(c, new Problem('invalid_request', 422));
		const second = await sent(c, new Problem('unavailable', 503));
		expect(second).not.toBe(first);
		c.reset();
		expect(c.problem).toBeUndefined();
		expect(await sent(c)).not.toBe(second);
	});
	it('is not sent twice at a time', async () => {
		const c = new Change();
		let times = 0;
		const once = async () => {
			times++;
			await Promise.resolve();
		};
		expect(await Promise.all([c.send(once), c.send(once)])).toEqual([true, false]);
		expect(times).toBe(1);
	});
	it('is another for another thing, and busy with that one alone', async () => {
		const c = new Change();
		const keys: string[] = [];
		const lost = (of: string) =>
			c.send(
				(header) => {
					keys.push(header['Idempotency-Key']);
					expect([c.busyWith('a'), c.busyWith('b')]).toEqual([of === 'a', of === 'b']);
					return Promise.reject(new Problem('unavailable', 503));
				},
				undefined,
				of
			);
		for (const of of ['a', 'a', 'b', 'a']) await lost(of);
		expect(keys[1]).toBe(keys[0]);
		expect(new Set(keys).size).toBe(3);
		expect(c.busyWith('a')).toBe(false);
	});
	it('says that it was done, and nothing when it was not', async () => {
		const c = new Change();
		await c.send(() => Promise.reject(new Problem('sold_out', 409)), 'Saved');
		expect(shown()).toEqual([]);
		await c.send(() => Promise.resolve(), 'Saved');
		await c.send(
			() => Promise.resolve(),
			() => 'Sent'
		);
		expect(shown()).toEqual(['good: Saved', 'good: Sent']);
	});
});

describe('a change that was refused', () => {
	it('says beside a field what is wrong with it, and the rest in one place', () => {
		const c = new Change();
		expect([c.error('name'), c.message()]).toEqual([undefined, undefined]);
		c.refuseFields({ name: 'required' });
		expect([c.error('name'), c.error('email'), c.message()]).toEqual([core('field.required'), undefined, undefined]);
		// A field that the form does not have has no place of its own.
		expect(c.message(['email'])).toBe(core('problem.invalid_request'));
		c.refuse(new Problem('offline', 0));
		expect([c.error('name'), c.message()]).toEqual([undefined, core('problem.offline')]);
	});
	it('says so at the edge of the screen where there is no form', async () => {
		const c = new Change({ refusals: 'toast' });
		await c.send(() => Promise.reject(new Problem('offline', 0)), 'Saved');
		expect(shown()).toEqual([`bad: ${core('problem.offline')}`]);
	});
	it('has the focus moved to its first field in error, else to what is said', async () => {
		document.body.innerHTML = '<form><p role="alert" tabindex="-1"></p><input id="a"><input id="b" aria-invalid="true"></form>';
		const form = document.querySelector('form')!;
		await focusProblem(form);
		expect(document.activeElement?.id).toBe('b');
		document.getElementById('b')!.removeAttribute('aria-invalid');
		await focusProblem(form);
		expect(document.activeElement?.getAttribute('role')).toBe('alert');
	});
});
