/** Where the device is was not told: nobody allowed it, or it does not know. */
export class Unlocated extends Error {
	constructor(readonly denied: boolean) {
		super(denied ? 'not allowed' : 'not known');
	}
}

/** Distances to choose from, in kilometers; usual is that of the API. */
export const radii = ['5', '10', '25', '50', '100'] as const;
export const usual = '25';

/**
 * Where the device is, as latitude and longitude, to about a kilometer: nearer it need not
 * be known, and it stands in the address. The browser asks whether it may be told.
 */
export function here(): Promise<string> {
	return new Promise((resolve, reject) => {
		navigator.geolocation.getCurrentPosition(
			({ coords }) => resolve(`${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}`),
			(error) => reject(new Unlocated(error.code === error.PERMISSION_DENIED)),
			{ maximumAge: 600_000, timeout: 15_000 }
		);
	});
}

/** The distances to choose from; that which was asked for is among them. */
export const radiiOf = (asked: string): string[] =>
	!asked || (radii as readonly string[]).includes(asked) || !(Number(asked) > 0) ? [...radii] : [...radii, asked];
