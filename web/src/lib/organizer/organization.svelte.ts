import { client, type Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';

export type Membership = Schema['Membership'];
export type Role = Membership['role'];

/** Roles that see everything, those that sell, and those that arrange. */
export const everybody: readonly Role[] = ['owner', 'organizer', 'box_office', 'door', 'viewer'];
export const boxOffice: readonly Role[] = ['owner', 'organizer', 'box_office'];
export const organizers: readonly Role[] = ['owner', 'organizer'];
export const owners: readonly Role[] = ['owner'];

/** The event whose pages are open, in which somebody may have another role; '': none. */
let open = $state('');

/** The role of a member: in an event the stronger of that in the organization and that in the event. */
export function roleIn(m: Membership, event: string): Role {
	const of = m.events?.find((e) => e.event_id === event)?.role;
	const [here, there] = [everybody.indexOf(m.role), of ? everybody.indexOf(of) : -1];
	return of && (here < 0 || there < here) ? of : m.role;
}

const stored = 'organization';

function read(): string {
	try {
		return localStorage.getItem(stored) ?? '';
	} catch {
		return ''; // storage is closed to us
	}
}

let chosen = $state(read());

/** For which organization the person in front of the screen works now. */
export const desk = {
	get memberships(): readonly Membership[] {
		return session.me?.memberships ?? [];
	},
	/** The membership that is chosen, else the first; undefined for an account that is a member of nothing. */
	get membership(): Membership | undefined {
		const all = desk.memberships;
		return all.find((m) => m.organization.id === chosen) ?? all[0];
	},
	/** Changes the organization, in this browser for good. */
	choose(organization: string): void {
		if (organization === chosen) return;
		chosen = organization;
		try {
			localStorage.setItem(stored, organization);
		} catch {
			// Then the choice lasts as long as the page.
		}
	},
	/** What the chosen membership lets one be, in the event whose pages are open. */
	get role(): Role | undefined {
		return desk.membership && roleIn(desk.membership, open);
	},
	/** Whether the chosen membership has one of these roles. */
	may(roles: readonly Role[]): boolean {
		return desk.role !== undefined && roles.includes(desk.role);
	},
	/** The pages of an event are opened; '': they are left. */
	enter(event: string): void {
		open = event;
	}
};

/** The client of a member: of what is in no event it asks for the organization that is chosen. */
export const api = memberClient();

/** Such a client, whose answers may take so long, in ms. */
export function memberClient(wait?: number): ReturnType<typeof client> {
	const made = client(undefined, wait);
	made.use({
		onRequest({ request }) {
			const organization = desk.membership?.organization.id;
			if (organization) request.headers.set('Holdfast-Organization', organization);
			return request;
		}
	});
	return made;
}
