/** What is wrong with one field of a request. */
export interface FieldProblem {
	field: string;
	code: string;
	message: string;
}

/** A booking that is in the way of another, or a time at which a room is taken elsewhere. */
export interface TimeConflict {
	booking_id?: string;
	/** The imported calendar that says so, in place of a booking. */
	calendar_id?: string;
	/** The add-on that was asked for, of which the other booking has so many; else it is about a room. */
	add_on_id?: string;
	quantity?: number;
	room_id?: string;
	booked_room_id?: string;
	starts_at: string;
	ends_at: string;
	busy_from: string;
	busy_to: string;
}

/** What is in the way of a booking, and the nearest starts at which its rooms are free. */
export interface Times {
	conflicts: readonly TimeConflict[];
	before: string | undefined;
	after: string | undefined;
}

/**
 * An answer of the API that is not a success: a problem document (RFC 9457), or
 * what stands for one when no answer came at all (`offline`) or when it was
 * none of ours (`unreadable`).
 */
export class Problem extends Error {
	readonly code: string;
	readonly status: number;
	readonly detail: string;
	readonly fields: readonly FieldProblem[];
	/** Seconds to wait before a repetition, 0 when the server did not say. */
	readonly retryAfter: number;
	/** Of `forbidden`: the least role that may do it, where a role may. */
	readonly role?: string;
	/** Of bookings that are refused for their time. */
	readonly times?: Times;

	constructor(code: string, status: number, detail = '', fields: readonly FieldProblem[] = [], retryAfter = 0, role?: string, times?: Times) {
		super(detail || code);
		this.name = 'Problem';
		this.code = code;
		this.status = status;
		this.detail = detail;
		this.fields = fields;
		this.retryAfter = retryAfter;
		this.role = role;
		this.times = times;
	}

	/** The first problem of a field; `guests[0].name` finds its own. */
	field(name: string): FieldProblem | undefined {
		return this.fields.find((f) => f.field === name);
	}

	/** Whether the same request may succeed when it is sent again. */
	get passing(): boolean {
		return this.code === 'offline' || this.status === 429 || this.status === 503;
	}
}

/** Makes a Problem of whatever was thrown. */
export function problemFrom(thrown: unknown): Problem {
	if (thrown instanceof Problem) return thrown;
	// fetch throws a TypeError when no answer came, whatever the reason.
	if (thrown instanceof TypeError) return new Problem('offline', 0);
	if (thrown instanceof DOMException && ['TimeoutError', 'AbortError'].includes(thrown.name)) return new Problem('offline', 0);
	console.error(thrown);
	return new Problem('unreadable', 0);
}

function isField(v: unknown): v is FieldProblem {
	return typeof v === 'object' && v !== null && 'field' in v && 'code' in v;
}

/** Whether a field is one of a form, and not a header of ours, beside which nothing can be said. */
function typed(f: FieldProblem): boolean {
	return !f.field.startsWith('Holdfast-');
}

/** What a refusal says of times; the answer is one of the API's, whose document says how these look. */
function timesOf(body: object): Times | undefined {
	const { conflicts, free_times: free } = body as { conflicts?: readonly TimeConflict[]; free_times?: { before: string | null; after: string | null } };
	return free && { conflicts: conflicts ?? [], before: free.before ?? undefined, after: free.after ?? undefined };
}

/** Reads the body of an answer that was not a success. */
export function problemOf(body: unknown, response: Response): Problem {
	const wait = Number(response.headers.get('Retry-After') ?? 0);
	const retryAfter = Number.isFinite(wait) ? wait : 0;
	if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
		const detail = 'detail' in body && typeof body.detail === 'string' ? body.detail : '';
		const fields = 'errors' in body && Array.isArray(body.errors) ? body.errors.filter(isField).filter(typed) : [];
		const role = 'role' in body && typeof body.role === 'string' ? body.role : undefined;
		return new Problem(body.code, response.status, detail, fields, retryAfter, role, timesOf(body));
	}
	return new Problem(response.status === 503 ? 'unavailable' : 'unreadable', response.status, '', [], retryAfter);
}
