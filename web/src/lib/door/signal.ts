// What a verdict sounds and feels like: two notes that rise for whoever may come
// in, two low ones for whoever may not, told apart without looking.
import { play, shake } from '$lib/sound';

export { wake } from '$lib/sound';

/** Plays and shakes for something that a person must look at: no verdict sounds like it. */
export function warn(sound: boolean): void {
	shake([250, 100, 250]);
	if (sound) play([659, 523, 659, 523].map((pitch, i) => [pitch, 0.22 * i, 0.18, 'triangle']));
}

/** Plays and shakes a verdict. */
export function tell(good: boolean, sound: boolean): void {
	// One short shake is yes, three are no.
	shake(good ? 70 : [110, 70, 110, 70, 110]);
	if (!sound) return;
	play(
		good
			? [
					[880, 0, 0.12, 'sine'],
					[1318.5, 0.09, 0.2, 'sine']
				]
			: [
					[196, 0, 0.2, 'square'],
					[147, 0.24, 0.32, 'square']
				]
	);
}
