// Reads the public log of an event and asks the rules of the waitlist who was next, beside
// the page so that the page stays quick. The rules are package turns of the server, as
// WebAssembly: a worker has a policy of its own, so no page needs to allow it.
import './.cache/wasm_exec.js';
import rules from './.cache/rules.wasm?url';
import { problemFrom } from '$lib/api/problem';
import { bundles, read } from './bundles';
import type { Story, Summary, TierOfLog, Turn } from './turns';

/** What the page wants to know. */
export type Asked = { turn: number } & (
	| { read: { prefix: string; key: string; tiers: TierOfLog[] } }
	| { turns: { from: number; count: number; verdict: string } }
	| { story: string }
	| { own: string }
);
/** How much is there, an answer, why the rules gave none, or the code of a problem. */
export type Said = { turn: number } & ({ part: number } | { value: unknown } | { error: string } | { problem: string });

type Answer<T> = { value: T } | { error: string; detail: string };
/** What internal/replay/turns/wasm gives. */
interface Rules {
	open(checkpoint: string, key: string, tiers: TierOfLog[]): Answer<number>;
	add(bundle: Uint8Array): Answer<null>;
	close(): Answer<Summary>;
	turns(from: number, count: number, verdict: string): Answer<Turn[]>;
	story(code: string): Answer<Story>;
	own(text: string): Answer<string>;
}
interface Go {
	importObject: WebAssembly.Imports;
	run(instance: WebAssembly.Instance): Promise<void>;
}
const world = globalThis as unknown as { Go: new () => Go; holdfastRules: Rules };

/** The rules gave no answer, and said why. */
class Refused extends Error {}

function valueOf<T>(answer: Answer<T>): T {
	if ('value' in answer) return answer.value;
	console.error(answer.detail);
	throw new Refused(answer.error);
}

async function start(): Promise<Rules> {
	const go = new world.Go();
	const { instance } = await WebAssembly.instantiateStreaming(fetch(rules), go.importObject);
	void go.run(instance); // it ends with the worker
	return world.holdfastRules;
}
let started: Promise<Rules> | undefined;

async function answer(asked: Asked): Promise<unknown> {
	const rules = await (started ??= start());
	if ('turns' in asked) return valueOf(rules.turns(asked.turns.from, asked.turns.count, asked.turns.verdict));
	if ('story' in asked) return valueOf(rules.story(asked.story));
	if ('own' in asked) return valueOf(rules.own(asked.own));
	const { prefix, key, tiers } = asked.read;
	const checkpoint = new TextDecoder().decode(await read(`${prefix}checkpoint`));
	const size = valueOf(rules.open(checkpoint, key, tiers));
	let done = 0;
	for await (const bundle of bundles(prefix, size)) {
		valueOf(rules.add(bundle));
		postMessage({ turn: asked.turn, part: Math.min(1, ++done / Math.ceil(size / 256)) } satisfies Said);
	}
	return valueOf(rules.close());
}

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
	const { turn } = data;
	try {
		postMessage({ turn, value: await answer(data) } satisfies Said);
	} catch (thrown) {
		postMessage((thrown instanceof Refused ? { turn, error: thrown.message } : { turn, problem: problemFrom(thrown).code }) satisfies Said);
	}
};
