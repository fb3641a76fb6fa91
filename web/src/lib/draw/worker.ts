import { Problem } from '$lib/api/problem';
import type { Asked, Said } from './draw.worker';
import Checker from './draw.worker?worker';
import type { Found } from './published';

/** Checks a draw by its public addresses in a worker; see checkPublished. */
export async function checkInWorker(
	asked: Asked,
	told: (part: number) => void,
	start: () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'> = () => new Checker()
): Promise<Found> {
	const worker = start();
	try {
		return await new Promise<Found>((found, failed) => {
			worker.onmessage = ({ data }: MessageEvent<Said>) => {
				if ('part' in data) told(data.part);
				else if ('found' in data) found(data.found);
				else failed(new Problem(data.problem, 0));
			};
			worker.onerror = (event) => failed(new Error(`draw: the worker failed: ${event.message}`));
			worker.postMessage(asked);
		});
	} finally {
		worker.terminate();
	}
}
