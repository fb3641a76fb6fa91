// What a verdict sounds and feels like: two notes that rise for whoever may come
// in, two low ones for whoever may not. Made here, so that there is no file to
// fetch, and told apart without looking.

let audio: AudioContext | undefined;

/** Browsers play nothing before somebody has touched the page: call it then. */
export function wake(): void {
	// A device without sound checks people in all the same.
	if (typeof AudioContext === 'undefined') return;
	audio ??= new AudioContext();
	void audio.resume();
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

/** Plays and shakes for something that a person must look at: no verdict sounds like it. */
export function warn(sound: boolean): void {
	if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate([250, 100, 250]);
	if (!sound || audio?.state !== 'running') return;
	for (const [i, pitch] of [659, 523, 659, 523].entries()) note(audio, pitch, 0.22 * i, 0.18, 'triangle');
}

/** Plays and shakes a verdict. */
export function tell(good: boolean, sound: boolean): void {
	// One short shake is yes, three are no. Browsers refuse before the first touch.
	if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(good ? 70 : [110, 70, 110, 70, 110]);
	if (!sound || audio?.state !== 'running') return;
	if (good) {
		note(audio, 880, 0, 0.12, 'sine');
		note(audio, 1318.5, 0.09, 0.2, 'sine');
	} else {
		note(audio, 196, 0, 0.2, 'square');
		note(audio, 147, 0.24, 0.32, 'square');
	}
}
