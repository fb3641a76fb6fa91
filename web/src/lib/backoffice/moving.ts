import type { Hall } from '$lib/seats/hall.svelte';
import type { Hand } from '$lib/seats/hand';
import { available, type Look } from '$lib/seats/look';
import { placeOf, type Plan } from '$lib/seats/plan';
import { toScreen, type Size, type View } from '$lib/seats/view';
import { seats } from '$lib/translations/seats';
import { transfer } from '$lib/translations/transfer';

/** What the map shows of a seat that a ticket cannot be moved to: as if it were sold. */
const elsewhere = 's'.charCodeAt(0);

/** Where a ticket can be moved to in a hall, as the hall stands. */
export interface Moving {
	/** The seat that the ticket has; -1: none of the plan. */
	readonly own: number;
	/** A letter for each seat: available where the ticket can be moved to. Changed in place by `follow`. */
	readonly states: Uint8Array;
	/** Whether the ticket can be moved to a seat. */
	can(seat: number): boolean;
	/** The seat among those that pass that is nearest to where the ticket is: in its row, in its section, elsewhere; -1: none. */
	nearest(passes?: (seat: number) => boolean): number;
	/** Takes over what has become of seats. */
	follow(changed: readonly number[]): void;
	/** A seat in words, for people who cannot see the map. */
	say(seat: number, chosen: number): string;
	place(seat: number): string;
	/** Draws where the ticket is. */
	readonly hand: Hand;
}

/** Opens what a ticket of a tier that has a seat can be moved to. */
export function movingIn({ plan, states }: Pick<Hall, 'plan' | 'states'>, tier: string, seat: string): Moving {
	const own = ownOf(plan, seat);
	const ofTier = (s: number) => plan.tiers[plan.tier[s]!]?.id === tier;
	const can = (s: number) => states[s] === available && ofTier(s);
	const shown = new Uint8Array(plan.count);
	const follow = (changed: Iterable<number>) => {
		for (const s of changed) shown[s] = can(s) ? available : elsewhere;
	};
	follow(Array.from({ length: plan.count }, (_, s) => s));
	const place = (s: number) => seats('seat.place', placeOf(plan, s));

	function nearest(passes: (s: number) => boolean = () => true): number {
		let [best, least] = [-1, Infinity];
		for (let s = 0; s < plan.count; s++) {
			if (!can(s) || !passes(s)) continue;
			const away = own < 0 ? s : distance(plan, own, s);
			if (away < least) [best, least] = [s, away];
		}
		return best;
	}
	function stateOf(s: number, chosen: number): string {
		if (s === own) return transfer('desk.seat.own');
		if (s === chosen) return seats('seat.chosen');
		if (states[s] === available) return transfer(ofTier(s) ? 'desk.seat.free' : 'desk.seat.other');
		const taken: Record<string, string> = { h: seats('seat.held'), b: seats('seat.blocked'), w: seats('seat.reserved') };
		return taken[String.fromCharCode(states[s]!)] ?? seats('seat.sold');
	}
	function say(s: number, chosen: number): string {
		const { name } = plan.tiers[plan.tier[s]!]!;
		const state = stateOf(s, chosen);
		return name ? seats('seat.say', { place: place(s), tier: name, state }) : `${place(s)}: ${state}`;
	}
	return { own, states: shown, can, nearest, follow, say, place, hand: marking(plan, own) };
}

function ownOf(plan: Plan, seat: string): number {
	const own = plan.index(seat);
	return own >= 0 && own < plan.count && plan.id(own) === seat ? own : -1;
}

/** How far a seat is from another: one of the same row is nearer than any of another row, one of the same section than any elsewhere. */
function distance(plan: Plan, from: number, to: number): number {
	const [a, b] = [plan.row[from]!, plan.row[to]!];
	const apart = a === b ? 0 : plan.rows[a]!.section === plan.rows[b]!.section ? 1 : 2;
	return apart * 1e9 + Math.hypot(plan.x[from]! - plan.x[to]!, plan.y[from]! - plan.y[to]!);
}

/** Draws a ring with a point in it over the seat that the ticket has. */
function marking(plan: Plan, own: number): Hand {
	return {
		press: () => false,
		drag: () => {},
		release: () => {},
		tap: () => false,
		key: () => false,
		draw(paint: CanvasRenderingContext2D, view: View, size: Size, look: Look) {
			if (own < 0) return;
			const [x, y] = toScreen(view, size, plan.x[own]!, plan.y[own]!);
			const half = Math.max(6, plan.pitch * view.zoom * 0.44);
			paint.fillStyle = look.ground;
			paint.strokeStyle = look.ink;
			paint.lineWidth = Math.max(2, half * 0.22);
			paint.beginPath();
			paint.arc(x, y, half, 0, 2 * Math.PI);
			paint.fill();
			paint.stroke();
			paint.fillStyle = look.ink;
			paint.beginPath();
			paint.arc(x, y, half * 0.38, 0, 2 * Math.PI);
			paint.fill();
		}
	};
}
