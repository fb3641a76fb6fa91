import { problemOf } from '$lib/api/problem';

/** How many entries a full bundle has. */
const width = 256;
/** How many bundles are on their way at once. */
const together = 6;

/** The address of a bundle of entries below its log, as C2SP's tlog-tiles has it. */
export function bundlePath(n: number, size: number): string {
	let path = String(n % 1000).padStart(3, '0');
	for (let rest = Math.floor(n / 1000); rest; rest = Math.floor(rest / 1000)) path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
	const has = Math.min(width, size - n * width);
	return `tile/entries/${path}${has < width ? `.p/${has}` : ''}`;
}

/** Reads bytes. Where too much was asked for, it waits as long as the server says. */
export async function read(address: string, wait: (seconds: number) => Promise<void> = pause): Promise<Uint8Array<ArrayBuffer>> {
	for (;;) {
		const response = await fetch(address);
		if (response.ok) return new Uint8Array(await response.arrayBuffer());
		const problem = problemOf(await response.json().catch(() => undefined), response);
		if (response.status !== 429) throw problem;
		await wait(problem.retryAfter || 1);
	}
}

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));

/** Reads all bundles of a log with so many entries, in their order. */
export async function* bundles(prefix: string, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	const coming: Promise<Uint8Array<ArrayBuffer>>[] = [];
	const all = Math.ceil(size / width);
	for (let n = 0; n < all; n++) {
		for (let next = n + coming.length; coming.length < together && next < all; next++) {
			const bundle = read(prefix + bundlePath(next, size));
			bundle.catch(() => undefined); // it is awaited below, unless one before it fails
			coming.push(bundle);
		}
		yield await coming.shift()!;
	}
}
