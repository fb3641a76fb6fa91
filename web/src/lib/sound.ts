// Short notes, made here so that there is no file to fetch, and shakes of a phone.

let audio: AudioContext | undefined;

/** Browsers play nothing before somebody has touched the page: call it then. */
export function wake(): void {
	// A device without sound does all else the same.
	if (typeof AudioContext === 'undefined') return;
	audio ??= new AudioContext();
	void audio.resume();
}

/** A note: its pitch in hertz, after how many seconds it begins, how long it is, and its shape. */
export type Note = readonly [pitch: number, after: number, length: number, shape: OscillatorType];

/** Plays notes, if somebody has touched the page. */
export function play(notes: readonly Note[]): void {
	if (audio?.state !== 'running') return;
	for (const [pitch, after, length, shape] of notes) note(audio, pitch, after, length, shape);
}

function note(context: AudioContext, pitch: number, after: number, length: number, shape: OscillatorType): void {
	const from = context.currentTime + after;
	const tone = context.createOscillator();
	const volume = context.createGain();
	tone.type = shape;
	tone.frequency.value = pitch;
	volume.gain.setValueAtTime(0.0001, from);
	volume.gain.exponentialRampToValueAtTime(0.4, from + 0.01);
	volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
	tone.connect(volume).connect(context.destination);
	tone.start(from);
	tone.stop(from + length);
}

/** Shakes a phone, which browsers refuse before the first touch. */
export function shake(pattern: number | number[]): void {
	if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
}
