// @vitest-environment node
// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '$lib/api/problem';
import { Network } from './network';
import { batch, flush, type Kept, type Send, type Shelf } from './queue';
import { fold, type Scan } from './rules';

/** A device's scans, kept as the page keeps them, without a browser. */
class Memory implements Shelf {
	all = new Map<string, Kept>();
	put(scans: readonly Kept[]): Promise<void> {
		for (const s of scans) this.all.set(s.id, s);
		return Promise.resolve();
	}
	waiting(limit: number): Promise<Kept[]> {
		const first = [...this.all.values()].filter((s) => s.standing === 'waiting').sort((a, b) => a.at - b.at);
		return Promise.resolve(first.filter((s) => s.event === first[0]!.event).slice(0, limit));
	}
	standing(id: string): string {
		const s = this.all.get(id)!;
		return s.code ? `${s.standing} ${s.code}` : s.standing;
	}
}

/** A server that keeps scans by their names, as ours does. */
function server() {
	const stored = new Map<string, Kept>();
	const send: Send = (event, scans) =>
		Promise.resolve(
			scans.map((s) => {
				const name = `${event} ${s.device} ${s.id}`;
				const old = stored.get(name);
				if (!old) stored.set(name, s);
				return { scan_id: s.id, status: !old ? 'stored' : old.ticket === s.ticket ? 'duplicate' : 'conflict' } as const;
			})
		);
	return { stored, send };
}

let made = 0;
function scan(of: Partial<Kept> = {}): Kept {
	made++;
	return {
		event: 'evt_a',
		list: '',
		gate: 'North',
		device: 'd',
		id: `s${made}`,
		ticket: `tkt_${made}`,
		at: made,
		verdict: 'admit',
		wish: 'admit',
		standing: 'waiting',
		token: 'code',
		...of
	};
}

describe('flush', () => {
	it('sends all of it in batches, event by event, and forgets the codes', async () => {
		const shelf = new Memory();
		const { stored, send } = server();
		const seen = vi.fn(send);
		await shelf.put([...Array.from({ length: 2 * batch + 1 }, () => scan()), scan({ event: 'evt_b' })]);
		expect(await flush(shelf, seen)).toBe(2 * batch + 2);
		expect(seen.mock.calls.map(([event, s]) => `${event} ${s.length}`)).toEqual([`evt_a ${batch}`, `evt_a ${batch}`, 'evt_a 1', 'evt_b 1']);
		expect(stored.size).toBe(2 * batch + 2);
		expect([...shelf.all.values()].every((s) => s.standing === 'sent' && s.token === undefined)).toBe(true);
	});
	it('sends again what may have been lost, and nothing twice', async () => {
		const shelf = new Memory();
		const { stored, send } = server();
		await shelf.put([scan({ id: 'x' })]);
		const lost: Send = async (event, scans) => {
			await send(event, scans); // it arrives, its answer does not
			throw new Problem('offline', 0);
		};
		await expect(flush(shelf, lost)).rejects.toMatchObject({ code: 'offline' });
		expect(shelf.standing('x')).toBe('waiting');
		expect(await flush(shelf, send)).toBe(1);
		expect([shelf.standing('x'), stored.size]).toEqual(['sent', 1]);
	});
	it('sets aside what the server does not take, and sends the others', async () => {
		const shelf = new Memory();
		const { stored, send } = server();
		await shelf.put(Array.from({ length: 9 }, (_, i) => scan({ id: `f${i}` })));
		const picky: Send = (event, scans) => {
			if (scans.some((s) => s.id === 'f4')) throw new Problem('invalid_request', 422, '', [{ field: 'scans[0].at', code: 'out_of_range', message: '' }]);
			return send(event, scans);
		};
		expect(await flush(shelf, picky)).toBe(9);
		expect([shelf.standing('f4'), shelf.all.get('f4')!.token, stored.size]).toEqual(['odd out_of_range', 'code', 8]);
		await shelf.put([scan({ id: 'f0', ticket: 'another' })]);
		await flush(shelf, send);
		expect(shelf.standing('f0')).toBe('odd conflict');
	});
	it('sets aside people let in with a ticket that is not valid, and nobody else', async () => {
		const shelf = new Memory();
		const refuse: Send = (_, scans) => Promise.resolve(scans.map((s) => ({ scan_id: s.id, status: 'stored', refused: 'wrong_event' })));
		await shelf.put([scan({ id: 'in' }), scan({ id: 'out', verdict: 'wrong_event' })]);
		expect(await flush(shelf, refuse)).toBe(2);
		expect([shelf.standing('in'), shelf.standing('out')]).toEqual(['odd wrong_event', 'sent']);
	});
	it('loses nothing in an evening of two devices on a bad network, and shows each double once', async () => {
		const { stored, send } = server();
		const shelves = [new Memory(), new Memory()];
		let turn = 0;
		const flaky: Send = async (event, scans) => {
			if (turn++ % 3 === 0) throw new Problem('offline', 0);
			const answer = await send(event, scans);
			if (turn % 4 === 0) throw new Problem('offline', 0);
			return answer;
		};
		for (let i = 0; i < 2000; i++) {
			const ticket = i % 20 === 19 ? i - 2 : i; // every twentieth was in at the other door
			await shelves[i % 2]!.put([scan({ device: `d${i % 2}`, id: `e${i}`, ticket: `tkt_${ticket - (i % 20 === 19 ? 1 : 0)}`, at: i })]);
			if (i % 150 === 0) await flush(shelves[i % 2]!, flaky).catch(() => undefined);
		}
		for (const shelf of shelves) {
			for (let left = 1; left; left = (await shelf.waiting(1)).length) await flush(shelf, flaky).catch(() => undefined);
		}
		expect(stored.size).toBe(2000);
		const doubles = [...fold([...stored.values()] as Scan[], 'none').values()].flatMap((a) => a.doubles);
		expect(doubles.length).toBe(100);
		expect(new Set(doubles.map((d) => d.scan.id)).size).toBe(100);
	});
});

describe('network', () => {
	const lost = (e: unknown) => e instanceof Problem && e.code === 'offline';
	it('waits no longer than its limit, then not at all until the server was seen', async () => {
		vi.useFakeTimers();
		const changed = vi.fn();
		const net = new Network({ online: true, limit: 800, changed });
		let aborted = false;
		const pending = net.ask((signal) => {
			signal.addEventListener('abort', () => (aborted = true));
			return new Promise<string>(() => undefined);
		}, lost);
		await vi.advanceTimersByTimeAsync(800);
		expect(await pending).toBeUndefined();
		expect([aborted, net.online, changed.mock.calls]).toEqual([true, false, [[false]]]);
		const never = vi.fn();
		expect(await net.ask(never, lost)).toBeUndefined();
		expect(never).not.toHaveBeenCalled();
		net.set(true);
		net.set(true);
		expect(changed.mock.calls).toEqual([[false], [true]]);
		expect(await net.ask(() => Promise.resolve('yes'), lost)).toBe('yes');
		vi.useRealTimers();
	});
	it('tells an unreachable server from one that refuses', async () => {
		const net = new Network({ online: true, limit: 800, changed: () => undefined });
		await expect(net.ask(() => Promise.reject(new Problem('forbidden', 403)), lost)).rejects.toMatchObject({ code: 'forbidden' });
		expect(net.online).toBe(true);
		expect(await net.ask(() => Promise.reject(new Problem('offline', 0)), lost)).toBeUndefined();
		expect(net.online).toBe(false);
	});
});
