// The journeys of people at an event whose strangers are asked by a company, Turnstile or
// hCaptcha, instead of doing a proof of work: its widget comes from another host, which the
// policy of these pages names, is answered by keyboard, and may be away.
import { ahead } from '../fixtures/api';
import { narrowest } from '../fixtures/looks';
import type { CompanyKind } from '../fixtures/company';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** A published event that asks every stranger. */
async function asking({ call }: Site, title: string): Promise<string> {
	const event = await call('POST', '/v1/events', { title, ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	await call('PUT', `/v1/events/${event.id}/onsale`, { mode: 'open', challenge: 'always' });
	return String(event.id);
}

/** What a page may load, as its policy says. */
async function policy(url: string): Promise<string> {
	return (await fetch(url)).headers.get('Content-Security-Policy') ?? '';
}

for (const kind of ['turnstile', 'hcaptcha'] as CompanyKind[]) {
	test.describe(kind, () => {
		test.use({ serverOptions: { captcha: kind } });
		test(`asked by ${kind}`, async ({ site }) => {
			const { call, person, check } = site;
			const company = site.server.company!;
			const name = kind === 'turnstile' ? 'Cloudflare Turnstile' : 'hCaptcha';
			const event = await asking(site, 'Reunion concert');

			// Only pages for guests may load from the company, and nothing else of the policy is wider.
			for (const path of [`/events/${event}`, `/events/${event}/waiting-room`, '/']) {
				const guests = await policy(site.base + path);
				expect(guests).toContain(`script-src 'self' `);
				expect(guests).toContain(company.base);
				expect(guests).not.toContain('unsafe');
			}
			expect(await policy(`${site.base}/manage`)).not.toContain(company.base);

			// Ada registers by keyboard alone: the widget comes, and it goes on by itself.
			const ada = await person({ viewport: narrowest });
			await ada.goto(`/events/${event}`);
			await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
			await ada.getByLabel(say.guest('join.email'), { exact: true }).fill(`ada.${kind}@example.org`);
			await ada.keyboard.press('Enter');
			const dialog = ada.getByRole('dialog', { name: say.core('captcha.title') });
			await expect(dialog).toContainText(name);
			await expect(dialog.getByRole('heading')).toBeFocused();
			const box = dialog.frameLocator('iframe').getByRole('checkbox');
			await expect(box).toBeVisible();
			await site.looking.wear(ada, `captcha ${kind}`);
			await check(ada, `event page, asked by ${kind}`, true);
			await site.looking.picture(ada, `captcha-${kind}`);
			await ada.keyboard.press('Tab');
			await expect(box).toBeFocused();
			await ada.keyboard.press('Space');
			await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
			await expect(dialog).toHaveCount(0);
			expect(company.answered).toBe(1);

			// Ben wants to answer nothing: nothing happens, he is told, and may try again.
			const ben = await person();
			await ben.goto(`/events/${event}`);
			await ben.getByLabel(say.guest('join.name')).fill('Ben');
			await ben.getByLabel(say.guest('join.email'), { exact: true }).fill(`ben.${kind}@example.org`);
			await ben.keyboard.press('Enter');
			await expect(ben.getByRole('dialog', { name: say.core('captcha.title') }).getByRole('button', { name: say.core('cancel') })).toBeVisible();
			await ben.keyboard.press('Escape');
			await expect(ben.getByText(say.refusals('problem.challenge_required'))).toBeVisible();

			// His browser does not load the widget, which the server does reach: he is told, and tries again.
			await ben.route(/api\.js/, (route) => route.abort());
			await ben.reload();
			await ben.getByLabel(say.guest('join.name')).fill('Ben');
			await ben.getByLabel(say.guest('join.email'), { exact: true }).fill(`ben.${kind}@example.org`);
			await ben.keyboard.press('Enter');
			const stuck = ben.getByRole('dialog', { name: say.core('captcha.title') });
			await expect(stuck.getByText(say.core('captcha.failed'))).toBeVisible();
			await site.looking.wear(ben, `captcha stuck ${kind}`);
			await check(ben, `event page, ${kind} does not load`, true);
			await site.looking.picture(ben, `captcha-stuck-${kind}`);
			await ben.unroute(/api\.js/);
			await stuck.getByRole('button', { name: say.core('retry') }).click();
			await stuck.frameLocator('iframe').getByRole('checkbox').click();
			await expect(ben.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();

			// Anyone who joins a waiting room is asked there.
			const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
			const draw = await call('POST', '/v1/events', { title: 'Farewell tour', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
			const times = { opens_at: at(-1), seals_at: at(3600), serves_at: at(7200) };
			await call('PUT', `/v1/events/${draw.id}/onsale`, { mode: 'draw', identity: 'none', max_inside: 5, challenge: 'always', ...times });
			const grace = await person();
			await grace.goto(`/events/${draw.id}/waiting-room`);
			await grace.getByRole('button', { name: say.room('join') }).click();
			await grace
				.getByRole('dialog', { name: say.core('captcha.title') })
				.frameLocator('iframe')
				.getByRole('checkbox')
				.click();
			await expect(grace.getByRole('heading', { name: say.room('draw.in') })).toBeVisible();

			// The company is away: whoever registers does our own work, nobody joins the room.
			company.away = true;
			const cid = await person();
			await cid.goto(`/events/${event}`);
			await cid.getByLabel(say.guest('join.name')).fill('Cid');
			await cid.getByLabel(say.guest('join.email'), { exact: true }).fill(`cid.${kind}@example.org`);
			// The server looks at most every ten seconds: until it has noticed, it names the widget, which does not load.
			const asked = async () => {
				const answer = await fetch(`${site.base}/v1/events/${event}/challenges/register?widget=failed`);
				return ((await answer.json()) as { kind: string }).kind;
			};
			await expect.poll(asked, { intervals: [1000], timeout: 30_000 }).toBe('proof_of_work');
			await cid.keyboard.press('Enter');
			await expect(cid.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible({ timeout: 30_000 });
			const dot = await person();
			await dot.goto(`/events/${draw.id}/waiting-room`);
			await dot.getByRole('button', { name: say.room('join') }).click();
			await expect(dot.getByText(say.refusals('problem.captcha_unavailable'))).toBeVisible();
			await check(dot, `waiting room, ${kind} is away`);
			await site.show(dot, `captcha-away-${kind}`);
			company.away = false;
		});
	});
}

test('nobody asks', async ({ site }) => {
	const event = await asking(site, 'Reunion concert');
	const strict = await policy(`${site.base}/events/${event}`);
	expect(strict).toBe(await policy(`${site.base}/manage`));
	expect(strict).not.toContain('http');
});
