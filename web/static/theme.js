// Runs before the first paint, so that a chosen theme never flashes.
(function () {
	var root = document.documentElement;
	root.classList.add('js');
	try {
		var theme = localStorage.getItem('theme');
		if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
	} catch (e) {
		// Storage is closed to us: the system's theme it is.
	}
})();
