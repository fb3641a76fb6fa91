/** A short message at the edge of the screen that goes by itself. */
export interface Toast {
	id: number;
	tone: 'good' | 'bad' | 'info';
	text: string;
}

const stay = 6000;
let next = 0;
let shown = $state<Toast[]>([]);

export const toasts = {
	get shown(): readonly Toast[] {
		return shown;
	},
	show(text: string, tone: Toast['tone'] = 'good'): void {
		const id = next++;
		shown = [...shown, { id, tone, text }];
		setTimeout(() => toasts.dismiss(id), stay);
	},
	dismiss(id: number): void {
		shown = shown.filter((t) => t.id !== id);
	}
};
