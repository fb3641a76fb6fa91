import { calendar as t } from '$lib/translations/calendar';
import type { Booking, Room } from './house';

/** What a booking is called: what it is for, or that it is one. */
export const titleOf = (b: Pick<Booking, 'purpose'>): string => b.purpose?.split('\n')[0]!.trim() || t('booking');

/** Names of rooms, as "Hall, Cellar". */
export const namesOf = (rooms: readonly Room[], ids: readonly string[]): string =>
	ids.map((id) => rooms.find((r) => r.id === id)?.name ?? t('room.gone')).join(', ');
