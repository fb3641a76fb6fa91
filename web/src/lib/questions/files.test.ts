import { beforeAll, expect, it } from 'vitest';
import { speak } from '$lib/i18n/language.svelte';
import { draftsOf, questionsIn } from './draft';
import { limitOf, sizeText, typesOf, wrongWith } from './files';
import type { Question } from './asking';

const card: Question = { id: 'card', kind: 'file', scope: 'attendee', label: 'Card', accept: ['image'], max_bytes: 1 << 20 };

// Another file of tests may have spoken another language in this worker.
beforeAll(() => speak('en'));

it('says before a file is sent what is wrong with it', () => {
	expect(wrongWith(card, { type: 'application/pdf', size: 10 })).toBe('type');
	expect(wrongWith(card, { type: 'image/svg+xml', size: 10 })).toBe('type');
	expect(wrongWith(card, { type: 'image/webp', size: (1 << 20) + 1 })).toBe('size');
	expect(wrongWith(card, { type: 'image/webp', size: 1 << 20 })).toBeUndefined();
	expect(typesOf({ ...card, accept: undefined })).toContain('application/pdf');
	expect(limitOf({ ...card, max_bytes: undefined })).toBe(10 << 20);
	expect(sizeText(2_340_000)).toMatch(/^2\.2\sMB$/);
	expect(sizeText(12)).toMatch(/^1\skB$/);
});

it('keeps what an organizer says of files', () => {
	const [draft] = draftsOf([card]);
	expect(draft).toMatchObject({ accept: ['image'], megabytes: '1' });
	const [sent] = questionsIn([{ ...draft!, megabytes: '2,5', accept: ['image', 'pdf'] }], new Set());
	expect(sent).toMatchObject({ kind: 'file', max_bytes: 2_621_440 });
	expect(sent!.accept).toBeUndefined();
});
