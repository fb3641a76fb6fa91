import { client, take, type Schema } from '$lib/api/client';

// Sending a picture of an event, a venue or a room. What the server does not take and the browser can show, such
// as HEIC or an AVIF of tiles, and what is larger than the server takes, is made smaller here and sent as JPEG.

/** What the server takes as it is. */
const taken = ['image/jpeg', 'image/png', 'image/webp'];
/** What it takes of some kinds only: a browser that can show it makes a JPEG of it. */
const perhaps = [...taken, 'image/avif'];
const maxBytes = 15 << 20;
const maxPixels = 25_000_000;
/** How wide or high what is made smaller may be: more than the server keeps. */
const side = 3200;
/** How long a slow connection may take, in ms. */
const patience = 120_000;

/** The size of a picture that is made smaller so that it is no longer than `most` on either side. */
export function smaller(width: number, height: number, most = side): [number, number] {
	const by = Math.min(1, most / Math.max(width, height));
	return [Math.max(1, Math.round(width * by)), Math.max(1, Math.round(height * by))];
}

/** A file as it is sent; undefined: the browser cannot open it. */
async function prepared(file: File): Promise<Blob | undefined> {
	let picture: ImageBitmap;
	try {
		picture = await createImageBitmap(file);
	} catch {
		// The server can say more of what it is.
		return perhaps.includes(file.type) && file.size <= maxBytes ? file : undefined;
	}
	const { width, height } = picture;
	if (taken.includes(file.type) && file.size <= maxBytes && width * height <= maxPixels) {
		picture.close();
		return file;
	}
	const canvas = document.createElement('canvas');
	[canvas.width, canvas.height] = smaller(width, height);
	const paper = canvas.getContext('2d')!;
	paper.fillStyle = '#fff';
	paper.fillRect(0, 0, canvas.width, canvas.height);
	paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))) ?? undefined;
}

/** Uploads a picture; undefined: it cannot be opened here. */
export async function upload(file: File): Promise<Schema['Picture'] | undefined> {
	const body = await prepared(file);
	if (!body) return undefined;
	return take(
		client(undefined, patience).POST('/v1/pictures', {
			body: body as unknown as string,
			bodySerializer: (b: unknown) => b as BodyInit,
			headers: { 'Content-Type': body.type }
		})
	);
}
