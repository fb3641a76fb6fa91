import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import { transfer as t } from '$lib/translations/transfer';
import TransferPage from './TransferPage.svelte';

vi.mock('$app/state', () => ({ page: { params: { token: 'hl_eve' }, url: new URL('http://holdfast.test/t/hl_eve') } }));

const starts = new Date(Date.now() + 86_400_000).toISOString();
const event = {
	id: 'evt_1',
	title: 'Supper',
	status: 'published',
	starts_at: starts,
	ends_at: starts,
	timezone: 'UTC',
	location: '',
	tiers: [],
	max_transfers: 1,
	waitlist: {}
};
let status = 'offered';
let kind = 'ticket';
let requests: string[] = [];

/** The API, as far as this page asks it. */
function answer(request: Request): Response {
	const path = new URL(request.url).pathname;
	requests.push(`${request.method} ${path} ${request.headers.get('Authorization')}`);
	const transfer = () => ({
		id: 'trf_1',
		event_id: 'evt_1',
		ticket_id: 'tkt_1',
		kind,
		tier: 'Parking',
		role: 'to',
		from: 'Ada',
		to: 'Eve',
		status,
		offered_at: starts
	});
	if (path.endsWith(':accept')) status = 'accepted';
	if (path.endsWith(':decline')) status = 'declined';
	const body = path.startsWith('/v1/transfers/')
		? transfer()
		: path.startsWith('/v1/events/')
			? event
			: { id: 'tkt_1', unit: 1, transfers: 1, attendee: 'Eve', token: 'x' };
	return new Response(JSON.stringify(body), { status: 200, headers: { 'Content-Type': 'application/json' } });
}

let page: object | undefined;
beforeEach(async () => {
	status = 'offered';
	kind = 'ticket';
	requests = [];
	vi.stubGlobal('fetch', (r: Request | string) => Promise.resolve(answer(typeof r === 'string' ? new Request(new URL(r, location.href)) : r)));
	vi.stubGlobal(
		'Request',
		class extends Request {
			constructor(input: RequestInfo | URL, init?: RequestInit) {
				super(typeof input === 'string' ? new URL(input, 'http://holdfast.test') : input, init && { ...init, signal: undefined });
			}
		}
	);
	document.body.innerHTML =
		'<script type="application/json" id="embedded">{"link":{"kind":"transfer","id":"trf_1","event_id":"evt_1"}}</script><div id="here"></div>';
	await Promise.all([t.load('en'), guest.load('en'), core.load('en')]);
	page = mount(TransferPage, { target: document.getElementById('here')! });
});
afterEach(async () => {
	if (page) await unmount(page);
	vi.unstubAllGlobals();
});

const says = (text: string) =>
	vi.waitFor(() => {
		flushSync();
		expect(document.body.textContent).toContain(text);
	});
const press = (name: string) => [...document.querySelectorAll('button')].find((b) => b.textContent?.trim() === name)!.click();

it('is accepted by the person it was offered to, with the link that was sent', async () => {
	await says('A ticket for you');
	await says('Ada is sending you a ticket.');
	press('Accept ticket');
	await says('Your ticket');
	expect(requests).toContain('POST /v1/transfers/trf_1:accept Bearer hl_eve');
	expect(requests).toContain('GET /v1/tickets/tkt_1 Bearer hl_eve');
});

it('asks once more before it is declined', async () => {
	await says('A ticket for you');
	press('No, thanks');
	await says('Decline this ticket?');
	expect(requests.some((a) => a.includes(':decline'))).toBe(false);
	press('Yes, decline');
	await says('You declined this ticket');
});

it('says what is transferred where that is no ticket', async () => {
	await unmount(page!);
	kind = 'add_on';
	page = mount(TransferPage, { target: document.getElementById('here')! });
	await says('For you: Parking');
	await says('Ada wants to give it to you.');
	expect(document.body.textContent).not.toMatch(/ticket/i);
	press('No, thanks');
	await says('Decline it?');
	press('Yes, decline');
	await says('You declined: Parking');
	expect(document.querySelector('main, body')!.textContent).not.toMatch(/this ticket/i);
});
