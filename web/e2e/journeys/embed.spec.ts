// The journey of people who take part on a website of another origin, under a strict policy and
// without a cookie: registering, buying, waiting, a waiting room; and of a website that may not.
import type { FrameLocator, Page, Request, Route } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { settled } from '../fixtures/axe';
import { arrive } from '../fixtures/arriving';
import { desktop, phone } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { Website } from '../fixtures/website';
import { details, pay, sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

interface Told {
	name: string;
	detail: object;
}
declare global {
	interface Window {
		told: Told[];
	}
}

/** What may move on the website, as browsers count it. */
const still = 0.01;

const frame = (page: Page): FrameLocator => page.frameLocator('holdfast-event iframe');

/** Somebody on a website, whose browser keeps nothing for pages in frames of others. */
async function visitor({ base, person }: Site, website: Website, more: Parameters<Site['person']>[0] = {}) {
	const page = await person({ baseURL: website.origin, also: new URL(base).host, ...more });
	await page.addInitScript(() => {
		window.told = [];
		for (const name of ['registered', 'ordered', 'waiting'])
			addEventListener(`holdfast:${name}`, (e) => window.told.push({ name, detail: (e as CustomEvent<object>).detail }));
		if (window === top) return;
		for (const storage of ['localStorage', 'sessionStorage'])
			Object.defineProperty(window, storage, {
				get() {
					throw new DOMException('not here', 'SecurityError');
				}
			});
	});
	return page;
}
const told = (page: Page) => page.evaluate(() => window.told);

/** Collects what requests of a page send of cookies. */
function cookies(page: Page): string[] {
	const sent: string[] = [];
	const note = async (request: Request) => {
		const { cookie } = await request.allHeaders();
		if (cookie) sent.push(`${request.url()}: ${cookie}`);
	};
	page.on('request', (request) => void note(request).catch(() => undefined));
	return sent;
}

test('on another website', async ({ site }) => {
	const { base, call } = site;
	const website = await Website.start(base);
	const other = await Website.start(base);
	try {
		const times = { ...ahead(30, 3), timezone: 'Europe/Berlin', publish: true };
		const walk = await call('POST', '/v1/events', { title: 'Lantern walk', location: 'Old Harbour, Pier 2', ...times, capacity: 40, max_guests: 2 });

		await call('PUT', `/v1/events/${walk.id}/questions`, {
			questions: [{ id: 'lantern', kind: 'text', scope: 'order', label: 'Which lantern do you bring?' }]
		});

		// An owner names the website, and copies what goes there; the preview shows it.
		const olga = await site.person({ storageState: await member(site, 'olga.site@example.org', 'Olga', 'owner'), viewport: desktop });
		await olga.goto(`/manage/events/${walk.id}/website`);
		const websites = olga.getByRole('region', { name: say.backoffice('websites.title') });
		await websites.getByLabel(say.backoffice('websites.field')).fill(website.origin);
		await websites.getByRole('button', { name: say.core('save') }).click();
		await expect(olga.getByText(say.core('saved'))).toBeVisible();
		// Pages know of it within a second.
		await expect
			.poll(async () => (await olga.request.get(`${site.base}/embed/events/${walk.id}`)).headers()['content-security-policy'])
			.toContain(website.origin);
		await expect(frame(olga).getByRole('heading', { name: 'Lantern walk' })).toBeVisible();
		const lines = olga.getByLabel(say.website('copy.label'));
		// As high as the form with what is asked besides, once all of it has come.
		await expect(frame(olga).getByLabel('Which lantern do you bring?')).toBeVisible();
		const asked = / height="(\d+)"/;
		await expect
			.poll(async () => {
				const content = await frame(olga)
					.locator('.framed')
					.evaluate((e) => e.getBoundingClientRect().height);
				return Number(asked.exec(await lines.inputValue())?.[1]) - Math.ceil(content / 20) * 20;
			})
			.toBe(0);
		const copied = await lines.inputValue();
		expect(copied.replace(asked, '')).toBe(website.html(walk.id, say.website('link')));
		await olga.getByLabel(say.website('theme')).selectOption('dark');
		await expect(lines).toHaveValue(/ theme="dark"/);
		await expect(frame(olga).locator('html')).toHaveAttribute('data-theme', 'dark');
		await site.show(olga, 'manage-website', true);
		await olga.context().close();

		// Registering with a guest, by somebody who is signed in elsewhere: nothing moves, no cookie is sent.
		const state = await signedIn(site, 'ada@example.org');
		for (const viewport of [phone, desktop]) {
			const ada = await visitor(site, website, { storageState: state, viewport });
			const sent = cookies(ada);
			const arrival = await arrive(ada, website.put(copied), { throttled: false });
			await expect(frame(ada).getByRole('heading', { name: 'Lantern walk' })).toBeVisible();
			await expect(ada.getByRole('link', { name: 'Take part' })).toBeHidden();
			expect(arrival.shift, `what moves when it comes: ${arrival.moved}`).toBeLessThan(still);
			const title = await ada.locator('holdfast-event iframe').getAttribute('title');
			expect(title).toContain('Lantern walk');
			const email = `ada.${viewport.width}@example.org`;
			await frame(ada).getByLabel(say.guest('join.name')).fill('Ada Lovelace');
			await frame(ada).getByLabel(say.guest('join.email'), { exact: true }).fill(email);
			await frame(ada)
				.getByRole('button', { name: say.guest('join.addGuest') })
				.click();
			await frame(ada)
				.getByLabel(say.guest('join.guestName', { n: 1 }))
				.fill('Grace Hopper');
			await frame(ada).getByLabel('Which lantern do you bring?').fill('A red one');
			await site.looking.picture(ada, 'embed-website', true);
			await frame(ada)
				.getByRole('button', { name: say.guest('join.submit', { n: 2 }) })
				.click();
			const done = frame(ada).getByRole('heading', { name: say.guest('done.confirmed.title') });
			await expect(done).toBeInViewport();
			await expect.poll(() => told(ada)).toEqual([{ name: 'registered', detail: { event: walk.id, status: 'confirmed' } }]);
			console.log(`moved on the website, ${viewport.width} px, with all that was done: ${await ada.evaluate(() => window.arrival.shift)}`);
			expect(sent).toEqual([]);
			await ada.context().close();
		}

		// In the theme and the language that the website wants, and in another theme when it does.
		const cid = await visitor(site, website);
		await cid.goto(website.page(walk.id, ' theme="dark" lang="de"'));
		const html = frame(cid).locator('html');
		await expect(frame(cid).getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible();
		await expect(html).toHaveAttribute('data-theme', 'dark');
		await cid.locator('holdfast-event').evaluate((e) => e.setAttribute('theme', 'light'));
		await expect(html).toHaveAttribute('data-theme', 'light');
		// Everything else of ours opens in a tab of its own.
		const [whole] = await Promise.all([cid.waitForEvent('popup'), frame(cid).getByRole('link', { name: 'Seite der Veranstaltung öffnen' }).click()]);
		await whole.waitForURL(`${base}/events/${walk.id}`);
		await cid.context().close();

		// Sold out: the waitlist.
		const small = await call('POST', '/v1/events', { title: 'Night walk', ...times, capacity: 1 });
		await call('POST', `/v1/events/${small.id}/registrations`, { user_id: 'first', email: 'first@example.org', name: 'First' });
		const ben = await visitor(site, website);
		await ben.goto(website.page(small.id));
		await frame(ben).getByLabel(say.guest('join.name')).fill('Ben');
		await frame(ben).getByLabel(say.guest('join.email'), { exact: true }).fill('ben@example.org');
		await frame(ben)
			.getByRole('button', { name: say.guest('join.submitWaitlist', { n: 1 }) })
			.click();
		await expect(frame(ben).getByRole('heading', { name: say.guest('done.waitlisted.title') })).toBeVisible();
		await expect.poll(() => told(ben)).toEqual([{ name: 'waiting', detail: { event: small.id, for: 'waitlist' } }]);
		await ben.context().close();

		// Buying: it is paid on a page of its own, and the widget learns of it.
		const concert = await sale(call, { capacity: 1 });
		const grace = await visitor(site, website);
		await grace.goto(website.page(concert.id));
		await frame(grace)
			.getByRole('button', { name: say.checkout('buy.more', { tier: 'Regular' }) })
			.click();
		await frame(grace).getByLabel(say.guest('join.name')).fill('Grace Hopper');
		await frame(grace).getByLabel(say.guest('join.email'), { exact: true }).fill('grace@example.org');
		await frame(grace)
			.getByRole('button', { name: /^Get 1 ticket/ })
			.click();
		await expect(frame(grace).getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
		await site.looking.picture(grace, 'embed-pay-website', true);
		const [till] = await Promise.all([grace.waitForEvent('popup'), frame(grace).getByRole('link', { name: 'Pay €24.00' }).click()]);
		await pay(till);
		await till.close();
		await expect(frame(grace).getByRole('heading', { name: say.checkout('paid.title') })).toBeVisible();
		// What is left changes meanwhile: it is told once.
		await call('PATCH', `/v1/events/${concert.id}`, { title: 'Lanterna, again', capacity: 3 });
		await expect(frame(grace).getByRole('heading', { name: 'Lanterna, again' })).toBeVisible();
		await expect
			.poll(() => told(grace))
			.toEqual([
				{ name: 'ordered', detail: { event: concert.id, status: 'pending' } },
				{ name: 'ordered', detail: { event: concert.id, status: 'confirmed' } }
			]);
		await grace.context().close();

		// A waiting room: joining, waiting, one's own turn, and registering with the pass.
		const rush = await call('POST', '/v1/events', { title: 'Reunion concert', ...times, capacity: 40 });
		const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
		await call('PUT', `/v1/events/${rush.id}/onsale`, {
			mode: 'queue',
			identity: 'none',
			challenge: 'always',
			max_inside: 5,
			admission_seconds: 60,
			opens_at: from(-1),
			serves_at: from(8)
		});
		const dot = await visitor(site, website);
		await dot.goto(website.page(rush.id));
		await frame(dot)
			.getByRole('link', { name: say.room('card.go') })
			.click();
		await frame(dot)
			.getByRole('button', { name: say.room('join') })
			.click();
		await expect(frame(dot).getByText(say.room('safe.frame'))).toBeVisible();
		await expect.poll(() => told(dot)).toEqual([{ name: 'waiting', detail: { event: rush.id, for: 'waiting_room' } }]);
		await site.looking.picture(dot, 'embed-room-website', true);
		await frame(dot)
			.getByRole('button', { name: say.room('turn.go') })
			.click();
		await frame(dot)
			.getByRole('link', { name: say.room('in.go') })
			.click();
		await frame(dot).getByLabel(say.guest('join.name')).fill('Dot');
		await frame(dot).getByLabel(say.guest('join.email'), { exact: true }).fill('dot@example.org');
		await frame(dot)
			.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
			.click();
		await expect(frame(dot).getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
		await expect.poll(async () => (await told(dot)).map((t) => t.name)).toEqual(['waiting', 'registered']);
		await dot.context().close();

		// A website that is not named: the browser refuses the frame, and the link stays.
		const stranger = await (await site.browser.newContext({ viewport: phone })).newPage();
		const refused = stranger.waitForEvent('console', (m) => m.text().includes('frame-ancestors'));
		await stranger.goto(other.origin + other.page(walk.id));
		await refused;
		await expect(stranger.getByRole('link', { name: 'Take part' })).toBeVisible();
		await expect(stranger.locator('holdfast-event iframe')).toBeHidden();
		await stranger.context().close();

		// Without a script the link leads on.
		const plain = await site.person({ baseURL: website.origin, also: new URL(base).host, javaScriptEnabled: false });
		await plain.goto(website.page(walk.id));
		await plain.getByRole('link', { name: 'Take part' }).click();
		await plain.waitForURL(`${base}/events/${walk.id}`);

		// Nothing but these pages may be framed, whoever asks.
		for (const path of [
			`/events/${walk.id}`,
			`/events/${walk.id}/waiting-room`,
			'/',
			'/me',
			'/manage',
			'/sign-in',
			'/r/hl_nothing',
			'/embed/events/evt_nothing',
			'/v1/me',
			'/mailbox'
		])
			expect((await fetch(base + path)).headers.get('Content-Security-Policy'), path).toContain("frame-ancestors 'none'");
		for (const path of [`/embed/events/${walk.id}`, `/embed/events/${walk.id}/waiting-room`])
			expect((await fetch(base + path)).headers.get('Content-Security-Policy'), path).toContain(`frame-ancestors 'self' ${website.origin}`);

		// The pages of the frames, as they stand and as they are left.
		await site.visit([
			['embed', `/embed/events/${walk.id}`],
			['embed-full', `/embed/events/${small.id}`],

			['embed-waiting-room', `/embed/events/${rush.id}/waiting-room`]
		]);
		const many = await sale(call, { title: 'Matinee' });
		const eve = await site.person();
		await eve.goto(`/embed/events/${many.id}`);
		await site.show(eve, 'embed-buy');
		await eve.getByRole('button', { name: say.checkout('buy.more', { tier: 'Regular' }) }).click();
		await details(eve, 'Eve', 'eve@example.org');
		await eve.getByRole('button', { name: /^Get 1 ticket/ }).click();
		await expect(eve.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
		await site.show(eve, 'embed-pay');
	} finally {
		await website.stop();
		await other.stop();
	}
});

test('who writes on the website goes on where they are while the frame comes', async ({ site }) => {
	const { base, call } = site;
	const website = await Website.start(base);
	try {
		await call('PATCH', '/v1/organization', { websites: [website.origin] });
		const walk = await call('POST', '/v1/events', { title: 'Lantern walk', ...ahead(2, 3), timezone: 'Europe/Berlin', publish: true, capacity: 40 });
		const ada = await visitor(site, website);
		// The frame comes when she has begun to write.
		const held: Route[] = [];
		await ada.route('**/embed/events/**', (route) => void held.push(route));
		// Below what is seen, as far as browsers load ahead.
		await ada.goto(website.put(`<p><input aria-label="Search"></p><div id="far"></div>${website.html(walk.id, 'Take part')}`), {
			waitUntil: 'domcontentloaded'
		});
		await ada.locator('#far').evaluate((e) => (e.style.height = '60rem'));
		const search = ada.getByLabel('Search');
		await search.pressSequentially('lan');
		await expect.poll(() => held.length).toBe(1);
		await held[0]!.continue();
		await expect(frame(ada).getByRole('heading', { name: 'Lantern walk' })).toBeAttached();
		await settled(ada);
		await ada.waitForTimeout(500); // nothing is to happen
		await ada.keyboard.type('tern');
		await expect(search).toBeFocused();
		await expect(search).toHaveValue('lantern');
		expect(await ada.evaluate(() => scrollY)).toBe(0);
		// In the frame the focus goes on as on any page.
		await frame(ada).getByLabel(say.guest('join.name')).fill('Ada Lovelace');
		await expect(frame(ada).getByLabel(say.guest('join.name'))).toBeFocused();
	} finally {
		await website.stop();
	}
});

test('a list and a button on another website', async ({ site }) => {
	const { base, call } = site;
	const website = await Website.start(base);
	try {
		await call('PATCH', '/v1/organization', { websites: [website.origin] });
		const org = (await call('GET', '/v1/organization')).id;
		const times = { ...ahead(2, 3), timezone: 'Europe/Berlin', publish: true };
		const walk = await call('POST', '/v1/events', { title: 'Lantern walk', location: 'Old Harbour', ...times, capacity: 40 });
		await call('POST', `/v1/events/${walk.id}/series`, { rule: 'FREQ=WEEKLY;COUNT=4', title: 'Lantern walks' });
		const script = `<script src="${base}/embed.js"></script>`;
		const list = `${script}\n<holdfast-list organizer="${org}" limit="3"><a href="${base}/hosts/${org}">What is on</a></holdfast-list>`;
		for (const viewport of [phone, desktop]) {
			const ada = await visitor(site, website, { viewport });
			const sent = cookies(ada);
			const arrival = await arrive(ada, website.put(list), { throttled: false });
			const shown = ada.frameLocator('holdfast-list iframe');
			const link = shown.getByRole('link', { name: 'Lantern walk', exact: true });
			await expect(link).toBeVisible();
			await expect(shown.getByRole('link', { name: say.guest('series.more', { n: 3 }) })).toBeVisible();
			await expect(ada.getByRole('link', { name: 'What is on' })).toBeHidden();
			expect(arrival.shift, `what moves when the list comes: ${arrival.moved}`).toBeLessThan(still);
			await site.looking.picture(ada, 'embed-list-website', true);
			const [tab] = await Promise.all([ada.waitForEvent('popup'), link.click()]);
			await tab.waitForURL(`${base}/events/${walk.id}`);
			expect(sent).toEqual([]);
			await ada.context().close();

			// The button is a link that opens the event above the page, where people register.
			const bob = await visitor(site, website, { viewport });
			const button = `${script}\n<holdfast-button event="${walk.id}"><a href="${base}/events/${walk.id}">Get tickets</a></holdfast-button>`;
			const came = await arrive(bob, website.put(button), { throttled: false });
			expect(came.shift, `what moves when the button comes: ${came.moved}`).toBeLessThan(still);
			const press = bob.getByRole('link', { name: 'Get tickets' });
			await press.click();
			const dialog = bob.getByRole('dialog', { name: 'Get tickets' });
			await expect(dialog).toBeVisible();
			await expect(frame(bob).getByRole('heading', { name: 'Lantern walk' })).toBeVisible();
			await site.looking.picture(bob, 'embed-button-website');
			await dialog.getByRole('button', { name: 'Close' }).click();
			await expect(dialog).toBeHidden();
			await expect(press).toBeFocused();
			// On a dark page it is dark, by what the page declares or by what is painted behind it.
			for (const [property, value, theme] of [
				['background-color', 'rgb(16, 18, 16)', 'dark'],
				['background-color', 'rgb(255, 255, 255)', 'light'],
				['color-scheme', 'dark', 'dark'],
				['color-scheme', 'light', 'light']
			] as const) {
				await bob.evaluate(([p, v]) => document.body.style.setProperty(p, v), [property, value] as const);
				await bob.keyboard.press('Enter');
				await expect(dialog).toHaveCSS('background-color', theme === 'dark' ? 'rgb(17, 20, 18)' : 'rgb(255, 255, 255)');
				await expect(frame(bob).locator('html')).toHaveAttribute('data-theme', theme);
				if (property === 'background-color' && theme === 'dark') await site.looking.picture(bob, 'embed-button-dark-website');
				await dialog.getByRole('button', { name: 'Close' }).click();
				await expect(dialog).toBeHidden();
			}
			await bob.keyboard.press('Enter');
			await details(frame(bob), 'Bob', `bob.${viewport.width}@example.org`);
			await frame(bob)
				.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
				.click();
			await expect(frame(bob).getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
			await expect.poll(() => told(bob)).toEqual([{ name: 'registered', detail: { event: walk.id, status: 'confirmed' } }]);
			await bob.context().close();
		}
		for (const [html, name, to] of [
			[list, 'What is on', `/hosts/${org}`],
			[`<holdfast-button event="${walk.id}"><a href="${base}/events/${walk.id}">Get tickets</a></holdfast-button>`, 'Get tickets', `/events/${walk.id}`]
		] as const) {
			const plain = await site.person({ baseURL: website.origin, also: new URL(base).host, javaScriptEnabled: false });
			await plain.goto(website.put(html));
			await plain.getByRole('link', { name }).click();
			await plain.waitForURL(base + to);
			await plain.context().close();
		}
		await site.visit([['embed-list', `/embed/hosts/${org}`]]);
	} finally {
		await website.stop();
	}
});

test.describe('on a website of the same site', () => {
	test.use({ serverOptions: { command: 'demo', host: 'localhost' } });

	test('nobody is known', async ({ site }) => {
		const { base, call } = site;
		const website = await Website.start(base);
		try {
			await call('PATCH', '/v1/organization', { websites: [website.origin] });
			const walk = await call('POST', '/v1/events', { title: 'Lantern walk', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
			const ada = await visitor(site, website, { storageState: await signedIn(site, 'ada@example.org') });
			const sent = cookies(ada);
			await ada.goto(website.page(walk.id));
			await details(frame(ada), 'Ada Lovelace', 'somebody@example.org');
			await frame(ada)
				.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
				.click();
			await expect(frame(ada).getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
			// Her browser sends the cookie of her session with what it loads, and the frame sends it with nothing that it asks.
			expect(sent.some((of) => of.includes('/embed/events/'))).toBe(true);
			expect(sent.filter((of) => of.includes('/v1/') && !of.includes('/stream?only=availability'))).toEqual([]);
			const registered = await call('GET', `/v1/events/${walk.id}/registrations`);
			expect(registered.items).toHaveLength(1);
			expect(JSON.stringify(registered)).toContain('somebody@example.org');
		} finally {
			await website.stop();
		}
	});
});
