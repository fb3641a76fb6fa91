/**
 * Covers for events that brought no picture: drawn from the event's id, so that
 * an event looks the same everywhere and always, and no two look alike.
 */
export interface Shape {
	d: string;
	fill: string;
	stroke?: string;
	width?: number;
	opacity?: number;
}

export interface Art {
	ground: string;
	shapes: Shape[];
}

export const artWidth = 1200;
export const artHeight = 675;

const palettes: readonly (readonly [string, string, string, string, string])[] = [
	['#0f3d3a', '#1f6f63', '#f2b65a', '#f7e7c6', '#e0633f'],
	['#1b2a4e', '#32508f', '#f39c6b', '#ffe3c9', '#7fb7d6'],
	['#4a1f3d', '#8c2f5b', '#f4a259', '#f9dec9', '#5b8e7d'],
	['#f3dfc1', '#e3a857', '#c8553d', '#28536b', '#7ea8be'],
	['#dcebe3', '#8cc0a8', '#2f6f5e', '#f2b65a', '#ef7b5a'],
	['#2d1e4f', '#5b3e96', '#f26ca7', '#ffd6e8', '#7ad3d1'],
	['#f6e6dd', '#f0a58f', '#d1495b', '#30475e', '#edae49'],
	['#12343b', '#2d545e', '#e1b382', '#c89666', '#f4ede1']
];

/** A stream of numbers in [0, 1) that is the same for the same text. */
export function randomOf(seed: string): () => number {
	let h = 2166136261;
	for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619);
	return () => {
		h = (h + 0x6d2b79f5) | 0;
		let t = Math.imul(h ^ (h >>> 15), 1 | h);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

const round = (n: number) => Math.round(n * 10) / 10;

function circle(x: number, y: number, r: number): string {
	return `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`;
}

type Random = () => number;
type Palette = readonly [string, string, string, string, string];

function tide(rnd: Random, p: Palette): Shape[] {
	const shapes: Shape[] = [{ d: circle(250 + rnd() * 700, 190 + rnd() * 120, 110 + rnd() * 70), fill: p[2] }];
	const tones = [p[1], p[4], p[3], p[1], p[2]];
	const waves = 5;
	for (let i = 0; i < waves; i++) {
		const base = 280 + (i * 400) / waves;
		const height = 26 + rnd() * 34;
		const length = 220 + rnd() * 200;
		const shift = rnd() * length;
		let d = `M-400 ${artHeight}L${round(-400 - shift)} ${round(base)}`;
		for (let x = -400 - shift; x < artWidth + 400; x += length) {
			d += `q${round(length / 4)} ${round(-height)} ${round(length / 2)} 0t${round(length / 2)} 0`;
		}
		shapes.push({ d: `${d}V${artHeight}Z`, fill: tones[i % tones.length]!, opacity: i < waves - 1 ? 0.88 : 1 });
	}
	return shapes;
}

function arches(rnd: Random, p: Palette): Shape[] {
	const shapes: Shape[] = [];
	const cell = 225;
	for (let row = 0; row < 3; row++) {
		for (let column = -1; column < 6; column++) {
			const x = column * cell + (row % 2) * (cell / 2);
			const y = row * cell + cell;
			const shift = Math.floor(rnd() * 4);
			for (let ring = 0; ring < 4; ring++) {
				const r = (cell / 2) * (1 - ring * 0.24);
				const left = x + cell / 2 - r;
				shapes.push({
					d: `M${round(left)} ${y}V${round(y - cell / 2)}a${round(r)} ${round(r)} 0 0 1 ${round(2 * r)} 0V${y}Z`,
					fill: [p[1], p[3], p[2], p[4]][(ring + shift) % 4]!
				});
			}
		}
	}
	return shapes;
}

function petals(rnd: Random, p: Palette): Shape[] {
	const shapes: Shape[] = [];
	const cell = 168.75;
	for (let row = 0; row < 4; row++) {
		for (let column = 0; column < 8; column++) {
			const [x, y] = [column * cell, row * cell];
			const fill = [p[1], p[2], p[3], p[4]][Math.floor(rnd() * 4)]!;
			const turn = rnd() < 0.5;
			const leaf = turn
				? `M${x} ${y}A${cell} ${cell} 0 0 1 ${x + cell} ${y + cell}A${cell} ${cell} 0 0 1 ${x} ${y}Z`
				: `M${x + cell} ${y}A${cell} ${cell} 0 0 1 ${x} ${y + cell}A${cell} ${cell} 0 0 1 ${x + cell} ${y}Z`;
			if (rnd() < 0.2) {
				shapes.push({ d: circle(x + cell / 2, y + cell / 2, cell * 0.3), fill });
			} else {
				shapes.push({ d: leaf, fill });
			}
		}
	}
	return shapes;
}

function rays(rnd: Random, p: Palette): Shape[] {
	const shapes: Shape[] = [];
	const [cx, cy] = [300 + rnd() * 600, 560 + rnd() * 80];
	const count = 26;
	const tones = [p[1], p[3], p[2], p[4]];
	for (let i = 0; i < count; i++) {
		const [a, b] = [(Math.PI * i) / count, (Math.PI * (i + 0.62)) / count];
		const far = 1300;
		shapes.push({
			d: `M${round(cx)} ${round(cy)}L${round(cx - Math.cos(a) * far)} ${round(cy - Math.sin(a) * far)}L${round(cx - Math.cos(b) * far)} ${round(cy - Math.sin(b) * far)}Z`,
			fill: tones[i % 2]!,
			opacity: 0.8
		});
	}
	shapes.push({ d: circle(cx, cy, 250), fill: p[2] }, { d: circle(cx, cy, 175), fill: p[4] }, { d: circle(cx, cy, 100), fill: p[3] });
	shapes.push({ d: `M0 ${artHeight}V${round(cy)}H${artWidth}V${artHeight}Z`, fill: p[0] });
	return shapes;
}

function contours(rnd: Random, p: Palette): Shape[] {
	const shapes: Shape[] = [];
	const hills = [
		[240 + rnd() * 160, 180 + rnd() * 160, p[2]],
		[820 + rnd() * 180, 380 + rnd() * 160, p[4]]
	] as const;
	for (const [cx, cy, tone] of hills) {
		const wobble = [rnd() * 6, rnd() * 6, 0.12 + rnd() * 0.12] as const;
		for (let ring = 11; ring > 0; ring--) {
			let d = '';
			for (let i = 0; i <= 48; i++) {
				const a = (i / 48) * Math.PI * 2;
				const r = ring * 44 * (1 + wobble[2] * Math.sin(2 * a + wobble[0]) + 0.07 * Math.sin(5 * a + wobble[1] + ring / 3));
				d += `${i ? 'L' : 'M'}${round(cx + Math.cos(a) * r * 1.25)} ${round(cy + Math.sin(a) * r)}`;
			}
			shapes.push({ d: `${d}Z`, fill: ring === 1 ? tone : 'none', stroke: ring % 3 === 1 ? tone : p[3], width: ring % 3 === 1 ? 5 : 2.5, opacity: 0.85 });
		}
	}
	return shapes;
}

const motifs = [tide, arches, petals, rays, contours];

/** Draws the cover of an event. */
export function artOf(seed: string): Art {
	const rnd = randomOf(seed);
	const palette = palettes[Math.floor(rnd() * palettes.length)]!;
	const motif = motifs[Math.floor(rnd() * motifs.length)]!;
	return { ground: palette[0], shapes: motif(rnd, palette) };
}
