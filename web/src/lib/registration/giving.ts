import { readChoice } from '$lib/event/choice';
import { saleOf, type Tier } from '$lib/event/event';

// Donations beside an order: which can be given now, and what was typed of them.

/** What is asked for now, of what a buyer can have. */
export const giftsOf = (tiers: readonly Tier[], now: number): Tier[] => tiers.filter((t) => t.kind === 'donation' && !t.hidden && !saleOf(t, now));

/** What was typed as a gift, in minor units: 0 where nothing was chosen, undefined where it cannot be given. */
export const readGift = (t: Tier, typed: string | undefined): number | undefined => (typed ? readChoice(t, typed) : 0);

/** The field of a donation, with its words: fetched when it is needed, as few events ask for one. */
export async function giving() {
	const [{ default: Donation }] = await Promise.all([import('./Donation.svelte'), import('$lib/translations/donations').then((w) => w.donations.load())]);
	return Donation;
}
