import { SvelteSet } from 'svelte/reactivity';
import { api, take, type Schema } from '$lib/api/client';
import { streaming } from '$lib/live';
import { gridOf, type Grid } from './grid';
import { available } from './look';
import { planOf, type Plan } from './plan';

/** How long to wait before asking again for a chart that could not be read, in ms. */
const again = 3000;

/** The seats of an event as they stand, kept up to date while somebody looks. */
export interface Hall {
	readonly plan: Plan;
	readonly grid: Grid;
	/** A letter for each seat. Changed in place. */
	readonly states: Uint8Array;
	/** The ledger of the event as far as states have it. */
	readonly seq: number;
	/** Rises when states have changed, for what shows counts. */
	readonly version: number;
	/** What somebody has chosen. */
	readonly chosen: SvelteSet<number>;
	/** Follows the changes; `changed` is told which seats they are. Returns how to stop. */
	follow(changed: (seats: number[]) => void): () => void;
	/** Reads the whole chart again. */
	reload(): Promise<void>;
}

/** How often seats are asked for that the stream tells nobody of, since it knows no codes, in ms. */
const unheard = 10_000;

/** Opens the hall of an event, with the seats that an access code opens. */
export async function openHall(event: string, code?: string): Promise<Hall> {
	const path = { event_id: event };
	const query = { access_code: code };
	const [layout, chart] = await Promise.all([
		take(api.GET('/v1/events/{event_id}/seats/layout', { params: { path, query } })),
		take(api.GET('/v1/events/{event_id}/seats', { params: { path, query } }))
	]);
	const plan = planOf(layout);
	const grid = gridOf(plan);
	const states = new Uint8Array(plan.count);
	const chosen = new SvelteSet<number>();
	let version = $state(0);
	let seq = chart.ledger_seq;
	let tell: (seats: number[]) => void = () => {};

	function read(text: string): number[] {
		const differ: number[] = [];
		for (let i = 0; i < plan.count; i++) {
			const letter = text.charCodeAt(i);
			if (states[i] !== letter) {
				states[i] = letter;
				differ.push(i);
			}
		}
		return differ;
	}
	read(chart.seats);

	function took(differ: number[]): void {
		if (!differ.length) return;
		// What somebody else has taken meanwhile can no longer be chosen.
		for (const seat of differ) if (states[seat] !== available) chosen.delete(seat);
		version++;
		tell(differ);
	}
	async function reload(): Promise<void> {
		const now = await take(api.GET('/v1/events/{event_id}/seats', { params: { path, query: { ...query, at_least: seq } } }));
		seq = now.ledger_seq;
		took(read(now.seats));
	}
	function apply(frame: Schema['SeatChanges']): void {
		if (!frame.complete) {
			reload().catch(() => setTimeout(() => void reload().catch(() => undefined), again));
			return;
		}
		seq = Math.max(seq, frame.ledger_seq);
		const differ: number[] = [];
		for (const { seat, state } of frame.seats) {
			const letter = state.charCodeAt(0);
			if (states[seat - 1] === letter) continue;
			states[seat - 1] = letter;
			differ.push(seat - 1);
		}
		took(differ);
	}

	function follow(changed: (seats: number[]) => void): () => void {
		tell = changed;
		const stop = streaming(
			() => `/v1/events/${encodeURIComponent(event)}/stream?only=seats&after_seq=${seq}`,
			'seat_status_changed',
			(e) => apply(JSON.parse(e.data) as Schema['SeatChanges'])
		);
		const asking = code && setInterval(() => document.visibilityState === 'visible' && void reload().catch(() => undefined), unheard);
		return () => {
			if (asking) clearInterval(asking);
			stop();
			tell = () => {};
		};
	}
	return {
		plan,
		grid,
		states,
		chosen,
		follow,
		reload,
		get seq() {
			return seq;
		},
		get version() {
			return version;
		}
	};
}
