import type { Schema } from '$lib/api/client';

type Tier = Schema['Tier'];

/** Amounts in these currencies are paid in such steps of minor units, as the server has it. */
const steps: Record<string, number> = { HUF: 100, MGA: 100, TWD: 100, BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10 };

/** What a buyer pays for one ticket of a tier, with what the fees add to it. */
export const paidFor = (t: Tier): number => t.unit_gross + t.unit_fees;

/** The fees of an event. */
export const feesOf = (tiers: Tier[]): Tier[] => tiers.filter((t) => t.kind === 'fee' && t.fee);

/** What a fee comes to in an order with so many tickets that cost something, and that together cost so much, as the server computes it. */
export function feeFor(t: Tier, tickets: number, gross: number, currency: string): number {
	if (!tickets || !t.fee) return 0;
	const { per_order, per_ticket, rate_bp, max } = t.fee;
	const sum = per_order + per_ticket * tickets + Math.round((gross * rate_bp) / 10_000);
	const step = steps[currency] ?? 1;
	return Math.round((max ? Math.min(max, sum) : sum) / step) * step;
}

/** What fees come to in an order of so many tickets at such prices, each with its name; tickets that cost nothing make none. */
export function feesIn(fees: Tier[], tickets: readonly { count: number; each: number }[], currency: string): { id: string; name: string; amount: number }[] {
	const paid = tickets.reduce((n, t) => n + (t.each > 0 ? t.count : 0), 0);
	const gross = tickets.reduce((n, t) => n + t.count * t.each, 0);
	return fees.map((f) => ({ id: f.id, name: f.name, amount: feeFor(f, paid, gross, currency) })).filter((f) => f.amount);
}

/** What the fees of an event add to a ticket that costs so much. */
export const feesOn = (tiers: Tier[], gross: number, currency: string): number =>
	gross > 0 ? feesOf(tiers).reduce((n, t) => n + feeFor({ ...t, fee: { ...t.fee!, per_order: 0 } }, 1, gross, currency), 0) : 0;
