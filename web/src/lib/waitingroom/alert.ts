import { framed } from '$lib/framed';
import { play, shake } from '$lib/sound';

/** Whether somebody can be asked for notifications here: nobody is inside a frame, where browsers refuse it. */
export const canNotify = (): boolean => !framed && 'Notification' in window;

/** What the browser allows now. */
export const allowed = (): NotificationPermission => (canNotify() ? Notification.permission : 'denied');

/** Asks whether notifications may be shown. Only ever by a button. */
export async function ask(): Promise<NotificationPermission> {
	if (!canNotify()) return 'denied';
	return allowed() === 'default' ? await Notification.requestPermission() : allowed();
}

/** Three notes that rise, a shake, and a notification where that is allowed: it is somebody's turn. */
export async function callOut(title: string, body: string, tag: string): Promise<void> {
	shake([200, 100, 200, 100, 400]);
	play([0, 0.9].flatMap((after) => [523.25, 659.25, 783.99].map((pitch, i) => [pitch, after + 0.18 * i, i === 2 ? 0.5 : 0.2, 'sine'] as const)));
	if (allowed() !== 'granted') return;
	const options = { body, tag, requireInteraction: true };
	try {
		// Phones show those of a worker only.
		const worker = await navigator.serviceWorker?.getRegistration();
		if (worker) await worker.showNotification(title, options);
		else new Notification(title, options);
	} catch {
		// The page says it too.
	}
}
