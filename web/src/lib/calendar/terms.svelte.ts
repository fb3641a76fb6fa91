import type { Schema } from '$lib/api/client';
import { digitsOf } from '$lib/event/money';
import type { Venue } from './house';

/** A step of the rule for giving back, as it is typed. */
export interface Step {
	key: number;
	days: string;
	percent: string;
}

let keys = 0;

/** What bookings of a venue cost, as a form has it. */
export class Terms {
	currency = $state('');
	hour = $state('');
	booking = $state('');
	tax = $state('');
	percent = $state('');
	within = $state('');
	balance = $state('');
	transfers = $state(false);
	steps = $state<Step[]>([]);

	constructor(v: Venue) {
		const of = v.booking_terms;
		const amount = (n?: number) => (n ? String(n / 10 ** digitsOf(of.currency ?? '')) : '');
		this.currency = of.currency ?? '';
		this.hour = amount(of.price_per_hour);
		this.booking = amount(of.price_per_booking);
		this.tax = of.tax_rate_bp ? String(of.tax_rate_bp / 100) : '';
		this.percent = of.deposit_percent ? String(of.deposit_percent) : '';
		this.within = of.pay_within_hours ? String(of.pay_within_hours) : '48';
		this.balance = of.balance_days_before ? String(of.balance_days_before) : '';
		this.transfers = of.bank_transfer ?? false;
		this.steps = (of.refunds ?? []).map((r) => ({ key: ++keys, days: String(r.days_before), percent: String(r.percent) }));
	}

	add(): void {
		this.steps.push({ key: ++keys, days: '', percent: '' });
	}

	/** What is not a number, by the names of the API's fields. */
	readonly wrong = $derived.by(() => {
		const wrong: Record<string, string> = {};
		if (!this.currency) return wrong;
		const whole = (field: string, text: string) => {
			if (!/^\d*$/.test(text.trim())) wrong[`booking_terms.${field}`] = 'wrong_type';
		};
		const amount = (field: string, text: string) => {
			if (!/^\d*([.,]\d+)?$/.test(text.trim())) wrong[`booking_terms.${field}`] = 'not_an_amount';
		};
		amount('price_per_hour', this.hour);
		amount('price_per_booking', this.booking);
		amount('tax_rate_bp', this.tax);
		whole('deposit_percent', this.percent);
		whole('pay_within_hours', this.within);
		whole('balance_days_before', this.balance);
		this.steps.forEach((s, i) => {
			if (!/^\d+$/.test(s.days.trim())) wrong[`booking_terms.refunds[${i}].days_before`] = 'wrong_type';
			if (!/^\d+$/.test(s.percent.trim())) wrong[`booking_terms.refunds[${i}].percent`] = 'wrong_type';
		});
		return wrong;
	});

	/** As the API takes it. */
	get body(): Schema['VenueChange'] {
		if (!this.currency) return { booking_terms: {} };
		const amount = (text: string) => Math.round(Number(text.trim().replace(',', '.')) * 10 ** digitsOf(this.currency));
		return {
			booking_terms: {
				currency: this.currency,
				price_per_hour: amount(this.hour),
				price_per_booking: amount(this.booking),
				tax_rate_bp: Math.round(Number(this.tax.trim().replace(',', '.')) * 100),
				deposit_percent: Number(this.percent),
				pay_within_hours: Number(this.within),
				balance_days_before: Number(this.balance),
				bank_transfer: this.transfers,
				refunds: this.steps.map((s) => ({ days_before: Number(s.days), percent: Number(s.percent) }))
			}
		};
	}
}
