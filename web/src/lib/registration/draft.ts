import type { Given } from '$lib/questions/asking';
import type { Person } from './Contact.svelte';

/**
 * What somebody has filled in for an event and could not send yet, because the
 * address has to be confirmed first: the link in the mail opens another tab. It
 * stays on the device, for an hour.
 */
export interface Draft extends Person {
	guests?: string[];
	tier?: string;
	counts?: Record<string, number>;
	prices?: Record<string, string>;
	code?: string;
	given?: Given;
	/** The code of the link by which they came. */
	via?: string;
}

const life = 3_600_000; // ms
const place = (event: string) => `holdfast draft ${event}`;

/** Keeps a draft; where nothing can be kept, nothing is. */
export function keepDraft(event: string, draft: Draft, now = Date.now()): void {
	try {
		localStorage.setItem(place(event), JSON.stringify({ at: now, draft }));
	} catch {
		// Private windows and full disks: the form is filled in again.
	}
}

/** The draft of an event, if there is one that is not too old. */
export function draftOf(event: string, now = Date.now()): Draft | undefined {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(place(event)) ?? 'null');
		if (!isKept(kept)) return undefined;
		if (now - kept.at < life) return kept.draft;
		dropDraft(event);
	} catch {
		// Not ours, or not to be read.
	}
	return undefined;
}

export function dropDraft(event: string): void {
	try {
		localStorage.removeItem(place(event));
	} catch {
		// Nothing was kept either.
	}
}

function isKept(v: unknown): v is { at: number; draft: Draft } {
	if (typeof v !== 'object' || v === null || !('at' in v) || typeof v.at !== 'number' || !('draft' in v)) return false;
	const d = v.draft;
	return typeof d === 'object' && d !== null && 'name' in d && typeof d.name === 'string' && 'email' in d && typeof d.email === 'string';
}
