import type { Bundle } from './bundle';
import type { Kept, Shelf } from './queue';

/** Where a device stands: what it goes on with after a reload, with or without a network. */
export interface Station {
	org: string;
	orgName: string;
	role: string;
	event: string;
	title: string;
	startsAt: string;
	zone: string;
	list: string;
	listName: string;
	gate: string;
}

/** What a phone has that was let in by a code, without an account. */
export interface Phone {
	/** The code that it came with: opened again, it is not used again. */
	code: string;
	/** What it shows the server. */
	token: string;
	/** Its pass, by which its scans go. */
	pass: string;
	name: string;
	/** When its time is over, by the server. */
	until: number;
	/** Why it is over: then it hands in what it scanned before, and nothing else. */
	over?: 'ended' | 'expired' | undefined;
}

/** What begins the names of passes. */
const passPrefix = 'cpa_';

interface Settings {
	/** The pass of this phone, if it has one. */
	phone: Phone | undefined;
	/** A code that is being used, with the key of that request: its answer may be lost. */
	redeeming: { code: string; key: string } | undefined;
	/** The name of this device, for good. */
	device: string;
	station: Station | undefined;
	/** Double admissions that a supervisor has seen here, by event: "device scan". */
	seen: Record<string, string[]>;
}

const name = 'holdfast-door';
const version = 1;

function result<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((done, failed) => {
		request.onsuccess = () => done(request.result);
		request.onerror = () => failed(request.error!);
	});
}

/** Fulfilled when what was written is on disk, not merely on its way there. */
function committed(tx: IDBTransaction): Promise<void> {
	return new Promise((done, failed) => {
		tx.oncomplete = () => done();
		tx.onabort = tx.onerror = () => failed(tx.error ?? new Error('the browser did not store it'));
	});
}

/** What the door keeps on the device, in the browser's database. */
export class DeviceShelf implements Shelf {
	readonly #db: IDBDatabase;
	/** The pass by which this device scans; else its scans are those of members. */
	pass: string | undefined;

	private constructor(db: IDBDatabase) {
		this.#db = db;
	}

	static async open(): Promise<DeviceShelf> {
		const request = indexedDB.open(name, version);
		request.onupgradeneeded = () => {
			const db = request.result;
			db.createObjectStore('settings');
			db.createObjectStore('bundles', { keyPath: ['event', 'list'] });
			const scans = db.createObjectStore('scans', { keyPath: ['event', 'device', 'id'] });
			scans.createIndex('standing', ['standing', 'event', 'at']);
			scans.createIndex('place', ['event', 'list']);
		};
		const shelf = new DeviceShelf(await result(request));
		// Another tab may bring a newer version: it must not wait for this one.
		shelf.#db.onversionchange = () => shelf.#db.close();
		return shelf;
	}

	#write(store: string): IDBTransaction {
		return this.#db.transaction(store, 'readwrite', { durability: 'strict' });
	}

	async setting<K extends keyof Settings>(key: K): Promise<Settings[K] | undefined> {
		return (await result(this.#db.transaction('settings').objectStore('settings').get(key))) as Settings[K] | undefined;
	}

	async set<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void> {
		const tx = this.#write('settings');
		tx.objectStore('settings').put(value, key);
		await committed(tx);
	}

	/** The name of this device, made the first time. */
	async device(): Promise<string> {
		const known = await this.setting('device');
		if (known) return known;
		const fresh = `door-${randomText(10)}`;
		await this.set('device', fresh);
		return fresh;
	}

	async bundle(event: string, list: string): Promise<Bundle | undefined> {
		return (await result(this.#db.transaction('bundles').objectStore('bundles').get([event, list]))) as Bundle | undefined;
	}

	async putBundle(bundle: Bundle): Promise<void> {
		const tx = this.#write('bundles');
		tx.objectStore('bundles').put(bundle);
		await committed(tx);
	}

	async put(scans: readonly Kept[]): Promise<void> {
		const tx = this.#write('scans');
		for (const s of scans) tx.objectStore('scans').put(s);
		await committed(tx);
	}

	/** What is known of a list: scans made here, and what the server told of others. */
	async known(event: string, list: string): Promise<Kept[]> {
		return (await result(this.#db.transaction('scans').objectStore('scans').index('place').getAll([event, list]))) as Kept[];
	}

	async waiting(limit: number): Promise<Kept[]> {
		const all = await this.#own('waiting');
		return all.filter((s) => s.event === all[0]!.event && s.device === all[0]!.device).slice(0, limit);
	}

	async count(standing: Kept['standing']): Promise<number> {
		return (await this.#own(standing)).length;
	}

	/** Those of the present user of this device: what was scanned by another pass, or by a member, is not theirs to send. */
	async #own(standing: Kept['standing']): Promise<Kept[]> {
		const index = this.#db.transaction('scans').objectStore('scans').index('standing');
		const all = (await result(index.getAll(IDBKeyRange.bound([standing], [standing, []])))) as Kept[];
		return all.filter((s) => (this.pass ? s.device === this.pass : !s.device.startsWith(passPrefix)));
	}

	/** Forgets what it knows of an event, but for scans that the server does not have. */
	async forget(event: string): Promise<void> {
		const tx = this.#db.transaction(['scans', 'bundles', 'settings'], 'readwrite');
		const done = committed(tx);
		const scans = tx.objectStore('scans');
		for (const s of (await result(scans.getAll())) as Kept[]) {
			if (s.event === event && (s.standing === 'sent' || s.standing === 'heard')) scans.delete([s.event, s.device, s.id]);
		}
		const bundles = tx.objectStore('bundles');
		for (const b of (await result(bundles.getAll())) as Bundle[]) if (b.event === event) bundles.delete([b.event, b.list]);
		const settings = tx.objectStore('settings');
		settings.delete('station');
		settings.delete('seen');
		await done;
	}

	/** Forgets what other events left here and nobody needs any more. */
	async tidy(event: string): Promise<void> {
		const tx = this.#db.transaction(['scans', 'bundles'], 'readwrite');
		const done = committed(tx);
		const scans = tx.objectStore('scans');
		for (const s of (await result(scans.getAll())) as Kept[]) {
			if (s.event !== event && (s.standing === 'sent' || s.standing === 'heard')) scans.delete([s.event, s.device, s.id]);
		}
		const bundles = tx.objectStore('bundles');
		for (const b of (await result(bundles.getAll())) as Bundle[]) if (b.event !== event) bundles.delete([b.event, b.list]);
		await done;
	}
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random characters, five bits each. */
export function randomText(chars: number): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(chars)), (b) => alphabet[b & 31]).join('');
}
