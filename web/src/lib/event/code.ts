import type { Schema } from '$lib/api/client';
import { chosen } from './choice';
import type { Tier } from './event';

/** What one unit of a tier costs with a code; `regular` is what it costs without. */
export function paidWith(worth: Schema['CodeWorth'] | undefined, tier: Tier, regular: number): number {
	const good = worth?.prices.find((p) => p.tier_id === tier.id);
	if (!good) return regular;
	if (!chosen(tier)) return good.unit_gross;
	const off = worth!.percent_bp ? Math.round((regular * worth!.percent_bp) / 10_000) : (worth!.amount ?? 0);
	return Math.max(0, regular - off);
}
