import { core } from '$lib/translations/core';

/** Says a length of time in its largest unit that fits evenly enough: "6 hours", "2 days". */
export function duration(seconds: number): string {
	if (seconds >= 2 * 86_400 && seconds % 86_400 === 0) return core('time.days', { n: seconds / 86_400 });
	if (seconds >= 3600) return core('time.hours', { n: Math.round(seconds / 3600) });
	if (seconds >= 60) return core('time.minutes', { n: Math.round(seconds / 60) });
	return core('time.seconds', { n: seconds });
}
