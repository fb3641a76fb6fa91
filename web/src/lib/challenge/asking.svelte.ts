import type { Outcome, Widget } from './widget';

/** What a company asks, and where the answer goes. */
export interface Question {
	widget: Widget;
	/** It could not be loaded before, so that the person is told and asked whether to try again. */
	stuck: boolean;
	done: (outcome: Outcome) => void;
}

class Asking {
	/** What the page asks now. */
	now = $state.raw<Question>();
}

export const asking = new Asking();
let turn: Promise<unknown> = Promise.resolve();

/** Has the page show what a company asks, one question after another, and waits for the answer. */
export function ask(widget: Widget, stuck: boolean): Promise<Outcome> {
	const mine = turn.then(() => new Promise<Outcome>((done) => (asking.now = { widget, stuck, done }))).finally(() => (asking.now = undefined));
	turn = mine;
	return mine;
}
