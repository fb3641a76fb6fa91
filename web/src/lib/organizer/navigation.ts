import type { organizer as t } from '$lib/translations/organizer';
import type { GlyphName } from './icons';
import { boxOffice, everybody, organizers, owners, type Role } from './organization.svelte';

/** What the pages of a scope are about, and the heading that says so. */
export const groups = {
	people: 'nav.group.people',
	sales: 'nav.group.sales',
	page: 'nav.group.page',
	door: 'nav.group.door',
	settings: 'nav.group.settings',
	messages: 'nav.messages',
	finances: 'nav.group.finances',
	organization: 'organization'
} as const;

type Group = keyof typeof groups;

/** A page of the organizers' area, as the navigation shows it. */
export interface Entry {
	/** Of the organization, or of one event. */
	scope: 'organization' | 'event';
	/** What its address has behind /manage, or behind that of the event; '' is the first page. */
	path: string;
	/** Other addresses that belong to it. */
	also?: readonly string[];
	/** Its name in the words of the desk. */
	label: Parameters<typeof t>[0];
	/** What it stands under; none: it comes first. */
	group?: Group;
	icon: GlyphName;
	/** Who has any use for it. The server decides who may; this only spares dead ends. */
	roles: readonly Role[];
	/** Only of events that have a seating plan. */
	seated?: true;
}

/** All pages, in the order of the navigation: those of a group one behind the other. Whoever adds a page adds it here. */
export const entries: readonly Entry[] = [
	{ scope: 'organization', path: '', also: ['import'], label: 'nav.events', icon: 'calendar', roles: [...everybody, 'events'] },
	{ scope: 'organization', path: 'venues', label: 'nav.venues', icon: 'seat', roles: everybody },
	{ scope: 'organization', path: 'resources', label: 'nav.resources', icon: 'waitlist', roles: boxOffice },
	{ scope: 'organization', path: 'campaigns', label: 'nav.campaigns', group: 'messages', icon: 'message', roles: organizers },
	{ scope: 'organization', path: 'consents', label: 'nav.consents', group: 'messages', icon: 'check', roles: organizers },
	{ scope: 'organization', path: 'undelivered', label: 'nav.undelivered', group: 'messages', icon: 'mail', roles: organizers },
	{ scope: 'organization', path: 'payments', label: 'nav.payments', group: 'finances', icon: 'money', roles: owners },
	{ scope: 'organization', path: 'bank', label: 'nav.bank', group: 'finances', icon: 'receipt', roles: owners },
	{ scope: 'organization', path: 'invoices', label: 'nav.invoices', group: 'finances', icon: 'receipt', roles: organizers },
	{ scope: 'organization', path: 'refunds', label: 'nav.refunds', group: 'finances', icon: 'money', roles: organizers },
	{ scope: 'organization', path: 'members', label: 'nav.members', group: 'organization', icon: 'people', roles: organizers },
	{ scope: 'organization', path: 'brand', label: 'nav.brand', group: 'organization', icon: 'pencil', roles: organizers },
	{ scope: 'organization', path: 'webhooks', label: 'nav.webhooks', group: 'organization', icon: 'hook', roles: organizers },
	{ scope: 'organization', path: 'keys', label: 'nav.keys', group: 'organization', icon: 'key', roles: owners },
	{ scope: 'organization', path: 'retention', label: 'nav.retention', group: 'organization', icon: 'clock', roles: owners },
	{ scope: 'organization', path: 'security', label: 'nav.security', group: 'organization', icon: 'activity', roles: owners },
	{ scope: 'event', path: '', label: 'nav.dashboard', icon: 'chart', roles: everybody },
	{ scope: 'event', path: 'guests', also: ['imports'], label: 'nav.guests', group: 'people', icon: 'people', roles: everybody },
	{ scope: 'event', path: 'orders', label: 'nav.orders', group: 'people', icon: 'receipt', roles: everybody },
	{ scope: 'event', path: 'seats', label: 'nav.seats', group: 'people', icon: 'seat', roles: everybody, seated: true },
	{ scope: 'event', path: 'waitlist', label: 'nav.waitlist', group: 'people', icon: 'waitlist', roles: everybody },
	{ scope: 'event', path: 'applications', label: 'nav.applications', group: 'people', icon: 'check', roles: boxOffice },
	{ scope: 'event', path: 'invitations', label: 'nav.invitations', group: 'people', icon: 'mail', roles: boxOffice },
	{ scope: 'event', path: 'messages', label: 'nav.messages', group: 'people', icon: 'message', roles: organizers },
	{ scope: 'event', path: 'feedback', label: 'nav.feedback', group: 'people', icon: 'check', roles: organizers },
	{ scope: 'event', path: 'extras', label: 'nav.extras', group: 'sales', icon: 'plus', roles: boxOffice },
	{ scope: 'event', path: 'promo-codes', label: 'nav.codes', group: 'sales', icon: 'tag', roles: boxOffice },
	{ scope: 'event', path: 'tracking', label: 'nav.tracking', group: 'sales', icon: 'spark', roles: boxOffice },
	{ scope: 'event', path: 'waiting-room', label: 'nav.room', group: 'sales', icon: 'clock', roles: everybody },
	{ scope: 'event', path: 'series', label: 'nav.series', group: 'page', icon: 'calendar', roles: everybody },
	{ scope: 'event', path: 'questions', label: 'nav.questions', group: 'page', icon: 'list', roles: organizers },
	{ scope: 'event', path: 'languages', label: 'nav.languages', group: 'page', icon: 'globe', roles: organizers },
	{ scope: 'event', path: 'website', label: 'nav.website', group: 'page', icon: 'frame', roles: organizers },
	{ scope: 'event', path: 'box-office', label: 'nav.boxOffice', group: 'door', icon: 'money', roles: boxOffice },
	{ scope: 'event', path: 'phones', label: 'nav.phones', group: 'door', icon: 'door', roles: boxOffice },
	{ scope: 'event', path: 'edit', label: 'nav.edit', group: 'settings', icon: 'pencil', roles: organizers },
	{ scope: 'event', path: 'activity', also: ['state'], label: 'nav.activity', group: 'settings', icon: 'activity', roles: organizers }
];

/** The address of an event's pages. */
export function manageEvent(event: string): string {
	return `/manage/events/${encodeURIComponent(event)}`;
}

/** The address of an entry; an entry of an event needs to know of which. */
export function addressOf(entry: Entry, event = ''): string {
	const base = entry.scope === 'event' ? manageEvent(event) : '/manage';
	return entry.path ? `${base}/${entry.path}` : base;
}

/** What somebody with this role sees of a scope. */
export function entriesFor(scope: Entry['scope'], role: Role): Entry[] {
	return entries.filter((e) => e.scope === scope && e.roles.includes(role));
}

/** Entries by what they are about, in their order. */
export function grouped(list: readonly Entry[]): [Group | undefined, Entry[]][] {
	const sorted = new Map<Group | undefined, Entry[]>();
	for (const e of list) sorted.set(e.group, [...(sorted.get(e.group) ?? []), e]);
	return [...sorted];
}

/** The entry that an address belongs to: the longest that it begins with. */
export function entryAt(path: string, event = ''): Entry | undefined {
	return entries
		.filter((e) => (e.scope === 'event') === (event !== ''))
		.flatMap((e) => [e.path, ...(e.also ?? [])].map((at) => ({ e, to: addressOf({ ...e, path: at }, event) })))
		.filter(({ to }) => path === to || path.startsWith(`${to}/`))
		.sort((a, b) => b.to.length - a.to.length)[0]?.e;
}
