import type { Plan } from './plan';

/** Finds seats by place: squares of the plan, each with the seats in it. */
export interface Grid {
	/** Calls `found` with each seat whose middle lies in a rectangle. */
	within(left: number, top: number, right: number, bottom: number, found: (seat: number) => void): void;
	/** The seat nearest to a point and no farther than `reach`; -1: none. */
	nearest(x: number, y: number, reach: number): number;
	/** The seat that lies next in a direction, as one would say looking at the plan; -1: none. */
	beside(seat: number, dx: number, dy: number): number;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** How many neighbours wide a square is. */
const wide = 6;

export function gridOf(plan: Plan): Grid {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let i = 0; i < plan.count; i++) {
		left = Math.min(left, plan.x[i]!);
		right = Math.max(right, plan.x[i]!);
		top = Math.min(top, plan.y[i]!);
		bottom = Math.max(bottom, plan.y[i]!);
	}
	const size = plan.pitch * wide;
	const columns = Math.max(1, Math.floor((right - left) / size) + 1);
	const lines = Math.max(1, Math.floor((bottom - top) / size) + 1);
	const column = (x: number) => Math.min(columns - 1, Math.max(0, Math.floor((x - left) / size)));
	const line = (y: number) => Math.min(lines - 1, Math.max(0, Math.floor((y - top) / size)));
	const cell = (i: number) => line(plan.y[i]!) * columns + column(plan.x[i]!);

	// The seats of a square stand together: from begin[square] to begin[square + 1].
	const begin = new Uint32Array(columns * lines + 1);
	for (let i = 0; i < plan.count; i++) begin[cell(i) + 1]!++;
	for (let c = 0; c < columns * lines; c++) begin[c + 1]! += begin[c]!;
	const next = begin.slice();
	const seats = new Uint32Array(plan.count);
	for (let i = 0; i < plan.count; i++) seats[next[cell(i)]!++] = i;

	function within(l: number, t: number, r: number, b: number, found: (seat: number) => void): void {
		if (r < left || l > right || b < top || t > bottom) return;
		const [c0, c1, l1] = [column(l), column(r), line(b)];
		for (let row = line(t); row <= l1; row++) {
			for (let k = begin[row * columns + c0]!, end = begin[row * columns + c1 + 1]!; k < end; k++) {
				const i = seats[k]!;
				if (plan.x[i]! >= l && plan.x[i]! <= r && plan.y[i]! >= t && plan.y[i]! <= b) found(i);
			}
		}
	}
	function nearest(x: number, y: number, reach: number): number {
		let best = -1;
		let least = reach * reach;
		within(x - reach, y - reach, x + reach, y + reach, (i) => {
			const away = (plan.x[i]! - x) ** 2 + (plan.y[i]! - y) ** 2;
			if (away <= least) [best, least] = [i, away];
		});
		return best;
	}
	function beside(seat: number, dx: number, dy: number): number {
		const [x, y] = [plan.x[seat]!, plan.y[seat]!];
		// Nearby first; across an aisle or a gap between sections when there is nobody.
		for (const reach of [plan.pitch * 3, plan.pitch * 12, plan.pitch * 60]) {
			let best = -1;
			let least = Infinity;
			within(x - reach, y - reach, x + reach, y + reach, (i) => {
				const [ax, ay] = [plan.x[i]! - x, plan.y[i]! - y];
				const ahead = ax * dx + ay * dy;
				const aside = Math.abs(ax * dy) + Math.abs(ay * dx);
				if (ahead <= plan.pitch * 0.25 || aside > ahead * 1.2) return;
				const cost = ahead + 2 * aside;
				if (cost < least) [best, least] = [i, cost];
			});
			if (best >= 0) return best;
		}
		return -1;
	}
	return { within, nearest, beside, left, top, right, bottom };
}
