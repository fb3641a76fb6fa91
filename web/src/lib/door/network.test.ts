// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Network } from './network';

describe('asking the server at the door', () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	const limit = 800;
	const nothingThrown = () => false;
	const after = (ms: number) => () => new Promise<string>((done) => setTimeout(() => done('in'), ms));

	function network(online: boolean): { net: Network; changes: boolean[] } {
		const changes: boolean[] = [];
		return { net: new Network({ online, limit, changed: (now) => changes.push(now) }), changes };
	}

	test('a scan that is not answered in time is decided alone, and so are those after it', async () => {
		const { net, changes } = network(true);
		const late = net.ask(after(limit + 100), nothingThrown);
		await vi.advanceTimersByTimeAsync(limit);
		expect(await late).toBeUndefined();
		expect(changes).toEqual([false]);
		const question = vi.fn(after(0));
		expect(await net.ask(question, nothingThrown)).toBeUndefined();
		expect(question).not.toHaveBeenCalled();
	});

	test('what nobody can decide alone is waited for longer', async () => {
		const { net, changes } = network(true);
		const slow = net.ask(after(3000), nothingThrown, 8000);
		await vi.advanceTimersByTimeAsync(3000);
		expect(await slow).toBe('in');
		expect(net.online).toBe(true);
		expect(changes).toEqual([]);
	});

	test('what nobody can decide alone is asked even when the server seemed to be away', async () => {
		const { net, changes } = network(false);
		const answer = net.ask(after(100), nothingThrown, 8000);
		await vi.advanceTimersByTimeAsync(100);
		expect(await answer).toBe('in');
		expect(changes).toEqual([true]);
	});

	test('without any answer it says so', async () => {
		const { net, changes } = network(true);
		const none = net.ask(after(60_000), nothingThrown, 8000);
		await vi.advanceTimersByTimeAsync(8000);
		expect(await none).toBeUndefined();
		expect(changes).toEqual([false]);
	});
});
