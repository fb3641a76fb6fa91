// @vitest-environment node
import { expect, it } from 'vitest';
import { turns } from './turns';

/** A call that ends when it is told to. */
function call() {
	let end!: (how: 'well' | 'badly') => void;
	const ended = new Promise<string>((good, bad) => (end = (how) => (how === 'well' ? good(how) : bad(new Error(how)))));
	return { ended, end };
}

it('makes the calls about one thing one after the other, and those about others beside them', async () => {
	const inTurn = turns();
	const begun: string[] = [];
	const calls = { slow: call(), next: call(), other: call() };
	const run = (thing: string, name: keyof typeof calls) =>
		inTurn(thing, () => {
			begun.push(name);
			return calls[name].ended;
		});
	const [slow, next, other] = [run('a', 'slow'), run('a', 'next'), run('b', 'other')];
	calls.other.end('well');
	expect(await other).toBe('well');
	expect(begun).toEqual(['slow', 'other']);
	calls.slow.end('badly');
	await expect(slow).rejects.toThrow('badly');
	calls.next.end('well');
	expect(await next).toBe('well');
	expect(begun).toEqual(['slow', 'other', 'next']);
});
