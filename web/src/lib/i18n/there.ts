import { moment, readersZone, sameClock, zoneName } from './dates';

/** "Fri 4 Dec, 18:00" on the clocks of a zone, which is named where the reader's show something else: "Fri 4 Dec, 18:00 CET". */
export function momentThere(at: Date, zone: string): string {
	return `${moment(at, zone)}${zoneNote(at, zone)}`;
}

/** The name of a zone behind a space, where the reader's clocks show something else than those there; else nothing. */
export function zoneNote(at: Date, zone: string): string {
	return sameClock(at, zone, readersZone()) ? '' : ` ${zoneName(at, zone)}`;
}
