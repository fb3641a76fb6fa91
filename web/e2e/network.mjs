// A network between browsers and the server that a test can cut: a browser's own
// "offline" leaves service workers and workers online, and never hangs.
import net from 'node:net';

export class Cable {
	#server;
	#sockets = new Set();
	#state = 'up';
	base = '';

	/** Lays a cable to a server; `base` is its near end. */
	static async lay(to) {
		const { hostname, port } = new URL(to);
		const cable = new Cable();
		cable.#server = net.createServer((near) => {
			cable.#sockets.add(near);
			near.on('close', () => cable.#sockets.delete(near));
			near.on('error', () => {});
			if (cable.#state === 'cut') return near.destroy();
			if (cable.#state === 'silent') return; // taken, and never answered
			const far = net.connect(Number(port), hostname);
			cable.#sockets.add(far);
			far.on('close', () => (cable.#sockets.delete(far), near.destroy()));
			far.on('error', () => {});
			near.on('close', () => far.destroy());
			near.pipe(far);
			far.pipe(near);
		});
		await new Promise((done) => cable.#server.listen(0, '127.0.0.1', done));
		cable.base = `http://127.0.0.1:${cable.#server.address().port}`;
		return cable;
	}

	/** 'up', 'cut' (connections are refused), or 'silent' (nothing comes back). */
	be(state) {
		this.#state = state;
		for (const s of this.#sockets) s.destroy();
	}

	close() {
		this.be('cut');
		return new Promise((done) => this.#server.close(done));
	}
}
