import type { Room } from './room';

export type Chance = 'likely' | 'possible' | 'unlikely';

/** How a sale goes so far, as the public document of its waiting room says. */
export interface Sale {
	/** People. */
	called: number;
	/** How many of them came in, and how many of these do not look any more. */
	came: number;
	decided: number;
	/** How many units they have. */
	took: number;
}

export interface Odds {
	chance: Chance;
	/** The part of those who were called that came in, and what they took on average; 0 and 0: not known yet. */
	share: number;
	each: number;
	known: boolean;
}

/** How many must have decided until a sale has figures of its own. */
const known = 10;
/** What people take of whom nothing is known: tickets are mostly bought in twos. */
const eachUnknown = 2;

/**
 * How likely it is that something is left behind so many people, in words that the figures beside them defend. The server
 * computes the same (waitroom.OddsAt), by the same cases.
 */
export function odds(ahead: number, left: number, sale: Sale): Odds {
	const some = sale.decided >= known && sale.called >= sale.came && sale.came >= sale.decided;
	const share = some ? sale.came / sale.called : 0;
	const each = some ? sale.took / sale.decided : 0;
	const demand = Math.max(0, ahead) * (some ? share * each : eachUnknown);
	const chance = left <= 0 || demand > 1.3 * left ? 'unlikely' : demand < 0.7 * left ? 'likely' : 'possible';
	return { chance, share, each, known: some };
}

/** The sale behind a waiting room. */
export const saleOf = (room: Room): Sale => ({ called: room.serving, came: room.came_in, decided: room.decided, took: room.units_taken });

/**
 * For how many in a hundred of people who have joined so many units are enough, if each takes as many as people do of whom nothing
 * is known: 1 to 99, 100 for all of them, and 0 where there are none. The server computes the same (waitroom.EnoughFor).
 */
export function enoughFor(people: number, units: number): number {
	if (units <= 0) return 0;
	const wanted = people * eachUnknown;
	return units >= wanted ? 100 : Math.min(99, Math.max(1, Math.floor((100 * units) / wanted)));
}
