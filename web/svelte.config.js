import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // The page's names are isolated with such characters on purpose (i18n/texts.svelte.ts).
    warningFilter: ({ code }) => code !== 'bidirectional_control_characters',
  },
};
