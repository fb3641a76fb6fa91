// Finds a QR code in a frame of the camera, beside the page so that the page
// stays quick. The scanner is WebAssembly, served by us: a worker has a policy of
// its own, so no page needs to allow it.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** A frame, and what was found in it: '' is nothing. */
export interface Frame {
	turn: number;
	image: ImageData;
}
export interface Found {
	turn: number;
	text: string;
}

const ready = prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });

self.onmessage = async ({ data }: MessageEvent<Frame | 'ready?'>) => {
	await ready;
	if (data === 'ready?') {
		postMessage('ready');
		return;
	}
	const found = await readBarcodes(data.image, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true });
	postMessage({ turn: data.turn, text: found[0]?.text ?? '' } satisfies Found);
};
