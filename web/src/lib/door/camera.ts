import type { Found } from './reader.worker';
import Reader from './reader.worker?worker';

/** Why there is no picture. */
export type CameraProblem = 'denied' | 'missing' | 'insecure';

/** The longer side of what is looked at, in pixels: enough for a code of 45 modules at arm's length. */
const looked = 720;
/** A code that stays in view is one scan, until it was out of view for so long, in ms. */
const gone = 1500;

/** A code in view, and when its frame was taken (performance.now). */
export type Saw = (text: string, at: number) => void;

/** Reads codes from the camera, one frame after the other, as fast as they are read. */
export class Camera {
	readonly #worker: Worker;
	readonly #saw: Saw;
	#stream: MediaStream | undefined;
	#video: HTMLVideoElement | undefined;
	#canvas = document.createElement('canvas');
	#turn = 0;
	#taken = 0;
	#last = '';
	#lastAt = -gone;

	constructor(saw: Saw) {
		this.#saw = saw;
		this.#worker = new Reader();
		this.#worker.onmessage = ({ data }: MessageEvent<Found | 'ready'>) => {
			if (data !== 'ready' && data.turn === this.#turn) this.#found(data.text);
		};
	}

	/** Fulfilled when the scanner could read a code. */
	get ready(): Promise<void> {
		return new Promise((done) => {
			const hear = ({ data }: MessageEvent<unknown>) => {
				if (data !== 'ready') return;
				this.#worker.removeEventListener('message', hear);
				done();
			};
			this.#worker.addEventListener('message', hear);
			this.#worker.postMessage('ready?');
		});
	}

	/** Shows the camera in a video element and begins to read. */
	async start(video: HTMLVideoElement): Promise<CameraProblem | undefined> {
		if (!navigator.mediaDevices) return 'insecure';
		this.stop();
		try {
			this.#stream = await navigator.mediaDevices.getUserMedia({
				video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
				audio: false
			});
		} catch (thrown) {
			return thrown instanceof DOMException && thrown.name === 'NotAllowedError' ? 'denied' : 'missing';
		}
		this.#video = video;
		video.srcObject = this.#stream;
		await video.play();
		this.#next();
		return undefined;
	}

	stop(): void {
		this.#turn++;
		for (const track of this.#stream?.getTracks() ?? []) track.stop();
		this.#stream = undefined;
		if (this.#video) this.#video.srcObject = null;
		this.#video = undefined;
	}

	close(): void {
		this.stop();
		this.#worker.terminate();
	}

	/** Takes the next frame, once there is one. */
	#next(): void {
		const video = this.#video;
		if (!video) return;
		const turn = ++this.#turn;
		const take = () => {
			if (turn === this.#turn) this.#take(video, turn);
		};
		if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(take);
		else requestAnimationFrame(take);
	}

	#take(video: HTMLVideoElement, turn: number): void {
		const { videoWidth: w, videoHeight: h } = video;
		if (!w || !h) return this.#next();
		const scale = Math.min(1, looked / Math.max(w, h));
		const canvas = this.#canvas;
		canvas.width = Math.round(w * scale);
		canvas.height = Math.round(h * scale);
		const context = canvas.getContext('2d', { willReadFrequently: true })!;
		this.#taken = performance.now();
		context.drawImage(video, 0, 0, canvas.width, canvas.height);
		const image = context.getImageData(0, 0, canvas.width, canvas.height);
		this.#worker.postMessage({ turn, image }, [image.data.buffer]);
	}

	#found(text: string): void {
		const now = performance.now();
		if (text) {
			const fresh = text !== this.#last || now - this.#lastAt > gone;
			this.#last = text;
			this.#lastAt = now;
			if (fresh) this.#saw(text, this.#taken);
		}
		this.#next();
	}
}
