import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { IDBFactory } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '$lib/api/client';
import { clock } from '$lib/i18n/dates';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { door as texts } from '$lib/translations/door';
import doorTexts from '$lib/translations/door.json';
import DoorPage from '$lib/../routes/(door)/door/+page.svelte';
import { event } from '$lib/testing/fixtures';
import { hashOfCode } from './token';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal, type Received } from '$lib/testing/server';

const test = serve();
const checkin = 'POST /v1/checkins';
const sync = 'POST /v1/checkins:sync';
const attendance = 'GET /v1/events/{event_id}/checkins';

// Real tickets, signed by the server's own code.
const vectors = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../internal/checkin/testdata/vectors.json'), 'utf8')) as {
	event: string;
	public_key: string;
	tokens: { token: string; ticket?: string; hash?: string; says?: string }[];
};
const tickets = vectors.tokens.filter((t) => t.hash) as { token: string; ticket: string; hash: string }[];
const [first, second, third] = tickets as [(typeof tickets)[0], (typeof tickets)[0], (typeof tickets)[0]];
const foreign = vectors.tokens.find((t) => t.says === 'wrong_event')!;
const forged = vectors.tokens.findLast((t) => t.says === 'invalid')!;

function member(role: Schema['Membership']['role'], passkey = false): Schema['Me'] {
	return {
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'door@example.org', name: 'Dora', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role, passkey_required: passkey, oidc_required: false }]
	};
}
let bundle: Schema['Bundle'];
let numbers: Schema['Attendance'];

beforeEach(async () => {
	await Promise.all([texts.load(), core.load()]);
	vi.stubGlobal('indexedDB', new IDBFactory());
	localStorage.clear();
	session.set(member('door'));
	bundle = {
		event_id: vectors.event,
		public_key: vectors.public_key,
		as_of: 'seq-1',
		re_entry: 'none',
		all_tiers: true,
		valid: tickets.map((t) => t.hash),
		elsewhere: [],
		short_codes: [],
		imported: [],
		revoked: []
	};
	numbers = { tickets: 16, admitted: 3, inside: 2, overrides: 0, double_admissions: 0, gates: [], hours: [], items: [] };
	test.server
		.on('GET /v1/events', () => answer({ items: [event({ id: vectors.event })] }))
		.on('GET /v1/events/{event_id}/checkin-lists', { items: [] })
		.on('GET /v1/events/{event_id}/checkin-bundle', () => answer(bundle))
		.on(attendance, () => answer(numbers));
});

/** Opens the page, on the station that this device had, if it had one. */
async function open(): Promise<void> {
	render(DoorPage);
	await until(() => expect(screen.queryByText(texts('opening'))).toBeNull());
}
/** Chooses the event and begins to check people in. */
async function begin(): Promise<void> {
	await open();
	await fireEvent.click(await until(() => screen.getByRole('button', { name: /Summer concert/ })));
	await fireEvent.click(await until(() => screen.getByRole('button', { name: texts('choose.start') })));
	await until(() => screen.getByText(texts('camera.waiting')));
	await until(() => expect(test.server.to(attendance).length).toBeGreaterThan(0));
}
/** Closes the page and opens it again, as after a reload or a dead battery. */
async function reload(): Promise<void> {
	cleanup();
	await open();
	await until(() => screen.getByRole('heading', { name: 'Summer concert' }));
}
async function scan(token: string): Promise<void> {
	const more = screen.queryByRole('button', { name: texts('type.open') });
	if (more) await fireEvent.click(more);
	await fireEvent.input(screen.getByLabelText(texts('type.label')), { target: { value: token } });
	await fireEvent.click(screen.getByRole('button', { name: texts('type.check') }));
	await fireEvent.submit(screen.getByLabelText(texts('type.label')).closest('form')!);
}
/** What is read out at once: the verdict. */
const verdict = () => document.querySelector('[aria-live=assertive]')!.textContent!.replace(/\s+/g, ' ').trim();
const network = () => document.querySelector('[role=status][data-network]')!.textContent!.replace(/\s+/g, ' ').trim();
/** Has the page look at the server again and again, as it does by itself more slowly, until it has found out. */
const found = (check: () => void) =>
	until(() => {
		window.dispatchEvent(new Event('online'));
		check();
	});
async function disconnect(): Promise<void> {
	test.server.unreachable = true;
	await found(() => expect(network()).toContain(texts('net.offline')));
}
async function reconnect(check: () => void): Promise<void> {
	test.server.unreachable = false;
	await found(check);
}
/** Takes every scan and says what became of each. */
const takeAll =
	(status: 'stored' | 'duplicate' | 'conflict' = 'stored') =>
	(r: Received) =>
		answer({ items: (r.body['scans'] as { scan_id: string }[]).map((s) => ({ scan_id: s.scan_id, status })) });

describe('who may check people in', () => {
	it.each([
		['signIn.title', { kind: 'public', memberships: [], setup_required: false, may_create_organization: false }],
		['nobody.title', member('viewer')],
		['passkey.title', member('door', true)],
		['choose.title', member('door')]
	] as [keyof typeof doorTexts & string, Schema['Me']][])('sees %s', async (title, me) => {
		session.set(me);
		await open();
		await until(() => screen.getByRole('heading', { name: texts(title) }));
	});
});

describe('a scan that the server answers', () => {
	const at = '2030-06-14T17:10:00Z';
	const answers: [Schema['Checkin'], string, string?][] = [
		[{ verdict: 'admit', ticket_id: first.ticket, attendee: 'Ada Lovelace', tier: 'General', unit: 1, units: 2 }, 'say.admit'],
		[
			{ verdict: 'already_admitted', ticket_id: first.ticket, admitted_at: at, gate: 'North', device_id: 'other' },
			'say.already_admitted',
			'why.already_admitted.gate'
		],
		[{ verdict: 'invalid' }, 'say.invalid', 'why.invalid'],
		[{ verdict: 'wrong_event' }, 'say.wrong_event', 'why.wrong_event'],
		[{ verdict: 'not_yet', ticket_id: first.ticket, opens_at: at }, 'say.not_yet', 'why.not_yet'],
		[{ verdict: 'too_late', ticket_id: first.ticket }, 'say.too_late', 'why.too_late'],
		[{ verdict: 'wrong_list', ticket_id: first.ticket }, 'say.wrong_list', 'why.wrong_list']
	];
	it.each(languages)('is read out in one word, with the reason (%s)', async (l) => {
		await speak(l);
		const words = reading(doorTexts, l);
		await begin();
		for (const [said, word, why] of answers) {
			test.server.on(checkin, () => answer(said));
			await scan(first.token);
			await until(() => expect(verdict()).toContain(words(word)));
			if (why) expect(verdict()).toContain(words(why, { time: clock(new Date(at), 'Europe/Berlin'), gate: 'North' }));
			expect(verdict()).not.toContain(words('said.here'));
		}
		const sent = test.server.to(checkin);
		expect(sent.map((r) => r.body['token'])).toEqual(answers.map(() => first.token));
		expect(new Set(sent.map((r) => r.body['scan_id'])).size).toBe(answers.length);
	});

	it('sends a code that is typed as such, and says at once when one is mistyped', async () => {
		test.server.on(checkin, answers[0]![0]);
		await begin();
		await scan('f2x4g-4q5ew');
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		expect(test.server.to(checkin)[0]!.body).toMatchObject({ short_code: 'F2X4G4Q5EW' });
		expect(test.server.to(checkin)[0]!.body['token']).toBeUndefined();
		await fireEvent.input(screen.getByLabelText(texts('type.label')), { target: { value: 'F2X4G-4Q5EV' } });
		await until(() => screen.getByText(texts('type.mistyped')));
		await fireEvent.submit(screen.getByLabelText(texts('type.label')).closest('form')!);
		expect(test.server.to(checkin)).toHaveLength(1);
	});

	it('names who comes in, and steps back after a while', async () => {
		test.server.on(checkin, answers[0]![0]);
		await begin();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		await scan(first.token);
		await until(() => expect(verdict()).toBe(`${texts('say.admit')} Ada Lovelace General · ${texts('said.unit', { unit: 1, units: 2 })}`));
		await vi.advanceTimersByTimeAsync(6000);
		await until(() => expect(verdict()).toContain(texts('said.last', { word: texts('say.admit') })));
	});

	it('goes on with this device when the server takes too long', async () => {
		await begin();
		test.server.on(checkin, () => new Promise((done) => setTimeout(() => done(answer({ verdict: 'admit' })), 5000)));
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		await scan(first.token);
		await vi.advanceTimersByTimeAsync(1000);
		vi.useRealTimers();
		await until(() => expect(verdict()).toContain(texts('said.here')));
		expect(verdict()).toContain(texts('say.admit'));
	});
});

describe('without a network', () => {
	it.each(languages)('this device decides, lets nobody in twice and counts what it has to send (%s)', async (l) => {
		await speak(l);
		const words = reading(doorTexts, l);
		await begin();
		await disconnect();
		const expected: [string, string][] = [
			[first.token, 'say.admit'],
			[first.token, 'say.already_admitted'],
			[second.token, 'say.admit'],
			[foreign.token, 'say.wrong_event'],
			[forged.token, 'say.invalid']
		];
		for (const [i, [token, word]] of expected.entries()) {
			await scan(token);
			await until(() => expect(network()).toContain(words('net.waiting', { n: i + 1 })));
			await until(() => expect(verdict()).toContain(words(word)));
			expect(verdict()).toContain(words('said.here'));
		}
		expect(screen.getByText(words('net.offline.text'))).toBeTruthy();
		expect(test.server.to(checkin)).toEqual([]);
	});

	it('keeps what it decided over a reload, and sends all of it once when the network is back', async () => {
		await begin();
		await disconnect();
		for (const t of [first, second]) {
			await scan(t.token);
			await until(() => expect(verdict()).toContain(texts('say.admit')));
		}
		await until(() => expect(network()).toContain(texts('net.waiting', { n: 2 })));
		await reload();
		expect(network()).toContain(texts('net.waiting', { n: 2 }));
		await until(() => expect(network()).toContain(texts('net.offline')));
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.already_admitted')));
		test.server.on(sync, takeAll());
		await reconnect(() => expect(network()).toBe(texts('net.online')));
		const scans = test.server.to(sync).flatMap((r) => r.body['scans'] as { token?: string; verdict: string }[]);
		expect(scans.map((s) => [s.token, s.verdict])).toEqual([
			[first.token, 'admit'],
			[second.token, 'admit'],
			[first.token, 'already_admitted']
		]);
		const looked = test.server.to(attendance).length;
		await found(() => expect(test.server.to(attendance).length).toBeGreaterThan(looked));
		expect(test.server.to(sync)).toHaveLength(1);
		expect(screen.getByText(texts('gate.sent'))).toBeTruthy();
	});

	it('sends again what may have been lost, under the same names', async () => {
		await begin();
		await disconnect();
		await scan(first.token);
		await until(() => expect(network()).toContain(texts('net.waiting', { n: 1 })));
		test.server.on(sync, () => refusal(503, 'busy'));
		await reconnect(() => expect(test.server.to(sync).length).toBeGreaterThan(0));
		expect(network()).toContain(texts('net.waiting', { n: 1 }));
		test.server.on(sync, takeAll('duplicate'));
		await reconnect(() => expect(network()).toBe(texts('net.online')));
		const sent = test.server.to(sync).map((r) => JSON.stringify(r.body['scans']));
		expect(sent.length).toBeGreaterThan(1);
		expect(new Set(sent).size).toBe(1);
	});

	it('keeps a scan that the server does not accept, and asks for an organizer', async () => {
		await begin();
		await disconnect();
		await scan(first.token);
		await until(() => expect(network()).toContain(texts('net.waiting', { n: 1 })));
		test.server.on(sync, takeAll('conflict'));
		await reconnect(() => expect(screen.getByText(texts('gate.odd', { n: 1 }))).toBeTruthy());
		await reload();
		expect(screen.getByText(texts('gate.odd', { n: 1 }))).toBeTruthy();
	});

	it('lets nobody in when the scan cannot be stored', async () => {
		await begin();
		await disconnect();
		const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
			throw new DOMException('full', 'QuotaExceededError');
		});
		vi.spyOn(console, 'error').mockImplementation(() => undefined);
		await scan(first.token);
		await until(() => expect(verdict()).toBe(texts('stuck.storage')));
		full.mockRestore();
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
	});

	it('takes a code that is typed, as the same ticket as its QR code', async () => {
		bundle = { ...bundle, short_codes: [`F2X4G4Q5EW ${first.ticket}`, `ZT5PNAM344 ${second.ticket}.1`] };
		await begin();
		await disconnect();
		await scan('f2x4g-4q5ew');
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.already_admitted')));
		test.server.on(sync, takeAll());
		await reconnect(() => expect(network()).toBe(texts('net.online')));
		const scans = test.server.to(sync).flatMap((r) => r.body['scans'] as { token?: string; ticket_id?: string }[]);
		expect(scans.map((s) => [s.token, s.ticket_id])).toEqual([
			[undefined, first.ticket],
			[first.token, undefined]
		]);
	});

	it('lets in with the code of another shop, once', async () => {
		const code = 'k7n2v9q4x8h3c6m5z2b4f7w9p8r3t6y5';
		bundle = { ...bundle, imported: [`${await hashOfCode(vectors.event, code)} ${first.ticket}`] };
		await begin();
		await disconnect();
		await scan(code);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		await scan(code);
		await until(() => expect(verdict()).toContain(texts('say.already_admitted')));
		await scan(code.replace('k', 'j'));
		await until(() => expect(verdict()).toContain(texts('say.invalid')));
		test.server.on(sync, takeAll());
		await reconnect(() => expect(network()).toBe(texts('net.online')));
		const scans = test.server.to(sync).flatMap((r) => r.body['scans'] as { token?: string; ticket_id?: string }[]);
		expect(scans.slice(0, 2).map((s) => [s.token, s.ticket_id])).toEqual([
			[undefined, first.ticket],
			[undefined, first.ticket]
		]);
	});

	it('does not decide about a code that it does not know', async () => {
		await begin();
		await disconnect();
		await scan('Y315VQSGWB');
		await until(() => expect(verdict()).toBe(texts('stuck.unknownCode')));
		expect(network()).not.toContain(texts('net.waiting', { n: 1 }));
	});

	it('searches no names, which it does not have', async () => {
		await begin();
		await disconnect();
		expect(screen.getByText(texts('find.offline'))).toBeTruthy();
	});
});

describe('somebody whose session has ended', () => {
	it('goes on scanning and is told to sign in', async () => {
		await begin();
		for (const call of [checkin, sync, attendance]) test.server.on(call, () => refusal(401, 'credentials_required'));
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		expect(verdict()).toContain(texts('said.here'));
		const alert = screen.getByRole('alert');
		expect(alert.textContent).toContain(texts('net.refused'));
		expect(
			within(alert)
				.getByRole('link', { name: texts('net.signIn') })
				.getAttribute('href')
		).toBe('/sign-in?to=/door');
	});
});

describe('tickets that were used twice', () => {
	const admission = (device: string, scanID: string, online: boolean): Schema['Admission'] => ({
		at: '2030-06-14T17:10:00Z',
		device_id: device,
		scan_id: scanID,
		gate: 'North',
		online
	});
	const double = (n: number): Schema['DoubleAdmission'] => ({
		ticket_id: tickets[n]!.ticket,
		first: admission('door-a', `a${n}`, true),
		scan: admission('door-b', `b${n}`, false)
	});
	it.each(languages)('are put before a supervisor once, and stay reviewed over a reload (%s)', async (l) => {
		await speak(l);
		const words = reading(doorTexts, l);
		session.set(member('box_office'));
		test.server.on('GET /v1/events/{event_id}/tickets', () => answer({ items: [] }));
		numbers = { ...numbers, double_admissions: 2, items: [double(0), double(1)] };
		await begin();
		const alert = await until(() => screen.getByRole('alert'));
		expect(alert.textContent).toContain(words('double.news', { n: 2 }));
		await fireEvent.click(within(alert).getByRole('button', { name: words('double.look') }));
		const dialog = await until(() => screen.getByRole('dialog', { name: words('double.title') }));
		expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
		expect(within(dialog).getAllByText(words('double.device', { device: 'door-b' }), { exact: false })).toHaveLength(2);
		await fireEvent.click(within(dialog).getByRole('button', { name: words('double.seen') }));
		await until(() => expect(screen.queryByRole('alert')).toBeNull());
		await reload();
		await until(() => expect(test.server.to(attendance).length).toBeGreaterThan(1));
		expect(screen.queryByRole('alert')).toBeNull();
		// The next one is news again, alone.
		numbers = { ...numbers, double_admissions: 3, items: [double(0), double(1), double(2)] };
		await found(() => expect(screen.getByRole('alert').textContent).toContain(words('find.unnamed')));
	});

	it.each(languages)('are told by name and gate to whoever let one of the two in, and to no other door (%s)', async (l) => {
		await speak(l);
		const words = reading(doorTexts, l);
		await begin();
		const device = document.body.textContent!.match(/door-[0-9a-z]{10}/)![0];
		const mine = { ...double(0), attendee: 'Ada Lovelace', scan: { ...admission(device, 'mine', true), gate: 'South' } };
		numbers = { ...numbers, double_admissions: 1, items: [mine] };
		const time = clock(new Date(mine.scan.at), 'Europe/Berlin');
		await found(() =>
			expect(screen.getByRole('alert').textContent).toContain(
				words('double.one', { name: 'Ada Lovelace', first: time, firstGate: 'North', again: time, againGate: 'South' })
			)
		);
		await fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: words('double.look') }));
		const dialog = await until(() => screen.getByRole('dialog', { name: words('double.title') }));
		expect(within(dialog).getByText(words('double.here'), { exact: false })).toBeTruthy();
		await fireEvent.click(within(dialog).getByRole('button', { name: words('double.seen') }));
		await until(() => expect(screen.queryByRole('alert')).toBeNull());
	});

	it('of other doors interrupt nobody who stands at this one', async () => {
		numbers = { ...numbers, double_admissions: 1, items: [double(0)] };
		await begin();
		await until(() => screen.getByRole('button', { name: texts('double.all', { n: 1 }) }));
		expect(screen.queryByRole('alert')).toBeNull();
	});
});

describe('letting somebody in against the rules', () => {
	it('is for supervisors, wants a reason beside its field, and is recorded with it', async () => {
		session.set(member('box_office'));
		test.server.on(checkin, { verdict: 'too_late', ticket_id: third.ticket });
		await begin();
		await scan(third.token);
		await until(() => expect(verdict()).toContain(texts('say.too_late')));
		await fireEvent.click(screen.getByRole('button', { name: texts('override.open') }));
		const dialog = within(await until(() => screen.getByRole('dialog', { name: texts('override.title') })));
		const submit = () => fireEvent.submit(dialog.getByLabelText(texts('override.reason')).closest('form')!);
		await submit();
		expect(dialog.getByLabelText(texts('override.reason')).getAttribute('aria-invalid')).toBe('true');
		test.server.on('POST /v1/checkins:override', { verdict: 'admit', ticket_id: third.ticket });
		await fireEvent.input(dialog.getByLabelText(texts('override.reason')), { target: { value: 'Train was late' } });
		await submit();
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		expect(test.server.to('POST /v1/checkins:override')[0]!.body).toMatchObject({ ticket_id: third.ticket, reason: 'Train was late' });
		await until(() => expect(screen.queryByRole('dialog')).toBeNull());
	});

	it('is not offered to staff at the door', async () => {
		test.server.on(checkin, { verdict: 'too_late', ticket_id: third.ticket });
		await begin();
		await scan(third.token);
		await until(() => expect(verdict()).toContain(texts('say.too_late')));
		expect(screen.queryByRole('button', { name: texts('override.open') })).toBeNull();
	});
});

describe('a phone that was let in by a code', () => {
	const redeem = 'POST /v1/checkin-passes:redeem';
	const code = 'hq_MDEyMzQ1Njc4OWFiY2RlZg';
	const pass = {
		id: 'cpa_1',
		name: 'Gate A, Mia',
		event_id: vectors.event,
		title: 'Summer concert',
		starts_at: '2030-06-14T18:00:00Z',
		timezone: 'Europe/Berlin',
		organization: 'Kulturhaus',
		gate: 'North',
		valid_until: '2099-06-15T02:00:00Z',
		token: 'hp_token'
	};
	beforeEach(() => {
		session.set({ kind: 'public', memberships: [], setup_required: false, may_create_organization: false });
		location.hash = code;
		test.server.on(redeem, () => answer(pass, 201));
	});
	async function come(): Promise<void> {
		await open();
		await until(() => screen.getByText('Gate A, Mia · North'));
	}

	it('checks people in at once, by the name of its pass, and has forgotten the code in the address', async () => {
		await come();
		expect(location.hash).toBe('');
		expect(test.server.to(redeem).map((r) => r.body)).toEqual([{ code }]);
		test.server.on(checkin, () => answer({ verdict: 'admit', ticket_id: first.ticket }));
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		const [sent] = test.server.to(checkin);
		expect(sent!.body).toMatchObject({ device_id: 'cpa_1', gate: 'North' });
		// Opened once more, the code is not used once more.
		location.hash = code;
		await reload();
		expect(test.server.to(redeem)).toHaveLength(1);
	});

	it('asks again with the same key when the answer is lost', async () => {
		test.server.on(redeem, () => {
			throw new TypeError('the answer was lost');
		});
		await open();
		cleanup();
		test.server.on(redeem, () => answer(pass, 201));
		await come();
		const keys = test.server.to(redeem).map((r) => r.key);
		expect(keys).toHaveLength(2);
		expect(keys[0]).toBeTruthy();
		expect(keys[1]).toBe(keys[0]);
	});

	it.each([
		['phone.code.used', 'checkin_code_used', 410],
		['phone.code.over', 'checkin_code_over', 410],
		['phone.code.early', 'checkin_code_early', 403],
		['phone.code.invalid', 'checkin_code_invalid', 401]
	] as [keyof typeof doorTexts & string, string, number][])('says %s', async (title, problem, status) => {
		test.server.on(redeem, () => refusal(status, problem));
		await open();
		await until(() => screen.getByRole('heading', { name: texts(title) }));
	});

	it('hands in what it scanned before it was signed out, keeps what came later, and forgets the rest', async () => {
		await come();
		await disconnect();
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		await scan(second.token);
		await until(() => expect(network()).toContain(texts('net.waiting', { n: 2 })));
		const out = () => refusal(401, 'checkin_pass_ended');
		test.server.on(attendance, out).on(checkin, out);
		test.server.on(sync, (r: Received) =>
			answer({ items: (r.body['scans'] as { scan_id: string }[]).map((s, i) => ({ scan_id: s.scan_id, status: i ? 'late' : 'stored' })) })
		);
		test.server.unreachable = false;
		await until(() => {
			window.dispatchEvent(new Event('online'));
			screen.getByRole('heading', { name: texts('phone.ended') });
		});
		await until(() => screen.getByText(texts('phone.kept', { n: 1 })));
		expect(test.server.to(sync)[0]!.body).toMatchObject({ device_id: 'cpa_1' });
		cleanup();
		await open();
		await until(() => screen.getByText(texts('phone.kept', { n: 1 })));
		await fireEvent.click(screen.getByRole('button', { name: texts('signIn.button') }));
		await until(() => screen.getByRole('heading', { name: texts('signIn.title') }));
	});

	it('hands in what it scanned by its pass before it takes another', async () => {
		await come();
		await disconnect();
		await scan(first.token);
		await until(() => expect(verdict()).toContain(texts('say.admit')));
		cleanup();
		test.server.unreachable = false;
		test.server.on(sync, takeAll());
		test.server.on(redeem, () => answer({ ...pass, id: 'cpa_2', name: 'Gate B, Mia', token: 'hp_other' }, 201));
		location.hash = 'hq_ZmVkY2JhOTg3NjU0MzIxMA';
		await open();
		await until(() => screen.getByText('Gate B, Mia · North'));
		expect(test.server.to(sync).map((r) => r.body['device_id'])).toEqual(['cpa_1']);
	});

	it('decides nothing alone past its hours', async () => {
		test.server.on(redeem, () => answer({ ...pass, valid_until: '2020-01-01T00:00:00Z' }, 201));
		await come();
		await disconnect();
		await scan(first.token);
		await until(() => screen.getByText(texts('stuck.over')));
	});
});
