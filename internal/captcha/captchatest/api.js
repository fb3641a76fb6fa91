// What stands in for the script of a provider: the interface of window.turnstile and of
// window.hcaptcha, as far as pages use it. The widget is a frame of the provider with a box
// to tick, as theirs is.
(() => {
	const origin = new URL(document.currentScript.src).origin;
	const widgets = new Map();
	let n = 0;
	function render(container, options) {
		const id = `widget-${++n}`;
		const frame = document.createElement('iframe');
		frame.title = 'Widget of a stand-in';
		frame.width = options.size === 'compact' ? '150' : '300';
		frame.height = options.size === 'compact' ? '140' : '74';
		const q = new URLSearchParams({ sitekey: options.sitekey, host: location.hostname, action: options.action ?? '', cdata: options.cData ?? '', id });
		frame.src = `${origin}/frame?${q}`;
		const heard = (event) => {
			if (event.origin !== origin || event.data.id !== id) return;
			options.callback(event.data.token);
		};
		addEventListener('message', heard);
		(typeof container === 'string' ? document.querySelector(container) : container).append(frame);
		widgets.set(id, () => {
			removeEventListener('message', heard);
			frame.remove();
		});
		return id;
	}
	const remove = (id) => {
		widgets.get(id)?.();
		widgets.delete(id);
	};
	const api = { render, remove, reset: () => {}, ready: (f) => f() };
	window.turnstile = api;
	window.hcaptcha = api;
	const onload = new URL(document.currentScript.src).searchParams.get('onload');
	if (onload) window[onload]();
})();
