import { expect, it } from 'vitest';
import { onlyOf } from './calendarpart';

const entry = (id: string) => `BEGIN:VEVENT\r\nUID:${id}@holdfast.example\r\nSUMMARY:${id}\r\nEND:VEVENT\r\n`;

it('keeps the dates that a pass opens, and what is around them', () => {
	const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${entry('evt_a')}${entry('evt_ab')}${entry('evt_c')}END:VCALENDAR\r\n`;
	expect(onlyOf(file, ['evt_a', 'evt_c'])).toBe(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${entry('evt_a')}${entry('evt_c')}END:VCALENDAR\r\n`);
});

it('knows an id whose line is folded', () => {
	const folded = 'BEGIN:VEVENT\r\nUID:evt_\r\n a@holdfast.example\r\nEND:VEVENT\r\n';
	expect(onlyOf(folded + entry('evt_b'), ['evt_a'])).toBe(folded);
});
