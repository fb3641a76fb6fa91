import { api, take, type Schema } from '$lib/api/client';
import type { Me } from '$lib/session.svelte';
import { bytesOf, textOf } from './bytes';

/**
 * Whether this browser has passkeys here: they belong to a name, not to a bare
 * address, and to https or this machine itself.
 */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|:/.test(location.hostname);

/** The person or the device said no. */
export class Stopped extends Error {
	/** There is a passkey of this account on the device already. */
	readonly known: boolean;
	constructor(cause: unknown) {
		super('stopped', { cause });
		this.known = cause instanceof DOMException && cause.name === 'InvalidStateError';
	}
}

interface Descriptor {
	id: string;
	type: 'public-key';
	transports?: AuthenticatorTransport[];
}

// What PublicKeyCredential.parse…FromJSON does, for browsers that lack it.
const descriptors = (list: Descriptor[] | undefined) => list?.map((d) => ({ ...d, id: bytesOf(d.id) }));

function creation(json: Record<string, never>): PublicKeyCredentialCreationOptions {
	const o = json as unknown as { challenge: string; user: { id: string }; excludeCredentials?: Descriptor[] };
	return {
		...(o as unknown as PublicKeyCredentialCreationOptions),
		challenge: bytesOf(o.challenge),
		user: { ...(o.user as unknown as PublicKeyCredentialUserEntity), id: bytesOf(o.user.id) },
		excludeCredentials: descriptors(o.excludeCredentials)
	};
}

function request(json: Record<string, never>): PublicKeyCredentialRequestOptions {
	const o = json as unknown as { challenge: string; allowCredentials?: Descriptor[] };
	return {
		...(o as unknown as PublicKeyCredentialRequestOptions),
		challenge: bytesOf(o.challenge),
		allowCredentials: descriptors(o.allowCredentials)
	};
}

/** The options as the browser takes them, whether or not they are wrapped in publicKey. */
function unwrap(options: unknown): Record<string, never> {
	const o = options as { publicKey?: Record<string, never> };
	return o.publicKey ?? (options as Record<string, never>);
}

function encoded(c: PublicKeyCredential): Record<string, unknown> {
	const common = {
		id: c.id,
		rawId: textOf(c.rawId),
		type: c.type,
		clientExtensionResults: c.getClientExtensionResults(),
		authenticatorAttachment: c.authenticatorAttachment
	};
	if (c.response instanceof AuthenticatorAttestationResponse) {
		const r = c.response;
		return {
			...common,
			response: { clientDataJSON: textOf(r.clientDataJSON), attestationObject: textOf(r.attestationObject), transports: r.getTransports?.() ?? [] }
		};
	}
	const r = c.response as AuthenticatorAssertionResponse;
	return {
		...common,
		response: {
			clientDataJSON: textOf(r.clientDataJSON),
			authenticatorData: textOf(r.authenticatorData),
			signature: textOf(r.signature),
			...(r.userHandle && { userHandle: textOf(r.userHandle) })
		}
	};
}

async function credentialOf(what: Promise<Credential | null>): Promise<PublicKeyCredential> {
	try {
		const c = await what;
		if (c instanceof PublicKeyCredential) return c;
	} catch (thrown) {
		throw new Stopped(thrown);
	}
	throw new Stopped(undefined);
}

type Answered = Schema['NewPasskey']['credential'];

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
	const challenge = await take(api.POST('/v1/me/passkeys/challenge'));
	const made = await credentialOf(navigator.credentials.create({ publicKey: creation(unwrap(challenge.options)) }));
	await take(api.POST('/v1/me/passkeys', { body: { challenge_id: challenge.challenge_id, name, credential: encoded(made) as Answered } }));
}

/** Signs in with a passkey of this device. */
export async function signInWithPasskey(): Promise<Me> {
	const challenge = await take(api.POST('/v1/auth/passkeys/challenge'));
	const got = await credentialOf(navigator.credentials.get({ publicKey: request(unwrap(challenge.options)) }));
	return take(api.POST('/v1/auth/passkeys', { body: { challenge_id: challenge.challenge_id, credential: encoded(got) as Answered } }));
}
