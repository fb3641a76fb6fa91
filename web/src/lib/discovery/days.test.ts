import { expect, it } from 'vitest';
import { daysOf, spanOf, spans } from './days';

const monday = new Date(2026, 10, 23, 23, 30);
const on = (later: number) => new Date(2026, 10, 23 + later, 23, 30);

it('names days', () => {
	expect(daysOf('', monday)).toEqual({ from: '', to: '' });
	expect(daysOf('today', monday)).toEqual({ from: '2026-11-23', to: '2026-11-23' });
	expect(daysOf('tomorrow', on(7))).toEqual({ from: '2026-12-01', to: '2026-12-01' });
	expect(daysOf('week', monday)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
	expect(daysOf('month', monday)).toEqual({ from: '2026-11-23', to: '2026-12-22' });
});

it('the weekend is the next one, or what is left of this one', () => {
	const weekend = (later: number) => Object.values(daysOf('weekend', on(later)));
	for (const later of [0, 1, 2, 3, 4]) expect(weekend(later)).toEqual(['2026-11-27', '2026-11-29']);
	expect(weekend(5)).toEqual(['2026-11-28', '2026-11-29']);
	expect(weekend(6)).toEqual(['2026-11-29', '2026-11-29']);
	expect(weekend(7)).toEqual(['2026-12-04', '2026-12-06']);
});

it('finds the name of days, the shortest first', () => {
	for (const span of spans) expect(spanOf(daysOf(span, monday), monday)).toBe(span);
	expect(spanOf({ from: '2026-11-23', to: '' }, monday)).toBeUndefined();
	expect(spanOf({ from: '2026-11-29', to: '2026-11-29' }, on(6))).toBe('today');
});
