// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { answering, challengeFor } from './answering';

const event = 'https://holdfast.example/v1/events/evt_1';
const problem = (status: number, code: string) => new Response(JSON.stringify({ code }), { status, headers: { 'Content-Type': 'application/problem+json' } });

/** A server that answers calls with what is next, and challenges with one; it remembers the answers to them that it was sent. */
function server(...next: (() => Response)[]) {
	const sent: (string | null)[] = [];
	const asked: string[] = [];
	const send = async (request: Request) => {
		if (request.method === 'GET') {
			asked.push(request.url);
			return new Response(JSON.stringify({ kind: 'proof_of_work', n: asked.length }));
		}
		sent.push(request.headers.get('Holdfast-Challenge'));
		expect(await request.text()).toBe('{"name":"Ada"}');
		expect(request.headers.get('Idempotency-Key')).toBe('once');
		return next[sent.length - 1]!();
	};
	return { sent, asked, send };
}
const solve = (challenge: unknown) => Promise.resolve(`solved ${(challenge as { n: number }).n}`);
const call = () => new Request(`${event}/registrations`, { method: 'POST', body: '{"name":"Ada"}', headers: { 'Idempotency-Key': 'once' } });
const done = () => new Response('{}', { status: 201 });

describe('a call that is asked for work', () => {
	it('is sent again with the answer', async () => {
		const s = server(() => problem(403, 'challenge_required'), done);
		expect((await answering(s.send, { solve })(call())).status).toBe(201);
		expect(s.sent).toEqual([null, 'solved 1']);
		expect(s.asked).toEqual([`${event}/challenges/register`]);
	});
	it('gets another challenge when the first took too long, and no third', async () => {
		const s = server(
			() => problem(403, 'challenge_required'),
			() => problem(410, 'challenge_expired'),
			() => problem(410, 'challenge_expired')
		);
		expect((await answering(s.send, { solve })(call())).status).toBe(410);
		expect(s.sent).toEqual([null, 'solved 1', 'solved 2']);
	});
	it('hands on what is refused for another reason', async () => {
		for (const refused of [() => problem(403, 'waiting_room'), () => problem(409, 'sold_out'), () => new Response('no JSON', { status: 403 }), done]) {
			const s = server(refused);
			expect((await answering(s.send, { solve })(call())).status).toBe(refused().status);
			expect(s.asked).toEqual([]);
		}
	});
	it('hands on that no challenge is available', async () => {
		const send = (request: Request) => Promise.resolve(request.method === 'GET' ? problem(429, 'rate_limited') : problem(403, 'challenge_required'));
		expect((await answering(send, { solve })(call())).status).toBe(429);
	});
});

describe('a call that a company is asked about', () => {
	const widget = { kind: 'turnstile' as const, site_key: 'key', script: 'https://widget.example/api.js' };
	/** A server that asks what is next, and takes any answer. */
	function asking(...next: object[]) {
		const questions: string[] = [];
		const answers: (string | null)[] = [];
		const send = (request: Request) => {
			if (request.method === 'GET') {
				const what = next[questions.push(request.url) - 1]!;
				return Promise.resolve('code' in what ? problem(503, 'captcha_unavailable') : new Response(JSON.stringify(what)));
			}
			answers.push(request.headers.get('Holdfast-Challenge'));
			return Promise.resolve(answers.length === 1 ? problem(403, 'challenge_required') : done());
		};
		return { questions, answers, send };
	}
	const failing = { solve, ask: () => Promise.resolve('failed' as const) };

	it('is sent again with the token', async () => {
		const s = asking(widget);
		expect((await answering(s.send, { solve, ask: (w) => Promise.resolve({ token: `of ${w.site_key}` }) })(call())).status).toBe(201);
		expect(s.answers).toEqual([null, 'of key']);
	});
	it('is answered by work when the company is away', async () => {
		const s = asking(widget, { kind: 'proof_of_work', n: 7 });
		expect((await answering(s.send, failing)(call())).status).toBe(201);
		expect(s.questions).toEqual([`${event}/challenges/register`, `${event}/challenges/register?widget=failed`]);
		expect(s.answers).toEqual([null, 'solved 7']);
	});
	it('says that nobody is let in', async () => {
		const s = asking(widget, { code: 'captcha_unavailable' });
		expect((await answering(s.send, failing)(call())).status).toBe(503);
	});
	it('asks whether to try again while only this browser cannot load it', async () => {
		const s = asking(widget, widget, widget);
		const stuck: boolean[] = [];
		const ask = (_: unknown, was: boolean) => Promise.resolve(stuck.push(was) < 3 ? ('failed' as const) : { token: 't' });
		expect((await answering(s.send, { solve, ask })(call())).status).toBe(201);
		expect(stuck).toEqual([false, true, true]);
	});
	it('is refused as it was when the person wants to answer nothing', async () => {
		const s = asking(widget);
		const got = await answering(s.send, { solve, ask: () => Promise.resolve('cancelled') })(call());
		expect([got.status, s.answers.length]).toEqual([403, 1]);
	});
});

it('knows for what each call needs an answer', () => {
	const purpose = (path: string) => challengeFor(`${event}/${path}`)?.slice(`${event}/challenges/`.length);
	expect(purpose('waiting-room:join')).toBe('join');
	expect(purpose('registrations')).toBe('register');
	expect(purpose('orders')).toBe('order');
	expect(purpose('seats/sea_1/reserve')).toBe('order');
	for (const path of ['waitlist:join', 'seats:wait', 'seats/sea_1/waitlist']) expect(purpose(path)).toBe('waitlist');
	for (const path of ['waiting-room:enter', 'seats:find', 'codes:try', 'registrations/u_1']) expect(purpose(path)).toBeUndefined();
	expect(challengeFor('https://holdfast.example/v1/orders/ord_1:cancel')).toBeUndefined();
});
