import type { Schema } from '$lib/api/client';

/** What a signed link leads to, as the server read it off the token. */
export interface LinkTarget {
	kind: 'offer' | 'entry' | 'order' | 'transfer';
	id: string;
	/** undefined: the thing says it. */
	event_id?: string;
	/** It is for whoever has it, and tells nothing of a person. */
	bearer?: boolean;
	/** It only pays: who comes in is for others to say. */
	pays?: boolean;
	/** Where the reader withdraws what they have agreed to; undefined: it is nothing. */
	consents_url?: string;
}

/** What the server wrote into the page, to spare the first question. */
export interface Embedded {
	event?: Schema['Event'];
	/** The first page of what is listed here, as it stood when the page was read. */
	events?: Schema['PublicEventList'];
	/** What the home page lists. */
	home?: Schema['Home'];
	/** The same of what is over. */
	past?: Schema['PublicEventList'];
	/** Who hosts them. */
	host?: Schema['Organizer'];
	/** The series whose page it is. */
	series?: Schema['PublicSeries'];
	link?: LinkTarget;
	/** Why there is nothing to show. */
	problem?: { code: string; status: number };
	/** Mail is kept on this server, for trying things out. */
	mailbox?: boolean;
}

let read: Embedded | undefined;

/** Reads it once; {} when the page came without. */
export function embedded(): Embedded {
	if (!read) {
		const text = document.getElementById('embedded')?.textContent;
		read = text ? (JSON.parse(text) as Embedded) : {};
	}
	return read;
}
