/**
 * What a browser keeps of a waiting room. The place lives in the receipt, not in a cookie:
 * a closed tab loses nothing.
 */
export interface Kept {
	/** As joining answered, unchanged. */
	receipt: string;
	/** The page of the place, which another device can open. */
	page?: string;
	/** Where the receipt is mailed to, as joining answered; undefined: nowhere, or nobody knows here. */
	mail?: string;
	/** What lets its holder take part, until a moment in ms. */
	pass?: string;
	until?: number;
	/** The order that was placed with the pass and waits for its payment. */
	order?: string;
	/** The time inside is over, or was given up, or something was taken with the pass. */
	done?: boolean;
	/** Something was taken with the pass, which ends it. */
	taken?: boolean;
	/** The place was struck out of the draw. */
	struck?: boolean;
	/** By whoever has the place, who left the draw. */
	left?: boolean;
}

const place = (event: string) => `holdfast room ${event}`;
const key = (event: string) => `holdfast joining ${event}`;

/** Where nothing can be kept, it is kept as long as the page. */
const memory = new Map<string, string>();

function read(name: string): string | null {
	try {
		return localStorage.getItem(name) ?? memory.get(name) ?? null;
	} catch {
		return memory.get(name) ?? null;
	}
}
function write(name: string, text: string): void {
	memory.set(name, text);
	try {
		localStorage.setItem(name, text);
	} catch {
		// Private windows and full disks.
	}
}
function drop(name: string): void {
	memory.delete(name);
	try {
		localStorage.removeItem(name);
	} catch {
		// Nothing was kept there either.
	}
}

/** What is kept of the waiting room of an event. */
export function keptOf(event: string): Kept | undefined {
	try {
		const kept: unknown = JSON.parse(read(place(event)) ?? 'null');
		return isKept(kept) ? kept : undefined;
	} catch {
		return undefined; // not ours
	}
}

export function keep(event: string, kept: Kept): void {
	write(place(event), JSON.stringify(kept));
}

/** Forgets the place, and joins anew the next time. */
export function forget(event: string): void {
	drop(place(event));
	drop(key(event));
}

/** The pass for an event that is good at a moment (ms). */
export function passOf(event: string, now = Date.now()): Kept | undefined {
	const kept = keptOf(event);
	return kept?.pass && !kept.done && now < (kept.until ?? 0) ? kept : undefined;
}

/** The event that an address of the API is about, if it is one. */
function eventIn(address: string): string | undefined {
	const [, event] = /\/v1\/events\/([^/:?]+)/.exec(address) ?? [];
	return event === undefined ? undefined : decodeURIComponent(event);
}

/** The pass that goes with a change at an address of the API; undefined: none is kept. */
export function passFor(address: string): string | undefined {
	const event = eventIn(address);
	return event === undefined ? undefined : passOf(event)?.pass;
}

/**
 * Keeps what the answer to a change at an address says of the pass that was shown with it:
 * it ends with a registration, a place on a waitlist, or an order with nothing left to pay.
 */
export async function learn(address: string, answer: Response): Promise<void> {
	const event = eventIn(address);
	const kept = event === undefined ? undefined : keptOf(event);
	if (!kept) return;
	const said: unknown = await answer.json().catch(() => undefined); // what is not JSON says nothing
	const done = (taken: object) => keep(event!, { ...kept, done: true, ...taken });
	const { pathname } = new URL(address);
	if (answer.ok && /\/(registrations|waitlist:join)$/.test(pathname)) done({ taken: true });
	else if (answer.ok && /\/orders$/.test(pathname)) {
		const order = isOrder(said) ? said : undefined;
		if (order?.status === 'confirmed') done({ taken: true });
		else keep(event!, { ...kept, order: order?.id });
	} else if (is(said, 'code', 'pass_used')) done({ taken: true });
	else if (is(said, 'code', 'pass_over')) done({});
}

/** Ends the pass with which an order was placed that is paid now. */
export function paid(event: string, order: string): void {
	const kept = keptOf(event);
	if (kept?.order === order) keep(event, { ...kept, order: undefined, done: true, taken: true });
}

function is(v: unknown, field: string, text: string): boolean {
	return typeof v === 'object' && v !== null && (v as Record<string, unknown>)[field] === text;
}
function isOrder(v: unknown): v is { id: string; status: string } {
	return typeof v === 'object' && v !== null && 'id' in v && 'status' in v && typeof v.id === 'string' && typeof v.status === 'string';
}

/**
 * The key of joining: made once and kept before anything is sent, so that whoever loses
 * the answer, or the page, gets the same place.
 */
export function joiningKey(event: string, make: () => string): string {
	const kept = read(key(event));
	if (kept) return kept;
	const made = make();
	write(key(event), made);
	return made;
}

function isKept(v: unknown): v is Kept {
	if (typeof v !== 'object' || v === null || !('receipt' in v)) return false;
	if ('pass' in v && typeof v.pass !== 'string') return false;
	if ('until' in v && typeof v.until !== 'number') return false;
	return typeof v.receipt === 'string';
}
