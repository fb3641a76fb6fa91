// Shows what the server has to say while no page is open, and opens the page
// that it is about.
self.addEventListener('push', (e) => {
	const { title = 'Holdfast', body, url, tag } = e.data ? e.data.json() : {};
	e.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { url } }));
});

self.addEventListener('notificationclick', (e) => {
	e.notification.close();
	const to = new URL(e.notification.data?.url ?? '/me', self.location.origin);
	// A message never leads to another site.
	if (to.origin === self.location.origin) e.waitUntil(self.clients.openWindow(to.href));
});
