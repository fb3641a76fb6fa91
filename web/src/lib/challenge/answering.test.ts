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
			return new Response(JSON.stringify({ n: asked.length }));
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
		expect((await answering(s.send, solve)(call())).status).toBe(201);
		expect(s.sent).toEqual([null, 'solved 1']);
		expect(s.asked).toEqual([`${event}/challenges/register`]);
	});
	it('gets another challenge when the first took too long, and no third', async () => {
		const s = server(
			() => problem(403, 'challenge_required'),
			() => problem(410, 'challenge_expired'),
			() => problem(410, 'challenge_expired')
		);
		expect((await answering(s.send, solve)(call())).status).toBe(410);
		expect(s.sent).toEqual([null, 'solved 1', 'solved 2']);
	});
	it('hands on what is refused for another reason', async () => {
		for (const refused of [() => problem(403, 'waiting_room'), () => problem(409, 'sold_out'), () => new Response('no JSON', { status: 403 }), done]) {
			const s = server(refused);
			expect((await answering(s.send, solve)(call())).status).toBe(refused().status);
			expect(s.asked).toEqual([]);
		}
	});
	it('hands on that no challenge is to be had', async () => {
		const send = (request: Request) => Promise.resolve(request.method === 'GET' ? problem(429, 'rate_limited') : problem(403, 'challenge_required'));
		expect((await answering(send, solve)(call())).status).toBe(429);
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
