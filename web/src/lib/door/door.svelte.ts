import type { Schema } from '$lib/api/client';
import { problemFrom, type Problem } from '$lib/api/client';
import { session } from '$lib/session.svelte';
import type { Bundle } from './bundle';
import { readCode } from './code';
import { judge, judgeTicket } from './judge';
import { Network } from './network';
import { flush, passes, type Kept, type Send } from './queue';
import type { Scan, Verdict, Wish } from './rules';
import { checksIn, patience, Server, supervisors, type Attendance, type Double, type Answer } from './server';
import { DeviceShelf, randomText, type Phone, type Station } from './shelf';
import { keyOf } from './token';

/** How long somebody may stand in front of the door before it decides alone, in ms. */
export const limit = 900;
/** How often the server is looked at, while it can be reached and while it cannot, in ms. */
const every = { online: 8000, offline: 3000 };
/** How old a bundle may become while there is a network, in ms. */
const bundleAge = 60_000;

/** What the door said to a scan, as it is shown. */
export interface Shown {
	/** Counts up: the same verdict twice is shown twice. */
	n: number;
	verdict: Verdict;
	good: boolean;
	/** The server said so; else this device. */
	online: boolean;
	wish: Wish;
	ticket: string;
	attendee?: string;
	tier?: string;
	place?: Schema['Place'];
	unit?: number;
	units?: number;
	/** When somebody came in with it, and where. */
	since?: Date;
	gate?: string;
	opensAt?: Date;
	/** What was answered to questions that are marked for the door. */
	answers?: Schema['Answer'][];
	/** It is a pass for dates of the series: whether it opens this door. */
	pass?: { title: string; covered: boolean } | undefined;
	/** What is to be handed over with it. */
	addOns?: Schema['HandOver'][];
}

export type Phase = 'opening' | 'signIn' | 'passkey' | 'provider' | 'nobody' | 'offline' | 'choose' | 'ready' | 'broken' | 'code' | 'over';

/** A scan that could not be answered: why. */
export type Stuck = 'storage' | 'unchecked' | 'needsNetwork' | 'mistyped' | 'unknownCode' | 'over';

/** Why a phone has its pass no more, by the API's codes. */
const over: Record<string, NonNullable<Phone['over']>> = {
	checkin_pass_ended: 'ended',
	checkin_pass_invalid: 'ended',
	checkin_pass_expired: 'expired'
};

/** The door on this device: where it stands, and what it said last. */
export class Door {
	phase = $state<Phase>('opening');
	station = $state.raw<Station>();
	/** The pass of this phone, if it was let in by a code. */
	phone = $state.raw<Phone>();
	bundle = $state.raw<Bundle>();
	online = $state(navigator.onLine);
	shown = $state.raw<Shown>();
	stuck = $state<Stuck>();
	/** What the server has against this device or its user; scans are kept meanwhile. */
	problem = $state.raw<Problem>();
	/** How many scans wait to be sent, and how many the server did not take. */
	waiting = $state(0);
	odd = $state(0);
	attendance = $state.raw<Attendance>();
	doubles = $state.raw<Double[]>([]);
	/** Names of double admissions that somebody has looked at here. */
	seen = $state.raw<ReadonlySet<string>>(new Set());
	/** Whether this browser can check tickets alone. */
	alone = $state(true);
	/** Called with each verdict, for sound and vibration. */
	told: (good: boolean) => void = () => undefined;
	/** Called when a double admission becomes known that concerns this device, or its supervisor. */
	warned: () => void = () => undefined;

	#shelf!: DeviceShelf;
	#server!: Server;
	#device = '';
	#key: CryptoKey | undefined;
	#known = new Map<string, Kept[]>();
	#n = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#looking: Promise<void> | undefined;
	#closed = false;
	readonly #network = new Network({
		online: navigator.onLine,
		limit,
		changed: (online) => {
			this.online = online;
			this.#later(online ? 0 : every.offline);
		}
	});

	get supervisor(): boolean {
		return supervisors.includes(this.station?.role ?? '');
	}

	get device(): string {
		return this.#device;
	}

	/** Double admissions that nobody has looked at here: those that this device had a part in, and to a supervisor all. */
	get news(): Double[] {
		const concerns = (d: Double) => this.supervisor || d.scan.device_id === this.#device || d.first.device_id === this.#device;
		return this.doubles.filter((d) => concerns(d) && !this.seen.has(nameOf(d)));
	}

	/** Opens what is kept on the device, and goes on where it stood. */
	async open(): Promise<void> {
		try {
			this.#shelf = await DeviceShelf.open();
			this.#device = await this.#shelf.device();
			const phone = await this.#shelf.setting('phone');
			if (await this.#came(phone)) return;
			if (phone) this.#is(phone);
			if (phone?.over) return this.#isOver();
			const station = await this.#shelf.setting('station');
			if (station && (await this.#resume(station))) {
				this.phase = 'ready';
				this.#later(0);
				return;
			}
		} catch (thrown) {
			console.error(thrown);
			this.phase = 'broken';
			return;
		}
		await this.who();
	}

	/** Uses the code in the address, or one whose answer was lost. Reports whether there is one. */
	async #came(phone: Phone | undefined): Promise<boolean> {
		const code = location.hash.slice(1);
		let pending = await this.#shelf.setting('redeeming');
		if (code.startsWith('hq_')) {
			// It is used once: it stays in no history.
			history.replaceState(history.state, '', location.pathname);
			if (code !== phone?.code && code !== pending?.code) {
				pending = { code, key: randomText(24) };
				await this.#shelf.set('redeeming', pending);
			}
		}
		if (!pending) return false;
		await this.redeem();
		return true;
	}

	/** Exchanges the code for a pass of this phone's own, and begins to check people in. */
	async redeem(): Promise<void> {
		const with_ = (await this.#shelf.setting('redeeming'))!;
		this.phase = 'opening';
		try {
			const got = await new Server('').redeem(with_.code, with_.key);
			await this.#handOver(with_.code);
			const phone = { code: with_.code, token: got.token, pass: got.id, name: got.name, until: Date.parse(got.valid_until) };
			await this.#shelf.set('phone', phone);
			this.#is(phone);
			await this.take({
				org: '',
				orgName: got.organization,
				role: 'door',
				event: got.event_id,
				title: got.title,
				startsAt: got.starts_at,
				zone: got.timezone,
				list: got.list_id ?? '',
				listName: got.list_name ?? '',
				gate: got.gate ?? ''
			});
			await this.#shelf.set('redeeming', undefined);
			this.problem = undefined;
		} catch (thrown) {
			const problem = problemFrom(thrown);
			this.problem = problem;
			if (!problem.passing && problem.status < 500 && problem.status !== 429 && problem.code !== 'checkin_code_early')
				await this.#shelf.set('redeeming', undefined);
			this.phase = 'code';
		}
	}

	/** Hands in what was scanned by another pass that this phone had: nobody else can. */
	async #handOver(code: string): Promise<void> {
		const old = await this.#shelf.setting('phone');
		if (!old || old.code === code) return;
		this.#is(old);
		this.#server = new Server('', old.token);
		await flush(this.#shelf, this.#send).catch((thrown: unknown) => console.warn(thrown));
	}

	/** This device is a phone with a pass, and goes by its name. */
	#is(phone: Phone): void {
		this.phone = phone;
		this.#device = this.#shelf.pass = phone.pass;
	}

	/** The pass is over: nothing of the event stays here but scans that the server does not have. */
	async #ends(why: NonNullable<Phone['over']>): Promise<void> {
		const phone = { ...this.phone!, over: why };
		await this.#shelf.set('phone', phone);
		if (this.station) await this.#shelf.forget(this.station.event);
		this.phone = phone;
		this.station = this.bundle = this.shown = this.attendance = this.problem = undefined;
		this.doubles = [];
		this.#key = undefined;
		this.#known = new Map();
		await this.#isOver();
	}

	async #isOver(): Promise<void> {
		this.#server = new Server('', this.phone!.token);
		this.phase = 'over';
		await this.#count();
		this.#later(0);
	}

	/** Hands in what was scanned before the pass was over, as long as the server takes it. */
	async #handIn(): Promise<void> {
		try {
			if (this.waiting) await this.#alone(() => flush(this.#shelf, this.#send));
		} catch (thrown) {
			const problem = problemFrom(thrown);
			if (over[problem.code]) this.problem = problem; // it takes nothing any more
		}
		await this.#count();
		if (this.waiting && !this.problem) this.#later(every.offline);
	}

	/** Begins anew on this device, as a member or with another code. */
	async startAnew(): Promise<void> {
		this.phase = 'opening';
		await this.#shelf.set('phone', undefined);
		this.problem = this.phone = this.#shelf.pass = undefined;
		this.#device = await this.#shelf.device();
		await this.who();
	}

	/** Leaves the page: what is under way may end, and nothing else begins. */
	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
	}

	/** Finds out who sits here, and what they may do. */
	async who(): Promise<void> {
		try {
			const me = await session.ask();
			const roles = me.memberships.filter(checksIn);
			if (me.kind !== 'person') this.phase = 'signIn';
			else if (!roles.length) this.phase = 'nobody';
			else if (roles.every((m) => m.passkey_required || m.oidc_required)) this.phase = roles.some((m) => m.oidc_required) ? 'provider' : 'passkey';
			else this.phase = 'choose';
		} catch (thrown) {
			this.problem = problemFrom(thrown);
			this.phase = 'offline';
		}
	}

	async #resume(station: Station): Promise<boolean> {
		const bundle = await this.#shelf.bundle(station.event, station.list);
		if (!bundle) return false;
		this.#server = new Server(station.org, this.phone?.token);
		await this.#use(bundle);
		this.station = station;
		this.seen = new Set((await this.#shelf.setting('seen'))?.[station.event]);
		this.#known = new Map();
		for (const s of await this.#shelf.known(station.event, station.list)) this.#learn(s);
		await this.#count();
		return true;
	}

	async #use(bundle: Bundle): Promise<void> {
		this.bundle = bundle;
		this.#key = await keyOf(bundle.publicKey);
		this.alone = this.#key !== undefined;
	}

	/** Takes up a station: fetches its bundle and keeps it. Throws the Problem that prevents it. */
	async take(station: Station): Promise<void> {
		const server = new Server(station.org, this.phone?.token);
		const have = await this.#shelf.bundle(station.event, station.list);
		const fresh = await server.bundle(station.event, station.list, have);
		if (fresh) await this.#shelf.putBundle(fresh);
		await this.#shelf.set('station', station);
		await this.#resume(station);
		await this.#shelf.tidy(station.event);
		// Asked for politely: without it the browser may clear it away when the disk is full.
		void navigator.storage?.persist?.();
		this.shown = undefined;
		this.attendance = undefined;
		this.doubles = [];
		this.phase = 'ready';
		this.#network.set(true);
		this.#later(0);
	}

	/** Goes to another gate or event; pending scans are still sent. */
	async leave(): Promise<void> {
		this.shown = undefined;
		await this.who();
	}

	/** Whether the station can be gone back to. */
	back(): void {
		if (this.station) this.phase = 'ready';
	}

	#learn(scan: Kept): void {
		if (!scan.ticket || !passes(scan.verdict)) return;
		const list = this.#known.get(scan.ticket) ?? [];
		this.#known.set(scan.ticket, [...list.filter((s) => s.device !== scan.device || s.id !== scan.id), scan]);
	}

	async #count(): Promise<void> {
		[this.waiting, this.odd] = await Promise.all([this.#shelf.count('waiting'), this.#shelf.count('odd')]);
	}

	#now(): number {
		return Date.now() + this.#server.ahead;
	}

	/**
	 * Reports whether somebody may come in. `since` is when the camera saw the code.
	 * Whatever happens to the network, the scan has one name, so that what the
	 * server did and what this device did are the same scan.
	 */
	async scan(what: { token: string } | { ticket: string }, wish: Wish, since = performance.now()): Promise<void> {
		const station = this.station!;
		const id = `${Date.now().toString(36)}-${randomText(8)}`;
		const typed = 'token' in what ? readCode(what.token) : undefined;
		this.stuck = typed === 'mistyped' ? typed : undefined;
		if (typed === 'mistyped') return this.told(false);
		const asked = typed ?? what;
		let answer: Answer | undefined;
		try {
			answer = await this.#network.ask(
				(signal) => this.#server.checkIn(station, this.#device, { id, wish, ...asked }, signal),
				(thrown) => problemFrom(thrown).passing || problemFrom(thrown).status >= 500,
				'ticket' in what ? patience : undefined
			);
			if (answer) this.problem = undefined;
		} catch (thrown) {
			// It can be reached and does not want us: somebody signed out, or lost the role.
			this.problem = problemFrom(thrown);
			const why = this.phone && over[this.problem.code];
			if (why) return this.#ends(why);
		}
		if (answer) this.#heard(station, id, wish, answer);
		else if ('ticket' in what) return void (this.stuck = 'needsNetwork');
		else if (!(await this.#decide(station, id, typed ?? { token: what.token }, wish))) return;
		performance.measure(`scan ${answer ? 'online' : 'offline'}`, { start: since });
	}

	/** Shows what the server said, and remembers it for when there is no server. */
	#heard(station: Station, id: string, wish: Wish, answer: Answer): void {
		this.#show({
			verdict: answer.verdict,
			online: true,
			wish,
			ticket: answer.ticket_id ?? '',
			attendee: answer.attendee,
			tier: answer.tier,
			place: answer.place,
			unit: answer.unit,
			units: answer.units,
			gate: answer.gate,
			since: date(answer.admitted_at),
			opensAt: date(answer.opens_at),
			answers: answer.answers,
			pass: answer.pass,
			addOns: answer.add_ons
		});
		if (!answer.ticket_id) return;
		const kept = { event: station.event, list: station.list, gate: answer.gate ?? '', ticket: answer.ticket_id, wish };
		const at = answer.admitted_at ? Date.parse(answer.admitted_at) : this.#now();
		if (passes(answer.verdict))
			this.#keep({ ...kept, device: this.#device, id, at: answer.verdict === 'exit' ? this.#now() : at, verdict: answer.verdict, standing: 'sent' });
		else if (answer.verdict === 'already_admitted' && answer.device_id !== this.#device) {
			this.#keep({ ...kept, device: answer.device_id ?? '', id: `heard-${answer.ticket_id}`, at, verdict: 'admit', standing: 'heard' });
		}
	}

	#keep(scan: Kept): void {
		this.#learn(scan);
		this.#shelf.put([scan]).catch((thrown: unknown) => console.error(thrown)); // the server has it
	}

	/** Decides alone. The scan is on disk before anybody sees a verdict. */
	async #decide(station: Station, id: string, what: { token: string } | { code: string }, wish: Wish): Promise<boolean> {
		if (this.phone && this.#now() >= this.phone.until) {
			this.stuck = 'over';
			return false;
		}
		if (!this.#key || !this.bundle) {
			this.stuck = 'unchecked';
			return false;
		}
		const known = (t: string) => this.#known.get(t) ?? [];
		const ticket = 'code' in what ? this.bundle.codes.get(what.code) : undefined;
		if ('code' in what && !ticket) {
			// A code carries no signature: what is not in the bundle may be forged, void or too new.
			this.stuck = 'unknownCode';
			return false;
		}
		const j = ticket
			? await judgeTicket(this.bundle, ticket, wish, this.#now(), known)
			: await judge(this.bundle, this.#key, (what as { token: string }).token, wish, this.#now(), known);
		const kept: Kept = {
			event: station.event,
			list: station.list,
			gate: station.gate,
			device: this.#device,
			id,
			ticket: j.ticket,
			at: j.at,
			verdict: j.verdict,
			wish,
			standing: 'waiting',
			...(j.ticket && !j.imported && 'token' in what && { token: what.token })
		};
		try {
			await this.#shelf.put([kept]);
		} catch (thrown) {
			console.error(thrown);
			this.stuck = 'storage';
			return false;
		}
		this.#learn(kept);
		this.waiting++;
		const first: Scan | undefined = j.verdict === 'already_admitted' ? j.stay?.first : undefined;
		this.#show({
			verdict: j.verdict,
			online: false,
			wish,
			ticket: j.ticket,
			gate: first?.gate,
			since: first && new Date(first.at),
			pass: j.pass,
			opensAt: j.verdict === 'not_yet' ? new Date(this.bundle.opensAt!) : undefined
		});
		if (this.#network.online) this.#later(0); // it was refused, not unreachable
		return true;
	}

	#show(of: Omit<Shown, 'n' | 'good'>): void {
		const good = passes(of.verdict);
		this.shown = { ...of, good, n: ++this.#n };
		this.told(good);
	}

	/** Lets somebody in whom the rules refuse. Throws the Problem that prevents it. */
	async override(ticket: string, reason: string): Promise<void> {
		const station = this.station!;
		const id = `${Date.now().toString(36)}-${randomText(8)}`;
		const answer = await this.#server.override(station, this.#device, id, ticket, reason);
		this.#heard(station, id, 'admit', answer);
		this.#later(0);
	}

	find(q: string) {
		return this.#server.find(this.station!, q);
	}

	/** Somebody has looked at them. */
	async acknowledge(list: readonly Double[]): Promise<void> {
		const all = (await this.#shelf.setting('seen')) ?? {};
		this.seen = new Set([...this.seen, ...list.map(nameOf)]);
		await this.#shelf.set('seen', { ...all, [this.station!.event]: [...this.seen] });
	}

	/** Looks at the server soon. */
	look(): void {
		this.#later(0);
	}

	#later(wait: number): void {
		clearTimeout(this.#timer);
		if (this.#closed) return;
		this.#timer = setTimeout(() => void this.#look(), wait);
	}

	/** Looks whether the server is there; sends pending scans, and fetches what is new. One at a time, in one tab. */
	async #look(): Promise<void> {
		if (this.phase === 'over') return this.#handIn();
		if (this.phase !== 'ready') return;
		this.#looking ??= this.#exchange().finally(() => (this.#looking = undefined));
		await this.#looking;
		if (this.phase === 'ready') this.#later(this.#network.online ? every.online : every.offline);
	}

	async #exchange(): Promise<void> {
		const station = this.station!;
		try {
			const before = this.attendance?.double_admissions;
			if (await this.#shelf.count('waiting')) await this.#alone(() => flush(this.#shelf, this.#send));
			if (this.#closed) return;
			const attendance = await this.#server.attendance(station);
			if (station !== this.station) return;
			this.attendance = attendance;
			if (attendance.double_admissions !== before) {
				const old = new Set(this.doubles.map(nameOf));
				this.doubles = await this.#server.doubles(station, attendance);
				if (this.news.some((d) => !old.has(nameOf(d)))) this.warned();
			}
			if (Date.now() - this.bundle!.fetchedAt > bundleAge) {
				await this.#refreshBundle(station);
				await this.#refreshPass();
			}
			this.problem = undefined;
			this.#network.set(true);
		} catch (thrown) {
			const problem = problemFrom(thrown);
			const why = this.phone && over[problem.code];
			if (problem.passing || problem.status >= 500) this.#network.set(false);
			else if (why) await this.#ends(why);
			else this.problem = problem;
		} finally {
			await this.#count().catch(() => undefined);
		}
	}

	/** Sends scans while the page is open; those of a page that was left stay for the next time. */
	readonly #send: Send = (event, scans) => {
		if (this.#closed) throw new Error('the page was left');
		return this.#server.send(event, scans);
	};

	async #refreshBundle(station: Station): Promise<void> {
		const fresh = (await this.#server.bundle(station.event, station.list, this.bundle)) ?? { ...this.bundle!, fetchedAt: Date.now() };
		await this.#shelf.putBundle(fresh);
		if (station === this.station) await this.#use(fresh);
	}

	/** Its hours and its name may have been changed. */
	async #refreshPass(): Promise<void> {
		if (!this.phone) return;
		const got = await this.#server.pass();
		this.phone = { ...this.phone, name: got.name, until: Date.parse(got.valid_until) };
		await this.#shelf.set('phone', this.phone);
	}

	/** Two tabs need not send the same: it would be harmless, and waste. */
	async #alone<T>(work: () => Promise<T>): Promise<T> {
		return navigator.locks ? ((await navigator.locks.request('holdfast-door-sync', work)) as T) : work();
	}
}

function date(text: string | undefined): Date | undefined {
	return text ? new Date(text) : undefined;
}

/** Names a double admission. */
export function nameOf(d: Double): string {
	return `${d.scan.device_id} ${d.scan.scan_id}`;
}
