import type { Schema } from '$lib/api/client';

// The pictures of a venue or a room as its form has them: all of them in their order, the first of
// which is the main one.

type Cover = Schema['Cover'];

/** How many pictures a venue or a room has at most. */
export const mostPictures = 12;

/** Pictures that a form changes, apart from those that were read. */
export const copied = (pictures: readonly Cover[]): Cover[] => pictures.map((p) => ({ ...p, focal_point: { ...p.focal_point } }));

/** A picture that was uploaded and is not yet put into words. */
export const uploaded = (made: Schema['Picture']): Cover => ({
	picture_id: made.id,
	alt: '',
	focal_point: { x: 50, y: 50 },
	width: made.width,
	height: made.height,
	sources: made.sources
});

/** Pictures as they are sent. */
export const sent = (pictures: readonly Cover[]): Schema['PictureIn'][] =>
	pictures.map((p) => ({ picture_id: p.picture_id, alt: p.alt.trim(), focal_point: { ...p.focal_point } }));

/** Those of them that are not put into words, by the names of the API's fields. */
export const wordless = (pictures: readonly Cover[]): Record<string, string> =>
	Object.fromEntries(pictures.flatMap((p, i) => (p.alt.trim() ? [] : [[`pictures[${i}].alt`, 'required']])));
