import { afterEach, expect, it, vi } from 'vitest';
import { here, radiiOf, Unlocated } from './here';

afterEach(() => vi.unstubAllGlobals());

const device = (answer: (found: PositionCallback, failed: PositionErrorCallback) => void) =>
	vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: answer } });

it('tells where the device is to about a kilometer', async () => {
	device((found) => found({ coords: { latitude: 53.54361, longitude: -9.98886 } } as GeolocationPosition));
	expect(await here()).toBe('53.54,-9.99');
});

it('tells apart what is not allowed and what is not known', async () => {
	for (const code of [1, 2, 3]) {
		device((_, failed) => failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError));
		await expect(here()).rejects.toEqual(new Unlocated(code === 1));
		await expect(here()).rejects.toHaveProperty('denied', code === 1);
	}
});

it('offers the distance that was asked for, when it is one', () => {
	expect(radiiOf('25')).toEqual(radiiOf(''));
	expect(radiiOf('7.5')).toEqual([...radiiOf(''), '7.5']);
	expect(radiiOf('far')).toEqual(radiiOf(''));
});
