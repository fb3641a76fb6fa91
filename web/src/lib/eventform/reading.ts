import type { FieldProblem } from '$lib/api/problem';
import { minorOf, whole } from '$lib/organizer/amount';
import { momentOfText, together } from '$lib/organizer/zones';

// What is typed and what the API has, in both directions.

export const hour = 3600;

/** A number without digits that say nothing: 1.5, 6. */
export const plainNumber = (n: number) => String(Math.round(n * 100) / 100);
export const orEmpty = (n: number) => (n > 0 ? String(n) : '');
export const at = (text: string | null, zone: string) => (text ? together(new Date(text), zone) : '');

/** A moment that may be left empty. */
export const momentIn = (text: string, zone: string) => momentOfText(text, zone)?.toISOString() ?? null;

/** Collects what is wrong with what was typed, by the names of the API. */
export class Reading {
	problems: FieldProblem[] = [];
	add(field: string, code: string) {
		this.problems.push({ field, code, message: '' });
	}
	text(field: string, text: string): string {
		if (!text.trim()) this.add(field, 'required');
		return text.trim();
	}
	number(field: string, text: string, least = 0): number {
		const n = whole(text, least);
		if (n === undefined) this.add(field, text.trim() ? 'bad_format' : 'required');
		return n ?? 0;
	}
	/** null, for no bound, when it is left empty. */
	bound(field: string, text: string): number | null {
		return text.trim() ? this.number(field, text) : null;
	}
	/** 0 when it is left empty. */
	optional(field: string, text: string): number {
		return text.trim() ? this.number(field, text) : 0;
	}
	/** A number that may have a fraction, times a factor. */
	times(field: string, text: string, factor: number): number {
		const n = Number(text.trim().replace(',', '.'));
		if (!text.trim() || !Number.isFinite(n) || n < 0) this.add(field, text.trim() ? 'bad_format' : 'required');
		return Math.round((Number.isFinite(n) ? n : 0) * factor);
	}
	price(field: string, text: string, currency: string): number {
		if (!text.trim()) return 0;
		const minor = minorOf(text, currency);
		if (minor === undefined) this.add(field, 'bad_format');
		return minor ?? 0;
	}
}
