import { providerNames } from '$lib/api/lists';
import { backoffice } from '$lib/translations/backoffice';
import { organizer } from '$lib/translations/organizer';

/** What a provider of payments is called. */
export function providerName(provider: string): string {
	const key = `provider.${provider}`;
	if (organizer.has(key)) return organizer(key); // at a till
	return backoffice.has(key) ? backoffice(key) : (providerNames[provider] ?? provider);
}

/** What a provider said of a refund, in its own words and by its code; '': nothing. */
export function said(refund: { error?: string; error_code?: string }): string {
	return [refund.error, refund.error_code && `(${refund.error_code})`].filter(Boolean).join(' ');
}
