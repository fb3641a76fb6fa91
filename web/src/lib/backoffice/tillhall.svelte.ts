import type { Schema } from '$lib/api/client';
import type { Description } from '$lib/seats/describe';
import type { Hall } from '$lib/seats/hall.svelte';
import { seats as words } from '$lib/translations/seats';
import type TillSeats from './TillSeats.svelte';

type Tier = Schema['Tier'];

/** The hall of an event at a till: fetched when somebody wants to see it, with the seats of the sale. */
export class TillHall {
	readonly #event: string;
	#hall = $state.raw<Hall>();
	#describe = $state.raw<(event: Schema['Event'], hall: Hall) => Description>();
	/** What shows the hall, once it was opened. */
	card = $state.raw<typeof TillSeats>();
	/** The hall is on the screen. */
	shown = $state(false);
	/** The seats that were chosen here, to tell that one of them is another's by now. */
	readonly #meant = new Set<number>();
	/** Chosen seats that somebody else has by now. */
	gone = $state.raw<readonly number[]>([]);
	/** The seats of the sale, in the order of the plan. */
	readonly seats = $derived(this.#hall ? [...this.#hall.chosen].sort((a, b) => a - b) : []);

	constructor(event: string) {
		this.#event = event;
	}

	get hall(): Hall | undefined {
		return this.#hall;
	}

	/** Shows the hall. */
	async open(): Promise<void> {
		if (!this.#hall) {
			const [card, describing, { openHall }] = await Promise.all([
				import('./TillSeats.svelte'),
				import('$lib/seats/describe'),
				import('$lib/seats/hall.svelte'),
				words.load()
			]);
			this.#hall = await openHall(this.#event);
			[this.card, this.#describe] = [card.default, describing.describeSeats];
		}
		this.shown = true;
	}

	/** Follows what becomes of the seats; `changed` draws them again. While `busy`, what happens to those of the sale is what the sale does. */
	follow(changed: (seats: number[]) => void, busy: () => boolean): (() => void) | undefined {
		return this.#hall?.follow((differ) => {
			changed(differ);
			const lost = differ.filter((seat) => this.#meant.delete(seat));
			if (lost.length && !busy()) this.gone = lost;
		});
	}

	/** Chooses a seat, or gives it back. */
	pick(seat: number): void {
		this.gone = [];
		if (this.#hall!.chosen.delete(seat)) {
			this.#meant.delete(seat);
			return;
		}
		this.#hall!.chosen.add(seat);
		this.#meant.add(seat);
	}

	/** Gives all seats back. */
	clear(): void {
		this.#meant.clear();
		this.#hall?.chosen.clear();
		this.gone = [];
	}

	/** The id of a seat, as the API has it. */
	id(seat: number): string {
		return this.#hall!.plan.id(seat);
	}

	/** The tier of a seat among those of the event. */
	tierOf(seat: number, tiers: readonly Tier[]): Tier {
		const { plan } = this.#hall!;
		return tiers.find((t) => t.id === plan.tiers[plan.tier[seat]!]!.id)!;
	}

	/** The seats in words, with the prices of the event; undefined while the hall was not opened. */
	described(event: Schema['Event']): Description | undefined {
		return this.#hall && this.#describe?.(event, this.#hall);
	}
}
