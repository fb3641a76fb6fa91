/**
 * By which link of an organizer somebody came to an event (`?via=`). The address carries it from page to page: nothing is
 * kept on the device for it, and no cookie is set.
 */
const came = new Map<string, string>();

/** What the code of a link can be. Anything else is not sent: nobody is refused for an address that somebody made up. */
const isCode = /^[a-z0-9_-]{1,40}$/i;

/** The code of the link by which somebody came to an event, if there is one. */
export function viaOf(event: string): string | undefined {
	const { pathname, searchParams } = new URL(location.href);
	const [, named] = /^(?:\/embed)?\/events\/([^/]+)/.exec(pathname) ?? [];
	const code = searchParams.get('via');
	if (code && isCode.test(code) && named !== undefined && decodeURIComponent(named) === event) came.set(event, code);
	return came.get(event);
}

/** The address of a page of an event, with what it carries on. */
export function by(event: string, path: string): string {
	const code = viaOf(event);
	return code === undefined ? path : `${path}?via=${encodeURIComponent(code)}`;
}
