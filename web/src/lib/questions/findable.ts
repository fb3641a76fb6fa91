import { take } from '$lib/api/client';
import type { Event } from '$lib/event/event';
import { api, boxOffice, desk } from '$lib/organizer/organization.svelte';
import { resource } from '$lib/resource.svelte';
import { answers as t } from '$lib/translations/answers';
import { choosable, type Choosable } from './choosable';

/** By which answers the guests of an event can be found, and how they are called; none where it asks nothing, or for whoever may not read answers. */
export const findableBy = (event: Event) =>
	resource<Choosable[]>(async () => {
		if (!event.questions || !desk.may(boxOffice)) return [];
		const [read] = await Promise.all([take(api.GET('/v1/events/{event_id}/questions', { params: { path: { event_id: event.id } } })), t.load()]);
		return choosable(read.questions, t('agreed'));
	});
