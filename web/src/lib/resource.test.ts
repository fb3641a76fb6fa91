import { expect, test } from 'vitest';
import { resource } from './resource.svelte';

/** A server that answers when it is told to, in any order. */
function asked() {
	const answers: ((value: string) => void)[] = [];
	return { answers, read: () => new Promise<string>((answer) => answers.push(answer)) };
}

test('whoever asks again has the answer to a question that was asked later', async () => {
	const { answers, read } = asked();
	const r = resource(read, 'before');
	let over = false;
	// After a change its page asks, and then the stream says that something changed.
	const changed = r.reload().then(() => (over = true));
	const streamed = r.reload();
	answers[0]!('too old');
	await new Promise((turn) => setTimeout(turn, 0));
	expect(over).toBe(false);
	expect(r.data).toBe('before');
	answers[1]!('after');
	await Promise.all([changed, streamed]);
	expect(r.data).toBe('after');
	expect(r.loading).toBe(false);
});

test('what is put meanwhile stays, and nobody waits for ever', async () => {
	const { answers, read } = asked();
	const r = resource(read, 'before');
	const reload = r.reload();
	r.set('put');
	answers[0]!('read');
	await reload;
	expect(r.data).toBe('put');
});

test('a question that fails after a later one was asked is no problem', async () => {
	let asks = 0;
	const r = resource(() => (asks++ === 0 ? Promise.reject(new Error('cut off')) : Promise.resolve('after')), 'before');
	await Promise.all([r.reload(), r.reload()]);
	expect(r.data).toBe('after');
	expect(r.problem).toBeUndefined();
});
