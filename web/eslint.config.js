import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// ESLint's cache can keep no functions.
const { runes } = svelteConfig.compilerOptions;

export default ts.config(
  { ignores: ['node_modules', 'src/protocol/messages.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig: { compilerOptions: { runes } } },
    },
  },
  {
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  // What this browser stores lies in one place.
  {
    files: ['src/**'],
    ignores: ['src/kept/**'],
    rules: { 'no-restricted-globals': ['error', 'localStorage'] },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
);
