/** What a company asks, as the API says it. */
export interface Widget {
	kind: 'turnstile' | 'hcaptcha';
	site_key: string;
	script: string;
	action?: string;
	cdata?: string;
}

/** What became of it: the token, or that it cannot be loaded, or that the person wants no more. */
export type Outcome = { token: string } | 'failed' | 'cancelled';
