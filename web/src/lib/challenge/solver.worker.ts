// Solves challenges beside the page, so that the page stays quick.
import { derivation, solve, type Parameters, type Solution } from './solve';

/** A part of the work: the counters from first on, in steps. */
export interface Part {
	parameters: Parameters;
	first: number;
	step: number;
}
/** How many counters were tried since the last message, or the solution. */
export type Said = number | Solution;

self.onmessage = async ({ data }: MessageEvent<Part>) => {
	const said = (what: Said) => postMessage(what);
	said(await solve(data.parameters, data.first, data.step, await derivation(), said));
};
