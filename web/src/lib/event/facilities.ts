import { guest } from '$lib/translations/guest';

/** What venues and rooms have that there are words for in every language, in their order. */
export const facilities = [
	'step_free',
	'accessible_toilet',
	'wheelchair_spaces',
	'hearing_loop',
	'quiet_room',
	'stage',
	'projector',
	'sound_system',
	'wifi',
	'kitchen',
	'bar',
	'cloakroom',
	'parking',
	'bicycle_parking'
] as const;

/** What a facility is called; what the organizer wrote where there is no word for it. */
export function facilityName(facility: string): string {
	const key = `facility.${facility}`;
	return guest.has(key) ? guest(key) : facility;
}
