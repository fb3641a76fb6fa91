// The journeys of people through the pages, by Playwright's runner, in a Chromium
// that is installed already. scripts/journeys says what the variables mean.
import { defineConfig } from '@playwright/test';
import { flags, patience } from './e2e/fixtures/browser';
import { looks } from './e2e/fixtures/looks';
import type { Options } from './e2e/fixtures/test';

const prove = process.env.HOLDFAST_PROVE === 'true';
const screens = Boolean(process.env.HOLDFAST_SCREENS);

/** Tests that measure what no look changes: once is enough. */
const once = /@once/;

/** One project for each look, on SQLite: a project looks at every page in its own size and theme. */
const inEachLook = looks.map((look, i) => ({ name: `sqlite, ${look.name}`, use: { look }, grepInvert: i === 0 ? undefined : once }));

export default defineConfig<Options>({
	testDir: 'e2e/journeys',
	outputDir: '../.cache/journeys',
	fullyParallel: true,
	forbidOnly: process.env.CI === 'true',
	workers: Number(process.env.HOLDFAST_WORKERS ?? 2),
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
	projects: [...(prove || screens ? inEachLook : [{ name: 'sqlite' }]), ...(prove ? [{ name: 'postgres', use: { engine: 'postgres' as const } }] : [])]
});
