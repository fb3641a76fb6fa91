import { page } from '$app/state';
import { embedded } from '$lib/embedded';

/**
 * The token of the signed link that was opened for this page; undefined on all other pages.
 * It is in no address: the server took it from the cookie of this page and wrote it there.
 */
export function linkToken(): string | undefined {
	return page.params.link ? embedded().token : undefined;
}
