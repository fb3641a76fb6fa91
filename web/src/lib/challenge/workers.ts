import { expected, type Parameters, type Solution } from './solve';
import Solver from './solver.worker?worker';
import type { Part, Said } from './solver.worker';

/** A telephone should stay cool, and a page beside ours quick. */
const most = 4;

/** Solves a challenge in workers. `tell` is told how likely it was that it is solved by now, from 0 to 1. */
export async function solveInWorkers(
	parameters: Parameters,
	tell: (share: number) => void,
	start: () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'> = () => new Solver(),
	processors = navigator.hardwareConcurrency || 2
): Promise<Solution> {
	const workers = Array.from({ length: Math.max(1, Math.min(most, processors - 1)) }, start);
	let tried = 0;
	try {
		return await new Promise<Solution>((solved, failed) => {
			workers.forEach((worker, first) => {
				worker.onmessage = ({ data }: MessageEvent<Said>) => {
					if (typeof data !== 'number') {
						solved(data);
						return;
					}
					tried += data;
					tell(1 - Math.exp(-tried / expected(parameters)));
				};
				worker.onerror = (event) => failed(new Error(`challenge: a worker failed: ${event.message}`));
				worker.postMessage({ parameters, first, step: workers.length } satisfies Part);
			});
		});
	} finally {
		for (const worker of workers) worker.terminate();
	}
}
