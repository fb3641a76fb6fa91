/**
 * What a browser keeps of a waiting room. The place lives in the receipt, not in a cookie:
 * a closed tab loses nothing.
 */
export interface Kept {
	/** As joining answered, unchanged. */
	receipt: string;
	/** Counted from 1. */
	place: number;
	/** What lets its holder take part, until a moment in ms. */
	pass?: string;
	until?: number;
	/** The time inside is over, or was given up. */
	done?: boolean;
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

/** The pass that goes with a change at an address of the API; undefined: none is kept. */
export function passFor(address: string): string | undefined {
	const [, event] = /\/v1\/events\/([^/:?]+)/.exec(address) ?? [];
	return event === undefined ? undefined : passOf(decodeURIComponent(event))?.pass;
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
	if (typeof v !== 'object' || v === null || !('receipt' in v) || !('place' in v)) return false;
	if ('pass' in v && typeof v.pass !== 'string') return false;
	if ('until' in v && typeof v.until !== 'number') return false;
	return typeof v.receipt === 'string' && typeof v.place === 'number';
}
