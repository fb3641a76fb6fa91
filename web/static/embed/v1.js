// <holdfast-event event="evt_…"> shows an event of a Holdfast server on any website: registering,
// tickets, the waitlist and the waiting room. <holdfast-list organizer="org_…"> lists what an organizer
// has on, and <holdfast-button event="evt_…"> opens an event above the page. They need script-src and frame-src for that server
// and nothing else of a content security policy. The attributes and the events are in docs/EMBED.md.
(function () {
	'use strict';
	var script = document.currentScript;
	// Whose frames these are. As a module nobody says where a script is from: `server` has to.
	var home = script && script.src ? new URL(script.src).origin : undefined;
	var styles = new CSSStyleSheet();
	styles.replaceSync(
		':host{display:block}:host([hidden]){display:none}' +
			'div{position:relative}' +
			'iframe{position:absolute;inset:0;width:100%;height:100%;border:0;border-radius:16px;visibility:hidden}' +
			'.ready iframe{visibility:visible}.ready slot{display:none}'
	);
	// Room that is kept before anything is known, in px: on a phone and on anything wider.
	var narrow = 480;
	var usual = { narrow: 860, wide: 760 };
	// The same of a list: of its head and foot, and of each event.
	var listed = { around: 150, narrow: 132, wide: 96, usual: 6, most: 24 };
	// What the button that closes an event above the page is called, in the language of the page.
	var close = {
		en: 'Close', de: 'Schließen', fr: 'Fermer', es: 'Cerrar', it: 'Chiudi', nl: 'Sluiten', // prettier-ignore
		pt: 'Fechar', pl: 'Zamknij', cs: 'Zavřít', sv: 'Stäng', tr: 'Kapat', ar: 'إغلاق' // prettier-ignore
	};
	// What the frame may say has happened, and with which details: nothing of a person is among them.
	var told = { registered: ['status'], ordered: ['status'], waiting: ['for'] };
	var themes = ['light', 'dark'];

	// A frame of the server, as high as what is in it.
	class Framed extends HTMLElement {
		constructor() {
			super();
			this._heard = this._heard.bind(this);
			this._fit = this._fit.bind(this);
			this._box = document.createElement('div');
			// Until the frame has come, and where it may not, what stands in the element is shown: a link.
			this._box.append(document.createElement('slot'));
			var shadow = this.attachShadow({ mode: 'open' });
			shadow.adoptedStyleSheets = [styles];
			shadow.append(this._box);
		}

		connectedCallback() {
			this._content = 0;
			this._reserve();
			addEventListener('message', this._heard);
			addEventListener('scroll', this._fit, { passive: true });
			addEventListener('resize', this._fit);
			this._open();
		}

		disconnectedCallback() {
			removeEventListener('message', this._heard);
			removeEventListener('scroll', this._fit);
			removeEventListener('resize', this._fit);
			this._close();
		}

		attributeChangedCallback(name, before, now) {
			if (!this.isConnected || before === now) return;
			if (name === 'theme') this._say({ holdfast: 'theme', theme: this._theme() });
			else this._open();
		}

		_server() {
			var named = this.getAttribute('server');
			return named ? new URL(named).origin : home;
		}

		_theme() {
			var theme = this.getAttribute('theme');
			return themes.includes(theme) ? theme : 'auto';
		}

		_close() {
			if (this._frame) this._frame.remove();
			this._frame = undefined;
			this._used = false;
			this._box.classList.remove('ready');
		}

		_open() {
			this._close();
			var path = this._path();
			if (!path || !this._server()) return;
			var frame = (this._frame = document.createElement('iframe'));
			var address = new URL(path, this._server());
			var lang = this.lang || document.documentElement.lang;
			if (lang) address.searchParams.set('lang', lang);
			this._asked = this._theme();
			if (this._asked !== 'auto') address.searchParams.set('theme', this._asked);
			this._ask(address.searchParams);
			// Whom the frame tells of itself. The browser delivers it to nobody else.
			address.hash = 'from=' + encodeURIComponent(location.origin);
			frame.src = address.href;
			frame.title = 'Holdfast';
			frame.loading = 'lazy';
			frame.allow = 'clipboard-write';
			frame.referrerPolicy = 'no-referrer';
			frame.sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
			this._box.append(frame);
		}

		_say(message) {
			if (this._frame && this._frame.contentWindow) this._frame.contentWindow.postMessage(message, this._server());
		}

		_heard(e) {
			var said = e.data;
			if (!this._frame || !e.source || e.source !== this._frame.contentWindow || e.origin !== this._server()) return;
			if (typeof said !== 'object' || said === null) return;
			switch (said.holdfast) {
				case 'ready':
					this._frame.title = String(said.title || 'Holdfast').slice(0, 300);
					this._box.classList.add('ready');
					// What was said before it could hear is said again.
					if (this._asked !== this._theme()) this._say({ holdfast: 'theme', theme: (this._asked = this._theme()) });
					break;
				case 'height':
					if (!(said.height >= 0 && said.height < 20000)) return;
					this._content = Math.ceil(said.height);
					this._fit();
					break;
				case 'used':
					this._used = true;
					this._fit();
					break;
				case 'show':
					if (Number.isFinite(said.top) && Number.isFinite(said.bottom)) this._show(said.top, said.bottom);
					break;
				case 'event':
					if (Object.hasOwn(told, said.name)) this._tell(said.name, said.detail || {});
			}
		}

		_tell(name, said) {
			var detail = { event: this.getAttribute('event') };
			for (var key of told[name]) if (typeof said[key] === 'string') detail[key] = said[key];
			this.dispatchEvent(new CustomEvent('holdfast:' + name, { bubbles: true, composed: true, detail: detail }));
		}

		_reserve() {
			var asked = Number(this.getAttribute('height'));
			this._least = asked > 0 ? asked : this._room();
			this._grow(Math.max(this._least, this._content));
		}

		_grow(height) {
			this._height = height;
			this._box.style.height = height + 'px';
		}

		// Follows the height of the content without moving what is being read: before anybody has
		// used the frame it grows only where its end is out of sight, and is never smaller than the
		// room that was kept. Until then its content scrolls inside.
		_fit() {
			var wanted = Math.max(this._least, this._content);
			if (wanted === this._height) return;
			if (this._used || this._box.getBoundingClientRect().bottom >= innerHeight) this._grow(wanted);
		}

		// Scrolls to a part of the frame that has the focus or the news, if it is out of sight.
		_show(top, bottom) {
			var at = this._box.getBoundingClientRect().top;
			if (at + top >= 0 && at + bottom <= innerHeight) return;
			if (at + top >= 0 && at + top <= innerHeight / 2) return;
			var calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
			scrollBy({ top: at + top - Math.min(96, innerHeight / 4), behavior: calm ? 'auto' : 'smooth' });
		}
	}

	class HoldfastEvent extends Framed {
		static observedAttributes = ['event', 'theme', 'lang', 'via'];

		_path() {
			var event = this.getAttribute('event');
			return event && '/embed/events/' + encodeURIComponent(event);
		}

		_ask(query) {
			// By which link people came: the organizer made it for this website.
			if (this.getAttribute('via')) query.set('via', this.getAttribute('via'));
		}

		_room() {
			return this.getBoundingClientRect().width < narrow ? usual.narrow : usual.wide;
		}
	}

	class HoldfastList extends Framed {
		static observedAttributes = ['organizer', 'limit', 'theme', 'lang'];

		_path() {
			var organizer = this.getAttribute('organizer');
			return organizer && '/embed/hosts/' + encodeURIComponent(organizer);
		}

		_limit() {
			var limit = Number(this.getAttribute('limit'));
			return Number.isInteger(limit) && limit > 0 && limit <= listed.most ? limit : listed.usual;
		}

		_ask(query) {
			query.set('limit', this._limit());
		}

		_room() {
			return listed.around + this._limit() * (this.getBoundingClientRect().width < narrow ? listed.narrow : listed.wide);
		}
	}

	var pressed = new CSSStyleSheet();
	pressed.replaceSync(
		':host{display:inline-block}:host([hidden]){display:none}' +
			'::slotted(a){display:inline-block;padding:.75em 1.5em;border-radius:.6em;background:#14532d;color:#fff;font-weight:600;line-height:1.25;text-decoration:none}' +
			'::slotted(a:hover){background:#0f3f22}' +
			'dialog{width:min(44rem,100vw - 2rem);max-width:none;max-height:calc(100dvh - 2rem);padding:0;border:0;border-radius:16px;overflow:auto;background:#fff}' +
			'dialog.dark{background:#111412}dialog.dark button{background:#2b302d;color:#f3f4f2}dialog::backdrop{background:rgb(0 0 0/.6)}' +
			'button{position:sticky;top:.5rem;z-index:1;display:block;margin:.5rem .5rem 0 auto;min-width:2.75rem;min-height:2.75rem;border:0;border-radius:999px;background:#e7e5e0;color:#111;font:inherit;font-size:1.25rem;cursor:pointer}'
	);

	// Whether a page is dark where an element stands: by the scheme that it declares there, else by
	// what is painted behind. A page that says nothing and paints nothing is white.
	function isDark(element) {
		var scheme = getComputedStyle(element).colorScheme.split(' ');
		if (scheme.includes('dark') !== scheme.includes('light')) return scheme.includes('dark');
		if (scheme.includes('dark')) return matchMedia('(prefers-color-scheme: dark)').matches;
		for (var at = element; at; at = at.parentElement) {
			var painted = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(getComputedStyle(at).backgroundColor);
			if (painted && Number(painted[4] || 1) > 0.5) return 0.299 * painted[1] + 0.587 * painted[2] + 0.114 * painted[3] < 128;
		}
		return false;
	}

	// The link inside it opens the event above the page. Without the script it leads there.
	class HoldfastButton extends HTMLElement {
		constructor() {
			super();
			var shadow = this.attachShadow({ mode: 'open' });
			shadow.adoptedStyleSheets = [pressed];
			shadow.append(document.createElement('slot'));
			this.addEventListener('click', this._press);
		}

		disconnectedCallback() {
			if (this._dialog) this._dialog.remove();
			this._dialog = undefined;
		}

		_press(e) {
			var link = e.target instanceof Element ? e.target.closest('a') : null;
			if (!link || link.parentElement !== this || !this.getAttribute('event')) return;
			// Whoever wants a tab of its own gets one.
			if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
			e.preventDefault();
			var dialog = (this._dialog = document.createElement('dialog'));
			var end = document.createElement('button');
			var lang = (this.lang || document.documentElement.lang).slice(0, 2);
			end.type = 'button';
			end.textContent = '×';
			end.setAttribute('aria-label', close[lang] || close.en);
			var event = document.createElement('holdfast-event');
			for (var name of ['event', 'theme', 'lang', 'via', 'server']) if (this.hasAttribute(name)) event.setAttribute(name, this.getAttribute(name));
			// Without a theme of its own it is as the page is.
			var theme = this.getAttribute('theme');
			if (!themes.includes(theme)) event.setAttribute('theme', (theme = isDark(this) ? 'dark' : 'light'));
			dialog.className = theme;
			// Where the frame may not come, the link is still there, and leads on.
			event.append(link.cloneNode(true));
			dialog.setAttribute('aria-label', link.textContent.trim());
			dialog.append(end, event);
			this.shadowRoot.append(dialog);
			end.addEventListener('click', function () {
				dialog.close();
			});
			dialog.addEventListener('click', function (e) {
				if (e.target === dialog) dialog.close();
			});
			dialog.addEventListener('close', function () {
				dialog.remove();
				link.focus();
			});
			dialog.showModal();
		}
	}

	if (!customElements.get('holdfast-event')) {
		customElements.define('holdfast-event', HoldfastEvent);
		customElements.define('holdfast-list', HoldfastList);
		customElements.define('holdfast-button', HoldfastButton);
	}
})();
