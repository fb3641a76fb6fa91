import { beforeAll, expect, it, vi } from 'vitest';
import { speak } from '$lib/i18n/language.svelte';
import { clock, moment, zoneName } from '$lib/i18n/dates';
import { core } from '$lib/translations/core';
import { deadline } from './deadline';

beforeAll(() => core.load());
const at = new Date('2030-06-14T16:00:00Z');
const berlin = 'Europe/Berlin';

/** Asks while the reader's clock is that of a zone. */
function readIn(zone: string, ask: () => string): string {
	const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: zone } as Intl.ResolvedDateTimeFormatOptions);
	try {
		return ask();
	} finally {
		spy.mockRestore();
	}
}

it.each([
	['en', 'your time'],
	['de', 'deine Zeit']
] as const)('names the zone of the event, and the reader’s time where that differs (%s)', async (language, yours) => {
	await speak(language);
	const there = `${moment(at, berlin)} ${zoneName(at, berlin)}`;
	expect(there).toMatch(/(CEST|MESZ|GMT\+2|UTC\+2)$/);
	expect(readIn(berlin, () => deadline(at, berlin))).toBe(there);
	expect(
		readIn('Europe/Paris', () => deadline(at, berlin)),
		'another zone with the same clocks'
	).toBe(there);
	expect(readIn('Europe/Lisbon', () => deadline(at, berlin))).toBe(`${there} (${clock(at, 'Europe/Lisbon')} ${yours})`);
	expect(
		readIn('Asia/Tokyo', () => deadline(at, berlin)),
		'it is another day there'
	).toBe(`${there} (${moment(at, 'Asia/Tokyo')} ${yours})`);
	await speak('en');
});

it('leaves the day out on the day itself', () => {
	const on = (today: string) => readIn(berlin, () => deadline(at, berlin, new Date(today)));
	expect(on('2030-06-14T08:00:00Z')).toBe(`${clock(at, berlin)} ${zoneName(at, berlin)}`);
	expect(on('2030-06-13T08:00:00Z')).toBe(`${moment(at, berlin)} ${zoneName(at, berlin)}`);
});
