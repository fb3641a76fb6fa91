import { clock, moment, readersZone, sameClock, sameDay, zoneName } from '$lib/i18n/dates';
import { core } from '$lib/translations/core';

/**
 * A deadline, as every page says it: in the zone of the event, which is named, and in the
 * reader's where clocks there show something else: "Fri 4 Dec, 18:00 CET (17:00 your time)".
 * On the day `today` lies on, the hour is enough.
 */
export function deadline(at: Date | string, zone: string, today?: Date): string {
	const when = new Date(at);
	const said = (z: string) => (today && sameDay(when, today, z) ? clock(when, z) : moment(when, z));
	const there = `${said(zone)} ${zoneName(when, zone)}`;
	const reader = readersZone();
	if (sameClock(when, reader, zone)) return there;
	// The day is the same in both zones, or it is said.
	const same = moment(when, zone).replace(clock(when, zone), '') === moment(when, reader).replace(clock(when, reader), '');
	return core('time.deadline', { time: there, yours: same ? clock(when, reader) : moment(when, reader) });
}
