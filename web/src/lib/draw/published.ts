import { problemOf } from '$lib/api/problem';
import { checkDraw, type Mismatch } from './check';

/** What was found out about a draw: whether it holds, and where an entrant stands among those who are served. */
export type Found =
	| { entrants: number; /** Counted from 1. */ place: number | undefined; struck: boolean; /** Whether a receipt was compared. */ kept: boolean }
	| { mismatch: Mismatch };

interface Page {
	items: unknown[];
	next: number | null;
}
/** How many leaves are asked for at once: the most that the API answers. */
const together = 5000;

/**
 * Checks a draw by its public addresses alone. `draw` is the address of its document, `index` that of an entrant who
 * wants to know their own place, `receipt` the receipt that they have kept; `told` is told how much of it is there, from 0 to 1.
 */
export async function checkPublished(draw: string, index: number | undefined, told: (part: number) => void, receipt?: string): Promise<Found> {
	const document = (await json(draw)) as { entrants: number; struck: number };
	const all = document.entrants + document.struck;
	let read = 0;
	async function* pages(): AsyncGenerator<unknown[]> {
		for (const list of ['leaves', 'struck']) {
			const page = (from: number) => json(`${draw}/${list}?from=${from}&limit=${together}`) as Promise<Page>;
			let from = 0;
			for (let coming: Promise<Page> | undefined = page(from); coming;) {
				const { items, next }: Page = await coming;
				// The next one is on its way while this one is checked. A server that sends us back is not followed for ever.
				coming = next !== null && next > from ? page((from = next)) : undefined;
				coming?.catch(() => undefined); // it is awaited above, unless the check ends before
				yield items;
				read += items.length;
				told(all ? read / all : 1);
			}
		}
	}
	const outcome = await checkDraw(document, pages(), receipt);
	if ('mismatch' in outcome) return outcome;
	const { served, publication } = outcome;
	const at = index === undefined ? -1 : served.indexOf(index);
	return {
		entrants: publication.entrants,
		place: at < 0 ? undefined : at + 1,
		struck: index !== undefined && index < publication.entrants && at < 0,
		kept: receipt !== undefined
	};
}

async function json(address: string): Promise<unknown> {
	const response = await fetch(address);
	if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
	return response.json();
}
