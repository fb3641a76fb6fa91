import type { Grid } from '$lib/seats/grid';
import type { Look } from '$lib/seats/look';
import type { Plan } from '$lib/seats/plan';
import type { Hand } from '$lib/seats/hand';
import { toPlan, toScreen } from '$lib/seats/view';

/** Letters of the chart that organizers tell apart and guests need not. */
const sold = 's'.charCodeAt(0);
const held = 'h'.charCodeAt(0);
const blocked = 'b'.charCodeAt(0);

/** From how large a seat is, in pixels, one can see what is the matter with it. */
const least = 7;

/** Draws over the guests' map which of the seats that are not free are sold, held and blocked; it moves nothing. */
export function overlay(plan: Plan, grid: Grid, states: Uint8Array): Hand {
	return {
		press: () => false,
		drag: () => {},
		release: () => {},
		tap: () => false,
		key: () => false,
		draw(paint, view, size, look: Look) {
			const pitch = plan.pitch * view.zoom;
			if (pitch < least) return;
			const half = pitch * 0.36;
			const [left, top] = toPlan(view, size, 0, 0);
			const [right, bottom] = toPlan(view, size, size.width, size.height);
			paint.lineWidth = Math.max(1.5, pitch * 0.1);
			paint.lineCap = 'round';
			grid.within(left, top, right, bottom, (seat) => {
				const state = states[seat];
				if (state !== sold && state !== held && state !== blocked) return;
				const [x, y] = toScreen(view, size, plan.x[seat]!, plan.y[seat]!);
				paint.fillStyle = look.soft;
				paint.strokeStyle = state === held ? look.reserved : look.soft;
				paint.beginPath();
				if (state === blocked) {
					paint.moveTo(x - half * 0.7, y - half * 0.7);
					paint.lineTo(x + half * 0.7, y + half * 0.7);
					paint.moveTo(x + half * 0.7, y - half * 0.7);
					paint.lineTo(x - half * 0.7, y + half * 0.7);
				} else paint.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.4);
				if (state === sold) paint.fill();
				else paint.stroke();
			});
		}
	};
}
