/** Has the browser save a file. */
export function download(name: string, content: Blob): void {
	const url = URL.createObjectURL(content);
	const a = document.createElement('a');
	a.href = url;
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000); // some read it only once somebody has said where it goes
}
