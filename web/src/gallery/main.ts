/** A page with every component on made-up data: `npm run dev`, /gallery.html; `make gallery` builds it. */
import { mount } from 'svelte';
import '../style/tokens.css';
import '../style/materials.css';
import '../style/base.css';
import { loadArea, loadLanguage } from '../i18n';
import { applySettings, chosenLanguage } from '../kept/settings.svelte';
import Gallery from './Gallery.svelte';

const AREAS = [
  'ask',
  'community',
  'keys',
  'learn',
  'levels',
  'players',
  'playing',
  'rules',
  'settings',
  'study',
] as const;

applySettings();
await loadLanguage(chosenLanguage());
await Promise.all(AREAS.map(loadArea));
mount(Gallery, { target: document.getElementById('app')! });
