import { mount } from 'svelte';
import './style/tokens.css';
import './style/materials.css';
import './style/base.css';
import App from './app/App.svelte';
import './ui/focus';
import { keepOffline } from './app/update.svelte';
import { loadLanguage } from './i18n';
import { applySettings, chosenLanguage } from './kept/settings.svelte';

applySettings();
// Without the reader's language, English; without that either, the keys: the page still plays.
await loadLanguage(chosenLanguage())
  .catch(() => loadLanguage('en'))
  .catch((error: unknown) => console.warn(error));
mount(App, { target: document.getElementById('app')! });
keepOffline();
