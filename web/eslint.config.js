import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
	{ ignores: ['.svelte-kit/', 'dist/', 'static/', 'src/lib/api/schema.d.ts', '**/.cache/'] },
	js.configs.recommended,
	ts.configs.recommended,
	svelte.configs.recommended,
	// Prettier owns the layout.
	svelte.configs.prettier,
	{
		languageOptions: { globals: { ...globals.browser, ...globals.node } },
		rules: {
			// TypeScript and svelte-check know every name.
			'no-undef': 'off',
			// A field is left out of an object by taking it as a name that begins with an underscore.
			'@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
			// The app is always at the root of its host.
			'svelte/no-navigation-without-resolve': 'off',
			// State that is a collection is $state.raw and replaced as a whole; other collections are local to a function.
			'svelte/prefer-svelte-reactivity': 'off'
		}
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: {
			parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig }
		}
	}
);
