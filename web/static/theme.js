// Runs before the first paint, so that neither another theme nor another language flashes.
(function () {
	var root = document.documentElement;
	root.classList.add('js');
	// In a frame on another website that says which theme, and the server wrote in its language.
	if (location.pathname.indexOf('/embed/') === 0) {
		var asked = new URLSearchParams(location.search).get('theme');
		if (asked === 'light' || asked === 'dark') root.dataset.theme = asked;
		return;
	}
	try {
		var theme = localStorage.getItem('theme');
		if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
		// What the server wrote in another language than the chosen one is not shown.
		var language = localStorage.getItem('language');
		if (language && language !== root.lang) root.classList.add('other-language');
	} catch (e) {
		// Storage is closed to us: the system's theme it is.
	}
})();
