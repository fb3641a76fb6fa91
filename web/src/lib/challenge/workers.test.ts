import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { core } from '$lib/translations/core';
import Working from '$lib/ui/Working.svelte';
import type { Parameters } from './solve';
import { solveInWorkers } from './workers';
import type { Part, Said } from './solver.worker';
import { working } from './working.svelte';

const parameters = { keyPrefix: '0' } as Parameters;

/** A worker that does what a test says when it is given its part. */
class Stand {
	onmessage: Worker['onmessage'] = null;
	onerror: Worker['onerror'] = null;
	ended = false;
	part?: Part;
	constructor(readonly work: (stand: Stand) => void) {}
	postMessage(part: Part) {
		this.part = part;
		queueMicrotask(() => this.work(this));
	}
	say(data: Said) {
		this.onmessage?.call(this as never, { data } as MessageEvent);
	}
	terminate() {
		this.ended = true;
	}
}

it('shares the counters, takes the first solution and ends all workers', async () => {
	const made: Stand[] = [];
	const told: number[] = [];
	const start = () => {
		const stand = new Stand((s) => {
			s.say(16);
			if (s.part!.first === 2) s.say({ counter: 5, derivedKey: '0f' });
		});
		made.push(stand);
		return stand;
	};
	expect(await solveInWorkers(parameters, (share) => told.push(share), start, 4)).toEqual({ counter: 5, derivedKey: '0f' });
	expect(made.map((s) => [s.part!.first, s.part!.step, s.ended])).toEqual([
		[0, 3, true],
		[1, 3, true],
		[2, 3, true]
	]);
	expect(told.map((share) => share.toFixed(2))).toEqual(['0.63', '0.86', '0.95']);
});
it('has one worker on one processor, and no more than four', async () => {
	for (const [processors, workers] of [
		[1, 1],
		[2, 1],
		[64, 4]
	]) {
		let n = 0;
		const start = () => (n++, new Stand((s) => s.say({ counter: 0, derivedKey: '00' })));
		await solveInWorkers(parameters, () => undefined, start, processors);
		expect(n).toBe(workers);
	}
});
it('fails when a worker does', async () => {
	let last: Stand | undefined;
	const start = () => (last = new Stand((s) => s.onerror?.call(s as never, { message: 'no memory' } as ErrorEvent)));
	await expect(solveInWorkers(parameters, () => undefined, start, 2)).rejects.toThrow('no memory');
	expect(last!.ended).toBe(true);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	working.set(undefined);
});
it('says in a live region that work is under way, and how far it is', async () => {
	await core.load();
	render(Working);
	expect(screen.getByRole('status').textContent).toBe('');
	working.set(0);
	await vi.advanceTimersByTimeAsync(100);
	expect(screen.getByRole('status').textContent).toBe(''); // too short to be read about
	await vi.advanceTimersByTimeAsync(300);
	expect(screen.getByRole('status').textContent).toContain(core('work.title'));
	working.set(0.63);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('63');
	expect(screen.getByRole('status').textContent).toContain(core('work.goes_on'));
	working.set(undefined);
	await vi.advanceTimersByTimeAsync(0);
	expect(screen.getByRole('status').textContent).toBe('');
});
