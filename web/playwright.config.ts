// The journeys of people through the pages, by Playwright's runner, in a Chromium
// that is installed already. scripts/journeys says what the variables mean.
import { defineConfig } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { flags, patience } from './e2e/fixtures/browser';
import { few, leftOut, looks } from './e2e/fixtures/looks';
import type { Options } from './e2e/fixtures/test';

const prove = process.env.HOLDFAST_PROVE === 'true';
const screens = Boolean(process.env.HOLDFAST_SCREENS);

const journeys = readdirSync(`${import.meta.dirname}/e2e/journeys`)
	.filter((f) => f.endsWith('.spec.ts'))
	.map((f) => basename(f, '.spec.ts'));
const out = few ? leftOut(journeys) : [];

/** Tests that measure what no look changes: once is enough. */
const once = /@once/;

/** Tests that mostly wait for the time of a server to pass, as for a draw: they need no processor of their own. */
const waits = /@waits/;
const browsers = Number(process.env.HOLDFAST_WORKERS ?? 2);
const onSQLite = [
	{ name: 'sqlite', workers: browsers, grepInvert: waits },
	{ name: 'sqlite, waiting', workers: 1, grep: waits }
];

/** One project for each look, on SQLite: a project looks at every page in its own size and theme. */
const inEachLook = looks.map((look, i) => ({ name: `sqlite, ${look.name}`, use: { look }, grepInvert: i === 0 ? undefined : once }));

export default defineConfig<Options>({
	testDir: 'e2e/journeys',
	testIgnore: out.map((name) => `**/${name}.spec.ts`),
	metadata: { leftOut: out },
	outputDir: '../.cache/journeys',
	fullyParallel: true,
	forbidOnly: process.env.CI === 'true',
	workers: prove || screens ? browsers : browsers + 1,
	repeatEach: Number(process.env.HOLDFAST_JOURNEYS ?? 1),
	retries: 0,
	timeout: 10 * 60_000,
	expect: { timeout: patience },
	reporter: [['list'], ['./e2e/fixtures/reporter.ts']],
	use: {
		...(prove && { large: { seats: 20_000, panning: 3000, scans: 2000, shared: 50 } }),
		launchOptions: { executablePath: process.env.HOLDFAST_CHROMIUM, args: flags },
		actionTimeout: patience,
		navigationTimeout: patience,
		screenshot: 'only-on-failure',
		trace: { mode: 'retain-on-failure', snapshots: process.env.HOLDFAST_TRACE === 'true', screenshots: false, sources: false }
	},
	projects: [...(prove || screens ? inEachLook : onSQLite), ...(prove ? [{ name: 'postgres', use: { engine: 'postgres' as const } }] : [])]
});
