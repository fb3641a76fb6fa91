import { accessible, aisle, companion, type Plan } from './plan';

/**
 * The seat that the choice would leave alone although as many could have been taken from
 * the same stretch of open seats without that; undefined when there is none. The server
 * decides by the same rule (Lonely of its package seatmap), where an event has it.
 */
export function lonely(plan: Plan, open: (seat: number) => boolean, chosen: readonly number[]): number | undefined {
	const taken = new Set(chosen);
	const seen = new Set<number>();
	for (const seat of [...chosen].sort((a, b) => a - b)) {
		if (seen.has(seat) || special(plan, seat)) continue;
		let first = seat;
		let end = seat + 1;
		while (first > 0 && beside(plan, first - 1) && open(first - 1)) first--;
		while (end < plan.count && beside(plan, end - 1) && open(end)) end++;
		let count = 0;
		for (let i = first; i < end; i++) {
			seen.add(i);
			if (taken.has(i)) count++;
		}
		if (end - first === count + 1) continue; // one is left, however they are taken
		let from = first;
		for (let i = first; i <= end; i++) {
			if (i < end && !taken.has(i)) continue;
			if (i - from === 1) return from;
			from = i + 1;
		}
	}
	return undefined;
}

/** Seats for people who need them are not for the rule. */
const special = (plan: Plan, seat: number) => plan.marks[seat]! & (accessible | companion);

/** Whether a seat and the next one can be sat in together: nothing is between them, and they are of one kind. */
const beside = (plan: Plan, seat: number) =>
	seat + 1 < plan.count &&
	plan.row[seat] === plan.row[seat + 1] &&
	plan.tier[seat] === plan.tier[seat + 1] &&
	!(plan.marks[seat]! & aisle) &&
	special(plan, seat) === special(plan, seat + 1);
