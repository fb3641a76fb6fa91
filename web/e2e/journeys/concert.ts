// The events of organizers' working days: one with a price, and one that is full
// with people waiting.
import { ahead, type Call } from '../fixtures/api';

const times = { ...ahead(25, 3), timezone: 'Europe/Berlin', publish: true };

/** A concert with three orders, of which one is paid. */
export async function concert(call: Call) {
	const event = await call('POST', '/v1/events', {
		...times,
		title: 'Concert in the boiler house',
		location: 'Boiler house',
		capacity: 60,
		currency: 'EUR',
		tiers: [
			{ name: 'Standing', price: 2400, tax_rate_bp: 700 },
			{ name: 'Balcony', price: 4200, tax_rate_bp: 700 }
		]
	});
	const [standing, balcony] = event.tiers;
	const order = (name: string, email: string, ...items: { tier_id: string; quantity: number }[]) =>
		call('POST', `/v1/events/${event.id}/orders`, { user_id: email, email, name, items });
	const nele = await order('Nele Brandt', 'nele@example.org', { tier_id: standing.id, quantity: 2 }, { tier_id: balcony.id, quantity: 1 });
	const jonas = await order('Jonas Weiß', 'jonas@example.org', { tier_id: balcony.id, quantity: 2 });
	const aylin = await order('Aylin Öztürk', 'aylin@example.org', { tier_id: standing.id, quantity: 1 });
	await call('POST', `/v1/orders/${aylin.id}:mark-paid`, { reference: 'Box office 7' });
	return { page: `/manage/events/${event.id}`, nele, jonas };
}

/** A walk that is full, with three parties waiting, and its page. */
export async function walk(call: Call) {
	const event = await call('POST', '/v1/events', { ...times, title: 'Night walk through the archive', location: 'City archive', capacity: 3, max_guests: 2 });
	const join = (name: string, email: string, ...guests: string[]) =>
		call('POST', `/v1/events/${event.id}/registrations`, { user_id: email, email, name, guests: guests.map((g) => ({ name: g })), join_waitlist: true });
	await join('Ines Kaya', 'ines@example.org', 'Mara Kaya');
	await join('Tom Ferrand', 'tom@example.org');
	await join('Priya Nair', 'priya@example.org');
	await join('Luc Moreau', 'luc@example.org', 'Zoé Moreau');
	await join('Hana Sato', 'hana@example.org');
	return { page: `/manage/events/${event.id}` };
}
