import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages, reading, serve, speak } from '$lib/testing/page';
import connectionTexts from '$lib/translations/connection.json';
import { following } from './live';

const test = serve();
let stop: () => void;

/** What is read out: the region is there before it says anything. */
const said = () => document.querySelector('[role=status]')?.textContent?.trim();

beforeEach(async () => {
	vi.useFakeTimers();
	stop = following('evt_1', () => undefined);
	test.server.openStreams();
	// What tells of broken streams is fetched once the page has settled.
	await vi.advanceTimersByTimeAsync(10_000);
	await vi.dynamicImportSettled();
	await tick();
});
afterEach(() => stop());

async function later(ms: number): Promise<void> {
	await vi.advanceTimersByTimeAsync(ms);
	await tick();
}

describe('a stream that breaks', () => {
	for (const l of languages) {
		it(`is told about politely, after a moment and until it is back, in ${l}`, async () => {
			await speak(l);
			expect(document.querySelector('[role=status]')?.getAttribute('aria-live')).toBe('polite');
			test.server.breakStreams(false);
			await later(2000);
			expect(said()).toBe('');
			await later(2000);
			expect(said()).toBe(reading(connectionTexts, l)('reconnecting'));
			test.server.openStreams();
			await later(0);
			expect(said()).toBe('');
		});
	}

	it('is not told of when nobody follows any more', async () => {
		test.server.breakStreams(false);
		await later(4000);
		stop();
		await later(0);
		expect(said()).toBe('');
	});

	it('is opened anew when it was refused before anybody watched', async () => {
		stop();
		stop = following('evt_2', () => undefined);
		test.server.breakStreams(true);
		await later(10_000);
		await vi.dynamicImportSettled();
		await later(4500);
		expect(test.server.streams).toBe(1);
	});

	it('is opened anew when the server refused it, later each time and not by all pages at once', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
		for (const wait of [1500, 3000, 6000]) {
			test.server.breakStreams(true);
			expect(test.server.streams).toBe(0);
			await later(wait - 1);
			expect(test.server.streams).toBe(0);
			await later(1);
			expect(test.server.streams).toBe(1);
		}
		vi.spyOn(Math, 'random').mockReturnValue(0.999);
		test.server.openStreams();
		test.server.breakStreams(true);
		await later(4400);
		expect(test.server.streams).toBe(0);
		await later(100);
		expect(test.server.streams).toBe(1);
	});
});
