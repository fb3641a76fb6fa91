import { checkout } from '$lib/translations/checkout';
import { goods as goodsWords } from '$lib/translations/goods';
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

interface About {
	/** Until when it can be paid, and the same once the payment has begun, or empty. */
	time: string;
	whole: string;
	exchanged: boolean;
	/** It has goods alone: nothing of it is a ticket. */
	goods?: boolean;
}

/** What is said of an order. The words for goods are loaded where there are any (see readStanding). */
export function faceOf(way: Way, about: About): Face {
	const face = ticketsFace(way, about);
	return about.goods ? { ...face, ...goodsFace(way, about.time) } : face;
}

/** What is said otherwise of an order without tickets. */
function goodsFace(way: Way, time: string): Partial<Face> {
	switch (way) {
		case 'kept':
		case 'failed':
			return { title: goodsWords('order.reserved') };
		case 'underway':
			return { text: goodsWords('order.underway', { time }) };
		case 'captured':
			return { text: goodsWords('order.captured') };
		case 'paid':
			return { title: goodsWords('order.paid'), text: goodsWords('order.paidText') };
		case 'lapsed':
			return { text: goodsWords('order.lapsed') };
		case 'lapsedUnderway':
			return { text: goodsWords('order.lapsedUnderway') };
		case 'lapsedCaptured':
			return { text: goodsWords('order.lapsedCaptured') };
		case 'lapsedBack':
			return { text: goodsWords('order.lapsedBack') };
		case 'cancelled':
			return { text: goodsWords('order.returned') };
		case 'refunded':
			return { text: goodsWords('order.refunded') };
	}
}

function ticketsFace(way: Way, { time, whole, exchanged }: About): Face {
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
