/** A calendar file with those of its entries that are of some events: their UIDs begin with these ids. */
export function onlyOf(file: string, events: string[]): string {
	return file.replace(/BEGIN:VEVENT\r\n[\s\S]*?END:VEVENT\r\n/g, (entry) => {
		const uid = /\r\nUID:([^@\r]*)@/.exec(entry.replace(/\r\n[ \t]/g, ''))?.[1];
		return uid && events.includes(uid) ? entry : '';
	});
}
