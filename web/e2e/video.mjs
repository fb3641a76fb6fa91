// Videos for the browser's fake camera: codes, one after the other, as somebody
// would hold them up.
import { closeSync, openSync, writeSync } from 'node:fs';
import { person } from './browser.mjs';

const width = 480;
const height = 360;
const perSecond = 10;

/** How many frames a code is held up, and how many there is nothing between two. */
const held = 8;
const between = 4;

/** The dark modules of a QR code that the server draws, as rows of 0 and 1. */
async function modules(page, png) {
	return page.evaluate(async (data) => {
		const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
		const canvas = new OffscreenCanvas(image.width, image.height);
		const context = canvas.getContext('2d');
		context.drawImage(image, 0, 0);
		const { data: rgba } = context.getImageData(0, 0, image.width, image.height);
		const cell = 8; // pixels a module
		return Array.from({ length: image.height / cell }, (_, y) =>
			Array.from({ length: image.width / cell }, (_, x) => (rgba[4 * ((y * cell + 4) * image.width + x * cell + 4)] < 128 ? 1 : 0))
		);
	}, png.toString('base64'));
}

/** A frame in YUV 4:2:0: grey, with a code in the middle, or none. */
function frame(code) {
	const y = Buffer.alloc(width * height, 150);
	if (code) {
		const cell = Math.floor(height / (code.length + 2));
		const left = Math.floor((width - cell * code.length) / 2);
		const top = Math.floor((height - cell * code.length) / 2);
		code.forEach((row, r) =>
			row.forEach((dark, c) => {
				for (let dy = 0; dy < cell; dy++) y.fill(dark ? 20 : 235, (top + r * cell + dy) * width + left + c * cell, (top + r * cell + dy) * width + left + (c + 1) * cell);
			})
		);
	}
	return Buffer.concat([Buffer.from('FRAME\n'), y, Buffer.alloc((width * height) / 2, 128)]);
}

/** Writes a video of the codes of tickets, as PNG, to a path. */
export async function film({ browser, findings }, path, pngs) {
	const page = await person(browser, 'http://127.0.0.1', findings);
	const out = openSync(path, 'w');
	try {
		writeSync(out, `YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`);
		const nothing = frame();
		for (const png of pngs) {
			const shown = frame(await modules(page, png));
			for (let n = 0; n < held; n++) writeSync(out, shown);
			for (let n = 0; n < between; n++) writeSync(out, nothing);
		}
	} finally {
		closeSync(out);
		await page.context().close();
	}
}
