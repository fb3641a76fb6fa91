import { api, take } from '$lib/api/client';
import { bytesOf, textOf } from './bytes';

/** Whether this browser can be told about something while no page is open. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export interface Subscribed {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** Asks the person, and then the browser's push service. undefined: the person said no. */
export async function subscribe(): Promise<Subscribed | undefined> {
	if ((await Notification.requestPermission()) !== 'granted') return undefined;
	const { key } = await take(api.GET('/v1/push-key'));
	const worker = await navigator.serviceWorker.register('/push-worker.js', { scope: '/me/' });
	const had = await worker.pushManager.getSubscription();
	const s = had ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
	return { endpoint: s.endpoint, p256dh: textOf(s.getKey('p256dh')), auth: textOf(s.getKey('auth')) };
}
