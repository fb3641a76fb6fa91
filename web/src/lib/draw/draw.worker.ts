// Checks a draw beside the page: a million leaves take some seconds, in which the page stays quick.
import { problemFrom } from '$lib/api/problem';
import { checkPublished, type Found } from './published';

export interface Asked {
	draw: string;
	index: number | undefined;
	/** That somebody has kept, to be compared with the draw. */
	receipt?: string;
}
/** How much is there, what was found, or the code of a problem. */
export type Said = { part: number } | { found: Found } | { problem: string };

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
	const say = (said: Said) => postMessage(said);
	try {
		say({ found: await checkPublished(data.draw, data.index, (part) => say({ part }), data.receipt) });
	} catch (thrown) {
		say({ problem: problemFrom(thrown).code });
	}
};
