// <holdfast-event event="evt_…"> shows an event of a Holdfast server on any website: registering,
// tickets, the waitlist and the waiting room. It needs script-src and frame-src for that server
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
	// What the frame may say has happened, and with which details: nothing of a person is among them.
	var told = { registered: ['status'], ordered: ['status'], waiting: ['for'] };
	var themes = ['light', 'dark'];

	class HoldfastEvent extends HTMLElement {
		static observedAttributes = ['event', 'theme', 'lang', 'via'];

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
			var event = this.getAttribute('event');
			if (!event || !this._server()) return;
			var frame = (this._frame = document.createElement('iframe'));
			var address = new URL('/embed/events/' + encodeURIComponent(event), this._server());
			var lang = this.lang || document.documentElement.lang;
			if (lang) address.searchParams.set('lang', lang);
			if (this._theme() !== 'auto') address.searchParams.set('theme', this._theme());
			// By which link people came: the organizer made it for this website.
			if (this.getAttribute('via')) address.searchParams.set('via', this.getAttribute('via'));
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
			this._least = asked > 0 ? asked : this.getBoundingClientRect().width < narrow ? usual.narrow : usual.wide;
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

	if (!customElements.get('holdfast-event')) customElements.define('holdfast-event', HoldfastEvent);
})();
