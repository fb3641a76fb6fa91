import { Problem } from '$lib/api/problem';
import type { Asked, Said } from './rules.worker';
import RulesWorker from './rules.worker?worker';

/** The most entries that a browser is asked to go through. */
export const MOST = 300_000;

export interface TierOfLog {
	id: string;
	pools: string[];
}
export type Verdict = 'next' | 'not_next' | 'same_minute' | 'seats' | 'other_rules';

/** What a log adds up to. */
export interface Summary {
	entries: number;
	/** Entries of the waitlist, and those that still wait. */
	parties: number;
	waiting: number;
	passes: number;
	verdicts: Record<Verdict, number>;
}
/** One decision: units were given to somebody on the waitlist. */
export interface Turn {
	seq: number;
	minute: string;
	party: string;
	tier: string;
	units: number;
	reason: 'offered' | 'promoted';
	/** Why units had come free before; '': nothing tells. */
	cause: string;
	verdict: Verdict;
	passed: string[];
	/** Where the entry was not next: who was. */
	first: string;
}
export type StepKind = 'own' | 'before' | 'passing' | 'behind' | 'unclear' | 'seats';
/** Something that happened to an entry, or why it was not next. */
export interface Step {
	kind: StepKind;
	seq: number;
	minute: string;
	reason: string;
	units: number;
	party: string;
	ahead: number;
}
export interface Story {
	party: string;
	tier: string;
	class: number;
	units: number;
	state: string;
	ahead: number;
	bySeats: boolean;
	steps: Step[];
}

/** The rules refused to answer: `code` says why. */
export class Refusal extends Error {
	constructor(readonly code: string) {
		super(code);
	}
}

type Running = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** A log that was read, and the rules that are asked about it. */
export class Turns {
	readonly #worker: Running;
	readonly #pending = new Map<number, { done: (value: unknown) => void; failed: (why: Error) => void; told?: (part: number) => void }>();
	#turn = 0;

	constructor(start: () => Running = () => new RulesWorker()) {
		this.#worker = start();
		this.#worker.onmessage = ({ data }: MessageEvent<Said>) => {
			const waits = this.#pending.get(data.turn);
			if (!waits) return;
			if ('part' in data) {
				waits.told?.(data.part);
				return;
			}
			this.#pending.delete(data.turn);
			if ('value' in data) waits.done(data.value);
			else waits.failed('error' in data ? new Refusal(data.error) : new Problem(data.problem, 0));
		};
		this.#worker.onerror = (event) => {
			for (const { failed } of this.#pending.values()) failed(new Error(`turns: the worker failed: ${event.message}`));
			this.#pending.clear();
		};
	}

	#ask<T>(asked: Asked extends infer A ? (A extends Asked ? Omit<A, 'turn'> : never) : never, told?: (part: number) => void): Promise<T> {
		const turn = ++this.#turn;
		return new Promise<T>((done, failed) => {
			this.#pending.set(turn, { done: (value) => done(value as T), failed, told });
			this.#worker.postMessage({ ...asked, turn });
		});
	}

	/** Reads and judges the log below a prefix; `told` is told how much of it is there, from 0 to 1. */
	read(prefix: string, key: string, tiers: TierOfLog[], told: (part: number) => void): Promise<Summary> {
		return this.#ask({ read: { prefix, key, tiers } }, told);
	}
	/** Decisions, the newest first, of all verdicts or one. */
	list(from: number, count: number, verdict: Verdict | '' = ''): Promise<Turn[]> {
		return this.#ask({ turns: { from, count, verdict } });
	}
	/** What happened to an entry, by its pseudonym. */
	story(code: string): Promise<Story> {
		return this.#ask({ story: code });
	}
	/** The pseudonym of the entry that a proof leads to, by the text of the log that the proof has. */
	own(text: string): Promise<string> {
		return this.#ask({ own: text });
	}
	end() {
		this.#worker.terminate();
	}
}
