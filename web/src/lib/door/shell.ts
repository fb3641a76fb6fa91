import { dev } from '$app/environment';

/**
 * Has the browser keep this page, so that it opens without a network. False
 * where browsers do not: in private windows of some, and on plain http.
 */
export async function keepShell(): Promise<boolean> {
	if (dev || !('serviceWorker' in navigator)) return false;
	try {
		const registration = await navigator.serviceWorker.register('/service-worker.js', { scope: '/door' });
		const worker = registration.active ?? registration.waiting ?? registration.installing;
		if (!worker) return false;
		return await new Promise((done) => {
			const look = () => {
				if (worker.state === 'activated') done(true);
				else if (worker.state === 'redundant') done(registration.active !== null);
			};
			worker.addEventListener('statechange', look);
			look();
		});
	} catch (thrown) {
		console.warn(thrown);
		return false;
	}
}
