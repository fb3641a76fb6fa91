import { describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/problem';
import { Sending } from './sending.svelte';

describe('a change that is sent', () => {
	/** Sends once, and says with which key. */
	async function sent(s: Sending, fails?: Problem): Promise<string> {
		let key = '';
		await s.go(async (header) => {
			key = header['Idempotency-Key'];
			expect(s.busy).toBe(true);
			await Promise.resolve();
			if (fails) throw fails;
		});
		expect(s.busy).toBe(false);
		expect(s.problem).toBe(fails);
		return key;
	}
	it('is the same while nobody knows what became of it', async () => {
		const s = new Sending();
		const first = await sent(s, new Problem('unavailable', 503));
		expect(await sent(s, new Problem('unavailable', 503))).toBe(first);
		expect(await sent(s)).toBe(first);
		expect(await sent(s)).not.toBe(first);
	});
	it('is another when it was refused, or begun afresh', async () => {
		const s = new Sending();
		const first = await sent(s, new Problem('invalid_request', 422));
		const second = await sent(s, new Problem('unavailable', 503));
		expect(second).not.toBe(first);
		s.afresh();
		expect(s.problem).toBeUndefined();
		expect(await sent(s)).not.toBe(second);
	});
	it('is not sent twice at a time', async () => {
		const s = new Sending();
		let times = 0;
		const once = async () => {
			times++;
			await Promise.resolve();
		};
		await Promise.all([s.go(once), s.go(once)]);
		expect(times).toBe(1);
	});
});
