// Buying tickets: an event that sells some, an order, a payment with the test
// provider, and what the gate says of a code.
import type { Page, Request } from '@playwright/test';
import { ahead, type Call, type Mail } from '../fixtures/api';
import { expect } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** An event whose tickets cost something, with a code for it. */
export async function sale(call: Call, more = {}) {
	const event = await call('POST', '/v1/events', {
		title: 'Lanterna: the autumn concert',
		description: 'Two sets, **one interval**, and the harbour behind the stage.',
		location: 'Old Harbour, Pier 2',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 40,
		currency: 'EUR',
		tiers: [
			{ name: 'Regular', description: 'With a drink, seats not numbered', price: 2400, tax_rate_bp: 1900, tax_included: true },
			{ name: 'Friends of the house', price: 900, tax_rate_bp: 1900, tax_included: true, hidden: true }
		],
		publish: true,
		...more
	});
	await call('POST', `/v1/events/${event.id}/codes`, { code: 'AUTUMN', kind: 'promo', percent_bp: 2500 });
	return event;
}

/** Says who buys. */
export async function details(page: Pick<Page, 'getByLabel'>, name: string, email: string) {
	await page.getByLabel(say.guest('join.name')).fill(name);
	await page.getByLabel(say.checkout('who.email')).first().fill(email);
}

/** Orders tickets of a tier, and waits for what their page says: that they are kept, and can be paid. */
export async function order(page: Page, event: { id: string }, tier: string, count: number, name: string, email: string, says = say.checkout('pending.title')) {
	await page.goto(`/events/${event.id}`);
	for (let i = 0; i < count; i++) await page.getByRole('button', { name: `One more: ${tier}` }).click();
	await details(page, name, email);
	await page.getByRole('button', { name: /^Get \d+ ticket/ }).click();
	await expect(page.getByRole('heading', { name: says })).toBeVisible();
}

/** Pays an order with the test provider, and waits until the page is there again from which the buyer left. */
export async function pay(page: Page) {
	const button = page.getByRole('button', { name: /^Pay €/ });
	await button.waitFor();
	const from = page.url();
	await button.click();
	await page.waitForURL(/\/testpay\//); // its button says the same
	await page.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await page.waitForURL(from);
	await expect(page.getByRole('heading', { name: /^(Paid\. See you there!|You’re going)$/ })).toBeVisible();
}

/** Scans a ticket at the gate of an event. */
export const scan = (call: Call, event: { id: string }, token: string) => call('POST', '/v1/checkins', { event_id: event.id, token });

/** The button with which a ticket is given to the waitlist. */
export const give = 'Can’t come? Sell it back to the waitlist';

/** Follows the fresh link that was mailed last: with it money and tickets move. */
export async function freshly(page: Page, mail: Mail, email: string) {
	const found = await mail(email, /Your new link[^]*?\/r\/hl_[A-Za-z0-9_-]+/);
	await page.goto(found.slice(found.lastIndexOf('/r/')));
}

/** Has a fresh link mailed to whose link the page is of, and follows it. */
export async function renew(page: Page, mail: Mail, email: string) {
	const link = new URL(page.url()).pathname.split('/').pop();
	expect((await page.request.post('/v1/links:renew', { data: { link } })).status()).toBe(202);
	await freshly(page, mail, email);
}

/** Goes to a page that is told about what is one's own, and returns once it listens. */
export async function listening(page: Page, address: string): Promise<void> {
	const stream = page.waitForResponse((answer) => answer.url().includes('/v1/me/stream') && answer.ok());
	await page.goto(address);
	await stream;
}

/** Has a page that listens, and whose clock is Playwright's, run for a while in which nothing changes: it asks for nothing meanwhile. */
export async function quiet(page: Page): Promise<void> {
	const asked: string[] = [];
	const note = (request: Request) => void asked.push(`${request.method()} ${request.url()}`);
	page.on('request', note);
	await page.clock.runFor(30_000);
	expect(
		asked.filter((of) => of.includes('/v1/')),
		'a page that is told about changes asks for nothing'
	).toEqual([]);
	page.off('request', note);
}
