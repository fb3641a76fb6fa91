import { checkout } from '$lib/translations/checkout';
import type { IconName } from '$lib/ui/icons';
import type { Way } from './way';

/** How an order is shown on its way: what is said of it, largest first. */
export interface Face {
	icon: IconName;
	tone: keyof typeof tones;
	title: string;
	text: string;
}

export const tones = { good: 'bg-accent text-on-accent', sun: 'bg-sun-wash text-sun', quiet: 'bg-sunken text-soft' };

/** What is said of an order; `time` is until when it can be paid, `whole` the same once the payment has begun, or empty. */
export function faceOf(way: Way, { time, whole, exchanged }: { time: string; whole: string; exchanged: boolean }): Face {
	switch (way) {
		case 'kept':
		case 'failed':
			return {
				icon: 'clock',
				tone: 'sun',
				title: checkout('pending.title'),
				text: whole ? checkout('pending.textFirst', { time, whole }) : checkout('pending.text', { time })
			};
		case 'underway':
			return { icon: 'clock', tone: 'sun', title: checkout('way.pending.title'), text: checkout('way.pending.text', { time }) };
		case 'captured':
			return { icon: 'check', tone: 'good', title: checkout('way.captured.title'), text: checkout('way.captured.text') };
		case 'paid':
			return { icon: 'check', tone: 'good', title: checkout('paid.title'), text: checkout('paid.text') };
		case 'lapsed':
			return { icon: 'clock', tone: 'quiet', title: checkout('lapsed.title'), text: checkout('lapsed.text') };
		case 'lapsedUnderway':
			return { icon: 'clock', tone: 'sun', title: checkout('lapsed.way.title'), text: checkout('lapsed.way.text') };
		case 'lapsedCaptured':
			return { icon: 'clock', tone: 'sun', title: checkout('lapsed.captured.title'), text: checkout('lapsed.captured.text') };
		case 'lapsedBack':
			return { icon: 'back', tone: 'quiet', title: checkout('lapsed.back.title'), text: checkout('lapsed.back.text') };
		case 'cancelled':
			return { icon: 'leave', tone: 'quiet', title: checkout('ended.cancelled.title'), text: checkout('ended.cancelled.text') };
		case 'refunded':
			if (exchanged) return { icon: 'check', tone: 'good', title: checkout('ended.exchanged.title'), text: checkout('ended.exchanged.text') };
			return { icon: 'back', tone: 'quiet', title: checkout('ended.refunded.title'), text: checkout('ended.refunded.text') };
	}
}
